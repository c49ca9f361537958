//! Values of known members: strings and numbers, and what is to be said of them.

use super::place::Spot;
use super::scan::{self, StringEnd, byte_at};
use super::{JsonType, Read, Reader, decode};
use crate::decimal::{Literal, is_plain};
use crate::report::Path;
use crate::rules::reading;
use crate::slot::{Slot, Tag};

impl Reader<'_> {
    #[inline(always)]
    pub(super) fn number(&mut self, at: usize, spot: Spot, integer: bool) -> Read<(Slot, usize)> {
        let number = scan::number(self.text, at)?;
        if number.is_short && !(integer && number.scale > 0) {
            let scan::Number { end, mantissa, scale, negative, .. } = number;
            return Ok((Slot::number(at, end, negative, mantissa, scale), end));
        }
        let slot = self.long_number(at, number.end, spot.path(), integer)?;
        Ok((slot, number.end))
    }

    #[cold]
    fn long_number(&mut self, start: usize, end: usize, path: Path, integer: bool) -> Read<Slot> {
        let literal = Literal::parse(self.text.get(start..end).unwrap_or_default());
        if integer && literal.has_fraction() {
            return self.type_error(start, end, path);
        }
        if literal.value().is_err() {
            self.note(reading::OUT_OF_RANGE, path, start, end, JsonType::Number)?;
            return Ok(Slot::plain(Tag::Invalid, start, end));
        }
        Ok(Slot::plain(Tag::LongNumber, start, end))
    }

    #[inline(always)]
    pub(super) fn string(&mut self, at: usize, spot: Spot) -> Read<(Slot, usize)> {
        let start = at.wrapping_add(1);
        let found = scan::string(self.text, start)?;
        let end = found.quote.wrapping_add(1);
        let first = byte_at(self.text, start);
        if !found.escaped && !found.beyond_print && first > b' ' && found.quote != start {
            return Ok((Slot::plain(Tag::Text, at, end), end));
        }
        self.unusual_string(at, found, spot.path()).map(|slot| (slot, end))
    }

    /// A string that may be blank, has escapes, or bytes of 0x7F or more.
    #[inline(never)]
    fn unusual_string(&mut self, at: usize, found: StringEnd, path: Path) -> Read<Slot> {
        self.beyond_print |= found.beyond_print;
        let (start, end) = (at.wrapping_add(1), found.quote.wrapping_add(1));
        let raw = self.text.get(start..found.quote).unwrap_or_default();
        let mut read = Slot::plain(Tag::Text, at, end);
        let content = if found.escaped {
            read = Slot::decoded_text(at, end, self.decoded.ends.len());
            self.decode(raw)
        } else {
            raw
        };
        let blank = is_blank(content);
        let controls = content.iter().any(u8::is_ascii_control);
        if blank {
            if found.escaped {
                self.forget_decoded();
            }
            self.note(reading::BLANK, path, at, end, JsonType::String)?;
            return Ok(Slot::plain(Tag::Blank, at, end));
        }
        if controls {
            self.note(reading::CONTROL_CHARACTERS, path, at, end, JsonType::String)?;
        }
        Ok(read)
    }

    /// A string where any value may stand.
    pub(super) fn any_string(&mut self, at: usize, path: Path) -> Read<(Slot, usize)> {
        let found = scan::string(self.text, at.wrapping_add(1))?;
        self.beyond_print |= found.beyond_print;
        let end = found.quote.wrapping_add(1);
        let raw = self.text.get(at.wrapping_add(1)..found.quote).unwrap_or_default();
        let blank = if found.escaped {
            let blank = is_blank(self.decode(raw));
            self.forget_decoded();
            blank
        } else {
            is_blank(raw)
        };
        if blank {
            self.note(reading::BLANK, path, at, end, JsonType::String)?;
        }
        Ok((Slot::plain(if blank { Tag::Blank } else { Tag::Present }, at, end), end))
    }

    /// A string where a number may stand as its digits.
    pub(super) fn number_as_text(&mut self, at: usize, path: Path) -> Read<(Slot, usize)> {
        let found = scan::string(self.text, at.wrapping_add(1))?;
        self.beyond_print |= found.beyond_print;
        let end = found.quote.wrapping_add(1);
        let raw = self.text.get(at.wrapping_add(1)..found.quote).unwrap_or_default();
        let mut read = Slot::plain(Tag::LongNumber, at, end);
        let content = if found.escaped {
            read = Slot::decoded_text(at, end, self.decoded.ends.len());
            self.decode(raw)
        } else {
            raw
        };
        if is_blank(content) {
            self.note(reading::BLANK, path, at, end, JsonType::String)?;
            return Ok((Slot::plain(Tag::Blank, at, end), end));
        }
        if !is_plain(content) {
            return self.type_error(at, end, path).map(|slot| (slot, end));
        }
        if Literal::parse(content).value().is_err() {
            self.note(reading::OUT_OF_RANGE, path, at, end, JsonType::String)?;
            return Ok((Slot::plain(Tag::Invalid, at, end), end));
        }
        Ok((read, end))
    }

    /// Decodes a string into the side buffer, as a new entry.
    fn decode(&mut self, raw: &[u8]) -> &[u8] {
        let start = self.decoded.bytes.len();
        decode(raw, |run| self.decoded.bytes.extend_from_slice(run));
        self.decoded.ends.push(self.decoded.bytes.len() as u32);
        self.decoded.bytes.get(start..).unwrap_or_default()
    }

    fn forget_decoded(&mut self) {
        self.decoded.ends.pop();
        let end = self.decoded.ends.last().copied().unwrap_or(0);
        self.decoded.bytes.truncate(end as usize);
    }
}

/// Empty, or nothing but Unicode White_Space.
fn is_blank(content: &[u8]) -> bool {
    match content.first() {
        Some(byte) if *byte > b' ' && byte.is_ascii() => false,
        _ => core::str::from_utf8(content).is_ok_and(|text| text.chars().all(char::is_whitespace)),
    }
}
