//! Facts that are in error.

use crate::codes::BAD_ADDRESSES;
use crate::node::Node;
use crate::rng::Rng;

/// Makes an error in the facts; rarely, the result is still usable.
pub(crate) fn facts(rng: &mut Rng, facts: &mut Node) {
    let Node::Object(top) = facts else { return };
    let bad = [
        ("now", Node::text("2026-11-20 10:15:00Z")),
        ("now", Node::text("2026-11-20T10:15:60Z")),
        ("now", Node::text("2026-11-20T24:00:00Z")),
        ("now", Node::text("2026-11-20T10:15:00")),
        ("now", Node::text("2026-11-20T10:15Z")),
        ("now", Node::text("2026-02-29T10:15:00Z")),
        ("now", Node::text("2026-11-20T10:15:00.Z")),
        ("now", Node::text("2026-11-20T10:15:00.1234567890Z")),
        ("now", Node::text("2026-11-20T10:15:00+24:00")),
        ("now", Node::text("2026-11-20T10:15:00+0200")),
        ("now", Node::text("1970-01-01T00:30:00+01:00")),
        ("now", Node::text("1969-12-31T23:30:00-01:00")),
        ("now", Node::text("2199-12-31T23:30:00-01:00")),
        ("now", Node::text("2200-01-01T00:30:00+01:00")),
        ("now", Node::number("5")),
        ("website", Node::text(" ")),
        ("website", Node::Null),
        ("terminal", Node::text("Standard")),
        ("subsequent", Node::text("one-click")),
        ("unknown", Node::Bool(true)),
        ("merchant", Node::object([("country", Node::text("lv"))])),
        ("merchant", Node::object([("country", Node::text("LVA"))])),
        ("card", Node::object([("issuer_country", Node::text("uk"))])),
        ("merchant", Node::object([("utc_offset", Node::text("+14:01"))])),
        ("merchant", Node::object([("utc_offset", Node::text("-12:01"))])),
        ("merchant", Node::object([("utc_offset", Node::text("+14:00"))])),
        ("merchant", Node::object([("utc_offset", Node::text("2:00"))])),
        ("merchant", Node::object([("utc_offset", Node::text("+02:60"))])),
        ("merchant", Node::object([("hold_days", Node::number("5"))])),
        ("merchant", Node::object([("hold_days", Node::number("29"))])),
        ("merchant", Node::object([("hold_days", Node::number("7.0"))])),
        ("merchant", Node::object([("hold_days", Node::number("1e1"))])),
        ("merchant", Node::object([("hold_days", Node::text("7"))])),
        ("merchant", Node::object([("avs_permission", Node::text("true"))])),
        ("merchant", Node::List(Vec::new())),
        ("key", Node::object([("brands", Node::List(Vec::new()))])),
        ("key", Node::object([("brands", Node::List(vec![Node::text("")]))])),
        ("key", Node::object([("test", Node::Null)])),
        ("order", Node::object([("amount", Node::text("-1"))])),
        ("order", Node::object([("amount", Node::number("-1"))])),
        ("order", Node::object([("amount", Node::text("1e2"))])),
        ("order", Node::object([("amount", Node::number("1e2"))])),
        ("order", Node::object([("amount", Node::text("1."))])),
        ("order", Node::object([("amount", Node::number("59.899999999999999"))])),
        ("order", Node::object([("amount", Node::number("1e15"))])),
        ("order", Node::object([("amount", Node::number("1e-9"))])),
        ("order", Node::object([("scenario", Node::text("full_refund"))])),
        ("order", Node::object([("scenario", Node::text("payout_sdwo"))])),
        ("order", Node::object([("capabilities", Node::List(Vec::new()))])),
        ("order", Node::object([("capabilities", Node::List(vec![Node::text("one_step")]))])),
        ("webhook", Node::object([("allowed_sources", Node::List(Vec::new()))])),
        ("webhook", Node::object([("host", Node::text("\u{a0}"))])),
        ("request", Node::object([("source_address", Node::text(rng.pick(BAD_ADDRESSES)))])),
        ("request", Node::object([("headers", Node::object([("A", Node::Null)]))])),
        ("request", Node::object([("headers", Node::Object(Vec::new()))])),
        ("request", Node::object([("method", Node::text(""))])),
    ];
    if rng.chance(15) && !top.is_empty() {
        let again = top[rng.below(top.len())].clone();
        top.push(again);
        return;
    }
    let (name, node) = bad[rng.below(bad.len())].clone();
    top.retain(|(known, _)| known != name);
    top.push((name.to_owned(), node));
}
