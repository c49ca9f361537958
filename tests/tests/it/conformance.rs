//! The engine decides every case of `cases/` and every sample as expected.

use paylint_tests::cases::{self, Case, FOLDERS, Line, Placed, lines_of};
use paylint_tests::engine::{outcome, ready};
use serde_json::Value;

#[test]
fn engine_decides_every_case_and_sample() {
    for (folder, least) in FOLDERS.into_iter().zip([570, 60]) {
        let (lines, mut wrong) = (lines_of(folder), Vec::new());
        for Placed { place, text } in &lines {
            let Line { expect, case, .. } = cases::read(text);
            let expect = expect.unwrap_or_else(|| panic!("{place} expects nothing: {case:?}"));
            let outcome = case.and_then(|case| {
                let (operation, body, facts, policy) = case.parts();
                outcome(operation, body, facts, policy)
            });
            let mismatches = cases::mismatches(&expect, &outcome);
            wrong.extend(mismatches.iter().map(|mismatch| format!("{place}: {mismatch}")));
        }
        assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
        assert!(lines.len() >= least, "only {} cases", lines.len());
    }
}

/// The fields of a case, in the form of the expectations.
fn fields_of(case: &Case) -> Vec<[Value; 4]> {
    let (operation, body, facts, policy) = case.parts();
    let (engine, operation, facts) = ready(operation, facts, policy).expect("a case");
    let answer = engine.fields(operation, body, &facts.as_facts()).to_json();
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let fields = answer["fields"].as_array().expect("fields").iter();
    fields
        .map(|field| ["path", "state", "rules", "needs"].map(|name| field[name].clone()))
        .collect()
}

#[test]
fn fields_are_as_cases_expect() {
    for Placed { place, text } in lines_of("tests/cases") {
        let Line { expect: Some(expect), case: Ok(case), .. } = cases::read(&text) else {
            continue;
        };
        let Some(expected) = expect.get("fields").and_then(Value::as_array) else { continue };
        let fields = fields_of(&case);
        assert_eq!(expected.is_empty(), fields.is_empty(), "{place}: {fields:?}");
        for expected in expected {
            let field = fields.iter().find(|field| field[0] == expected[0]);
            let expected = expected.as_array().expect("a list");
            let is_it = field.is_some_and(|field| field.starts_with(expected));
            assert!(is_it, "{place}: {field:?}, expected {expected:?}");
        }
    }
}

/// The comparison can fail: every member of an expectation is compared.
#[test]
fn every_expected_member_is_compared() {
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
        r#"{"verdct":"reject"}"#,
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
