//! Looking at texts: where a character is, what stands before it, and what a text is made of.

use wide::u8x16;

/// Where a byte is in a text first.
pub(crate) fn position(text: &[u8], byte: u8) -> Option<usize> {
    let Some(last) = text.last_chunk() else {
        return text.iter().position(|other| *other == byte);
    };
    let from_last = text.len().wrapping_sub(16);
    let mut at = 0;
    while at < text.len() {
        // The last sixteen bytes overlap those before, where it is not.
        let chunk = text.get(at..).and_then(|rest| rest.first_chunk());
        let (chunk, from) = chunk.map_or((last, from_last), |chunk| (chunk, at));
        let is_there = u8x16::new(*chunk).simd_eq(u8x16::splat(byte)).to_bitmask();
        if is_there != 0 {
            return Some(from.wrapping_add(is_there.trailing_zeros() as usize));
        }
        at = at.wrapping_add(16);
    }
    None
}

/// What is before the first of an ASCII character, and what behind it; all and nothing where there is none.
pub(crate) fn cut(text: &str, ascii: u8) -> (&str, Option<&str>) {
    match position(text.as_bytes(), ascii) {
        None => (text, None),
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at.saturating_add(1)..)),
    }
}

/// How many characters (Unicode scalar values) a text has. The standard library's count is fast and long.
pub(crate) fn characters(text: &str) -> usize {
    text.bytes().filter(|byte| byte & 0xC0 != 0x80).count()
}

/// What follows one or more ASCII digits.
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
    let behind = bytes.iter().rev().position(is_kept).unwrap_or(0);
    text.get(start..bytes.len().saturating_sub(behind)).unwrap_or_default()
}

/// Whether there is nothing but white space.
#[inline(never)]
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Whether all bytes are visible ASCII characters.
pub(crate) fn is_graphic(text: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGHEST: u64 = 0x80 * ONES;
    const FROM_EXCLAMATION_MARK: u64 = (0x80 - b'!' as u64) * ONES;
    // No byte has its highest bit, one more does not give it, and what makes an exclamation mark have it does.
    let are_graphic = |chunk: &[u8; 8]| {
        let bytes = u64::from_le_bytes(*chunk);
        let too_low = !bytes.wrapping_add(FROM_EXCLAMATION_MARK);
        (too_low | bytes | bytes.wrapping_add(ONES)) & HIGHEST == 0
    };
    // The last eight bytes, some of them a second time, in the rest's stead.
    match text.last_chunk() {
        Some(last) => are_graphic(last) && text.as_chunks().0.iter().all(are_graphic),
        None => text.iter().all(u8::is_ascii_graphic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_graphic_if_each_byte_is() {
        for length in 0..=24 {
            for place in 0..length {
                for byte in 0..=u8::MAX {
                    let mut text = vec![b'~'; length];
                    text[place] = byte;
                    let graphic = byte.is_ascii_graphic();
                    assert_eq!(is_graphic(&text), graphic, "{byte} at {place} of {length}");
                }
            }
        }
        assert!(is_graphic(b""));
    }
}
