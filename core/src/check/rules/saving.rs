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
    name: "saving.setup_future_use_value",
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be one of {one_of}",
    params: &["one_of"],
    constants: &[Param::Words(&MODES)],
    docs: Docs::new(
        "setup_future_use is one-click, automatic or recurring",
        "the value says in which scenario the saved method will be charged, and the gateway knows \
         exactly these three spellings",
        Example::new("order", order!(r#""setup_future_use":"monthly""#))
            .facts(r#"{"saving_side":"merchant"}"#),
        Example::new("order", order!(r#""setup_future_use":"recurring""#))
            .facts(r#"{"saving_side":"merchant"}"#),
    ),
    check: setup_value,
    ..Rule::DEFAULT
};

fn setup_value(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let setup = order.setup_future_use();
    if setup.is_valid() && !MODES.iter().any(|mode| setup.is(mode)) {
        findings.at(setup);
    }
    HOLDS
}

const RECURRING_NUMBER_MISPLACED: Rule = Rule {
    number: 27,
    name: "saving.recurring_number_misplaced",
    on: Operations::ORDER,
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be left out unless `setup_future_use` is recurring",
    docs: Docs::new(
        "recurring_number comes only with setup_future_use recurring",
        "the document says to send the number only for recurring saving; with another mode, or \
         none, the order contradicts itself; an unknown or invalid mode has rules of its own",
        Example::new("order", order!(r#""setup_future_use":"automatic","recurring_number":"42""#))
            .facts(r#"{"saving_side":"merchant"}"#),
        Example::new("order", order!(r#""setup_future_use":"recurring","recurring_number":"42""#))
            .facts(r#"{"saving_side":"merchant"}"#),
    ),
    check: recurring_number_misplaced,
    ..Rule::DEFAULT
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
    name: "saving.recurring_number_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    needs: &[Fact::AcquirerRequiresRecurringNumber],
    undecided: &["/recurring_number"],
    message: "{member} is missing; this acquirer {deny:needs|should have} it if `setup_future_use` is recurring",
    docs: Docs::new(
        "recurring saving carries recurring_number if the acquirer needs it",
        "some acquiring connections may require the number (§2); the document doesn't say which, \
         so you pass it as a fact",
        Example::new("order", order!(r#""setup_future_use":"recurring""#))
            .facts(r#"{"saving_side":"merchant","acquirer":{"requires_recurring_number":true}}"#),
        Example::new("order", order!(r#""setup_future_use":"recurring","recurring_number":"42""#))
            .facts(r#"{"saving_side":"merchant","acquirer":{"requires_recurring_number":true}}"#),
    ),
    check: recurring_number_required,
    ..Rule::DEFAULT
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
    name: "saving.original_client_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2, §4"),
    needs: &[Fact::SavingSide],
    undecided: &["/client/original_client"],
    message: "{member} is missing; a payment method saved by the service {deny:needs|should have} the client \
              that it belongs to",
    docs: Docs::new(
        "a method saved by the service names the client it belongs to",
        "saving on the service's side keeps the method with a client created earlier (§4.4), so it \
         needs client.original_client; a merchant that keeps the method itself doesn't",
        Example::new("order", order!(r#""setup_future_use":"one-click""#))
            .facts(r#"{"saving_side":"service"}"#),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","original_client":"C-1001"},"#,
                r#""products":[{"title":"Mug","price":12}],"setup_future_use":"one-click"}"#
            ),
        )
        .facts(r#"{"saving_side":"service"}"#),
    ),
    check: original_client_required,
    ..Rule::DEFAULT
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
    name: "saving.travel_mode",
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    source: Some("§1"),
    message: "{member} is recurring, but with `travel_data` it {deny:must|should} be one of {one_of}",
    params: &["one_of"],
    constants: &[TRAVEL_MODES],
    docs: Docs::new(
        "with travel data a method is saved as one-click or automatic",
        "the table of §1 combines saving and travel data only if the method is saved as One-Click \
         or Recurring (Automatic)",
        Example::new(
            "order",
            order!(
                r#""setup_future_use":"recurring","#,
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}"#
            ),
        )
        .facts(r#"{"saving_side":"merchant"}"#),
        Example::new(
            "order",
            order!(
                r#""setup_future_use":"automatic","#,
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}"#
            ),
        )
        .facts(r#"{"saving_side":"merchant"}"#),
    ),
    check: travel_mode,
    ..Rule::DEFAULT
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
    name: "saving.travel_mode_missing",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    source: Some("§1"),
    message: "{member} is missing; with `travel_data` it {deny:must|should} be one of {one_of}",
    params: &["one_of"],
    constants: &[TRAVEL_MODES],
    docs: Docs::new(
        "with travel data the order says how the saved method will be charged",
        "force_save_method alone leaves the mode open, and the table of §1 accepts only two of the \
         three with travel data, so say which",
        Example::new(
            "order",
            order!(
                r#""force_save_method":true,"#,
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}"#
            ),
        )
        .facts(r#"{"saving_side":"merchant"}"#),
        Example::new(
            "order",
            order!(
                r#""force_save_method":true,"setup_future_use":"one-click","#,
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}"#
            ),
        )
        .facts(r#"{"saving_side":"merchant"}"#),
    ),
    check: travel_mode_missing,
    ..Rule::DEFAULT
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
    name: "saving.three_ds_required",
    on: Operations::of(&[Operation::Order, Operation::Payment]),
    level: Deny,
    basis: Stated,
    source: Some("§4.6"),
    needs: &[Fact::MerchantCountry, Fact::CardIssuerCountry, Fact::KeyThreeDs],
    message: "the key has 3-D Secure off, but saving a card issued in the EU {deny:needs|should have} it if the \
              merchant is in Europe",
    docs: Docs::new(
        "3-D Secure is on if a card from the EU is saved for a merchant in Europe",
        "such saving requires 3DS authentication (§4.6), and a key with 3DS switched off can't \
         provide it; the document lists no countries, so the EU is its member states, and Europe \
         is those and the other countries of the continent, including the United Kingdom",
        Example::new("order", order!(r#""setup_future_use":"one-click""#)).facts(concat!(
            r#"{"saving_side":"merchant","merchant":{"country":"LV"},"#,
            r#""card":{"issuer_country":"DE"},"key":{"three_ds":false}}"#
        )),
        Example::new("order", order!(r#""setup_future_use":"one-click""#)).facts(concat!(
            r#"{"saving_side":"merchant","merchant":{"country":"LV"},"#,
            r#""card":{"issuer_country":"DE"},"key":{"three_ds":true}}"#
        )),
    ),
    check: three_ds_required,
    ..Rule::DEFAULT
};

fn three_ds_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let is_off = c.facts.key.is_some_and(|key| key.three_ds == Some(false));
    if is_off && needs_three_ds(c)? {
        findings.at_body(c);
    }
    HOLDS
}
