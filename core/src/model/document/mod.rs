//! Typed, borrowed views of a body. Every member is *absent*, *invalid* or *valid*.

mod declared;
mod field;
mod list;
mod slot;
mod tape;

pub(crate) use declared::{DeclaredValue, MemberRef, Value, slot_of};
pub use field::{Field, FieldType, Present, Text};
pub use list::List;
pub(crate) use slot::{Marks, Slot, Tag};
pub(crate) use tape::Tape;

use crate::base::decimal::{Decimal, Literal};
use crate::model::operation::{Operation, Operations};
use alloc::vec::Vec;
use core::fmt;

/// The decoded contents of strings with escapes.
#[derive(Default)]
pub(crate) struct Decoded {
    pub(crate) bytes: Vec<u8>,
    /// The end of each.
    pub(crate) ends: Vec<u32>,
}

impl Decoded {
    pub(crate) const NONE: Decoded = Decoded { bytes: Vec::new(), ends: Vec::new() };

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// The content that was decoded last.
    pub(crate) fn last(&self) -> Option<&[u8]> {
        let before = self.ends.len().checked_sub(2).and_then(|at| self.ends.get(at));
        self.bytes.get(before.map_or(0, |end| *end as usize)..)
    }
}

/// Observations of the reader that spare rules another look.
#[derive(Clone, Copy, Default)]
pub(crate) struct Notes {
    /// Whether there are members that neither the tables nor the policy know.
    pub(crate) unknown_keys: bool,
    /// The marks of all texts together.
    pub(crate) marks: Marks,
}

/// A request: its operation, and its body as the reader read it.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) operation: Operation,
    /// The slots of the members, object by object. The elements of an array follow each other.
    pub(crate) tape: &'a [Slot],
    /// The decoded contents of strings with escapes, one after the other.
    pub(crate) decoded: &'a [u8],
    /// The end of each.
    pub(crate) decoded_ends: &'a [u32],
    /// The members that the policy declares, sorted.
    pub(crate) declared: &'a [DeclaredValue],
    /// The whole body. Unseen if there is none, or if it wasn't read.
    pub(crate) root: Slot,
    pub(crate) notes: Notes,
    /// The operation, if the body is an object.
    object_of: Operations,
}

impl<'a> Request<'a> {
    pub(crate) fn new(
        operation: Operation,
        body: &'a [u8],
        root: Slot,
        tape: &'a [Slot],
        (decoded, declared, notes): (&'a Decoded, &'a [DeclaredValue], Notes),
    ) -> Request<'a> {
        let object_of =
            if root.is(Tag::Object) { Operations::of(&[operation]) } else { Operations::EMPTY };
        let (decoded, decoded_ends) = (decoded.bytes.as_slice(), decoded.ends.as_slice());
        Request { body, operation, tape, decoded, decoded_ends, declared, root, notes, object_of }
    }

    /// The operation.
    pub fn operation(self) -> Operation {
        self.operation
    }

    /// The body as a whole.
    pub fn place(&'a self) -> Place<'a> {
        Place { object: self.whole(), member: 0 }
    }

    pub(crate) fn whole(&'a self) -> Object<'a> {
        Object { request: self, slot: &self.root }
    }

    /// Whether there is a body. White space alone doesn't count.
    pub fn has_body(self) -> bool {
        !self.body.is_empty()
    }

    #[inline]
    pub(crate) fn root<V: View<'a>>(&'a self, on: Operations) -> Option<V> {
        on.intersects(self.object_of).then(|| V::of(self.whole()))
    }
}

/// Shows nothing of the body.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("operation", &self.operation).finish_non_exhaustive()
    }
}

/// A place in a body to report a finding at: an object, or one of its members.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub(crate) object: Object<'a>,
    /// The member's position, counted from 1; 0 for the object itself.
    pub(crate) member: u8,
}

/// Shows the range of bytes that an excerpt shows.
impl fmt::Debug for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, end) = self.span();
        write!(f, "Place({start}..{end})")
    }
}

impl Place<'_> {
    /// The range of text to show: the member's or, if it is missing, the object's.
    pub(crate) fn span(self) -> (u32, u32) {
        let object = self.object;
        let member = self.member.checked_sub(1).map(|index| object.member(index));
        let shown = member.filter(|slot| !slot.is_unseen()).unwrap_or(object.slot);
        (shown.start(), shown.end())
    }
}

/// An object of a body. It is two words, and looks everything else up on demand. The typed views of
/// [`crate::model::schema`] wrap it.
#[derive(Clone, Copy)]
pub struct Object<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) slot: &'a Slot,
}

/// Shows its range of bytes.
impl fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Object({}..{})", self.slot.start(), self.slot.end())
    }
}

impl<'a> Object<'a> {
    #[inline]
    pub(crate) fn field<T>(self, index: u8) -> Field<'a, T> {
        Field::new(self, index)
    }

    #[inline]
    pub(crate) fn member(self, index: u8) -> &'a Slot {
        let at = self.slot.low() as usize + usize::from(index);
        debug_assert!(at < self.request.tape.len() || !self.slot.has_members());
        self.request.tape.get(at).unwrap_or(&Slot::UNSEEN)
    }

    #[inline]
    fn kind(self, index: u8) -> u64 {
        self.member(index).kind()
    }

    /// The absent members among those whose bits are set.
    #[inline]
    pub(crate) fn absent_of(self, positions: u32) -> u32 {
        positions & !self.slot.present()
    }

    /// The members among those whose bits are set that aren't absent.
    #[inline]
    pub(crate) fn present_of(self, positions: u32) -> u32 {
        positions & self.slot.present()
    }

    /// The place of the object itself.
    pub fn place(self) -> Place<'a> {
        Place { object: self, member: 0 }
    }
}

/// A typed view of an object.
pub trait View<'a>: Copy {
    #[doc(hidden)]
    fn of(object: Object<'a>) -> Self;

    /// The object.
    fn object(self) -> Object<'a>;

    #[doc(hidden)]
    const MEMBERS: usize;
}

impl<'a> Request<'a> {
    #[inline]
    fn text(&self, slot: &Slot) -> Option<&'a [u8]> {
        if slot.is(Tag::Text) {
            let (start, end) = (slot.start() as usize, slot.end() as usize);
            return invariant!(self.body.get(start + 1..end - 1));
        }
        self.decoded_text(*slot)
    }

    #[cold]
    fn decoded_text(&self, slot: Slot) -> Option<&'a [u8]> {
        if !slot.is(Tag::DecodedText) {
            return None;
        }
        let entry = slot.low() as usize;
        let start = match entry.checked_sub(1) {
            None => 0,
            Some(before) => *invariant!(self.decoded_ends.get(before))?,
        };
        let end = *invariant!(self.decoded_ends.get(entry))?;
        invariant!(self.decoded.get(start as usize..end as usize))
    }

    #[inline]
    pub(crate) fn decimal(&self, slot: &Slot) -> Option<Decimal> {
        if slot.is(Tag::Number) { Some(slot.decimal()) } else { self.long_number(*slot) }
    }

    /// Reads a number that is too long for its slot, or written as a string.
    #[cold]
    fn long_number(&self, slot: Slot) -> Option<Decimal> {
        let literal = match slot.tag() {
            Tag::LongNumber => {
                invariant!(self.body.get(slot.start() as usize..slot.end() as usize))?
            }
            Tag::DecodedText => self.decoded_text(slot)?,
            _ => return None,
        };
        let content = literal.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
        let is_text = content.is_some() || slot.is(Tag::DecodedText);
        let literal = Literal::parse(content.unwrap_or(literal));
        let without_tail = if is_text { None } else { literal.without_binary_tail() };
        without_tail.or_else(|| literal.value().ok())
    }
}
