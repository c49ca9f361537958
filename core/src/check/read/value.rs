//! Values of known members, and the issues they may have.

use super::{IssueKind, Read, Reader};
use crate::base::decimal::{Literal, is_plain};
use crate::base::json::scan::{self, StringEnd, byte_at, skip_white_space};
use crate::base::json::{JsonType, decode};
use crate::base::text::is_blank as is_blank_text;
use crate::model::document::{Marks, Slot, Tag};
use crate::model::path::Path;
use crate::model::schema::Kind;

impl Reader<'_, '_> {
    /// Reads the value of a member, other than an object or array with known members. Returns its
    /// slot.
    #[inline(never)]
    pub(super) fn value(&mut self, kind: Kind, index: u8) -> Read<Slot> {
        match (byte_at(self.text, self.at), kind) {
            (b'"', Kind::String | Kind::Text | Kind::OpaqueOrText) => {
                let entry = self.decoded.ends.len();
                let slot = self.string(index)?;
                Ok(if matches!(kind, Kind::Text) { self.mark(slot, entry) } else { slot })
            }
            (b'-' | b'0'..=b'9', Kind::Number | Kind::Integer | Kind::NumberOrText) => {
                self.number(index, matches!(kind, Kind::Integer))
            }
            (b't', Kind::Bool | Kind::Recognised) => self.word(b"true", Tag::True),
            (b'f', Kind::Bool | Kind::Recognised) => self.word(b"false", Tag::False),
            _ => self.other_value(kind, index),
        }
    }

    /// The rare cases: other kinds, null, and values of a wrong type.
    #[inline(never)]
    fn other_value(&mut self, kind: Kind, index: u8) -> Read<Slot> {
        let (start, path) = (self.at, self.member_path(index));
        match (byte_at(self.text, start), kind) {
            (b'n', _) => {
                let slot = self.word(b"null", Tag::Null)?;
                self.issue(IssueKind::Null, path, start, self.at)?;
                Ok(slot)
            }
            (b'"', Kind::Number | Kind::Integer | Kind::NumberOrText) => {
                self.number_as_string(kind, path)
            }
            (b'"', Kind::Recognised) => self.any_string(path),
            (b'"', Kind::Bool) => {
                self.skip(path)?;
                let is_bool = |value: &[u8]| matches!(value, b"\"true\"" | b"\"false\"");
                let is_bool = self.text.get(start..self.at).is_some_and(is_bool);
                self.type_error(
                    start,
                    path,
                    is_bool.then_some("write true and false without quotes"),
                )
            }
            (b'{', Kind::Opaque | Kind::OpaqueOrText)
            | (b'[', Kind::OpaqueArray)
            | (_, Kind::Any | Kind::Recognised) => {
                self.skip(path)?;
                Ok(Slot::plain(Tag::Present, start, self.at))
            }
            (b'{', Kind::Array(_) | Kind::OpaqueArray) if self.has_number_for_key(start) => {
                self.skip(path)?;
                self.type_error(
                    start,
                    path,
                    Some("its keys are numbers, so re-index the array before you encode it"),
                )
            }
            _ => self.misfit(path),
        }
    }

    /// Whether the first key of the object at a position is a number, as in PHP's arrays with gaps.
    #[cold]
    fn has_number_for_key(&self, start: usize) -> bool {
        let key = skip_white_space(self.text, start + 1) + 1;
        let rest = self.text.get(key..).unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits > 0 && rest.get(digits) == Some(&b'"')
    }

    /// Reads one of the words `true`, `false` and `null`, which begins here.
    fn word(&mut self, word: &[u8], tag: Tag) -> Read<Slot> {
        let start = self.at;
        self.at = scan::word(self.text, start, word)?;
        Ok(Slot::plain(tag, start, self.at))
    }

    /// Skips a value of a wrong type, which begins here.
    pub(super) fn misfit(&mut self, path: Path) -> Read<Slot> {
        let start = self.at;
        self.skip(path)?;
        self.type_error(start, path, None)
    }

    /// Reports that the value from `start` to here has a wrong type, and why, if that is clear.
    pub(super) fn type_error(
        &mut self,
        start: usize,
        path: Path,
        why: Option<&'static str>,
    ) -> Read<Slot> {
        let actual = JsonType::of(byte_at(self.text, start));
        self.issue(IssueKind::WrongType(actual, why), path, start, self.at)?;
        Ok(Slot::plain(Tag::Invalid, start, self.at))
    }

    #[inline(always)]
    pub(super) fn number(&mut self, index: u8, integer: bool) -> Read<Slot> {
        let start = self.at;
        let number = scan::number(self.text, start)?;
        self.at = number.end;
        if number.is_short && !(integer && number.scale > 0) {
            let scan::Number { end, mantissa, scale, negative, .. } = number;
            return Ok(Slot::number(start, end, negative, mantissa, scale));
        }
        self.long_number(start, self.member_path(index), integer)
    }

    #[cold]
    fn long_number(&mut self, start: usize, path: Path, integer: bool) -> Read<Slot> {
        let literal = Literal::parse(invariant!(self.text.get(start..self.at)).unwrap_or_default());
        let without_tail = literal.without_binary_tail();
        let has_fraction = match without_tail {
            Some(number) => number.to_integer().is_none(),
            None => literal.has_fraction(),
        };
        if integer && has_fraction {
            return self.type_error(start, path, Some("it has a fractional part"));
        }
        if let Some(number) = without_tail {
            self.issue(IssueKind::BinaryTail(number), path, start, self.at)?;
        } else if literal.value().is_err() {
            self.issue(IssueKind::OutOfRange, path, start, self.at)?;
            return Ok(Slot::plain(Tag::Invalid, start, self.at));
        }
        Ok(Slot::plain(Tag::LongNumber, start, self.at))
    }

    #[inline(always)]
    pub(super) fn string(&mut self, index: u8) -> Read<Slot> {
        let (start, found) = self.any_content()?;
        let first = byte_at(self.text, start + 1);
        if !found.escaped && !found.beyond_print && first > b' ' && first != b'"' {
            return Ok(Slot::plain(Tag::Text, start, self.at));
        }
        self.unusual_string(start, found, self.member_path(index))
    }

    /// Marks a text. If it has escapes, `entry` is its content in the side buffer.
    fn mark(&mut self, slot: Slot, entry: usize) -> Slot {
        let content = match self.decoded.ends.len() > entry {
            true => self.decoded.last(),
            false => self.text.get(slot.start() as usize + 1..slot.end() as usize - 1),
        };
        let marks = Marks::of(content.unwrap_or_default());
        self.notes.marks = self.notes.marks.union(marks);
        // A blank string has none.
        slot.marked(marks)
    }

    /// Skips a string, which begins here. Returns where it began and ended.
    #[inline]
    fn any_content(&mut self) -> Read<(usize, StringEnd)> {
        let start = self.at;
        let found = scan::string(self.text, start + 1)?;
        self.beyond_print |= found.beyond_print;
        self.at = found.quote + 1;
        Ok((start, found))
    }

    /// Reads a string that may be blank, or has escapes or bytes of 0x7F or more.
    #[inline(never)]
    fn unusual_string(&mut self, start: usize, found: StringEnd, path: Path) -> Read<Slot> {
        let end = self.at;
        let entry = self.decoded.ends.len();
        let content = self.content(start, found);
        let blank = is_blank(content);
        let controls = has_unseen(content);
        if blank {
            return self.blank(start, found, path);
        }
        if controls {
            self.issue(IssueKind::ControlCharacters, path, start, end)?;
        }
        Ok(match found.escaped {
            true => Slot::decoded_text(start, end, entry),
            false => Slot::plain(Tag::Text, start, end),
        })
    }

    /// Reads a string where any value is allowed.
    pub(super) fn any_string(&mut self, path: Path) -> Read<Slot> {
        let (start, found) = self.any_content()?;
        if is_blank(self.content(start, found)) {
            return self.blank(start, found, path);
        }
        self.forget(found);
        Ok(Slot::plain(Tag::Present, start, self.at))
    }

    /// Reads a string where a number is expected.
    fn number_as_string(&mut self, kind: Kind, path: Path) -> Read<Slot> {
        let (start, found) = self.any_content()?;
        let end = self.at;
        let entry = self.decoded.ends.len();
        let content = self.content(start, found);
        if kind.takes_text() && is_blank(content) {
            return self.blank(start, found, path);
        }
        let literal = Literal::parse(content);
        let is_right =
            is_plain(content) && !(matches!(kind, Kind::Integer) && literal.has_fraction());
        let is_out_of_range = literal.value().is_err();
        if !is_right {
            let why = why_no_number(content, kind);
            self.forget(found);
            return self.type_error(start, path, why);
        }
        if !kind.takes_text() {
            self.issue(IssueKind::NumberAsString, path, start, end)?;
        }
        if is_out_of_range {
            self.forget(found);
            self.issue(IssueKind::OutOfRange, path, start, end)?;
            return Ok(Slot::plain(Tag::Invalid, start, end));
        }
        Ok(match found.escaped {
            true => Slot::decoded_text(start, end, entry),
            false => Slot::plain(Tag::LongNumber, start, end),
        })
    }

    fn blank(&mut self, start: usize, found: StringEnd, path: Path) -> Read<Slot> {
        self.forget(found);
        self.issue(IssueKind::Blank, path, start, self.at)?;
        Ok(Slot::plain(Tag::Blank, start, self.at))
    }

    /// The content of a string. If it has escapes, it is decoded into the side buffer as a new
    /// entry.
    fn content(&mut self, start: usize, found: StringEnd) -> &[u8] {
        let raw = invariant!(self.text.get(start + 1..found.quote)).unwrap_or_default();
        if !found.escaped {
            return raw;
        }
        let from = self.decoded.bytes.len();
        decode(raw, &mut self.decoded.bytes);
        self.decoded.ends.push(self.decoded.bytes.len() as u32);
        invariant!(self.decoded.bytes.get(from..)).unwrap_or_default()
    }

    /// Removes the entry of a string's content, if it has one.
    fn forget(&mut self, found: StringEnd) {
        if found.escaped {
            self.decoded.ends.pop();
            let end = self.decoded.ends.last().copied().unwrap_or(0);
            self.decoded.bytes.truncate(end as usize);
        }
    }
}

/// The reason that a text isn't a number of that kind, if it is clear.
#[cold]
fn why_no_number(content: &[u8], kind: Kind) -> Option<&'static str> {
    const WORDS: [&[u8]; 5] = [b"NaN", b"Infinity", b"-Infinity", b"INF", b"-INF"];
    let has = |is_such: fn(&u8) -> bool| content.iter().any(is_such);
    if WORDS.iter().any(|word| content.eq_ignore_ascii_case(word)) {
        return Some("NaN and infinity aren't numbers in JSON");
    }
    if is_plain(content) {
        return Some("it has a fractional part");
    }
    let text = str::from_utf8(content).unwrap_or_default();
    if text.chars().any(|c| c.is_numeric() && !c.is_ascii()) {
        return Some("the digits of a number are 0–9");
    }
    if let Some((mantissa, exponent)) = text.split_once(['e', 'E'])
        && is_plain(mantissa.as_bytes())
        && is_plain(exponent.trim_start_matches('+').as_bytes())
    {
        return Some("a number in quotes has no exponent");
    }
    if has(u8::is_ascii_digit) && !has(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()) {
        if has(|byte| *byte == b',') {
            return Some("a number has a decimal point, and no comma");
        }
        if is_plain(content.trim_ascii()) {
            return Some("a number has no white space around it");
        }
        if has(|byte| matches!(byte, b' ' | b'\'' | b'_')) {
            return Some("a number has nothing between its thousands");
        }
    }
    let takes_text = kind.takes_text();
    (takes_text || has(u8::is_ascii_digit)).then_some("only digits and a point make a number")
}

/// Whether a text has an invisible character, or one that breaks a line or changes its direction. It may not be
/// UTF-8.
fn has_unseen(mut text: &[u8]) -> bool {
    while let [first, rest @ ..] = text {
        match (first, rest) {
            (0..b' ' | 0x7F, _)
            // U+0080 to U+009F and the soft hyphen
            | (0xC2, [0x80..=0x9F | 0xAD, ..])
            // U+200B, U+200E, U+200F, U+2028 to U+202E
            | (0xE2, [0x80, 0x8B | 0x8E | 0x8F | 0xA8..=0xAE, ..])
            // U+2060 to U+2069
            | (0xE2, [0x81, 0xA0..=0xA9, ..])
            // U+FEFF
            | (0xEF, [0xBB, 0xBF, ..]) => return true,
            _ => text = rest,
        }
    }
    false
}

/// Whether a string is empty or only Unicode White_Space.
fn is_blank(content: &[u8]) -> bool {
    match content.first() {
        Some(byte) if *byte > b' ' && byte.is_ascii() => false,
        _ => core::str::from_utf8(content).is_ok_and(is_blank_text),
    }
}
