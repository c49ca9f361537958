//! Decoding the escapes of a string whose syntax was checked.

use super::scan::hex;
use crate::read::scan::byte_at;

/// Calls `emit` with runs of the decoded content of a string, `raw` being what stands between the quotes.
pub(crate) fn decode(raw: &[u8], emit: &mut dyn FnMut(&[u8])) {
    let mut rest = raw;
    while let Some(backslash) = rest.iter().position(|byte| *byte == b'\\') {
        emit(rest.get(..backslash).unwrap_or_default());
        let (decoded, length) = one(rest.get(backslash..).unwrap_or_default());
        emit(decoded.encode_utf8(&mut [0; 4]).as_bytes());
        rest = rest.get(backslash.saturating_add(length)..).unwrap_or_default();
    }
    emit(rest);
}

/// The same in a room, if it is large enough.
pub(crate) fn decode_into<'r>(raw: &[u8], room: &'r mut [u8; 64]) -> Option<&'r [u8]> {
    let mut length = 0usize;
    decode(raw, &mut |run| {
        let places = room.get_mut(length..).unwrap_or_default();
        for (place, byte) in places.iter_mut().zip(run) {
            *place = *byte;
        }
        length = length.saturating_add(run.len());
    });
    room.get(..length)
}

/// The character of the escape at the beginning, and the escape's length.
fn one(text: &[u8]) -> (char, usize) {
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
    let unit = hex(text, 2).unwrap_or(0);
    if let Some(character) = char::from_u32(unit) {
        return (character, 6);
    }
    let low = hex(text, 8).unwrap_or(0);
    let joined = (unit & 0x3FF) << 10 | (low & 0x3FF);
    let character = char::from_u32(joined.saturating_add(0x1_0000));
    (character.unwrap_or(char::REPLACEMENT_CHARACTER), 12)
}
