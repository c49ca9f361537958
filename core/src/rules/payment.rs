//! Payment: the card's data, posted to the address that came with the order.

use super::prelude::*;
use crate::decimal::Decimal;
use crate::request::Field;
use chrono::Datelike;
use core::net::IpAddr;

family! {
    super::payouts::END;
    FIELD_REQUIRED,
    CSC_REQUIRED,
    CSC_WITH_MOTO,
    CARD_NUMBER_FORMAT,
    CARD_NUMBER_CHECKSUM,
    CSC_FORMAT,
    EXP_YEAR_DIGITS,
    CARD_EXPIRED,
    IP_ADDRESS_FORMAT,
    SAVING_NOT_SET_UP,
    AVS_WITHOUT_ADDRESS,
    EXP_MONTH_RANGE,
}

/// Whether the order was placed as MOTO; by default it was not.
fn is_moto(c: &Context<'_>) -> bool {
    c.facts.order_capabilities().is_ok_and(|capabilities| capabilities.contains(Feature::Moto))
}

fn is_card_number(digits: &[u8]) -> bool {
    (12..=19).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// The check digit of ISO/IEC 7812-1, Annex B: from the right, every second digit counts twice.
fn passes_luhn(digits: &[u8]) -> bool {
    let sum = digits.iter().rev().enumerate().fold(0u32, |sum, (index, digit)| {
        let value = u32::from(digit.wrapping_sub(b'0'));
        let twice = value.wrapping_mul(2);
        let doubled = if twice > 9 { twice.wrapping_sub(9) } else { twice };
        sum.wrapping_add(if index.wrapping_rem(2) == 1 { doubled } else { value })
    });
    sum.wrapping_rem(10) == 0
}

const FIELD_REQUIRED: Rule = Rule {
    number: 79,
    name: "payment.field_required",
    on: Operations::of(&[Operation::Payment]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a card post needs it",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        require(found, payment.cardholder_name());
        require(found, payment.card_number());
        require(found, payment.exp_month());
        require(found, payment.exp_year());
        HOLDS
    }),
};

const CSC_REQUIRED: Rule = Rule {
    number: 80,
    name: "payment.csc_required",
    on: Operations::of(&[Operation::Payment]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§1, §2, §4.8"),
    needs: &[Fact::OrderCapabilities],
    message: "a card post needs the card's security code, unless the order is MOTO without Custom AVS",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if !is_moto(c) || payment.avs().is_true() {
            require(found, payment.csc());
        }
        HOLDS
    }),
};

const CSC_WITH_MOTO: Rule = Rule {
    number: 81,
    name: "payment.csc_with_moto",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    locked: false,
    basis: Stated,
    source: Some("§1"),
    needs: &[Fact::OrderCapabilities],
    message: "a MOTO payment is made without the security code",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if payment.csc().is_valid() && is_moto(c) && !payment.avs().is_true() {
            found.at(payment.csc());
        }
        HOLDS
    }),
};

const CARD_NUMBER_FORMAT: Rule = Rule {
    number: 82,
    name: "payment.card_number_format",
    on: Operations::of(&[Operation::Payment]),
    level: Deny,
    locked: false,
    basis: Convention,
    source: Some("ISO/IEC 7812"),
    needs: &[],
    message: "a card number is 12 to 19 digits, without spaces",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if payment.card_number().valid().is_some_and(|number| !is_card_number(number.bytes())) {
            found.at(payment.card_number());
        }
        HOLDS
    }),
};

const CARD_NUMBER_CHECKSUM: Rule = Rule {
    number: 83,
    name: "payment.card_number_checksum",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    locked: false,
    basis: Convention,
    source: Some("ISO/IEC 7812-1 Annex B, Luhn"),
    needs: &[],
    message: "the check digit of the card number is wrong: probably a typing error",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if let Some(number) = payment.card_number().valid()
            && is_card_number(number.bytes())
            && !passes_luhn(number.bytes())
        {
            found.at(payment.card_number());
        }
        HOLDS
    }),
};

const CSC_FORMAT: Rule = Rule {
    number: 84,
    name: "payment.csc_format",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    locked: false,
    basis: Convention,
    source: None,
    needs: &[],
    message: "a security code is three or four digits",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        let is_code =
            |code: &[u8]| matches!(code.len(), 3 | 4) && code.iter().all(u8::is_ascii_digit);
        if payment.csc().valid().is_some_and(|code| !is_code(code.bytes())) {
            found.at(payment.csc());
        }
        HOLDS
    }),
};

const EXP_YEAR_DIGITS: Rule = Rule {
    number: 85,
    name: "payment.exp_year_digits",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "the year is given with two digits",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if let Some(year) = payment.exp_year().valid()
            && !matches!(year.to_integer(), Some(0..=99))
        {
            found.at(payment.exp_year());
        }
        HOLDS
    }),
};

const CARD_EXPIRED: Rule = Rule {
    number: 86,
    name: "payment.card_expired",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[Fact::Now],
    message: "the card has expired",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        let integer = |field: Field<'_, Decimal>| field.valid().and_then(Decimal::to_integer);
        if let (Some(month @ 1..=12), Some(year @ 0..=99)) =
            (integer(payment.exp_month()), integer(payment.exp_year()))
        {
            let today = c.facts.now()?.date();
            let this_month = (i128::from(today.year()), i128::from(today.month()));
            if (year.saturating_add(2000), month) < this_month {
                found.at(payment.exp_year());
            }
        }
        HOLDS
    }),
};

const IP_ADDRESS_FORMAT: Rule = Rule {
    number: 87,
    name: "payment.ip_address_format",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "neither an IPv4 nor an IPv6 address",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        let is_address = |text: &str| text.parse::<IpAddr>().is_ok();
        if payment.ip_address().valid().is_some_and(|text| !is_address(text.as_str())) {
            found.at(payment.ip_address());
        }
        HOLDS
    }),
};

const SAVING_NOT_SET_UP: Rule = Rule {
    number: 88,
    name: "payment.saving_not_set_up",
    on: Operations::of(&[Operation::Payment]),
    level: Warn,
    locked: false,
    basis: Stated,
    source: Some("§4.5"),
    needs: &[Fact::OrderCapabilities],
    message: "the order did not set up saving: it needs setup_future_use",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if payment.saved_by_merchant().is_true()
            && !c.facts.order_capabilities()?.contains(Feature::PaymentMethodSaving)
        {
            found.at(payment.saved_by_merchant());
        }
        HOLDS
    }),
};

const AVS_WITHOUT_ADDRESS: Rule = Rule {
    number: 89,
    name: "payment.avs_without_address",
    on: Operations::of(&[Operation::Payment]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§4.8"),
    needs: &[Fact::OrderBillingAddress],
    message: "Custom AVS needs an order with client.address and client.zip_code",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if payment.avs().is_true() && !c.facts.billing_address()? {
            found.at(payment.avs());
        }
        HOLDS
    }),
};

const EXP_MONTH_RANGE: Rule = Rule {
    number: 90,
    name: "card.exp_month_range",
    on: Operations::of(&[Operation::Payment, Operation::CardWebhook]),
    level: Deny,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "a month is 1 to 12",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let month = match (c.request.payment(), c.request.card_webhook()) {
            (Some(payment), _) => payment.exp_month(),
            (_, Some(webhook)) => webhook.exp_month(),
            _ => return HOLDS,
        };
        if month.valid().is_some_and(|month| !matches!(month.to_integer(), Some(1..=12))) {
            found.at(month);
        }
        HOLDS
    }),
};
