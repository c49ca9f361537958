//! The fast path for ordinary members: a known key, then a plain string, a short number or a bool. They are read from
//! a window of fixed length. All others are left to [`super`].

use super::Reader;
use super::cursor::{KeyPredictor, Open, Stack};
use super::fast_value::{VALUE, long_or_odd, scalar, string};
use crate::base::json::scan::skip_white_space;
use crate::model::document::{Marks, Slot};
use crate::model::schema::{Kind, Member, Shape, WINDOW};
use wide::u8x16;

/// The place at which the fast path stopped, and why.
pub(super) enum StoppedAt {
    /// The key of this member, which wasn't read before, with a value that isn't ordinary.
    Value(u8),
    /// A bracket or comma too near the end of the text for a window.
    Window,
    /// A bracket or comma, and then any other key or none.
    Key,
    /// A bracket or comma, and then an unknown key of this many bytes without escapes, and its colon.
    Unknown(u8),
    /// The end of a value, and after it something that the fast path doesn't expect.
    Member,
    End,
}

/// Reads members from a bracket or comma on as long as they are ordinary, including objects and
/// arrays of objects. If the text is laid out, white space may come before each key and after each
/// value, and a space before each value.
pub(super) fn members(reader: &mut Reader<'_, '_>) -> StoppedAt {
    if reader.is_laid_out { laid_out_members(reader) } else { dense_members(reader) }
}

#[inline(never)]
fn laid_out_members(reader: &mut Reader<'_, '_>) -> StoppedAt {
    any_members(reader, true)
}

#[inline(never)]
fn dense_members(reader: &mut Reader<'_, '_>) -> StoppedAt {
    any_members(reader, false)
}

#[inline(always)]
fn any_members(reader: &mut Reader<'_, '_>, is_laid_out: bool) -> StoppedAt {
    // `shift` is the position of `text` in the body.
    let (text, shift) = if reader.at < reader.last_from {
        (reader.text, 0)
    } else {
        (&reader.last[..], reader.last_from)
    };
    let slots = reader.tape.slots_mut();
    let (open, used) = (&mut reader.open, &mut reader.used);
    let mut at = reader.at - shift;
    let mut object = Innermost::of(open);
    let (mut next, mut marks) = (window(text, at), Marks::NONE);
    let after = loop {
        let Some(mut window) = next else { break StoppedAt::Window };
        if is_laid_out && window.get(1) != Some(&b'"') {
            let Some(before) = before_quote(window) else { break StoppedAt::Key };
            // Not `StoppedAt::Window`, which would try the same again.
            let Some(moved) = self::window(text, at + before) else {
                break StoppedAt::Key;
            };
            at += before;
            window = moved;
        }
        let (index, member) = match object.next_member(window, reader.predictor) {
            Ok(known) => known,
            Err(other) => break other,
        };
        let place = object.base as usize + usize::from(index);
        let Some(slot) = invariant!(slots.get_mut(place)) else { break StoppedAt::Key };
        if !slot.is_unseen() {
            break StoppedAt::Key;
        }
        let length = member.beginning.length();
        let space = usize::from(is_laid_out && window.get(length) == Some(&b' '));
        let offset = length + space;
        debug_assert!(offset < 32);
        let value = window.get(offset % 32..).and_then(<[u8]>::first_chunk::<VALUE>);
        let Some(value) = invariant!(value) else { break StoppedAt::Key };
        let value_at = at + offset;
        let start = value_at + shift;
        let long_or_odd = |found| {
            let (length, of_text) = long_or_odd(text, value_at, member.kind, found);
            marks = marks.union(of_text);
            (length, of_text)
        };
        if let Some((read, length)) = scalar(value, member.kind, start, long_or_odd) {
            *slot = read;
            object = object.with(index);
            at = value_at + length;
            next = self::window(text, at);
            if next.is_some_and(|next| next.starts_with(b",")) {
                continue;
            }
            object.keep(open);
            if let Some(after) = close(is_laid_out, (text, &mut at, shift), (slots, open, used)) {
                object = Innermost::of(open);
                break after;
            }
        } else {
            let outer = object.with(index);
            let opened = enter(value, member.kind, outer, (start, place), (slots, open, used));
            let Some(deeper) = opened else { break StoppedAt::Value(index) };
            at = value_at + deeper;
        }
        object = Innermost::of(open);
        next = self::window(text, at);
    };
    object.keep(open);
    reader.at = at + shift;
    reader.notes.marks = reader.notes.marks.union(marks);
    after
}

/// The part of the innermost object that changes from member to member.
#[derive(Clone, Copy)]
struct Innermost {
    shape: &'static Shape,
    base: u32,
    seen: u32,
    position: u8,
}

impl Innermost {
    #[inline(always)]
    fn of(open: &mut Stack) -> Innermost {
        let Open { shape, base, seen, position, .. } = *open.innermost();
        Innermost { shape, base, seen, position }
    }

    /// The object after a member was read.
    #[inline(always)]
    fn with(self, index: u8) -> Innermost {
        Innermost { seen: self.seen | 1 << index, position: index + 1, ..self }
    }

    /// Stores in the stack which members were read.
    #[inline(always)]
    fn keep(self, open: &mut Stack) {
        open.innermost().read_so_far(self.seen, self.position);
    }

    /// The member whose key a window begins with, and its position. It is predicted, and looked up
    /// if the prediction is wrong.
    #[inline(always)]
    fn next_member(
        self,
        window: &[u8; WINDOW],
        predictor: &mut KeyPredictor,
    ) -> Result<(u8, &'static Member), StoppedAt> {
        let index = predictor.after(self.shape, self.position);
        if let Some(member) = self.shape.member(index)
            && member.beginning.matches(window)
        {
            return Ok((index, member));
        }
        let index = look_up(window, self.shape)?;
        predictor.learn(self.shape, self.position, index);
        let member = invariant!(self.shape.member(index));
        member.map_or(Err(StoppedAt::Key), |member| Ok((index, member)))
    }
}

/// Enters the object that a value begins with, or the array and its first element. Returns the distance from the
/// value's beginning to the bracket before the next key. `None` for other values, or if the tape has no room.
#[inline(always)]
fn enter(
    value: &[u8; VALUE],
    kind: Kind,
    outer: Innermost,
    (start, place): (usize, usize),
    (slots, open, used): (&[Slot], &mut Stack, &mut usize),
) -> Option<usize> {
    match (value, kind) {
        ([b'{', ..], Kind::Object(inner)) => {
            let members = room(slots, used, inner.members.len())?;
            outer.keep(open);
            open.push(Open::object(inner, start, place, members));
            Some(0)
        }
        ([b'[', ..], Kind::Array(inner)) => {
            let first = skip_white_space(value, 1);
            if value.get(first) != Some(&b'{') {
                return None;
            }
            let header = room(slots, used, inner.members.len() + 2)?;
            outer.keep(open);
            open.push(Open::array(inner, start, place, header));
            let (place, members) = (header + 1, header + 2);
            open.push(Open::object(inner, start + first, place, members));
            Some(first)
        }
        _ => None,
    }
}

/// Continues after a value, closing what ends there: up to the comma before the next key, or the
/// bracket of an array's next element. If neither comes, returns what came instead.
#[inline(always)]
fn close(
    is_laid_out: bool,
    (text, at, shift): (&[u8], &mut usize, usize),
    (slots, stack, used): (&mut [Slot], &mut Stack, &mut usize),
) -> Option<StoppedAt> {
    loop {
        if is_laid_out {
            *at = skip_white_space(text, *at);
        }
        let open = stack.innermost();
        match (text.get(*at), open.is_array) {
            (Some(b'}'), false) | (Some(b']'), true) => {}
            (Some(b','), false) => return None,
            (Some(b','), true) => {
                let next = if is_laid_out { skip_white_space(text, *at + 1) } else { *at + 1 };
                if text.get(next) != Some(&b'{') {
                    return Some(StoppedAt::Member);
                }
                let inner = open.shape;
                let more = inner.members.len() + 1;
                let Some(place) = room(slots, used, more) else { return Some(StoppedAt::Member) };
                *at = next;
                let (start, members) = (next + shift, place + 1);
                stack.push(Open::object(inner, start, place, members));
                return None;
            }
            _ => return Some(StoppedAt::Member),
        }
        *at += 1;
        if open.is_array
            && let Some(header) = invariant!(slots.get_mut(open.base as usize))
        {
            *header = Slot::array_header(open.count);
        }
        if let Some(slot) = invariant!(slots.get_mut(open.place as usize)) {
            *slot = open.slot(*at + shift);
        }
        if stack.pop() {
            return Some(StoppedAt::End);
        }
    }
}

/// Reserves `count` slots, if the tape is long enough. Returns the position of the first.
#[inline(always)]
fn room(slots: &[Slot], used: &mut usize, count: usize) -> Option<usize> {
    let first = *used;
    let end = first + count;
    if end > slots.len() {
        return None;
    }
    *used = end;
    Some(first)
}

#[inline(always)]
fn window(text: &[u8], at: usize) -> Option<&[u8; WINDOW]> {
    text.get(at..)?.first_chunk()
}

/// The position before the quote, if a window has only white space between its first byte and a
/// quote.
#[inline]
fn before_quote(window: &[u8; WINDOW]) -> Option<usize> {
    if let [_, b' ', b'"', ..] = window {
        return Some(1);
    }
    let (chunks, _) = window.as_chunks::<16>();
    let mut first = 1u32;
    for (chunk, at) in chunks.iter().zip((0u32..).step_by(16)) {
        let chunk = u8x16::new(*chunk);
        let white = |byte| chunk.simd_eq(u8x16::splat(byte));
        let white_space = white(b' ') | white(b'\n') | white(b'\r') | white(b'\t');
        let others = !white_space.to_bitmask() & 0xFFFF & u32::MAX << first;
        if others != 0 {
            let quote = (at + others.trailing_zeros()) as usize;
            return (window.get(quote) == Some(&b'"')).then(|| quote - 1);
        }
        first = 0;
    }
    None
}

/// The member whose key a window begins with, without white space or escapes.
#[cold]
#[inline(never)]
fn look_up(window: &[u8; WINDOW], shape: &Shape) -> Result<u8, StoppedAt> {
    let [_, b'"', content @ ..] = window else { return Err(StoppedAt::Key) };
    let length = content.first_chunk().and_then(string).unwrap_or(0);
    let key = content.get(..length).filter(|key| !key.is_empty());
    let (Some(key), Some(b':')) = (key, content.get(length + 1)) else {
        return Err(StoppedAt::Key);
    };
    shape.position(key).ok_or(StoppedAt::Unknown(length as u8))
}

#[cfg(test)]
mod tests;
