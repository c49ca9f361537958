//! The names and types that a path stands for.

use super::Shape;
use crate::model::path::{Path, Segment, Step};
use core::fmt;

impl Path {
    /// The member of the tables that the path ends with, in a body of type `root`: the type that lists
    /// it, and its index.
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

    /// Calls `step` for each step of the path in a body of type `root`. `other` is the name of a
    /// member that isn't in the tables, because the policy declares it or nobody knows it.
    pub(crate) fn walk<'a>(
        self,
        root: Option<&'static Shape>,
        other: &'a str,
        mut step: impl FnMut(Segment<'a>) -> fmt::Result,
    ) -> fmt::Result {
        let mut shape = root;
        for next in self.steps() {
            match next {
                Step::Element(index) => step(Segment::Index(index))?,
                Step::Member(Path::UNKNOWN | Path::DECLARED) => step(Segment::Name(other))?,
                Step::Member(index) => {
                    let Some(member) = shape.and_then(|shape| shape.member(index)) else { break };
                    shape = member.kind.inner();
                    step(Segment::Name(member.name()))?;
                }
            }
        }
        Ok(())
    }
}
