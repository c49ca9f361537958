//! Bodies meant to break a reader: deep, long, repeated, and almost JSON.

use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report, Verdict};
use paylint_tests::engine::outcome;

use paylint_tests::checked::check;

fn order(body: impl AsRef<[u8]>) -> Report {
    check(&Engine::default(), Operation::Order, body.as_ref(), &Facts::default())
}

/// An engine that reads bodies of any length that a policy may allow.
fn large(max_findings: usize) -> Engine {
    let policy = Policy::default().with_max_body_bytes(Policy::MAX_BODY_BYTES);
    let policy = policy.and_then(|policy| policy.with_max_findings(max_findings));
    Engine::new(&policy.expect("limits"))
}

fn rules(report: &Report) -> Vec<&str> {
    report.findings().map(|finding| finding.rule().name).collect()
}

fn paths(report: &Report) -> Vec<String> {
    report.findings().map(|finding| finding.path()).collect()
}

fn assert_malformed(body: impl AsRef<[u8]>, at: (u64, u64), [expected, found]: [&str; 2]) {
    let report = order(body);
    assert_eq!(rules(&report), ["json.malformed"]);
    let (line, column) = at;
    let params =
        format!(r#"{{"line":{line},"column":{column},"expected":"{expected}","found":"{found}"}}"#);
    assert_eq!(report.findings().next().map(|finding| finding.params_json()), Some(params));
    assert_eq!((report.status(), report.unchecked().len()), (400, 0));
}

const UTF_8: [&str; 2] = ["UTF-8", "an invalid byte"];

#[test]
fn malformed_json_is_reported_where_it_breaks() {
    assert_malformed(b"{\"client\":{\"city\":\"\xff\"}}", (1, 20), UTF_8);
    assert_malformed(b"{\"u\":\"\xed\xa0\x80\"}", (1, 7), UTF_8);
    assert_malformed(b"\xef\xbb\xbf{}", (1, 1), ["a value", "a byte order mark"]);
    let half = ["a surrogate pair", "half of one"];
    assert_malformed(br#"{"client":{"city":"\ud834"}}"#, (1, 20), half);
    let line_break = ["a closing quote", "a line break"];
    assert_malformed(b"{\n \"client\" : {\n\"city\":\"a\nb\"}}", (3, 10), line_break);
    let too_deep = ["at most 128 nested arrays and objects", "one more"];
    assert_malformed(b"[".repeat(100_000), (1, 129), too_deep);
    assert_malformed(b"{\"u\":".repeat(100_000), (1, 5 * 128 + 1), too_deep);
    let behind = ["the end of the text", "a letter"];
    assert_malformed("{}".to_owned() + &" ".repeat(1_000) + "x", (1, 1_003), behind);
}

#[test]
fn a_body_over_the_limit_is_not_read() {
    for length in [1, 2, 1_000] {
        let policy = Policy::default().with_max_body_bytes(length).expect("a limit");
        let engine = Engine::new(&policy);
        for (body, too_large) in [
            (vec![b' '; length], false),
            (vec![b' '; length + 1], true),
            (vec![b'\xff'; length + 1], true),
        ] {
            for operation in Operation::ALL {
                let report = check(&engine, *operation, &body, &Facts::default());
                assert_eq!(rules(&report).contains(&"json.too_large"), too_large, "{operation}");
                let params = format!("{{\"maximum\":{length},\"actual\":{}}}", length + 1);
                let first = report.findings().next().map(|finding| finding.params_json());
                assert_eq!(first.is_some_and(|first| first == params), too_large);
            }
        }
    }
}

#[test]
fn a_million_digits_are_read_as_they_are() {
    let (nines, zeros) = ("9".repeat(1_000_000), "0".repeat(1_000_000));
    let product = |price: &str| {
        format!(
            r#"{{"client":{{"email":"a@b.example"}},"products":[{{"title":"t","price":{price}}}]}}"#
        )
    };
    let engine = large(100);
    let check = |body: String| check(&engine, Operation::Order, body.as_bytes(), &Facts::default());
    for (price, rule) in [
        (&nines, "number.out_of_range"),
        (&format!("-{nines}"), "number.out_of_range"),
        // Numbers with a binary tail begin like this.
        (&format!("0.{nines}"), "number.binary_tail"),
        (&format!("1.{zeros}1"), "number.binary_tail"),
    ] {
        assert_eq!(rules(&check(product(price))), [rule]);
        assert_eq!(
            rules(&check(format!("{{\"u\":{price},{}", &product("1")[1..]))).first(),
            Some(&"field.unknown")
        );
    }
    for (price, total) in [
        (format!("1{zeros}e-1000000"), "1"),
        (format!("0.{zeros}1e1000001"), "1"),
        (format!("12.5{zeros}"), "12.5"),
        (format!("1e-2{}", ""), "0.01"),
        (format!("100e-{}2", &zeros[..10]), "1"),
    ] {
        let report = check(product(&price));
        assert_eq!(rules(&report), [""; 0]);
        assert_eq!(report.total().map(|total| total.to_string()).as_deref(), Some(total));
    }
    for price in [format!("0.{zeros}"), format!("0e{nines}"), format!("-0e-{nines}")] {
        assert_eq!(rules(&check(product(&price))), ["product.price_minimum"]);
    }
    for price in [format!("1e{nines}"), format!("1e-{nines}")] {
        assert_eq!(rules(&check(product(&price))), ["number.out_of_range"]);
    }
    for amount in [nines.clone(), format!("\"{nines}\"")] {
        assert!(
            FactsBuf::from_json(format!("{{\"order\":{{\"amount\":{amount}}}}}").as_bytes())
                .is_err()
        );
        assert!(Policy::from_json(format!("{{\"max_findings\":{amount}}}").as_bytes()).is_err());
    }
}

#[test]
fn million_products_keep_few_findings() {
    let engine = large(100);
    let body = format!(
        "{{\"client\":{{\"email\":\"a@b.example\"}},\"products\":[{}{{}}]}}",
        "{},".repeat(999_999)
    );
    let report = check(&engine, Operation::Order, body.as_bytes(), &Facts::default());
    let expected: Vec<String> = (0..100).map(|at| format!("/products/{at}/title")).collect();
    assert_eq!(paths(&report), expected);
    assert!(report.truncated() && report.verdict() == Verdict::Reject);
    let good = r#"{"title":"t","price":0.01},"#.repeat(999_999);
    let last = [r#"{"title":"t","price":0.01}"#, r#"{"title":"t","price":0.009}"#, "7"];
    for (last, rule) in
        last.into_iter().zip([None, Some("product.price_minimum"), Some("field.type")])
    {
        let body =
            format!("{{\"client\":{{\"email\":\"a@b.example\"}},\"products\":[{good}{last}]}}");
        let report = check(&engine, Operation::Order, body.as_bytes(), &Facts::default());
        assert_eq!(rules(&report), rule.into_iter().collect::<Vec<_>>());
        let path = rule.map(|rule| match rule {
            "field.type" => "/products/999999",
            _ => "/products/999999/price",
        });
        assert_eq!(paths(&report), path.into_iter().collect::<Vec<_>>());
        let total = report.total().map(|total| total.to_string());
        assert_eq!(
            total.as_deref(),
            [Some("10000"), Some("9999.999"), None]
                [rule.map_or(0, |rule| { if rule == "field.type" { 2 } else { 1 } })]
        );
        assert!(!report.truncated());
    }
}

#[test]
fn kept_findings_are_the_first_of_all() {
    // Issues of the reader in another order than the report's, and findings of later rules.
    let pieces = [
        "\"recipient_client\":{\"city\":7,\"u\":1,\"city\":\"\"}",
        "\"u\":null",
        "\"is_moto\":\"x\"",
        "\"products\":[{\"price\":null,\"w\":1,\"title\":\"\"},7,{\"tax\":1,\"price\":0}]",
        "\"client\":{\"v\":[],\"email\":\"\\u0001\",\"email\":1,\"country\":\"xx\"}",
        "\"client\":1",
        "\"currency\":\" \"",
        "\"4111\":1",
    ];
    for (repeat, turn) in
        [1, 2, 5, 30].into_iter().flat_map(|size| (0..8).map(move |turn| (size, turn)))
    {
        let mut members = pieces.repeat(repeat);
        members.rotate_left(turn);
        let body = format!("{{{}}}", members.join(","));
        let outcome = |most: u32| {
            let policy = format!("{{\"max_findings\":{most}}}");
            let outcome = outcome("order", body.as_bytes(), Some(b"{}"), Some(policy.as_bytes()));
            outcome.expect("a policy")
        };
        let all = outcome(10_000);
        for most in [1, 2, 3, 5, 8, 13, 31, 32, 33, 63, 64, 65, 100, 128, 1_000] {
            let mut left = [("deny", most), ("warn", most)];
            let mut expected = all.clone();
            let findings = expected["findings"].as_array_mut().expect("findings");
            let count = findings.len();
            findings.retain(|finding| {
                let left = left.iter_mut().find(|(level, _)| finding["level"] == *level);
                let (_, left) = left.expect("a level");
                let is_kept = *left > 0;
                *left -= u32::from(is_kept);
                is_kept
            });
            expected["truncated"] = (findings.len() < count).into();
            assert_eq!(outcome(most), expected, "at most {most} of {body}");
        }
    }
}
