//! Paths of findings: JSON Pointers (RFC 6901), stored as numbers that sort in document order.

use crate::base::decimal::put_integer;
use crate::model::schema::Shape;
use alloc::string::String;

/// A place in a body, as a number. Each step down takes a part of it, from the highest byte on:
///
/// ```text
/// byte 7   6        5         4 … 1           0
///      member ▸ of that ▸ of that ▸ [element] ▸ of that
/// ```
///
/// Members and elements count from 1; 0 means no step. So an object sorts before its members, and these sort in the
/// order of the tables. No array of the schema is inside another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Path(u64);

impl Path {
    pub(crate) const BODY: Path = Path(0);
    /// The step to a member that the policy declares; findings keep its position separately.
    pub(crate) const DECLARED: u8 = 30;
    /// The step to an unknown member, which sorts after all known ones.
    pub(crate) const UNKNOWN: u8 = 31;

    pub(crate) const fn of_bits(bits: u64) -> Path {
        Path(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) fn member(self, index: u8) -> Path {
        debug_assert!(self.0 & 0xFF == 0, "there is room for one more step");
        Path(self.0 | u64::from(index + 1) << self.next_shift())
    }

    #[inline]
    pub(crate) fn element(self, index: u32) -> Path {
        debug_assert!(self.0 & u64::from(u32::MAX) << 8 == 0, "elements contain no arrays");
        Path(self.0 | u64::from(index + 1) << 8)
    }

    #[inline]
    fn next_shift(self) -> u32 {
        // The byte below the lowest one in use; byte 0 after three members or an element.
        match self.0.trailing_zeros() & !7 {
            taken @ 48.. => taken - 8,
            _ => 0,
        }
    }

    pub(crate) fn is_unknown(self) -> bool {
        self.last_member() == Some(Path::UNKNOWN)
    }

    pub(crate) fn is_declared(self) -> bool {
        self.last_member() == Some(Path::DECLARED)
    }

    /// The member that the path ends with. `None` if it ends with an element, and for the body.
    #[inline]
    fn last_member(self) -> Option<u8> {
        match self.0.trailing_zeros() {
            lowest @ (0..8 | 40..64) => Some((self.0 >> (lowest & !7)) as u8 - 1),
            _ => None,
        }
    }

    /// The path with its element, if any, replaced by the first.
    pub(crate) fn of_any_element(self) -> Path {
        const ELEMENT: u64 = (u32::MAX as u64) << 8;
        if self.0 & ELEMENT == 0 { self } else { Path(self.0 & !ELEMENT | 1 << 8) }
    }

    /// Whether this is `outer` or inside it.
    pub(crate) fn is_within(self, outer: Path) -> bool {
        let steps = match outer.0.trailing_zeros() {
            0..8 => u64::MAX,
            8..40 => u64::MAX << 8,
            lowest => u64::MAX.checked_shl(lowest & !7).unwrap_or(0),
        };
        self.0 & steps == outer.0
    }

    /// Number of arrays and objects that contain the place.
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
                    return Some(Step::Element(element - 1));
                }
                _ => 0,
            };
            let member = (rest >> shift) as u8;
            rest &= !(0xFF << shift);
            Some(Step::Member(member - 1))
        })
    }
}

/// Lookups of a path in a body of type `root`.
impl Path {
    /// The type and the index of the member that the path ends with, in a body of type `root`.
    pub(crate) fn member_in(self, root: Option<&'static Shape>) -> Option<(&'static Shape, u8)> {
        let (mut shape, mut found) = (root, None);
        for step in self.steps() {
            found = None;
            if let Step::Member(index) = step {
                let of = shape?;
                shape = of.member(index).and_then(|member| member.kind.inner());
                found = Some((of, index));
            }
        }
        found
    }

    /// The JSON type that the schema lists for this path in a body of type `root`.
    pub(crate) fn expected(self, root: Option<&'static Shape>) -> &'static str {
        let member = self.member_in(root).and_then(|(shape, index)| shape.member(index));
        member.map_or("object", |member| member.kind.expected())
    }

    /// The type of the object whose member is at this path, in a body of type `root`.
    pub(crate) fn shape_around(self, root: &'static Shape) -> Option<&'static Shape> {
        let mut shape = Some(root);
        for next in self.steps() {
            match next {
                Step::Element(_) => {}
                Step::Member(Path::UNKNOWN | Path::DECLARED) => break,
                Step::Member(index) => shape = shape?.member(index)?.kind.inner(),
            }
        }
        shape
    }

    /// The steps by name. `other` is the name of a declared or unknown member.
    pub(crate) fn segments<'a>(
        self,
        root: Option<&'static Shape>,
        other: &'a str,
    ) -> impl Iterator<Item = Segment<'a>> {
        let mut shape = root;
        self.steps().map_while(move |step| {
            Some(match step {
                Step::Element(index) => Segment::Index(index),
                Step::Member(Path::UNKNOWN | Path::DECLARED) => Segment::Name(other),
                Step::Member(index) => {
                    let member = shape?.member(index)?;
                    shape = member.kind.inner();
                    Segment::Name(member.name())
                }
            })
        })
    }
}

/// A step down, to a member or to an element.
pub(crate) enum Step {
    Member(u8),
    Element(u32),
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Segment<'a> {
    /// A member's name, or `*` for an unknown member whose name isn't shown.
    Name(&'a str),
    /// An element's index, from 0.
    Index(u32),
}

/// Appends steps as a JSON Pointer.
pub(crate) fn put_pointer<'a>(out: &mut String, steps: impl IntoIterator<Item = Segment<'a>>) {
    for step in steps {
        out.push('/');
        match step {
            // Known names, and unknown ones that are shown, have no character that JSON Pointer escapes.
            Segment::Name(name) => out.push_str(name),
            Segment::Index(index) => put_integer(out, index.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_is_within_its_ancestors() {
        let products = Path::BODY.member(1);
        let product = products.element(7);
        let leg = Path::BODY.member(11).member(0).member(6).element(300).member(2);
        let ways = [
            vec![Path::BODY, products, product, product.member(0)],
            vec![Path::BODY, products, products.element(0), products.element(0).member(3)],
            vec![Path::BODY, Path::BODY.member(11), Path::BODY.member(11).member(0), leg],
            vec![Path::BODY, Path::BODY.member(2)],
        ];
        let all: Vec<Path> = ways.iter().flatten().copied().collect();
        for (place, outer) in
            all.iter().flat_map(|place| all.iter().map(move |outer| (*place, *outer)))
        {
            let steps = |path: Path| -> Vec<(bool, u32)> {
                path.steps()
                    .map(|step| match step {
                        Step::Member(index) => (false, index.into()),
                        Step::Element(index) => (true, index),
                    })
                    .collect()
            };
            let expected = steps(place).starts_with(&steps(outer));
            assert_eq!(place.is_within(outer), expected, "{place:?} in {outer:?}");
        }
    }
}
