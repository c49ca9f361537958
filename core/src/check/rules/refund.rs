//! Refund and reversal of a payment.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::base::time::UtcOffset;
use crate::model::facts::{Known, all, both, missing_of};

section! {
    [
        AMOUNT_REQUIRED,
        AMOUNT_MINIMUM,
        EXCEEDS_REMAINING,
        NOTHING_LEFT,
        FULL_AFTER_PARTIAL,
        NOT_CAPTURED,
        TOO_OLD,
        CHARGEBACK,
        REFUND_REVERSED,
        OF_AVS,
        BODY_FORBIDDEN,
        SAME_DAY,
        AFTER_PARTIAL_CAPTURE,
        AFTER_REFUND,
        ALREADY_REVERSED,
    ],
}

/// What a refund can take from.
struct Amounts {
    refunded: Decimal,
    /// What was paid, less what was refunded.
    remaining: Decimal,
}

/// Whether the payment is a Two-Step one of which nothing was captured yet.
fn is_uncaptured(c: &Context<'_>) -> Known<bool> {
    let two_step = c.facts.order_scenario().map(|scenario| scenario == Feature::TwoStep);
    let nothing = c.facts.order_captured().map(|captured| captured == Decimal::ZERO);
    all([two_step, nothing])
}

/// The amounts. Of a payment that isn't captured yet, what was authorised counts as paid.
fn amounts(c: &Context<'_>) -> Known<Amounts> {
    let facts = c.facts;
    let (scenario, captured) = (facts.order_scenario(), facts.order_captured());
    let paid = match (scenario, captured) {
        (Ok(Feature::TwoStep), captured) if captured != Ok(Decimal::ZERO) => captured,
        (Ok(_), _) => facts.order_amount(),
        (Err(missing), captured) => {
            Err(missing_of(Some(missing), facts.order_amount().err(), captured.err()))
        }
    };
    let (paid, refunded) = both(paid, facts.order_refunded())?;
    Ok(Amounts { refunded, remaining: paid.less(refunded) })
}

/// The amounts of a Full Refund; `None` for a Partial Refund, and if nothing was captured yet, of which
/// `refund.not_captured` speaks.
fn full_refund(c: &Context<'_>) -> Known<Option<Amounts>> {
    if !c.is(Feature::FullRefund) || is_uncaptured(c) == Ok(true) {
        return Ok(None);
    }
    amounts(c).map(Some)
}

/// Whether more than two years have passed since the payment.
pub(crate) fn is_too_old(c: &Context<'_>) -> Known<bool> {
    let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?;
    Ok(now > paid_at.plus_two_years())
}

/// Whether today isn't the day of the payment. If the offset is missing, 24 hours or more in between settle it.
pub(crate) fn is_another_day(c: &Context<'_>) -> Known<bool> {
    let (now, paid_at, offset) = (c.facts.now(), c.facts.paid_at(), c.facts.utc_offset());
    if let (Ok(now), Ok(paid_at)) = (now, paid_at) {
        if offset.is_err() && now.is_a_day_or_more_from(paid_at) {
            return Ok(true);
        }
        let offset = offset?;
        return Ok(now.local_day(offset) != paid_at.local_day(offset));
    }
    Err(missing_of(now.err(), paid_at.err(), offset.err()))
}

const AMOUNT_REQUIRED: Rule = Rule {
    number: 59,
    name: "refund.amount_required",
    on: Operations::of(&[Operation::Refund]),
    fix: Fix::AddOrRemoveBody,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; a Partial Refund {deny:needs|should have} it, and a Full Refund is sent \
              without a body",
    docs: Docs::new(
        "a refund with a body says how much is refunded",
        "a Full Refund is sent without a body; an empty object or a null amount is a Partial \
         Refund that lost its amount, and must not be taken for a refund of everything",
        Example::new("refund", "{}")
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00"}}"#),
        Example::new("refund", r#"{"amount":25}"#)
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00"}}"#),
    ),
    check: amount_required,
    ..Rule::DEFAULT
};

fn amount_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(refund) = c.request.refund() {
        require(findings, refund.amount());
    }
    HOLDS
}

const AMOUNT_MINIMUM: Rule = Rule {
    number: 60,
    name: "refund.amount_minimum",
    on: Operations::of(&[Operation::Refund]),
    level: Deny,
    basis: Stated,
    source: Some("§2, §8"),
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}",
    params: &["minimum", "actual"],
    constants: &[Param::Limit(Decimal::CENT)],
    docs: Docs::new(
        "a Partial Refund is at least 0.01",
        "the gateway refuses a refund under 0.01, and a negative one would ask for money \
         instead of returning it",
        Example::new("refund", r#"{"amount":-25}"#)
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00"}}"#),
        Example::new("refund", r#"{"amount":25}"#)
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00"}}"#),
    ),
    check: amount_minimum,
    ..Rule::DEFAULT
};

fn amount_minimum(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(refund) = c.request.refund() {
        at_least_a_cent(findings, refund.amount());
    }
    HOLDS
}

const EXCEEDS_REMAINING: Rule = Rule {
    number: 61,
    name: "refund.exceeds_remaining",
    on: Operations::of(&[Operation::Refund]),
    fix: Fix::Limit,
    level: Deny,
    basis: Inferred,
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured, Fact::OrderRefunded],
    undecided: &["/amount"],
    message: "{member} {deny:must|should} be at most {maximum}, the rest of the payment, not {actual}",
    params: &["maximum", "actual"],
    docs: Docs::new(
        "a Partial Refund takes no more than remains of the payment",
        "you can't give back more than was taken, though the document sets no such limit in so \
         many words; what was taken is what was captured of a Two-Step payment, else the order's \
         amount, less earlier refunds",
        Example::new("refund", r#"{"amount":60}"#)
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00","refunded":"50.00"}}"#),
        Example::new("refund", r#"{"amount":50}"#)
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00","refunded":"50.00"}}"#),
    ),
    check: exceeds_remaining,
    ..Rule::DEFAULT
};

fn exceeds_remaining(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(refund) = c.request.refund() else { return HOLDS };
    if let Some(amount) = refund.amount().valid()
        && let Amounts { remaining, .. } = amounts(c)?
        && amount > remaining
    {
        let params = [Param::Limit(remaining), Param::Decimal(amount)];
        findings.with(refund.amount(), params);
    }
    HOLDS
}

const NOTHING_LEFT: Rule = Rule {
    number: 62,
    name: "refund.nothing_left",
    on: Operations::of(&[Operation::Refund]),
    level: Deny,
    basis: Inferred,
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured, Fact::OrderRefunded],
    message: "{refunded} was refunded already, so nothing is left to refund",
    params: &["refunded"],
    docs: Docs::new(
        "a Full Refund finds something left to refund",
        "once everything was refunded there is nothing more to return; most often this is a retry \
         of a refund that went through",
        Example::new("refund", "")
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00","refunded":"100.00"}}"#),
        Example::new("refund", "")
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00","refunded":"0"}}"#),
    ),
    check: nothing_left,
    ..Rule::DEFAULT
};

fn nothing_left(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(amounts) = full_refund(c)?
        && amounts.remaining <= Decimal::ZERO
    {
        findings.with(c.request.place(), [Param::Limit(amounts.refunded)]);
    }
    HOLDS
}

const FULL_AFTER_PARTIAL: Rule = Rule {
    number: 63,
    name: "refund.full_after_partial",
    on: Operations::of(&[Operation::Refund]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured, Fact::OrderRefunded],
    message: "{refunded} was refunded already; to be clear, send a Partial Refund of the rest, \
              {remaining}",
    params: &["refunded", "remaining"],
    docs: Docs::new(
        "a Full Refund is the first refund of its payment",
        "the document doesn't say whether a Full Refund after a partial one returns the rest or is \
         refused; a Partial Refund of the rest leaves no doubt",
        Example::new("refund", "")
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00","refunded":"40.00"}}"#),
        Example::new("refund", "")
            .facts(r#"{"order":{"scenario":"one_step","amount":"100.00","refunded":"0"}}"#),
    ),
    check: full_after_partial,
    ..Rule::DEFAULT
};

fn full_after_partial(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(amounts) = full_refund(c)?
        && amounts.refunded > Decimal::ZERO
        && amounts.remaining > Decimal::ZERO
    {
        findings.with(c.request.place(), [amounts.refunded, amounts.remaining].map(Param::Limit));
    }
    HOLDS
}

const NOT_CAPTURED: Rule = Rule {
    number: 64,
    name: "refund.not_captured",
    on: Operations::of(&[Operation::Refund]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::OrderScenario, Fact::OrderCaptured],
    message: "nothing of this Two-Step payment was captured yet; {too_late_to_reverse:let the \
              hold expire, because a payment can be reversed only on its own day|reverse it on \
              the day of the payment, or let the hold expire}",
    params: &["too_late_to_reverse"],
    docs: Docs::new(
        "a Two-Step payment is refunded only once something was captured",
        "until the capture the money is held, not taken; the table of §1 lists refunds with \
         Two-Step payments and does not say before or after, so this warns, and the rules \
         about amounts stay silent",
        Example::new("refund", "").facts(concat!(
            r#"{"now":"2026-11-20T10:15:00Z","order":{"scenario":"two_step","amount":"100.00","#,
            r#""captured":"0","refunded":"0","paid_at":"2026-11-18T09:00:00Z"}}"#
        )),
        Example::new("refund", "").facts(concat!(
            r#"{"order":{"scenario":"two_step","amount":"100.00","captured":"80.00","#,
            r#""refunded":"0"}}"#
        )),
    ),
    check: not_captured,
    ..Rule::DEFAULT
};

fn not_captured(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if is_uncaptured(c)? {
        let too_late = is_another_day(c).map_or(Param::Nothing, Param::Is);
        findings.with(c.request.place(), [too_late]);
    }
    HOLDS
}

const TOO_OLD: Rule = Rule {
    number: 65,
    name: "refund.too_old",
    on: Operations::of(&[Operation::Refund]),
    level: Deny,
    basis: Stated,
    source: Some("§4, §8"),
    needs: &[Fact::Now, Fact::OrderPaidAt],
    message: "refunds are possible for two years; this payment was made {paid_at}, and it is now \
              {now}",
    params: &["paid_at", "refundable_until", "now"],
    docs: Docs::new(
        "a refunded payment isn't older than two years",
        "the gateway refuses older ones; two years are 24 calendar months in UTC, 29 February \
         becomes 28, and a refund at the exact instant is still in time",
        Example::new("refund", "")
            .facts(r#"{"now":"2026-11-20T10:15:01Z","order":{"paid_at":"2024-11-20T10:15:00Z"}}"#),
        Example::new("refund", "")
            .facts(r#"{"now":"2026-11-20T10:15:00Z","order":{"paid_at":"2024-11-20T10:15:00Z"}}"#),
    ),
    check: too_old,
    ..Rule::DEFAULT
};

fn too_old(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if is_too_old(c)?
        && let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?
    {
        let refundable_until = paid_at.plus_two_years();
        findings.with(c.request.place(), [paid_at, refundable_until, now].map(Param::Time));
    }
    HOLDS
}

const CHARGEBACK: Rule = Rule {
    number: 66,
    name: "refund.chargeback",
    on: Operations::of(&[Operation::Refund]),
    level: Warn,
    basis: Stated,
    source: Some("§7"),
    needs: &[Fact::OrderChargeback],
    message: "the payment has a chargeback, so the acquirer may decline the refund and refer to \
              the RDR value",
    docs: Docs::new(
        "no chargeback was received for a payment to be refunded",
        "some acquirers decline such a refund and refer to the RDR value (§7): the money may \
         already have gone back, and a refund would return it twice",
        Example::new("refund", "").facts(r#"{"order":{"chargeback":true}}"#),
        Example::new("refund", "").facts(r#"{"order":{"chargeback":false}}"#),
    ),
    check: chargeback,
    ..Rule::DEFAULT
};

fn chargeback(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.order_chargeback()? {
        findings.at_body(c);
    }
    HOLDS
}

const REFUND_REVERSED: Rule = Rule {
    number: 67,
    name: "refund.reversed",
    on: Operations::of(&[Operation::Refund]),
    level: Deny,
    basis: Inferred,
    needs: &[Fact::OrderReversed],
    message: "the payment was reversed, so nothing is left to refund",
    docs: Docs::new(
        "a payment that was reversed isn't refunded",
        "a reversal is always for the full amount, so nothing is left to refund",
        Example::new("refund", r#"{"amount":25}"#).facts(r#"{"order":{"reversed":true}}"#),
        Example::new("refund", r#"{"amount":25}"#).facts(r#"{"order":{"reversed":false}}"#),
    ),
    check: refund_reversed,
    ..Rule::DEFAULT
};

fn refund_reversed(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.order_reversed()? {
        findings.at_body(c);
    }
    HOLDS
}

const OF_AVS: Rule = Rule {
    number: 68,
    name: "refund.of_avs",
    on: Operations::of(&[Operation::Refund, Operation::Reversal]),
    level: Warn,
    basis: Stated,
    source: Some("§1"),
    needs: &[Fact::OrderCapabilities],
    message: "the payment had AVS, which the gateway's compatibility table doesn't list with \
              refunds and reversals; it will probably go through",
    docs: Docs::new(
        "the refunded or reversed payment had no AVS",
        "neither the refund rows nor the AVS row of §1 lists the other, which read literally \
         forbids it; but AVS acts when the payment is authorised and has no effect later, so this \
         is a warning",
        Example::new("refund", r#"{"amount":25}"#)
            .facts(r#"{"order":{"scenario":"one_step","capabilities":["avs"]}}"#),
        Example::new("refund", r#"{"amount":25}"#)
            .facts(r#"{"order":{"scenario":"one_step","capabilities":["taxes"]}}"#),
    ),
    check: of_avs,
    ..Rule::DEFAULT
};

fn of_avs(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.order_capabilities()?.contains(Feature::Avs) {
        findings.at_body(c);
    }
    HOLDS
}

const BODY_FORBIDDEN: Rule = Rule {
    number: 69,
    name: "reversal.body_forbidden",
    on: Operations::of(&[Operation::Reversal]),
    fix: Fix::RemoveBody,
    level: Deny,
    basis: Stated,
    source: Some("§4"),
    message: "a reversal is sent without a body, because it is always for the full amount",
    docs: Docs::new(
        "a reversal sends no body",
        "the endpoint takes no body: whoever sends an amount expects a partial reversal, and a \
         reversal is always for the full amount",
        Example::new("reversal", r#"{"amount":25}"#),
        Example::new("reversal", ""),
    ),
    check: body_forbidden,
    ..Rule::DEFAULT
};

fn body_forbidden(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.request.has_body() {
        findings.at_body(c);
    }
    HOLDS
}

const SAME_DAY: Rule = Rule {
    number: 70,
    name: "reversal.same_day",
    on: Operations::of(&[Operation::Reversal]),
    level: Deny,
    basis: Stated,
    source: Some("§4, §8"),
    needs: &[Fact::Now, Fact::OrderPaidAt, Fact::MerchantUtcOffset],
    message: "a payment can be reversed only on its own day; this one was made {paid_on}, and it \
              is now {today}{captured:, so refund it instead|}",
    params: &["paid_on", "today", "captured"],
    docs: Docs::new(
        "a payment is reversed on the day on which it was made",
        "after the processing day the sums are settled and only a refund can return them; the \
         document doesn't say whose day, so it is the merchant's, at the offset that you pass as a \
         fact",
        Example::new("reversal", "").facts(concat!(
            r#"{"now":"2026-11-20T00:15:00+02:00","merchant":{"utc_offset":"+02:00"},"#,
            r#""order":{"scenario":"one_step","paid_at":"2026-11-19T23:30:00+02:00"}}"#
        )),
        Example::new("reversal", "").facts(concat!(
            r#"{"now":"2026-11-19T23:45:00+02:00","merchant":{"utc_offset":"+02:00"},"#,
            r#""order":{"paid_at":"2026-11-19T23:30:00+02:00"}}"#
        )),
    ),
    check: same_day,
    ..Rule::DEFAULT
};

fn same_day(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if is_another_day(c)?
        && let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?
    {
        // If the offset is missing, 24 hours or more lie between the two, so their days differ in UTC as well.
        let offset = c.facts.utc_offset().unwrap_or(UtcOffset::UTC);
        let [paid_on, today] = [paid_at, now].map(|at| Param::day(at.local_date(offset)));
        let captured = is_uncaptured(c).map_or(Param::Nothing, |not_yet| Param::Is(!not_yet));
        findings.with(c.request.place(), [paid_on, today, captured]);
    }
    HOLDS
}

const AFTER_PARTIAL_CAPTURE: Rule = Rule {
    number: 129,
    name: "reversal.after_partial_capture",
    on: Operations::of(&[Operation::Reversal]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured],
    message: "only {captured} of {amount} was captured, and a reversal is always for the full amount; refund what was captured instead",
    params: &["captured", "amount"],
    docs: Docs::new(
        "a payment of which only a part was captured isn't reversed",
        "a reversal is always for the full amount, and the document doesn't say whether that is \
         what was held or what was captured; a refund of what was captured leaves no doubt",
        Example::new("reversal", "")
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00","captured":"80.00"}}"#),
        Example::new("reversal", "")
            .facts(r#"{"order":{"scenario":"two_step","amount":"100.00","captured":"100.00"}}"#),
    ),
    check: after_partial_capture,
    ..Rule::DEFAULT
};

fn after_partial_capture(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let (captured, amount) = (c.facts.order_captured(), c.facts.order_amount());
    let is_partly_captured = all([
        c.facts.order_scenario().map(|scenario| scenario == Feature::TwoStep),
        captured.map(|captured| captured > Decimal::ZERO),
        both(captured, amount).map(|(captured, amount)| captured < amount),
    ]);
    if is_partly_captured? {
        findings.with(c.request.place(), [captured?, amount?].map(Param::Limit));
    }
    HOLDS
}

const AFTER_REFUND: Rule = Rule {
    number: 71,
    name: "reversal.after_refund",
    on: Operations::of(&[Operation::Reversal]),
    level: Deny,
    basis: Inferred,
    needs: &[Fact::OrderRefunded],
    message: "{refunded} was refunded already, and a reversal is always for the full amount; refund the rest instead",
    params: &["refunded"],
    docs: Docs::new(
        "a payment that was partly refunded isn't reversed",
        "a reversal is always for the full amount, which is no longer there: refund the rest \
         instead",
        Example::new("reversal", "").facts(r#"{"order":{"refunded":"40.00"}}"#),
        Example::new("reversal", "").facts(r#"{"order":{"refunded":"0"}}"#),
    ),
    check: after_refund,
    ..Rule::DEFAULT
};

fn after_refund(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let refunded = c.facts.order_refunded()?;
    if refunded > Decimal::ZERO {
        findings.with(c.request.place(), [Param::Limit(refunded)]);
    }
    HOLDS
}

const ALREADY_REVERSED: Rule = Rule {
    number: 72,
    name: "reversal.already_reversed",
    on: Operations::of(&[Operation::Reversal]),
    level: Deny,
    basis: Inferred,
    needs: &[Fact::OrderReversed],
    message: "the payment was reversed already",
    docs: Docs::new(
        "a payment is reversed once",
        "the first reversal returned the full amount; a second one is most often a retry after a \
         lost response",
        Example::new("reversal", "").facts(r#"{"order":{"reversed":true}}"#),
        Example::new("reversal", "").facts(r#"{"order":{"reversed":false}}"#),
    ),
    check: already_reversed,
    ..Rule::DEFAULT
};

fn already_reversed(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if c.facts.order_reversed()? {
        findings.at_body(c);
    }
    HOLDS
}
