//! Other readers and validators, on the same orders. None of them decides all that paylint decides.

pub mod by_hand;
pub mod garde;

use regorus::languages::rego::compiler::Compiler;
use regorus::rvm::RegoVM;
use serde_json::Value;

/// How many of the rules for orders [`rego`] has.
pub const REGO_RULES: usize = 24;

/// The types, patterns, limits and mandatory members of orders as a JSON Schema, compiled.
///
/// # Panics
/// The schema of this crate is broken.
#[must_use]
pub fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../../peers/order.schema.json"))
        .expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is one")
}

/// [`REGO_RULES`] rules in Rego, compiled for its virtual machine.
///
/// # Panics
/// The policy of this crate is broken.
#[must_use]
pub fn rego() -> RegoVM {
    let entry: regorus::Rc<str> = "data.order.findings".into();
    let mut engine = regorus::Engine::new();
    let policy = include_str!("../../peers/order.rego").to_owned();
    engine.add_policy("order.rego".to_owned(), policy).expect("the policy is Rego");
    let policy = engine.compile_with_entrypoint(&entry).expect("the policy compiles");
    let program = Compiler::compile_from_policy(&policy, &[entry.as_ref()]).expect("a program");
    let mut machine = RegoVM::new_with_policy(policy);
    machine.load_program(program);
    machine
}

/// Runs the Rego rules over a body: how many findings there are.
///
/// # Panics
/// The body isn't JSON, or the machine fails.
pub fn judge_with_rego(machine: &mut RegoVM, body: &[u8]) -> usize {
    let text = std::str::from_utf8(body).expect("UTF-8");
    machine.set_input(regorus::Value::from_json_str(text).expect("JSON"));
    let findings = machine.execute().expect("the policy runs");
    findings.as_set().map_or(0, |set| set.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::{INVALID, ORDERS};

    /// The peers do the work that they are measured at.
    #[test]
    fn peers_accept_what_is_right_and_find_what_is_wrong() {
        let (schema, mut machine) = (schema(), rego());
        for request in ORDERS {
            let value: Value = serde_json::from_slice(request.body).expect("JSON");
            let errors: Vec<_> = schema.iter_errors(&value).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{}: {errors:?}", request.name);
            assert_eq!(judge_with_rego(&mut machine, request.body), 0, "{}", request.name);
            assert_eq!(garde::errors(request.body), 0, "{}", request.name);
            let by_hand = by_hand::findings(request.body);
            assert!(by_hand.is_empty(), "{}: {by_hand:?}", request.name);
        }
        let value: Value = serde_json::from_slice(INVALID.body).expect("JSON");
        assert!(!schema.is_valid(&value));
        assert!(schema.iter_errors(&value).count() >= 10);
        assert!(judge_with_rego(&mut machine, INVALID.body) >= 10);
        assert!(garde::errors(INVALID.body) >= 10);
        assert!(by_hand::findings(INVALID.body).len() >= 10);
        let by_hand = include_str!("by_hand.rs");
        assert_eq!(by_hand.matches("found.unless").count(), by_hand::RULES);
        let page = include_str!("../bin/performance.rs");
        assert!(page.contains(&format!("{} rules by hand", by_hand::RULES)), "the page's number");
        let policy = include_str!("../../peers/order.rego");
        assert_eq!(policy.matches("findings contains ").count(), REGO_RULES);
    }
}
