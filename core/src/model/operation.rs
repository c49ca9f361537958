//! Operations, and their endpoints (§4).

use crate::base::text::{cut, is_undefined, skip_digits};
use crate::model::feature::Feature;

macro_rules! operations {
    ($($(#[$doc:meta])* $operation:ident = $name:literal, $endpoint:tt, $scenario:expr;)*) => {
        words! {
            /// A kind of request: to the gateway (§4), or from it (the card webhook, §6).
            #[repr(u8)]
            #[non_exhaustive]
            pub Operation { $($(#[$doc])* $operation = $name,)* }
        }

        impl Operation {
            /// The path (§4), in which `{order_id}` is one segment. `None` if the address isn't fixed: a card post goes
            /// to the address that came with the order, a webhook to one that the merchant chose.
            pub const fn endpoint(self) -> Option<&'static str> {
                match self { $(Operation::$operation => operations!(@path "", $endpoint)),* }
            }

            /// The complete path of a request: the endpoint with the prefix of the version (§9) that these rules are
            /// for. `None` if the address isn't fixed.
            pub const fn path(self) -> Option<&'static str> {
                match self { $(Operation::$operation => operations!(@path "/api/v0.6", $endpoint)),* }
            }

            /// The endpoint without its last slash: the part before the order's id, and the part after it if it has
            /// one.
            fn around_id(self) -> Option<(&'static str, Option<&'static str>)> {
                static PARTS: [Option<(&str, Option<&str>)>; Operation::ALL.len()] =
                    [$(operations!(@parts $endpoint)),*];
                invariant!(PARTS.get(self as usize).copied()).flatten()
            }

            /// The scenario, if the operation alone determines it. For orders and refunds the body does.
            pub(crate) const fn fixed_scenario(self) -> Option<Feature> {
                match self { $(Operation::$operation => $scenario),* }
            }
        }
    };
    (@path $prefix:literal, []) => { None };
    (@path $prefix:literal, [$whole:literal]) => { Some(concat!($prefix, $whole, "/")) };
    (@path $prefix:literal, [$before:literal {order_id} $after:literal]) => {
        Some(concat!($prefix, $before, "{order_id}", $after, "/"))
    };
    (@parts []) => { None };
    (@parts [$whole:literal]) => { Some(($whole, None)) };
    (@parts [$before:literal {order_id} $after:literal]) => { Some(($before, Some($after))) };
}

operations! {
    /// POST /orders/
    Order = "order", ["/orders"], None;
    /// POST /orders/{order_id}/capture/
    Capture = "capture", ["/orders/" {order_id} "/capture"], None;
    /// POST /orders/{order_id}/refund/
    Refund = "refund", ["/orders/" {order_id} "/refund"], None;
    /// POST /orders/{order_id}/reverse/
    Reversal = "reversal", ["/orders/" {order_id} "/reverse"], Some(Feature::Reversal);
    /// POST /orders/init_a2a/
    PayoutA2a = "payout_a2a", ["/orders/init_a2a"], Some(Feature::PayoutA2a);
    /// POST /orders/init_b2p/
    PayoutB2p = "payout_b2p", ["/orders/init_b2p"], Some(Feature::PayoutB2p);
    /// POST /orders/init_p2p/
    PayoutP2p = "payout_p2p", ["/orders/init_p2p"], Some(Feature::PayoutP2p);
    /// POST /orders/init_og/
    PayoutOg = "payout_og", ["/orders/init_og"], Some(Feature::PayoutOg);
    /// POST /orders/init_sdwo_payout/
    PayoutSdwo = "payout_sdwo", ["/orders/init_sdwo_payout"], Some(Feature::PayoutSdwo);
    /// POST /clients/
    Client = "client", ["/clients"], None;
    /// POST /taxes/
    Tax = "tax", ["/taxes"], None;
    /// POST of the card's data to the address that came with the order
    Payment = "payment", [], None;
    /// Sent by the service to the merchant.
    CardWebhook = "card_webhook", [], None;
}

impl Operation {
    /// The operation that a method and a path lead to. The method must be `POST`, the path an
    /// endpoint of §4, with or without a version prefix (§9) and a query. Card posts and webhooks
    /// have no fixed path, so they are never returned.
    pub fn route(method: &str, path: &str) -> Option<Operation> {
        if method != "POST" {
            return None;
        }
        Operation::ALL.iter().copied().find(|operation| operation.at(path).is_some())
    }

    /// Details of a path to this operation's endpoint, ignoring one version prefix and the query. `None` for other
    /// paths.
    pub(crate) fn at(self, path: &str) -> Option<AtEndpoint> {
        let (id, after) = self.after_endpoint(without_version(path).unwrap_or(path))?;
        let has_slash = after.starts_with('/');
        let rest = after.strip_prefix('/').unwrap_or(after);
        let is_whole = rest.is_empty() || rest.starts_with('?');
        is_whole.then(|| AtEndpoint { has_slash, is_id_filled_in: !is_placeholder(id) })
    }

    /// Matches a path without version prefix. Returns the order's id, empty if the endpoint has none, and the rest of
    /// the path, from the endpoint's last slash on.
    #[inline]
    fn after_endpoint(self, path: &str) -> Option<(&str, &str)> {
        let (before, after) = self.around_id()?;
        let rest = path.strip_prefix(before)?;
        let Some(after) = after else { return Some(("", rest)) };
        let length = rest.bytes().take_while(|byte| !matches!(byte, b'/' | b'?')).count();
        let (id, rest) = rest.split_at_checked(length).filter(|_| length > 0)?;
        Some((id, rest.strip_prefix(after)?))
    }

    /// The mistake that keeps a path from being this operation's endpoint, if it is one that
    /// clients often make: a few words, such as `the order's id is missing`. `None` if the path is
    /// right, if it is wrong in another way, or if the operation has no fixed path.
    pub fn mistake_in(self, path: &str) -> Option<&'static str> {
        let is_at = |path| matches!(self.after_endpoint(path), Some((_, "/")));
        let (path, _query) = cut(path, b'?');
        if self.at(path).is_some_and(|at| !at.is_id_filled_in) {
            return Some("the order's id isn't filled in");
        }
        if path_of_url(path) != path {
            let is_at = self.at(path_of_url(path)).is_some();
            return is_at.then_some("the scheme and the host don't belong to it");
        }
        if path.strip_prefix("/v").and_then(after_version).is_some_and(is_at) {
            return Some("/api is missing before the version");
        }
        if path.strip_prefix("/api").is_some_and(is_at) {
            return Some("the version is missing after /api");
        }
        let path = without_version(path).unwrap_or(path);
        if path.strip_prefix('/').is_some_and(is_at) {
            return Some("the first slash is there twice");
        }
        if let Some((before, Some(after))) = self.around_id()
            && let Some(rest) = path.strip_prefix(before)
            && let Some("" | "/") =
                rest.strip_prefix(after.trim_start_matches('/')).or(rest.strip_prefix(after))
        {
            return Some("the order's id is missing");
        }
        None
    }

    /// Whether a request without a body is complete (§4): for a Full Refund and a Reversal.
    pub(crate) const fn needs_no_body(self) -> bool {
        matches!(self, Operation::Refund | Operation::Reversal)
    }

    /// Whether the body may be left out (§4): also for a capture, which is then checked like one without members.
    pub(crate) const fn takes_no_body(self) -> bool {
        matches!(self, Operation::Refund | Operation::Reversal | Operation::Capture)
    }
}

/// Details of a path to an operation's endpoint.
#[derive(Clone, Copy)]
pub(crate) struct AtEndpoint {
    pub(crate) has_slash: bool,
    /// Whether the order's id isn't a placeholder; true if the endpoint has no id.
    pub(crate) is_id_filled_in: bool,
}

/// Whether an order's id is a placeholder that nobody filled in.
fn is_placeholder(id: &str) -> bool {
    let is_brace = |three: &[u8]| three.eq_ignore_ascii_case(b"%7B");
    is_undefined(id)
        || id.bytes().any(|byte| matches!(byte, b'{' | b'%'))
            && (id.contains('{') || id.as_bytes().windows(3).any(is_brace))
}

/// The path after its version prefix (`/api/v{digits}.{digits}`, §9), if it has one.
#[inline]
pub(crate) fn without_version(path: &str) -> Option<&str> {
    // The usual version needs no parsing.
    if let Some(rest) = path.strip_prefix("/api/v0.6").filter(|rest| rest.starts_with('/')) {
        return Some(rest);
    }
    without_any_version(path)
}

fn without_any_version(path: &str) -> Option<&str> {
    after_version(path.strip_prefix("/api/v")?)
}

/// The text after the two numbers of a version, if it begins with a slash.
fn after_version(text: &str) -> Option<&str> {
    skip_digits(skip_digits(text)?.strip_prefix('.')?).filter(|rest| rest.starts_with('/'))
}

/// The path of an absolute URL, with the query. Other texts are returned as they are.
pub fn path_of_url(text: &str) -> &str {
    let (scheme, rest) = cut(text, b':');
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let Some(rest) = rest.and_then(|rest| rest.strip_prefix("//")).filter(|_| is_scheme) else {
        return text;
    };
    let host = rest.bytes().take_while(|byte| *byte != b'/').count();
    rest.get(host..).filter(|path| !path.is_empty()).unwrap_or("/")
}

/// Whether a path has the prefix of a version other than 0.6, which these rules are for.
pub(crate) fn names_another_version(path: &str) -> bool {
    // The usual version needs no parsing.
    if path.starts_with("/api/v0.6/") || without_any_version(path).is_none() {
        return false;
    }
    let version = path.strip_prefix("/api/v").unwrap_or_default();
    !is_this_version(cut(version, b'/').0)
}

/// Whether a version, `{digits}.{digits}`, is 0.6.
pub(crate) fn is_this_version(version: &str) -> bool {
    let (major, minor) = cut(version, b'.');
    let is_six = |minor: &str| minor.trim_start_matches('0') == "6";
    major.bytes().all(|digit| digit == b'0') && minor.is_some_and(is_six)
}

set! {
    /// A set of operations, such as a rule's.
    Operations(u16) of Operation
}

impl Operations {
    /// Only orders.
    pub const ORDER: Operations = Operations::of(&[Operation::Order]);
    /// The five payouts.
    pub const PAYOUTS: Operations = Operations::of(&[
        Operation::PayoutA2a,
        Operation::PayoutB2p,
        Operation::PayoutP2p,
        Operation::PayoutOg,
        Operation::PayoutSdwo,
    ]);
    /// The operations of a checkout: orders and card posts.
    pub const CHECKOUT: Operations = Operations::of(&[Operation::Order, Operation::Payment]);
    /// The operations whose bodies and rules this build knows: without the feature `full` only those of a checkout, so that
    /// the linker drops the rest.
    pub const KNOWN: Operations =
        if cfg!(feature = "full") { Operations::ALL } else { Operations::CHECKOUT };
    /// The operations that the merchant sends to the service: all but the card webhook.
    pub const API: Operations = Operations::ALL.without(Operation::CardWebhook);

    /// This set with an operation removed.
    pub const fn without(self, operation: Operation) -> Operations {
        Operations(self.0 & !(1 << operation as u16))
    }

    pub(crate) const fn intersects(self, other: Operations) -> bool {
        self.0 & other.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_mistake_in_a_path_is_named() {
        for (path, mistake) in [
            ("/api/v0.6/orders/{order_id}/refund/", "the order's id isn't filled in"),
            ("/orders/undefined/refund?a=/", "the order's id isn't filled in"),
            ("/orders/%7bid%7D/refund", "the order's id isn't filled in"),
            ("/v0.6/orders/1/refund/", "/api is missing before the version"),
            ("/api/orders/1/refund/", "the version is missing after /api"),
            ("/api/v0.6//orders/1/refund/", "the first slash is there twice"),
            ("/api/v0.6/orders/refund/", "the order's id is missing"),
            ("/api/v0.6/orders//refund", "the order's id is missing"),
            (
                "https://gate.example/api/v0.6/orders/1/refund/",
                "the scheme and the host don't belong to it",
            ),
        ] {
            assert_eq!(Operation::Refund.mistake_in(path), Some(mistake), "{path}");
            assert_eq!(Operation::Capture.mistake_in(path), None, "{path}");
        }
        for (url, path) in [
            ("https://gate.example/orders/?a=1", "/orders/?a=1"),
            ("https://gate.example", "/"),
            // A URL in the query.
            ("/orders/?next=https://shop.example/x", "/orders/?next=https://shop.example/x"),
            ("orders://", "/"),
            ("", ""),
        ] {
            assert_eq!(path_of_url(url), path, "{url}");
        }
        for path in [
            "/api/v0.6/orders/1/refund/",
            "/orders/1/refund",
            "/orders/1/refunds/",
            "",
            "/",
            "://",
            "é",
        ] {
            assert_eq!(Operation::Refund.mistake_in(path), None, "{path}");
        }
        assert_eq!(Operation::Order.mistake_in("/v0.6/orders"), None, "two mistakes");
        let (refund, order) = (Some(Operation::Refund), Some(Operation::Order));
        for (method, path, nearly) in [
            ("POST", "/api/v0.6/orders/refund/?a=1", refund),
            ("POST", "https://gate.example/api/v0.6//orders/1/refund/", refund),
            ("POST", "https://shop.example/proxy/api/v0.6/orders", order),
            ("post", "/orders/", order),
            ("POST", "/api/v0.6/orders/", None),
            ("GET", "/orders/", None),
            ("POST", "/shop/orders/", None),
        ] {
            assert_eq!(Operation::nearly(method, path), nearly, "{method} {path}");
        }
    }
}
