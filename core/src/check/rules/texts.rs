//! Texts for people: things that don't belong in a name, an address or a title.

use super::prelude::*;
use crate::base::card::has_card_number;
use crate::base::text::is_undefined;
use crate::model::document::Marks;
use crate::model::schema::{Kind, Shape};

section! {
    // Most texts are ordinary, so the reader doesn't mark them.
    if |c| c.request.notes.marks != Marks::NONE => [CARD_NUMBER, PLACEHOLDER, MARKUP, ENCODING],
}

/// The texts of an object type, as bits by position.
#[allow(clippy::indexing_slicing, reason = "at compile time")]
// not covered: the compiler runs it
const fn texts_of(shape: &Shape) -> u32 {
    let (mut texts, mut at) = (0, 0);
    while at < shape.members.len() {
        texts |= (matches!(shape.members[at].kind, Kind::Text) as u32) << at;
        at += 1;
    }
    texts
}

/// The objects that have texts, in document order.
const WITH_TEXTS_IN: [Objects; 10] = [
    Objects::Payout,
    Objects::Client,
    Objects::Products,
    Objects::Order,
    Objects::ServiceLocation,
    Objects::Airline,
    Objects::Recipient,
    Objects::Payment,
    Objects::CardWebhook,
    Objects::Tax,
];

#[allow(clippy::indexing_slicing, reason = "at compile time")]
const TEXTS: [u32; WITH_TEXTS_IN.len()] = {
    let (mut texts, mut at) = ([0; WITH_TEXTS_IN.len()], 0);
    while at < texts.len() {
        texts[at] = texts_of(WITH_TEXTS_IN[at].shape());
        at += 1;
    }
    texts
};

/// Reports the texts that have marks and fail a test, in document order.
#[cold]
fn report(
    c: &Context<'_>,
    findings: &mut Findings<'_>,
    marks: Marks,
    test: fn(&[u8]) -> bool,
) -> Outcome {
    if !c.request.notes.marks.intersects(marks) {
        return HOLDS;
    }
    for (of, members) in WITH_TEXTS_IN.into_iter().zip(TEXTS) {
        let must = Must::pass_if_marked(marks, test);
        Constraint { of, members, must }.check(None, c, findings)?;
    }
    HOLDS
}

const WITH_TEXTS: Operations = Operations::ORDER
    .union(Operations::PAYOUTS)
    .union(Operations::of(&[Operation::Payment, Operation::Tax, Operation::CardWebhook]));

const CARD_NUMBER: Rule = Rule {
    message: "{member} holds what looks like a card number, which belongs in `card_number` alone",
    check: |c, findings| report(c, findings, Marks::DIGITS, |text| !has_card_number(text)),
    ..rule!(144, "text.card_number", Warn, Convention, WITH_TEXTS)
};

const PLACEHOLDER: Rule = Rule {
    message: "{member} has what a program writes if it finds no value, such as `undefined` or an unfilled \
              template; fill it in",
    check: |c, findings| {
        report(c, findings, Marks::BRACKET.union(Marks::UNDEFINED), |text| !is_placeholder(text))
    },
    ..rule!(145, "text.placeholder", Warn, Inferred, WITH_TEXTS)
};

/// Whether a text, trimmed, is what a program writes for a missing value, or contains `[object Object]` or an
/// unfilled template.
fn is_placeholder(text: &[u8]) -> bool {
    let has = |open: &[u8], close: &[u8]| {
        let after = after(text, open);
        after.is_some_and(|rest| self::after(rest, close).is_some())
    };
    str::from_utf8(text).is_ok_and(|text| is_undefined(text.trim()))
        || after(text, b"[object Object]").is_some()
        || has(b"${", b"}")
        || has(b"{{", b"}}")
}

/// The text after the first occurrence of a part.
fn after<'t>(text: &'t [u8], part: &[u8]) -> Option<&'t [u8]> {
    let at = text.windows(part.len()).position(|window| window == part)?;
    text.get(at + part.len()..)
}

const MARKUP: Rule = Rule {
    message: "{member} has a character reference of HTML, which is printed as it stands; write the character itself",
    check: |c, findings| {
        report(c, findings, Marks::AMPERSAND, |text| {
            let mut rest = text;
            while let Some(reference) = after(rest, b"&") {
                if begins_with_reference(reference) {
                    return false;
                }
                rest = reference;
            }
            true
        })
    },
    ..rule!(146, "text.markup", Warn, Inferred, WITH_TEXTS)
};

/// Whether a text begins with a character reference without its ampersand.
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

const ENCODING: Rule = Rule {
    message: "{member} has what is left of letters that were encoded twice, or decoded with the wrong table; send it \
              as UTF-8",
    check: |c, findings| {
        report(c, findings, Marks::BACKSLASH.union(Marks::BEYOND_ASCII), |text| {
            !is_badly_encoded(text)
        })
    },
    ..rule!(155, "text.encoding", Warn, Inferred, WITH_TEXTS)
};

/// Whether a text has traces of UTF-8 that was decoded with the wrong table or not at all, or an escape that wasn't
/// decoded.
fn is_badly_encoded(mut text: &[u8]) -> bool {
    while let [first, rest @ ..] = text {
        match (first, rest) {
            // U+FFFD
            (0xEF, [0xBF, 0xBD, ..])
            // U+00C2 or U+00C3, and one of U+0080 to U+00BF
            | (0xC3, [0x82 | 0x83, 0xC2, ..])
            // U+00E2, and U+20AC or one of U+0080 to U+009F
            | (0xC3, [0xA2, 0xE2, 0x82, 0xAC, ..] | [0xA2, 0xC2, 0x80..=0x9F, ..]) => return true,
            (b'\\', [b'u', a, b, c, d, ..])
                if [a, b, c, d].into_iter().all(u8::is_ascii_hexdigit) => return true,
            _ => text = rest,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn character_references_are_recognised() {
        for (texts, is_one) in
            [("amp;|nbsp; |#0;|#x27;s|#xaF;", true), ("|AMP;|amp|#;|#x;|#X27;|#2a;|copy;", false)]
        {
            for text in texts.split('|') {
                assert_eq!(begins_with_reference(text.as_bytes()), is_one, "{text}");
            }
        }
    }
}
