//! Skips values without recursion, checking only their syntax.

use super::scan::{self, Scanned, byte_at, malformed, skip_white_space};

pub(crate) const MAX_DEPTH: i32 = 128;

words! {
    /// The token that is expected somewhere, as messages name it.
    pub(crate) Expected {
        Value = "a value",
        FirstElement = "a value or `]`",
        FirstKey = "a key or `}`",
        Key = "a key",
        Colon = "`:`",
        InArray = "`,` or `]`",
        InObject = "`,` or `}`",
        End = "the end of the text",
    }
}

/// Watches what is skipped.
pub(crate) trait Watch {
    /// Called before each token, or the white space before it.
    #[inline(always)]
    fn expect(&mut self, _at: usize, _expected: Expected) {}

    /// Called after each string, with whether it has a byte of 0x7F or more.
    #[inline(always)]
    fn pass_string(&mut self, _beyond_print: bool) {}
}

/// Whether a string has a byte of 0x7F or more.
impl Watch for bool {
    #[inline(always)]
    fn pass_string(&mut self, beyond_print: bool) {
        *self |= beyond_print;
    }
}

/// Skips the value at `at`, which has `depth` arrays and objects around it; with a depth of -1, the value itself
/// isn't counted.
pub(crate) fn value(text: &[u8], at: usize, depth: i32, watch: &mut impl Watch) -> Scanned<usize> {
    match byte_at(text, at) {
        b'{' | b'[' => containers(text, at, depth, watch),
        _ => scalar(text, at, watch),
    }
}

#[inline]
fn scalar(text: &[u8], at: usize, watch: &mut impl Watch) -> Scanned<usize> {
    match byte_at(text, at) {
        b'"' => string(text, at, watch),
        b't' => scan::word(text, at, b"true"),
        b'f' => scan::word(text, at, b"false"),
        b'n' => scan::word(text, at, b"null"),
        b'-' | b'0'..=b'9' => scan::number(text, at).map(|number| number.end),
        _ => malformed(at),
    }
}

#[inline]
fn string(text: &[u8], at: usize, watch: &mut impl Watch) -> Scanned<usize> {
    let end = scan::string(text, at + 1)?;
    watch.pass_string(end.beyond_print);
    Ok(end.quote + 1)
}

/// Skips an array or object. `kinds` has a bit for each that is open, the innermost lowest: 1 for an object, 0 for an
/// array.
#[inline(never)]
fn containers(text: &[u8], start: usize, outer: i32, watch: &mut impl Watch) -> Scanned<usize> {
    let mut at = start;
    let mut depth = outer;
    let mut kinds: u128 = 0;
    loop {
        // At a value.
        let opening = byte_at(text, at);
        if opening == b'{' || opening == b'[' {
            if depth >= MAX_DEPTH {
                return malformed(at);
            }
            depth += 1;
            kinds = kinds << 1 | u128::from(opening == b'{');
            at = skip_white_space(text, at + 1);
            if opening == b'{' && byte_at(text, at) != b'}' {
                watch.expect(at, Expected::FirstKey);
                at = key(text, at, watch)?;
                continue;
            }
            if opening == b'[' && byte_at(text, at) != b']' {
                watch.expect(at, Expected::FirstElement);
                continue;
            }
        } else {
            at = skip_white_space(text, scalar(text, at, watch)?);
        }
        // After a value, or in an empty array or object.
        loop {
            let in_object = kinds & 1 == 1;
            watch.expect(at, if in_object { Expected::InObject } else { Expected::InArray });
            match byte_at(text, at) {
                b'}' if in_object => {}
                b']' if !in_object => {}
                b',' => {
                    at = skip_white_space(text, at + 1);
                    watch.expect(at, if in_object { Expected::Key } else { Expected::Value });
                    if in_object {
                        at = key(text, at, watch)?;
                    }
                    break;
                }
                _ => return malformed(at),
            }
            at += 1;
            depth -= 1;
            kinds >>= 1;
            if depth == outer {
                return Ok(at);
            }
            if depth == outer + 1 {
                // With 129 open, the outermost has lost its bit.
                kinds = u128::from(byte_at(text, start) == b'{');
            }
            at = skip_white_space(text, at);
        }
    }
}

/// Skips a key and its colon. Returns the position of the value.
fn key(text: &[u8], at: usize, watch: &mut impl Watch) -> Scanned<usize> {
    if byte_at(text, at) != b'"' {
        return malformed(at);
    }
    let end = string(text, at, watch)?;
    watch.expect(end, Expected::Colon);
    let value = scan::colon(text, end)?;
    watch.expect(value, Expected::Value);
    Ok(value)
}
