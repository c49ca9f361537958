//! Payment: the card's data, posted to the address that came with the order.

use super::prelude::*;
use super::text;
use super::typed::{self, must_typed};
use crate::base::card::{CardBrand, brand_and_fit, passes_luhn};
use crate::base::decimal::Decimal;
use crate::base::time::UtcOffset;
use crate::model::document::Field;
use crate::model::facts::SavingSide;
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
        CARD_NUMBER_LENGTH,
        CSC_FORMAT,
        CSC_LENGTH,
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

const OF_PAYOUT: Rule = Rule {
    number: 131,
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::OrderScenario],
    message: "the gateway's interface description shows card posts of orders only, not of payouts; only the formats of the \
              members it shows were checked",
    check: of_payout,
    ..page!("payment.of_payout")
};

fn of_payout(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    findings.at_body(c);
    HOLDS
}

const FIELD_REQUIRED: Rule = Rule {
    number: 79,
    revision: 2,
    on: Operations::of(&[Operation::Payment]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::OrderScenario],
    message: "{member} is missing; every card payment {deny:needs|should have} it",
    constraints: &[Constraint::new(
        Objects::Payment,
        &["cardholder_name", "card_number", "exp_month", "exp_year"],
        Must::BePresent,
    )],
    ..page!("payment.field_required")
};

const CSC_REQUIRED: Rule = Rule {
    number: 80,
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    needs: &[Fact::OrderCapabilities],
    message: "{member} is missing; only a MOTO payment without `avs` goes without it",
    check: csc_required,
    ..page!("payment.csc_required")
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
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Stated,
    needs: &[Fact::OrderCapabilities],
    message: "{member} {deny:must|should} be left out of a MOTO payment",
    check: csc_with_moto,
    ..page!("payment.csc_with_moto")
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
    on: Operations::of(&[Operation::Payment]),
    level: Deny,
    basis: Convention,
    message: "{member} {deny:must|should} be {minimum_digits} to {maximum_digits} digits, without spaces",
    params: &["minimum_digits", "maximum_digits", "incomplete"],
    constants: &[Param::Integer(12), Param::Integer(19)],
    constraints: &[Constraint::new(Objects::Payment, &["card_number"], Must::Match(CARD_NUMBER))],
    ..page!("payment.card_number_format")
};

const CARD_NUMBER: Format = Format {
    test: is_card_number,
    is_incomplete: Some(typed::card_number),
    pattern: "^[0-9]{12,19}$",
    ..Format::NONE
};

const CARD_NUMBER_CHECKSUM: Rule = Rule {
    number: 83,
    revision: 2,
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Convention,
    message: "{member} has a wrong check digit, so it was probably mistyped",
    params: &["incomplete"],
    check: card_number_checksum,
    ..page!("payment.card_number_checksum")
};

fn card_number_checksum(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    let passes = |text: &[u8]| {
        // `payment.card_number_length` reports a number of another length.
        let is_of_another = || brand_and_fit(text).is_some_and(|(_, fits)| !fits);
        !is_card_number(text) || passes_luhn(text) || is_of_another()
    };
    must_typed(findings, payment.card_number(), passes, typed::card_number);
    HOLDS
}

const CARD_NUMBER_LENGTH: Rule = Rule {
    number: 141,
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Convention,
    message: "{member} has {actual} digits, but no card of the brand {brand} has as many",
    params: &["brand", "actual", "incomplete"],
    check: card_number_length,
    ..page!("payment.card_number_length")
};

fn card_number_length(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if let Some(number) = text(payment.card_number())
        // All networks but American Express, whose numbers begin with a 3, have numbers of 16 digits.
        && (number.len() != 16 || number.first() == Some(&b'3'))
        && let Some((brand, false)) = brand_and_fit(number)
        && is_card_number(number)
    {
        let incomplete = Param::Is(typed::card_number(number));
        let params = [Param::Word(brand.name()), Param::count(number.len()), incomplete];
        findings.with(payment.card_number(), params);
    }
    HOLDS
}

const CSC_FORMAT: Rule = Rule {
    number: 84,
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be {minimum_digits} or {maximum_digits} digits",
    params: &["minimum_digits", "maximum_digits", "incomplete"],
    constants: &[Param::Integer(3), Param::Integer(4)],
    constraints: &[Constraint::new(Objects::Payment, &["csc"], Must::Match(CODE))],
    ..page!("payment.csc_format")
};

const CODE: Format = Format {
    test: |code| is_digits(code, 3, 4),
    is_incomplete: Some(typed::security_code),
    ..Format::NONE
};

const CSC_LENGTH: Rule = Rule {
    number: 142,
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} have {minimum} digits, as all cards of the brand {brand}",
    params: &["brand", "minimum", "incomplete"],
    check: csc_length,
    ..page!("payment.csc_length")
};

fn csc_length(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payment) = c.request.payment() else { return HOLDS };
    if let (Some(code), Some(number)) = (text(payment.csc()), text(payment.card_number()))
        // Only numbers of American Express, which begin with a 3, have codes of four digits.
        && (code.len() == 4 || number.first() == Some(&b'3'))
        && is_digits(code, 3, 4)
        && let Some((brand, _)) = brand_and_fit(number).filter(|_| is_card_number(number))
        // Some issuers of Maestro give no code.
        && brand != CardBrand::Maestro
        && code.len() != usize::from(brand.code_length())
    {
        let minimum = usize::from(brand.code_length());
        let incomplete = Param::Is(code.len() < minimum);
        let params = [Param::Word(brand.name()), Param::count(minimum), incomplete];
        findings.with(payment.csc(), params);
    }
    HOLDS
}

const EXP_YEAR_DIGITS: Rule = Rule {
    number: 85,
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Stated,
    message: "{member} {deny:must|should} be the last two digits of the year, {minimum} to {maximum}",
    params: &["minimum", "maximum"],
    constants: &[Param::Limit(Decimal::ZERO), Param::Limit(Decimal::from_integer(99))],
    check: exp_year_digits,
    ..page!("payment.exp_year_digits")
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
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::Now],
    undecided: &["/exp_month", "/exp_year"],
    message: "the card has expired: {member} and `exp_month` are before the month of the request, \
              {month}",
    params: &["month", "incomplete"],
    check: card_expired,
    ..page!("payment.card_expired")
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
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Inferred,
    message: "{member} {deny:must|should} be an IPv4 or IPv6 address and nothing else",
    constraints: &[Constraint::new(
        Objects::Payment,
        &["ip_address"],
        Must::Match(Format { test: is_ip_address, ..Format::NONE }),
    )],
    ..page!("payment.ip_address_format")
};

fn is_ip_address(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| text.parse::<IpAddr>().is_ok())
}

const SAVING_NOT_SET_UP: Rule = Rule {
    number: 88,
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    basis: Stated,
    needs: &[Fact::OrderCapabilities],
    undecided: &["/saved_by_merchant"],
    message: "{member} is true, but the order didn't set up saving with `setup_future_use`",
    check: saving_not_set_up,
    ..page!("payment.saving_not_set_up")
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
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Set(Applicability::Unsafe, "true"),
    level: Warn,
    basis: Stated,
    needs: &[Fact::SavingSide, Fact::OrderCapabilities],
    undecided: &["/saved_by_merchant"],
    message: "{member} {deny:must|should} be true; the order set up saving a payment method, which the \
              merchant keeps",
    check: saved_by_merchant_missing,
    ..page!("payment.saved_by_merchant_missing")
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
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Stated,
    needs: &[Fact::SavingSide],
    undecided: &["/saved_by_merchant"],
    message: "{member} is true, but the service keeps the payment method; leave it out",
    check: saved_by_merchant_misplaced,
    ..page!("payment.saved_by_merchant_misplaced")
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
    on: Operations::of(&[Operation::Payment]),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Stated,
    needs: &[Fact::OrderBillingAddress],
    undecided: &["/avs"],
    message: "{member} is true, but the order didn't have `client.address` and `client.zip_code`, \
              which Custom AVS compares",
    check: avs_without_address,
    ..page!("payment.avs_without_address")
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
    on: Operations::of(&[Operation::Payment, Operation::CardWebhook]),
    level: Deny,
    basis: Inferred,
    message: "{member} {deny:must|should} be from {minimum} to {maximum}",
    params: &["minimum", "maximum", "incomplete"],
    constants: &[Param::Limit(Decimal::ONE), Param::Limit(Decimal::from_integer(12))],
    check: exp_month_range,
    ..page!("card.exp_month_range")
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
