//! The engine under test, as for a host in another language: JSON in, canonical JSON out.

use paylint::{Engine, FactsBuf, Operation, Policy, Report};
use serde_json::Value;

use crate::cases::Case;

/// Checks a case with the engine: the canonical JSON of its report, or the error.
///
/// # Errors
/// If the facts, the policy or the operation's name cannot be used.
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

/// The report of a conformance case as canonical JSON.
///
/// # Errors
/// If the facts, the policy or the operation's name cannot be used.
pub fn report_of(case: &Case) -> Result<String, String> {
    let (operation, body, facts, policy) = case.parts();
    report(operation, body, facts, policy)
}

/// The report of a case as a value, for comparisons.
///
/// # Errors
/// If the facts, the policy or the operation's name cannot be used.
pub fn outcome(
    operation: &str,
    body: &[u8],
    facts: Option<&[u8]>,
    policy: Option<&[u8]>,
) -> Result<Value, String> {
    let json = report(operation, body, facts, policy)?;
    serde_json::from_str(&json).map_err(|error| error.to_string())
}

/// Engine and facts of a case. `None` if the operation's name, the facts or the policy can't be used.
pub fn ready(
    operation: &str,
    facts: Option<&[u8]>,
    policy: Option<&[u8]>,
) -> Option<(Engine, Operation, FactsBuf)> {
    let policy = policy.map_or(Ok(Policy::default()), Policy::from_json).ok()?;
    let facts = facts.map_or(Ok(FactsBuf::new()), FactsBuf::from_json).ok()?;
    Some((Engine::new(&policy), Operation::from_name(operation)?, facts))
}

/// The report of a conformance case, if it has one.
pub fn check(case: &Case) -> Option<Report> {
    let (operation, body, facts, policy) = case.parts();
    let (engine, operation, facts) = ready(operation, facts, policy)?;
    Some(engine.check(operation, body, &facts.as_facts()))
}

/// The facts `order` that follow from a history, as JSON.
///
/// # Errors
/// If the policy or the history cannot be used.
pub fn order_facts(history: &str, policy: Option<&str>) -> Result<String, String> {
    let policy = policy.map_or(Ok(Policy::default()), |json| Policy::from_json(json.as_bytes()));
    let policy = policy.map_err(|error| error.to_string())?;
    let order = Engine::new(&policy).order_facts_json(history.as_bytes());
    order.map_err(|error| error.to_string())
}
