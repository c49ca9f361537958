//! Single values (names, amounts, timestamps and the like) are written as in reports and facts.

use paylint::facts::{Country, Environment, Fact, FactSet};
use paylint::{
    Engine, FactsBuf, Feature, FeatureSet, Level, Operation, Operations, Policy, Timestamp,
    UtcOffset,
};
use serde::Serialize;
use serde_json::{Value, from_str, json, to_value};

#[test]
fn values_serialize_as_in_reports_and_facts() {
    fn is_written(value: impl Serialize, written: Value) {
        assert_eq!(to_value(value).expect("a value"), written);
    }
    is_written(Operation::PayoutA2a, json!("payout_a2a"));
    is_written(Feature::TwoStep, json!("two_step"));
    is_written(Level::Deny, json!("deny"));
    is_written(Environment::Live, json!("live"));
    is_written(Country::new("LV").expect("a country"), json!("LV"));
    is_written("-03:30".parse::<UtcOffset>().expect("an offset"), json!("-03:30"));
    is_written(FeatureSet::SUBSEQUENT, json!(["recurring", "recurring_automatic", "one_click"]));
    is_written(Operations::ORDER, json!(["order"]));
    is_written(FactSet::of(&[Fact::Now, Fact::KeyTest]), json!(["now", "key.test"]));
    let fingerprint = Policy::default().fingerprint();
    is_written(fingerprint, json!(fingerprint.to_string()));
    for text in
        ["2026-11-20T10:15:00Z", "2026-11-20T10:15:00.25Z", "2199-12-31T23:59:59.000000001Z"]
    {
        is_written(text.parse::<Timestamp>().expect("a time"), json!(text));
    }
}

#[test]
fn names_are_read_and_errors_show_no_card_number() {
    let read = |json: &str| from_str::<Level>(json).map_err(|error| error.to_string());
    assert_eq!(read(r#""warn""#), Ok(Level::Warn));
    let wrong = |json: &str| read(json).expect_err(json);
    assert_eq!(wrong(r#""wran""#), r#"unknown level "wran"; did you mean "warn"?"#);
    for hidden in ["4111111111111111", r#""4111111111111111""#, r#"["4111111111111111"]"#] {
        assert!(!wrong(hidden).contains("4111"), "{hidden}");
    }
}

/// Reports show whole seconds, and so do their serialized parts.
#[test]
fn timestamps_of_a_report_have_no_fraction() {
    let facts = br#"{"now":"2026-11-20T10:15:00.25Z","merchant":{"hold_days":7},"order":{
        "scenario":"one_step","capabilities":[],"amount":50,"refunded":0,"reversed":false,
        "chargeback":false,"paid_at":"2026-11-19T08:00:00.25Z"}}"#;
    let facts = FactsBuf::from_json(facts).expect("facts");
    let report = Engine::default().check(Operation::Refund, b"", &facts.as_facts());
    let until = report.valid_until().expect("a deadline");
    assert_ne!(until.unix_nanos() % 1_000_000_000, 0);
    let written = to_value(&report).expect("a value");
    assert_eq!(written["valid_until"], json!("2028-11-19T08:00:00Z"));
    assert_eq!(written, from_str::<Value>(&report.to_json()).expect("JSON"));
    let order = br#"{"client":{"email":"helen@garden.example"},"skip_capture":true,
        "products":[{"title":"Terracotta pot","price":12.5}]}"#;
    let report = Engine::default().check(Operation::Order, order, &facts.as_facts());
    let written = to_value(report.obligations()).expect("a value");
    let by = written.as_array().and_then(|all| all.iter().find(|one| one["kind"] == "capture"));
    assert_eq!(by.map(|entry| &entry["by"]), Some(&json!("2026-11-27T10:15:00Z")), "{written}");
}
