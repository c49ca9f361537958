//! Bodies meant to break a reader: long and repeated.

use paylint::{Engine, Facts, FactsBuf, Operation, Policy};
use paylint_tests::agree::agrees;
use paylint_tests::checked::check;
use paylint_tests::engine::outcome;

#[test]
fn model_agrees_on_numbers_of_many_digits() {
    let (nines, zeros) = ("9".repeat(100_000), "0".repeat(100_000));
    for number in [
        nines.clone(),
        format!("-{nines}"),
        // Numbers with a binary tail begin like this.
        format!("0.{nines}"),
        format!("1.{zeros}1"),
        format!("1{zeros}e-100000"),
        format!("0.{zeros}1e100001"),
        format!("12.5{zeros}"),
        format!("100e-{zeros}2"),
        format!("0.{zeros}"),
        format!("0e{nines}"),
        format!("-0e-{nines}"),
        format!("1e{nines}"),
        format!("1e-{nines}"),
    ] {
        for member in ["price", "u"] {
            let body = format!(r#"{{"products":[{{"{member}":{number}}}]}}"#);
            agrees(Operation::Order, body.as_bytes(), None);
        }
    }
    for amount in [nines.clone(), format!("\"{nines}\"")] {
        let facts = format!("{{\"order\":{{\"amount\":{amount}}}}}");
        assert!(FactsBuf::from_json(facts.as_bytes()).is_err());
        assert!(Policy::from_json(format!("{{\"max_findings\":{amount}}}").as_bytes()).is_err());
    }
}

#[test]
fn million_products_keep_few_findings() {
    let policy = Policy::from_json(br#"{"max_body_bytes":67108864}"#).expect("a limit");
    let engine = Engine::new(&policy);
    let check = |product: &str, last: &str| {
        let products = format!("{product},").repeat(999_999) + last;
        let body = format!(r#"{{"client":{{"email":"a@b.example"}},"products":[{products}]}}"#);
        let report = check(&engine, Operation::Order, body.as_bytes(), &Facts::default());
        let paths: Vec<String> = report.findings().map(|finding| finding.path()).collect();
        (report.truncated(), paths, report.total().map(|total| total.to_string()))
    };
    let expected = (0..100).map(|at| format!("/products/{at}/title")).collect();
    assert_eq!(check("{}", "{}"), (true, expected, None));
    let (good, free) = (r#"{"title":"t","price":0.01}"#, r#"{"title":"t","price":0.009}"#);
    let expected = vec!["/products/999999/price".to_owned()];
    assert_eq!(check(good, free), (false, expected, Some("9999.999".to_owned())));
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
