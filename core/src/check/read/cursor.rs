//! The reader's position: the open objects and arrays, the key, and a prediction of the next key.

use crate::model::document::Slot;
use crate::model::path::Path;
use crate::model::schema::{PLACES, Shape};

/// Predicts the next key: the member that followed last time in an object of that type, because one sender's requests
/// look alike. A right guess saves a lookup; a wrong one costs a comparison.
///
/// Stores the difference to the position, so that all zeros mean the order of the schema. A place
/// is a byte, so it is always in bounds.
#[derive(Clone)]
pub(crate) struct KeyPredictor([u8; 256]);

const _: () = assert!(PLACES <= 256, "a place is a byte");

impl KeyPredictor {
    pub(crate) const NONE: KeyPredictor = KeyPredictor([0; 256]);

    /// The member that followed last time. The position is that of the member before, counted from
    /// 1; 0 is the beginning.
    #[inline(always)]
    #[allow(clippy::indexing_slicing, reason = "in bounds")]
    pub(super) fn after(&self, shape: &Shape, position: u8) -> u8 {
        let place = shape.first + position;
        position.wrapping_add(self.0[usize::from(place)])
    }

    #[allow(clippy::indexing_slicing, reason = "in bounds")]
    pub(super) fn learn(&mut self, shape: &Shape, position: u8, index: u8) {
        let place = shape.first + position;
        self.0[usize::from(place)] = index.wrapping_sub(position);
    }
}

/// An object, or an array of objects, that is being read.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// The type of the object, or of the array's elements.
    pub(super) shape: &'static Shape,
    /// The position of its bracket in the text.
    pub(super) start: u32,
    /// Where its own slot is on the tape, and where those of its members begin. For an array, `base` is where the
    /// number of its elements is, followed by the elements.
    pub(super) place: u32,
    pub(super) base: u32,
    /// Bit *n* of `seen` means that the *n*th member was read; of `absent`, that it was read but counts as absent.
    pub(super) seen: u32,
    pub(super) absent: u32,
    /// Number of elements of an array that were read.
    pub(super) count: u32,
    /// The last member read, counted from 1; 0 for none.
    pub(super) position: u8,
    pub(super) is_array: bool,
}

impl Open {
    #[inline(always)]
    pub(super) fn object(shape: &'static Shape, start: usize, place: usize, base: usize) -> Open {
        let [start, place, base] = [start, place, base].map(|number| number as u32);
        let (seen, absent, count, position) = (0, 0, 0, 0);
        Open { shape, start, place, base, seen, absent, count, position, is_array: false }
    }

    #[inline(always)]
    pub(super) fn array(shape: &'static Shape, start: usize, place: usize, base: usize) -> Open {
        Open { is_array: true, ..Open::object(shape, start, place, base) }
    }

    #[inline(always)]
    pub(super) fn read_so_far(&mut self, seen: u32, position: u8) -> &mut Open {
        (self.seen, self.position) = (seen, position);
        self
    }

    /// Marks the member at this position as read, and as the last one.
    #[inline(always)]
    pub(super) fn mark(&mut self, index: u8) {
        self.position = index + 1;
        self.seen |= 1 << index;
    }

    /// The slot, for an object or array that ends at `end`.
    #[inline(always)]
    pub(super) fn slot(&self, end: usize) -> Slot {
        let (start, base) = (self.start as usize, self.base as usize);
        if self.is_array {
            Slot::array(start, end, base)
        } else {
            Slot::object(start, end, base, self.seen & !self.absent)
        }
    }
}

/// The open objects and arrays, from the body to the innermost.
pub(super) struct Stack {
    all: [Open; Stack::MAX_DEPTH],
    /// Number of objects and arrays around the innermost.
    depth: usize,
}

impl Stack {
    /// Deeper than the schema nests. A power of two, so that a mask keeps every index in bounds.
    const MAX_DEPTH: usize = 8;

    pub(super) fn new(body: Open) -> Stack {
        Stack { all: [body; Stack::MAX_DEPTH], depth: 0 }
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    #[inline(always)]
    #[allow(clippy::indexing_slicing, reason = "in bounds")]
    pub(super) fn innermost(&mut self) -> &mut Open {
        debug_assert!(self.depth < Stack::MAX_DEPTH);
        &mut self.all[self.depth % Stack::MAX_DEPTH]
    }

    #[inline(always)]
    pub(super) fn push(&mut self, open: Open) {
        self.depth += 1;
        *self.innermost() = open;
    }

    /// Closes the innermost. Returns whether it was the body.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> bool {
        let Some(outer) = self.depth.checked_sub(1) else { return true };
        self.depth = outer;
        // Anything that is closed in an array is an element.
        self.innermost().count += 1;
        false
    }

    pub(super) fn path(&self) -> Path {
        self.all.iter().take(self.depth).fold(Path::BODY, |path, open| match open.is_array {
            true => path.element(open.count),
            false => path.member(open.position - 1),
        })
    }
}

#[derive(Clone, Copy)]
pub(super) struct Key {
    /// The member that it names, or [`Path::UNKNOWN`].
    pub(super) index: u8,
    /// The position of its opening quote.
    pub(super) start: usize,
    /// The position after its closing quote.
    pub(super) end: usize,
    pub(super) value: usize,
    pub(super) is_escaped: bool,
}

impl Key {
    /// The key of a member right after the bracket or comma at `at`, without white space.
    pub(super) fn expected(shape: &Shape, index: u8, at: usize) -> Key {
        let length = invariant!(shape.member(index)).map_or(0, |known| known.beginning.length());
        Key { index, ..Key::unknown(at, length.saturating_sub(4)) }
    }

    /// An unknown key of `length` bytes right after the bracket or comma at `at`, without white space.
    pub(super) fn unknown(at: usize, length: usize) -> Key {
        let end = at + length + 3;
        Key { index: Path::UNKNOWN, start: at + 1, end, value: end + 1, is_escaped: false }
    }
}
