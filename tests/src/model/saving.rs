//! `saving.*`: saving a payment method, and the 3DS that it can call for.

use super::features::capabilities;
use super::ledger::{Ledger, absent};
use super::request::Request;

const IN_THE_EU: &[&str] = &[
    "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV",
    "LT", "LU", "MT", "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE",
    // Its territories that have codes of their own.
    "AX", "GF", "GP", "MF", "MQ", "RE", "YT",
];

/// The countries of Europe that aren't in the EU.
const IN_EUROPE_BESIDES: &[&str] = &[
    "AL", "AD", "BY", "BA", "FO", "GI", "GG", "VA", "IS", "IM", "JE", "LI", "MD", "MC", "ME", "MK",
    "NO", "RU", "SM", "RS", "SJ", "CH", "UA", "GB", "XK",
];

fn in_the_eu(country: &str) -> bool {
    IN_THE_EU.contains(&country)
}

fn in_europe(country: &str) -> bool {
    in_the_eu(country) || IN_EUROPE_BESIDES.contains(&country)
}

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    three_ds_rule(request, ledger);
    if request.operation != "order" {
        return;
    }
    let body = &request.body;
    let use_ = body.text("setup_future_use");
    let unset = body.absent("setup_future_use");
    let listed = ["one-click", "automatic", "recurring"];
    ledger.fire_if(
        "saving.setup_future_use_value",
        use_.is_some_and(|text| !listed.contains(&text)),
        "/setup_future_use",
    );
    ledger.fire_if(
        "saving.recurring_number_misplaced",
        body.valid("recurring_number")
            && (unset || matches!(use_, Some("one-click" | "automatic"))),
        "/recurring_number",
    );
    if use_ == Some("recurring") && body.absent("recurring_number") {
        ledger.ask(
            "saving.recurring_number_required",
            "acquirer.requires_recurring_number",
            request.facts.requires_recurring_number,
            |required| required,
            "/recurring_number",
        );
    }
    if !saving(request) {
        return;
    }
    if body.object("client").absent("original_client") {
        ledger.ask(
            "saving.original_client_required",
            "saving_side",
            request.facts.saving_side.as_deref(),
            |side| side == "service",
            "/client/original_client",
        );
    }
    let travel = body.valid("travel_data");
    ledger.fire_if("saving.travel_mode", travel && use_ == Some("recurring"), "/setup_future_use");
    ledger.fire_if("saving.travel_mode_missing", travel && unset, "/setup_future_use");
}

/// Whether `payment_method_saving` is active in an order.
fn saving(request: &Request) -> bool {
    request.operation == "order"
        && capabilities(request).iter().any(|active| active.name == "payment_method_saving")
}

/// Whether 3DS is due: known to be, known not to be, or dependent on the facts listed.
enum Due {
    Yes,
    No,
    Open(Vec<&'static str>),
}

fn three_ds(request: &Request) -> Due {
    let by_merchant = request.operation == "payment"
        && !request.is_card_of_payout()
        && request.body.flag("saved_by_merchant") == Some(true);
    if !by_merchant && !saving(request) {
        return Due::No;
    }
    let merchant = request.facts.merchant.country.as_deref();
    let issuer = request.facts.card.issuer_country.as_deref();
    // Either country alone can settle that it is not due, and then the other does not matter.
    if merchant.is_some_and(|country| !in_europe(country))
        || issuer.is_some_and(|country| !in_the_eu(country))
    {
        return Due::No;
    }
    let missing = absent(&[
        ("merchant.country", merchant.is_some()),
        ("card.issuer_country", issuer.is_some()),
    ]);
    if missing.is_empty() { Due::Yes } else { Due::Open(missing) }
}

/// The facts on which the obligation hangs, none if it is certain; `None` if there is no obligation.
/// It stands whatever the level of the rule, and whether 3DS is on or off.
pub(crate) fn three_ds_needs(request: &Request) -> Option<Vec<&'static str>> {
    match three_ds(request) {
        Due::Yes => Some(Vec::new()),
        Due::No => None,
        Due::Open(needs) => Some(needs),
    }
}

fn three_ds_rule(request: &Request, ledger: &mut Ledger) {
    let rule = "saving.three_ds_required";
    // Without the fact 3DS is taken to be on, and where it is on nothing else matters.
    let off = request.facts.key.three_ds == Some(false);
    match three_ds(request) {
        Due::Yes => ledger.fire_if(rule, off, ""),
        Due::Open(needs) if off => ledger.open(rule, &needs),
        Due::Open(_) | Due::No => {}
    }
}
