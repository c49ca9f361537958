//! The engine decides every case of `cases/`, and it and the naive model every sample, as it expects.

use paylint::{Engine, FactsBuf, Operation, Policy};
use paylint_tests::cases::{self, Line, Placed, check, lines_of};
use paylint_tests::engine::outcome;
use paylint_tests::model::judge;
use serde_json::Value;

#[test]
fn the_engine_decides_every_case() {
    check("tests/cases", 570, outcome);
}

#[test]
fn the_engine_decides_every_sample() {
    check("examples", 60, outcome);
}

#[test]
fn the_model_decides_every_sample() {
    check("examples", 60, judge);
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
