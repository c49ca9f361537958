//! From a key's bytes to its member: a perfect hash of each object type, found at compile time; and what a
//! member that is expected looks like.

use super::Member;
use crate::read::scan::eight_bytes;
use wide::u8x16;

/// How much of a text the reader looks at at once: enough for a member's beginning and a string of 31 bytes.
pub(crate) const WINDOW: usize = 64;

/// How a member begins in a text without white space, behind the bracket or comma: `"key":`.
#[derive(Clone, Copy)]
pub(crate) struct Beginning {
    /// How many bytes that is, and the bracket or comma: where the value is.
    pub(crate) length: usize,
    /// The first sixteen bytes, and as bits those that do not matter.
    first: [u8; 16],
    behind_first: u32,
    /// Of a long key the eight bytes behind them, and those of their bits that matter.
    rest: u64,
    in_rest: u64,
}

impl Beginning {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    pub(super) const fn of(name: &[u8]) -> Beginning {
        let length = name.len() + 3;
        assert!(length <= 24, "a key of over 21 bytes needs a longer rest");
        let mut first = [0; 16];
        let (mut behind_first, mut rest, mut in_rest) = (0xFFFF, 0, 0);
        let mut i = 0;
        while i < length {
            let byte = match i {
                0 => b'"',
                _ if i <= name.len() => name[i - 1],
                _ if i == name.len() + 1 => b'"',
                _ => b':',
            };
            if i < 16 {
                first[i] = byte;
                behind_first &= !(1 << i);
            } else {
                rest |= (byte as u64) << (8 * (i - 16));
                in_rest |= 0xFF << (8 * (i - 16));
            }
            i += 1;
        }
        Beginning { length: length + 1, first, behind_first, rest, in_rest }
    }

    /// Whether the text, from its second byte, begins like this.
    #[inline(always)]
    pub(crate) fn stands_in(&self, text: &[u8; WINDOW]) -> bool {
        let [_, text @ ..] = text;
        let Some((first, rest)) = text.split_first_chunk() else { return false };
        let same = u8x16::new(*first).simd_eq(u8x16::new(self.first)).to_bitmask();
        if same | self.behind_first != 0xFFFF {
            return false;
        }
        // Most keys are short.
        self.in_rest == 0
            || rest
                .first_chunk()
                .is_some_and(|rest| u64::from_le_bytes(*rest) & self.in_rest == self.rest)
    }
}

/// A key's length and ends: what tells it apart from others at the cost of two loads.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    length: usize,
    /// The first eight bytes, little-endian, zeros behind a shorter key.
    first: u64,
    /// The last eight bytes; zero for a key of at most eight.
    last: u64,
}

impl Key {
    /// The key of `length` bytes at a position of a text.
    #[inline]
    pub(crate) fn at(text: &[u8], at: usize, length: usize) -> Key {
        let last = at.wrapping_add(length).wrapping_sub(8);
        Key {
            length,
            first: eight_bytes(text, at, length),
            last: if length > 8 { eight_bytes(text, last, 8) } else { 0 },
        }
    }

    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "bounds are checked"
    )]
    const fn of(name: &[u8]) -> Key {
        let length = name.len();
        let mut first = 0;
        let mut last = 0;
        let mut i = 0;
        while i < 8 && i < length {
            first |= (name[i] as u64) << (8 * i);
            if length > 8 {
                last |= (name[length - 8 + i] as u64) << (8 * i);
            }
            i += 1;
        }
        Key { length, first, last }
    }

    #[inline]
    const fn hash(&self, multiplier: u64) -> usize {
        let mixed = self.first ^ self.last.rotate_left(23) ^ (self.length as u64);
        (mixed.wrapping_mul(multiplier) >> 58) as usize
    }
}

const SLOTS: usize = 64;
const NONE: u8 = u8::MAX;

/// A perfect hash of the keys of one object type.
pub(crate) struct KeyTable {
    multiplier: u64,
    slots: [u8; SLOTS],
}

impl KeyTable {
    pub(crate) const fn of(members: &[Member]) -> KeyTable {
        let mut multiplier = 0x9E37_79B9_7F4A_7C15u64;
        loop {
            if let Some(slots) = KeyTable::place(members, multiplier) {
                return KeyTable { multiplier, slots };
            }
            multiplier = multiplier.wrapping_mul(0xD129_0A2F_5C5E_2B35).wrapping_add(2);
        }
    }

    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    const fn place(members: &[Member], multiplier: u64) -> Option<[u8; SLOTS]> {
        let mut slots = [NONE; SLOTS];
        let mut i = 0;
        while i < members.len() {
            let slot = Key::of(members[i].name.as_bytes()).hash(multiplier);
            if slots[slot] != NONE {
                return None;
            }
            slots[slot] = i as u8;
            i += 1;
        }
        Some(slots)
    }

    /// The only member that the key may name; whether it does is still to be compared.
    #[inline]
    pub(crate) fn candidate(&self, key: Key) -> u8 {
        self.slots.get(key.hash(self.multiplier)).copied().unwrap_or(NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CLIENT, Kind, ORDER, PAYMENT, PAYOUT, PRODUCT, Shape};
    use super::*;

    #[test]
    fn every_key_has_a_place_of_its_own() {
        for shape in [&ORDER, &CLIENT, &PRODUCT, &PAYMENT, &PAYOUT] as [&Shape; 5] {
            for (index, member) in shape.members.iter().enumerate() {
                let found = shape.keys.candidate(Key::of(member.name.as_bytes()));
                assert_eq!(usize::from(found), index, "{}", member.name);
            }
        }
    }

    #[test]
    fn a_beginning_stands_in_no_other_text() {
        for member in ORDER.members.iter().chain(CLIENT.members) {
            let written = format!(",\"{}\":", member.name);
            assert_eq!(member.beginning.length, written.len(), "{}", member.name);
            let mut text = [b' '; WINDOW];
            text[..written.len()].copy_from_slice(written.as_bytes());
            assert!(member.beginning.stands_in(&text), "{}", member.name);
            for place in 1..written.len() {
                let mut other = text;
                other[place] ^= 1;
                assert!(!member.beginning.stands_in(&other), "{} at {place}", member.name);
            }
        }
    }

    #[test]
    fn a_multiplier_that_puts_two_keys_in_one_place_is_not_taken() {
        let members = ["a", "b"].map(|name| Member::new(name, Kind::Any, false));
        assert!(KeyTable::place(&members, 0).is_none());
        assert!(KeyTable::place(&members[..1], 0).is_some());
    }

    #[test]
    fn a_key_too_long_for_its_words_does_not_compile() {
        assert!(std::panic::catch_unwind(|| Beginning::of(&[b'a'; 22])).is_err());
    }
}
