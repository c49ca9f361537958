//! Ordinary members, which most are: a known key, and behind it a plain string, a short number or a
//! bool. They are read from a window of fixed length; whatever is not ordinary is left to [`super`].

use super::place::Habits;
use crate::schema::{Key, Kind, Shape, WINDOW};
use crate::slot::{Slot, Tag};
use wide::u8x16;

/// Where the reader is in an object.
pub(super) struct Progress {
    /// The bracket or the comma before the next key, or what is behind a value.
    pub(super) at: usize,
    /// The member read last, counted from 1; 0 for none.
    pub(super) position: u8,
    /// Bit *n*: the *n*th member was read.
    pub(super) seen: u32,
}

/// What came after the ordinary members.
pub(super) enum Behind {
    /// The key of this member, not read before, with a value that is not ordinary.
    Value(u8),
    /// The end of what windows can show, at a bracket or comma.
    Window,
    /// A bracket or comma, and another key or none.
    Key,
    /// No comma directly behind a value.
    Member,
}

/// Reads members of an object, from a bracket or comma, for as long as they are ordinary. `shift` is
/// where the text lies in the body. If it is `LAID_OUT`, each key may stand on a line of its own, and
/// a space before the value.
#[inline(always)]
pub(super) fn members<const LAID_OUT: bool>(
    text: &[u8],
    shift: usize,
    shape: &'static Shape,
    habits: &mut Habits,
    slots: &mut [Slot],
    progress: &mut Progress,
) -> Behind {
    let mut at = progress.at.wrapping_sub(shift);
    let behind = loop {
        let Some(mut window) = window(text, at) else { break Behind::Window };
        if LAID_OUT && window.get(1) != Some(&b'"') {
            let Some(before) = before_quote(window) else { break Behind::Key };
            // Not `Behind::Window`, which would have the same looked at again.
            let Some(moved) = self::window(text, at.wrapping_add(before)) else {
                break Behind::Key;
            };
            at = at.wrapping_add(before);
            window = moved;
        }
        let mut index = habits.after(shape, progress.position);
        if !shape.member(index).is_some_and(|member| member.beginning.stands_in(window)) {
            let Some(other) = look_up(window, shape) else { break Behind::Key };
            habits.learn(shape, progress.position, other);
            index = other;
        }
        let bit = 1u32.wrapping_shl(u32::from(index));
        let Some(member) = shape.member(index).filter(|_| progress.seen & bit == 0) else {
            break Behind::Key;
        };
        let beginning = &member.beginning;
        let space = usize::from(LAID_OUT && window.get(beginning.length) == Some(&b' '));
        let offset = beginning.length.wrapping_add(space);
        let start = at.wrapping_add(offset).wrapping_add(shift);
        let Some(value) = window.get(offset % 32..).and_then(<[u8]>::first_chunk) else {
            break Behind::Key;
        };
        let slot = match member.kind {
            Kind::String => match string(value, start) {
                Ok(slot) => Some(slot),
                Err(Unfit::Long) => long_string(text, start.wrapping_sub(shift), start),
                Err(Unfit::Other) => None,
            },
            Kind::Number => number(value, start),
            Kind::Bool => bool(value, start),
            _ => None,
        };
        let (Some(slot), Some(place)) = (slot, slots.get_mut(usize::from(index))) else {
            break Behind::Value(index);
        };
        *place = slot;
        progress.position = index.wrapping_add(1);
        progress.seen |= bit;
        at = (slot.end() as usize).wrapping_sub(shift);
        if text.get(at) != Some(&b',') {
            break Behind::Member;
        }
    };
    progress.at = at.wrapping_add(shift);
    behind
}

/// The same for a text that is laid out for people: out of line, so that others pay nothing for it.
#[cold]
#[inline(never)]
pub(super) fn members_laid_out(
    text: &[u8],
    shift: usize,
    shape: &'static Shape,
    habits: &mut Habits,
    slots: &mut [Slot],
    progress: &mut Progress,
) -> Behind {
    members::<true>(text, shift, shape, habits, slots, progress)
}

#[inline(always)]
fn window(text: &[u8], at: usize) -> Option<&[u8; WINDOW]> {
    text.get(at..)?.first_chunk()
}

/// Where in a window, behind its first byte, the white space ends that a quote follows: the position before the quote.
#[inline]
fn before_quote(window: &[u8; WINDOW]) -> Option<usize> {
    let (chunks, _) = window.as_chunks::<16>();
    let mut first = 1u32;
    for (chunk, at) in chunks.iter().zip((0u32..).step_by(16)) {
        let chunk = u8x16::new(*chunk);
        let white = |byte| chunk.simd_eq(u8x16::splat(byte));
        let white_space = white(b' ') | white(b'\n') | white(b'\r') | white(b'\t');
        let others = !white_space.to_bitmask() & 0xFFFF & u32::MAX.wrapping_shl(first);
        if others != 0 {
            let quote = at.wrapping_add(others.trailing_zeros()) as usize;
            return (window.get(quote) == Some(&b'"')).then(|| quote.wrapping_sub(1));
        }
        first = 0;
    }
    None
}

/// The member whose key stands at the beginning of a window, without white space or escapes.
#[cold]
#[inline(never)]
fn look_up(window: &[u8; WINDOW], shape: &Shape) -> Option<u8> {
    let [_, b'"', key @ ..] = window else { return None };
    let (chunks, _) = key.as_chunks::<16>();
    let quotes = |chunk: &[u8; 16]| u8x16::new(*chunk).simd_eq(u8x16::splat(b'"')).to_bitmask();
    let ends = quotes(chunks.first()?) | quotes(chunks.get(1)?) << 16;
    let index = shape.keys.candidate(Key::at(key, 0, ends.trailing_zeros() as usize));
    shape.member(index)?.beginning.stands_in(window).then_some(index)
}

/// How much of a window is looked at for a value.
const VALUE: usize = 33;

/// Why a string was not read.
enum Unfit {
    /// It goes on behind what was looked at, and is ordinary so far.
    Long,
    /// It is not ordinary.
    Other,
}

/// A string of 1 to 31 bytes, printable ASCII, the first neither a space nor an exclamation mark, no escapes.
#[inline(always)]
fn string(value: &[u8; VALUE], start: usize) -> Result<Slot, Unfit> {
    let [b'"', rest @ ..] = value else { return Err(Unfit::Other) };
    // Nor a quote: the string would be empty.
    if rest.first().is_none_or(|first| *first <= b'"') {
        return Err(Unfit::Other);
    }
    let (chunks, _) = rest.as_chunks::<16>();
    let mut before = 0u32;
    for chunk in chunks {
        let special = special(u8x16::new(*chunk));
        if special != 0 {
            let content = special.trailing_zeros().wrapping_add(before) as usize;
            let end = start.wrapping_add(content).wrapping_add(2);
            let is_whole = rest.get(content) == Some(&b'"');
            return if is_whole {
                Ok(Slot::plain(Tag::Text, start, end))
            } else {
                Err(Unfit::Other)
            };
        }
        before = before.wrapping_add(16);
    }
    Err(Unfit::Long)
}

/// A string at a position of the text that is ordinary as far as [`string`] looked.
#[cold]
#[inline(never)]
fn long_string(text: &[u8], at: usize, start: usize) -> Option<Slot> {
    let (chunks, _) = text.get(at.wrapping_add(VALUE)..)?.as_chunks::<16>();
    let mut content = VALUE;
    for chunk in chunks {
        let special = special(u8x16::new(*chunk));
        if special != 0 {
            content = content.wrapping_add(special.trailing_zeros() as usize);
            let end = start.wrapping_add(content).wrapping_add(1);
            let is_whole = text.get(at.wrapping_add(content)) == Some(&b'"');
            return is_whole.then(|| Slot::plain(Tag::Text, start, end));
        }
        content = content.wrapping_add(16);
    }
    None
}

/// `true` or `false`.
#[inline(always)]
fn bool(value: &[u8; VALUE], start: usize) -> Option<Slot> {
    if value.starts_with(b"true") {
        Some(Slot::plain(Tag::True, start, start.wrapping_add(4)))
    } else if value.starts_with(b"false") {
        Some(Slot::plain(Tag::False, start, start.wrapping_add(5)))
    } else {
        None
    }
}

/// Which bytes are a quote, a backslash, or no printable ASCII.
#[inline(always)]
fn special(chunk: u8x16) -> u32 {
    let printable = chunk.max(u8x16::splat(b' ')).min(u8x16::splat(b'~')).simd_eq(chunk);
    let special = chunk.simd_eq(u8x16::splat(b'"')) | chunk.simd_eq(u8x16::splat(b'\\'));
    (special | !printable).to_bitmask()
}

/// A number of at most eight digits, at most seven before the point, not negative, without an exponent.
#[inline(always)]
fn number(value: &[u8; VALUE], start: usize) -> Option<Slot> {
    let (mut digits, whole) = digits(value, 0)?;
    let mut length = whole;
    let mut scale = 0;
    if value.get(whole) == Some(&b'.') {
        let (fraction, places) = self::digits(value, whole.wrapping_add(1))?;
        digits |= fraction.wrapping_shl(bits(whole));
        scale = places;
        length = whole.wrapping_add(places).wrapping_add(1);
    }
    let count = whole.wrapping_add(scale);
    let has_leading_zero = whole > 1 && value.first() == Some(&b'0');
    let is_whole = matches!(value.get(length), Some(b',' | b'}'));
    if count > 8 || has_leading_zero || !is_whole {
        return None;
    }
    let mantissa = eight_digits(digits.wrapping_shl(64u32.wrapping_sub(bits(count))));
    let end = start.wrapping_add(length);
    Some(Slot::number(start, end, false, mantissa, scale as u8))
}

/// How many bits so many digits take, a byte each.
#[inline(always)]
fn bits(digits: usize) -> u32 {
    (digits as u32).wrapping_mul(8)
}

/// The run of one to seven digits at a position: their values, a byte each, and how many.
#[inline(always)]
fn digits(value: &[u8; VALUE], at: usize) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*value.get(at % 16..)?.first_chunk()?) ^ 0x3030_3030_3030_3030;
    // The high bit of each byte over 9; of those behind the first it may be wrong.
    let others = (word | word.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
    let count = (others.trailing_zeros() / 8) as usize;
    let is_run = (1..8).contains(&count);
    is_run.then(|| (word & !u64::MAX.wrapping_shl(bits(count)), count))
}

/// The number of eight decimal digits, a byte each, the most significant lowest.
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let high = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let low = (pairs >> 16 & PAIRS).wrapping_mul(1 + (10_000 << 32));
    high.wrapping_add(low) >> 32
}
