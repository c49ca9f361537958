//! The engine decides every case of `cases/` and every sample as it expects.

use paylint::{Engine, FactsBuf, Operation, Policy};
use paylint_tests::cases::{self, Line, Placed, check, lines_of};
use paylint_tests::engine::outcome;
use serde_json::Value;

#[test]
fn the_engine_decides_every_case() {
    check("tests/cases", 570, outcome);
}

#[test]
fn the_engine_decides_every_sample() {
    check("examples", 60, outcome);
}

/// The fields, where a case expects some of them.
#[test]
fn fields_are_as_cases_expect() {
    let mut wrong = Vec::new();
    for Placed { place, text } in lines_of("tests/cases") {
        let Line { expect: Some(expect), case: Ok(case) } = cases::read(&text) else { continue };
        let Some(expected) = expect.fields else { continue };
        let (body, name) = (case.body.clone().unwrap_or_default(), case.name());
        let [facts, policy] = [&case.facts, &case.policy].map(|it| it.as_deref().unwrap_or("{}"));
        let operation = Operation::from_name(&case.operation).expect("an operation");
        let facts = FactsBuf::from_json(facts.as_bytes()).unwrap_or_default();
        let policy = Policy::from_json(policy.as_bytes()).unwrap_or_default();
        let engine = Engine::new(&policy);
        let answer = engine.fields(operation, &body, &facts.as_facts()).to_json();
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let fields = answer["fields"].as_array().expect("fields");
        if expected.is_empty() != fields.is_empty() {
            wrong.push(format!("{place} {name}: {} fields", fields.len()));
        }
        for expected in &expected {
            let field = fields.iter().find(|field| field["path"] == expected[0]);
            let field = field.unwrap_or(&Value::Null);
            let seen = [&field["path"], &field["state"], &field["rules"], &field["needs"]];
            let expected = expected.as_array().expect("a list");
            if !expected.iter().zip(seen).all(|(expected, seen)| expected == seen) {
                wrong.push(format!("{place} {name}: {field}\nexpected {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
}

/// The comparison can fail: every member of an expectation is compared.
#[test]
fn what_differs_is_found() {
    let outcome = outcome("order", br#"{"skip_capture":true,"note":1}"#, None, None);
    let differing = [
        r#"{"verdict":"accept"}"#,
        r#"{"status":200}"#,
        r#"{"scenario":null}"#,
        r#"{"capabilities":["moto"]}"#,
        r#"{"total":"1"}"#,
        r#"{"findings":[]}"#,
        r#"{"findings":[["field.unknown","/note","deny"],["order.client_required","/client"],
            ["order.products_required","/products"]]}"#,
        r#"{"findings":[["field.unknown","/note"],["order.client_required","/client"],
            ["order.products_required","/products"],["json.malformed",""]]}"#,
        r#"{"unchecked":["compat.pair"]}"#,
        r#"{"obligations":["capture"]}"#,
        r#"{"valid_until":"2026-11-20T10:15:00Z"}"#,
        r#"{"truncated":true}"#,
        r#"{"error":true}"#,
    ];
    for text in differing {
        let line = format!(r#"{{"operation":"order","expect":{text}}}"#);
        let expect = cases::read(&line).expect.expect("an expectation");
        assert_eq!(cases::mismatches(&expect, &outcome).len(), 1, "{text}");
    }
    let same = r#"{"operation":"order","expect":{"verdict":"reject","status":400,"total":null,
        "findings":[["field.unknown","/note","warn"],["order.client_required","/client"],
        ["order.products_required","/products"]],"unchecked":[],"scenario":"two_step"}}"#;
    let expect = cases::read(same).expect.expect("an expectation");
    assert_eq!(cases::mismatches(&expect, &outcome), [""; 0]);
}
