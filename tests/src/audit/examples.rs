//! The examples of the catalogue, run through the engine.

use paylint::rule::Example;
use paylint::{Level, Policy, Rule};
use serde_json::Value;

use crate::engine;
use crate::engine::Outcome;

fn given(json: &str) -> Option<&[u8]> {
    (!json.is_empty()).then_some(json.as_bytes())
}

/// The canonical JSON of an example's report.
///
/// # Errors
/// The example's operation, facts or policy cannot be used.
pub fn report(example: &Example) -> Result<String, String> {
    let Example { operation, body, facts, policy } = *example;
    engine::report(operation, body.as_bytes(), given(facts), given(policy))
}

/// The outcome of an example.
///
/// # Errors
/// The example's operation, facts or policy cannot be used.
pub fn outcome(example: &Example) -> Result<Outcome, String> {
    let Example { operation, body, facts, policy } = *example;
    engine::outcome(operation, body.as_bytes(), given(facts), given(policy))
}

/// The findings of a rule in an example's report, as JSON.
///
/// # Errors
/// The example's operation, facts or policy cannot be used.
pub fn findings_of(rule: &Rule, example: &Example) -> Result<Vec<Value>, String> {
    let report: Value = serde_json::from_str(&report(example)?).map_err(|e| e.to_string())?;
    let findings = report["findings"].as_array().into_iter().flatten();
    Ok(findings.filter(|finding| finding["rule"] == rule.name).cloned().collect())
}

/// Whether a rule is looked at in an example: it belongs to the operation, and its level is not
/// allow.
///
/// # Errors
/// The example's policy cannot be used.
pub fn is_looked_at(rule: &Rule, example: &Example) -> Result<bool, String> {
    let policy = given(example.policy).map_or(Ok(Policy::default()), Policy::from_json);
    let policy = policy.map_err(|error| error.to_string())?;
    let level = policy.rules().find(|(known, _)| known.name == rule.name).map(|(_, level)| level);
    let belongs = rule.on.iter().any(|operation| operation.name() == example.operation);
    Ok(belongs && level.is_some_and(|level| level != Level::Allow))
}

/// What is wrong with a rule's two examples, in words.
pub fn faults(rule: &Rule) -> Vec<String> {
    let mut faults = Vec::new();
    let [violated, held] = [&rule.docs.violated_by, &rule.docs.held_by];
    for (which, example) in [("violated_by", violated), ("held_by", held)] {
        match is_looked_at(rule, example) {
            Ok(true) => {}
            Ok(false) => faults.push(format!("{which}: the rule is not looked at")),
            Err(error) => faults.push(format!("{which}: {error}")),
        }
    }
    match outcome(violated) {
        Ok(outcome) => {
            if !outcome.findings.iter().any(|finding| finding.rule == rule.name) {
                faults.push("violated_by: the rule does not fire".to_owned());
            }
            let others = outcome.findings.iter().filter(|finding| finding.rule != rule.name);
            faults.extend(others.map(|other| format!("violated_by: {} fires, too", other.rule)));
        }
        Err(error) => faults.push(format!("violated_by: {error}")),
    }
    match outcome(held) {
        Ok(outcome) => {
            let findings = outcome.findings.iter();
            faults.extend(findings.map(|finding| format!("held_by: {} fires", finding.rule)));
            if outcome.unchecked.iter().any(|unchecked| unchecked.rule == rule.name) {
                faults.push("held_by: the rule is unchecked".to_owned());
            }
        }
        Err(error) => faults.push(format!("held_by: {error}")),
    }
    faults
}
