//! Rules as JSON, for the package's Python.

use paylint::rule::{Example, Level, Rule};
use serde_json::{Value, json};

/// Rules with their levels: what `paylint rules --format json` shows.
pub(crate) fn rules_json<'r>(rules: impl Iterator<Item = (Rule<'r>, Level)>) -> String {
    let rules = rules.map(|(rule, level)| {
        let mut members = serde_json::to_value(rule).unwrap_or_default();
        members["level"] = level.name().into();
        members["violated_by"] = example(&rule.docs.violated_by);
        members["held_by"] = example(&rule.docs.held_by);
        members
    });
    Value::from_iter(rules).to_string()
}

fn example(example: &Example) -> Value {
    if example.operation.is_empty() {
        return Value::Null;
    }
    let text = |text: &'static str| (!text.is_empty()).then_some(text);
    json!({
        "operation": example.operation,
        "body": text(example.body),
        "facts": text(example.facts),
        "policy": text(example.policy),
    })
}
