//! Rules at their limits, where random requests seldom are.

use paylint::{Engine, Facts, Operation};

/// The path, message and params of each finding of a rule.
fn found(rule: &str, operation: Operation, body: &str) -> Vec<(String, String)> {
    let report = Engine::default().check(operation, body.as_bytes(), &Facts::default());
    let findings = report.findings().filter(|finding| finding.rule().name == rule);
    findings.map(|finding| (finding.path().to_string(), finding.params_json())).collect()
}

/// What `found` gives for one finding.
fn one(path: &str, params: &str) -> Vec<(String, String)> {
    vec![(path.to_owned(), params.to_owned())]
}

#[test]
fn a_descriptor_is_counted_in_characters() {
    let of = |text: String| {
        let body = format!(r#"{{"dynamic_descriptor":"{text}"}}"#);
        found("descriptor.length", Operation::Order, &body)
    };
    assert!(of("é".repeat(25)).is_empty());
    assert_eq!(of("é".repeat(26)), one("/dynamic_descriptor", r#"{"maximum":25,"actual":26}"#));
}

#[test]
fn dates_are_compared_if_both_have_eight_digits() {
    let of = |first: &str, second: &str| {
        let dates = format!(r#"{{"checkin_date":"{first}","checkout_date":"{second}"}}"#);
        let body = format!(r#"{{"travel_data":{{"lodging":{dates}}}}}"#);
        found("travel.date_order", Operation::Order, &body).len()
    };
    assert_eq!(of("20261205", "20261201"), 1);
    assert_eq!(of("20261205", "261201"), 0);
    assert_eq!(of("261205", "20261201"), 0);
    assert_eq!(of("261205", "261201"), 0);
}

#[test]
fn each_product_has_the_limit_that_all_together_have() {
    let of = |products: &str| {
        let body = format!(r#"{{"products":[{products}]}}"#);
        found("order.total_out_of_range", Operation::Order, &body).len()
    };
    assert_eq!(of(r#"{"price":1000000000,"quantity":1000}"#), 1);
    assert_eq!(of(r#"{"price":999999999,"quantity":1000}"#), 0);
    assert_eq!(of(r#"{"price":999999999,"quantity":1000},{"price":1000}"#), 1);
    assert_eq!(of(r#"{"price":1000000000000},{"price":-1000000000000}"#), 1);
    assert_eq!(of(r#"{"price":-1000000000000},{"price":1}"#), 1);
}
