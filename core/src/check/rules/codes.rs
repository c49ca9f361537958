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
    name: "date.format",
    on: Operations::ORDER.union(Operations::PAYOUTS),
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be a real day, written {format}, in the years 1900 to 2199",
    params: &["format", "incomplete"],
    constants: &[Param::Word("YYYY-MM-DD")],
    docs: Docs::new(
        "a birth date is a real day, written YYYY-MM-DD",
        "the document gives this format, and another for travel dates; a day that doesn't exist \
         (30 February) or is outside the years 1900 to 2199 is refused like a wrong format",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","birth_date":"17.03.1990"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","birth_date":"1990-03-17"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        ),
    ),
    check: date,
    ..Rule::DEFAULT
};

#[inline(always)]
fn date(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    each_birth_date(c, findings, |_, findings, field, text| {
        let is_day = |text: &[u8]| birth_date(text).is_some();
        if !is_day(text) {
            findings.with(field, [Param::Is(typed::date(text, is_day))]);
        }
        HOLDS
    })
}

const BIRTH_IN_FUTURE: Rule = Rule {
    number: 96,
    name: "date.birth_in_future",
    on: Operations::ORDER.union(Operations::PAYOUTS),
    level: Warn,
    basis: Inferred,
    needs: &[Fact::Now],
    undecided: &["/client/birth_date", "/recipient_client/birth_date", "/sender_birth_date"],
    message: "{member} is after the day of the request, {today}",
    params: &["today"],
    docs: Docs::new(
        "a birth date isn't in the future",
        "a day in the future is a typing error, or comes from a form that filled in this year; the \
         day of now is taken in UTC, which can be off by a few hours",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","birth_date":"2090-03-17"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        )
        .facts(r#"{"now":"2026-11-20T10:15:00Z"}"#),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","birth_date":"1990-03-17"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        )
        .facts(r#"{"now":"2026-11-20T10:15:00Z"}"#),
    ),
    check: birth_in_future,
    ..Rule::DEFAULT
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
    name: "code.currency",
    on: Operations::ORDER.union(Operations::PAYOUTS),
    fix: Fix::Capitals,
    level: Warn,
    basis: Convention,
    source: Some("ISO 4217"),
    message: "{member} {deny:must|should} be a currency code of ISO 4217 in capitals, such as EUR",
    docs: Docs::new(
        "a currency is an alphabetic code of ISO 4217, in capitals",
        "the document says no more than currency code; ISO 4217 is what gateways use, and codes \
         that came or went recently may be missing from the list here",
        Example::new("order", order!(r#""currency":"Euro""#)),
        Example::new("order", order!(r#""currency":"EUR""#)),
    ),
    check: currency,
    ..Rule::DEFAULT
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
    name: "code.country",
    on: Operations::ORDER
        .union(Operations::PAYOUTS)
        .union(Operations::of(&[Operation::CardWebhook])),
    fix: Fix::Country,
    level: Warn,
    basis: Convention,
    source: Some("ISO 3166-1"),
    message: "{member} {deny:must|should} be a country code of ISO 3166-1 in capitals, such as LV or LVA",
    params: &["incomplete"],
    docs: Docs::new(
        "a country is a code of ISO 3166-1, in capitals",
        "the document says country code, but not which; both the two-letter and the three-letter \
         codes are accepted",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","country":"Latvia"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","country":"LV"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        ),
    ),
    check: country,
    ..Rule::DEFAULT
};

#[inline(always)]
fn country(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    each_country(c, |field| must_typed(findings, field, codes::is_country, typed::country));
    HOLDS
}

const REGION: Rule = Rule {
    number: 99,
    name: "code.region",
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    source: Some("ISO 3166-2"),
    message: "{member} {deny:must|should} be the code of a region, such as US-CA or CA",
    docs: Docs::new(
        "a region is the code of a country subdivision, like US-CA or CA",
        "the document asks for a country subdivision code, which ISO 3166-2 writes with the \
         country in front; the part after the dash is common on its own and is accepted too; the \
         form is checked, not the list",
        Example::new("order", order!(r#""service_location":{"city":"Riga","region":"Riga"}"#)),
        Example::new("order", order!(r#""service_location":{"city":"Riga","region":"LV-RIX"}"#)),
    ),
    check: region,
    ..Rule::DEFAULT
};

fn region(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(location) = c.service_location {
        must(findings, location.region(), codes::is_region);
    }
    HOLDS
}

const STATE: Rule = Rule {
    number: 133,
    name: "code.state",
    on: Operations::ORDER.union(Operations::PAYOUTS),
    fix: Fix::Capitals,
    level: Warn,
    basis: Convention,
    source: Some("ISO 3166-2"),
    message: "{member} {deny:must|should} be the two capitals of a state or province of {country}, such as \
              {example}",
    params: &["country", "example", "incomplete"],
    docs: Docs::new(
        "a state of the US or Canada is its two letters",
        "issuers in the US and Canada compare the address, and know their states by two capitals \
         (ISO 3166-2, and the armed forces' AA, AE and AP); elsewhere a state may be anything",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","country":"US","state":"New York"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","country":"US","state":"NY"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        ),
    ),
    check: state,
    ..Rule::DEFAULT
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
    name: "code.language",
    on: Operations::ORDER.union(Operations::PAYOUTS),
    fix: Fix::Language,
    level: Warn,
    basis: Convention,
    source: Some("ISO 639-1"),
    message: "{member} {deny:must|should} be a language code of ISO 639-1, such as lv or en-GB",
    docs: Docs::new(
        "a language is a two-letter code of ISO 639-1, like lv or en-GB",
        "the document says no more than language code; with an unknown one the checkout may fall \
         back to a language that the payer doesn't read",
        Example::new("order", order!(r#""language":"english""#)),
        Example::new("order", order!(r#""language":"en-GB""#)),
    ),
    check: language,
    ..Rule::DEFAULT
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
    name: "amount.minor_units",
    on: Operations::ORDER
        .union(Operations::PAYOUTS)
        .union(Operations::of(&[Operation::Capture, Operation::Refund])),
    level: Warn,
    basis: Convention,
    source: Some("ISO 4217"),
    needs: &[Fact::OrderCurrency],
    undecided: &["/amount", "/total"],
    message: "{member} is {actual}, but amounts in {currency} have {minor_units} decimal \
              {minor_units:place|places}; round it",
    params: &["minor_units", "currency", "actual"],
    docs: Docs::new(
        "an amount has no more decimal places than its currency",
        "there is no half yen, and the commonest mistake with currencies that have no cents, or \
         three decimal places, is to be off by a factor of a hundred; the document states 0.01 for \
         all and says nothing of currencies",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12.5}],"currency":"JPY"}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":1250}],"currency":"JPY"}"#
            ),
        ),
    ),
    check: minor_units,
    ..Rule::DEFAULT
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
    name: "amount.total_minor_units",
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    source: Some("ISO 4217"),
    message: "{member} add up to {actual}, but amounts in {currency} have {minor_units} decimal \
              {minor_units:place|places}; round what each product comes to",
    params: &["minor_units", "currency", "actual"],
    docs: Docs::new(
        "an order's total has no more decimal places than its currency",
        "a price of whole cents times a fractional quantity can leave a part of a cent, which \
         nobody can pay; the gateway has to round it, and the document doesn't say how",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Tea","#,
                r#""price":3.33,"quantity":0.5}],"currency":"EUR"}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Tea","#,
                r#""price":3.34,"quantity":0.5}],"currency":"EUR"}"#
            ),
        ),
    ),
    check: total_minor_units,
    ..Rule::DEFAULT
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
    name: "contact.email_format",
    on: Operations::ORDER.union(Operations::PAYOUTS).union(Operations::of(&[Operation::Client])),
    level: Warn,
    basis: Convention,
    source: Some("WHATWG definition of a valid e-mail address"),
    message: "{member} isn't a valid e-mail address",
    params: &["incomplete"],
    docs: Docs::new(
        "an e-mail address has the form of one",
        "receipts and checkout links are sent there; the document doesn't define the form, so it \
         is the one that web browsers use",
        Example::new("client", r#"{"email":"ada at mail.example"}"#),
        Example::new("client", r#"{"email":"ada@mail.example"}"#),
    ),
    check: email,
    ..Rule::DEFAULT
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
    name: "descriptor.length",
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    source: Some("card networks"),
    message: "{member} has {actual} characters, but a statement shows at most {maximum}",
    params: &["maximum", "actual"],
    constants: &[Param::Integer(25)],
    docs: Docs::new(
        "a dynamic descriptor has at most 25 characters",
        "the document shows no maximum lengths, but card networks print about 25 characters on a \
         statement; a longer text is cut, and a payer who doesn't recognise it disputes the \
         payment",
        Example::new("order", order!(r#""dynamic_descriptor":"THE EXTRAORDINARY MUG COMPANY""#)),
        Example::new("order", order!(r#""dynamic_descriptor":"MUGS.EXAMPLE""#)),
    ),
    check: descriptor_length,
    ..Rule::DEFAULT
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
    name: "descriptor.characters",
    on: Operations::ORDER,
    level: Warn,
    basis: Convention,
    source: Some("card networks"),
    message: "{member} {deny:must|should} have a letter, and only ASCII characters without angle brackets, \
              backslashes, quotes and asterisks",
    docs: Docs::new(
        "a dynamic descriptor has only characters that a statement prints, and a letter",
        "card networks print ASCII and keep some characters for themselves; others are dropped or \
         replaced, and a payer who doesn't recognise the text disputes the payment",
        Example::new("order", order!(r#""dynamic_descriptor":"MUGS*BERG""#)),
        Example::new("order", order!(r#""dynamic_descriptor":"MUGS.EXAMPLE""#)),
    ),
    check: descriptor_characters,
    ..Rule::DEFAULT
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
