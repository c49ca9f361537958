//! From a body's bytes to its members, in one pass over the text, driven by the schema's tables.
//!
//! Known members fill slots; unknown ones are checked for syntax and passed over. What is not as it should be is an
//! issue, told as it is met. Nothing here recurs: the known objects that are open at once are as many as the schema
//! nests at most, and everything else is passed over by one loop.

mod cursor;
mod fast_path;
mod fast_value;
mod issues;
mod unexpected_keys;
mod value;

pub(crate) use cursor::KeyPredictor;
pub(crate) use issues::{Issue, IssueKind};

use crate::document::{Decoded, Slot, Tag, Tape};
use crate::json::scan::{Malformed, byte_at, skip_white_space};
use crate::json::skip;
use crate::path::Path;
use crate::schema::{Kind, Shape, WINDOW};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use cursor::{Key, Open, Stack};
use fast_path::Behind;

/// Why reading ended before the end of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// It is no JSON text; the position that says so.
    Malformed(usize),
    /// There is no need to read on: who was told of an issue says so.
    Enough,
}

impl From<Malformed> for Stop {
    #[inline]
    fn from(malformed: Malformed) -> Stop {
        Stop::Malformed(malformed.at)
    }
}

type Read<T> = Result<T, Stop>;

/// Memory that is kept from one body to the next; without any, ordinary ones need none.
pub(crate) struct Scratch {
    /// The slots of a body that is no ordinary one.
    pub(crate) slots: Vec<Slot>,
    /// The contents of strings with escapes.
    pub(crate) decoded: Decoded,
    pub(crate) predictor: KeyPredictor,
}

impl Scratch {
    pub(crate) const NONE: Scratch =
        Scratch { slots: Vec::new(), decoded: Decoded::NONE, predictor: KeyPredictor::NONE };

    /// Forgets the last body; keeps the memory, and which key to expect.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.decoded.clear();
    }
}

/// The memory says nothing: a copy begins without.
impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::NONE
    }
}

/// Who is told of issues, as they are met. Breaks when there is no need to read on.
pub(crate) type Issues<'a> = &'a mut dyn FnMut(&Issue) -> ControlFlow<()>;

/// Reads a body as an object of type `shape`. Gives the slot of the whole.
pub(crate) fn read(
    text: &[u8],
    shape: &'static Shape,
    tape: &mut Tape<'_>,
    decoded: &mut Decoded,
    predictor: &mut KeyPredictor,
    issues: Issues<'_>,
) -> Read<Slot> {
    let start = skip_white_space(text, 0);
    let mut reader = Reader {
        text,
        last: &last_of(text),
        last_from: text.len().saturating_sub(WINDOW),
        at: start,
        open: Stack::new(Open::object(shape, start, 0, 1)),
        tape,
        used: 0,
        decoded,
        predictor,
        issues,
        is_laid_out: byte_at(text, start.wrapping_add(1)) <= b' ',
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
    Ok(tape.slots().first().copied().unwrap_or(Slot::UNSEEN))
}

struct Reader<'a, 'm> {
    text: &'a [u8],
    /// What windows show where the text ends: see [`last_of`].
    last: &'a [u8; 2 * WINDOW],
    /// Where in the text they begin.
    last_from: usize,
    /// The bracket or comma before the next key, or what is behind a value.
    at: usize,
    /// The objects and arrays that are being read.
    open: Stack,
    tape: &'a mut Tape<'m>,
    /// How many slots of the tape are taken; those behind them are unseen.
    used: usize,
    decoded: &'a mut Decoded,
    predictor: &'a mut KeyPredictor,
    issues: Issues<'a>,
    /// White space follows the first bracket: it will be elsewhere, too.
    is_laid_out: bool,
    /// A string had a byte of 0x7F or more: the text is still to be checked for UTF-8.
    beyond_print: bool,
}

/// The last bytes of a text, and zeros behind them.
#[inline(always)]
fn last_of(text: &[u8]) -> [u8; 2 * WINDOW] {
    let mut last = [0; 2 * WINDOW];
    let (windows, _) = last.as_chunks_mut();
    if let ([first, ..], Some(from)) = (&mut *windows, text.last_chunk::<WINDOW>()) {
        *first = *from;
        return last;
    }
    for (place, byte) in last.iter_mut().zip(text) {
        *place = *byte;
    }
    last
}

impl Reader<'_, '_> {
    /// The whole body: an object, or nothing at all. Its slot is the first of the tape.
    fn body(&mut self) -> Read<()> {
        let place = self.take(1);
        if byte_at(self.text, self.at) != b'{' {
            let slot = self.misfit(Path::BODY)?;
            self.put(place, slot);
            return Ok(());
        }
        let Open { shape, .. } = *self.open.innermost();
        self.take(shape.members.len());
        loop {
            let is_passed = match fast_path::members(self) {
                Behind::End => return Ok(()),
                Behind::Window => false,
                Behind::Value(index) => {
                    let key = Key::expected(self.open.innermost().shape, index, self.at);
                    self.member(key)?
                }
                Behind::Key => match self.any_key()? {
                    Some(key) => self.member(key)?,
                    None => true,
                },
                Behind::Member => true,
            };
            if is_passed && self.behind_value()? {
                return Ok(());
            }
        }
    }

    /// The member of a key. Whether it was passed: if not, it was opened.
    fn member(&mut self, key: Key) -> Read<bool> {
        let bit = 1u32.wrapping_shl(u32::from(key.index));
        let open = self.open.innermost();
        let known = open.shape.member(key.index).filter(|_| open.seen & bit == 0);
        let Some(member) = known else {
            self.other_key(key)?;
            return Ok(true);
        };
        open.mark(key.index);
        let place = (open.base as usize).wrapping_add(usize::from(key.index));
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

    /// Goes on behind a value: to the comma before the next key, or into an array's next element. Whether the
    /// body ended there.
    fn behind_value(&mut self) -> Read<bool> {
        loop {
            self.at = skip_white_space(self.text, self.at);
            match (byte_at(self.text, self.at), self.open.innermost().is_array) {
                (b',', false) => return Ok(false),
                (b',', true) => {
                    self.at = skip_white_space(self.text, self.at.wrapping_add(1));
                    if !self.element()? {
                        return Ok(false);
                    }
                }
                (b'}', false) | (b']', true) => {
                    self.at = self.at.wrapping_add(1);
                    if self.close() {
                        return Ok(true);
                    }
                }
                _ => return Err(Stop::Malformed(self.at)),
            }
        }
    }

    /// An object that begins here; its own slot goes to `place`.
    fn open_object(&mut self, shape: &'static Shape, place: usize) {
        let base = self.take(shape.members.len());
        self.open.push(Open::object(shape, self.at, place, base));
    }

    /// An array of objects that begins here; its own slot goes to `place`. Whether it was passed: if not, an
    /// element was opened.
    fn open_array(&mut self, shape: &'static Shape, place: usize) -> Read<bool> {
        // The slot before the first element holds their number.
        let base = self.take(1);
        self.open.push(Open::array(shape, self.at, place, base));
        self.at = skip_white_space(self.text, self.at.wrapping_add(1));
        if byte_at(self.text, self.at) != b']' {
            return self.element();
        }
        self.at = self.at.wrapping_add(1);
        self.close();
        Ok(true)
    }

    /// An element that begins here. Whether it was passed: if not, it was opened.
    fn element(&mut self) -> Read<bool> {
        let Open { shape, start, base, count, .. } = *self.open.innermost();
        // Room for the element and its members.
        let room = self.tape.capacity().wrapping_sub(self.used);
        if room <= shape.members.len() {
            let read = self.at.wrapping_sub(start as usize);
            self.grow(self.used.wrapping_sub(base as usize), read);
        }
        let place = self.take(1);
        if byte_at(self.text, self.at) == b'{' {
            self.open_object(shape, place);
            return Ok(false);
        }
        let slot = self.misfit(self.open.path().element(count))?;
        self.put(place, slot);
        self.open.innermost().count = count.wrapping_add(1);
        Ok(true)
    }

    /// Closes what is open, which ends here. Whether that was the body.
    fn close(&mut self) -> bool {
        let open = *self.open.innermost();
        let base = open.base as usize;
        let mut slot = open.slot(self.at);
        if open.is_array {
            self.put(base, Slot::array_header(open.count));
        } else if open.seen == 0 && self.used == base.wrapping_add(open.shape.members.len()) {
            // Without known members it takes no slots: an array of a million of them stays small.
            self.used = base;
            slot = Slot::empty_object(open.start as usize, self.at);
        }
        self.put(open.place as usize, slot);
        self.open.pop()
    }

    /// The path of a member of what is open.
    fn member_path(&self, index: u8) -> Path {
        self.open.path().member(index)
    }

    /// Takes so many slots of the tape: the position of the first. They are unseen.
    #[inline]
    fn take(&mut self, count: usize) -> usize {
        let base = self.used;
        self.used = base.wrapping_add(count);
        if self.used > self.tape.slots().len() {
            self.tape.lengthen(self.used);
        }
        base
    }

    #[inline]
    fn put(&mut self, place: usize, slot: Slot) {
        if let Some(place) = self.tape.slots_mut().get_mut(place) {
            *place = slot;
        }
    }

    /// Makes room for the rest of an array, of which `slots` slots stand for the `read` bytes read: as much as
    /// the rest of the text would take if it were like that. Growing by doubling would take up to three times as
    /// much memory at once.
    #[cold]
    fn grow(&mut self, slots: usize, read: usize) {
        let rest = self.text.len().saturating_sub(self.at) as u64;
        let like_before = (slots as u64).saturating_mul(rest).checked_div(read as u64).unwrap_or(0);
        let slack = like_before.wrapping_div(128).saturating_add(64);
        let more = usize::try_from(like_before.saturating_add(slack)).unwrap_or(0);
        self.tape.reserve_exact(more);
    }

    /// Passes over the value that begins here, at a path.
    fn skip(&mut self, path: Path) -> Read<()> {
        self.at = skip::value(self.text, self.at, path.depth(), &mut self.beyond_print)?;
        Ok(())
    }

    /// Reports what is not as it should be.
    fn issue(&mut self, kind: IssueKind, path: Path, start: usize, end: usize) -> Read<()> {
        let issue = Issue { kind, path, start: start as u32, end: end as u32 };
        match (self.issues)(&issue) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Enough),
        }
    }
}
