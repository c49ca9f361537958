//! `batch --summary` as a page, and the fingerprints beside its counts.

mod common;

use common::{BAD, in_workspace, run, scratch, text};

/// A page that a run writes, with its slashes unescaped: one file that loads nothing, runs nothing, and is well-formed enough.
fn page_of(words: &[&str], input: &str) -> String {
    let html = run(words, input.as_bytes()).out.replace("&#x2f;", "/");
    assert!(html.starts_with("<!doctype html>\n<html lang=\"en\">"), "{html}");
    // Rules link to their pages.
    let page = html.replace("<a href=\"https://github.com/", "<a href=\"");
    for never in ["<script", "<img", "http:", "https:", "url(", "@import", "<link", "src="] {
        assert!(!page.contains(never), "{never}");
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
    html
}

/// The period, rates with their counts, what a rule requires before its name, and the policy as it was given.
#[test]
fn a_page_can_be_read_by_a_manager() {
    let case = |now: &str, price: &str| {
        format!(
            "{{\"operation\":\"order\",\"facts\":{{\"now\":\"{now}T10:00:00Z\"}},\"body\":{{\"client\":\
             {{\"email\":\"a@b.example\"}},\"products\":[{{\"title\":\"Mug\",\"price\":{price}}}]}}}}\n"
        )
    };
    let cases =
        [case("2026-11-07", "0"), case("2026-11-03", "5"), case("2026-11-05", "5")].concat();
    let policy = scratch("page-manager.json", br#"{"label":"shop"}"#);
    let words = ["batch", "--summary", "--format", "html", "--policy", text(&policy)];
    let page = page_of(&words, &cases);
    for part in [
        "2026-11-03 to 2026-11-07: 3 lines of",
        "2 of 3 requests, 66.7 % accepted.",
        "1 of 3 requests, 33.3 %.",
        "<h2>The policy as used</h2>\n<pre>{&quot;label&quot;:&quot;shop&quot;}</pre>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let [said, name] = ["Every price is at least 0.01.", "<code>product.price_minimum"]
        .map(|text| page.find(text));
    assert!(said.is_some() && said < name, "{page}");
}

/// The columns of the terminal are sentences on the page, each behind its title.
#[test]
fn a_calibration_page_is_made_of_sentences() {
    let log = in_workspace("examples/traffic/month.ndjson");
    let words = ["calibrate", "--format", "html", "--log", "--operation", "order", "--at", "/time"];
    let places = ["--body-at", "/body", "--status-at", "/status", "--answer-at", "/answer"];
    let page = page_of(&[&words[..], &places, &[text(&log)]].concat(), "");
    assert!(page.contains("<p><strong>2026-09-01 to 2026-09-30.</strong> 14"), "{page}");
    assert!(page.contains("<p><strong>Refusals prevented.</strong> "), "{page}");
}

/// Three findings of each rule are shown, with alike ones of a request as one, and no value; names from outside are
/// no markup.
#[test]
fn a_page_shows_where_to_look() {
    let body = r#"{"client":{"email":"hunter2@mail.example","first_name":null,"last_name":null},"products":[{"title":"hunter2","price":"5.00"}]}"#;
    let case =
        |id: usize| format!("{{\"id\":\"<id>-{id}\",\"operation\":\"order\",\"body\":{body}}}\n");
    let file = scratch("page-places.ndjson", (0..5).map(case).collect::<String>().as_bytes());
    let rule = r#"{"label":"acme-1","rules":[{"name":"custom.no_pots","on":["order"],"level":"warn",
        "member":"/products/*/title","one_of":["Cup"],"message":"we sell <cups>"}]}"#;
    let policy = scratch("page-policy.json", rule.as_bytes());
    let words = ["batch", "--summary", "--policy", text(&policy), text(&file), "--format"];
    let page = page_of(&[&words[..], &["html"]].concat(), "");
    let (name, path) = (text(&file), "/client/first_name and 1 more in this request");
    for part in [
        format!("5 lines of {name}, of 20"),
        "&quot;acme-1&quot;".to_owned(),
        format!("{name}:1 &quot;&lt;id&gt;-0&quot;: {path}"),
        format!("{name}:3 &quot;&lt;id&gt;-2&quot;: {path}"),
        "&quot;price&quot;:&quot;5.00&quot;".to_owned(),
        "Replace /products/0/price (safe).".to_owned(),
        "core/rules/field.null.md\"><code>field.null</code></a>".to_owned(),
        "We sell &lt;cups&gt;.".to_owned(),
    ] {
        assert!(page.contains(&part), "{part}: {page}");
    }
    assert!(!page.contains("-3&quot;") && !page.contains("hunter2"), "{page}");
    assert!(!page.contains("Why requests are rejected"), "{page}");
    let json: serde_json::Value =
        serde_json::from_str(&run(&[&words[..], &["json"]].concat(), b"").out).unwrap();
    assert_eq!(json["decided_by"]["label"], "acme-1");
    let version = run(&["--version"], b"").out;
    let [policy, rules] =
        ["policy", "rules"].map(|source| json["decided_by"][source].as_str().unwrap());
    assert!(page.contains(policy) && page.contains(rules) && version.contains(rules), "{version}");
}

/// Characters that play tricks on a terminal are replaced in the names of cases, too; JSON has them as
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
