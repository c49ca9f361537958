//! Where the reader is in an object: the key, the member; and which key to expect.

use crate::report::Path;
use crate::schema::{PLACES, Shape};

/// Which member followed which, in each object type: requests of one host look alike. A guess that is right saves
/// looking a key up; one that is wrong costs a comparison.
///
/// Kept as what is to be added to the position, so that nothing but zeros is the order of the schema.
#[derive(Clone)]
pub(crate) struct Habits([u8; PLACES]);

impl Default for Habits {
    fn default() -> Habits {
        Habits([0; PLACES])
    }
}

impl Habits {
    /// What followed last time, at a position: 0 for the beginning, else the member before and 1.
    #[inline(always)]
    pub(super) fn after(&self, shape: &Shape, position: u8) -> u8 {
        let place = usize::from(shape.first).wrapping_add(usize::from(position));
        position.wrapping_add(self.0.get(place).copied().unwrap_or(0))
    }

    pub(super) fn learn(&mut self, shape: &Shape, position: u8, index: u8) {
        let place = usize::from(shape.first).wrapping_add(usize::from(position));
        if let Some(place) = self.0.get_mut(place) {
            *place = index.wrapping_sub(position);
        }
    }
}

/// A key that was read.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// Which member it names, or [`Path::UNKNOWN`], or [`Key::END`].
    pub(super) index: u8,
    /// Where its opening quote is.
    pub(super) start: usize,
    /// What is behind its closing quote.
    pub(super) behind: usize,
    /// Where its value begins.
    pub(super) value: usize,
}

impl Key {
    /// No key: the object has none, and ends where the value would be.
    pub(super) const END: u8 = Path::UNKNOWN - 1;

    /// The key of a member that stands behind the bracket or comma at `at`, without white space.
    pub(super) fn expected(shape: &Shape, index: u8, at: usize) -> Key {
        let value = at.wrapping_add(shape.member(index).map_or(0, |known| known.beginning.length));
        Key { index, start: at.wrapping_add(1), behind: value.wrapping_sub(1), value }
    }
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
