//! Operations: what a request asks of the gateway, and the endpoints of §4.

use crate::feature::Feature;
use crate::text::{cut, skip_digits};
use core::fmt;

macro_rules! operations {
    ($($(#[$doc:meta])* $operation:ident = $name:literal, $endpoint:expr, $scenario:expr;)*) => {
        /// What a request asks of the gateway (§4), or what it sends (the card webhook, §6).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Operation { $($(#[$doc])* $operation),* }

        impl Operation {
            /// Every operation, in order.
            pub const ALL: &'static [Operation] = &[$(Operation::$operation),*];

            /// The name in cases and reports: `payout_a2a`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Operation::$operation => $name),* }
            }

            /// The path of §4, `{order_id}` standing for one segment. `None` where the address is not
            /// fixed: a card post goes where the order said, a webhook where the merchant chose.
            #[must_use]
            pub const fn endpoint(self) -> Option<&'static str> {
                match self { $(Operation::$operation => $endpoint),* }
            }

            /// The scenario that the operation alone settles. An order's and a refund's depend on the body.
            pub(crate) const fn fixed_scenario(self) -> Option<Feature> {
                match self { $(Operation::$operation => $scenario),* }
            }
        }
    };
}

operations! {
    /// POST /orders/
    Order = "order", Some("/orders/"), None;
    /// POST /orders/{order_id}/capture/
    Capture = "capture", Some("/orders/{order_id}/capture/"), None;
    /// POST /orders/{order_id}/refund/
    Refund = "refund", Some("/orders/{order_id}/refund/"), None;
    /// POST /orders/{order_id}/reverse/
    Reversal = "reversal", Some("/orders/{order_id}/reverse/"), Some(Feature::Reversal);
    /// POST /orders/init_a2a/
    PayoutA2a = "payout_a2a", Some("/orders/init_a2a/"), Some(Feature::PayoutA2a);
    /// POST /orders/init_b2p/
    PayoutB2p = "payout_b2p", Some("/orders/init_b2p/"), Some(Feature::PayoutB2p);
    /// POST /orders/init_p2p/
    PayoutP2p = "payout_p2p", Some("/orders/init_p2p/"), Some(Feature::PayoutP2p);
    /// POST /orders/init_og/
    PayoutOg = "payout_og", Some("/orders/init_og/"), Some(Feature::PayoutOg);
    /// POST /orders/init_sdwo_payout/
    PayoutSdwo = "payout_sdwo", Some("/orders/init_sdwo_payout/"), Some(Feature::PayoutSdwo);
    /// POST /clients/
    Client = "client", Some("/clients/"), None;
    /// POST /taxes/
    Tax = "tax", Some("/taxes/"), None;
    /// POST to the address that came with the order: the card's data.
    Payment = "payment", None, None;
    /// Sent by the service to the merchant.
    CardWebhook = "card_webhook", None, None;
}

impl Operation {
    /// The operation of that name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Operation> {
        Operation::ALL.iter().copied().find(|operation| operation.name() == name)
    }

    /// The operation that a method and a path lead to: `POST` and an endpoint of §4, with or without
    /// the version prefix of §9, a query put aside. A card post and a webhook have no path of their own.
    #[must_use]
    pub fn route(method: &str, path: &str) -> Option<Operation> {
        if method != "POST" {
            return None;
        }
        Operation::ALL.iter().copied().find(|operation| operation.is_at(path))
    }

    /// Whether a path, one version prefix and the query put aside, is this operation's endpoint.
    pub(crate) fn is_at(self, path: &str) -> bool {
        let Some((before, behind)) = ENDPOINTS.get(self as usize).copied().flatten() else {
            return false;
        };
        let path = without_version(path).unwrap_or(path);
        path.strip_prefix(before).is_some_and(|rest| match behind {
            None => rest.is_empty() || rest.starts_with('?'),
            Some(behind) => without_query(rest)
                .strip_suffix(behind)
                .is_some_and(|id| !id.is_empty() && !id.as_bytes().contains(&b'/')),
        })
    }

    /// Whether the body may be left out (§4: a Full Refund, a Reversal).
    pub(crate) const fn takes_no_body(self) -> bool {
        matches!(self, Operation::Refund | Operation::Reversal)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An endpoint: what stands before `{order_id}`, and what behind it, if it is in the path.
type Endpoint = (&'static str, Option<&'static str>);

static ENDPOINTS: [Option<Endpoint>; Operation::ALL.len()] = {
    let mut endpoints = [None; Operation::ALL.len()];
    let mut i = 0;
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    while i < endpoints.len() {
        if let Some(endpoint) = Operation::ALL[i].endpoint() {
            endpoints[i] = Some(around_id(endpoint));
        }
        i += 1;
    }
    endpoints
};

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
const fn around_id(endpoint: &'static str) -> Endpoint {
    let mut at = 0;
    while at < endpoint.len() {
        if endpoint.as_bytes()[at] == b'{' {
            let (before, rest) = endpoint.split_at(at);
            return (before, Some(rest.split_at("{order_id}".len()).1));
        }
        at += 1;
    }
    (endpoint, None)
}

/// What follows the version prefix of a path (`/api/v{digits}.{digits}`, §9), if it has one.
#[inline]
pub(crate) fn without_version(path: &str) -> Option<&str> {
    // The version that most send need not be taken apart.
    if let Some(rest) = path.strip_prefix("/api/v0.6").filter(|rest| rest.starts_with('/')) {
        return Some(rest);
    }
    without_any_version(path)
}

fn without_any_version(path: &str) -> Option<&str> {
    let digits = skip_digits(path.strip_prefix("/api/v")?)?;
    skip_digits(digits.strip_prefix('.')?).filter(|rest| rest.starts_with('/'))
}

fn without_query(path: &str) -> &str {
    cut(path, b'?').0
}

/// A set of operations: those that a rule belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operations(u16);

impl Operations {
    /// Orders alone.
    pub const ORDER: Operations = Operations::of(&[Operation::Order]);
    /// The five payouts.
    pub const PAYOUTS: Operations = Operations::of(&[
        Operation::PayoutA2a,
        Operation::PayoutB2p,
        Operation::PayoutP2p,
        Operation::PayoutOg,
        Operation::PayoutSdwo,
    ]);
    /// No operation.
    pub(crate) const NONE: Operations = Operations::of(&[]);
    /// Every operation.
    pub const ALL: Operations = Operations::of(Operation::ALL);
    /// What the merchant sends to the service: all but the card webhook.
    pub const API: Operations = Operations::ALL.without(Operation::CardWebhook);

    /// The set of these operations.
    #[must_use]
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "in bounds")]
    pub const fn of(operations: &[Operation]) -> Operations {
        let mut bits = 0;
        let mut i = 0;
        while i < operations.len() {
            bits |= 1 << operations[i] as u16;
            i += 1;
        }
        Operations(bits)
    }

    /// What is in either set.
    #[must_use]
    pub const fn union(self, other: Operations) -> Operations {
        Operations(self.0 | other.0)
    }

    /// This set less one operation.
    #[must_use]
    pub const fn without(self, operation: Operation) -> Operations {
        Operations(self.0 & !(1 << operation as u16))
    }

    /// Whether the operation is in the set.
    #[must_use]
    pub const fn contains(self, operation: Operation) -> bool {
        self.0 & 1 << (operation as u16) != 0
    }

    /// Whether an operation is in both sets.
    pub(crate) const fn intersects(self, other: Operations) -> bool {
        self.0 & other.0 != 0
    }

    /// The set as bits: bit *n* is the *n*th operation of [`Operation::ALL`].
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The operations of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Operation> + Clone {
        Operation::ALL.iter().copied().filter(move |operation| self.contains(*operation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_cut_around_the_order() {
        assert_eq!(around_id("/orders/{order_id}/refund/"), ("/orders/", Some("/refund/")));
        assert_eq!(around_id("/clients/"), ("/clients/", None));
        for (operation, cut) in Operation::ALL.iter().zip(&ENDPOINTS) {
            assert_eq!(operation.endpoint().map(around_id), *cut, "{operation}");
        }
    }
}
