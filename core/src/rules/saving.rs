//! Saving a payment method.

use super::prelude::*;
use crate::facts::Country;
use crate::facts::{Known, SavingSide, all};

family! {
    super::compat::END;
    SETUP_VALUE,
    RECURRING_NUMBER_MISPLACED,
    RECURRING_NUMBER_REQUIRED,
    ORIGINAL_CLIENT_REQUIRED,
    TRAVEL_MODE,
    TRAVEL_MODE_MISSING,
    THREE_DS_REQUIRED,
}

const MODES: [&str; 3] = ["one-click", "automatic", "recurring"];

/// Whether an order saves the payment method.
fn saves(c: &Context<'_>) -> bool {
    c.operation == Operation::Order && c.is(Feature::PaymentMethodSaving)
}

/// Whether saving needs 3-D Secure: a card issued in the EU, a merchant in Europe (§4.6).
pub(crate) fn three_ds_required(c: &Context<'_>) -> Known<bool> {
    let payment =
        || c.request.payment().is_some_and(|payment| payment.saved_by_merchant().is_true());
    if !(saves(c) || payment()) {
        return Ok(false);
    }
    all([
        c.facts
            .merchant_country()
            .map(|country| is_in(country, EU) || is_in(country, REST_OF_EUROPE)),
        c.facts.issuer_country().map(|country| is_in(country, EU)),
    ])
}

const EU: &str = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE";
const REST_OF_EUROPE: &str =
    "AX AL AD BY BA FO GI GG VA IS IM JE LI MD MC ME MK NO RU SM RS SJ CH UA GB";

/// Whether a country's code is in a list of codes.
pub(super) fn is_in(country: Country, list: &str) -> bool {
    list.split(' ').any(|code| code == country.code())
}

const SETUP_VALUE: Rule = Rule {
    number: 26,
    name: "saving.setup_future_use_value",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "setup_future_use is one of one-click, automatic, recurring",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        let setup = order.setup_future_use();
        if setup.is_valid() && !MODES.iter().any(|mode| setup.is(mode)) {
            found.at(setup);
        }
        HOLDS
    }),
};

const RECURRING_NUMBER_MISPLACED: Rule = Rule {
    number: 27,
    name: "saving.recurring_number_misplaced",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "recurring_number is sent only where setup_future_use is recurring",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        let setup = order.setup_future_use();
        let not_recurring = setup.is_absent() || setup.is("one-click") || setup.is("automatic");
        if order.recurring_number().is_valid() && not_recurring {
            found.at(order.recurring_number());
        }
        HOLDS
    }),
};

const RECURRING_NUMBER_REQUIRED: Rule = Rule {
    number: 28,
    name: "saving.recurring_number_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[Fact::AcquirerRequiresRecurringNumber],
    message: "this acquirer asks for a recurring_number",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        let number = order.recurring_number();
        if order.setup_future_use().is("recurring")
            && number.is_absent()
            && c.facts.requires_recurring_number()?
        {
            found.at(number);
        }
        HOLDS
    }),
};

const ORIGINAL_CLIENT_REQUIRED: Rule = Rule {
    number: 29,
    name: "saving.original_client_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2, §4"),
    needs: &[Fact::SavingSide],
    message: "a method saved by the service needs client.original_client, the client that it is assigned to",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if saves(c)
            && let Some(client) = order.client().valid()
            && client.original_client().is_absent()
            && c.facts.saving_side()? == SavingSide::Service
        {
            found.at(client.original_client());
        }
        HOLDS
    }),
};

const TRAVEL_MODE: Rule = Rule {
    number: 30,
    name: "saving.travel_mode",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§1"),
    needs: &[],
    message: "with travel data a method is saved as one-click or automatic, not recurring",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        let setup = order.setup_future_use();
        if saves(c) && c.is(Feature::TravelData) && setup.is("recurring") {
            found.at(setup);
        }
        HOLDS
    }),
};

const TRAVEL_MODE_MISSING: Rule = Rule {
    number: 31,
    name: "saving.travel_mode_missing",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Inferred,
    source: Some("§1"),
    needs: &[],
    message: "with travel data, say that the method is saved as one-click or automatic",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if saves(c) && c.is(Feature::TravelData) {
            require(found, order.setup_future_use());
        }
        HOLDS
    }),
};

const THREE_DS_REQUIRED: Rule = Rule {
    number: 32,
    name: "saving.three_ds_required",
    on: Operations::of(&[Operation::Order, Operation::Payment]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§4.6"),
    needs: &[Fact::MerchantCountry, Fact::CardIssuerCountry, Fact::KeyThreeDs],
    message: "saving a card issued in the EU needs 3-D Secure where the merchant is in Europe, and the key has it off",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if three_ds_required(c)? && c.facts.key.and_then(|key| key.three_ds) == Some(false) {
            found.at_body(c);
        }
        HOLDS
    }),
};
