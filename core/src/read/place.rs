//! Where the reader is in an object: what lies before a key, the key, the member; and which key to expect.

use crate::report::Path;
use crate::schema::{self, MOST_MEMBERS, Shape};

/// Which member followed which, in each object type: requests of one host look alike. A guess that is right saves
/// looking a key up; one that is wrong costs a comparison.
#[derive(Clone)]
pub(crate) struct Habits([[u8; MOST_MEMBERS]; SHAPES]);

/// As many as there are object types.
const SHAPES: usize = schema::TYPES;

impl Default for Habits {
    /// The order of the schema.
    fn default() -> Habits {
        const SCHEMA_ORDER: [u8; MOST_MEMBERS] = {
            let mut next = [0; MOST_MEMBERS];
            let mut index = 0;
            #[allow(
                clippy::indexing_slicing,
                clippy::arithmetic_side_effects,
                reason = "in bounds"
            )]
            while index < MOST_MEMBERS {
                next[index] = index as u8;
                index += 1;
            }
            next
        };
        Habits([SCHEMA_ORDER; SHAPES])
    }
}

impl Habits {
    /// What followed last time, at a position: 0 for the beginning, else the member before and 1.
    #[inline(always)]
    #[allow(clippy::indexing_slicing, reason = "masked")]
    pub(super) fn after(&self, shape: &Shape, position: u8) -> u8 {
        let row = self.0.get(usize::from(shape.index));
        row.map_or(0, |row| row[usize::from(position) % MOST_MEMBERS])
    }

    #[allow(clippy::indexing_slicing, reason = "masked")]
    pub(super) fn learn(&mut self, shape: &Shape, position: u8, index: u8) {
        if let Some(row) = self.0.get_mut(usize::from(shape.index)) {
            row[usize::from(position) % MOST_MEMBERS] = index;
        }
    }
}

/// A key that was read. Whole words: to pass it in narrow parts would be slow.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// Where its opening quote is.
    pub(super) start: usize,
    /// Where its closing quote is, and in the highest byte which member it names.
    pub(super) quote_and_index: u64,
    /// Where its value begins; of [`Key::END`], what is behind the object.
    pub(super) value: usize,
}

impl Key {
    /// No key: the object ends. ([`Path::UNKNOWN`] stands for a key that is not known.)
    pub(super) const END: u8 = Path::UNKNOWN - 1;

    #[inline(always)]
    pub(super) fn new(index: u8, start: usize, quote: usize, value: usize) -> Key {
        Key { start, quote_and_index: quote as u64 | u64::from(index) << 56, value }
    }

    #[inline(always)]
    pub(super) fn index(self) -> u8 {
        (self.quote_and_index >> 56) as u8
    }

    pub(super) fn quote(self) -> usize {
        (self.quote_and_index & ((1 << 56) - 1)) as usize
    }
}

/// What lies before the next key: the bracket or the comma, and the member (0 for none, else its position and 1).
#[derive(Clone, Copy)]
pub(super) struct Before {
    pub(super) at: usize,
    pub(super) byte: u8,
    pub(super) position: u8,
}

/// Where a member is. Its path is worked out only if something is to be said of it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// The object's path.
    pub(super) path: Path,
    pub(super) index: u8,
}

impl Spot {
    pub(super) fn path(self) -> Path {
        self.path.member(self.index)
    }
}
