//! `refund.*` and `reversal.*`.

use super::decimal::Decimal;
use super::ledger::{Ledger, absent};
use super::request::Request;
use super::time::{Instant, a_day_apart, end_of_local_day, local_day, plus_two_years};

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    match request.operation {
        "refund" => refund(request, ledger),
        "reversal" => reversal(request, ledger),
        _ => return,
    }
    let list = request.facts.order.capabilities.as_ref();
    let avs = |list: &Vec<String>| list.iter().any(|name| name == "avs");
    ledger.ask("refund.of_avs", "order.capabilities", list, avs, "");
}

fn refund(request: &Request, ledger: &mut Ledger) {
    let (body, facts) = (&request.body, &request.facts);
    let order = &facts.order;
    // Without a body nothing is known of its members: `absent` says no.
    ledger.fire_if("refund.amount_required", body.absent("amount"), "/amount");
    let low = body.number("amount").is_some_and(|amount| amount < Decimal::MINIMUM);
    ledger.fire_if("refund.amount_minimum", low, "/amount");
    amounts(request, ledger);
    not_captured(request, ledger);
    match (facts.now, order.paid_at) {
        (Some(now), Some(paid_at)) => {
            ledger.fire_if("refund.too_old", now > plus_two_years(paid_at), "");
        }
        (now, paid_at) => {
            let needs = absent(&[("now", now.is_some()), ("order.paid_at", paid_at.is_some())]);
            ledger.open("refund.too_old", &needs);
        }
    }
    ledger.ask("refund.chargeback", "order.chargeback", order.chargeback, |came| came, "");
    ledger.ask("refund.reversed", "order.reversed", order.reversed, |reversed| reversed, "");
}

/// Whether the original payment is known to be held and not yet captured.
fn known_not_captured(request: &Request) -> bool {
    let order = &request.facts.order;
    order.scenario.as_deref() == Some("two_step") && order.captured == Some(Decimal::ZERO)
}

/// The three rules about what remains. They are unchecked whenever one of the amounts is absent,
/// even if the others would settle it. Of a payment that is not captured yet only a Partial Refund
/// is looked at, against what was authorised.
fn amounts(request: &Request, ledger: &mut Ledger) {
    let order = &request.facts.order;
    let amount = request.body.number("amount");
    let full = !request.has_body && !known_not_captured(request);
    let (needs, paid) = match order.scenario.as_deref() {
        Some("two_step") if order.captured != Some(Decimal::ZERO) => {
            (vec![("order.captured", order.captured.is_some())], order.captured)
        }
        Some(_) => (vec![("order.amount", order.amount.is_some())], order.amount),
        None => {
            let both = vec![
                ("order.scenario", false),
                ("order.amount", order.amount.is_some()),
                ("order.captured", order.captured.is_some()),
            ];
            (both, None)
        }
    };
    let (Some(paid), Some(refunded)) = (paid, order.refunded) else {
        let mut needs = absent(&needs);
        needs.extend(absent(&[("order.refunded", order.refunded.is_some())]));
        if amount.is_some() {
            ledger.open("refund.exceeds_remaining", &needs);
        }
        if full {
            ledger.open("refund.nothing_left", &needs);
            ledger.open("refund.full_after_partial", &needs);
        }
        return;
    };
    let remaining = paid.minus(refunded);
    let exceeds = amount.is_some_and(|amount| amount > remaining);
    ledger.fire_if("refund.exceeds_remaining", exceeds, "/amount");
    let left = remaining > Decimal::ZERO;
    ledger.fire_if("refund.nothing_left", full && !left, "");
    let partly = refunded > Decimal::ZERO;
    ledger.fire_if("refund.full_after_partial", full && left && partly, "");
}

fn not_captured(request: &Request, ledger: &mut Ledger) {
    let rule = "refund.not_captured";
    let order = &request.facts.order;
    // If either part is known to be false, the rule holds.
    let other_scenario = order.scenario.as_deref().is_some_and(|name| name != "two_step");
    let captured = order.captured.is_some_and(|captured| captured > Decimal::ZERO);
    if other_scenario || captured {
        return;
    }
    let needs = absent(&[
        ("order.scenario", order.scenario.is_some()),
        ("order.captured", order.captured.is_some()),
    ]);
    if needs.is_empty() { ledger.fire(rule, "") } else { ledger.open(rule, &needs) }
}

fn reversal(request: &Request, ledger: &mut Ledger) {
    let facts = &request.facts;
    let order = &facts.order;
    ledger.fire_if("reversal.body_forbidden", request.has_body, "");
    same_day(request, ledger);
    after_partial_capture(request, ledger);
    let some = |refunded| refunded > Decimal::ZERO;
    ledger.ask("reversal.after_refund", "order.refunded", order.refunded, some, "");
    let rule = "reversal.already_reversed";
    ledger.ask(rule, "order.reversed", order.reversed, |reversed| reversed, "");
}

/// Any part that is known to be false settles it, whatever is unknown of the others.
fn after_partial_capture(request: &Request, ledger: &mut Ledger) {
    let rule = "reversal.after_partial_capture";
    let order = &request.facts.order;
    let (scenario, amount, captured) = (order.scenario.as_deref(), order.amount, order.captured);
    let two_step = scenario.map(|name| name == "two_step");
    let something = captured.map(|captured| captured > Decimal::ZERO);
    let not_all = captured.zip(amount).map(|(captured, amount)| captured < amount);
    if [two_step, something, not_all].contains(&Some(false)) {
        return;
    }
    let needs = absent(&[
        ("order.scenario", scenario.is_some()),
        ("order.amount", amount.is_some()),
        ("order.captured", captured.is_some()),
    ]);
    if needs.is_empty() { ledger.fire(rule, "") } else { ledger.open(rule, &needs) }
}

fn same_day(request: &Request, ledger: &mut Ledger) {
    let rule = "reversal.same_day";
    let facts = &request.facts;
    let offset = facts.merchant.utc_offset;
    let (Some(now), Some(paid_at)) = (facts.now, facts.order.paid_at) else {
        let needs = absent(&[
            ("now", facts.now.is_some()),
            ("merchant.utc_offset", offset.is_some()),
            ("order.paid_at", facts.order.paid_at.is_some()),
        ]);
        return ledger.open(rule, &needs);
    };
    match offset {
        Some(offset) => {
            let differs = local_day(now, offset) != local_day(paid_at, offset);
            ledger.fire_if(rule, differs, "");
        }
        // No day is longer than 24 hours at any offset.
        None if a_day_apart(now, paid_at) => ledger.fire(rule, ""),
        None => ledger.open(rule, &["merchant.utc_offset"]),
    }
}

/// The last instant at which a refund, or a reversal, is in time.
pub(crate) fn last_instant(request: &Request) -> Option<Instant> {
    let facts = &request.facts;
    let paid_at = facts.order.paid_at?;
    match request.operation {
        "refund" => Some(plus_two_years(paid_at)),
        _ => Some(end_of_local_day(paid_at, facts.merchant.utc_offset?)),
    }
}
