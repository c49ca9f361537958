//! Keys that are like no member's: a negative cache, since the requests of one sender have the same ones.

use crate::model::schema::Shape;
use alloc::vec;
use alloc::vec::Vec;

/// Unknown keys that are no other name, no other writing and no misspelling of any member of their object's type. All of
/// them may be shown, so no secret is kept.
pub(super) struct Strangers {
    /// By their hash: each set has the latest first.
    sets: Vec<[Entry; 4]>,
    /// Whether a body had unknown keys before: memory that is used once needs no cache.
    is_reused: bool,
}

/// A key's length, which is 0 where there is none; the first place of its object's type; whether another type has a member of
/// that name; and the key.
type Entry = [u8; 32];

const SETS_LOG2: u32 = 5;

impl Strangers {
    pub(super) const NONE: Strangers = Strangers { sets: Vec::new(), is_reused: false };

    /// Begins a body. Returns whether its keys should be remembered: not in a browser, whose module should be small. Makes room
    /// for them with the first body, so that a host allocates no more with those that are alike.
    pub(super) fn begin(&mut self) -> bool {
        if cfg!(target_family = "wasm") {
            return false;
        }
        if self.sets.is_empty() {
            self.sets = vec![[[0; 32]; 4]; 1 << SETS_LOG2];
        }
        core::mem::replace(&mut self.is_reused, true)
    }

    /// Of a key that was inserted, whether another type has a member of that name.
    #[inline]
    pub(super) fn find(&self, shape: &Shape, key: &[u8]) -> Option<bool> {
        let set = self.sets.get(set_of(key)).map_or(&[][..], |set| set);
        let of_key = |[length, first, _, rest @ ..]: &&Entry| {
            (usize::from(*length), *first) == (key.len(), shape.first) && rest.starts_with(key)
        };
        set.iter().find(of_key).map(|[_, _, is_elsewhere, ..]| *is_elsewhere != 0)
    }

    /// Remembers a key in place of the oldest of its set, unless it is too long.
    #[cold]
    pub(super) fn insert(&mut self, shape: &Shape, key: &[u8], is_elsewhere: bool) {
        let mut entry = [0; 32];
        let [length, first, elsewhere, rest @ ..] = &mut entry;
        if let Some(set) = self.sets.get_mut(set_of(key))
            && let Some(place) = rest.get_mut(..key.len())
        {
            place.copy_from_slice(key);
            (*length, *first) = (key.len() as u8, shape.first);
            *elsewhere = is_elsewhere.into();
            *set = [entry, set[0], set[1], set[2]];
        }
    }
}

/// The set of a key: by its first and last bytes, and its length.
#[inline]
fn set_of(key: &[u8]) -> usize {
    let first = key.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    let last = key.last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    let mixed = first.rotate_left(13) ^ last ^ (key.len() as u32) << 8;
    (mixed.wrapping_mul(0x9E37_79B1) >> (32 - SETS_LOG2)) as usize // Fibonacci hashing
}
