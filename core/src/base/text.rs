//! Searches, splits and classifies texts.

/// Splits a text around the first `ascii` character. Without one, the first part is the whole text.
pub(crate) fn cut(text: &str, ascii: u8) -> (&str, Option<&str>) {
    match text.bytes().position(|byte| byte == ascii) {
        None => (text, None),
        Some(at) => {
            let before = invariant!(text.get(..at)).unwrap_or_default();
            (before, invariant!(text.get(at + 1..)))
        }
    }
}

/// Splits a text around the last `ascii` character. Written by hand, because the linker can't tell that the standard
/// library's search from the end doesn't panic.
pub(crate) fn cut_last(text: &str, ascii: u8) -> Option<(&str, &str)> {
    let at = text.bytes().rposition(|byte| byte == ascii)?;
    text.get(..at).zip(text.get(at + 1..))
}

/// Case-insensitive hash of a key's ends and length: one sender's keys seldom differ only in between. The upper bits
/// are the best.
#[inline]
pub(crate) fn hash_of_key(key: &[u8]) -> u32 {
    let short = || key.iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
    let first = key.first_chunk().map_or_else(short, |bytes| u32::from_le_bytes(*bytes));
    let last = key.last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    let lower = u32::from_ne_bytes([b' '; 4]);
    let mixed = (first | lower).rotate_left(13) ^ (last | lower) ^ (key.len() as u32) << 8;
    mixed.wrapping_mul(0x9E37_79B1) // Fibonacci hashing
}

/// Number of characters (Unicode scalar values) of a text. The standard library's count is faster, but much more
/// code.
pub(crate) fn characters(text: &str) -> usize {
    text.bytes().filter(|byte| byte & 0xC0 != 0x80).count()
}

/// The rest of a text after one or more ASCII digits.
pub(crate) fn skip_digits(text: &str) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 { None } else { text.get(digits..) }
}

/// A text without the spaces and tabs around it.
pub(crate) fn trimmed(text: &str) -> &str {
    let is_kept = |byte: &u8| !matches!(byte, b' ' | b'\t');
    let bytes = text.as_bytes();
    if bytes.first().is_some_and(is_kept) && bytes.last().is_some_and(is_kept) {
        return text;
    }
    let Some(start) = bytes.iter().position(is_kept) else { return "" };
    let trailing = invariant!(bytes.iter().rev().position(is_kept)).unwrap_or(0);
    invariant!(text.get(start..bytes.len() - trailing)).unwrap_or_default()
}

/// Whether a text is what a program writes for a missing value.
pub(crate) fn is_undefined(text: &str) -> bool {
    matches!(text, "undefined" | "null" | "NaN")
}

/// Whether a text is empty or only white space.
#[inline(never)]
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Whether all bytes are visible ASCII characters. Looks at all of them, because that takes fewer instructions.
pub(crate) fn is_graphic(text: &[u8]) -> bool {
    text.iter().fold(true, |all, byte| all & byte.is_ascii_graphic())
}
