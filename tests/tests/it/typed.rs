//! Tests of forms during typing: the param `incomplete`, and the members that an unchecked rule leaves undecided.

use paylint::{Engine, FactsBuf, Operation, catalogue};
use paylint_tests::cases;
use paylint_tests::engine::check;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The values of `incomplete` in the findings at a path.
fn incomplete(operation: Operation, body: &Value, path: &str) -> Vec<bool> {
    let facts = FactsBuf::from_json(br#"{"now":"2026-11-20T10:15:00Z"}"#).unwrap();
    let report = Engine::default().check(operation, body.to_string().as_bytes(), &facts.as_facts());
    let report: Value = serde_json::from_str(&report.to_json()).unwrap();
    let findings = report["findings"].as_array().unwrap().iter();
    let findings =
        findings.filter(|finding| finding["path"] == path && finding["rule"] != "field.blank");
    findings.map(|finding| finding["params"]["incomplete"].as_bool().unwrap()).collect()
}

fn card(member: &str, value: &Value) -> Value {
    let mut body = json!({
        "cardholder_name": "ADA BERG", "card_number": "4111111111111111", "exp_month": 12, "exp_year": 29, "csc": "123"
    });
    body[member] = value.clone();
    body
}

fn client(country: &str, member: &str, value: &Value) -> Value {
    let mut client = json!({"country": country});
    client[member] = value.clone();
    json!({"client": client, "products": [{"title": "Mug", "price": 12}]})
}

#[test]
fn valid_value_is_incomplete_while_typed() {
    let mut seen = 0;
    for (member, whole) in [
        ("card_number", "4111111111111111"),
        ("card_number", "5555555555554444"),
        ("card_number", "2223003122003222"),
        ("card_number", "378282246310005"),
        ("card_number", "6011111111111117"),
        ("card_number", "30569309025904"),
        ("card_number", "3530111333300000"),
        ("card_number", "6205500000000000004"),
        ("card_number", "6759649826438453"),
        ("csc", "123"),
        ("email", "grace.lee@mail-1.example"),
        ("birth_date", "1990-03-17"),
        ("birth_date", "2001-01-01"),
        ("birth_date", "1988-02-29"),
        ("country", "LV"),
        ("country", "LVA"),
        ("state", "NY"),
    ] {
        for end in 1..=whole.len() {
            let value = json!(&whole[..end]);
            let found = if matches!(member, "card_number" | "csc") {
                incomplete(Operation::Payment, &card(member, &value), &format!("/{member}"))
            } else {
                let body = client("US", member, &value);
                incomplete(Operation::Order, &body, &format!("/client/{member}"))
            };
            // Most numbers have sixteen digits, even of brands with longer ones.
            let may_be_all = member == "card_number" && end == 16;
            assert!(may_be_all || found.iter().all(|incomplete| *incomplete), "{member}: {value}");
            assert!(end < whole.len() || found.is_empty(), "{member}: {value}");
            seen += found.len();
        }
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn unfixable_prefix_is_not_incomplete() {
    for (member, value, expected) in [
        ("card_number", json!("4111111111111112"), false),
        ("card_number", json!("4111 1111"), false),
        ("card_number", json!("378282246310006"), false),
        ("csc", json!("12a"), false),
        ("csc", json!("12345"), false),
        ("exp_month", json!(13), false),
        ("exp_month", json!(0), true),
        ("exp_year", json!(20), true),
        ("exp_year", json!(21), false),
        ("exp_year", json!(2), true),
    ] {
        let found = incomplete(Operation::Payment, &card(member, &value), &format!("/{member}"));
        assert_eq!(found, [expected], "{member}: {value}");
    }
    for (member, value) in [
        ("email", "grace lee"),
        ("birth_date", "1990-02-30"),
        ("country", "Latvia"),
        ("state", "New York"),
    ] {
        let body = client("CA", member, &json!(value));
        assert_eq!(incomplete(Operation::Order, &body, &format!("/client/{member}")), [false]);
    }
}

/// A pair of features is about the request, wherever its finding is shown.
const ABOUT_THE_REQUEST: [&str; 2] = ["compat.pair", "compat.disputed"];

#[test]
fn unchecked_rule_names_undecided_members() {
    let (mut unchecked, mut fired) = (BTreeSet::new(), BTreeMap::<_, BTreeSet<String>>::new());
    for line in cases::lines_of("tests/cases") {
        let Ok(case) = cases::read(&line.text).case else { continue };
        let Some(report) = check(&case) else { continue };
        for open in report.unchecked() {
            unchecked.insert(open.rule().name.to_owned());
        }
        for finding in report.findings() {
            fired.entry(finding.rule().name.to_owned()).or_default().insert(finding.path());
        }
    }
    let mut count = 0;
    for rule in catalogue().iter().filter(|rule| unchecked.contains(rule.name)) {
        for path in fired.get(rule.name).into_iter().flatten() {
            let is_of_a_member =
                !path.is_empty() && !path.bytes().any(|byte| byte.is_ascii_digit());
            if is_of_a_member && !ABOUT_THE_REQUEST.contains(&rule.name) {
                assert!(rule.unchecked_members.contains(&path.as_str()), "{}: {path}", rule.name);
                count += 1;
            }
        }
    }
    assert!(count >= 12, "{count}");
    for rule in catalogue().iter().filter(|rule| !rule.unchecked_members.is_empty()) {
        assert!(!rule.needs.is_empty(), "{}", rule.name);
    }
}
