//! Everything that a rule may look at.

use super::body::Obj;
use super::declared::Declared;
use super::facts::Facts;

/// One request: its operation, what is known of its body, and the facts.
pub(crate) struct Request<'a> {
    pub(crate) operation: &'a str,
    /// Whether there is a body, read or not.
    pub(crate) has_body: bool,
    pub(crate) body: Obj<'a>,
    pub(crate) facts: &'a Facts,
    /// The members that the policy declares.
    pub(crate) declared: &'a [Declared],
}

impl Request<'_> {
    pub(crate) fn is_payout(&self) -> bool {
        self.operation.starts_with("payout_")
    }

    /// Whether it is the card post of a payout, of which the source shows none.
    pub(crate) fn is_card_of_payout(&self) -> bool {
        let original = self.facts.order.scenario.as_deref();
        self.operation == "payment" && original.is_some_and(|name| name.starts_with("payout_"))
    }

    /// Whether the merchant sends it to the service.
    pub(crate) fn is_api(&self) -> bool {
        self.operation != "card_webhook"
    }
}
