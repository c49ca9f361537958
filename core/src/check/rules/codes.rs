//! Codes, dates and texts, in every operation.

mod email;

use super::prelude::*;
use super::text;
use super::typed::{self, must_typed};
use crate::base::codes;
use crate::base::decimal::Decimal;
use crate::base::text::characters;
use crate::base::time::{Date, Timestamp, iso_date};
use crate::model::document::{Field, Text};
use crate::model::facts::Known;
use crate::model::schema::{Capture, Refund};
pub(super) use email::is_email;

section! {
    [
        DATE,
        BIRTH_IN_FUTURE,
        CURRENCY,
        COUNTRY,
        REGION,
        STATE,
        LANGUAGE,
        MINOR_UNITS,
        TOTAL_MINOR_UNITS,
        EMAIL,
        DESCRIPTOR_LENGTH,
        DESCRIPTOR_CHARACTERS,
    ],
}

type TextField<'a> = Field<'a, Text<'a>>;

/// A check of a birth date, which gets its place and its text.
type DateCheck = fn(&Context<'_>, &mut Findings<'_>, TextField<'_>, &[u8]) -> Outcome;

/// Runs a check on every valid birth date.
#[inline(always)]
fn each_birth_date(c: &Context<'_>, findings: &mut Findings<'_>, check: DateCheck) -> Outcome {
    let mut date = |field: TextField<'_>| match text(field) {
        Some(text) => check(c, findings, field, text),
        None => HOLDS,
    };
    let mut outcome = HOLDS;
    if let Some(payout) = c.payout {
        outcome = date(payout.sender_birth_date());
    }
    if let Some(client) = c.client {
        outcome = outcome.and(date(client.birth_date()));
    }
    if let Some(recipient) = c.recipient {
        outcome = outcome.and(date(recipient.birth_date()));
    }
    outcome
}

/// Reads a birth date: YYYY-MM-DD, a real day, year 1900–2199.
pub(super) fn birth_date(text: &[u8]) -> Option<Date> {
    iso_date(text).filter(|date| (1900..=2199).contains(&date.year()))
}

/// Calls `each` with every country of the request.
#[inline]
fn each_country<'a>(c: &'a Context<'a>, mut each: impl FnMut(TextField<'a>)) {
    if let Some(payout) = c.payout {
        each(payout.sender_country());
    }
    if let Some(client) = c.client {
        each(client.country());
    }
    if let Some(location) = c.service_location {
        each(location.country());
    }
    if let Some(recipient) = c.recipient {
        each(recipient.country());
    }
    if let Some(webhook) = c.request.card_webhook() {
        each(webhook.issuer_country());
    }
}

fn is_language(code: &[u8]) -> bool {
    match code {
        [a, b] => codes::is_language(&[*a, *b]),
        [a, b, b'-', b'A'..=b'Z', b'A'..=b'Z'] => codes::is_language(&[*a, *b]),
        _ => false,
    }
}

/// Reports an amount with more decimal places than its currency has.
#[inline(always)]
fn fits(c: &Context<'_>, findings: &mut Findings<'_>, field: Field<'_, Decimal>, minor_units: u8) {
    // As it is written it has at least as many.
    if field.places_written() > minor_units
        && let Some(amount) = field.valid()
        && amount.decimal_places() > u32::from(minor_units)
    {
        let minor_units = Param::Integer(i64::from(minor_units));
        findings.with(field, [minor_units, currency_code(c), Param::Decimal(amount)]);
    }
}

/// The code of the request's currency.
#[cold]
fn currency_code(c: &Context<'_>) -> Param {
    let own = c.order.map(|order| order.currency()).or(c.payout.map(|payout| payout.currency()));
    match own.and_then(Field::valid) {
        Some(code) => Param::code(code.as_str()),
        None => Param::code(c.facts.order_currency().unwrap_or_default()),
    }
}

/// Checks the amount of a capture or refund, which is in the currency of the original payment.
fn fits_original(
    c: &Context<'_>,
    findings: &mut Findings<'_>,
    field: Field<'_, Decimal>,
) -> Known<()> {
    if field.places_written() > 0 && field.valid().is_some_and(|it| it.decimal_places() > 0) {
        let currency = codes::currency(c.facts.order_currency()?.as_bytes());
        if let Some(minor_units) = currency.and_then(|currency| currency.minor_units) {
            fits(c, findings, field, minor_units);
        }
    }
    Ok(())
}

const DATE: Rule = Rule {
    number: 95,
    on: Operations::ORDER.union(Operations::PAYOUTS),
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be a real day, written {format}, in the years 1900 to 2199",
    params: &["format", "incomplete"],
    constants: &[Param::Word("YYYY-MM-DD")],
    constraints: &[
        Constraint::new(Objects::Payout, &["sender_birth_date"], BIRTH_DATE),
        Constraint::new(Objects::Client, &["birth_date"], BIRTH_DATE),
        Constraint::new(Objects::Recipient, &["birth_date"], BIRTH_DATE),
    ],
    ..page!("date.format")
};

const BIRTH_DATE: Must = Must::Match(Format {
    test: is_birth_date,
    is_incomplete: Some(|text| typed::date(text, is_birth_date)),
    pattern: "^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    name: "date",
});

fn is_birth_date(text: &[u8]) -> bool {
    birth_date(text).is_some()
}

const BIRTH_IN_FUTURE: Rule = Rule {
    number: 96,
    on: Operations::ORDER.union(Operations::PAYOUTS),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::Now],
    undecided: &["/client/birth_date", "/recipient_client/birth_date", "/sender_birth_date"],
    message: "{member} is after the day of the request, {today}",
    params: &["today"],
    check: birth_in_future,
    ..page!("date.birth_in_future")
};

#[inline(always)]
fn birth_in_future(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    each_birth_date(c, findings, |c, findings, field, text| {
        // A birth date of the last century is never in the future of this one.
        if text.starts_with(b"19") && c.facts.now().is_ok_and(Timestamp::is_of_this_century) {
            return HOLDS;
        }
        if let Some(date) = birth_date(text)
            && let now = c.facts.now()?
            && now.is_before_day(date)
        {
            findings.with(field, [Param::day(now.date())]);
        }
        HOLDS
    })
}

const CURRENCY: Rule = Rule {
    number: 97,
    on: Operations::ORDER.union(Operations::PAYOUTS),
    fix: Fix::Capitals,
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be a currency code of ISO 4217 in capitals, such as EUR",
    check: currency,
    ..page!("code.currency")
};

fn currency(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let own = c.order.map(|order| order.currency());
    if let Some(currency) = own.or(c.payout.map(|payout| payout.currency()))
        && c.currency.is_none()
        && currency.is_valid()
    {
        findings.at(currency);
    }
    HOLDS
}

const COUNTRY: Rule = Rule {
    number: 98,
    on: Operations::ORDER
        .union(Operations::PAYOUTS)
        .union(Operations::of(&[Operation::CardWebhook])),
    fix: Fix::Country,
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be a country code of ISO 3166-1 in capitals, such as LV or LVA",
    params: &["incomplete"],
    check: country,
    ..page!("code.country")
};

#[inline(always)]
fn country(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    each_country(c, |field| must_typed(findings, field, codes::is_country, typed::country));
    HOLDS
}

const REGION: Rule = Rule {
    number: 99,
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be the code of a region, such as US-CA or CA",
    check: region,
    ..page!("code.region")
};

fn region(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(location) = c.service_location {
        must(findings, location.region(), codes::is_region);
    }
    HOLDS
}

const STATE: Rule = Rule {
    number: 133,
    on: Operations::ORDER.union(Operations::PAYOUTS),
    fix: Fix::Capitals,
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be the two capitals of a state or province of {country}, such as \
              {example}",
    params: &["country", "example", "incomplete"],
    check: state,
    ..page!("code.state")
};

fn state(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(client) = c.client else { return HOLDS };
    let (Some(country), Some(state)) = (text(client.country()), text(client.state())) else {
        return HOLDS;
    };
    let (is_state, country, example): (fn(&[u8]) -> bool, _, _) = match country {
        b"US" | b"USA" => (codes::is_state_of_us, "US", "NY"),
        b"CA" | b"CAN" => (codes::is_province_of_canada, "CA", "ON"),
        _ => return HOLDS,
    };
    if !is_state(state) {
        let incomplete = Param::Is(typed::code(state, is_state));
        findings.with(client.state(), [Param::Word(country), Param::Word(example), incomplete]);
    }
    HOLDS
}

const LANGUAGE: Rule = Rule {
    number: 100,
    on: Operations::ORDER.union(Operations::PAYOUTS),
    fix: Fix::Language,
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be a language code of ISO 639-1, such as lv or en-GB",
    check: language,
    ..page!("code.language")
};

#[inline(always)]
fn language(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let own = c.order.map(|order| order.language());
    if let Some(language) = own.or(c.payout.map(|payout| payout.language())) {
        must(findings, language, is_language);
    }
    HOLDS
}

const MINOR_UNITS: Rule = Rule {
    number: 101,
    on: Operations::ORDER
        .union(Operations::PAYOUTS)
        .union(Operations::of(&[Operation::Capture, Operation::Refund])),
    level: Warn,
    basis: Convention,
    needs: &[Fact::OrderCurrency],
    undecided: &["/amount", "/total"],
    message: "{member} is {actual}, but amounts in {currency} have {minor_units} decimal \
              {minor_units:place|places}; round it",
    params: &["minor_units", "currency", "actual"],
    check: minor_units,
    ..page!("amount.minor_units")
};

#[inline(always)]
fn minor_units(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let captured = c.request.capture().map(Capture::total);
    if let Some(amount) = captured.or(c.request.refund().map(Refund::amount)) {
        return fits_original(c, findings, amount);
    }
    let minor_units = c.currency.and_then(|currency| currency.minor_units);
    let Some(minor_units) = minor_units else { return HOLDS };
    if let Some(order) = c.order {
        if c.products.max_places > minor_units {
            for product in order.products().objects() {
                fits(c, findings, product.price(), minor_units);
            }
        }
    } else if let Some(payout) = c.payout {
        fits(c, findings, payout.amount(), minor_units);
    }
    HOLDS
}

const TOTAL_MINOR_UNITS: Rule = Rule {
    number: 134,
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    message: "{member} add up to {actual}, but amounts in {currency} have {minor_units} decimal \
              {minor_units:place|places}; round what each product comes to",
    params: &["minor_units", "currency", "actual"],
    check: total_minor_units,
    ..page!("amount.total_minor_units")
};

fn total_minor_units(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let minor_units = c.currency.and_then(|currency| currency.minor_units);
    let (Some(minor_units), Some(order), Some(total)) = (minor_units, c.order, c.total()) else {
        return HOLDS;
    };
    if total.has_more_places_than(minor_units) {
        let is_finer = |price: Field<'_, Decimal>| {
            price.valid().is_some_and(|price| price.decimal_places() > u32::from(minor_units))
        };
        // Of a price that is finer, `amount.minor_units` speaks.
        if !order.products().objects().any(|product| is_finer(product.price())) {
            let minor_units = Param::Integer(i64::from(minor_units));
            findings.with(order.products(), [minor_units, currency_code(c), Param::Total(total)]);
        }
    }
    HOLDS
}

const EMAIL: Rule = Rule {
    number: 102,
    on: Operations::ORDER.union(Operations::PAYOUTS).union(Operations::of(&[Operation::Client])),
    level: Warn,
    basis: Convention,
    message: "{member} isn't a valid e-mail address",
    params: &["incomplete"],
    check: email,
    ..page!("contact.email_format")
};

#[inline(always)]
fn email(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let is_incomplete = |text: &[u8]| typed::email(text, is_email);
    if let Some(client) = c.client {
        must_typed(findings, client.email(), is_email, is_incomplete);
    } else if let Some(client) = c.request.new_client() {
        must_typed(findings, client.email(), is_email, is_incomplete);
    }
    HOLDS
}

const DESCRIPTOR_LENGTH: Rule = Rule {
    number: 103,
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    message: "{member} has {actual} characters, but a statement shows at most {maximum}",
    params: &["maximum", "actual"],
    constants: &[Param::Integer(25)],
    check: descriptor_length,
    ..page!("descriptor.length")
};

#[inline(always)]
fn descriptor_length(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if let Some(text) = order.dynamic_descriptor().valid()
        && text.bytes().len() > 25
    {
        let length = characters(text.as_str());
        if length > 25 {
            findings.with(order.dynamic_descriptor(), [Param::count(length)]);
        }
    }
    HOLDS
}

const DESCRIPTOR_CHARACTERS: Rule = Rule {
    number: 135,
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} have a letter, and only ASCII characters without angle brackets, \
              backslashes, quotes and asterisks",
    check: descriptor_characters,
    ..page!("descriptor.characters")
};

#[inline(always)]
fn descriptor_characters(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    must(findings, order.dynamic_descriptor(), |text| {
        let is_printed = |byte: &u8| matches!(byte, b' '..=b'~') && !br#"<>\'"*"#.contains(byte);
        text.iter().all(is_printed) && text.iter().any(u8::is_ascii_alphabetic)
    });
    HOLDS
}
