//! Members that a policy declares, in addition to those of the tables.

use super::{Kind, Shape};
use crate::base::fingerprint::Hasher;
use crate::base::shown::is_shown;
use crate::base::text::hash_of_key;
use crate::model::document::MemberRef;
use alloc::vec::Vec;
use arrayvec::ArrayString;
use core::mem::discriminant;

/// The types that a declared member can have, by their names in policies.
pub(crate) const DECLARED_TYPES: [(&str, Kind); 7] = [
    ("string", Kind::String),
    ("bool", Kind::Bool),
    ("number", Kind::Number),
    ("integer", Kind::Integer),
    ("object", Kind::Opaque),
    ("array", Kind::OpaqueArray),
    ("any", Kind::Any),
];

words! {
    /// Effect of a declared member on an order's total.
    pub(crate) OnTotal {
        Adds = "adds",
        Subtracts = "subtracts",
        /// Replaces the total.
        Replaces = "replaces",
        /// Makes the total unknown.
        Hides = "hides",
    }
}

/// A declared member's name, inline: a policy can have thousands, and none is longer.
pub(crate) type DeclaredName = ArrayString<64>;

#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// The type of its object. In an operation's body, a type occurs as one object, or as the elements of one array.
    pub(crate) shape: &'static Shape,
    pub(crate) name: DeclaredName,
    /// The [`letters`](crate::base::distance::letters) of its name.
    pub(crate) letters: u32,
    pub(crate) kind: Kind,
    pub(crate) on_total: Option<OnTotal>,
    pub(crate) layer: usize,
}

impl Declared {
    /// The index of its type in [`DECLARED_TYPES`].
    pub(crate) fn type_index(&self) -> usize {
        let is_type = |(_, kind): &(_, Kind)| discriminant(kind) == discriminant(&self.kind);
        DECLARED_TYPES.iter().position(is_type).unwrap_or_default()
    }
}

/// A member that an object may have.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<'a> {
    pub(crate) member: MemberRef,
    pub(crate) name: &'a str,
    pub(crate) letters: u32,
    pub(crate) kind: Kind,
}

/// The members that a policy declares for an operation, in its order. A declared member is identified by its object and
/// its position here.
#[derive(Clone, Default, Debug)]
pub(crate) struct DeclaredMembers {
    all: Vec<Declared>,
    /// Hash table with linear probing, from type and key to position + 1; 0 is a free place. Its length is a power of
    /// two, and it is at most half full.
    table: Vec<u16>,
}

impl DeclaredMembers {
    pub(crate) const NONE: &'static DeclaredMembers =
        &DeclaredMembers { all: Vec::new(), table: Vec::new() };

    /// Adds a member, which must not be there yet.
    pub(crate) fn push(&mut self, declared: Declared) {
        self.all.push(declared);
        if self.all.len() * 2 <= self.table.len() {
            self.list(self.all.len() - 1);
        } else {
            self.table = alloc::vec![0; (self.all.len() * 2).next_power_of_two()];
            (0..self.all.len()).for_each(|position| self.list(position));
        }
    }

    fn list(&mut self, position: usize) {
        let Some(Declared { shape, name, .. }) = self.all.get(position) else { return };
        let mut places = self.places(shape, name.as_bytes());
        // Never `None`, since the table is at most half full.
        let free = places.find(|place| self.table.get(*place) == Some(&0));
        if let Some(place) = free.and_then(|place| self.table.get_mut(place)) {
            *place = position as u16 + 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn get(&self, position: u16) -> Option<&Declared> {
        self.all.get(usize::from(position))
    }

    /// Hashes whatever influences a decision.
    pub(crate) fn hash(&self, hasher: Hasher) -> Hasher {
        self.all.iter().fold(hasher.number(self.all.len() as u64), |hasher, declared| {
            let Declared { shape, name, on_total, .. } = declared;
            let on_total = on_total.map_or(0, |on_total| on_total as u64 + 1);
            let hasher = hasher.number(shape.first.into()).number(on_total);
            hasher.text(name).number(declared.type_index() as u64)
        })
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (u16, &Declared)> + Clone {
        self.all.iter().enumerate().map(|(position, declared)| (position as u16, declared))
    }

    /// The members that an object of a type may have, in document order: those of the tables, then the declared ones.
    pub(crate) fn and_own<'a>(
        &'a self,
        shape: &'a Shape,
    ) -> impl Iterator<Item = Candidate<'a>> + Clone {
        let own = (0..).zip(shape.members).map(|(index, member)| Candidate {
            member: MemberRef::Own(index),
            name: member.name(),
            letters: member.letters,
            kind: member.kind,
        });
        let declared = self.of(shape).map(|(position, member)| Candidate {
            member: MemberRef::Declared(position),
            name: &member.name,
            letters: member.letters,
            kind: member.kind,
        });
        own.chain(declared)
    }

    /// The members of an object type, each with its position.
    pub(crate) fn of<'a>(
        &'a self,
        shape: &'a Shape,
    ) -> impl Iterator<Item = (u16, &'a Declared)> + Clone {
        self.iter().filter(move |(_, declared)| declared.shape == shape)
    }

    /// The position of the member of an object type with this key.
    pub(crate) fn position(&self, shape: &Shape, name: &[u8]) -> Option<u16> {
        self.find(shape, name, |known| known == name)
    }

    /// The member of an object type with this key, ignoring case.
    pub(crate) fn in_any_case(&mut self, shape: &Shape, name: &str) -> Option<&mut Declared> {
        let is_it = |known: &[u8]| known.eq_ignore_ascii_case(name.as_bytes());
        let position = self.find(shape, name.as_bytes(), is_it)?;
        self.all.get_mut(usize::from(position))
    }

    #[inline]
    fn find(&self, shape: &Shape, name: &[u8], is_it: impl Fn(&[u8]) -> bool) -> Option<u16> {
        for place in self.places(shape, name) {
            let position = self.table.get(place)?.checked_sub(1)?;
            let declared = self.get(position)?;
            if declared.shape == shape && is_it(declared.name.as_bytes()) {
                return Some(position);
            }
        }
        None
    }

    /// The places of the table to try for a member, in order.
    fn places(&self, shape: &Shape, name: &[u8]) -> impl Iterator<Item = usize> + use<> {
        let hash = (hash_of_key(name) >> 16) + u32::from(shape.first);
        let (length, first) = (self.table.len(), hash as usize);
        (0..length).map(move |step| first.wrapping_add(step) & (length - 1))
    }
}

/// Whether a declared member may have this key.
pub(crate) fn can_be_declared(name: &str) -> bool {
    is_shown(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::schema::{CLIENT, ORDER};

    #[test]
    fn members_are_found_by_object_and_key() {
        let declared = |shape, name: String| Declared {
            shape,
            letters: 0,
            name: DeclaredName::from(&name).unwrap(),
            kind: Kind::String,
            on_total: None,
            layer: 0,
        };
        for count in [0, 1, 2, 3, 100, 256u16] {
            let name = |n: u16| format!("{}{n}", (b'a' + (n % 26) as u8) as char);
            let all =
                (0..count).map(|n| declared(if n % 2 == 0 { &ORDER } else { &CLIENT }, name(n)));
            let mut members = DeclaredMembers::default();
            all.for_each(|declared| members.push(declared));
            for n in 0..count {
                let (own, other) = if n % 2 == 0 { (&ORDER, &CLIENT) } else { (&CLIENT, &ORDER) };
                assert_eq!(members.position(own, name(n).as_bytes()), Some(n));
                assert_eq!(members.position(other, name(n).as_bytes()), None);
            }
            assert_eq!(members.position(&ORDER, b"phone"), None);
            assert_eq!(members.of(&ORDER).count(), usize::from(count.div_ceil(2)));
            assert_eq!(members.is_empty(), count == 0);
        }
    }
}
