//! Texts for people: what shouldn't stand in a name, an address or a title.

use super::prelude::*;
use crate::base::card::has_card_number;
use crate::base::text::is_undefined;
use crate::model::document::{Object, Text, View};
use crate::model::schema::{
    AIRLINE, CARD_WEBHOOK, CLIENT, Kind, ORDER, PAYMENT, PAYOUT, PRODUCT, RECIPIENT,
    SERVICE_LOCATION, Shape, TAX,
};

section! {
    // The reader passes over most texts, which are ordinary.
    if |c| c.request.notes.odd_texts => [
        CARD_NUMBER,
        PLACEHOLDER,
        MARKUP,
    ],
}

/// The texts of an object type, as bits by position.
#[allow(clippy::indexing_slicing, reason = "at compile time")]
const fn texts_of(shape: &Shape) -> u32 {
    let (mut bits, mut at) = (0, 0);
    while at < shape.members.len() {
        if matches!(shape.members[at].kind, Kind::Text) {
            bits |= 1 << at;
        }
        at += 1;
    }
    bits
}

/// Reports the texts that fail a test, in document order.
#[cold]
fn report(c: &Context<'_>, findings: &mut Findings<'_>, test: fn(&[u8]) -> bool) -> Outcome {
    let mut texts = |object: Object<'_>, texts: u32| {
        for text in members::<Text<'_>>(object, object.present_of(texts)) {
            must(findings, text, test);
        }
    };
    if let Some(order) = c.order {
        if let Some(client) = c.client {
            texts(client.object(), const { texts_of(&CLIENT) });
        }
        for product in order.products().objects() {
            texts(product.object(), const { texts_of(&PRODUCT) });
        }
        texts(order.object(), const { texts_of(&ORDER) });
        if let Some(location) = c.service_location {
            texts(location.object(), const { texts_of(&SERVICE_LOCATION) });
        }
        if let Some(airline) = c.airline {
            texts(airline.object(), const { texts_of(&AIRLINE) });
        }
        if let Some(recipient) = c.recipient {
            texts(recipient.object(), const { texts_of(&RECIPIENT) });
        }
    } else if let Some(payout) = c.payout {
        texts(payout.object(), const { texts_of(&PAYOUT) });
        if let Some(client) = c.client {
            texts(client.object(), const { texts_of(&CLIENT) });
        }
    } else if let Some(payment) = c.request.payment() {
        texts(payment.object(), const { texts_of(&PAYMENT) });
    } else if let Some(webhook) = c.request.card_webhook() {
        texts(webhook.object(), const { texts_of(&CARD_WEBHOOK) });
    } else if let Some(tax) = c.request.tax() {
        texts(tax.object(), const { texts_of(&TAX) });
    }
    HOLDS
}

const WITH_TEXTS: Operations = Operations::ORDER
    .union(Operations::PAYOUTS)
    .union(Operations::of(&[Operation::Payment, Operation::Tax, Operation::CardWebhook]));

const CARD_NUMBER: Rule = Rule {
    number: 144,
    on: WITH_TEXTS,
    level: Warn,
    basis: Convention,
    message: "{member} holds what looks like a card number, which belongs in `card_number` alone",
    check: card_number,
    ..page!("text.card_number")
};

fn card_number(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    report(c, findings, |text| !has_card_number(text))
}

const PLACEHOLDER: Rule = Rule {
    number: 145,
    on: WITH_TEXTS,
    level: Warn,
    basis: Inferred,
    message: "{member} has what a program writes if it finds no value, such as `undefined` or an unfilled \
              template; fill it in",
    check: placeholder,
    ..page!("text.placeholder")
};

fn placeholder(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    report(c, findings, |text| !is_placeholder(text))
}

/// Whether a text is what a program writes that found no value, white space around it aside, or holds the name of no
/// object or an unfilled template.
fn is_placeholder(text: &[u8]) -> bool {
    let has = |open: &[u8], close: &[u8]| {
        let behind = behind(text, open);
        behind.is_some_and(|rest| self::behind(rest, close).is_some())
    };
    str::from_utf8(text).is_ok_and(|text| is_undefined(text.trim()))
        || behind(text, b"[object Object]").is_some()
        || has(b"${", b"}")
        || has(b"{{", b"}}")
}

/// What stands behind a part of a text, where that is first.
fn behind<'t>(text: &'t [u8], part: &[u8]) -> Option<&'t [u8]> {
    let at = text.windows(part.len()).position(|window| window == part)?;
    text.get(at + part.len()..)
}

const MARKUP: Rule = Rule {
    number: 146,
    on: WITH_TEXTS,
    level: Warn,
    basis: Inferred,
    message: "{member} has a character reference of HTML, which is printed as it stands; write the character itself",
    check: markup,
    ..page!("text.markup")
};

fn markup(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    report(c, findings, |text| {
        let mut rest = text;
        while let Some(reference) = behind(rest, b"&") {
            if begins_with_reference(reference) {
                return false;
            }
            rest = reference;
        }
        true
    })
}

/// Whether a text begins with a character reference, less its ampersand.
fn begins_with_reference(text: &[u8]) -> bool {
    const NAMES: [&[u8]; 6] = [b"amp;", b"lt;", b"gt;", b"quot;", b"apos;", b"nbsp;"];
    let is_number = |text: &[u8], is_digit: fn(&u8) -> bool| {
        let digits = text.iter().take_while(|byte| is_digit(byte)).count();
        digits > 0 && text.get(digits) == Some(&b';')
    };
    match text {
        [b'#', b'x', digits @ ..] => is_number(digits, u8::is_ascii_hexdigit),
        [b'#', digits @ ..] => is_number(digits, u8::is_ascii_digit),
        _ => NAMES.iter().any(|name| text.starts_with(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_one_of_those_that_are_written_in_texts() {
        for (text, is_one) in [
            ("amp;", true),
            ("nbsp; ", true),
            ("#0;", true),
            ("#x27;s", true),
            ("#xaF;", true),
            ("AMP;", false),
            ("amp", false),
            ("#;", false),
            ("#x;", false),
            ("#X27;", false),
            ("#2a;", false),
            ("copy;", false),
            ("", false),
        ] {
            assert_eq!(begins_with_reference(text.as_bytes()), is_one, "{text}");
        }
    }
}
