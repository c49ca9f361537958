//! Other readers and validators, on the same orders. None of them decides all that paylint decides.

pub mod by_hand;

use paylint::{JsonSchema, Operation};
use serde_json::Value;

/// The JSON Schema of orders, compiled.
///
/// # Panics
/// It isn't a schema.
#[must_use]
pub fn schema() -> jsonschema::Validator {
    let schema = JsonSchema::Body(Operation::Order).to_json();
    let schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("a JSON Schema")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::{INVALID, ORDERS};

    /// The peers do the work that they are measured at.
    #[test]
    fn peers_tell_right_from_wrong() {
        let schema = schema();
        for request in ORDERS {
            let value: Value = serde_json::from_slice(request.body).expect("JSON");
            let errors: Vec<_> = schema.iter_errors(&value).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{}: {errors:?}", request.name);
            let by_hand = by_hand::findings(request.body);
            assert!(by_hand.is_empty(), "{}: {by_hand:?}", request.name);
        }
        let value: Value = serde_json::from_slice(INVALID.body).expect("JSON");
        assert!(!schema.is_valid(&value));
        let errors: Vec<_> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.len() >= 9, "{errors:#?}");
        assert!(by_hand::findings(INVALID.body).len() >= 10);
        let by_hand = include_str!("by_hand.rs");
        assert_eq!(by_hand.matches("found.unless").count(), by_hand::RULES);
        let page = include_str!("../bin/performance.rs");
        assert!(page.contains(&format!("{} rules by hand", by_hand::RULES)), "the page's number");
    }
}
