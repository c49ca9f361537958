//! The facts that follow from a history, by the engine under test.

use paylint::{Engine, Policy};

/// The facts `order` that follow from a history, as JSON.
///
/// # Errors
/// The policy or the history cannot be used.
pub fn order_facts(history: &str, policy: Option<&str>) -> Result<String, String> {
    let policy = policy.map_or(Ok(Policy::default()), |json| Policy::from_json(json.as_bytes()));
    let policy = policy.map_err(|error| error.to_string())?;
    let order = Engine::new(&policy).order_facts_json(history.as_bytes());
    order.map_err(|error| error.to_string())
}
