//! Reads a body's members in one pass over the text, driven by the schema's tables.
//!
//! Known members fill slots; unknown ones are checked for syntax and skipped. Problems are reported as issues right
//! away. Nothing here is recursive: the open objects are on a stack as deep as the schema nests, and one loop skips
//! everything else.

mod cursor;
mod fast_path;
mod fast_value;
mod issues;
mod negative_cache;
mod scratch;
mod unexpected_keys;
mod unknown_keys;
mod value;

pub(crate) use cursor::KeyPredictor;
pub(crate) use issues::{Issue, IssueKind};
pub(crate) use scratch::{Extras, Scratch};

use crate::base::json::scan::{Malformed, byte_at, skip_white_space};
use crate::base::json::skip;
use crate::base::json::{self, JsonType};
use crate::base::sort::sort;
use crate::model::document::{DeclaredValue, Decoded, Notes, Slot, Tag, Tape};
use crate::model::path::Path;
use crate::model::schema::{DeclaredMembers, Kind, Shape, WINDOW};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use cursor::{Key, Open, Stack};
use fast_path::StoppedAt;
use unexpected_keys::SeenDeclared;
use unknown_keys::UnknownKey;
#[cfg(feature = "door")]
pub(crate) use unknown_keys::meant_in;

/// Why reading ended before the end of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The text isn't valid JSON. The position is that of the first wrong byte.
    Malformed(usize),
    /// The receiver needs no more issues.
    Enough,
}

impl From<Malformed> for Stop {
    #[inline]
    fn from(malformed: Malformed) -> Stop {
        Stop::Malformed(malformed.at)
    }
}

type Read<T> = Result<T, Stop>;

/// The shape that a body should have.
#[derive(Clone, Copy)]
pub(crate) struct BodyShape<'p> {
    pub(crate) shape: &'static Shape,
    pub(crate) declared: &'p DeclaredMembers,
    /// Whether other members are allowed, so that none is reported as unknown or misspelt.
    pub(crate) is_open: bool,
}

/// Receives issues as they are found. Breaks if reading can stop.
pub(crate) type Issues<'a> = &'a mut dyn FnMut(&Issue<'_>) -> ControlFlow<()>;

/// Reads a body that should have a shape. Returns its root slot.
pub(crate) fn read(
    text: &[u8],
    expected: BodyShape<'_>,
    tape: &mut Tape<'_>,
    extras: &mut Extras,
    issues: Issues<'_>,
) -> Read<Slot> {
    let start = skip_white_space(text, 0);
    let Extras { decoded, declared, notes, seen, unknown_keys, predictor, .. } = extras;
    let mut reader = Reader {
        text,
        last: &last_of(text),
        last_from: text.len().saturating_sub(WINDOW),
        at: start,
        open: Stack::new(Open::object(expected.shape, start, 0, 1)),
        tape,
        used: 0,
        decoded,
        predictor,
        members: expected.declared,
        declared,
        notes,
        reading: None,
        seen,
        unknown_keys,
        issues,
        is_laid_out: false,
        beyond_print: false,
    };
    reader.body()?;
    let end = skip_white_space(text, reader.at);
    if end != text.len() {
        return Err(Stop::Malformed(end));
    }
    if reader.beyond_print {
        core::str::from_utf8(text).map_err(|error| Stop::Malformed(error.valid_up_to()))?;
    }
    if !extras.declared.is_empty() {
        sort(&mut extras.declared);
    }
    if !extras.unknown_keys.is_empty() {
        extras.notes.unknown_keys = true;
        unknown_keys::report(text, expected, tape.slots(), extras, issues)?;
    }
    Ok(invariant!(tape.slots().first().copied()).unwrap_or(Slot::UNSEEN))
}

/// Reads a body as an object whose members aren't known: only its syntax matters. Returns its root slot.
#[cold]
pub(crate) fn read_opaque(text: &[u8], issues: Issues<'_>) -> Read<Slot> {
    json::check_syntax(text, 0)?;
    let start = skip_white_space(text, 0);
    let (path, end) = (Path::BODY, json::without_white_space_at_end(text).len());
    let first = byte_at(text, start);
    if first != b'{' {
        let kind = IssueKind::WrongType(JsonType::of(first), None);
        let (start, end) = (start as u32, end as u32);
        if issues(&Issue { kind, path, declared: None, name: b"", start, end })
            == ControlFlow::Break(())
        {
            return Err(Stop::Enough);
        }
        return Ok(Slot::plain(Tag::Invalid, start as usize, end as usize));
    }
    Ok(Slot::plain(Tag::Present, start, end))
}

struct Reader<'a, 'm> {
    text: &'a [u8],
    /// The end of the text, padded so that windows fit: see [`last_of`].
    last: &'a [u8; 2 * WINDOW],
    /// Where in the text it begins.
    last_from: usize,
    /// The position of the bracket or comma before the next key, or after a value.
    at: usize,
    open: Stack,
    tape: &'a mut Tape<'m>,
    /// Number of slots of the tape in use. Those after them are unseen.
    used: usize,
    decoded: &'a mut Decoded,
    predictor: &'a mut KeyPredictor,
    /// The members that the policy declares; those that were read; and the one that is being read.
    members: &'a DeclaredMembers,
    declared: &'a mut Vec<DeclaredValue>,
    reading: Option<u16>,
    notes: &'a mut Notes,
    seen: &'a mut Vec<SeenDeclared>,
    unknown_keys: &'a mut Vec<UnknownKey>,
    issues: &'a mut dyn FnMut(&Issue<'_>) -> ControlFlow<()>,
    /// Whether white space was met, so that more is likely.
    is_laid_out: bool,
    /// Whether a string had a byte of 0x7F or more, so that the text must be checked for UTF-8.
    beyond_print: bool,
}

/// The last bytes of a text, padded with zeros.
#[inline(always)]
fn last_of(text: &[u8]) -> [u8; 2 * WINDOW] {
    let mut last = [0; 2 * WINDOW];
    let (windows, _) = last.as_chunks_mut();
    if let ([first, ..], Some(from)) = (&mut *windows, text.last_chunk::<WINDOW>()) {
        *first = *from;
        return last;
    }
    if let Some(place) = last.get_mut(..text.len()) {
        place.copy_from_slice(text);
    }
    last
}

impl Reader<'_, '_> {
    /// Reads the body, which should be an object. Its slot is the first on the tape.
    fn body(&mut self) -> Read<()> {
        let Open { shape, .. } = *self.open.innermost();
        let place = self.take(1 + shape.members.len());
        if byte_at(self.text, self.at) != b'{' {
            let start = self.at;
            self.skip(Path::BODY)?;
            let is_json = matches!(self.text.get(start..start + 2), Some(b"\"{" | b"\"["));
            let why = is_json.then_some("it is JSON in quotes, so it was encoded twice");
            let slot = self.type_error(start, Path::BODY, why)?;
            self.put(place, slot);
            return Ok(());
        }
        loop {
            let is_passed = match fast_path::members(self) {
                StoppedAt::End => return Ok(()),
                StoppedAt::Window => false,
                StoppedAt::Value(index) => {
                    let key = Key::expected(self.open.innermost().shape, index, self.at);
                    if !self.is_laid_out && byte_at(self.text, key.value) <= b' ' {
                        self.is_laid_out = true;
                        continue;
                    }
                    self.member(key)?
                }
                StoppedAt::Key if !self.is_laid_out && byte_at(self.text, self.at + 1) <= b' ' => {
                    self.is_laid_out = true;
                    continue;
                }
                StoppedAt::Key => match self.any_key()? {
                    Some(key) => self.member(key)?,
                    None => true,
                },
                StoppedAt::Unknown(length) => {
                    self.other_key(Key::unknown(self.at, length.into()))?;
                    true
                }
                StoppedAt::Member => true,
            };
            if is_passed && self.after_value()? {
                return Ok(());
            }
        }
    }

    /// Reads the member of a key. Returns false if it was only opened.
    fn member(&mut self, key: Key) -> Read<bool> {
        let bit = 1 << key.index;
        let open = self.open.innermost();
        let known = open.shape.member(key.index).filter(|_| open.seen & bit == 0);
        let Some(member) = known else {
            self.other_key(key)?;
            return Ok(true);
        };
        open.mark(key.index);
        let place = open.base as usize + usize::from(key.index);
        self.at = skip_white_space(self.text, key.value);
        match (byte_at(self.text, self.at), member.kind) {
            (b'{', Kind::Object(shape)) => {
                self.open_object(shape, place);
                Ok(false)
            }
            (b'[', Kind::Array(shape)) => self.open_array(shape, place),
            (_, kind) => {
                let slot = self.value(kind, key.index)?;
                self.put(place, slot);
                if !slot.reaches(Tag::Invalid) {
                    self.open.innermost().absent |= bit;
                }
                Ok(true)
            }
        }
    }

    /// Continues after a value: to the comma before the next key, or into an array's next element.
    /// Returns whether the body ended.
    fn after_value(&mut self) -> Read<bool> {
        loop {
            self.at = skip_white_space(self.text, self.at);
            match (byte_at(self.text, self.at), self.open.innermost().is_array) {
                (b',', false) => return Ok(false),
                (b',', true) => {
                    self.at = skip_white_space(self.text, self.at + 1);
                    if !self.element()? {
                        return Ok(false);
                    }
                }
                (b'}', false) | (b']', true) => {
                    self.at += 1;
                    if self.close() {
                        return Ok(true);
                    }
                }
                _ => return Err(Stop::Malformed(self.at)),
            }
        }
    }

    /// Opens the object that begins here; its slot goes to `place`.
    fn open_object(&mut self, shape: &'static Shape, place: usize) {
        let base = self.take(shape.members.len());
        self.open.push(Open::object(shape, self.at, place, base));
    }

    /// Reads the array of objects that begins here; its slot goes to `place`. Returns false if an element was only
    /// opened.
    fn open_array(&mut self, shape: &'static Shape, place: usize) -> Read<bool> {
        // The slot before the first element holds the number of elements.
        let base = self.take(1);
        self.open.push(Open::array(shape, self.at, place, base));
        self.at = skip_white_space(self.text, self.at + 1);
        if byte_at(self.text, self.at) != b']' {
            return self.element();
        }
        self.at += 1;
        self.close();
        Ok(true)
    }

    /// Reads the element that begins here. Returns false if it was only opened.
    fn element(&mut self) -> Read<bool> {
        let Open { shape, start, base, count, .. } = *self.open.innermost();
        // Room for the element and its members.
        let room = self.tape.capacity() - self.used;
        if room <= shape.members.len() {
            let read = self.at - start as usize;
            self.grow(self.used - base as usize, read);
        }
        let place = self.take(1);
        if byte_at(self.text, self.at) == b'{' {
            self.open_object(shape, place);
            return Ok(false);
        }
        let slot = self.misfit(self.open.path().element(count))?;
        self.put(place, slot);
        self.open.innermost().count = count + 1;
        Ok(true)
    }

    /// Closes the innermost object or array, which ends here. Returns whether that was the body.
    fn close(&mut self) -> bool {
        let open = *self.open.innermost();
        let base = open.base as usize;
        let mut slot = open.slot(self.at);
        if open.is_array {
            self.put(base, Slot::array_header(open.count));
        } else if open.seen == 0 && self.used == base + open.shape.members.len() {
            // An object without known members takes no slots, so that an array of a million of them
            // stays small.
            self.used = base;
            slot = Slot::empty_object(open.start as usize, self.at);
        }
        self.put(open.place as usize, slot);
        self.open.pop()
    }

    fn member_path(&self, index: u8) -> Path {
        self.open.path().member(index)
    }

    /// Reserves `count` slots of the tape, which are unseen. Returns the position of the first.
    #[inline]
    fn take(&mut self, count: usize) -> usize {
        let base = self.used;
        self.used = base + count;
        if self.used > self.tape.slots().len() {
            self.tape.lengthen(self.used);
        }
        base
    }

    #[inline]
    fn put(&mut self, place: usize, slot: Slot) {
        if let Some(place) = invariant!(self.tape.slots_mut().get_mut(place)) {
            *place = slot;
        }
    }

    /// Makes room for the rest of an array whose first `read` bytes took `slots` slots, as if the rest of the text
    /// were similar. Doubling would need up to three times as much memory at once.
    #[cold]
    fn grow(&mut self, slots: usize, read: usize) {
        let rest = (self.text.len() - self.at) as u64;
        let like_before = (slots as u64 * rest).checked_div(read as u64);
        let like_before = invariant!(like_before).unwrap_or(0);
        let more = usize::try_from(like_before + like_before / 128 + 64);
        self.tape.reserve_exact(invariant!(more.ok()).unwrap_or(0));
    }

    fn skip(&mut self, path: Path) -> Read<()> {
        self.at = skip::value(self.text, self.at, path.depth() as i32, &mut self.beyond_print)?;
        Ok(())
    }

    fn issue(&mut self, kind: IssueKind, path: Path, start: usize, end: usize) -> Read<()> {
        let declared = self.reading.and_then(|at| Some((at, self.members.get(at)?)));
        let (start, end) = (start as u32, end as u32);
        let issue = Issue { kind, path, declared, name: b"", start, end };
        match (self.issues)(&issue) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Enough),
        }
    }
}
