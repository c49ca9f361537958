//! Paths of findings: JSON Pointers (RFC 6901), kept as numbers that sort in document order.

use core::fmt;

/// A place in a body, as a number. Each step down takes a part of it, from the highest byte:
///
/// ```text
/// byte 7   6        5         4 … 1           0
///      member ▸ of that ▸ of that ▸ [element] ▸ of that
/// ```
///
/// A member counts from 1, an element too; 0 is no step. So an object comes before what is in it, and all
/// comes in the order of the schema's tables. No array of the schema has arrays in its elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Path(u64);

impl Path {
    /// The whole body.
    pub(crate) const BODY: Path = Path(0);
    /// The step to an unknown member: behind all known ones.
    pub(crate) const UNKNOWN: u8 = 31;

    /// The path of a member of the object at this path.
    #[inline]
    pub(crate) fn member(self, index: u8) -> Path {
        Path(self.0 | u64::from(index.wrapping_add(1)) << self.next_shift())
    }

    /// The path of an element of the array at this path.
    #[inline]
    pub(crate) fn element(self, index: u32) -> Path {
        Path(self.0 | u64::from(index.wrapping_add(1)) << 8)
    }

    #[inline]
    fn next_shift(self) -> u32 {
        // The lowest byte that is taken, or what is above them all; below three, and below an element, the last.
        match self.0.trailing_zeros() & !7 {
            taken @ 48.. => taken.wrapping_sub(8),
            _ => 0,
        }
    }

    /// Whether this is an unknown member.
    pub(crate) fn is_unknown(self) -> bool {
        matches!(self.steps().last(), Some(Step::Member(Path::UNKNOWN)))
    }

    /// In how many arrays and objects the place lies.
    pub(crate) fn depth(self) -> u32 {
        self.steps().count() as u32
    }

    /// The steps, from the body down.
    pub(crate) fn steps(self) -> impl Iterator<Item = Step> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let shift = match rest.checked_ilog2()? {
                highest @ 40.. => highest & !7,
                8.. => {
                    let element = (rest >> 8) as u32;
                    rest &= 0xFF;
                    return Some(Step::Element(element.wrapping_sub(1)));
                }
                _ => 0,
            };
            let member = (rest >> shift) as u8;
            rest &= !(0xFF << shift);
            Some(Step::Member(member.wrapping_sub(1)))
        })
    }
}

/// A step down: to a member by its position, or to an element by its index.
pub(crate) enum Step {
    Member(u8),
    Element(u32),
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Segment<'a> {
    /// A member's name; `*` for an unknown member whose name is not shown.
    Name(&'a str),
    /// An element's index, from 0.
    Index(u32),
}

impl fmt::Display for Segment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // No known name, and no unknown name that is shown, has a character that JSON Pointer escapes.
            Segment::Name(name) => f.write_str(name),
            Segment::Index(index) => write!(f, "{index}"),
        }
    }
}
