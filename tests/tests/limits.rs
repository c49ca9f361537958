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
