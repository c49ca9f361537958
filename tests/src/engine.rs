//! The engine under test, seen as a host of another language sees it: JSON in, canonical JSON out.

use paylint::{Engine, FactsBuf, Operation, Policy, Report};
use serde_json::Value;

use crate::cases::Case;
pub use crate::order_facts::order_facts;

/// What a report decides, without its prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// `accept` or `reject`.
    pub verdict: String,
    /// The HTTP status that the service would answer with.
    pub status: u16,
    /// The scenario, where the operation has one.
    pub scenario: Option<String>,
    /// The active capabilities, in the order of features.
    pub capabilities: Vec<String>,
    /// The sum of an order.
    pub total: Option<String>,
    /// The findings: as many of each level as the policy allows.
    pub findings: Vec<Finding>,
    /// Whether findings were cut.
    pub truncated: bool,
    /// The rules whose outcome depends on an absent fact.
    pub unchecked: Vec<Unchecked>,
    /// The obligations.
    pub obligations: Vec<Obligation>,
    /// The last instant at which the operation is still in time.
    pub valid_until: Option<String>,
}

/// One rule violated at one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's name.
    pub rule: String,
    /// A JSON Pointer.
    pub path: String,
    /// `deny` or `warn`.
    pub level: String,
}

/// A rule whose outcome depends on absent facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchecked {
    /// The rule's name.
    pub rule: String,
    /// `deny` or `warn`.
    pub level: String,
    /// The absent facts.
    pub needs: Vec<String>,
}

/// An obligation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation {
    /// `three_ds` or `capture`.
    pub kind: String,
    /// By when, if that is known.
    pub by: Option<String>,
    /// The absent facts on which it hangs.
    pub needs: Vec<String>,
}

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

/// The report of a conformance case as canonical JSON.
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

/// Checks a case: its outcome, to be compared.
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

/// Reads an outcome from a report's canonical JSON.
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
