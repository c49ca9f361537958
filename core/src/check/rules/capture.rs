//! Capture of a Two-Step payment.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::base::time::Timestamp;
use crate::model::facts::{HoldDays, Known, both, missing_of};

const ON: Operations = Operations::of(&[Operation::Capture]);

section! {
    [
        TOTAL_REQUIRED, TOTAL_MISSING, TOTAL_MINIMUM, EXCEEDS_ORDER, TWO_STEP_ONLY, ONLY_ONCE, HOLD_EXPIRED,
        CAPTURE_REVERSED, UNPAID,
    ],
}

/// Whether the hold is over: after the longest hold it is, within the shortest it isn't, and in between
/// the fact decides.
pub(crate) fn is_hold_over(c: &Context<'_>) -> Known<bool> {
    let expired_after =
        |days: HoldDays, now: Timestamp, paid_at: Timestamp| now > paid_at.plus_days(days.get());
    let (now, paid_at, hold) = (c.facts.now(), c.facts.paid_at(), c.facts.hold_days());
    if let (Ok(now), Ok(paid_at)) = (now, paid_at) {
        if expired_after(HoldDays::MAX, now, paid_at) {
            return Ok(true);
        }
        if !expired_after(HoldDays::MIN, now, paid_at) {
            return Ok(false);
        }
        return Ok(expired_after(hold?, now, paid_at));
    }
    // Without the times, every missing fact could change the outcome.
    Err(missing_of(now.err(), paid_at.err(), hold.err()))
}

const TOTAL_REQUIRED: Rule = Rule {
    message: "{member} is missing, but the capture has a body; without it all that is held may be captured",
    constraints: &[Objects::Capture.must(&["total"], Must::BePresent)],
    when: Some(|c| Ok(c.request.has_body())),
    ..rule!(52, "capture.total_required", Deny, Inferred, ON)
};

const TOTAL_MISSING: Rule = Rule {
    message: "{member} is missing; a capture without it can only mean all that is held, so say how much",
    constraints: &[Objects::Capture.must(&["total"], Must::BePresent)],
    when: Some(|c| Ok(!c.request.has_body())),
    ..rule!(149, "capture.total_missing", Warn, Inferred, ON)
};

const TOTAL_MINIMUM: Rule = Rule {
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}",
    constraints: &[Objects::Capture.must(&["total"], Must::BeAtLeast(Decimal::CENT))],
    ..rule!(53, "capture.total_minimum", Deny, Stated, ON)
};

const EXCEEDS_ORDER: Rule = Rule {
    fix: Fix::Limit,
    needs: &[Fact::OrderAmount],
    unchecked_members: &["/total"],
    message: "{member} is {actual}, but {left:at most |nothing was held: the order's amount is }{maximum}{left:, the amount \
              of the order, can be captured|}{in_cents:; is it in cents?|}",
    params: &["maximum", "actual", "left", "in_cents"],
    check: |c, findings| {
        let Some(capture) = c.request.capture() else { return HOLDS };
        if let Some(total) = capture.total().valid() {
            let amount = c.facts.order_amount()?;
            if total > amount {
                let [left, in_cents] = [amount > Decimal::ZERO, total.is_hundred_times(amount)];
                let [left, in_cents] = [left, in_cents].map(Param::Is);
                let params = [Param::Limit(amount), Param::Decimal(total), left, in_cents];
                findings.with(capture.total(), params);
            }
        }
        HOLDS
    },
    ..rule!(54, "capture.exceeds_order", Deny, Stated, ON)
};

const TWO_STEP_ONLY: Rule = Rule {
    needs: &[Fact::OrderScenario],
    message: "only a Two-Step payment can be captured, and this is {scenario}",
    params: &["scenario"],
    check: |c, findings| {
        let scenario = c.facts.order_scenario()?;
        if scenario != Feature::TwoStep {
            findings.with(c, [Param::Feature(scenario)]);
        }
        HOLDS
    },
    ..rule!(55, "capture.two_step_only", Deny, Stated, ON)
};

const ONLY_ONCE: Rule = Rule {
    needs: &[Fact::OrderCaptured],
    message: "{captured} was captured already, and a payment can be captured only once",
    params: &["captured"],
    check: |c, findings| {
        let captured = c.facts.order_captured()?;
        if captured > Decimal::ZERO {
            findings.with(c, [Param::Limit(captured)]);
        }
        HOLDS
    },
    ..rule!(56, "capture.only_once", Deny, Stated, ON)
};

const HOLD_EXPIRED: Rule = Rule {
    needs: &[Fact::Now, Fact::OrderPaidAt, Fact::MerchantHoldDays],
    message: "this payment was made {paid_at} and held until {held_until} at the latest; it is now \
              {now}",
    params: &["paid_at", "held_until", "now"],
    check: |c, findings| {
        if is_hold_over(c)?
            && let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?
        {
            // If `hold_days` is missing, even the longest hold is over.
            let days = c.facts.hold_days().unwrap_or(HoldDays::MAX);
            let held_until = paid_at.plus_days(days.get());
            findings.with(c, [paid_at, held_until, now].map(Param::Time));
        }
        HOLDS
    },
    ..rule!(57, "capture.hold_expired", Deny, Stated, ON)
};

const CAPTURE_REVERSED: Rule = Rule {
    needs: &[Fact::OrderReversed],
    message: "the payment was reversed, so nothing is left to capture",
    check: |c, findings| findings.at_if(c, c.facts.order_reversed()?),
    ..rule!(58, "capture.reversed", Deny, Inferred, ON)
};

const UNPAID: Rule = Rule {
    needs: &[Fact::OrderPaid],
    message: "nobody has paid the order yet, or the card was declined, so nothing is held to capture",
    check: |c, findings| findings.at_if(c, is_unpaid(c)),
    ..rule!(151, "capture.unpaid", Deny, Inferred, ON)
};

/// Whether the order is known not to be paid.
pub(super) fn is_unpaid(c: &Context<'_>) -> bool {
    c.facts.order.is_some_and(|order| order.paid == Some(false))
}
