//! The comparison of the engine with the naive model.

use paylint::{Engine, FactsBuf, Operation, Policy, Verdict};

use crate::model::{Decision, decide};

/// Compares the engine's and the model's decisions about a request. Returns whether the facts can be used.
///
/// # Panics
/// If the two disagree.
pub fn agrees(operation: Operation, body: &[u8], facts: Option<&[u8]>) -> bool {
    // Some facts select a body that the source doesn't show; the model ignores them.
    let facts = facts.filter(|_| !matches!(operation, Operation::Payment | Operation::CardWebhook));
    let Ok(known) = facts.map_or(Ok(FactsBuf::new()), FactsBuf::from_json) else { return false };
    let policy = Policy::from_json(br#"{"max_findings":10000}"#).expect("a limit");
    let report = Engine::new(&policy).check(operation, body, &known.as_facts());
    let mut model = decide(operation, body, facts);
    if report.verdict() == Verdict::Reject {
        model.valid_until = None;
    }
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).expect("JSON");
    assert_eq!(
        Decision::of(&json),
        model,
        "engine and model, {operation}:\n{}\nfacts {}",
        String::from_utf8_lossy(body),
        String::from_utf8_lossy(facts.unwrap_or(b"none")),
    );
    true
}
