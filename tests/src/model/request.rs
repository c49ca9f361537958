//! Everything that a rule may look at.

use super::body::Obj;
use super::facts::Facts;

/// One request: its operation, what is known of its body, and the facts.
pub(crate) struct Request<'a> {
    pub(crate) operation: &'a str,
    /// Whether there is a body, read or not.
    pub(crate) has_body: bool,
    pub(crate) body: Obj<'a>,
    pub(crate) facts: &'a Facts,
}

impl Request<'_> {
    pub(crate) fn is_payout(&self) -> bool {
        self.operation.starts_with("payout_")
    }

    /// Whether the merchant sends it to the service.
    pub(crate) fn is_api(&self) -> bool {
        self.operation != "card_webhook"
    }
}
