//! Codes, dates and texts, in every operation.

mod email;

use super::prelude::*;
use super::{text, typed};
use crate::base::codes;
use crate::base::decimal::Decimal;
use crate::base::time::{Date, Timestamp, iso_date};
use crate::model::document::Field;
use crate::model::facts::Known;
use crate::model::schema::{Capture, Refund};
pub(super) use email::is_email;
use email::{is_deliverable, meant_domain};

const ORDERS_AND_PAYOUTS: Operations = Operations::ORDER.union(Operations::PAYOUTS);
const WITH_EMAIL: Operations = ORDERS_AND_PAYOUTS.union(Operations::of(&[Operation::Client]));
const WITH_AMOUNT: Operations =
    ORDERS_AND_PAYOUTS.union(Operations::of(&[Operation::Capture, Operation::Refund]));
const WITH_COUNTRY: Operations =
    ORDERS_AND_PAYOUTS.union(Operations::of(&[Operation::CardWebhook]));

section! {
    [
        DATE, BIRTH_IN_FUTURE, CURRENCY, COUNTRY, REGION, STATE, LANGUAGE, MINOR_UNITS, TOTAL_MINOR_UNITS,
        EMAIL, EMAIL_UNDELIVERABLE, EMAIL_TYPO, DESCRIPTOR_LENGTH, DESCRIPTOR_CHARACTERS,
    ],
}

/// Reads a birth date: YYYY-MM-DD, a real day, year 1900–2199.
pub(super) fn birth_date(text: &[u8]) -> Option<Date> {
    iso_date(text).filter(|date| (1900..=2199).contains(&date.year()))
}

pub(crate) fn is_language(code: &[u8]) -> bool {
    match code {
        [a, b] | [a, b, b'-', b'A'..=b'Z', b'A'..=b'Z'] => codes::is_language(&[*a, *b]),
        _ => false,
    }
}

/// Reports an amount with more decimal places than its currency has.
#[inline(always)]
fn fits(c: &Context<'_>, findings: &mut Findings<'_>, field: Field<'_, Decimal>, minor_units: u8) {
    // An amount is written with at least as many places as it has.
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
    if field.places_written() > 0 && field.valid().is_some_and(|field| field.decimal_places() > 0) {
        let currency = codes::currency(c.facts.order_currency()?.as_bytes());
        if let Some(minor_units) = currency.and_then(|currency| currency.minor_units) {
            fits(c, findings, field, minor_units);
        }
    }
    Ok(())
}

const DATE: Rule = Rule {
    message: "{member} {deny:must|should} be a real day, written {format}, in the years 1900 to 2199",
    params: &["format", "incomplete"],
    constants: &[Param::Word("YYYY-MM-DD")],
    constraints: &[
        Objects::Payout.must(&["sender_birth_date"], BIRTH_DATE),
        Objects::Client.must(&["birth_date"], BIRTH_DATE),
        Objects::Recipient.must(&["birth_date"], BIRTH_DATE),
    ],
    ..rule!(95, "date.format", Deny, Stated, ORDERS_AND_PAYOUTS)
};

const BIRTH_DATE: Must = Must::Match(Format {
    test: is_birth_date,
    is_incomplete: Some(|text| typed::date(text, is_birth_date)),
    pattern: "^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    name: "date",
    ..Format::NONE
});

fn is_birth_date(text: &[u8]) -> bool {
    birth_date(text).is_some()
}

const BIRTH_IN_FUTURE: Rule = Rule {
    needs: &[Fact::Now],
    unchecked_members: &[
        "/client/birth_date",
        "/recipient_client/birth_date",
        "/sender_birth_date",
    ],
    message: "{member} is after the day of the request, {today}",
    params: &["today"],
    check: |c, findings| {
        let dates = [
            c.payout.map(|payout| payout.sender_birth_date()),
            c.client.map(|client| client.birth_date()),
            c.recipient.map(|recipient| recipient.birth_date()),
        ];
        for field in dates.into_iter().flatten() {
            let Some(text) = text(field) else { continue };
            // A birth date of the last century is never in the future.
            if text.starts_with(b"19") && c.facts.now().is_ok_and(Timestamp::is_of_this_century) {
                continue;
            }
            if let Some(date) = birth_date(text)
                && let now = c.facts.now()
                && !(now.is_err() && findings.ignores(field))
                && let now = now?
                && now.is_before_day(date)
            {
                findings.with(field, [Param::day(now.date())]);
            }
        }
        HOLDS
    },
    ..rule!(96, "date.birth_in_future", Warn, Inferred, ORDERS_AND_PAYOUTS)
};

const CURRENCY: Rule = Rule {
    fix: Fix::Capitals,
    message: "{member} {deny:must|should} be a currency code of ISO 4217 in capitals, such as EUR",
    check: |c, findings| {
        let own = c.order.map(|order| order.currency());
        match own.or(c.payout.map(|payout| payout.currency())) {
            Some(own) => findings.at_if(own, c.currency.is_none() && own.is_valid()),
            None => HOLDS,
        }
    },
    ..rule!(97, "code.currency", Warn, Convention, ORDERS_AND_PAYOUTS)
};

const COUNTRY: Rule = Rule {
    fix: Fix::Country,
    message: "{member} {deny:must|should} be a country code of ISO 3166-1 in capitals, such as LV or LVA",
    params: &["incomplete"],
    constraints: &[
        Objects::Payout.must(&["sender_country"], COUNTRY_CODE),
        Objects::Client.must(&["country"], COUNTRY_CODE),
        Objects::ServiceLocation.must(&["country"], COUNTRY_CODE),
        Objects::Recipient.must(&["country"], COUNTRY_CODE),
        Objects::CardWebhook.must(&["issuer_country"], COUNTRY_CODE),
    ],
    ..rule!(98, "code.country", Warn, Convention, WITH_COUNTRY)
};

const COUNTRY_CODE: Must = Must::pass_typed(codes::is_country, typed::country);

const REGION: Rule = Rule {
    message: "{member} {deny:must|should} be the code of a region, such as US-CA or CA",
    constraints: &[Objects::ServiceLocation.must(&["region"], Must::pass(codes::is_region))],
    ..rule!(99, "code.region", Warn, Convention, Operations::ORDER)
};

const STATE: Rule = Rule {
    fix: Fix::Capitals,
    message: "{member} {deny:must|should} be the two capitals of a state or province of {country}, such as \
              {example}",
    params: &["country", "example", "incomplete"],
    check: |c, findings| {
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
    },
    ..rule!(133, "code.state", Warn, Convention, ORDERS_AND_PAYOUTS)
};

const LANGUAGE: Rule = Rule {
    fix: Fix::Language,
    message: "{member} {deny:must|should} be a language code of ISO 639-1, such as lv or en-GB",
    constraints: &[
        Objects::Order.must(&["language"], Must::pass(is_language)),
        Objects::Payout.must(&["language"], Must::pass(is_language)),
    ],
    ..rule!(100, "code.language", Warn, Convention, ORDERS_AND_PAYOUTS)
};

const MINOR_UNITS: Rule = Rule {
    needs: &[Fact::OrderCurrency],
    unchecked_members: &["/amount", "/total"],
    message: "{member} is {actual}, but amounts in {currency} have {minor_units} decimal \
              {minor_units:place|places}; round it",
    params: &["minor_units", "currency", "actual"],
    check: minor_units,
    ..rule!(101, "amount.minor_units", Warn, Convention, WITH_AMOUNT)
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
    message: "{member} add up to {actual}, but amounts in {currency} have {minor_units} decimal \
              {minor_units:place|places}; round what each product comes to",
    params: &["minor_units", "currency", "actual"],
    check: |c, findings| {
        let minor_units = c.currency.and_then(|currency| currency.minor_units);
        let (Some(minor_units), Some(order), Some(total)) = (minor_units, c.order, c.total())
        else {
            return HOLDS;
        };
        if total.has_more_places_than(minor_units) {
            let is_finer = |price: Field<'_, Decimal>| {
                price.valid().is_some_and(|price| price.decimal_places() > u32::from(minor_units))
            };
            // `amount.minor_units` reports finer prices.
            if !order.products().objects().any(|product| is_finer(product.price())) {
                let minor_units = Param::Integer(i64::from(minor_units));
                findings
                    .with(order.products(), [minor_units, currency_code(c), Param::Total(total)]);
            }
        }
        HOLDS
    },
    ..rule!(134, "amount.total_minor_units", Warn, Convention, Operations::ORDER)
};

const EMAIL: Rule = Rule {
    message: "{member} isn't a valid e-mail address",
    params: &["incomplete"],
    constraints: &[
        Objects::Client.must(&["email"], EMAIL_ADDRESS),
        Objects::NewClient.must(&["email"], EMAIL_ADDRESS),
    ],
    ..rule!(102, "contact.email_format", Warn, Convention, WITH_EMAIL)
};

const EMAIL_ADDRESS: Must = Must::pass_typed(is_email, |text| typed::email(text, is_email));

const EMAIL_UNDELIVERABLE: Rule = Rule {
    message: "{member} is an address that no mail can be sent to: its domain is incomplete, dots are misplaced before \
              the @, or it is too long",
    params: &["incomplete"],
    constraints: &[
        Objects::Client.must(&["email"], DELIVERABLE),
        Objects::NewClient.must(&["email"], DELIVERABLE),
    ],
    ..rule!(161, "contact.email_undeliverable", Allow, Convention, WITH_EMAIL)
};

const DELIVERABLE: Must = Must::pass_typed(
    |text| !is_email(text) || is_deliverable(text),
    |text| typed::domain(text, is_deliverable),
);

const EMAIL_TYPO: Rule = Rule {
    message: "the domain of {member} looks like {nearest}, mistyped",
    params: &["nearest", "incomplete"],
    check: |c, findings| {
        let new = c.request.new_client().map(|client| client.email());
        let Some(email) = new.or(c.client.map(|client| client.email())) else { return HOLDS };
        if let Some((nearest, is_beginning)) = text(email).and_then(meant_domain) {
            findings.with(email, [Param::Word(nearest), Param::Is(is_beginning)]);
        }
        HOLDS
    },
    ..rule!(162, "contact.email_typo", Allow, Convention, WITH_EMAIL)
};

const DESCRIPTOR_LENGTH: Rule = Rule {
    message: "{member} has {actual} characters, but a statement shows at most {maximum}",
    constraints: &[Objects::Order.must(&["dynamic_descriptor"], Must::BeNoLongerThan(25))],
    ..rule!(103, "descriptor.length", Warn, Convention, Operations::ORDER)
};

const DESCRIPTOR_CHARACTERS: Rule = Rule {
    message: "{member} {deny:must|should} have {without_letter:a letter|only ASCII characters, without angle \
              brackets, backslashes and quotes}",
    params: &["without_letter"],
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        if let Some(text) = text(order.dynamic_descriptor()) {
            let is_printed = |byte: &u8| matches!(byte, b' '..=b'~') && !br#"<>\'""#.contains(byte);
            let are_printed = text.iter().all(is_printed);
            if !are_printed || !text.iter().any(u8::is_ascii_alphabetic) {
                findings.with(order.dynamic_descriptor(), [Param::Is(are_printed)]);
            }
        }
        HOLDS
    },
    ..rule!(135, "descriptor.characters", Warn, Convention, Operations::ORDER)
};
