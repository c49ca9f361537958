//! The fast path for ordinary values: plain strings, short numbers and bools, from a window of
//! fixed length.

use crate::base::card::SHORTEST_IN_TEXT;
use crate::base::json::scan::{byte_at, plain_run};
use crate::model::document::{Marks, Slot, Tag};
use crate::model::schema::Kind;
use wide::bytemuck::cast;
use wide::{i8x16, u8x16};

/// The slot and the length of a plain string, a short number or a bool at the beginning of a value.
#[inline(always)]
pub(super) fn scalar(
    value: &[u8; VALUE],
    kind: Kind,
    start: usize,
    long_or_odd: impl FnOnce(Option<usize>) -> (usize, Marks),
) -> Option<(Slot, usize)> {
    let plain = |tag, length| (Slot::plain(tag, start, start + length), length);
    Some(match (value, kind) {
        ([b'"', content @ ..], Kind::String | Kind::Text) => {
            let is_odd = |length| matches!(kind, Kind::Text) && may_be_odd(content, length);
            let (length, marks) = match string(content) {
                Some(length @ 1..) if !is_odd(length) => (length, Marks::NONE),
                found => long_or_odd(found),
            };
            if length == 0 {
                return None;
            }
            let (slot, length) = plain(Tag::Text, length + 2);
            (slot.marked(marks), length)
        }
        ([b'"', ..], _) => return None,
        (_, Kind::Number) => {
            let Number { length, mantissa, scale } = number(value)?;
            (Slot::number(start, start + length, false, mantissa, scale), length)
        }
        (_, Kind::Bool) => {
            let (tag, length) = bool(value)?;
            plain(tag, length)
        }
        _ => return None,
    })
}

/// Bytes of a window that are read for a value.
pub(super) const VALUE: usize = 33;
/// Bytes of them that can be a string's content.
const CONTENT: usize = VALUE - 1;

/// The length of a string's content if it is 1 to 31 ordinary bytes, the first neither a space nor `!`; else 0.
/// `None` if it is ordinary so far and continues after the window.
#[inline(always)]
pub(super) fn string(content: &[u8; CONTENT]) -> Option<usize> {
    // An empty string begins with the quote that ends it.
    if content.first().is_none_or(|first| *first <= b'"') {
        return Some(0);
    }
    let (chunks, _) = content.as_chunks::<16>();
    let mut before = 0u32;
    for chunk in chunks {
        let special = special(u8x16::new(*chunk));
        if special != 0 {
            let length = (special.trailing_zeros() + before) as usize;
            let is_whole = content.get(length) == Some(&b'"');
            return Some(if is_whole { length } else { 0 });
        }
        before += 16;
    }
    None
}

/// The content's length of a printable string without escapes, and its marks if it is a text; 0 for other strings.
/// `found` is what [`string`] returned.
#[cold]
#[inline(never)]
pub(super) fn long_or_odd(
    text: &[u8],
    at: usize,
    kind: Kind,
    found: Option<usize>,
) -> (usize, Marks) {
    let length = found.unwrap_or_else(|| long_string(text, at));
    let content = invariant!(text.get(at + 1..at + 1 + length)).unwrap_or_default();
    let is_odd = length == 0 || matches!(kind, Kind::Text) && is_odd(content);
    if is_odd { odd(text, at, kind) } else { (length, Marks::NONE) }
}

/// Length and marks of a string that isn't ordinary.
fn odd(text: &[u8], at: usize, kind: Kind) -> (usize, Marks) {
    let (end, beyond_print) = plain_run(text, at + 1);
    let content = invariant!(text.get(at + 1..end)).unwrap_or_default();
    let is_blank = content.first().is_none_or(|first| *first <= b'"');
    if beyond_print || is_blank || byte_at(text, end) != b'"' {
        return (0, Marks::NONE);
    }
    (content.len(), if matches!(kind, Kind::Text) { Marks::of(content) } else { Marks::NONE })
}

/// The length of the content of a string that continues after what [`string`] read; 0 if it isn't
/// ordinary.
fn long_string(text: &[u8], at: usize) -> usize {
    let rest = invariant!(text.get(at + VALUE..)).unwrap_or_default();
    let (chunks, _) = rest.as_chunks::<16>();
    let mut length = 0usize;
    for chunk in chunks {
        let special = special(u8x16::new(*chunk));
        if special != 0 {
            length += special.trailing_zeros() as usize;
            let is_whole = rest.get(length) == Some(&b'"');
            return if is_whole { length + CONTENT } else { 0 };
        }
        length += 16;
    }
    0
}

/// Whether an otherwise ordinary text may be a placeholder or hold a card number, judging by its first bytes.
#[inline(always)]
fn may_be_odd(content: &[u8; CONTENT], length: usize) -> bool {
    matches!(content.first(), Some(b'N' | b'n' | b'u'))
        || length >= SHORTEST_IN_TEXT
            && (has_no_letter(content, 9)
                || length >= SHORTEST_IN_TEXT + 10 && has_no_letter(content, 19))
}

/// Whether the four bytes at a position are all below `@`, as digits and separators are. A card number, with or
/// without separators, covers them at position 9, 19, 29 or so on, wherever it begins.
#[inline(always)]
fn has_no_letter(text: &[u8], at: usize) -> bool {
    let four = text.get(at..).and_then(<[u8]>::first_chunk::<4>);
    four.is_some_and(|four| u32::from_le_bytes(*four) & 0xC0C0_C0C0 == 0)
}

/// Whether an otherwise ordinary text may have marks.
fn is_odd(content: &[u8]) -> bool {
    let mut places = (9..content.len().saturating_sub(3)).step_by(10);
    places.any(|at| has_no_letter(content, at))
        || matches!(content.trim_ascii_end(), b"undefined" | b"null" | b"NaN")
}

/// The tag and the length of `true` or `false`.
#[inline(always)]
fn bool(value: &[u8; VALUE]) -> Option<(Tag, usize)> {
    if value.starts_with(b"true") {
        Some((Tag::True, 4))
    } else if value.starts_with(b"false") {
        Some((Tag::False, 5))
    } else {
        None
    }
}

/// Mask of bytes that aren't ordinary: quotes, backslashes and those that aren't printable ASCII; also `&`, `]` and
/// those from `{` on, which are in every text with an ampersand or a closed bracket to mark.
#[inline(always)]
fn special(chunk: u8x16) -> u32 {
    // With 5 added, bytes from `{` on are negative, and those beyond ASCII negative or under 5.
    let moved: i8x16 = cast(chunk + u8x16::splat(5));
    let beyond: u8x16 = cast(moved.simd_lt(i8x16::splat(b' ' as i8 + 5)));
    let quote_or_ampersand = (chunk | u8x16::splat(4)).simd_eq(u8x16::splat(b'&'));
    let backslash_or_bracket = (chunk | u8x16::splat(1)).simd_eq(u8x16::splat(b']'));
    (beyond | quote_or_ampersand | backslash_or_bracket).to_bitmask()
}

struct Number {
    length: usize,
    mantissa: u64,
    scale: u8,
}

/// A number of at most eight digits, at most seven before the point, without sign or exponent.
#[inline(always)]
fn number(value: &[u8; VALUE]) -> Option<Number> {
    let (mut digits, whole) = digits(value, 0)?;
    let mut length = whole;
    let mut scale = 0;
    if value.get(whole) == Some(&b'.') {
        let (fraction, places) = self::digits(value, whole + 1)?;
        digits |= fraction << bits(whole);
        scale = places;
        length = whole + places + 1;
    }
    let count = whole + scale;
    let has_leading_zero = whole > 1 && value.first() == Some(&b'0');
    let is_whole = matches!(value.get(length), Some(b',' | b'}' | b' ' | b'\n' | b'\r'));
    if count > 8 || has_leading_zero || !is_whole {
        return None;
    }
    let mantissa = eight_digits(digits << (64 - bits(count)));
    Some(Number { length, mantissa, scale: scale as u8 })
}

/// Number of bits that `digits` take, at a byte each.
#[inline(always)]
fn bits(digits: usize) -> u32 {
    digits as u32 * 8
}

/// Reads one to seven digits at a position: their values, a byte each, and how many there are.
#[inline(always)]
fn digits(value: &[u8; VALUE], at: usize) -> Option<(u64, usize)> {
    debug_assert!(at < 16);
    let word = u64::from_le_bytes(*value.get(at % 16..)?.first_chunk()?) ^ 0x3030_3030_3030_3030;
    // The high bit of each byte over 9. A carry can set it wrongly, but only after the first such byte.
    let others = (word | word.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
    let count = (others.trailing_zeros() / 8) as usize;
    let is_run = (1..8).contains(&count);
    is_run.then(|| (word & !(u64::MAX << bits(count)), count))
}

/// The value of eight decimal digits, a byte each, with the most significant digit in the lowest byte.
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits * 10 + (digits >> 8);
    // Overflow beyond a word doesn't matter.
    let high = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let low = (pairs >> 16 & PAIRS).wrapping_mul(1 + (10_000 << 32));
    (high + low) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position of the values in a body.
    const START: usize = 70;

    /// Reads the text's first value: its slot, and how many bytes it takes.
    fn read(text: &[u8], kind: Kind) -> Option<(Slot, usize)> {
        // What comes after a value fills the window.
        let text = [text, &[b' '; 2 * VALUE]].concat();
        let long_or_odd = |found| long_or_odd(&text, 0, kind, found);
        let (slot, length) = scalar(text.first_chunk()?, kind, START, long_or_odd)?;
        assert_eq!((slot.start() as usize, slot.end() as usize), (START, START + length));
        Some((slot, length))
    }

    #[test]
    fn plain_string_of_any_length_is_read() {
        let end_of = |text: &[u8]| {
            let (slot, length) = read(text, Kind::String)?;
            assert!(slot.is(Tag::Text));
            Some(length)
        };
        for length in 1..=100 {
            let text = format!("\"{}\"", "a".repeat(length)).into_bytes();
            assert_eq!(end_of(&text), Some(text.len()));
            for place in 1..=length {
                for byte in (0..=u8::MAX).filter(|byte| *byte != b'"') {
                    let mut text = text.clone();
                    text[place] = byte;
                    let is_plain = match byte {
                        b' ' | b'!' => place > 1,
                        _ => (b'#'..=b'~').contains(&byte) && byte != b'\\',
                    };
                    let expected = is_plain.then_some(text.len());
                    assert_eq!(end_of(&text), expected, "{byte} at {place} of {length}");
                }
            }
        }
        assert_eq!(end_of(b"\"\""), None);
    }

    /// Rules look for these anywhere in a text.
    #[test]
    fn text_that_rules_look_for_is_marked() {
        let is_plain = |text: &str| {
            let text = format!("\"{text}\",\"price\":12.5,\"quantity\":1}}");
            read(text.as_bytes(), Kind::Text).unwrap().0.marks() == Marks::NONE
        };
        for before in (0..60).map(|length| "x".repeat(length)) {
            for something in [
                "4111111111111111",
                "30569309025904",
                "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
                "4111-1111-1111-1111",
                "&amp;",
                "${a}",
                "{{a}}",
                "[object Object]",
            ] {
                for after in ["", "x", " and more", " and more after it, up to a second window"] {
                    let text = format!("{before}{something}{after}");
                    assert!(!is_plain(&text), "{text}");
                }
            }
        }
        for text in ["undefined", "null", "NaN", "null ", "undefined     ", "NaN          "] {
            assert!(!is_plain(text), "{text}");
        }
        for text in [
            "Mug",
            "Nora",
            "null and void",
            "A stoneware mug, 250 ml",
            "77 Pine Street, apartment 12",
            "Suite 100, 12 34 56 78, and so on until the second window",
        ] {
            assert!(is_plain(text), "{text}");
        }
    }
}
