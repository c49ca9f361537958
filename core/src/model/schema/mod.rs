//! The schema: tables of the members that each operation's body can have (§2).
//!
//! The tables drive the reader, the paths and the typed views. The order of the members is the
//! document order, in which findings are sorted.

mod bodies;
mod declared;
mod examples;
mod key_pattern;
mod other_names;
mod tables;

pub(crate) use declared::{
    Candidate, DECLARED_TYPES, Declared, DeclaredMembers, DeclaredName, OnTotal, can_be_declared,
};
#[cfg(feature = "prose")]
pub use examples::members_json;
#[cfg(feature = "prose")]
pub(crate) use examples::members_json_of;
pub use examples::{KnownMember, members};
pub(crate) use examples::{example_of, members_with};
pub(crate) use key_pattern::{Beginning, WINDOW};
pub(crate) use other_names::{is_known_elsewhere, is_name_of_member, is_same_writing, other_names};
pub use tables::*;

use crate::base::distance::letters;
use crate::model::document::{Field, Present, Slot};
use crate::model::operation::{Operation, Operations};

/// Kind of a member's value.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A string. An empty or blank string counts as absent.
    String,
    /// A string for people to read: a name, an address or a title.
    Text,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A number without fractional part, however it is written.
    Integer,
    /// A number, or a string of the form `-?digits[.digits]`, which counts as a number.
    NumberOrText,
    /// An object with known members.
    Object(&'static Shape),
    /// An array of objects with known members.
    Array(&'static Shape),
    /// An object whose members the document doesn't show: all are accepted.
    Opaque,
    /// Like `Opaque`, or a string.
    OpaqueOrText,
    /// An array whose elements aren't read. Only policies declare one.
    OpaqueArray,
    /// A value of any type; it only matters whether it is there.
    Any,
    /// Like `Any`; its presence activates a payout's capability. A blank string counts as absent.
    Recognised,
}

impl Kind {
    /// The expected JSON type, as reports name it.
    pub const fn expected(self) -> &'static str {
        match self {
            Kind::String | Kind::Text => "string",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::Integer => "integer",
            Kind::NumberOrText => "number or string of digits",
            Kind::Object(_) | Kind::Opaque => "object",
            Kind::OpaqueOrText => "object or string",
            Kind::Array(_) | Kind::OpaqueArray => "array",
            Kind::Any | Kind::Recognised => "any value",
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

    /// Whether a string is a value of this type.
    pub(crate) const fn takes_text(self) -> bool {
        matches!(self, Kind::String | Kind::Text | Kind::NumberOrText | Kind::OpaqueOrText)
    }
}

/// A member that an object may have.
#[derive(Clone, Copy)]
pub struct Member {
    /// Without the feature `prose`, `beginning` has the name.
    #[cfg(feature = "prose")]
    name: &'static str,
    /// Kind of its value.
    pub kind: Kind,
    /// Whether an excerpt may show the value. True only for amounts, codes, flags and travel dates,
    /// never for data of a person, a card or an account.
    pub harmless: bool,
    pub(crate) beginning: Beginning,
    /// The [`letters`] of its name.
    pub(crate) letters: u32,
}

impl Member {
    // not covered: the compiler runs it
    pub(crate) const fn new(name: &'static str, kind: Kind, harmless: bool) -> Member {
        let beginning = Beginning::of(name);
        Member {
            #[cfg(feature = "prose")]
            name,
            kind,
            harmless,
            beginning,
            letters: letters(name.as_bytes()),
        }
    }

    /// Whether it is a body's signature, which no rule requires.
    pub(crate) fn is_signature(&self) -> bool {
        self.key() == b"signature"
    }

    /// The bytes of its name.
    #[inline]
    pub(crate) const fn key(&self) -> &[u8] {
        self.beginning.key()
    }

    /// The member's name.
    pub const fn name(&self) -> &str {
        #[cfg(feature = "prose")]
        return self.name;
        #[cfg(not(feature = "prose"))]
        return self.beginning.name();
    }
}

/// An object with known members.
pub struct Shape {
    /// The name of the type: `ServiceLocation`. Only with the feature `prose`.
    #[cfg(feature = "prose")]
    pub name: &'static str,
    /// Description in a sentence. Only with the feature `prose`.
    #[cfg(feature = "prose")]
    pub about: &'static str,
    /// The members, in document order.
    pub members: &'static [Member],
    /// The first of this type's places. Each type has one for each member, and one for itself.
    pub(crate) first: u8,
    /// The [`key_bit`]s of the members, as a filter: most unknown keys needn't be compared.
    keys: u64,
    /// Texts, kept apart from the members, since the reader never needs them.
    pub(crate) texts: ShapeTexts,
}

/// Texts of a type: its description, and its members' examples and descriptions, in document order.
#[derive(Clone, Copy)]
pub(crate) struct ShapeTexts {
    #[cfg(feature = "prose")]
    pub(crate) shape: &'static str,
    pub(crate) examples: &'static [&'static str],
    #[cfg(feature = "prose")]
    pub(crate) about: &'static [&'static str],
}

/// Each type has its own places.
impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        self.first == other.first && self.members.len() == other.members.len()
    }
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
    // not covered: the compiler runs it
    const fn new(
        name: &'static str,
        members: &'static [Member],
        texts: ShapeTexts,
        first: u8,
    ) -> Shape {
        assert!(members.len() <= Slot::MAX_MEMBERS, "more members than a slot has bits for");
        assert!(members.len() == texts.examples.len(), "an example for each member");
        Shape {
            #[cfg(feature = "prose")]
            name,
            #[cfg(feature = "prose")]
            about: texts.shape.trim_ascii(),
            members,
            first,
            keys: key_bits(members),
            texts,
        }
    }

    /// Whether it may have a member with this key; false positives are possible.
    #[inline]
    pub(crate) fn may_know(&self, key: &[u8]) -> bool {
        self.keys & key_bit(key) != 0
    }

    /// The member at a position, in document order.
    pub fn member(&self, index: u8) -> Option<&'static Member> {
        self.members.get(usize::from(index))
    }

    /// Description of a member in a few words: `the city`.
    #[cfg(feature = "prose")]
    pub(crate) fn about_member(&self, index: u8) -> &'static str {
        invariant!(self.texts.about.get(usize::from(index)).copied()).unwrap_or_default()
    }

    /// The position of a member, at compile time. An unknown name is a compile error.
    #[allow(clippy::indexing_slicing, reason = "at compile time")]
    pub(crate) const fn index_of(&self, name: &str) -> u8 {
        let mut index = 0;
        while !same(self.members[index].name().as_bytes(), name.as_bytes()) {
            index += 1;
        }
        index as u8
    }

    pub(crate) fn position(&self, name: &[u8]) -> Option<u8> {
        if !self.may_know(name) {
            return None;
        }
        let known = |member: &Member| member.key() == name;
        self.members.iter().position(known).map(|position| position as u8)
    }

    /// The names of the members whose bit is set, in document order.
    pub(crate) fn names(&self, bits: u32) -> impl Iterator<Item = &'static str> {
        let members = self.members.iter().enumerate();
        let chosen = members.filter(move |(index, _)| bits >> index & 1 == 1);
        chosen.map(|(_, member)| member.name())
    }
}

#[allow(clippy::indexing_slicing, reason = "at compile time")]
// not covered: the compiler runs it
const fn key_bits(members: &[Member]) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while at < members.len() {
        bits |= key_bit(members[at].key());
        at += 1;
    }
    bits
}

/// A bit for a key, by its length and its first and last bytes.
const fn key_bit(key: &[u8]) -> u64 {
    let (Some(first), Some(last)) = (key.first(), key.last()) else { return 0 };
    let hash = key.len() as u8 ^ first.wrapping_mul(5) ^ last.wrapping_mul(11);
    1 << (hash & 63)
}

#[allow(clippy::indexing_slicing, reason = "at compile time")]
pub(crate) const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// A payout's recognised member, of any type.
pub(crate) type Recognised<'a> = Field<'a, Present>;

/// The type of an operation's body. `None` for a reversal, and for an operation that this build doesn't know
/// ([`Operations::KNOWN`]).
pub const fn body(operation: Operation) -> Option<&'static Shape> {
    if Operations::KNOWN.contains(operation) { body_of(operation) } else { None }
}

/// The type of an operation's body, even if this build doesn't know the operation.
pub(crate) const fn body_of(operation: Operation) -> Option<&'static Shape> {
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
