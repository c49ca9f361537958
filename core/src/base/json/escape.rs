//! Decodes the escapes of strings whose syntax was checked.

use super::scan::{byte_at, hex};
use alloc::vec::Vec;

/// Appends the decoded content of a string. `raw` is the text between the quotes.
pub(crate) fn decode(raw: &[u8], out: &mut Vec<u8>) {
    let mut rest = raw;
    loop {
        let run = rest.iter().position(|byte| *byte == b'\\').unwrap_or(rest.len());
        let (plain, escapes) = invariant!(rest.split_at_checked(run)).unwrap_or_default();
        out.extend_from_slice(plain);
        rest = escapes;
        if rest.is_empty() {
            return;
        }
        let (decoded, length) = decode_escape(rest);
        out.extend_from_slice(decoded.encode_utf8(&mut [0; 4]).as_bytes());
        rest = invariant!(rest.get(length..)).unwrap_or_default();
    }
}

/// Decodes the escape at the beginning. Returns its character and its length.
fn decode_escape(text: &[u8]) -> (char, usize) {
    let character = match byte_at(text, 1) {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(text),
        other => char::from(other),
    };
    (character, 2)
}

fn unicode(text: &[u8]) -> (char, usize) {
    let unit = invariant!(hex(text, 2)).unwrap_or(0);
    if let Some(character) = char::from_u32(unit) {
        return (character, 6);
    }
    let low = invariant!(hex(text, 8)).unwrap_or(0);
    let joined = (unit & 0x3FF) << 10 | (low & 0x3FF);
    let character = invariant!(char::from_u32(joined + 0x1_0000));
    (character.unwrap_or(char::REPLACEMENT_CHARACTER), 12)
}
