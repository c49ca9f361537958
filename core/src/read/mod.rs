//! From a body's bytes to its members, in one pass over the text, driven by the schema's tables.
//!
//! Known members fill slots; unknown ones are checked for syntax and passed over; what *Reading the input*
//! has to say is noted as it is met. The nesting of known objects is the schema's, so the calls here go
//! no deeper than the schema; everything else is passed over without recursion.

mod escape;
mod note;
mod ordinary;
mod place;
pub(crate) mod scan;
mod skip;
mod value;

pub(crate) use escape::decode;
pub use note::JsonType;
pub(crate) use note::{Note, Notes};
pub(crate) use place::Habits;

use crate::report::Path;
use crate::rules::reading;
use crate::schema::{self, Kind, Shape, WINDOW};
use crate::slot::{Slot, Tag};
use ordinary::{Behind, Progress};
use place::{Key, Spot};
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
    habits: &mut Habits,
    notes: &mut Notes,
) -> Read<Slot> {
    let last = &last_of(text);
    let start = skip_white_space(text, 0);
    let is_laid_out = byte_at(text, start.wrapping_add(1)) <= b' ';
    let beyond_print = false;
    let mut reader =
        Reader { text, last, tape, used: 0, decoded, habits, notes, is_laid_out, beyond_print };
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
    /// What windows show where the text ends: see [`last_of`].
    last: &'a [u8; 2 * WINDOW],
    tape: &'a mut Tape,
    /// How many slots of the tape are taken; those behind them are unseen.
    used: usize,
    decoded: &'a mut Decoded,
    habits: &'a mut Habits,
    notes: &'a mut Notes,
    /// White space follows the first bracket: it will be elsewhere, too.
    is_laid_out: bool,
    /// A string had a byte of 0x7F or more: the text is still to be checked for UTF-8.
    beyond_print: bool,
}

/// The last bytes of a text, and zeros behind them.
fn last_of(text: &[u8]) -> [u8; 2 * WINDOW] {
    let mut last = [0; 2 * WINDOW];
    let from = text.get(text.len().saturating_sub(WINDOW)..).unwrap_or_default();
    for (place, byte) in last.iter_mut().zip(from) {
        *place = *byte;
    }
    last
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

    /// An object of a known type at `start`.
    fn object(
        &mut self,
        start: usize,
        shape: &'static Shape,
        path: Path,
        depth: u32,
    ) -> Read<(Slot, usize)> {
        let depth = depth.wrapping_add(1);
        let base = self.take(shape.members.len());
        let behind_slots = self.used;
        let mut absent = 0;
        let mut progress = Progress { at: start, position: 0, seen: 0 };
        let end = loop {
            let key = match self.ordinary_members(shape, base, &mut progress) {
                Behind::Window => continue,
                Behind::Value(index) => Some(Key::expected(shape, index, progress.at)),
                Behind::Key => Some(self.any_key(shape, progress.at, progress.position)?),
                Behind::Member => None,
            };
            if let Some(key) = key {
                if key.index == Key::END {
                    break key.value;
                }
                let bit = 1u32.wrapping_shl(u32::from(key.index));
                match shape.member(key.index).filter(|_| progress.seen & bit == 0) {
                    None => progress.at = self.other_key(key, path, depth)?,
                    Some(member) => {
                        let spot = Spot { path, index: key.index };
                        let (slot, end) = self.member(key.value, member.kind, spot, depth)?;
                        self.put(base.wrapping_add(usize::from(key.index)), slot);
                        absent |= if slot.reaches(Tag::Invalid) { 0 } else { bit };
                        progress = Progress {
                            at: end,
                            position: key.index.wrapping_add(1),
                            seen: progress.seen | bit,
                        };
                    }
                }
            }
            progress.at = skip_white_space(self.text, progress.at);
            match byte_at(self.text, progress.at) {
                b',' => {}
                b'}' => break progress.at.wrapping_add(1),
                _ => return Err(Stop::Malformed(progress.at)),
            }
        };
        if progress.seen == 0 && self.used == behind_slots {
            // Without known members it takes no slots: an array of a million of them stays small.
            self.used = base;
            return Ok((Slot::empty_object(start, end), end));
        }
        Ok((Slot::object(start, end, base, progress.seen & !absent), end))
    }

    #[inline(always)]
    fn ordinary_members(
        &mut self,
        shape: &'static Shape,
        base: usize,
        progress: &mut Progress,
    ) -> Behind {
        let last = self.text.len().saturating_sub(WINDOW);
        let (text, shift) =
            if progress.at < last { (self.text, 0) } else { (&self.last[..], last) };
        let slots = self.tape.get_mut(base..).unwrap_or_default();
        if self.is_laid_out {
            return ordinary::members_laid_out(text, shift, shape, self.habits, slots, progress);
        }
        ordinary::members::<false>(text, shift, shape, self.habits, slots, progress)
    }

    /// Takes so many slots of the tape: the position of the first. They are unseen.
    #[inline(always)]
    fn take(&mut self, count: usize) -> usize {
        let base = self.used;
        self.used = base.wrapping_add(count);
        if self.used > self.tape.len() {
            self.lengthen();
        }
        base
    }

    /// Makes the tape as long as what was taken, and more: so that it is done once for most requests.
    #[inline(never)]
    fn lengthen(&mut self) {
        /// A small order's slots, and a quarter of an ordinary one's.
        const MORE: [Slot; ORDINARY / 4] = [Slot::UNSEEN; ORDINARY / 4];
        while self.tape.len() < self.used {
            let room = self.tape.capacity().wrapping_sub(self.tape.len());
            let more = if room == 0 { MORE.len() } else { room.min(MORE.len()) };
            self.tape.extend_from_slice(MORE.get(..more).unwrap_or_default());
        }
    }

    #[inline(always)]
    fn put(&mut self, place: usize, slot: Slot) {
        if let Some(place) = self.tape.get_mut(place) {
            *place = slot;
        }
    }

    /// The next key behind a bracket or comma, or the end of the object, whatever it is.
    #[inline(never)]
    fn any_key(&mut self, shape: &'static Shape, before: usize, position: u8) -> Read<Key> {
        let text = self.text;
        let at = skip_white_space(text, before.wrapping_add(1));
        if byte_at(text, at) == b'}' && byte_at(text, before) == b'{' {
            let end = at.wrapping_add(1);
            return Ok(Key { index: Key::END, start: at, behind: at, value: end });
        }
        if byte_at(text, at) != b'"' {
            return Err(Stop::Malformed(at));
        }
        let start = at.wrapping_add(1);
        let end = scan::string(text, start)?;
        self.beyond_print |= end.beyond_print;
        let index = self.member_named(shape, start, end).unwrap_or(Path::UNKNOWN);
        if index != Path::UNKNOWN {
            self.habits.learn(shape, position, index);
        }
        let behind = end.quote.wrapping_add(1);
        let value = scan::colon(text, behind)?;
        Ok(Key { index, start: at, behind, value })
    }

    /// A key that is not known, or known and given again: its value is passed over.
    #[inline(never)]
    fn other_key(&mut self, key: Key, path: Path, depth: u32) -> Read<usize> {
        let is_unknown = key.index == Path::UNKNOWN;
        let rule = if is_unknown { reading::UNKNOWN } else { reading::DUPLICATE_KEY };
        self.note(rule, path.member(key.index), key.start, key.behind, JsonType::String)?;
        self.skip(skip_white_space(self.text, key.value), depth)
    }

    /// Whether the `length` bytes at `start` are the name of a member.
    fn is_member(&self, shape: &Shape, index: u8, start: usize, length: usize) -> bool {
        let name = shape.member(index).map(|member| member.name.as_bytes());
        self.text.get(start..start.wrapping_add(length)) == name
    }

    /// The member of that key, whose content begins at `start`.
    fn member_named(&self, shape: &'static Shape, start: usize, end: StringEnd) -> Option<u8> {
        if end.escaped {
            return self.member_named_with_escapes(shape, start, end);
        }
        let length = end.quote.wrapping_sub(start);
        let index = shape.keys.candidate(schema::Key::at(self.text, start, length));
        self.is_member(shape, index, start, length).then_some(index)
    }

    #[cold]
    fn member_named_with_escapes(&self, shape: &Shape, start: usize, end: StringEnd) -> Option<u8> {
        let mut name: SmallVec<[u8; 32]> = SmallVec::new();
        let mut fits = true;
        decode(self.text.get(start..end.quote)?, |run| {
            // Longer than any known key: unknown, however long it is.
            fits &= name.len().saturating_add(run.len()) <= name.inline_size();
            if fits {
                name.extend_from_slice(run);
            }
        });
        if !fits {
            return None;
        }
        let known = |member: &schema::Member| member.name.as_bytes() == name.as_slice();
        shape.members.iter().position(known).and_then(|index| u8::try_from(index).ok())
    }

    /// The value of a known member: its slot, and the position behind it.
    #[inline(never)]
    fn member(&mut self, at: usize, kind: Kind, spot: Spot, depth: u32) -> Read<(Slot, usize)> {
        let text = self.text;
        let at = skip_white_space(text, at);
        match (byte_at(text, at), kind) {
            (b'"', Kind::String) => self.string(at, spot),
            (b'-' | b'0'..=b'9', Kind::Number) => self.number(at, spot, false),
            (b't', Kind::Bool | Kind::Any) => {
                let end = scan::word(text, at, b"true")?;
                Ok((Slot::plain(Tag::True, at, end), end))
            }
            (b'f', Kind::Bool | Kind::Any) => {
                let end = scan::word(text, at, b"false")?;
                Ok((Slot::plain(Tag::False, at, end), end))
            }
            (b'{', Kind::Object(shape)) => self.object(at, shape, spot.path(), depth),
            (b'[', Kind::Array(shape)) => self.array(at, shape, spot.path(), depth),
            _ => self.other_member(at, kind, spot, depth),
        }
    }

    /// What is rare: the other kinds, null, and values of a wrong type.
    #[inline(never)]
    fn other_member(
        &mut self,
        at: usize,
        kind: Kind,
        spot: Spot,
        depth: u32,
    ) -> Read<(Slot, usize)> {
        let path = spot.path();
        match (byte_at(self.text, at), kind) {
            (b'n', _) => {
                let end = scan::word(self.text, at, b"null")?;
                self.note(reading::NULL, path, at, end, JsonType::Null)?;
                Ok((Slot::plain(Tag::Null, at, end), end))
            }
            (b'-' | b'0'..=b'9', Kind::Integer) => self.number(at, spot, true),
            (b'-' | b'0'..=b'9', Kind::NumberOrText) => self.number(at, spot, false),
            (b'"', Kind::NumberOrText) => self.number_as_text(at, path),
            (b'"', Kind::Any) => self.any_string(at, path),
            (b'{', Kind::Opaque) | (_, Kind::Any) => {
                let end = self.skip(at, depth)?;
                Ok((Slot::plain(Tag::Present, at, end), end))
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
        let base = self.take(1);
        let depth = depth.wrapping_add(1);
        let mut count = 0u32;
        let mut at = skip_white_space(text, start.wrapping_add(1));
        if byte_at(text, at) != b']' {
            loop {
                // Room for the element and its members.
                let room = self.tape.capacity().wrapping_sub(self.used);
                if room <= shape.members.len() {
                    self.grow(self.used.wrapping_sub(base), at.wrapping_sub(start), at);
                }
                let place = self.take(1);
                let element = path.element(count);
                let (slot, end) = self.object_or_type_error(at, shape, element, depth)?;
                self.put(place, slot);
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
        self.put(base, Slot::array_header(count));
        let end = at.wrapping_add(1);
        Ok((Slot::array(start, end, base), end))
    }

    /// Makes room for the rest of an array, of which `slots` slots stand for the `read` bytes before `at`: as much as
    /// the rest of the text would take if it were like that. Growing by doubling would take up to three times as
    /// much memory at once.
    #[cold]
    fn grow(&mut self, slots: usize, read: usize, at: usize) {
        let rest = self.text.len().saturating_sub(at) as u64;
        let like_before = (slots as u64).saturating_mul(rest).checked_div(read as u64).unwrap_or(0);
        let slack = like_before.wrapping_div(128).saturating_add(64);
        let more = usize::try_from(like_before.saturating_add(slack)).unwrap_or(0);
        self.tape.reserve_exact(more);
    }

    fn type_error(&mut self, start: usize, end: usize, path: Path) -> Read<Slot> {
        let actual = JsonType::of(byte_at(self.text, start));
        self.note(reading::TYPE, path, start, end, actual)?;
        Ok(Slot::plain(Tag::Invalid, start, end))
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
    let mut fits = true;
    decode(raw, |run| {
        fits &= name.len().saturating_add(run.len()) <= 64;
        if fits {
            name.extend_from_slice(run);
        }
    });
    let name = core::str::from_utf8(&name).ok().filter(|_| fits);
    let shown = name.and_then(crate::host::shown_name);
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
