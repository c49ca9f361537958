//! Resolves the paths of members in policies.

use crate::base::text::{cut, cut_last};
use crate::check::member_levels::MemberPlace;
use crate::check::rule::Context;
use crate::model::config::unknown_name;
use crate::model::document::{MemberRef, Object, Tag, Value};
use crate::model::operation::Operation;
use crate::model::path::Path;
use crate::model::schema::{self, DeclaredMembers, Kind, Shape, can_be_declared};
use alloc::string::String;

/// The path of a member, resolved in an operation's body: the objects and arrays around it, and the member in the
/// innermost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemberPath {
    /// A byte for each member around it: its index, counted from 1, the outermost lowest. Elements of arrays take
    /// none.
    around: u32,
    pub(super) last: MemberRef,
}

/// The type of an object on a path, and whether the path goes on with the elements of an array.
type Step = (&'static Shape, bool);

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
        let (around, shape) = MemberPath::to_object(outer, operation)?;
        let own = shape.position(name.as_bytes());
        if let Some((index, member)) = own.and_then(|index| Some((index, shape.member(index)?))) {
            return Ok((MemberPath { around, last: MemberRef::Own(index) }, member.kind));
        }
        let position = declared.position(shape, name.as_bytes());
        if let Some((position, found)) = position.and_then(|at| Some((at, declared.get(at)?))) {
            return Ok((MemberPath { around, last: MemberRef::Declared(position) }, found.kind));
        }
        let known = declared.and_own(shape).map(|member| member.name);
        Err(wrong(operation, &unknown_name("member", name, known)))
    }

    /// Resolves the path of an object, or of an array's elements, which ends with `*`. Returns the members on the
    /// path and the object's type.
    pub(super) fn to_object(
        path: &str,
        operation: Operation,
    ) -> Result<(u32, &'static Shape), String> {
        let Some(body) = schema::body(operation) else {
            return Err(wrong(operation, "has no members"));
        };
        let mut rest = match path.strip_prefix('/') {
            Some(rest) => Some(rest),
            None if path.is_empty() => None,
            None => return Err(wrong(operation, NO_PATH)),
        };
        let (mut step, mut around, mut shift): (Step, u32, u32) = ((body, false), 0, 0);
        while let Some(path) = rest {
            let (name, after) = cut(path, b'/');
            rest = after;
            let (shape, is_array) = step;
            if is_array {
                if name != "*" {
                    return Err(wrong(operation, ELEMENTS));
                }
                step = (shape, false);
                continue;
            }
            let index = shape.position(name.as_bytes());
            let member = index.and_then(|index| Some((index, shape.member(index)?)));
            let Some((index, member)) = member else {
                let known = shape.members.iter().map(|member| member.name());
                return Err(wrong(operation, &unknown_name("member", name, known)));
            };
            around |= u32::from(index + 1) << shift;
            shift += 8;
            step = match member.kind {
                Kind::Object(inner) => (inner, false),
                Kind::Array(inner) => (inner, true),
                _ => return Err(wrong(operation, &[name, " has no members of its own"].concat())),
            };
        }
        let (shape, is_array) = step;
        if is_array { Err(wrong(operation, ELEMENTS)) } else { Ok((around, shape)) }
    }

    /// Whether another member, in an array, is in the same element.
    pub(super) fn is_beside(self, other: MemberPath) -> bool {
        self.around == other.around
    }

    /// Whether it is a member of the schema, not a declared one.
    pub(super) fn is_own(self) -> bool {
        matches!(self.last, MemberRef::Own(_))
    }

    /// Its value, if the object around it is valid. The path must not lead through an array.
    pub(super) fn value<'c>(self, c: &Context<'c>) -> Option<Value<'c>> {
        let mut found = None;
        self.each(c, &mut |object, member| found = Some(object.value(member)));
        found
    }

    /// Its place in an operation.
    fn place(self, operation: Operation) -> MemberPlace {
        let object = object_at(self.around, operation);
        let (path, declared) = match self.last {
            MemberRef::Own(index) => (object.member(index), 0),
            MemberRef::Declared(position) => (object.member(Path::DECLARED), position),
        };
        MemberPlace { path, declared, key: String::new() }
    }

    /// Calls `then` for the member in every valid object that may have it, in document order.
    pub(super) fn each<'c>(self, c: &Context<'c>, then: &mut dyn FnMut(Object<'c>, MemberRef)) {
        let mut object = c.request.whole();
        let mut shape = schema::body(c.operation);
        let mut around = self.around;
        while object.slot.is(Tag::Object) {
            let Some(index) = (around as u8).checked_sub(1) else {
                return then(object, self.last);
            };
            around >>= 8;
            shape = shape.and_then(|shape| shape.member(index)?.kind.inner());
            let inner = Object { slot: object.member(index), ..object };
            if inner.slot.is(Tag::Array) {
                // The schema has no objects within elements, so no step is left.
                let members = shape.map_or(0, |shape| shape.members.len());
                let elements = inner.elements(members).flatten();
                return elements.for_each(|element| then(element, self.last));
            }
            object = inner;
        }
    }

    /// Whether the member is absent or given, or neither because an object around it is invalid. In an absent object
    /// every member is absent. The path must not lead through an array.
    pub(super) fn presence(self, c: &Context<'_>) -> Presence {
        let mut object = c.request.whole();
        let mut around = self.around;
        loop {
            match object.slot {
                slot if slot.is(Tag::Object) => {}
                // There is no body.
                slot if slot.is(Tag::Unseen) => return Presence::Absent,
                slot if !slot.reaches(Tag::Invalid) => return Presence::Absent,
                _ => return Presence::Neither,
            }
            let Some(index) = (around as u8).checked_sub(1) else { break };
            around >>= 8;
            object = Object { slot: object.member(index), ..object };
        }
        if object.value(self.last).is_absent() { Presence::Absent } else { Presence::Given }
    }
}

/// The path of the object at the end of these steps.
fn object_at(around: u32, operation: Operation) -> Path {
    let (mut path, mut shape, mut rest) = (Path::BODY, schema::body(operation), around);
    while let Some(index) = (rest as u8).checked_sub(1) {
        rest >>= 8;
        path = path.member(index);
        let kind = shape.and_then(|shape| shape.member(index)).map(|member| member.kind);
        if let Some(Kind::Array(_)) = kind {
            path = path.element(0);
        }
        shape = kind.and_then(Kind::inner);
    }
    path
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
        let mut place = member.place(operation);
        let Kind::Array(_) = kind else { return Err(wrong(operation, ELEMENTS)) };
        place.path = place.path.element(0);
        return Ok(place);
    }
    let problem = match MemberPath::new(path, operation, declared) {
        Ok((member, _)) => return Ok(member.place(operation)),
        Err(problem) => problem,
    };
    let unknown = cut_last(path, b'/').filter(|(_, name)| may_be_unknown && can_be_declared(name));
    let Some((outer, name)) = unknown else { return Err(problem) };
    let (around, _) = MemberPath::to_object(outer, operation)?;
    let path = object_at(around, operation).member(Path::UNKNOWN);
    Ok(MemberPlace { path, declared: 0, key: name.into() })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
