//! Saving a payment method.

use super::prelude::*;
use crate::model::facts::Countries;
use crate::model::facts::{Known, SavingSide, all};

section! {
    if concerns_saving => [
        SETUP_VALUE,
        RECURRING_NUMBER_MISPLACED,
        RECURRING_NUMBER_REQUIRED,
        ORIGINAL_CLIENT_REQUIRED,
        TRAVEL_MODE,
        TRAVEL_MODE_MISSING,
        THREE_DS_REQUIRED,
    ],
}

/// How a saved method can be charged later, without and with travel data.
pub(crate) const MODES: [&str; 3] = ["one-click", "automatic", "recurring"];
const TRAVEL_MODES: Param = Param::Words(&["one-click", "automatic"]);

/// Whether any rule of the family could fire or be unchecked.
fn concerns_saving(c: &Context<'_>) -> bool {
    match c.order {
        Some(order) => saves(c) || order.recurring_number().is_valid(),
        None => c.operation == Operation::Payment,
    }
}

/// Whether an order saves the payment method.
fn saves(c: &Context<'_>) -> bool {
    c.operation == Operation::Order && c.is(Feature::PaymentMethodSaving)
}

/// Whether saving needs 3-D Secure: a card issued in the EU, a merchant in Europe (§4.6).
pub(crate) fn needs_three_ds(c: &Context<'_>) -> Known<bool> {
    let payment = || {
        let payment = c.request.payment().filter(|_| !c.is_card_post_of_payout());
        payment.is_some_and(|payment| payment.saved_by_merchant().is_true())
    };
    if !(saves(c) || payment()) {
        return Ok(false);
    }
    all([
        c.facts
            .merchant_country()
            .map(|country| EU.contains(country) || REST_OF_EUROPE.contains(country)),
        c.facts.issuer_country().map(|country| EU.contains(country)),
    ])
}

/// With the territories that have codes of their own.
const EU: Countries = Countries::of(
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE \
     AX GF GP MF MQ RE YT",
);
const REST_OF_EUROPE: Countries =
    Countries::of("AL AD BY BA FO GI GG VA IS IM JE LI MD MC ME MK NO RU SM RS SJ CH UA GB XK");

const SETUP_VALUE: Rule = Rule {
    number: 26,
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be one of {one_of}",
    constraints: &[Constraint::new(Objects::Order, &["setup_future_use"], Must::BeOneOf(&MODES))],
    ..page!("saving.setup_future_use_value")
};

const RECURRING_NUMBER_MISPLACED: Rule = Rule {
    number: 27,
    on: Operations::ORDER,
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be left out unless `setup_future_use` is recurring",
    check: recurring_number_misplaced,
    ..page!("saving.recurring_number_misplaced")
};

fn recurring_number_misplaced(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let setup = order.setup_future_use();
    let not_recurring = setup.is_absent() || setup.is("one-click") || setup.is("automatic");
    if order.recurring_number().is_valid() && not_recurring {
        findings.at(order.recurring_number());
    }
    HOLDS
}

const RECURRING_NUMBER_REQUIRED: Rule = Rule {
    number: 28,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    needs: &[Fact::AcquirerRequiresRecurringNumber],
    undecided: &["/recurring_number"],
    message: "{member} is missing; this acquirer {deny:needs|should have} it if `setup_future_use` is recurring",
    check: recurring_number_required,
    ..page!("saving.recurring_number_required")
};

fn recurring_number_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let number = order.recurring_number();
    if order.setup_future_use().is("recurring")
        && number.is_absent()
        && c.facts.requires_recurring_number()?
    {
        findings.at(number);
    }
    HOLDS
}

const ORIGINAL_CLIENT_REQUIRED: Rule = Rule {
    number: 29,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    needs: &[Fact::SavingSide],
    undecided: &["/client/original_client"],
    message: "{member} is missing; a payment method saved by the service {deny:needs|should have} the client \
              that it belongs to",
    check: original_client_required,
    ..page!("saving.original_client_required")
};

fn original_client_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if saves(c)
        && let Some(client) = c.client
        && client.original_client().is_absent()
        && c.facts.saving_side()? == SavingSide::Service
    {
        findings.at(client.original_client());
    }
    HOLDS
}

const TRAVEL_MODE: Rule = Rule {
    number: 30,
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    message: "{member} is recurring, but with `travel_data` it {deny:must|should} be one of {one_of}",
    params: &["one_of"],
    constants: &[TRAVEL_MODES],
    check: travel_mode,
    ..page!("saving.travel_mode")
};

fn travel_mode(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let setup = order.setup_future_use();
    if saves(c) && c.is(Feature::TravelData) && setup.is("recurring") {
        findings.at(setup);
    }
    HOLDS
}

const TRAVEL_MODE_MISSING: Rule = Rule {
    number: 31,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    message: "{member} is missing; with `travel_data` it {deny:must|should} be one of {one_of}",
    params: &["one_of"],
    constants: &[TRAVEL_MODES],
    check: travel_mode_missing,
    ..page!("saving.travel_mode_missing")
};

fn travel_mode_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if saves(c) && c.is(Feature::TravelData) {
        require(findings, order.setup_future_use());
    }
    HOLDS
}

const THREE_DS_REQUIRED: Rule = Rule {
    number: 32,
    revision: 2,
    on: Operations::of(&[Operation::Order, Operation::Payment]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::MerchantCountry, Fact::CardIssuerCountry, Fact::KeyThreeDs],
    message: "the key has 3-D Secure off, but saving a card issued in the EU {deny:needs|should have} it if the \
              merchant is in Europe",
    check: three_ds_required,
    ..page!("saving.three_ds_required")
};

fn three_ds_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let is_off = c.facts.key.is_some_and(|key| key.three_ds == Some(false));
    if is_off && needs_three_ds(c)? {
        findings.at_body(c);
    }
    HOLDS
}
