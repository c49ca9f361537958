//! Messages have one style and name their member, in the examples of the catalogue and in every case.

use std::collections::BTreeMap;

use paylint::{Engine, Facts, Operation, Policy, catalogue};
use paylint_tests::cases::of_example;
use paylint_tests::{cases, engine};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Words with a capital that a message may begin with.
const NAMES: [&str; 9] =
    ["AVS", "MOTO", "QCash", "Custom AVS", "IPSP", "SDWO", "OG", "A2A", "One-"];

/// Words that follow a count, in the singular and the plural.
const COUNTED: [(&str, &str); 5] = [
    ("leg", "legs"),
    ("byte", "bytes"),
    ("digit", "digits"),
    ("character", "characters"),
    ("decimal place", "decimal places"),
];

/// The fault of a message, if it has one.
fn fault(path: &str, message: &str) -> Option<String> {
    let is_name = NAMES.iter().any(|name| message.starts_with(name));
    if !is_name && !message.starts_with(|c: char| c.is_lowercase() || c.is_numeric() || c == '`') {
        return Some("begins with a capital".into());
    }
    if message.ends_with(['.', ' ', ',', ';', ':', '!']) {
        return Some("ends with a stop".into());
    }
    // Paths of endpoints and pieces of JSON have braces.
    let filled_in = message.replace("{order_id}", "");
    let filled_in =
        ["`{`", "`}`", "`,`"].iter().fold(filled_in, |text, odd| text.replace(odd, "`x`"));
    if let Some(part) = ["  ", " ,", " ;", "{", "}", "``", "—", "null,", " . ", "not ;", "\n"]
        .into_iter()
        .find(|part| filled_in.contains(part))
    {
        return Some(format!("has {part:?}"));
    }
    if message.matches('`').count() % 2 == 1 || message.chars().count() > 190 {
        return Some("has half a quotation, or is too long".into());
    }
    for (one, more) in COUNTED {
        for (at, _) in message.match_indices(one) {
            let before = message[..at].trim_end_matches(' ');
            let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let number = &before[before.len() - digits..];
            let is_more = message[at..].starts_with(more);
            if digits > 0 && is_more == (number == "1") {
                return Some(format!("counts {number} {}", if is_more { more } else { one }));
            }
        }
    }
    let named = match path.rsplit('/').next() {
        None | Some("") => return None,
        Some("*") => "a member".to_owned(),
        Some(index) if index.bytes().all(|byte| byte.is_ascii_digit()) => format!("[{index}]`"),
        Some(name) => name.to_owned(),
    };
    let is_named = message.split('`').any(|part| part.rsplit('.').next() == Some(&named))
        || message.contains(&named) && !named.bytes().all(|byte| byte.is_ascii_lowercase());
    (!is_named).then(|| format!("doesn't name {named}"))
}

/// The findings of a report, as rule, path and message.
fn findings(report: &str) -> Vec<[String; 3]> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let found = report["findings"].as_array().expect("findings");
    found
        .iter()
        .map(|finding| [text(&finding["rule"]), text(&finding["path"]), text(&finding["message"])])
        .collect()
}

fn assert_in_style(all: &[[String; 3]]) {
    let faults: Vec<String> = all
        .iter()
        .filter_map(|[rule, path, message]| {
            let fault = fault(path, message)?;
            Some(format!("{rule} {path}: {message:?} {fault}"))
        })
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_messages_of_the_examples_are_in_one_style() {
    let mut all = Vec::new();
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for rule in catalogue() {
        let (operation, body, facts, policy) = of_example(&rule.docs.violated_by);
        let report = engine::report(operation, body, facts, policy).expect("an example");
        for finding in findings(&report) {
            let [name, _, message] = &finding;
            let before = said.insert(message.clone(), name.clone());
            assert!(before.is_none_or(|before| before == *name), "two rules say {message:?}");
            all.push(finding);
        }
    }
    assert!(all.len() >= catalogue().len());
    assert_in_style(&all);
}

#[test]
fn the_messages_of_all_cases_are_in_one_style() {
    let mut all = Vec::new();
    for case in cases::all() {
        let report = engine::report_of(&case);
        let found = report.iter().flat_map(|report| findings(report));
        // Policy rules may show the policy's own message.
        all.extend(found.filter(|[rule, ..]| !rule.starts_with("custom.")));
    }
    assert!(all.len() > 500, "{} findings", all.len());
    assert_in_style(&all);
}

/// A limit that could replace a value has one of two names.
#[test]
fn limits_have_the_same_names_everywhere() {
    for rule in catalogue() {
        let other = rule.params.iter().find(|name| matches!(**name, "limit" | "max" | "min"));
        assert_eq!(other, None, "{}", rule.name);
    }
}

/// The one finding of a rule for a body: the message and the params.
fn said(rule: &str, operation: Operation, body: &str, facts: Value, policy: Value) -> [String; 2] {
    let facts = paylint::FactsBuf::from_json(facts.to_string().as_bytes()).expect("facts");
    let policy = Policy::from_json(policy.to_string().as_bytes()).expect("a policy");
    let report = Engine::new(&policy).check(operation, body.as_bytes(), &facts.as_facts());
    let found = report.findings().find(|finding| finding.rule().name == rule);
    let found = found.unwrap_or_else(|| panic!("{rule} doesn't fire: {report}"));
    [found.message(), found.params_json()]
}

/// Every rule whose level can be set, once at each level.
#[test]
fn deny_says_must_and_warn_says_should() {
    let mut differing = 0;
    for rule in catalogue().iter().filter(|rule| !rule.locked) {
        let example = &rule.docs.violated_by;
        let at = |level: &str| {
            let mut policy: Value = match example.policy {
                "" => json!({}),
                policy => serde_json::from_str(policy).expect("JSON"),
            };
            policy["levels"][rule.name] = json!(level);
            let facts = match example.facts {
                "" => json!({}),
                facts => serde_json::from_str(facts).expect("JSON"),
            };
            let operation = Operation::from_name(example.operation).expect("an operation");
            said(rule.name, operation, example.body, facts, policy)
        };
        let ([deny, deny_params], [warn, warn_params]) = (at("deny"), at("warn"));
        assert_eq!(deny_params, warn_params, "{}", rule.name);
        let softer = deny.replace("needs", "should have").replace("must", "should");
        assert!(!deny.contains("should"), "{}: {deny}", rule.name);
        // The duties of issuers don't depend on levels.
        assert!(warn == softer || rule.name == "avs.issuer_support", "{}: {warn}", rule.name);
        differing += usize::from(warn != deny);
    }
    assert!(differing > 60, "{differing}");
}

/// The error for a malformed body says where it stops being JSON and what was expected there, whichever path of the
/// reader finds it.
#[test]
fn malformed_bodies_say_what_was_expected() {
    let order = concat!(
        "{\n  \"client\": {\"email\": \"ada@mail.example\", \"first_name\": \"Zoë\"},\n",
        "  \"products\": [{\"title\": \"Mug\", \"price\": 12, \"tax\": {\"x\": [1, {}]}}],\n",
        "  \"u\": [true, null], \"is_moto\": false\n}\n"
    );
    let engine = Engine::default();
    let check = |body: &[u8]| {
        let report = engine.check(Operation::Order, body, &Facts::default());
        let found =
            report.findings().next().filter(|finding| finding.rule().name == "json.malformed")?;
        let params: Value = serde_json::from_str(&found.params_json()).expect("JSON");
        let (at, before) = (found.span().start, &body[..found.span().start]);
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |line| line + 1);
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(
            (&params["line"], &params["column"]),
            (&json!(lines + 1), &json!(at - start + 1))
        );
        // At the end of the text, before any white space.
        let last = body.iter().rposition(|byte| !b" \t\n\r".contains(byte));
        let is_at_end = params["found"] == "the end of the text";
        assert_eq!(is_at_end, Some(at) == last.map(|last| last + 1), "{params} at {at}");
        Some(params)
    };
    let body = order.as_bytes();
    assert!(check(body).is_none());
    for at in 1..body.len() - 2 {
        assert!(check(&body[..at]).is_some(), "cut at {at}");
    }
    for at in 0..body.len() {
        for byte in [b',', b'}', b']', b':', b'"', b'x', b'0', b'\n', 0x01, 0x80, 0xFF] {
            let mut spoilt = body.to_vec();
            spoilt[at] = byte;
            check(&spoilt);
        }
    }
    let message = |body: &str| {
        let report = engine.check(Operation::Order, body.as_bytes(), &Facts::default());
        report.findings().next().expect("a finding").message()
    };
    assert_eq!(
        message("{\"is_moto\": true\n \"u\": 1}"),
        "the body isn't valid JSON: expected `,` or `}`, found a string at line 2, column 2"
    );
    assert_eq!(
        message("{\n  \"products\": [ \n\n"),
        "the body isn't valid JSON: expected a value or `]`, found the end of the text at line 2, column 16"
    );
    // White space in ASCII, but not in JSON.
    assert_eq!(
        message("{} \n \u{C}\n"),
        "the body isn't valid JSON: expected the end of the text, found a control character at line 2, column 2"
    );
    assert_eq!(
        message("\u{FEFF}{}"),
        "the body isn't valid JSON: expected a value, found a byte order mark at line 1, column 1"
    );
}

/// Messages about the bodies in `data/messages.ndjson`: a wrong type and why, a path, a header, amounts, days.
#[test]
fn messages_are_as_listed() {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row<'a> {
        rule: &'a str,
        operation: &'a str,
        #[serde(borrow)]
        body: Option<&'a RawValue>,
        #[serde(default)]
        facts: serde_json::Map<String, Value>,
        #[serde(default)]
        policy: serde_json::Map<String, Value>,
        message: String,
        params: &'a RawValue,
    }
    for line in include_str!("../../data/messages.ndjson").lines() {
        let row: Row<'_> = serde_json::from_str(line).expect("a row");
        let operation = Operation::from_name(row.operation).expect("an operation");
        let body = row.body.map_or("", RawValue::get);
        let said = said(row.rule, operation, body, row.facts.into(), row.policy.into());
        assert_eq!(said, [row.message.as_str(), row.params.get()], "{line}");
    }
}
