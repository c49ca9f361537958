//! Capture of a Two-Step payment.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::base::time::Timestamp;
use crate::model::document::View;
use crate::model::facts::{HoldDays, Known, both, missing_of};
use crate::model::schema::{CAPTURE, Capture};

section! {
    [
        TOTAL_REQUIRED,
        TOTAL_MISSING,
        TOTAL_MINIMUM,
        EXCEEDS_ORDER,
        TWO_STEP_ONLY,
        ONLY_ONCE,
        HOLD_EXPIRED,
        CAPTURE_REVERSED,
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
    number: 52,
    revision: 3,
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Inferred,
    fix: Fix::Add,
    message: "{member} is missing, but the capture has other members; without it all that is held may be captured",
    check: total_required,
    ..page!("capture.total_required")
};

fn total_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(capture) = c.request.capture()
        && capture.total().is_absent()
        && asks_for_anything(c, capture)
    {
        findings.at(capture.total());
    }
    HOLDS
}

/// Whether the body has a member other than the signature, if only one that counts as absent.
fn asks_for_anything(c: &Context<'_>, capture: Capture<'_>) -> bool {
    let is_total_there = !capture.object().member(const { CAPTURE.index_of("total") }).is_unseen();
    is_total_there || c.request.notes.unknown_keys || !c.request.declared.is_empty()
}

const TOTAL_MISSING: Rule = Rule {
    number: 149,
    on: Operations::of(&[Operation::Capture]),
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    message: "{member} is missing; a capture without it can only mean all that is held, so say how much",
    check: total_missing,
    ..page!("capture.total_missing")
};

fn total_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(capture) = c.request.capture()
        && capture.total().is_absent()
        && !asks_for_anything(c, capture)
    {
        findings.at(capture.total());
    }
    HOLDS
}

const TOTAL_MINIMUM: Rule = Rule {
    number: 53,
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}",
    constraints: &[Constraint::new(Objects::Capture, &["total"], Must::BeAtLeast(Decimal::CENT))],
    ..page!("capture.total_minimum")
};

const EXCEEDS_ORDER: Rule = Rule {
    number: 54,
    on: Operations::of(&[Operation::Capture]),
    fix: Fix::Limit,
    level: Deny,
    basis: Stated,
    needs: &[Fact::OrderAmount],
    undecided: &["/total"],
    message: "{member} is {actual}, but {left:at most |nothing was held: the order's amount is }{maximum}{left:, the amount \
              of the order, can be captured|}{in_cents:; is it in cents?|}",
    params: &["maximum", "actual", "left", "in_cents"],
    check: exceeds_order,
    ..page!("capture.exceeds_order")
};

fn exceeds_order(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
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
}

const TWO_STEP_ONLY: Rule = Rule {
    number: 55,
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::OrderScenario],
    message: "only a Two-Step payment can be captured, and this is {scenario}",
    params: &["scenario"],
    revision: 2,
    check: two_step_only,
    ..page!("capture.two_step_only")
};

fn two_step_only(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let scenario = c.facts.order_scenario()?;
    if scenario != Feature::TwoStep {
        findings.with(c.request.place(), [Param::Feature(scenario)]);
    }
    HOLDS
}

const ONLY_ONCE: Rule = Rule {
    number: 56,
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::OrderCaptured],
    message: "{captured} was captured already, and a payment can be captured only once",
    params: &["captured"],
    revision: 2,
    check: only_once,
    ..page!("capture.only_once")
};

fn only_once(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let captured = c.facts.order_captured()?;
    if captured > Decimal::ZERO {
        findings.with(c.request.place(), [Param::Limit(captured)]);
    }
    HOLDS
}

const HOLD_EXPIRED: Rule = Rule {
    number: 57,
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::Now, Fact::OrderPaidAt, Fact::MerchantHoldDays],
    message: "this payment was made {paid_at} and held until {held_until} at the latest; it is now \
              {now}",
    params: &["paid_at", "held_until", "now"],
    revision: 2,
    check: hold_expired,
    ..page!("capture.hold_expired")
};

fn hold_expired(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if is_hold_over(c)?
        && let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?
    {
        // If `hold_days` is missing, even the longest hold is over.
        let days = c.facts.hold_days().unwrap_or(HoldDays::MAX);
        let held_until = paid_at.plus_days(days.get());
        findings.with(c.request.place(), [paid_at, held_until, now].map(Param::Time));
    }
    HOLDS
}

const CAPTURE_REVERSED: Rule = Rule {
    number: 58,
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Inferred,
    needs: &[Fact::OrderReversed],
    message: "the payment was reversed, so nothing is left to capture",
    revision: 2,
    check: capture_reversed,
    ..page!("capture.reversed")
};

fn capture_reversed(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.order_reversed()? {
        findings.at_body(c);
    }
    HOLDS
}
