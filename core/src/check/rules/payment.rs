//! Payment: the card's data, posted to the address that came with the order.

use super::prelude::*;
use super::{text, typed};
use crate::base::card::{CardBrand, brand_and_fit, passes_luhn};
use crate::base::decimal::Decimal;
use crate::base::time::UtcOffset;
use crate::model::document::Field;
use crate::model::facts::{Known, SavingSide};
use crate::model::schema::Payment;
use core::net::IpAddr;

const ON: Operations = Operations::of(&[Operation::Payment]);
const WITH_EXPIRY: Operations = Operations::of(&[Operation::Payment, Operation::CardWebhook]);

section! {
    if |c| c.is_card_post_of_payout() => [OF_PAYOUT],
    if |c| !c.is_card_post_of_payout() => [FIELD_REQUIRED, ALREADY_PAID, CSC_REQUIRED, CSC_WITH_MOTO],
    [CARD_NUMBER_FORMAT, CARD_NUMBER_CHECKSUM, CARD_NUMBER_LENGTH],
    if |c| !c.is_card_post_of_payout() => [
        CARD_NUMBER_ZERO, CARD_NUMBER_BRAND, CARD_NUMBER_UNUSUAL, CARDHOLDER_NAME_FORMAT,
    ],
    [CSC_FORMAT, CSC_LENGTH, EXP_YEAR_DIGITS],
    if |c| !c.is_card_post_of_payout() => [
        CARD_EXPIRED, EXP_YEAR_FAR, IP_ADDRESS_FORMAT, SAVING_NOT_SET_UP, SAVED_BY_MERCHANT_MISSING,
        SAVED_BY_MERCHANT_MISPLACED, AVS_WITHOUT_ADDRESS,
    ],
    [EXP_MONTH_RANGE],
}

/// Whether this is a MOTO payment without AVS. An order isn't MOTO unless the facts say so.
fn goes_without_code(c: &Context<'_>) -> bool {
    let has_avs = c.request.payment().is_some_and(|payment| payment.avs().is_true());
    let had = c.facts.order_capabilities();
    had.is_ok_and(|capabilities| capabilities.contains(Feature::Moto)) && !has_avs
}

/// Whether the order set up saving.
fn sets_up_saving(c: &Context<'_>) -> Known<bool> {
    Ok(c.facts.order_capabilities()?.contains(Feature::PaymentMethodSaving))
}

fn is_card_number(text: &[u8]) -> bool {
    is_digits(text, 12, 19)
}

/// The value of a member, if it is a whole number in this range.
fn integer_in(field: Field<'_, Decimal>, least: u32, most: u32) -> Option<u32> {
    let number = u32::try_from(field.valid()?.to_integer()?).ok()?;
    (least..=most).contains(&number).then_some(number)
}

/// The year and month of expiry, if the year has two digits or is one of this century.
fn expiry(payment: Payment<'_>) -> Option<(u32, u32)> {
    let year = payment.exp_year();
    let of_two_digits = || Some(integer_in(year, 0, 99)? + 2000);
    let month = integer_in(payment.exp_month(), 1, 12)?;
    Some((integer_in(year, 2000, 2099).or_else(of_two_digits)?, month))
}

const OF_PAYOUT: Rule = Rule {
    needs: &[Fact::OrderScenario],
    message: "the gateway's interface description shows card posts of orders only, not of payouts; only the formats of the \
              members it shows were checked",
    check: |c, findings| findings.at_if(c, true),
    ..rule!(131, "payment.of_payout", Warn, Inferred, ON)
};

const FIELD_REQUIRED: Rule = Rule {
    needs: &[Fact::OrderScenario],
    message: "{member} is missing; every card payment {deny:needs|should have} it",
    constraints: &[Objects::Payment
        .must(&["cardholder_name", "card_number", "exp_month", "exp_year"], Must::BePresent)],
    ..rule!(79, "payment.field_required", Deny, Stated, ON)
};

const ALREADY_PAID: Rule = Rule {
    needs: &[Fact::OrderPaid],
    message: "the order is paid already; a second card post pays twice, or fails",
    check: |c, findings| {
        findings.at_if(c, c.facts.order.is_some_and(|order| order.paid == Some(true)))
    },
    ..rule!(154, "payment.already_paid", Deny, Inferred, ON)
};

const CSC_REQUIRED: Rule = Rule {
    needs: &[Fact::OrderCapabilities],
    message: "{member} is missing; only a MOTO payment without `avs` goes without it",
    constraints: &[Objects::Payment.must(&["csc"], Must::BePresent)],
    when: Some(|c| Ok(!goes_without_code(c))),
    ..rule!(80, "payment.csc_required", Deny, Stated, ON)
};

const CSC_WITH_MOTO: Rule = Rule {
    fix: Fix::Remove(Applicability::Unsafe),
    needs: &[Fact::OrderCapabilities],
    message: "{member} {deny:must|should} be left out of a MOTO payment",
    check: |c, findings| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        findings.at_if(payment.csc(), payment.csc().is_valid() && goes_without_code(c))
    },
    ..rule!(81, "payment.csc_with_moto", Warn, Stated, ON)
};

const CARD_NUMBER_FORMAT: Rule = Rule {
    message: "{member} {deny:must|should} be {minimum_digits} to {maximum_digits} digits, without spaces",
    params: &["minimum_digits", "maximum_digits", "incomplete"],
    constants: &[Param::Integer(12), Param::Integer(19)],
    constraints: &[Objects::Payment.must(&["card_number"], Must::Match(CARD_NUMBER))],
    ..rule!(82, "payment.card_number_format", Deny, Convention, ON)
};

const CARD_NUMBER: Format = Format {
    test: is_card_number,
    is_incomplete: Some(typed::card_number),
    pattern: "^[0-9]{12,19}$",
    ..Format::NONE
};

const CARD_NUMBER_CHECKSUM: Rule = Rule {
    message: "{member} has a wrong check digit, so it was probably mistyped",
    params: &["incomplete"],
    constraints: &[Objects::Payment.must(&["card_number"], CHECKSUM)],
    ..rule!(83, "payment.card_number_checksum", Warn, Convention, ON)
};

const CHECKSUM: Must = Must::pass_typed(
    |text| {
        // `payment.card_number_length` reports a number of another length.
        let is_of_another = || brand_and_fit(text).is_some_and(|(_, fits)| !fits);
        !is_card_number(text) || passes_luhn(text) || is_of_another()
    },
    typed::card_number,
);

const CARD_NUMBER_LENGTH: Rule = Rule {
    message: "{member} has {actual} digits, but no card of the brand {brand} has as many",
    params: &["brand", "actual", "incomplete"],
    check: |c, findings| {
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
    },
    ..rule!(141, "payment.card_number_length", Warn, Convention, ON)
};

const CARD_NUMBER_ZERO: Rule = Rule {
    message: "{member} begins with 0, as no card number does",
    params: &["incomplete"],
    constraints: &[Objects::Payment.must(
        &["card_number"],
        Must::pass_typed(|text| !is_card_number(text) || !text.starts_with(b"0"), |_| false),
    )],
    ..rule!(157, "payment.card_number_zero", Allow, Convention, ON)
};

const CARD_NUMBER_BRAND: Rule = Rule {
    message: "{member} begins like no known card network's numbers",
    params: &["incomplete"],
    constraints: &[Objects::Payment.must(
        &["card_number"],
        Must::pass_typed(
            |text| {
                let is_known = || text.starts_with(b"0") || brand_and_fit(text).is_some();
                !is_card_number(text) || is_known()
            },
            |_| false,
        ),
    )],
    ..rule!(158, "payment.card_number_brand", Allow, Convention, ON)
};

const CARD_NUMBER_UNUSUAL: Rule = Rule {
    message: "{member} has {actual} digits, unlike nearly all numbers of the brand {brand}",
    params: &["brand", "actual", "incomplete"],
    check: |c, findings| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if let Some(number) = text(payment.card_number()).filter(|number| is_card_number(number))
            && let Some((brand, true)) = brand_and_fit(number)
            && !brand.uses_length(number.len())
        {
            let incomplete = Param::Is(typed::card_number(number));
            let params = [Param::Word(brand.name()), Param::count(number.len()), incomplete];
            findings.with(payment.card_number(), params);
        }
        HOLDS
    },
    ..rule!(159, "payment.card_number_unusual", Allow, Convention, ON)
};

const CARDHOLDER_NAME_FORMAT: Rule = Rule {
    message: "{member} {deny:must|should} be a name: two characters or more, with a letter and no @",
    params: &["incomplete"],
    constraints: &[Objects::Payment
        .must(&["cardholder_name"], Must::pass_typed(is_name, |text| !text.contains(&b'@')))],
    ..rule!(156, "payment.cardholder_name_format", Warn, Convention, ON)
};

fn is_name(text: &[u8]) -> bool {
    // Two of these are enough, and nearly every name has them.
    let mut latin = text.iter().filter(|byte| byte.is_ascii_alphabetic());
    let is_other_name = || {
        let name = str::from_utf8(text).unwrap_or_default().trim();
        name.chars().nth(1).is_some() && name.contains(char::is_alphabetic)
    };
    !text.contains(&b'@') && (latin.nth(1).is_some() || is_other_name())
}

const CSC_FORMAT: Rule = Rule {
    message: "{member} {deny:must|should} be {minimum_digits} or {maximum_digits} digits",
    params: &["minimum_digits", "maximum_digits", "incomplete"],
    constants: &[Param::Integer(3), Param::Integer(4)],
    constraints: &[Objects::Payment.must(&["csc"], CODE)],
    ..rule!(84, "payment.csc_format", Warn, Convention, ON)
};

const CODE: Must = Must::pass_typed(|code| is_digits(code, 3, 4), typed::security_code);

const CSC_LENGTH: Rule = Rule {
    message: "{member} {deny:must|should} have {minimum} digits, as all cards of the brand {brand}",
    params: &["brand", "minimum", "incomplete"],
    check: |c, findings| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if let (Some(code), Some(number)) = (text(payment.csc()), text(payment.card_number()))
            // Only numbers of American Express, which begin with a 3, have codes of four digits.
            && (code.len() == 4 || number.first() == Some(&b'3'))
            && is_digits(code, 3, 4)
            && let Some((brand, _)) = brand_and_fit(number).filter(|_| is_card_number(number))
            // Some Maestro cards have no code.
            && brand != CardBrand::Maestro
            && code.len() != usize::from(brand.code_length())
        {
            let minimum = usize::from(brand.code_length());
            let incomplete = Param::Is(code.len() < minimum);
            let params = [Param::Word(brand.name()), Param::count(minimum), incomplete];
            findings.with(payment.csc(), params);
        }
        HOLDS
    },
    ..rule!(142, "payment.csc_length", Warn, Convention, ON)
};

const EXP_YEAR_DIGITS: Rule = Rule {
    message: "{member} {deny:must|should} be the last two digits of the year, {minimum} to {maximum}",
    params: &["minimum", "maximum"],
    constants: &[Param::Limit(Decimal::ZERO), Param::Limit(Decimal::from_integer(99))],
    check: |c, findings| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        let year = payment.exp_year();
        findings.at_if(year, year.is_valid() && integer_in(year, 0, 99).is_none())
    },
    ..rule!(85, "payment.exp_year_digits", Warn, Stated, ON)
};

const CARD_EXPIRED: Rule = Rule {
    needs: &[Fact::Now],
    unchecked_members: &["/exp_month", "/exp_year"],
    message: "the card has expired: {member} and `exp_month` are before the month of the request, \
              {month}{cut:; was 20 cut from a year such as 2030?|}",
    params: &["month", "incomplete", "cut"],
    check: |c, findings| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if let Some(expiry) = expiry(payment) {
            let now = c.facts.now();
            if now.is_err() && findings.ignores(payment.exp_year()) {
                return HOLDS;
            }
            let today = now?.local_date(UtcOffset::LAST);
            if expiry < (today.year(), today.month()) {
                let month = Param::Day { year: today.year(), month: today.month(), day: 0 };
                let year = payment.exp_year();
                let is_cut = integer_in(year, 20, 20).is_some();
                // Perhaps the first two digits of 2029.
                let incomplete = Param::Is(is_cut || typed::digit(year));
                findings.with(year, [month, incomplete, Param::Is(is_cut)]);
            }
        }
        HOLDS
    },
    ..rule!(86, "payment.card_expired", Warn, Inferred, ON)
};

const EXP_YEAR_FAR: Rule = Rule {
    needs: &[Fact::Now],
    unchecked_members: &["/exp_month", "/exp_year"],
    message: "{member} and `exp_month` are more than 20 years after the month of the request, {month}",
    params: &["month", "incomplete"],
    check: |c, findings| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        if let Some((year, month)) = expiry(payment) {
            let now = c.facts.now();
            if now.is_err() && findings.ignores(payment.exp_year()) {
                return HOLDS;
            }
            let today = now?.date();
            if (year, month) > (today.year() + 20, today.month()) {
                let month = Param::Day { year: today.year(), month: today.month(), day: 0 };
                findings.with(payment.exp_year(), [month, Param::Is(false)]);
            }
        }
        HOLDS
    },
    ..rule!(160, "payment.exp_year_far", Allow, Convention, ON)
};

const IP_ADDRESS_FORMAT: Rule = Rule {
    message: "{member} {deny:must|should} be an IPv4 or IPv6 address and nothing else",
    constraints: &[Objects::Payment.must(
        &["ip_address"],
        Must::pass(|text| str::from_utf8(text).is_ok_and(|text| text.parse::<IpAddr>().is_ok())),
    )],
    ..rule!(87, "payment.ip_address_format", Warn, Inferred, ON)
};

const SAVING_NOT_SET_UP: Rule = Rule {
    needs: &[Fact::OrderCapabilities],
    unchecked_members: &["/saved_by_merchant"],
    message: "{member} is true, but the order didn't set up saving with `setup_future_use`",
    constraints: &[Objects::Payment.must(&["saved_by_merchant"], Must::NotBeTrue)],
    when: Some(|c| Ok(!sets_up_saving(c)?)),
    ..rule!(88, "payment.saving_not_set_up", Warn, Stated, ON)
};

const SAVED_BY_MERCHANT_MISSING: Rule = Rule {
    fix: Fix::Set(Applicability::Unsafe, "true"),
    needs: &[Fact::SavingSide, Fact::OrderCapabilities],
    unchecked_members: &["/saved_by_merchant"],
    message: "{member} {deny:must|should} be true; the order set up saving a payment method, which the \
              merchant keeps",
    check: |c, findings| {
        let Some(payment) = c.request.payment() else { return HOLDS };
        let saved = payment.saved_by_merchant();
        let is_meant = (saved.is_absent() || saved.is_false())
            && c.facts.saving_side == Some(SavingSide::Merchant);
        findings.at_if(saved, is_meant && sets_up_saving(c)?)
    },
    ..rule!(121, "payment.saved_by_merchant_missing", Warn, Stated, ON)
};

const SAVED_BY_MERCHANT_MISPLACED: Rule = Rule {
    fix: Fix::Remove(Applicability::Unsafe),
    needs: &[Fact::SavingSide],
    unchecked_members: &["/saved_by_merchant"],
    message: "{member} is true, but the service keeps the payment method; leave it out",
    constraints: &[Objects::Payment.must(&["saved_by_merchant"], Must::NotBeTrue)],
    when: Some(|c| Ok(c.facts.saving_side()? == SavingSide::Service)),
    ..rule!(132, "payment.saved_by_merchant_misplaced", Warn, Stated, ON)
};

const AVS_WITHOUT_ADDRESS: Rule = Rule {
    fix: Fix::Remove(Applicability::Unsafe),
    needs: &[Fact::OrderBillingAddress],
    unchecked_members: &["/avs"],
    message: "{member} is true, but the order didn't have `client.address` and `client.zip_code`, \
              which Custom AVS compares",
    constraints: &[Objects::Payment.must(&["avs"], Must::NotBeTrue)],
    when: Some(|c| Ok(!c.facts.billing_address()?)),
    ..rule!(89, "payment.avs_without_address", Deny, Stated, ON)
};

const EXP_MONTH_RANGE: Rule = Rule {
    message: "{member} {deny:must|should} be from {minimum} to {maximum}",
    params: &["minimum", "maximum", "incomplete"],
    constants: &[Param::Limit(Decimal::ONE), Param::Limit(Decimal::from_integer(12))],
    check: |c, findings| {
        let month = match (c.request.payment(), c.request.card_webhook()) {
            (Some(payment), _) => payment.exp_month(),
            (_, Some(webhook)) => webhook.exp_month(),
            _ => return HOLDS,
        };
        if month.is_valid() && integer_in(month, 1, 12).is_none() {
            findings.with(month, [Param::Is(typed::digit(month))]);
        }
        HOLDS
    },
    ..rule!(90, "card.exp_month_range", Deny, Inferred, WITH_EXPIRY)
};
