//! The catalogue of members: each with its type, an example and a description.

use super::{DeclaredMembers, Kind, Member, ORDER, Shape, TRAVEL_DATA, body};
use crate::base::append::text_of;
use crate::model::operation::Operation;
use alloc::string::String;
use alloc::vec::Vec;

impl Shape {
    /// Appends the example of a member as JSON: a typical valid value, harmless and made up.
    pub(crate) fn put_example(&self, index: u8, out: &mut String) {
        let Some(member) = invariant!(self.member(index)) else { return };
        let example = invariant!(self.texts.examples.get(usize::from(index)).copied());
        let example = example.unwrap_or_default();
        match member.kind {
            Kind::String | Kind::Text => {
                out.push('"');
                out.push_str(example);
                out.push('"');
            }
            Kind::Object(inner) => inner.put_complete(out),
            Kind::Array(inner) => {
                out.push('[');
                inner.put_complete(out);
                out.push(']');
            }
            Kind::Recognised => {
                // A payout's recognised members have the examples of orders.
                if let Some(of_order) = ORDER.position(member.name().as_bytes()) {
                    ORDER.put_example(of_order, out);
                }
            }
            _ => out.push_str(example),
        }
    }

    /// Appends a complete object: every member with its example, but only one kind of travel data.
    pub(crate) fn put_complete(&self, out: &mut String) {
        let one_mode = core::ptr::eq(self, &raw const TRAVEL_DATA);
        out.push('{');
        for (index, member) in (0..).zip(self.members) {
            if one_mode && index != const { TRAVEL_DATA.index_of("lodging") } {
                continue;
            }
            crate::base::json::put_comma(out);
            out.push('"');
            out.push_str(member.name());
            out.push_str("\":");
            self.put_example(index, out);
        }
        out.push('}');
    }
}

/// The example of a declared member of a type: a made-up value.
pub(crate) const fn example_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "true",
        Kind::Number | Kind::Integer => "1",
        Kind::Opaque | Kind::OpaqueOrText => "{}",
        Kind::OpaqueArray => "[]",
        _ => "\"example\"",
    }
}

/// A member of an operation's body, as the catalogue of members lists it.
#[derive(Clone, Debug)]
pub struct KnownMember {
    /// The path, as a JSON Pointer with `*` for array elements: `/products/*/price`.
    pub path: String,
    kind: Kind,
    /// The type whose table it is in, and its index there; `None` for a declared member.
    of: Option<(&'static Shape, u8)>,
}

impl KnownMember {
    /// Its row in the tables; `None` for a declared member.
    pub fn member(&self) -> Option<&'static Member> {
        self.of.and_then(|(shape, index)| shape.member(index))
    }

    /// Kind of its value.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The expected JSON type, as reports name it.
    pub fn json_type(&self) -> &'static str {
        self.kind.expected()
    }

    /// The example as JSON: a typical valid value, harmless and made up. Objects and arrays are complete. Flags are
    /// `true`, except `same_as_client`, which is `false`. Declared members have any value of their type.
    pub fn example(&self) -> String {
        text_of(|out| self.put_example(out))
    }

    fn put_example(&self, out: &mut String) {
        match self.of {
            Some((shape, index)) => shape.put_example(index, out),
            None => out.push_str(example_of(self.kind)),
        }
    }

    /// Description in a few words: `the city`. Only with the feature `prose`.
    #[cfg(feature = "prose")]
    pub fn about(&self) -> &'static str {
        match self.of {
            Some((shape, index)) => shape.about_member(index),
            None => "declared by the policy",
        }
    }
}

debug_as! { Member: |member| member.name(); }

/// The catalogue of members: every member of an operation's body, in document order. A reversal has
/// none. [`Engine::members`](crate::Engine::members) has those that a policy declares, too.
pub fn members(operation: Operation) -> Vec<KnownMember> {
    members_with(operation, DeclaredMembers::NONE)
}

pub(crate) fn members_with(operation: Operation, declared: &DeclaredMembers) -> Vec<KnownMember> {
    let mut all = Vec::new();
    if let Some(shape) = body(operation) {
        list(shape, "", declared, &mut all);
    }
    all
}

/// The catalogue of members of these operations as JSON, the same bytes in every binding: an array of objects with
/// `operation`, `path`, `type`, `example` and `about`, one a line. Only with the feature `prose`.
#[cfg(feature = "prose")]
pub fn members_json(operations: &[Operation]) -> String {
    members_json_of(operations, members)
}

#[cfg(feature = "prose")]
pub(crate) fn members_json_of(
    operations: &[Operation],
    members: impl Fn(Operation) -> Vec<KnownMember>,
) -> String {
    text_of(|out| {
        out.push('[');
        for operation in operations {
            for known in members(*operation) {
                crate::base::json::put_comma(out);
                out.push_str("\n{\"operation\":\"");
                out.push_str(operation.name());
                out.push_str("\",\"path\":\"");
                out.push_str(&known.path);
                out.push_str("\",\"type\":\"");
                out.push_str(known.json_type());
                out.push_str("\",\"example\":");
                known.put_example(out);
                out.push_str(",\"about\":\"");
                crate::base::json::put_escaped(out, known.about());
                out.push_str("\"}");
            }
        }
        out.push_str("\n]");
    })
}

/// Lists the members of a type and those within them. Types nest four deep.
fn list(
    shape: &'static Shape,
    within: &str,
    declared: &DeclaredMembers,
    all: &mut Vec<KnownMember>,
) {
    for (index, member) in (0..).zip(shape.members) {
        let path = [within, "/", member.name()].concat();
        all.push(KnownMember { path: path.clone(), kind: member.kind, of: Some((shape, index)) });
        match member.kind {
            Kind::Object(inner) => list(inner, &path, declared, all),
            Kind::Array(inner) => list(inner, &[&path, "/*"].concat(), declared, all),
            _ => {}
        }
    }
    for (_, declared) in declared.of(shape) {
        let path = [within, "/", &declared.name].concat();
        all.push(KnownMember { path, kind: declared.kind, of: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_has_an_example_of_its_type() {
        for operation in Operation::ALL {
            for known in members(*operation) {
                let example = known.example();
                let value: serde_json::Value = serde_json::from_str(&example).expect(&known.path);
                let fits = match known.kind() {
                    Kind::String | Kind::Text => {
                        value.as_str().is_some_and(|text| !text.trim().is_empty())
                    }
                    Kind::Bool => value == (!known.path.ends_with("/same_as_client")),
                    Kind::Number | Kind::NumberOrText => value.is_number(),
                    Kind::Integer => value.is_u64(),
                    Kind::Object(_) | Kind::Opaque | Kind::OpaqueOrText => value.is_object(),
                    Kind::Array(_) => value.as_array().is_some_and(|elements| elements.len() == 1),
                    Kind::Any | Kind::Recognised | Kind::OpaqueArray => true,
                };
                assert!(fits, "{operation} {}: {example}", known.path);
                #[cfg(feature = "prose")]
                assert!(!known.about().is_empty() && !known.about().ends_with('.'));
            }
        }
    }
}
