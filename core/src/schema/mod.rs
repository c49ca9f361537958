//! The members that each operation's body knows, as tables (§2).
//!
//! The tables drive the reader, the paths, the order of findings and the typed views of [`crate::document`].
//! The order of the members is the document order of findings.

mod bodies;
mod key_pattern;
mod paths;
mod tables;

pub(crate) use key_pattern::{Beginning, WINDOW};
pub use tables::*;

use crate::document::{Field, Present, Slot};
use crate::operation::Operation;

/// What a member may hold.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A string. One of nothing but white space counts as absent.
    String,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A number with no fractional part, however written.
    Integer,
    /// A number, or a string of the form `-?digits[.digits]`, which is a number too.
    NumberOrText,
    /// An object with known members.
    Object(&'static Shape),
    /// An array of objects with known members.
    Array(&'static Shape),
    /// An object whose shape is not shown: anything inside is accepted.
    Opaque,
    /// A value of any type, looked at only for being there.
    Any,
}

impl Kind {
    /// The JSON type to expect, in the words of reports.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Kind::String => "string",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::Integer => "integer",
            Kind::NumberOrText => "number or string of digits",
            Kind::Object(_) | Kind::Opaque => "object",
            Kind::Array(_) => "array",
            Kind::Any => "any value",
        }
    }
}

impl Kind {
    /// The type of the object, or of the array's elements.
    pub(crate) const fn inner(self) -> Option<&'static Shape> {
        match self {
            Kind::Object(inner) | Kind::Array(inner) => Some(inner),
            _ => None,
        }
    }
}

/// A member that an object may have.
#[derive(Clone, Copy)]
pub struct Member {
    /// A build without the feature `prose` takes it from its beginning.
    #[cfg(feature = "prose")]
    name: &'static str,
    /// What it may hold.
    pub kind: Kind,
    /// Whether an excerpt may show its value: an amount, a code, a flag or a travel date, never anything
    /// of a person, a card or an account.
    pub harmless: bool,
    pub(crate) beginning: Beginning,
}

impl Member {
    pub(crate) const fn new(name: &'static str, kind: Kind, harmless: bool) -> Member {
        let beginning = Beginning::of(name);
        Member {
            #[cfg(feature = "prose")]
            name,
            kind,
            harmless,
            beginning,
        }
    }

    /// Its key.
    #[must_use]
    pub const fn name(&self) -> &str {
        #[cfg(feature = "prose")]
        return self.name;
        #[cfg(not(feature = "prose"))]
        return self.beginning.name();
    }
}

/// An object with known members.
pub struct Shape {
    /// The type's name in this project: `ServiceLocation`. A build without the feature `prose` has no room for it.
    #[cfg(feature = "prose")]
    pub name: &'static str,
    /// The members, in document order.
    pub members: &'static [Member],
    /// Where the type's part begins in what is kept for each member of each type.
    pub(crate) first: u8,
}

impl core::fmt::Debug for Shape {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        #[cfg(feature = "prose")]
        let name = self.name;
        #[cfg(not(feature = "prose"))]
        let name = "Shape";
        f.write_str(name)
    }
}

impl Shape {
    #[cfg_attr(not(feature = "prose"), allow(unused_variables))]
    const fn new(name: &'static str, members: &'static [Member], first: u8) -> Shape {
        assert!(members.len() <= Slot::MAX_MEMBERS, "more members than a slot has bits for");
        Shape {
            #[cfg(feature = "prose")]
            name,
            members,
            first,
        }
    }

    /// The member at a position of the document order.
    #[must_use]
    pub fn member(&self, index: u8) -> Option<&'static Member> {
        self.members.get(usize::from(index))
    }

    /// The position of a member; a name that the type does not know does not compile.
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    pub(crate) const fn index_of(&self, name: &str) -> u8 {
        let mut index = 0;
        while !same(self.members[index].name().as_bytes(), name.as_bytes()) {
            index += 1;
        }
        index as u8
    }

    /// The position of the member of that name.
    pub(crate) fn position(&self, name: &[u8]) -> Option<u8> {
        let known = |member: &Member| member.beginning.key() == name;
        self.members.iter().position(known).map(|position| position as u8)
    }

    /// The names of those members whose bit is set, in document order.
    pub(crate) fn names(&self, bits: u32) -> impl Iterator<Item = &'static str> {
        let members = self.members.iter().enumerate();
        let chosen = members.filter(move |(index, _)| bits.wrapping_shr(*index as u32) & 1 == 1);
        chosen.map(|(_, member)| member.name())
    }
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
pub(crate) const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// A member of any type that a payout is recognised by.
pub(crate) type Recognised<'a> = Field<'a, Present>;

/// The type of an operation's body. Reversals have none.
#[must_use]
pub const fn body(operation: Operation) -> Option<&'static Shape> {
    Some(match operation {
        Operation::Order => &ORDER,
        Operation::Capture => &CAPTURE,
        Operation::Refund => &REFUND,
        Operation::Reversal => return None,
        Operation::PayoutA2a
        | Operation::PayoutB2p
        | Operation::PayoutP2p
        | Operation::PayoutOg => &PAYOUT,
        Operation::PayoutSdwo => &SDWO_PAYOUT,
        Operation::Client => &NEW_CLIENT,
        Operation::Tax => &TAX,
        Operation::Payment => &PAYMENT,
        Operation::CardWebhook => &CARD_WEBHOOK,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables are made by the compiler; here one of each kind is made again.
    #[test]
    fn members_and_shapes_are_what_their_tables_say() {
        let known = TAX.member(0).expect("a member");
        let again = Member::new("name", known.kind, known.harmless);
        assert_eq!(again.name(), known.name());
        assert_eq!(again.beginning.key(), b"name");
        let shape = Shape::new("Tax", TAX.members, TAX.first);
        assert_eq!((format!("{shape:?}"), shape.position(b"name")), (format!("{TAX:?}"), Some(0)));
        let many = core::array::from_fn::<_, 33, _>(|_| Member::new("name", known.kind, false));
        let many: &'static [Member] = Box::leak(Box::new(many));
        assert!(std::panic::catch_unwind(|| Shape::new("Many", many, 0)).is_err());
    }
}
