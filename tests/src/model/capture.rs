//! `capture.*`.

use super::decimal::Decimal;
use super::ledger::{Ledger, absent};
use super::request::Request;
use super::time::{Instant, plus_days, to_text};

/// The shortest and the longest hold that there is.
const SHORTEST_HOLD: i64 = 6;
const LONGEST_HOLD: i64 = 28;

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    if request.operation != "capture" {
        return;
    }
    let (body, order) = (&request.body, &request.facts.order);
    ledger.fire_if("capture.total_required", body.absent("total"), "/total");
    if let Some(total) = body.number("total") {
        ledger.fire_if("capture.total_minimum", total < Decimal::MINIMUM, "/total");
        let more = |amount| total > amount;
        ledger.ask("capture.exceeds_order", "order.amount", order.amount, more, "/total");
    }
    let other = |name: &str| name != "two_step";
    let original = order.scenario.as_deref();
    ledger.ask("capture.two_step_only", "order.scenario", original, other, "");
    let some = |captured| captured > Decimal::ZERO;
    ledger.ask("capture.only_once", "order.captured", order.captured, some, "");
    hold(request, ledger);
    ledger.ask("capture.reversed", "order.reversed", order.reversed, |reversed| reversed, "");
}

fn hold(request: &Request, ledger: &mut Ledger) {
    let rule = "capture.hold_expired";
    let facts = &request.facts;
    let days = facts.merchant.hold_days;
    let (Some(now), Some(paid_at)) = (facts.now, facts.order.paid_at) else {
        let needs = absent(&[
            ("now", facts.now.is_some()),
            ("merchant.hold_days", days.is_some()),
            ("order.paid_at", facts.order.paid_at.is_some()),
        ]);
        return ledger.open(rule, &needs);
    };
    if now > plus_days(paid_at, days.unwrap_or(LONGEST_HOLD)) {
        ledger.fire(rule, "");
    } else if now > plus_days(paid_at, days.unwrap_or(SHORTEST_HOLD)) {
        ledger.open(rule, &["merchant.hold_days"]);
    }
}

/// The last instant at which the hold surely lasts.
pub(crate) fn last_instant(request: &Request) -> Option<Instant> {
    let days = request.facts.merchant.hold_days.unwrap_or(SHORTEST_HOLD);
    Some(plus_days(request.facts.order.paid_at?, days))
}

/// By when an order accepted now must be captured, if that is known.
pub(crate) fn due_by(request: &Request) -> Option<String> {
    let facts = &request.facts;
    Some(to_text(plus_days(facts.now?, facts.merchant.hold_days?)))
}
