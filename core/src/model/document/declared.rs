//! The values of members that a policy declares. They aren't on the tape, so that the slots of an object's own members
//! stay at fixed offsets.

use super::{Object, Slot, Tag, Text};
use crate::base::decimal::Decimal;
use crate::model::config::Json;

/// A declared member as read: its object, its position among the declared members, and its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DeclaredValue {
    /// The offset at which the object begins, which identifies it.
    pub(crate) object: u32,
    /// Its position among the operation's declared members.
    pub(crate) position: u16,
    pub(crate) slot: Slot,
}

/// The slot of a declared member of the object that begins at offset `object`.
pub(crate) fn slot_of(values: &[DeclaredValue], object: u32, position: u16) -> &Slot {
    let found =
        values.binary_search_by_key(&(object, position), |value| (value.object, value.position));
    found.ok().and_then(|at| values.get(at)).map_or(&Slot::UNSEEN, |value| &value.slot)
}

impl<'a> Object<'a> {
    /// The value of a member of the tables or of a declared one.
    pub(crate) fn value(self, member: MemberRef) -> Value<'a> {
        let slot = match member {
            MemberRef::Own(index) => self.member(index),
            MemberRef::Declared(position) => {
                slot_of(self.request.declared, self.slot.start(), position)
            }
        };
        Value { object: self, slot }
    }
}

/// A member of an object: one of its type's, by index, or a declared one, by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemberRef {
    Own(u8),
    Declared(u16),
}

/// A member's value, which is absent, invalid or valid.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    object: Object<'a>,
    pub(crate) slot: &'a Slot,
}

impl<'a> Value<'a> {
    pub(crate) fn is_absent(self) -> bool {
        !self.slot.reaches(Tag::Invalid)
    }

    pub(crate) fn text(self) -> Option<Text<'a>> {
        self.object.request.text(self.slot).map(Text)
    }

    /// Number of elements of an array.
    pub(crate) fn count(self) -> Option<i64> {
        match self.slot.tag() {
            Tag::Array => Some(i64::from(Object { slot: self.slot, ..self.object }.count())),
            // An opaque array or object.
            Tag::Present => {
                let span = self.slot.start() as usize..self.slot.end() as usize;
                elements(self.object.request.body.get(span)?)
            }
            _ => None,
        }
    }

    pub(crate) fn decimal(self) -> Option<Decimal> {
        self.object.request.decimal(self.slot)
    }
}

/// Number of elements of a text that is a JSON array.
fn elements(text: &[u8]) -> Option<i64> {
    let (mut json, mut count) = (Json::new(text).ok()?, 0);
    json.array().ok()?;
    _ = json.elements(&mut |json| {
        json.skip();
        count += 1;
        Ok(())
    });
    Some(count)
}
