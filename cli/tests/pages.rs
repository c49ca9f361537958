//! `batch --summary` as a page, and the fingerprints beside their counts.

mod common;

use common::{BAD, GOOD, run, scratch, text};

const EVIL: &str = "<img src=x onerror=alert(1)>";

/// Cases whose names and policies would be markup if they were not escaped.
fn cases() -> String {
    let case = |id: usize, body: &str| {
        format!("{{\"id\":\"{EVIL}{id}\",\"operation\":\"order\",\"body\":{body}}}\n")
    };
    let capture = "{\"operation\":\"capture\",\"body\":{\"total\":5}}\n";
    let bodies = [GOOD, BAD, BAD];
    bodies.iter().enumerate().map(|(id, body)| case(id, body)).collect::<String>() + capture
}

/// What holds of every page: one file that loads nothing, runs nothing, and is well-formed enough.
fn assert_page(html: &str) {
    assert!(html.starts_with("<!doctype html>\n<html lang=\"en\">"), "{html}");
    // Rules link to their pages.
    let page =
        html.replace("&lt;img src=x", "").replace("<a href=\"https://github.com/", "<a href=\"");
    for never in ["<script", "<img", "http:", "https:", "url(", "@import", "<link", "src="] {
        assert!(!page.contains(never), "{never}");
    }
    // On a phone, names break and bars are left out, so that the counts stay in sight.
    let narrow = html.split_once("@media (max-width: 40rem)").unwrap().1;
    for rule in ["tbody th { overflow-wrap: anywhere }", ".bars { display: none }"] {
        assert!(narrow.contains(rule), "{rule}");
    }
    for always in ["prefers-color-scheme: dark", "@media print", "<main>", "scope=\"row\"", "lang="]
    {
        assert!(html.contains(always), "{always}");
    }
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let name = tag.split([' ', '>', '\n']).next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if matches!(name, "!doctype" | "meta") => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, [] as [&str; 0]);
}

/// Three findings of each rule are shown, with alike ones of a request as one, and no value.
#[test]
fn a_page_shows_where_to_look() {
    let body = r#"{"client":{"email":"hunter2@mail.example","first_name":null,"last_name":null},"products":[{"title":"hunter2","price":"5.00"}]}"#;
    let case =
        |id: usize| format!("{{\"id\":\"id-{id}\",\"operation\":\"order\",\"body\":{body}}}\n");
    let file = scratch("page-places.ndjson", (0..5).map(case).collect::<String>().as_bytes());
    std::fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(std::time::UNIX_EPOCH)
        .unwrap();
    let page = run(&["batch", "--summary", "--format", "html", text(&file)], b"").out;
    assert_page(&page);
    let (name, path) = (text(&file), "/client/first_name and 1 more in this request");
    for part in [
        format!("5 lines of {name}, of 1970-01-01, checked under"),
        format!("{name}:1 &quot;id-0&quot;: {path}"),
        format!("{name}:3 &quot;id-2&quot;: {path}"),
        "&quot;price&quot;:&quot;5.00&quot;".to_owned(),
        "Replace /products/0/price (safe).".to_owned(),
        "core/rules/field.null.md\"><code>field.null</code></a>".to_owned(),
    ] {
        assert!(page.contains(&part), "{part}: {page}");
    }
    assert!(!page.contains("id-3") && !page.contains("hunter2"), "{page}");
    assert!(!page.contains("Why requests are rejected"), "{page}");
}

#[test]
fn a_batch_as_a_page() {
    let policy = scratch("page-policy.json", br#"{"label":"acme-1","levels":{"field.*":"warn"}}"#);
    let words = ["batch", "--summary", "--policy", text(&policy), "--format"];
    let page = run(&[&words[..], &["html"]].concat(), cases().as_bytes());
    assert_eq!((page.code, page.err.as_str()), (Some(1), ""));
    assert_page(&page.out);
    for part in [
        "<dd class=\"no\">2</dd>",
        "<code>order</code>",
        "<code>capture</code>",
        "<code>product.price_required</code>",
        "\"acme-1\"".replace('"', "&quot;").as_str(),
        "<code>capture.exceeds_order</code>",
        "order.amount",
    ] {
        assert!(page.out.contains(part), "{part}: {}", page.out);
    }
    let json: serde_json::Value =
        serde_json::from_str(&run(&[&words[..], &["json"]].concat(), cases().as_bytes()).out)
            .unwrap();
    assert_eq!(
        json["operations"][0],
        serde_json::json!({"operation":"order","accept":1,"reject":2})
    );
    assert_eq!(json["decided_by"]["label"], "acme-1");
    let human = run(&[&words[..], &["human"]].concat(), cases().as_bytes()).out;
    let version = run(&["--version"], b"").out;
    for fingerprint in ["policy", "rules"] {
        let fingerprint = json["decided_by"][fingerprint].as_str().unwrap();
        assert_eq!(fingerprint.len(), 16);
        assert!(page.out.contains(fingerprint) && human.contains(fingerprint));
    }
    assert!(version.contains(json["decided_by"]["rules"].as_str().unwrap()), "{version}");
    let lines = run(&["batch", "--format", "html"], cases().as_bytes());
    assert_eq!(lines.code, Some(2));
    assert!(lines.err.contains("add --summary"), "{}", lines.err);
}

/// What would play tricks on a terminal is replaced in the names of cases, too; JSON has them as
/// they are.
#[test]
fn names_of_cases_play_no_tricks() {
    let policy = scratch("page-names.json", br#"{"levels":{"product.*":"warn"}}"#);
    let case =
        format!("{{\"id\":\"a\u{9b}1m\u{202e}b\",\"operation\":\"order\",\"body\":{BAD}}}\n");
    let words = ["replay", "--policy", "default", "--against", text(&policy), "--format"];
    let said = run(&[&words[..], &["human"]].concat(), case.as_bytes()).out;
    assert!(said.contains("\"a\u{fffd}1m\u{fffd}b\""), "{said}");
    assert!(!said.contains(['\u{9b}', '\u{202e}']), "{said}");
    let json = run(&[&words[..], &["json"]].concat(), case.as_bytes()).out;
    assert!(json.contains("\"a\u{9b}1m\u{202e}b\""), "{json}");
}

/// Policy rules are counted, by whatever policy they come.
#[test]
fn own_rules_are_counted_by_name() {
    let rule = r#"{"rules":[{"name":"custom.no_pots","on":["order"],"level":"deny",
        "member":"/products/*/title","one_of":["Cup"],"message":"we sell <cups>"}]}"#;
    let policy = scratch("page-own.json", rule.as_bytes());
    let words = ["batch", "--summary", "--policy", text(&policy), "--format"];
    let json = run(&[&words[..], &["json"]].concat(), cases().as_bytes()).out;
    let expected = r#"{"cases":3,"findings":3,"level":"deny","rule":"custom.no_pots"}"#;
    assert!(json.contains(expected), "{json}");
    let page = run(&[&words[..], &["html"]].concat(), cases().as_bytes()).out;
    assert_page(&page);
    assert!(page.contains("We sell &lt;cups&gt;."), "{page}");
    let file = scratch("page-own-body.json", GOOD.as_bytes());
    let sarif = run(
        &["check", "-o", "order", "--policy", text(&policy), "--format", "sarif", text(&file)],
        b"",
    );
    assert!(!sarif.out.contains("\"ruleIndex\": null"), "{}", sarif.out);
    assert!(sarif.out.contains("\"id\": \"custom.no_pots\""));
    let explained = run(&["explain", "custom.no_pots", "--policy", text(&policy)], b"");
    assert!(explained.out.contains("we sell <cups>"), "{}", explained.err);
}
