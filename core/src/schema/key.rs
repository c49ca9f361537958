//! From a key's bytes to its member: a perfect hash of each object type, found at compile time.

use super::{Kind, Member};

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

/// A member's beginning as it stands in a text without white space, but for the comma or bracket before it:
/// `"key":`. What a guess is compared with.
#[derive(Clone, Copy)]
pub(crate) struct Guess {
    /// How many bytes that is.
    pub(crate) length: usize,
    words: [u64; 3],
    masks: [u64; 3],
}

/// How many bytes of text a guess is compared with, the comma before included.
pub(crate) const GUESSED: usize = 25;

impl Guess {
    /// Differs from every text: where no bit is compared, none can be equal to this.
    const NONE: Guess = Guess { length: 0, words: [u64::MAX, 0, 0], masks: [0; 3] };

    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    const fn of(name: &[u8]) -> Guess {
        let length = name.len() + 3;
        assert!(length < GUESSED, "a key of over 21 bytes needs longer guesses");
        let (mut words, mut masks) = ([0; 3], [0; 3]);
        let mut i = 0;
        while i < length {
            let byte = match i {
                0 => b'"',
                _ if i <= name.len() => name[i - 1],
                _ if i == name.len() + 1 => b'"',
                _ => b':',
            };
            words[i / 8] |= (byte as u64) << (8 * (i % 8));
            masks[i / 8] |= 0xFF << (8 * (i % 8));
            i += 1;
        }
        Guess { length, words, masks }
    }

    /// Whether the text is this, behind a first byte that must be `before`.
    #[inline(always)]
    pub(crate) fn stands_in(&self, text: &[u8; GUESSED], before: u8) -> bool {
        let [first, rest @ ..] = text;
        let mut differs = u64::from(*first ^ before);
        // The chunks of a fixed length: three, known to the compiler.
        let (chunks, _) = rest.as_chunks::<8>();
        for ((chunk, word), mask) in chunks.iter().zip(&self.words).zip(&self.masks) {
            differs |= (u64::from_le_bytes(*chunk) & mask) ^ word;
        }
        differs == 0
    }
}

const SLOTS: usize = 64;
const NONE: u8 = u8::MAX;
/// No object type knows more members. A power of two, so that an index can be masked instead of checked.
pub(crate) const MOST_MEMBERS: usize = 32;

/// A perfect hash of the keys of one object type.
pub(crate) struct KeyTable {
    multiplier: u64,
    slots: [u8; SLOTS],
    keys: [Key; MOST_MEMBERS],
    guesses: [Guess; MOST_MEMBERS],
    pub(crate) kinds: [Kind; MOST_MEMBERS],
}

impl KeyTable {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    pub(crate) const fn of(members: &[Member]) -> KeyTable {
        let mut keys = [Key { length: usize::MAX, first: 0, last: 0 }; MOST_MEMBERS];
        let mut guesses = [Guess::NONE; MOST_MEMBERS];
        let mut kinds = [Kind::Any; MOST_MEMBERS];
        let mut i = 0;
        while i < members.len() {
            keys[i] = Key::of(members[i].name.as_bytes());
            guesses[i] = Guess::of(members[i].name.as_bytes());
            kinds[i] = members[i].kind;
            i += 1;
        }
        let mut multiplier = 0x9E37_79B9_7F4A_7C15u64;
        loop {
            if let Some(slots) = KeyTable::place(&keys, members.len(), multiplier) {
                return KeyTable { multiplier, slots, keys, guesses, kinds };
            }
            multiplier = multiplier.wrapping_mul(0xD129_0A2F_5C5E_2B35).wrapping_add(2);
        }
    }

    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    const fn place(
        keys: &[Key; MOST_MEMBERS],
        count: usize,
        multiplier: u64,
    ) -> Option<[u8; SLOTS]> {
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

    /// The beginning of a member, to be compared with a text.
    #[inline(always)]
    #[allow(clippy::indexing_slicing, reason = "masked")]
    pub(crate) fn guess(&self, index: u8) -> &Guess {
        &self.guesses[usize::from(index) % MOST_MEMBERS]
    }

    /// What a member may hold.
    #[inline(always)]
    #[allow(clippy::indexing_slicing, reason = "masked")]
    pub(crate) fn kind(&self, index: u8) -> Kind {
        self.kinds[usize::from(index) % MOST_MEMBERS]
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

#[cfg(test)]
mod tests {
    use super::super::{CLIENT, ORDER, PAYMENT, PRODUCT, Shape};
    use super::*;

    #[test]
    fn every_key_is_found_and_no_other() {
        for shape in [&ORDER, &CLIENT, &PRODUCT, &PAYMENT] as [&Shape; 4] {
            let table = KeyTable::of(shape.members);
            for (index, member) in shape.members.iter().enumerate() {
                let name = member.name.as_bytes();
                assert_eq!(
                    table.find(Key::of(name)).map(usize::from),
                    Some(index),
                    "{}",
                    member.name
                );
                assert_eq!(table.find(Key::of(&name[1..])), None, "{}", member.name);
                let mut text = [b' '; GUESSED];
                let written = format!(",\"{}\":", member.name);
                text[..written.len()].copy_from_slice(written.as_bytes());
                assert!(table.guess(index as u8).stands_in(&text, b','), "{}", member.name);
                assert!(!table.guess(index as u8).stands_in(&text, b'{'), "{}", member.name);
                text[written.len() - 1] = b' ';
                assert!(!table.guess(index as u8).stands_in(&text, b','), "{}", member.name);
            }
            assert!(!table.guess(MOST_MEMBERS as u8 - 1).stands_in(&[0; GUESSED], 0));
        }
    }

    #[test]
    fn a_multiplier_that_puts_two_keys_in_one_place_is_not_taken() {
        let mut keys = [Key { length: 0, first: 0, last: 0 }; MOST_MEMBERS];
        keys[1].length = 1;
        assert!(KeyTable::place(&keys, 2, 0).is_none());
        assert!(KeyTable::place(&keys, 1, 0).is_some());
    }

    #[test]
    fn a_key_too_long_for_a_guess_does_not_compile() {
        assert!(std::panic::catch_unwind(|| Guess::of(&[b'a'; GUESSED - 3])).is_err());
    }
}
