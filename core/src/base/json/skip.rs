//! Skips values without recursion, checking only their syntax.

use super::scan::{self, Scanned, byte_at, malformed, skip_white_space};

pub(crate) const MAX_DEPTH: i32 = 128;

/// Skips the value at `at`, which has `depth` arrays and objects around it; with a depth of -1, the value itself
/// isn't counted. Sets `beyond_print` if a string in it has a byte of 0x7F or more.
pub(crate) fn value(text: &[u8], at: usize, depth: i32, beyond_print: &mut bool) -> Scanned<usize> {
    match byte_at(text, at) {
        b'{' | b'[' => containers(text, at, depth, beyond_print),
        _ => scalar(text, at, beyond_print),
    }
}

#[inline]
fn scalar(text: &[u8], at: usize, beyond_print: &mut bool) -> Scanned<usize> {
    match byte_at(text, at) {
        b'"' => {
            let end = scan::string(text, at + 1)?;
            *beyond_print |= end.beyond_print;
            Ok(end.quote + 1)
        }
        b't' => scan::word(text, at, b"true"),
        b'f' => scan::word(text, at, b"false"),
        b'n' => scan::word(text, at, b"null"),
        b'-' | b'0'..=b'9' => scan::number(text, at).map(|number| number.end),
        _ => malformed(at),
    }
}

/// Skips an array or object. `kinds` has a bit for each that is open, the innermost lowest: 1 for an object, 0 for an
/// array.
#[inline(never)]
fn containers(text: &[u8], start: usize, outer: i32, beyond_print: &mut bool) -> Scanned<usize> {
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
                at = key(text, at, beyond_print)?;
                continue;
            }
            if opening == b'[' && byte_at(text, at) != b']' {
                continue;
            }
        } else {
            at = skip_white_space(text, scalar(text, at, beyond_print)?);
        }
        // After a value, or in an empty array or object.
        loop {
            let in_object = kinds & 1 == 1;
            match byte_at(text, at) {
                b'}' if in_object => {}
                b']' if !in_object => {}
                b',' => {
                    at = skip_white_space(text, at + 1);
                    if in_object {
                        at = key(text, at, beyond_print)?;
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
fn key(text: &[u8], at: usize, beyond_print: &mut bool) -> Scanned<usize> {
    if byte_at(text, at) != b'"' {
        return malformed(at);
    }
    let end = scan::string(text, at + 1)?;
    *beyond_print |= end.beyond_print;
    scan::colon(text, end.quote + 1)
}
