//! A negative cache: one sender's requests have the same unknown keys.

use crate::base::text::hash_of_key;
use crate::model::schema::Shape;
use alloc::vec;
use alloc::vec::Vec;

/// Unknown keys that resemble no member of their object's type, by any name or spelling. Only keys that may be shown
/// are kept, so no secret is.
pub(super) struct NegativeCache {
    /// Set-associative, by a key's hash: each set has the latest first.
    sets: Vec<[Entry; 4]>,
    /// Whether any body had unknown keys.
    is_begun: bool,
}

/// A key's length, or 0 for no key; the first place of its object's type; whether another type has a member of that
/// name; and the key.
type Entry = [u8; 32];

const SETS_LOG2: u32 = 5;

impl NegativeCache {
    pub(super) const NONE: NegativeCache = NegativeCache { sets: Vec::new(), is_begun: false };

    /// Greatest length of a key.
    pub(super) const LONGEST: usize = size_of::<Entry>() - 3;

    /// Begins a body that has unknown keys. Allocates only for the second, so that a report of one body doesn't pay
    /// for it. Returns whether keys should be inserted: not in a browser, whose module should be small.
    pub(super) fn begin(&mut self) -> bool {
        if self.is_begun && self.sets.is_empty() && !cfg!(target_family = "wasm") {
            self.sets = vec![[[0; 32]; 4]; 1 << SETS_LOG2];
        }
        self.is_begun = true;
        !self.sets.is_empty()
    }

    /// Looks a key up. Returns whether another type has a member of that name.
    #[inline]
    pub(super) fn find(&self, shape: &Shape, key: &[u8]) -> Option<bool> {
        let set = self.sets.get(set_of(key)).map_or(&[][..], |set| set);
        let of_key = |[length, first, _, rest @ ..]: &&Entry| {
            (usize::from(*length), *first) == (key.len(), shape.first) && rest.starts_with(key)
        };
        set.iter().find(of_key).map(|[_, _, is_elsewhere, ..]| *is_elsewhere != 0)
    }

    /// Inserts a key of at most [`LONGEST`](NegativeCache::LONGEST) bytes in place of the oldest of its set.
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

#[inline]
fn set_of(key: &[u8]) -> usize {
    (hash_of_key(key) >> (32 - SETS_LOG2)) as usize
}
