//! The engine under test, seen as a host of another language sees it: JSON in, canonical JSON out.

use paylint::{Engine, FactsBuf, Operation, Policy, Report};
use serde_json::Value;

use crate::cases::Case;
use crate::model::{Finding, Obligation, Outcome, Unchecked};
pub use crate::order_facts::order_facts;

/// Checks a case with the engine: the canonical JSON of its report, or the error.
///
/// # Errors
/// The facts, the policy or the operation's name cannot be used.
pub fn report(
    operation: &str,
    body: &[u8],
    facts: Option<&[u8]>,
    policy: Option<&[u8]>,
) -> Result<String, String> {
    let operation = Operation::from_name(operation).ok_or("unknown operation")?;
    let facts = facts.map_or(Ok(FactsBuf::new()), FactsBuf::from_json);
    let facts = facts.map_err(|error| error.to_string())?;
    let policy = policy.map_or(Ok(Policy::default()), Policy::from_json);
    let policy = policy.map_err(|error| error.to_string())?;
    let engine = Engine::new(&policy);
    let report = engine.check(operation, body, &facts.as_facts());
    let accepts = engine.accepts(operation, body, &facts.as_facts());
    assert_eq!(accepts, report.verdict() == paylint::Verdict::Accept, "accepts and check agree");
    Ok(report.to_json())
}

/// The outcome of a case whose policies lie one over another.
///
/// # Errors
/// The facts, a policy or the operation's name cannot be used.
pub fn outcome_in_layers(
    operation: &str,
    body: &[u8],
    facts: Option<&[u8]>,
    policies: &[&[u8]],
) -> Result<Outcome, String> {
    let operation = Operation::from_name(operation).ok_or("unknown operation")?;
    let facts = facts.map_or(Ok(FactsBuf::new()), FactsBuf::from_json);
    let facts = facts.map_err(|error| error.to_string())?;
    let policy = Policy::default().with_layers(policies).map_err(|error| error.to_string())?;
    let report = Engine::new(&policy).check(operation, body, &facts.as_facts());
    let value = serde_json::from_str(&report.to_json()).map_err(|error| error.to_string())?;
    Ok(read(&value))
}

/// The same of a conformance case.
///
/// # Errors
/// The facts, the policy or the operation's name cannot be used.
pub fn report_of(case: &Case) -> Result<String, String> {
    let (operation, body, facts, policy) = case.parts();
    report(operation, body, facts, policy)
}

/// The report of a conformance case. `None` if the facts, the policy or the operation's name can't
/// be used.
pub fn check(case: &Case) -> Option<Report> {
    let (operation, body, facts, policy) = case.parts();
    let policy = policy.map_or(Ok(Policy::default()), Policy::from_json).ok()?;
    let facts = facts.map_or(Ok(FactsBuf::new()), FactsBuf::from_json).ok()?;
    let operation = Operation::from_name(operation)?;
    Some(Engine::new(&policy).check(operation, body, &facts.as_facts()))
}

/// The same as the model's outcome, to be compared with it.
///
/// # Errors
/// The facts, the policy or the operation's name cannot be used.
pub fn outcome(
    operation: &str,
    body: &[u8],
    facts: Option<&[u8]>,
    policy: Option<&[u8]>,
) -> Result<Outcome, String> {
    let json = report(operation, body, facts, policy)?;
    let value: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    Ok(read(&value))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn optional(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn list<T>(value: &Value, item: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().into_iter().flatten().map(item).collect()
}

/// A report's canonical JSON, as the model's outcome.
pub fn read(report: &Value) -> Outcome {
    Outcome {
        verdict: text(&report["verdict"]),
        status: u16::try_from(report["status"].as_u64().unwrap_or(0)).unwrap_or(0),
        scenario: optional(&report["scenario"]),
        capabilities: list(&report["capabilities"], text),
        total: optional(&report["total"]),
        findings: list(&report["findings"], |finding| Finding {
            rule: text(&finding["rule"]),
            path: text(&finding["path"]),
            level: text(&finding["level"]),
            nearest: optional(&finding["params"]["nearest"]),
            value: match finding["rule"].as_str() {
                Some("number.binary_tail") => optional(&finding["params"]["value"]),
                _ => None,
            },
        }),
        truncated: report["truncated"] == Value::Bool(true),
        unchecked: list(&report["unchecked"], |unchecked| Unchecked {
            rule: text(&unchecked["rule"]),
            level: text(&unchecked["level"]),
            needs: list(&unchecked["needs"], text),
        }),
        obligations: list(&report["obligations"], |obligation| Obligation {
            kind: text(&obligation["kind"]),
            by: optional(&obligation["by"]),
            needs: list(&obligation["needs"], text),
        }),
        valid_until: optional(&report["valid_until"]),
    }
}
