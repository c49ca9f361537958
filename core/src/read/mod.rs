//! From a body's bytes to its members, in one pass over the text, driven by the schema's tables.
//!
//! Known members fill slots; unknown ones are checked for syntax and passed over; what *Reading the input*
//! has to say is noted as it is met. The nesting of known objects is the schema's, so the calls here go
//! no deeper than the schema; everything else is passed over without recursion.

mod escape;
mod note;
pub(crate) mod scan;
mod skip;

pub(crate) use escape::decode;
pub use note::JsonType;
pub(crate) use note::{Note, Notes};

use crate::decimal::{Literal, is_plain};
use crate::report::Path;
use crate::request::{Slot, Tag};
use crate::rules::reading;
use crate::schema::{Key, Kind, Shape};
use scan::{Malformed, StringEnd, byte_at, malformed, skip_white_space};
use smallvec::SmallVec;

/// How many slots an ordinary request needs: an order with 16 products and 8 legs fits.
const ORDINARY: usize = 224;

/// The slots of a request, on the stack where it is an ordinary one.
pub(crate) type Tape = SmallVec<[Slot; ORDINARY]>;

/// The contents of strings with escapes.
#[derive(Default)]
pub(crate) struct Decoded {
    pub(crate) bytes: Vec<u8>,
    /// Where each ends.
    pub(crate) ends: Vec<u32>,
}

impl Decoded {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// Why reading ended before the end of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// It is no JSON text; the position that says so.
    Malformed(usize),
    /// Only the verdict is wanted, and it is known.
    Denied,
}

impl From<Malformed> for Stop {
    #[inline]
    fn from(malformed: Malformed) -> Stop {
        Stop::Malformed(malformed.at)
    }
}

type Read<T> = Result<T, Stop>;

/// Reads a body as an object of type `shape`. Gives the slot of the whole.
pub(crate) fn read(
    text: &[u8],
    shape: &'static Shape,
    tape: &mut Tape,
    decoded: &mut Decoded,
    notes: &mut Notes,
) -> Read<Slot> {
    let mut reader = Reader { text, tape, decoded, notes, beyond_print: false };
    let start = skip_white_space(text, 0);
    let (slot, end) = reader.object_or_type_error(start, shape, Path::BODY, 0)?;
    let end = skip_white_space(text, end);
    if end != text.len() {
        return Err(Stop::Malformed(end));
    }
    if reader.beyond_print {
        core::str::from_utf8(text).map_err(|error| Stop::Malformed(error.valid_up_to()))?;
    }
    Ok(slot)
}

struct Reader<'a> {
    text: &'a [u8],
    tape: &'a mut Tape,
    decoded: &'a mut Decoded,
    notes: &'a mut Notes,
    /// A string had a byte of 0x7F or more: the text is still to be checked for UTF-8.
    beyond_print: bool,
}

#[inline]
fn slot(tag: Tag, start: usize, end: usize) -> Slot {
    Slot { start: start as u32, end: end as u32, tag, ..Slot::UNSEEN }
}

impl Reader<'_> {
    /// The body, or an element of an array: an object, or nothing at all.
    fn object_or_type_error(
        &mut self,
        at: usize,
        shape: &'static Shape,
        path: Path,
        depth: u32,
    ) -> Read<(Slot, usize)> {
        if byte_at(self.text, at) == b'{' {
            return self.object(at, shape, path, depth);
        }
        let end = self.skip(at, depth)?;
        self.type_error(at, end, path).map(|slot| (slot, end))
    }

    /// An object of a known type at `at`. Its slot's `high` says how many slots its members took.
    fn object(
        &mut self,
        start: usize,
        shape: &'static Shape,
        path: Path,
        depth: u32,
    ) -> Read<(Slot, usize)> {
        let text = self.text;
        let base = self.tape.len();
        let depth = depth.wrapping_add(1);
        self.tape.resize(base.wrapping_add(shape.members.len()), Slot::UNSEEN);
        let mut any_known = false;
        let mut at = skip_white_space(text, start.wrapping_add(1));
        if byte_at(text, at) != b'}' {
            loop {
                if byte_at(text, at) != b'"' {
                    return Err(Stop::Malformed(at));
                }
                let key = at.wrapping_add(1);
                let key_end = scan::string(text, key)?;
                self.beyond_print |= key_end.beyond_print;
                let behind = key_end.quote.wrapping_add(1);
                let colon = skip_white_space(text, behind);
                if byte_at(text, colon) != b':' {
                    return Err(Stop::Malformed(colon));
                }
                let value = skip_white_space(text, colon.wrapping_add(1));
                at = match self.member_named(shape, key, key_end) {
                    Some(index) => {
                        any_known = true;
                        let place = base.wrapping_add(usize::from(index));
                        let member = path.member(index);
                        let seen = self.tape.get(place).is_some_and(|slot| slot.tag != Tag::Unseen);
                        if seen {
                            self.note(
                                reading::DUPLICATE_KEY,
                                member,
                                at,
                                behind,
                                JsonType::String,
                            )?;
                            self.skip(value, depth)?
                        } else {
                            let kind = shape.member(index).map_or(Kind::Any, |member| member.kind);
                            let (slot, end) = self.member(value, kind, member, depth)?;
                            if let Some(place) = self.tape.get_mut(place) {
                                *place = slot;
                            }
                            end
                        }
                    }
                    None => {
                        let unknown = path.member(Path::UNKNOWN);
                        self.note(reading::UNKNOWN, unknown, at, behind, JsonType::String)?;
                        self.skip(value, depth)?
                    }
                };
                at = skip_white_space(text, at);
                match byte_at(text, at) {
                    b',' => at = skip_white_space(text, at.wrapping_add(1)),
                    b'}' => break,
                    _ => return Err(Stop::Malformed(at)),
                }
            }
        }
        let end = at.wrapping_add(1);
        let mut object = slot(Tag::Object, start, end);
        if any_known {
            object.low = base as u32;
            object.high = shape.members.len() as u16;
        } else {
            // `{}` takes no slots: an array of a million of them stays small.
            self.tape.truncate(base);
            object.low = Slot::NO_MEMBERS;
        }
        Ok((object, end))
    }

    /// The member of that key, whose content begins at `start`.
    #[inline(always)]
    fn member_named(&self, shape: &'static Shape, start: usize, end: StringEnd) -> Option<u8> {
        if end.escaped {
            return self.member_named_with_escapes(shape, start, end);
        }
        let length = end.quote.wrapping_sub(start);
        let first = scan::eight_bytes(self.text, start, length);
        let last =
            if length > 8 { scan::eight_bytes(self.text, end.quote.wrapping_sub(8), 8) } else { 0 };
        let index = shape.keys.find(Key { length, first, last })?;
        if length > 16 {
            let name = shape.member(index)?.name.as_bytes();
            return (self.text.get(start..end.quote) == Some(name)).then_some(index);
        }
        Some(index)
    }

    #[cold]
    fn member_named_with_escapes(&self, shape: &Shape, start: usize, end: StringEnd) -> Option<u8> {
        let mut name: SmallVec<[u8; 32]> = SmallVec::new();
        decode(self.text.get(start..end.quote)?, |run| {
            // Longer than any known key: unknown, however long it is.
            if name.len() <= 32 {
                name.extend_from_slice(run.get(..run.len().min(33)).unwrap_or_default());
            }
        });
        let known = |member: &crate::schema::Member| member.name.as_bytes() == name.as_slice();
        shape.members.iter().position(known).and_then(|index| u8::try_from(index).ok())
    }

    /// The value of a known member: its slot, and the position behind it.
    #[inline(always)]
    fn member(&mut self, at: usize, kind: Kind, path: Path, depth: u32) -> Read<(Slot, usize)> {
        let text = self.text;
        match (byte_at(text, at), kind) {
            (b'"', Kind::String) => self.string(at, path),
            (b'-' | b'0'..=b'9', Kind::Number) => self.number(at, path, false),
            (b't', Kind::Bool | Kind::Any) => {
                let end = scan::word(text, at, b"true")?;
                Ok((slot(Tag::True, at, end), end))
            }
            (b'f', Kind::Bool | Kind::Any) => {
                let end = scan::word(text, at, b"false")?;
                Ok((slot(Tag::False, at, end), end))
            }
            (b'{', Kind::Object(shape)) => self.object(at, shape, path, depth),
            (b'[', Kind::Array(shape)) => self.array(at, shape, path, depth),
            _ => self.other_member(at, kind, path, depth),
        }
    }

    /// What is rare: the other kinds, null, and values of a wrong type.
    #[inline(never)]
    fn other_member(
        &mut self,
        at: usize,
        kind: Kind,
        path: Path,
        depth: u32,
    ) -> Read<(Slot, usize)> {
        match (byte_at(self.text, at), kind) {
            (b'n', _) => {
                let end = scan::word(self.text, at, b"null")?;
                self.note(reading::NULL, path, at, end, JsonType::Null)?;
                Ok((slot(Tag::Null, at, end), end))
            }
            (b'-' | b'0'..=b'9', Kind::Integer) => self.number(at, path, true),
            (b'-' | b'0'..=b'9', Kind::NumberOrText) => self.number(at, path, false),
            (b'"', Kind::NumberOrText) => self.number_as_text(at, path),
            (b'"', Kind::Any) => self.any_string(at, path),
            (b'{', Kind::Opaque) | (_, Kind::Any) => {
                let end = self.skip(at, depth)?;
                Ok((slot(Tag::Present, at, end), end))
            }
            _ => {
                let end = self.skip(at, depth)?;
                self.type_error(at, end, path).map(|slot| (slot, end))
            }
        }
    }

    fn array(
        &mut self,
        start: usize,
        shape: &'static Shape,
        path: Path,
        depth: u32,
    ) -> Read<(Slot, usize)> {
        let text = self.text;
        let base = self.tape.len();
        let depth = depth.wrapping_add(1);
        self.tape.push(Slot::UNSEEN);
        let mut count = 0u32;
        let mut at = skip_white_space(text, start.wrapping_add(1));
        if byte_at(text, at) != b']' {
            loop {
                let place = self.tape.len();
                self.tape.push(Slot::UNSEEN);
                let element = path.element(count);
                let (slot, end) = self.object_or_type_error(at, shape, element, depth)?;
                if let Some(place) = self.tape.get_mut(place) {
                    *place = slot;
                }
                count = count.wrapping_add(1);
                at = skip_white_space(text, end);
                match byte_at(text, at) {
                    b',' => at = skip_white_space(text, at.wrapping_add(1)),
                    b']' => break,
                    _ => return Err(Stop::Malformed(at)),
                }
            }
        }
        // The slot before the first element holds their number.
        if let Some(header) = self.tape.get_mut(base) {
            header.low = count;
        }
        let end = at.wrapping_add(1);
        Ok((Slot { low: base as u32, ..slot(Tag::Array, start, end) }, end))
    }

    #[inline(always)]
    fn number(&mut self, at: usize, path: Path, integer: bool) -> Read<(Slot, usize)> {
        let number = scan::number(self.text, at)?;
        let mut read = slot(Tag::Number, at, number.end);
        if number.is_short && !(integer && number.scale > 0) {
            read.low = number.mantissa as u32;
            read.high = (number.mantissa >> 32) as u16;
            read.extra = number.scale | if number.negative { Slot::NEGATIVE } else { 0 };
            return Ok((read, number.end));
        }
        let literal = Literal::parse(self.text.get(at..number.end).unwrap_or_default());
        let read =
            self.long_number(literal, slot(Tag::LongNumber, at, number.end), path, integer)?;
        Ok((read, number.end))
    }

    #[cold]
    fn long_number(
        &mut self,
        literal: Literal<'_>,
        read: Slot,
        path: Path,
        integer: bool,
    ) -> Read<Slot> {
        let (start, end) = (read.start as usize, read.end as usize);
        if integer && literal.has_fraction() {
            return self.type_error(start, end, path);
        }
        if literal.value().is_err() {
            self.note(reading::OUT_OF_RANGE, path, start, end, JsonType::Number)?;
            return Ok(slot(Tag::Invalid, start, end));
        }
        Ok(read)
    }

    #[inline(always)]
    fn string(&mut self, at: usize, path: Path) -> Read<(Slot, usize)> {
        let start = at.wrapping_add(1);
        let found = scan::string(self.text, start)?;
        let end = found.quote.wrapping_add(1);
        let first = byte_at(self.text, start);
        if !found.escaped && !found.beyond_print && first > b' ' && found.quote != start {
            return Ok((slot(Tag::Text, at, end), end));
        }
        self.unusual_string(at, found, path).map(|slot| (slot, end))
    }

    /// A string that may be blank, has escapes, or bytes of 0x7F or more.
    #[inline(never)]
    fn unusual_string(&mut self, at: usize, found: StringEnd, path: Path) -> Read<Slot> {
        self.beyond_print |= found.beyond_print;
        let (start, end) = (at.wrapping_add(1), found.quote.wrapping_add(1));
        let raw = self.text.get(start..found.quote).unwrap_or_default();
        let mut read = slot(Tag::Text, at, end);
        let content = if found.escaped {
            read.tag = Tag::DecodedText;
            read.low = self.decoded.ends.len() as u32;
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
            return Ok(slot(Tag::Blank, at, end));
        }
        if controls {
            self.note(reading::CONTROL_CHARACTERS, path, at, end, JsonType::String)?;
        }
        Ok(read)
    }

    /// A string where any value may stand.
    fn any_string(&mut self, at: usize, path: Path) -> Read<(Slot, usize)> {
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
        Ok((slot(if blank { Tag::Blank } else { Tag::Present }, at, end), end))
    }

    /// A string where a number may stand as its digits.
    fn number_as_text(&mut self, at: usize, path: Path) -> Read<(Slot, usize)> {
        let found = scan::string(self.text, at.wrapping_add(1))?;
        self.beyond_print |= found.beyond_print;
        let end = found.quote.wrapping_add(1);
        let raw = self.text.get(at.wrapping_add(1)..found.quote).unwrap_or_default();
        let mut read = slot(Tag::LongNumber, at, end);
        let content = if found.escaped {
            read.tag = Tag::DecodedText;
            read.low = self.decoded.ends.len() as u32;
            self.decode(raw)
        } else {
            raw
        };
        if is_blank(content) {
            self.note(reading::BLANK, path, at, end, JsonType::String)?;
            return Ok((slot(Tag::Blank, at, end), end));
        }
        if !is_plain(content) {
            return self.type_error(at, end, path).map(|slot| (slot, end));
        }
        if Literal::parse(content).value().is_err() {
            self.note(reading::OUT_OF_RANGE, path, at, end, JsonType::String)?;
            return Ok((slot(Tag::Invalid, at, end), end));
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

    fn type_error(&mut self, start: usize, end: usize, path: Path) -> Read<Slot> {
        let actual = JsonType::of(byte_at(self.text, start));
        self.note(reading::TYPE, path, start, end, actual)?;
        Ok(slot(Tag::Invalid, start, end))
    }

    fn skip(&mut self, at: usize, depth: u32) -> Read<usize> {
        Ok(skip::value(self.text, at, depth, &mut self.beyond_print)?)
    }

    fn note(
        &mut self,
        rule: u8,
        path: Path,
        start: usize,
        end: usize,
        actual: JsonType,
    ) -> Read<()> {
        self.notes.add(Note { rule, path, start: start as u32, end: end as u32, actual })
    }
}

/// Empty, or nothing but Unicode White_Space.
fn is_blank(content: &[u8]) -> bool {
    match content.first() {
        Some(byte) if *byte > b' ' && byte.is_ascii() => false,
        _ => core::str::from_utf8(content).is_ok_and(|text| text.chars().all(char::is_whitespace)),
    }
}

/// The position of a byte as line and column, both from 1, the column in bytes.
pub(crate) fn line_and_column(text: &[u8], at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
    ((line as u32).saturating_add(1), (column as u32).saturating_add(1))
}

/// Appends the name of an unknown member, if it may be shown. `raw` is what stands between its quotes.
pub(crate) fn push_shown_name(raw: &[u8], names: &mut String) {
    // Six bytes of an escape make one at least: a longer key has a name that is not shown.
    if raw.len() > 6 * 64 {
        return;
    }
    let mut name: SmallVec<[u8; 64]> = SmallVec::new();
    decode(raw, |run| name.extend_from_slice(run));
    let shown = core::str::from_utf8(&name).ok().and_then(crate::host::shown_name);
    names.push_str(shown.unwrap_or_default());
}

/// Whether a text is empty or nothing but JSON white space.
pub(crate) fn is_white_space(text: &[u8]) -> bool {
    skip_white_space(text, 0) >= text.len()
}

/// Checks that a text is one JSON text, and looks at nothing in it.
pub(crate) fn check_syntax(text: &[u8]) -> Result<(), Malformed> {
    let mut beyond = false;
    let end = skip::value(text, skip_white_space(text, 0), 0, &mut beyond)?;
    let end = skip_white_space(text, end);
    if end != text.len() {
        return malformed(end);
    }
    match core::str::from_utf8(text) {
        Err(error) if beyond => malformed(error.valid_up_to()),
        _ => Ok(()),
    }
}
