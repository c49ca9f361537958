//! Resolves the paths of members in policies.

use crate::base::text::{cut, cut_last};
use crate::check::member_levels::MemberPlace;
use crate::check::rule::Context;
use crate::model::config::unknown_name;
use crate::model::document::{MemberRef, Object, Tag, Value};
use crate::model::operation::Operation;
use crate::model::path::{Path, Step};
use crate::model::schema::{self, DeclaredMembers, Kind, Shape, can_be_declared};
use alloc::string::String;

/// The path of a member, resolved in an operation's body: the objects and arrays around it, and the member in the
/// innermost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct MemberPath {
    around: Around,
    pub(super) last: MemberRef,
}

/// The path of an object, or of an array's elements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Around {
    /// The path, whose elements are the first ones.
    path: Path,
    /// The type of the object.
    pub(super) shape: &'static Shape,
}

impl Around {
    /// Resolves a path; that of elements ends with `*`.
    pub(super) fn new(path: &str, operation: Operation) -> Result<Around, String> {
        let Some(shape) = schema::body(operation) else {
            return Err(wrong(operation, "has no members"));
        };
        let mut rest = match path.strip_prefix('/') {
            Some(rest) => Some(rest),
            None if path.is_empty() => None,
            None => return Err(wrong(operation, NO_PATH)),
        };
        let mut around = Around { path: Path::BODY, shape };
        let mut is_array = false;
        while let Some(path) = rest {
            let (name, after) = cut(path, b'/');
            rest = after;
            if is_array {
                if name != "*" {
                    return Err(wrong(operation, ELEMENTS));
                }
                around.path = around.path.element(0);
                is_array = false;
                continue;
            }
            let index = around.shape.position(name.as_bytes());
            let member = index.and_then(|index| Some((index, around.shape.member(index)?)));
            let Some((index, member)) = member else {
                let known = around.shape.members.iter().map(|member| member.name());
                return Err(wrong(operation, &unknown_name("member", name, known)));
            };
            let Some(inner) = member.kind.inner() else {
                return Err(wrong(operation, &[name, " has no members of its own"].concat()));
            };
            is_array = matches!(member.kind, Kind::Array(_));
            (around.path, around.shape) = (around.path.member(index), inner);
        }
        if is_array { Err(wrong(operation, ELEMENTS)) } else { Ok(around) }
    }

    pub(super) fn is_body(self) -> bool {
        self.path == Path::BODY
    }

    /// The object, or the array whose elements are the objects. If there is none, whether it is absent or invalid.
    fn find<'c>(self, c: &Context<'c>) -> Result<Object<'c>, Presence> {
        let mut object = c.request.whole();
        let mut steps = self.path.steps();
        loop {
            match object.slot {
                slot if slot.is(Tag::Object) => {}
                // The schema has no objects within elements, so no step is left.
                slot if slot.is(Tag::Array) => return Ok(object),
                // An unseen body is none.
                slot if !slot.reaches(Tag::Invalid) => return Err(Presence::Absent),
                _ => return Err(Presence::Neither),
            }
            let Some(Step::Member(index)) = steps.next() else { return Ok(object) };
            object = Object { slot: object.member(index), ..object };
        }
    }
}

impl MemberPath {
    /// Resolves a path in an operation. Returns the member's type, too. Fails if the operation doesn't know the
    /// member.
    pub(super) fn new(
        path: &str,
        operation: Operation,
        declared: &DeclaredMembers,
    ) -> Result<(MemberPath, Kind), String> {
        let Some((outer, name)) = cut_last(path, b'/') else {
            return Err(wrong(operation, NO_PATH));
        };
        let around = Around::new(outer, operation)?;
        let known = declared.and_own(around.shape);
        match known.clone().find(|member| member.name == name) {
            Some(found) => Ok((MemberPath { around, last: found.member }, found.kind)),
            None => {
                let known = &mut known.map(|member| member.name);
                Err(wrong(operation, &unknown_name("member", name, known)))
            }
        }
    }

    /// Whether another member, in an array, is in the same element.
    pub(super) fn is_beside(self, other: MemberPath) -> bool {
        self.around.path == other.around.path
    }

    /// Whether it is a member of the schema, not a declared one.
    pub(super) fn is_own(self) -> bool {
        matches!(self.last, MemberRef::Own(_))
    }

    /// Its value, if the object around it is valid. The path must not lead through an array.
    pub(super) fn value<'c>(self, c: &Context<'c>) -> Option<Value<'c>> {
        self.around.find(c).ok().map(|object| object.value(self.last))
    }

    /// Its place.
    fn place(self) -> MemberPlace {
        let (index, declared) = match self.last {
            MemberRef::Own(index) => (index, 0),
            MemberRef::Declared(position) => (Path::DECLARED, position),
        };
        MemberPlace { path: self.around.path.member(index), declared, key: String::new() }
    }

    /// Calls `then` for the member in every valid object that may have it, in document order.
    pub(super) fn each<'c>(self, c: &Context<'c>, then: &mut dyn FnMut(Object<'c>, MemberRef)) {
        match self.around.find(c) {
            Ok(array) if array.slot.is(Tag::Array) => {
                let elements = array.elements(self.around.shape.members.len()).flatten();
                elements.for_each(|element| then(element, self.last));
            }
            Ok(object) => then(object, self.last),
            Err(_) => {}
        }
    }

    /// Whether the member is absent or given, or neither because an object around it is invalid. In an absent object
    /// every member is absent. The path must not lead through an array.
    pub(super) fn presence(self, c: &Context<'_>) -> Presence {
        match self.around.find(c) {
            Ok(object) if object.value(self.last).is_absent() => Presence::Absent,
            Ok(_) => Presence::Given,
            Err(presence) => presence,
        }
    }
}

/// The place of a member, of the elements of an array (`/products/*`) or, if `may_be_unknown`, of a key that its
/// object doesn't know.
pub(super) fn place_of(
    path: &str,
    operation: Operation,
    declared: &DeclaredMembers,
    may_be_unknown: bool,
) -> Result<MemberPlace, String> {
    if let Some(array) = path.strip_suffix("/*") {
        let (member, kind) = MemberPath::new(array, operation, declared)?;
        let mut place = member.place();
        let Kind::Array(_) = kind else { return Err(wrong(operation, ELEMENTS)) };
        place.path = place.path.element(0);
        return Ok(place);
    }
    let problem = match MemberPath::new(path, operation, declared) {
        Ok((member, _)) => return Ok(member.place()),
        Err(problem) => problem,
    };
    let unknown = cut_last(path, b'/').filter(|(_, name)| may_be_unknown && can_be_declared(name));
    let Some((outer, name)) = unknown else { return Err(problem) };
    let path = Around::new(outer, operation)?.path.member(Path::UNKNOWN);
    Ok(MemberPlace { path, declared: 0, key: name.into() })
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Presence {
    Absent,
    Given,
    /// An object around the member is invalid.
    Neither,
}

fn wrong(operation: Operation, problem: &str) -> String {
    [operation.name(), ": ", problem].concat()
}

const NO_PATH: &str = "not the path of a member (/client/email)";
const ELEMENTS: &str = "a member of every element of an array is /products/*/price";
