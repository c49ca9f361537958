//! Checking bodies that aren't text yet.

use crate::check::engine::Engine;
use crate::check::report::Report;
use crate::model::facts::Facts;
use crate::model::operation::Operation;
use alloc::string::ToString;
use serde_core::Serialize;
use serde_json::Value;
use serde_json::error::Category;

/// The body can't be written as JSON. The error doesn't contain the message of `serde`, which may
/// quote the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SerializeError {
    /// The key of a map is neither a string nor a number.
    #[error("the body can't be written as JSON: the key of a map isn't a string")]
    Key,
    /// The body's own implementation of `Serialize` failed.
    #[error("the body can't be written as JSON: its implementation of `Serialize` failed")]
    Failed,
}

impl Engine {
    /// Checks a body that `serde_json` has parsed, or that was built with `json!`.
    ///
    /// If you have the text, pass that to [`Engine::check`] instead, because parsing it loses
    /// information:
    ///
    /// - `serde_json` keeps only the last of several members with the same name, so
    ///   `json.duplicate_key` is never found.
    /// - Numbers with a point or an exponent become floats with at most 17 significant digits,
    ///   unless `serde_json` has its feature `arbitrary_precision`.
    ///
    /// [`Finding::span`](crate::Finding::span) refers to the compact text of `Value::to_string`.
    /// `Value::Null` is the body `null`. For a request without a body, pass an empty one to
    /// [`Engine::check`].
    pub fn check_value(&self, operation: Operation, body: &Value, facts: &Facts<'_>) -> Report {
        self.check(operation, body.to_string().as_bytes(), facts)
    }

    /// Checks a body of any serializable type, as `serde_json` writes it.
    ///
    /// Nothing is lost if you send it the same way. Floats are written with their shortest digits:
    /// 0.1 + 0.2 is 0.30000000000000004, which is refused as an amount. NaN and infinity become
    /// `null`. To be certain that you send what you checked, write the body once with
    /// `serde_json::to_vec`, then [`check`](Engine::check) and send those bytes.
    ///
    /// # Errors
    /// If the body can't be written as JSON.
    pub fn check_serialize<T: Serialize + ?Sized>(
        &self,
        operation: Operation,
        body: &T,
        facts: &Facts<'_>,
    ) -> Result<Report, SerializeError> {
        match serde_json::to_vec(body) {
            Ok(text) => Ok(self.check(operation, &text, facts)),
            Err(error) => Err(match error.classify() {
                Category::Syntax => SerializeError::Key,
                Category::Data | Category::Eof | Category::Io => SerializeError::Failed,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_core::ser::{Error, Serializer};
    use serde_json::json;
    use std::collections::BTreeMap;

    /// A body whose implementation fails with a message that must not be repeated.
    struct Failing;

    impl Serialize for Failing {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("no such card: 4111111111111111"))
        }
    }

    #[test]
    fn a_body_that_cannot_be_written_is_an_error_without_its_text() {
        let engine = Engine::default();
        let check = |body: &dyn Fn() -> Result<Report, SerializeError>| body().err();
        let facts = Facts::default();
        let failed = check(&|| engine.check_serialize(Operation::Order, &Failing, &facts));
        assert_eq!(failed, Some(SerializeError::Failed));
        let keys = BTreeMap::from([(vec![4111_1111_1111_1111u64], 1)]);
        let keyed = check(&|| engine.check_serialize(Operation::Order, &keys, &facts));
        assert_eq!(keyed, Some(SerializeError::Key));
        for error in [SerializeError::Failed, SerializeError::Key] {
            let source = std::error::Error::source(&error);
            assert!(source.is_none() && !error.to_string().contains("4111"));
        }
    }

    #[test]
    fn a_value_is_checked_as_its_text() {
        let engine = Engine::default();
        let facts = Facts::default();
        let body = json!({ "products": [{ "title": "Cup", "price": 0.001 }], "currency": "EUR" });
        let of_value = engine.check_value(Operation::Order, &body, &facts).to_json();
        let of_text = engine.check(Operation::Order, body.to_string().as_bytes(), &facts).to_json();
        let of_type =
            engine.check_serialize(Operation::Order, &body, &facts).map(|it| it.to_json());
        assert!(of_value.contains("product.price_minimum"));
        assert_eq!(of_value, of_text);
        assert_eq!(of_type, Ok(of_text));
    }

    #[test]
    fn null_is_not_an_absent_body() {
        let facts = Facts::default();
        let report = Engine::default().check_value(Operation::Refund, &Value::Null, &facts);
        let absent = Engine::default().check(Operation::Refund, b"", &facts);
        assert_ne!(report.to_json(), absent.to_json());
    }
}
