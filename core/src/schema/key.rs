//! From a key's bytes to its member: a perfect hash of each object type, found at compile time.

use super::Member;

/// A key's length and ends: what tells it apart from others at the cost of two loads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) length: usize,
    /// The first eight bytes, little-endian, zeros behind a shorter key.
    pub(crate) first: u64,
    /// The last eight bytes; zero for a key of at most eight.
    pub(crate) last: u64,
}

impl Key {
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "bounds are checked"
    )]
    pub(crate) const fn of(name: &[u8]) -> Key {
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
/// No object type knows more members.
const MOST: usize = 24;

/// A perfect hash of the keys of one object type.
pub(crate) struct KeyTable {
    multiplier: u64,
    slots: [u8; SLOTS],
    keys: [Key; MOST],
}

impl KeyTable {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    pub(crate) const fn of(members: &[Member]) -> KeyTable {
        let mut keys = [Key { length: usize::MAX, first: 0, last: 0 }; MOST];
        let mut i = 0;
        while i < members.len() {
            keys[i] = Key::of(members[i].name.as_bytes());
            i += 1;
        }
        let mut multiplier = 0x9E37_79B9_7F4A_7C15u64;
        loop {
            if let Some(slots) = KeyTable::place(&keys, members.len(), multiplier) {
                return KeyTable { multiplier, slots, keys };
            }
            multiplier = multiplier.wrapping_mul(0xD129_0A2F_5C5E_2B35).wrapping_add(2);
        }
    }

    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    const fn place(keys: &[Key; MOST], count: usize, multiplier: u64) -> Option<[u8; SLOTS]> {
        let mut slots = [NONE; SLOTS];
        let mut i = 0;
        while i < count {
            let slot = keys[i].hash(multiplier);
            if slots[slot] != NONE {
                return None;
            }
            slots[slot] = i as u8;
            i += 1;
        }
        Some(slots)
    }

    /// The member whose key has this length and these ends. For a key of over 16 bytes the middle is
    /// still to be compared.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<u8> {
        let index = *self.slots.get(key.hash(self.multiplier))?;
        let known = self.keys.get(usize::from(index))?;
        (*known == key).then_some(index)
    }
}
