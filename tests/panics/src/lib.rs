//! Only the engine's entry points: the library contains just the code that they reach, which `xtask/scripts/panics.py`
//! searches. It is built, but not called.

#![allow(missing_docs, reason = "each is what it calls")]

use paylint::history::HistoryError;
use paylint::{Engine, Facts, FactsBuf, FactsError, Operation, Policy, PolicyError, Report};

#[unsafe(no_mangle)]
pub fn entry_policy(json: &[u8]) -> Result<Policy, PolicyError> {
    Policy::from_json(json)
}

#[unsafe(no_mangle)]
pub fn entry_engine(policy: &Policy) -> Engine {
    Engine::new(policy)
}

#[unsafe(no_mangle)]
pub fn entry_facts(json: &[u8]) -> Result<FactsBuf, FactsError> {
    FactsBuf::from_json(json)
}

#[unsafe(no_mangle)]
pub fn entry_check(
    engine: &Engine,
    operation: Operation,
    body: &[u8],
    facts: &FactsBuf,
    changing: &Facts<'_>,
    report: &mut Report,
) {
    engine.check_into(operation, body, &facts.as_facts().overlaid(changing), report);
}

#[unsafe(no_mangle)]
pub fn entry_accepts(engine: &Engine, operation: Operation, body: &[u8], facts: &Facts) -> bool {
    engine.accepts(operation, body, facts)
}

#[unsafe(no_mangle)]
pub fn entry_json(report: &Report) -> String {
    report.to_json()
}

#[unsafe(no_mangle)]
pub fn entry_problem(report: &Report) -> Option<String> {
    report.to_problem()
}

#[unsafe(no_mangle)]
pub fn entry_text(report: &Report) -> String {
    report.to_string()
}

#[unsafe(no_mangle)]
pub fn entry_fields(engine: &Engine, operation: Operation, body: &[u8], facts: &Facts) -> String {
    engine.fields(operation, body, facts).to_json()
}

#[unsafe(no_mangle)]
pub fn entry_fixes(engine: &Engine, operation: Operation, body: &[u8], facts: &Facts) -> String {
    engine.fixes(operation, body, facts).to_json()
}

#[unsafe(no_mangle)]
pub fn entry_apply(engine: &Engine, operation: Operation, body: &[u8], facts: &Facts) -> Vec<u8> {
    engine.apply(operation, body, facts, true)
}

#[unsafe(no_mangle)]
pub fn entry_history(engine: &Engine, events: &[u8]) -> Result<String, HistoryError> {
    engine.order_facts_json(events)
}
