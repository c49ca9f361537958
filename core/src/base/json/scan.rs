//! Scans the strings, numbers and words of RFC 8259 in a byte slice.
//!
//! Each function begins at a position and returns the position after the token.

use wide::u8x16;

/// The text isn't valid JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Malformed {
    /// The position of the first wrong byte.
    pub(crate) at: usize,
}

pub(crate) type Scanned<T> = Result<T, Malformed>;

#[cold]
pub(crate) fn malformed<T>(at: usize) -> Scanned<T> {
    Err(Malformed { at })
}

/// The byte at a position. After the end it is 0, which no JSON value begins with.
#[inline(always)]
pub(crate) fn byte_at(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// The first position from `at` on that isn't JSON white space.
#[inline]
pub(crate) fn skip_white_space(text: &[u8], at: usize) -> usize {
    if byte_at(text, at) > b' ' { at } else { skip_more_white_space(text, at) }
}

#[inline(never)]
fn skip_more_white_space(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// Skips the colon at `at` and the white space around it. Returns the position of the value.
#[inline]
pub(crate) fn colon(text: &[u8], at: usize) -> Scanned<usize> {
    match two_bytes(text, at) {
        Some([b':', next]) if next > b' ' => Ok(at + 1),
        _ => colon_amid_white_space(text, at),
    }
}

#[inline(never)]
fn colon_amid_white_space(text: &[u8], at: usize) -> Scanned<usize> {
    let colon = skip_white_space(text, at);
    if byte_at(text, colon) != b':' {
        return malformed(colon);
    }
    Ok(skip_white_space(text, colon + 1))
}

#[inline(always)]
fn two_bytes(text: &[u8], at: usize) -> Option<[u8; 2]> {
    text.get(at..)?.first_chunk::<2>().copied()
}

#[derive(Clone, Copy)]
pub(crate) struct StringEnd {
    /// The position of the closing quote.
    pub(crate) quote: usize,
    pub(crate) escaped: bool,
    /// Whether it has a byte of 0x7F or more.
    pub(crate) beyond_print: bool,
}

/// Scans a string whose opening quote is right before `at`.
#[inline]
pub(crate) fn string(text: &[u8], at: usize) -> Scanned<StringEnd> {
    let (stop, beyond_print) = plain_run(text, at);
    if byte_at(text, stop) == b'"' {
        return Ok(StringEnd { quote: stop, escaped: false, beyond_print });
    }
    string_with_escapes(text, stop, beyond_print)
}

/// The position of the first quote, backslash or control character from `at` on, or the end; and
/// whether there is a byte of 0x7F or more before it.
#[inline]
pub(crate) fn plain_run(text: &[u8], mut at: usize) -> (usize, bool) {
    let mut beyond = 0;
    while let Some(chunk) = chunk_at(text, at) {
        let (stop, high) = stops(chunk);
        if stop != 0 {
            let passed = stop.trailing_zeros();
            beyond |= high & !(u32::MAX << passed);
            return (at + passed as usize, beyond != 0);
        }
        beyond |= high;
        at += 16;
    }
    plain_tail(text, at, beyond != 0)
}

#[inline(always)]
fn chunk_at(text: &[u8], at: usize) -> Option<&[u8; 16]> {
    text.get(at..)?.first_chunk()
}

/// Masks of the bytes that are a quote, a backslash or a control character, and of those that are 0x7F or more.
#[inline(always)]
fn stops(chunk: &[u8; 16]) -> (u32, u32) {
    let chunk = u8x16::new(*chunk);
    let quote = chunk.simd_eq(u8x16::splat(b'"'));
    let backslash = chunk.simd_eq(u8x16::splat(b'\\'));
    let control = chunk.min(u8x16::splat(0x1F)).simd_eq(chunk);
    let high = chunk.max(u8x16::splat(0x7F)).simd_eq(chunk);
    ((quote | backslash | control).to_bitmask(), high.to_bitmask())
}

/// Ends a [`plain_run`] in the last bytes of a text, fewer than sixteen. They are scanned together with those before
/// them, if there are enough.
#[inline(never)]
fn plain_tail(text: &[u8], mut at: usize, mut beyond: bool) -> (usize, bool) {
    let Some(last) = text.last_chunk() else {
        while let Some(&byte) = text.get(at) {
            if byte == b'"' || byte == b'\\' || byte < b' ' {
                break;
            }
            beyond |= byte >= 0x7F;
            at += 1;
        }
        return (at, beyond);
    };
    let from = text.len() - 16;
    let (stop, high) = stops(last);
    let not_seen = u32::MAX << (at - from);
    // The end stops the run, too.
    let passed = (stop & not_seen | 1 << 16).trailing_zeros();
    beyond |= high & not_seen & !(u32::MAX << passed) != 0;
    (from + passed as usize, beyond)
}

/// Continues at the first byte that isn't plain. Escapes are checked, including surrogate pairs.
#[cold]
#[inline(never)]
fn string_with_escapes(text: &[u8], mut at: usize, mut beyond: bool) -> Scanned<StringEnd> {
    loop {
        match text.get(at) {
            Some(b'"') => return Ok(StringEnd { quote: at, escaped: true, beyond_print: beyond }),
            Some(b'\\') => at = escape(text, at)?,
            _ => return malformed(at),
        }
        let (stop, more) = plain_run(text, at);
        beyond |= more;
        at = stop;
    }
}

/// Checks the escape at `at` and, if it is a surrogate, its partner. Returns the position after
/// both.
fn escape(text: &[u8], at: usize) -> Scanned<usize> {
    let after = at + 2;
    match text.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(after),
        Some(b'u') => match hex(text, after) {
            Some(0xD800..=0xDBFF) => {
                let partner = after + 4;
                let is_escape =
                    byte_at(text, partner) == b'\\' && byte_at(text, partner + 1) == b'u';
                match hex(text, partner + 2) {
                    Some(0xDC00..=0xDFFF) if is_escape => Ok(partner + 6),
                    _ => malformed(at),
                }
            }
            Some(0xDC00..=0xDFFF) | None => malformed(at),
            Some(_) => Ok(after + 4),
        },
        _ => malformed(at),
    }
}

/// The value of four hexadecimal digits.
pub(super) fn hex(text: &[u8], at: usize) -> Option<u32> {
    let digits = text.get(at..)?.first_chunk::<4>()?;
    digits.iter().try_fold(0u32, |value, digit| Some(value * 16 + char::from(*digit).to_digit(16)?))
}

#[derive(Clone, Copy)]
pub(crate) struct Number {
    /// The position after the number.
    pub(crate) end: usize,
    /// The digits as an integer of at most 48 bits, if there are at most fourteen.
    pub(crate) mantissa: u64,
    /// Number of digits after the point.
    pub(crate) scale: u8,
    pub(crate) negative: bool,
    /// Whether `mantissa` and `scale` are enough: no exponent, at most fourteen digits, at most
    /// eight after the point.
    pub(crate) is_short: bool,
}

#[inline]
pub(crate) fn number(text: &[u8], at: usize) -> Scanned<Number> {
    let negative = byte_at(text, at) == b'-';
    let first = at + usize::from(negative);
    let mut mantissa = 0;
    let point = digits(text, first, &mut mantissa);
    if point == first || (byte_at(text, first) == b'0' && point > first + 1) {
        // There is no digit, or there are digits after a leading zero.
        return malformed(if point == first { first } else { first + 1 });
    }
    let mut end = point;
    let mut count = point - first;
    let mut scale = 0;
    if byte_at(text, point) == b'.' {
        let after = point + 1;
        end = digits(text, after, &mut mantissa);
        scale = end - after;
        if scale == 0 {
            return malformed(after);
        }
        count += scale;
    }
    let has_exponent = byte_at(text, end) | 0x20 == b'e';
    if has_exponent {
        end = exponent(text, end)?;
    }
    let is_short = !has_exponent && count <= 14 && scale <= 8;
    Ok(Number { end, mantissa, scale: (scale & 0x0F) as u8, negative, is_short })
}

#[inline(always)]
fn digits(text: &[u8], mut at: usize, value: &mut u64) -> usize {
    loop {
        let digit = byte_at(text, at).wrapping_sub(b'0');
        if digit > 9 {
            return at;
        }
        // More digits than a word holds wrap; the caller counts them and doesn't use the value.
        *value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
}

#[cold]
fn exponent(text: &[u8], at: usize) -> Scanned<usize> {
    let mut first = at + 1;
    if matches!(byte_at(text, first), b'+' | b'-') {
        first += 1;
    }
    let end = digits(text, first, &mut 0);
    if end == first { malformed(first) } else { Ok(end) }
}

/// Scans one of the words `true`, `false` and `null`, which begins at `at`.
#[inline]
pub(crate) fn word(text: &[u8], at: usize, word: &[u8]) -> Scanned<usize> {
    if text.get(at..).is_some_and(|rest| rest.starts_with(word)) {
        return Ok(at + word.len());
    }
    let mut good = at;
    for byte in word {
        if byte_at(text, good) != *byte {
            break;
        }
        good += 1;
    }
    malformed(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_run_agrees_with_a_bytewise_scan() {
        for length in 0..=36 {
            for place in 0..length {
                for byte in [b'"', b'\\', 0, 0x1F, b' ', b'~', 0x7F, 0x80, 0xFF] {
                    let mut text = vec![b'a'; length];
                    text[place] = byte;
                    for at in 0..=length {
                        let is_plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | 0..=0x1F);
                        let run = text[at..].iter().take_while(|byte| is_plain(byte));
                        let beyond = run.clone().any(|byte| *byte >= 0x7F);
                        let expected = (at + run.count(), beyond);
                        assert_eq!(plain_run(&text, at), expected, "{byte} at {place} of {length}");
                    }
                }
            }
        }
    }
}
