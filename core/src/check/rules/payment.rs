//! Payment: the card's data, posted to the address that came with the order.

use super::prelude::*;
use super::typed::{self, must_typed};
use crate::base::decimal::Decimal;
use crate::base::time::UtcOffset;
use crate::model::document::{Field, View};
use crate::model::facts::SavingSide;
use crate::model::schema::PAYMENT;
use core::net::IpAddr;

section! {
    if |c| c.is_card_post_of_payout() => [
        OF_PAYOUT,
    ],
    if |c| !c.is_card_post_of_payout() => [
        FIELD_REQUIRED,
        CSC_REQUIRED,
        CSC_WITH_MOTO,
    ],
    [
        CARD_NUMBER_FORMAT,
        CARD_NUMBER_CHECKSUM,
        CSC_FORMAT,
        EXP_YEAR_DIGITS,
    ],
    if |c| !c.is_card_post_of_payout() => [
        CARD_EXPIRED,
        IP_ADDRESS_FORMAT,
        SAVING_NOT_SET_UP,
        SAVED_BY_MERCHANT_MISSING,
        SAVED_BY_MERCHANT_MISPLACED,
        AVS_WITHOUT_ADDRESS,
    ],
    [
        EXP_MONTH_RANGE,
    ],
}

/// Whether the order was placed as MOTO; by default it was not.
fn is_moto(c: &Context<'_>) -> bool {
    c.facts.order_capabilities().is_ok_and(|capabilities| capabilities.contains(Feature::Moto))
}

fn is_card_number(text: &[u8]) -> bool {
    is_digits(text, 12, 19)
}

/// The value of a member, if it is a whole number in this range.
fn integer_in(field: Field<'_, Decimal>, least: u32, most: u32) -> Option<u32> {
    let number = u32::try_from(field.valid()?.to_integer()?).ok()?;
    (least..=most).contains(&number).then_some(number)
}

/// The year of expiry, if it has two digits or is one of this century.
fn expiry_year(field: Field<'_, Decimal>) -> Option<u32> {
    let of_two_digits = || Some(integer_in(field, 0, 99)? + 2000);
    integer_in(field, 2000, 2099).or_else(of_two_digits)
}

/// The check digit of ISO/IEC 7812-1, Annex B: from the right, every second digit counts twice.
fn passes_luhn(digits: &[u8]) -> bool {
    let sum = digits.iter().rev().enumerate().fold(0u32, |sum, (index, digit)| {
        let value = u32::from(digit - b'0');
        let twice = value * 2;
        let doubled = if twice > 9 { twice - 9 } else { twice };
        sum + if index % 2 == 1 { doubled } else { value }
    });
    sum % 10 == 0
}

/// What every card post needs.
const MANDATORY: u32 =
    positions(&PAYMENT, &["cardholder_name", "card_number", "exp_month", "exp_year"]);

/// A card post without the security code.
const WITHOUT_CODE: &str = concat!(
    r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","exp_month":12,"#,
    r#""exp_year":29}"#
);

const OF_PAYOUT: Rule = Rule {
    number: 131,
    name: "payment.of_payout",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::OrderScenario],
    message: "the gateway's interface description shows card posts of orders only, not of payouts; only the formats of the \
              members it shows were checked",
    docs: Docs::new(
        "a card post belongs to an order",
        "payouts send card data, too, but the document doesn't show how: which members such a post \
         needs, and what else it may have, isn't known here",
        Example::new("payment", CARD).facts(r#"{"order":{"scenario":"payout_b2p"}}"#),
        Example::new("payment", CARD).facts(r#"{"order":{"scenario":"one_step"}}"#),
    ),
    check: of_payout,
    ..Rule::DEFAULT
};

fn of_payout(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    findings.at_body(c);
    HOLDS
}

const FIELD_REQUIRED: Rule = Rule {
    number: 79,
    revision: 2,
    name: "payment.field_required",
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    needs: &[Fact::OrderScenario],
    message: "{member} is missing; every card payment {deny:needs|should have} it",
    docs: Docs::new(
        "a card post has the cardholder's name, the number and the expiry",
        "every card post requires these four; csc is required too, but has a rule of its own, \
         because MOTO payments go without it",
        Example::new(
            "payment",
            r#"{"card_number":"4111111111111111","exp_month":12,"exp_year":29,"csc":"123"}"#,
        ),
        Example::new("payment", CARD),
    ),
    check: field_required,
    ..Rule::DEFAULT
};

fn field_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    require_all(findings, payment.object(), MANDATORY);
    HOLDS
}

const CSC_REQUIRED: Rule = Rule {
    number: 80,
    name: "payment.csc_required",
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§1, §2, §4.8"),
    needs: &[Fact::OrderCapabilities],
    message: "{member} is missing; only a MOTO payment without `avs` goes without it",
    docs: Docs::new(
        "a card post has the security code, unless the order is MOTO",
        "the field table requires csc and §1 calls MOTO transactions without CVV, so the order's \
         capabilities decide; Custom AVS always requires it (§4.8)",
        Example::new("payment", WITHOUT_CODE),
        Example::new("payment", WITHOUT_CODE).facts(r#"{"order":{"capabilities":["moto"]}}"#),
    ),
    check: csc_required,
    ..Rule::DEFAULT
};

fn csc_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if !is_moto(c) || payment.avs().is_true() {
        require(findings, payment.csc());
    }
    HOLDS
}

const CSC_WITH_MOTO: Rule = Rule {
    number: 81,
    name: "payment.csc_with_moto",
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Stated,
    source: Some("§1"),
    needs: &[Fact::OrderCapabilities],
    message: "{member} {deny:must|should} be left out of a MOTO payment",
    docs: Docs::new(
        "a MOTO card post has no security code",
        "MOTO payments are made without the code, and it may not be kept once a payment is \
         authorised; a code that comes with a mail or telephone order may have been written down",
        Example::new("payment", CARD).facts(r#"{"order":{"capabilities":["moto"]}}"#),
        Example::new("payment", WITHOUT_CODE).facts(r#"{"order":{"capabilities":["moto"]}}"#),
    ),
    check: csc_with_moto,
    ..Rule::DEFAULT
};

fn csc_with_moto(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if payment.csc().is_valid() && is_moto(c) && !payment.avs().is_true() {
        findings.at(payment.csc());
    }
    HOLDS
}

const CARD_NUMBER_FORMAT: Rule = Rule {
    number: 82,
    name: "payment.card_number_format",
    on: Operations::of(&[Operation::Payment]),
    level: Deny,
    basis: Convention,
    source: Some("ISO/IEC 7812"),
    message: "{member} {deny:must|should} be {minimum_digits} to {maximum_digits} digits, without spaces",
    params: &["minimum_digits", "maximum_digits", "incomplete"],
    constants: &[Param::Integer(12), Param::Integer(19)],
    docs: Docs::new(
        "a card number is 12 to 19 digits",
        "the document only shows a placeholder; numbers of ISO/IEC 7812 are digits without spaces \
         or dashes, so strip what your form let through before you send it",
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111 1111 1111 1111","#,
                r#""exp_month":12,"exp_year":29,"csc":"123"}"#
            ),
        ),
        Example::new("payment", CARD),
    ),
    check: card_number_format,
    ..Rule::DEFAULT
};

fn card_number_format(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    must_typed(findings, payment.card_number(), is_card_number, typed::card_number);
    HOLDS
}

const CARD_NUMBER_CHECKSUM: Rule = Rule {
    number: 83,
    name: "payment.card_number_checksum",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Convention,
    source: Some("ISO/IEC 7812-1 Annex B, Luhn"),
    message: "{member} has a wrong check digit, so it was probably mistyped",
    params: &["incomplete"],
    docs: Docs::new(
        "a card number passes the Luhn check",
        "the last digit of nearly every card number is a check digit, so a failure is most often a \
         typing error that a retry wouldn't cure; a few cards have none, so this is a warning",
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111112","#,
                r#""exp_month":12,"exp_year":29,"csc":"123"}"#
            ),
        ),
        Example::new("payment", CARD),
    ),
    check: card_number_checksum,
    ..Rule::DEFAULT
};

fn card_number_checksum(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    let passes = |text: &[u8]| !is_card_number(text) || passes_luhn(text);
    must_typed(findings, payment.card_number(), passes, typed::card_number);
    HOLDS
}

const CSC_FORMAT: Rule = Rule {
    number: 84,
    name: "payment.csc_format",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be {minimum_digits} or {maximum_digits} digits",
    params: &["minimum_digits", "maximum_digits", "incomplete"],
    constants: &[Param::Integer(3), Param::Integer(4)],
    docs: Docs::new(
        "a security code is three or four digits",
        "cards carry three digits on the back or four on the front; anything else was typed \
         into the wrong field",
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","#,
                r#""exp_month":12,"exp_year":29,"csc":"12"}"#
            ),
        ),
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","#,
                r#""exp_month":12,"exp_year":29,"csc":"1234"}"#
            ),
        ),
    ),
    check: csc_format,
    ..Rule::DEFAULT
};

fn csc_format(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    must_typed(findings, payment.csc(), |code| is_digits(code, 3, 4), typed::security_code);
    HOLDS
}

const EXP_YEAR_DIGITS: Rule = Rule {
    number: 85,
    name: "payment.exp_year_digits",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be the last two digits of the year, {minimum} to {maximum}",
    params: &["minimum", "maximum"],
    constants: &[Param::Limit(Decimal::ZERO), Param::Limit(Decimal::from_integer(99))],
    docs: Docs::new(
        "the year of expiry is given with two digits",
        "the document shows a two-digit year and doesn't say that four digits are refused, so this \
         is a warning",
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","#,
                r#""exp_month":12,"exp_year":2029,"csc":"123"}"#
            ),
        ),
        Example::new("payment", CARD),
    ),
    check: exp_year_digits,
    ..Rule::DEFAULT
};

fn exp_year_digits(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    let year = payment.exp_year();
    if year.is_valid() && integer_in(year, 0, 99).is_none() {
        findings.at(year);
    }
    HOLDS
}

const CARD_EXPIRED: Rule = Rule {
    number: 86,
    revision: 2,
    name: "payment.card_expired",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::Now],
    undecided: &["/exp_month", "/exp_year"],
    message: "the card has expired: {member} and `exp_month` are before the month of the request, \
              {month}",
    params: &["month", "incomplete"],
    docs: Docs::new(
        "the card hasn't expired",
        "a card is valid to the end of the month printed on it, which ends last at UTC−12; an issuer \
         may still approve, so this is a warning",
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","#,
                r#""exp_month":10,"exp_year":26,"csc":"123"}"#
            ),
        )
        .facts(r#"{"now":"2026-11-20T10:15:00Z"}"#),
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","#,
                r#""exp_month":11,"exp_year":26,"csc":"123"}"#
            ),
        )
        .facts(r#"{"now":"2026-11-20T10:15:00Z"}"#),
    ),
    check: card_expired,
    ..Rule::DEFAULT
};

fn card_expired(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if let (Some(month), Some(year)) =
        (integer_in(payment.exp_month(), 1, 12), expiry_year(payment.exp_year()))
    {
        let today = c.facts.now()?.local_date(UtcOffset::LAST);
        if (year, month) < (today.year(), today.month()) {
            let month = Param::Day { year: today.year(), month: today.month(), day: 0 };
            let incomplete = Param::Is(typed::digit(payment.exp_year()));
            findings.with(payment.exp_year(), [month, incomplete]);
        }
    }
    HOLDS
}

const IP_ADDRESS_FORMAT: Rule = Rule {
    number: 87,
    name: "payment.ip_address_format",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Inferred,
    message: "{member} {deny:must|should} be an IPv4 or IPv6 address and nothing else",
    docs: Docs::new(
        "the payer's address is an IPv4 or IPv6 address",
        "the document only calls ip_address a string; a host name, a list or an address with a \
         port is of no use for screening payments",
        Example::new("payment", card!(r#""ip_address":"192.0.2.7:443""#)),
        Example::new("payment", card!(r#""ip_address":"192.0.2.7""#)),
    ),
    check: ip_address_format,
    ..Rule::DEFAULT
};

fn ip_address_format(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    must(findings, payment.ip_address(), is_ip_address);
    HOLDS
}

fn is_ip_address(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| text.parse::<IpAddr>().is_ok())
}

const SAVING_NOT_SET_UP: Rule = Rule {
    number: 88,
    name: "payment.saving_not_set_up",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Stated,
    source: Some("§4.5"),
    needs: &[Fact::OrderCapabilities],
    undecided: &["/saved_by_merchant"],
    message: "{member} is true, but the order didn't set up saving with `setup_future_use`",
    docs: Docs::new(
        "a card is saved by the merchant only if the order set up saving",
        "saving on the merchant's side begins in the order, with setup_future_use (§4.5), and \
         saved_by_merchant only completes it; without the first half the method may not be saved",
        Example::new("payment", card!(r#""saved_by_merchant":true"#))
            .facts(r#"{"merchant":{"country":"US"},"order":{"capabilities":[]}}"#),
        Example::new("payment", card!(r#""saved_by_merchant":true"#)).facts(concat!(
            r#"{"merchant":{"country":"US"},"#,
            r#""order":{"capabilities":["payment_method_saving"]}}"#
        )),
    ),
    check: saving_not_set_up,
    ..Rule::DEFAULT
};

fn saving_not_set_up(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if payment.saved_by_merchant().is_true()
        && !c.facts.order_capabilities()?.contains(Feature::PaymentMethodSaving)
    {
        findings.at(payment.saved_by_merchant());
    }
    HOLDS
}

const SAVED_BY_MERCHANT_MISSING: Rule = Rule {
    number: 121,
    name: "payment.saved_by_merchant_missing",
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Set(Applicability::Unsafe, "true"),
    level: Warn,
    basis: Stated,
    source: Some("§4.5"),
    needs: &[Fact::SavingSide, Fact::OrderCapabilities],
    undecided: &["/saved_by_merchant"],
    message: "{member} {deny:must|should} be true; the order set up saving a payment method, which the \
              merchant keeps",
    docs: Docs::new(
        "a card that the merchant saves is posted with saved_by_merchant",
        "merchant-side saving begins in the order and is completed by saved_by_merchant in the \
         card post (§4.5): without it the order asked for saving, and nothing is saved; if you \
         don't say who saves, the service does",
        Example::new("payment", CARD).facts(concat!(
            r#"{"saving_side":"merchant","#,
            r#""order":{"capabilities":["payment_method_saving"]}}"#
        )),
        Example::new("payment", card!(r#""saved_by_merchant":true"#)).facts(concat!(
            r#"{"saving_side":"merchant","merchant":{"country":"US"},"#,
            r#""order":{"capabilities":["payment_method_saving"]}}"#
        )),
    ),
    check: saved_by_merchant_missing,
    ..Rule::DEFAULT
};

fn saved_by_merchant_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    let saved = payment.saved_by_merchant();
    if (saved.is_absent() || saved.is_false())
        && c.facts.saving_side == Some(SavingSide::Merchant)
        && c.facts.order_capabilities()?.contains(Feature::PaymentMethodSaving)
    {
        findings.at(saved);
    }
    HOLDS
}

const SAVED_BY_MERCHANT_MISPLACED: Rule = Rule {
    number: 132,
    name: "payment.saved_by_merchant_misplaced",
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Stated,
    source: Some("§4.4, §4.5"),
    needs: &[Fact::SavingSide],
    undecided: &["/saved_by_merchant"],
    message: "{member} is true, but the service keeps the payment method; leave it out",
    docs: Docs::new(
        "saved_by_merchant is for methods that the merchant keeps",
        "saved_by_merchant completes saving on the merchant's side (§4.5); a method that the service \
         keeps (§4.4) is saved by the order alone",
        Example::new("payment", card!(r#""saved_by_merchant":true"#)).facts(concat!(
            r#"{"saving_side":"service","merchant":{"country":"US"},"#,
            r#""order":{"capabilities":["payment_method_saving"]}}"#
        )),
        Example::new("payment", card!(r#""saved_by_merchant":true"#)).facts(concat!(
            r#"{"saving_side":"merchant","merchant":{"country":"US"},"#,
            r#""order":{"capabilities":["payment_method_saving"]}}"#
        )),
    ),
    check: saved_by_merchant_misplaced,
    ..Rule::DEFAULT
};

fn saved_by_merchant_misplaced(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if payment.saved_by_merchant().is_true() && c.facts.saving_side()? == SavingSide::Service {
        findings.at(payment.saved_by_merchant());
    }
    HOLDS
}

const AVS_WITHOUT_ADDRESS: Rule = Rule {
    number: 89,
    name: "payment.avs_without_address",
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Stated,
    source: Some("§4.8"),
    needs: &[Fact::OrderBillingAddress],
    undecided: &["/avs"],
    message: "{member} is true, but the order didn't have `client.address` and `client.zip_code`, \
              which Custom AVS compares",
    docs: Docs::new(
        "Custom AVS is requested only if the order had a billing address",
        "Custom AVS compares the address that came with the order, so the order must have had \
         client.address and client.zip_code (§4.8)",
        Example::new("payment", card!(r#""avs":true"#))
            .facts(r#"{"order":{"billing_address":false}}"#),
        Example::new("payment", card!(r#""avs":true"#))
            .facts(r#"{"order":{"billing_address":true}}"#),
    ),
    check: avs_without_address,
    ..Rule::DEFAULT
};

fn avs_without_address(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if payment.avs().is_true() && !c.facts.billing_address()? {
        findings.at(payment.avs());
    }
    HOLDS
}

const EXP_MONTH_RANGE: Rule = Rule {
    number: 90,
    name: "card.exp_month_range",
    on: Operations::of(&[Operation::Payment, Operation::CardWebhook]),
    level: Deny,
    basis: Inferred,
    message: "{member} {deny:must|should} be from {minimum} to {maximum}",
    params: &["minimum", "maximum", "incomplete"],
    constants: &[Param::Limit(Decimal::ONE), Param::Limit(Decimal::from_integer(12))],
    docs: Docs::new(
        "the month of expiry is 1 to 12",
        "there are no other months: month and year were swapped, or the month was counted from 0",
        Example::new(
            "payment",
            concat!(
                r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","#,
                r#""exp_month":13,"exp_year":29,"csc":"123"}"#
            ),
        ),
        Example::new("payment", CARD),
    ),
    check: exp_month_range,
    ..Rule::DEFAULT
};

fn exp_month_range(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let month = match (c.request.payment(), c.request.card_webhook()) {
        (Some(payment), _) => payment.exp_month(),
        (_, Some(webhook)) => webhook.exp_month(),
        _ => return HOLDS,
    };
    if month.is_valid() && integer_in(month, 1, 12).is_none() {
        findings.with(month, [Param::Is(typed::digit(month))]);
    }
    HOLDS
}
