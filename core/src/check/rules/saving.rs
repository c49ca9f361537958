//! Saving a payment method.

use super::prelude::*;
use crate::base::codes::Pairs;
use crate::model::facts::{Known, SavingSide, all};
use crate::model::schema::Order;

const WITH_SAVING: Operations = Operations::of(&[Operation::Order, Operation::Payment]);

section! {
    if concerns_saving => [
        SETUP_VALUE, RECURRING_NUMBER_MISPLACED, RECURRING_NUMBER_REQUIRED, ORIGINAL_CLIENT_REQUIRED,
        TRAVEL_MODE, TRAVEL_MODE_MISSING, THREE_DS_REQUIRED,
    ],
}

/// Modes in which a saved method can be charged later, without and with travel data.
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
            .map(|country| country.is_in(&EU) || country.is_in(&REST_OF_EUROPE)),
        c.facts.issuer_country().map(|country| country.is_in(&EU)),
    ])
}

/// The members of the EU, with their territories that have codes.
static EU: Pairs = Pairs::new(
    b'A',
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE \
     AX GF GP MF MQ RE YT",
);
static REST_OF_EUROPE: Pairs =
    Pairs::new(b'A', "AL AD BY BA FO GI GG VA IS IM JE LI MD MC ME MK NO RU SM RS SJ CH UA GB XK");

const SETUP_VALUE: Rule = Rule {
    message: "{member} {deny:must|should} be one of {one_of}",
    constraints: &[Objects::Order.must(&["setup_future_use"], Must::BeOneOf(&MODES))],
    ..rule!(26, "saving.setup_future_use_value", Deny, Stated, Operations::ORDER)
};

const RECURRING_NUMBER_MISPLACED: Rule = Rule {
    fix: Fix::Remove(Applicability::Unsafe),
    message: "{member} {deny:must|should} be left out unless `setup_future_use` is recurring",
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        let (number, setup) = (order.recurring_number(), order.setup_future_use());
        let not_recurring = setup.is_absent() || setup.is("one-click") || setup.is("automatic");
        findings.at_if(number, number.is_valid() && not_recurring)
    },
    ..rule!(27, "saving.recurring_number_misplaced", Deny, Stated, Operations::ORDER)
};

const RECURRING_NUMBER_REQUIRED: Rule = Rule {
    needs: &[Fact::AcquirerRequiresRecurringNumber],
    unchecked_members: &["/recurring_number"],
    message: "{member} is missing; this acquirer {deny:needs|should have} it if `setup_future_use` is recurring",
    constraints: &[Objects::Order.must(&["recurring_number"], Must::BePresent)],
    when: Some(|c| {
        let is_recurring = |order: Order<'_>| order.setup_future_use().is("recurring");
        Ok(c.order.is_some_and(is_recurring) && c.facts.requires_recurring_number()?)
    }),
    ..rule!(28, "saving.recurring_number_required", Deny, Stated, Operations::ORDER)
};

const ORIGINAL_CLIENT_REQUIRED: Rule = Rule {
    needs: &[Fact::SavingSide],
    unchecked_members: &["/client/original_client"],
    message: "{member} is missing; a payment method saved by the service {deny:needs|should have} the client \
              that it belongs to",
    constraints: &[Objects::Client.must(&["original_client"], Must::BePresent)],
    when: Some(|c| Ok(saves(c) && c.facts.saving_side()? == SavingSide::Service)),
    ..rule!(29, "saving.original_client_required", Deny, Stated, Operations::ORDER)
};

const TRAVEL_MODE: Rule = Rule {
    message: "{member} is recurring, but with `travel_data` it {deny:must|should} be one of {one_of}",
    params: &["one_of"],
    constants: &[TRAVEL_MODES],
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        let setup = order.setup_future_use();
        let is_wrong = saves(c) && c.is(Feature::TravelData) && setup.is("recurring");
        findings.at_if(setup, is_wrong)
    },
    ..rule!(30, "saving.travel_mode", Deny, Stated, Operations::ORDER)
};

const TRAVEL_MODE_MISSING: Rule = Rule {
    message: "{member} is missing; with `travel_data` it {deny:must|should} be one of {one_of}",
    params: &["one_of"],
    constants: &[TRAVEL_MODES],
    constraints: &[Objects::Order.must(&["setup_future_use"], Must::BePresent)],
    when: Some(|c| Ok(saves(c) && c.is(Feature::TravelData))),
    ..rule!(31, "saving.travel_mode_missing", Warn, Inferred, Operations::ORDER)
};

const THREE_DS_REQUIRED: Rule = Rule {
    needs: &[Fact::MerchantCountry, Fact::CardIssuerCountry, Fact::KeyThreeDs],
    message: "the key has 3-D Secure off, but saving a card issued in the EU {deny:needs|should have} it if the \
              merchant is in Europe",
    check: |c, findings| {
        let is_off = c.facts.key.is_some_and(|key| key.three_ds == Some(false));
        findings.at_if(c, is_off && needs_three_ds(c)?)
    },
    ..rule!(32, "saving.three_ds_required", Deny, Stated, WITH_SAVING)
};
