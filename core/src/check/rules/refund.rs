//! Refund and reversal of a payment.

use super::capture::is_unpaid;
use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::base::time::UtcOffset;
use crate::model::facts::{Known, all, both, missing_of};

const REFUND: Operations = Operations::of(&[Operation::Refund]);
const REVERSAL: Operations = Operations::of(&[Operation::Reversal]);

section! {
    [
        AMOUNT_REQUIRED, AMOUNT_MINIMUM, EXCEEDS_REMAINING, REPEATED, NOTHING_LEFT, FULL_AFTER_PARTIAL,
        NOT_CAPTURED, TOO_OLD, CHARGEBACK, REFUND_REVERSED, REFUND_UNPAID, OF_AVS, BODY_FORBIDDEN, SAME_DAY,
        AFTER_PARTIAL_CAPTURE, AFTER_REFUND, ALREADY_REVERSED, REVERSAL_UNPAID,
    ],
}

/// Amounts that a refund can take from.
struct Amounts {
    refunded: Decimal,
    /// The amount paid, less the amount refunded.
    remaining: Decimal,
}

/// Whether this is a Two-Step Payment with nothing captured.
fn is_uncaptured(c: &Context<'_>) -> Known<bool> {
    let two_step = c.facts.order_scenario().map(|scenario| scenario == Feature::TwoStep);
    let nothing = c.facts.order_captured().map(|captured| captured == Decimal::ZERO);
    all([two_step, nothing])
}

/// The amounts. If nothing has been captured, the authorised amount counts as paid.
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

/// Whether more than two years have passed since the payment.
pub(crate) fn is_too_old(c: &Context<'_>) -> Known<bool> {
    let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?;
    Ok(now > paid_at.plus_two_years())
}

/// Whether today isn't the day of the payment. If the offset is missing, a gap of 24 hours or more decides.
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
    fix: Fix::AddOrRemoveBody,
    message: "{member} is missing; a Partial Refund {deny:needs|should have} it, and a Full Refund is sent \
              without a body",
    constraints: &[Objects::Refund.must(&["amount"], Must::BePresent)],
    ..rule!(59, "refund.amount_required", Deny, Stated, REFUND)
};

const AMOUNT_MINIMUM: Rule = Rule {
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}; a Full Refund is sent without a body",
    constraints: &[Objects::Refund.must(&["amount"], Must::BeAtLeast(Decimal::CENT))],
    ..rule!(60, "refund.amount_minimum", Deny, Stated, REFUND)
};

const EXCEEDS_REMAINING: Rule = Rule {
    fix: Fix::Limit,
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured, Fact::OrderRefunded],
    unchecked_members: &["/amount"],
    message: "{member} is {actual}, but {left:at most |nothing is left: paid less refunded is }{maximum}{left: is left to \
              refund|}{in_cents:; is it in cents?|}",
    params: &["maximum", "actual", "left", "in_cents"],
    check: |c, findings| {
        let Some(refund) = c.request.refund() else { return HOLDS };
        if let Some(amount) = refund.amount().valid()
            && let Amounts { remaining, .. } = amounts(c)?
            && amount > remaining
        {
            let in_cents = c.facts.order_amount().is_ok_and(|paid| amount.is_hundred_times(paid));
            let left = Param::Is(remaining > Decimal::ZERO);
            let params =
                [Param::Limit(remaining), Param::Decimal(amount), left, Param::Is(in_cents)];
            findings.with(refund.amount(), params);
        }
        HOLDS
    },
    ..rule!(61, "refund.exceeds_remaining", Deny, Inferred, REFUND)
};

const REPEATED: Rule = Rule {
    needs: &[Fact::OrderLastRefund],
    message: "{member} is {amount}, as much as the refund before it; make sure that this isn't the same refund again",
    params: &["amount"],
    check: |c, findings| {
        let Some(refund) = c.request.refund() else { return HOLDS };
        if let Some(last) = c.facts.order.and_then(|order| order.last_refund)
            && refund.amount().valid() == Some(last)
        {
            findings.with(refund.amount(), [Param::Limit(last)]);
        }
        HOLDS
    },
    ..rule!(140, "refund.repeated", Warn, Inferred, REFUND)
};

const NOTHING_LEFT: Rule = Rule {
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured, Fact::OrderRefunded],
    message: "{refunded} was refunded already, so nothing is left to refund",
    params: &["refunded"],
    check: |c, findings| {
        if c.is(Feature::FullRefund)
            && let Amounts { refunded, remaining } = amounts(c)?
            && remaining <= Decimal::ZERO
        {
            findings.with(c, [Param::Limit(refunded)]);
        }
        HOLDS
    },
    ..rule!(62, "refund.nothing_left", Deny, Inferred, REFUND)
};

const FULL_AFTER_PARTIAL: Rule = Rule {
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured, Fact::OrderRefunded],
    message: "{refunded} was refunded already; {refundable:to be clear, send a Partial Refund of the rest, |the rest is less \
              than a refund can be, }{remaining}",
    params: &["refunded", "remaining", "refundable"],
    check: |c, findings| {
        // `refund.not_captured` reports a payment that isn't captured yet.
        if c.is(Feature::FullRefund)
            && is_uncaptured(c) != Ok(true)
            && let Amounts { refunded, remaining } = amounts(c)?
            && refunded > Decimal::ZERO
            && remaining > Decimal::ZERO
        {
            let is_refundable = Param::Is(remaining >= Decimal::CENT);
            let [refunded, remaining] = [refunded, remaining].map(Param::Limit);
            findings.with(c, [refunded, remaining, is_refundable]);
        }
        HOLDS
    },
    ..rule!(63, "refund.full_after_partial", Warn, Inferred, REFUND)
};

const NOT_CAPTURED: Rule = Rule {
    needs: &[Fact::OrderScenario, Fact::OrderCaptured],
    message: "nothing of this Two-Step payment was captured yet; {too_late_to_reverse:let the \
              hold expire, because a payment can be reversed only on its own day|reverse it on \
              the day of the payment, or let the hold expire}",
    params: &["too_late_to_reverse"],
    check: |c, findings| {
        if is_uncaptured(c)? {
            let too_late = is_another_day(c).map_or(Param::Nothing, Param::Is);
            findings.with(c, [too_late]);
        }
        HOLDS
    },
    ..rule!(64, "refund.not_captured", Warn, Inferred, REFUND)
};

const TOO_OLD: Rule = Rule {
    needs: &[Fact::Now, Fact::OrderPaidAt],
    message: "refunds are possible for two years; this payment was made {paid_at}, and it is now \
              {now}",
    params: &["paid_at", "refundable_until", "now"],
    check: |c, findings| {
        if is_too_old(c)?
            && let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?
        {
            let refundable_until = paid_at.plus_two_years();
            findings.with(c, [paid_at, refundable_until, now].map(Param::Time));
        }
        HOLDS
    },
    ..rule!(65, "refund.too_old", Deny, Stated, REFUND)
};

const CHARGEBACK: Rule = Rule {
    needs: &[Fact::OrderChargeback],
    message: "the payment has a chargeback, so the acquirer may decline the refund and refer to \
              the RDR value",
    check: |c, findings| findings.at_if(c, c.facts.order_chargeback()?),
    ..rule!(66, "refund.chargeback", Warn, Stated, REFUND)
};

const REFUND_REVERSED: Rule = Rule {
    needs: &[Fact::OrderReversed],
    message: "the payment was reversed, so nothing is left to refund",
    check: |c, findings| findings.at_if(c, c.facts.order_reversed()?),
    ..rule!(67, "refund.reversed", Deny, Inferred, REFUND)
};

const REFUND_UNPAID: Rule = Rule {
    needs: &[Fact::OrderPaid],
    message: "nobody has paid the order yet, or the card was declined, so there is nothing to refund",
    check: |c, findings| findings.at_if(c, is_unpaid(c)),
    ..rule!(152, "refund.unpaid", Deny, Inferred, REFUND)
};

const OF_AVS: Rule = Rule {
    needs: &[Fact::OrderCapabilities],
    message: "the payment had AVS, which the gateway's compatibility table doesn't list with \
              refunds and reversals; it will probably go through",
    check: |c, findings| findings.at_if(c, c.facts.order_capabilities()?.contains(Feature::Avs)),
    ..rule!(68, "refund.of_avs", Warn, Stated, REFUND.union(REVERSAL))
};

const BODY_FORBIDDEN: Rule = Rule {
    fix: Fix::RemoveBody,
    message: "a reversal is sent without a body, because it is always for the full amount",
    check: |c, findings| findings.at_if(c, c.request.has_body()),
    ..rule!(69, "reversal.body_forbidden", Deny, Stated, REVERSAL)
};

const SAME_DAY: Rule = Rule {
    needs: &[Fact::Now, Fact::OrderPaidAt, Fact::MerchantUtcOffset],
    message: "a payment can be reversed only on its own day; this one was made {paid_on}, and it \
              is now {today}{captured:, so refund it instead|}",
    params: &["paid_on", "today", "captured"],
    check: |c, findings| {
        if is_another_day(c)?
            && let (now, paid_at) = both(c.facts.now(), c.facts.paid_at())?
        {
            // If the offset is missing, 24 hours or more lie between the two, so their days differ in UTC as well.
            let offset = c.facts.utc_offset().unwrap_or(UtcOffset::UTC);
            let [paid_on, today] = [paid_at, now].map(|at| Param::day(at.local_date(offset)));
            let captured = is_uncaptured(c).map_or(Param::Nothing, |not_yet| Param::Is(!not_yet));
            findings.with(c, [paid_on, today, captured]);
        }
        HOLDS
    },
    ..rule!(70, "reversal.same_day", Deny, Stated, REVERSAL)
};

const AFTER_PARTIAL_CAPTURE: Rule = Rule {
    needs: &[Fact::OrderScenario, Fact::OrderAmount, Fact::OrderCaptured],
    message: "only {captured} of {amount} was captured, and a reversal is always for the full amount; refund what was captured instead",
    params: &["captured", "amount"],
    check: |c, findings| {
        let (captured, amount) = (c.facts.order_captured(), c.facts.order_amount());
        let is_partly_captured = all([
            c.facts.order_scenario().map(|scenario| scenario == Feature::TwoStep),
            captured.map(|captured| captured > Decimal::ZERO),
            // No capture is over 0 and below 0, so one that isn't known doesn't matter.
            amount.map(|amount| amount > Decimal::ZERO),
            both(captured, amount).map(|(captured, amount)| captured < amount),
        ]);
        if is_partly_captured? {
            findings.with(c, [captured?, amount?].map(Param::Limit));
        }
        HOLDS
    },
    ..rule!(129, "reversal.after_partial_capture", Warn, Inferred, REVERSAL)
};

const AFTER_REFUND: Rule = Rule {
    needs: &[Fact::OrderRefunded],
    message: "{refunded} was refunded already, and a reversal is always for the full amount; refund the rest instead",
    params: &["refunded"],
    check: |c, findings| {
        let refunded = c.facts.order_refunded()?;
        if refunded > Decimal::ZERO {
            findings.with(c, [Param::Limit(refunded)]);
        }
        HOLDS
    },
    ..rule!(71, "reversal.after_refund", Deny, Inferred, REVERSAL)
};

const ALREADY_REVERSED: Rule = Rule {
    needs: &[Fact::OrderReversed],
    message: "the payment was reversed already",
    check: |c, findings| findings.at_if(c, c.facts.order_reversed()?),
    ..rule!(72, "reversal.already_reversed", Deny, Inferred, REVERSAL)
};

const REVERSAL_UNPAID: Rule = Rule {
    needs: &[Fact::OrderPaid],
    message: "nobody has paid the order yet, or the card was declined, so there is nothing to reverse",
    check: |c, findings| findings.at_if(c, is_unpaid(c)),
    ..rule!(153, "reversal.unpaid", Deny, Inferred, REVERSAL)
};
