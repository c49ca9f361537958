//! Capture of a Two-Step payment.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::base::time::Timestamp;
use crate::model::facts::{HoldDays, Known, both, missing_of};

section! {
    [
        TOTAL_REQUIRED,
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
    revision: 2,
    name: "capture.total_required",
    on: Operations::of(&[Operation::Capture]),
    fix: Fix::Add,
    level: Deny,
    basis: Inferred,
    source: Some("§2, §4"),
    message: "{member} is missing; every capture {deny:needs|should have} it",
    docs: Docs::new(
        "a capture says how much is captured",
        "no capture is shown without a total (§2, §4), and nothing says what one would mean; send the \
         whole amount if that is what you want to capture",
        Example::new("capture", "{}")
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00"}}"#),
        Example::new("capture", r#"{"total":100}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00"}}"#),
    ),
    check: total_required,
    ..Rule::DEFAULT
};

fn total_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(capture) = c.request.capture() {
        require(findings, capture.total());
    }
    HOLDS
}

const TOTAL_MINIMUM: Rule = Rule {
    number: 53,
    name: "capture.total_minimum",
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    source: Some("§2, §8"),
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}",
    params: &["minimum", "actual"],
    constants: &[Param::Limit(Decimal::CENT)],
    docs: Docs::new(
        "the captured total is at least 0.01",
        "the gateway refuses a capture under 0.01; to release a hold, reverse the payment or let \
         it expire",
        Example::new("capture", r#"{"total":0}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00"}}"#),
        Example::new("capture", r#"{"total":0.01}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00"}}"#),
    ),
    check: total_minimum,
    ..Rule::DEFAULT
};

fn total_minimum(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(capture) = c.request.capture() {
        at_least_a_cent(findings, capture.total());
    }
    HOLDS
}

const EXCEEDS_ORDER: Rule = Rule {
    number: 54,
    name: "capture.exceeds_order",
    on: Operations::of(&[Operation::Capture]),
    fix: Fix::Limit,
    level: Deny,
    basis: Stated,
    source: Some("§2, §8"),
    needs: &[Fact::OrderAmount],
    undecided: &["/total"],
    message: "{member} {deny:must|should} be at most {maximum}, the amount of the order, not {actual}",
    params: &["maximum", "actual"],
    docs: Docs::new(
        "the captured total is at most the order's amount",
        "only what was held can be captured: the gateway refuses more than the amount of the \
         Two-Step order",
        Example::new("capture", r#"{"total":100.01}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00"}}"#),
        Example::new("capture", r#"{"total":100}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00"}}"#),
    ),
    check: exceeds_order,
    ..Rule::DEFAULT
};

fn exceeds_order(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(capture) = c.request.capture() else { return HOLDS };
    if let Some(total) = capture.total().valid() {
        let amount = c.facts.order_amount()?;
        if total > amount {
            findings.with(capture.total(), [Param::Limit(amount), Param::Decimal(total)]);
        }
    }
    HOLDS
}

const TWO_STEP_ONLY: Rule = Rule {
    number: 55,
    name: "capture.two_step_only",
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    source: Some("§4"),
    needs: &[Fact::OrderScenario],
    message: "only a Two-Step payment can be captured, and this is {scenario}",
    params: &["scenario"],
    docs: Docs::new(
        "only a Two-Step payment is captured",
        "a One-Step payment was charged at once and a Zero-Amount order moved nothing, so neither \
         has anything left to capture",
        Example::new("capture", r#"{"total":100}"#)
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00"}}"#),
        Example::new("capture", r#"{"total":100}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00"}}"#),
    ),
    revision: 2,
    check: two_step_only,
    ..Rule::DEFAULT
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
    name: "capture.only_once",
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    source: Some("§4, §8"),
    needs: &[Fact::OrderCaptured],
    message: "{captured} was captured already, and a payment can be captured only once",
    params: &["captured"],
    docs: Docs::new(
        "a payment is captured once",
        "a payment can be captured once, and the remainder then returns to the payer (§4): a \
         second capture would find nothing held",
        Example::new("capture", r#"{"total":20}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00","captured":"80.00"}}"#),
        Example::new("capture", r#"{"total":100}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00","captured":"0"}}"#),
    ),
    revision: 2,
    check: only_once,
    ..Rule::DEFAULT
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
    name: "capture.hold_expired",
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Stated,
    source: Some("§8"),
    needs: &[Fact::Now, Fact::OrderPaidAt, Fact::MerchantHoldDays],
    message: "this payment was made {paid_at} and held until {held_until} at the latest; it is now \
              {now}",
    params: &["paid_at", "held_until", "now"],
    docs: Docs::new(
        "a capture comes while the money is still held",
        "money is held for 6 to 28 days depending on the processing, and then goes back to the \
         payer; a day counts as 24 hours here, and if hold_days isn't known, up to 6 days are in \
         time and more than 28 aren't",
        Example::new("capture", r#"{"total":100}"#).facts(concat!(
            r#"{"now":"2026-11-20T10:15:00Z","merchant":{"hold_days":7},"#,
            r#""order":{"paid_at":"2026-11-12T09:00:00Z"}}"#
        )),
        Example::new("capture", r#"{"total":100}"#).facts(concat!(
            r#"{"now":"2026-11-19T09:00:00Z","merchant":{"hold_days":7},"#,
            r#""order":{"paid_at":"2026-11-12T09:00:00Z"}}"#
        )),
    ),
    revision: 2,
    check: hold_expired,
    ..Rule::DEFAULT
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
    name: "capture.reversed",
    on: Operations::of(&[Operation::Capture]),
    level: Deny,
    basis: Inferred,
    needs: &[Fact::OrderReversed],
    message: "the payment was reversed, so nothing is left to capture",
    docs: Docs::new(
        "a payment that was reversed isn't captured",
        "a reversal releases the full amount, so nothing is left on hold; the document doesn't say \
         it in so many words, but there is nothing else that a capture could mean",
        Example::new("capture", r#"{"total":100}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00","reversed":true}}"#),
        Example::new("capture", r#"{"total":100}"#)
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00","reversed":false}}"#),
    ),
    revision: 2,
    check: capture_reversed,
    ..Rule::DEFAULT
};

fn capture_reversed(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.order_reversed()? {
        findings.at_body(c);
    }
    HOLDS
}
