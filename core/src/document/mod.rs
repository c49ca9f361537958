//! What was read: typed, borrowed views of a body. Every member is *absent*, *invalid* or *valid*.

mod slot;
mod tape;

pub(crate) use slot::{Slot, Tag};
pub(crate) use tape::Tape;

use crate::decimal::{Decimal, Literal, Small};
use crate::operation::{Operation, Operations};
use core::marker::PhantomData;

/// The contents of strings with escapes.
#[derive(Default)]
pub(crate) struct Decoded {
    pub(crate) bytes: Vec<u8>,
    /// Where each ends.
    pub(crate) ends: Vec<u32>,
}

impl Decoded {
    pub(crate) const NONE: Decoded = Decoded { bytes: Vec::new(), ends: Vec::new() };

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// A body that was read, and what was found in it.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) operation: Operation,
    /// The members, object by object; the elements of an array one after the other.
    pub(crate) tape: &'a [Slot],
    /// The contents of strings with escapes, one after the other.
    pub(crate) decoded: &'a [u8],
    /// Where each ends.
    pub(crate) decoded_ends: &'a [u32],
    /// The whole body. Unseen where there is none, or it was not read.
    pub(crate) root: Slot,
    /// The operation, where the body is an object.
    object_of: Operations,
}

impl<'a> Request<'a> {
    pub(crate) fn new(
        operation: Operation,
        body: &'a [u8],
        root: Slot,
        tape: &'a [Slot],
        decoded: &'a Decoded,
    ) -> Request<'a> {
        let object_of =
            if root.is(Tag::Object) { Operations::of(&[operation]) } else { Operations::NONE };
        let (decoded, decoded_ends) = (decoded.bytes.as_slice(), decoded.ends.as_slice());
        Request { body, operation, tape, decoded, decoded_ends, root, object_of }
    }

    /// The operation that the body belongs to.
    #[must_use]
    pub fn operation(self) -> Operation {
        self.operation
    }

    /// The body as a whole.
    #[must_use]
    pub fn place(&'a self) -> Place<'a> {
        Place { object: self.whole(), member: 0 }
    }

    pub(crate) fn whole(&'a self) -> Object<'a> {
        Object { request: self, slot: &self.root }
    }

    /// Whether there is a body: anything but white space.
    #[must_use]
    pub fn has_body(self) -> bool {
        !self.body.is_empty()
    }

    #[inline]
    pub(crate) fn root<V: View<'a>>(&'a self, on: Operations) -> Option<V> {
        on.intersects(self.object_of).then(|| V::of(self.whole()))
    }
}

/// Where a finding points: an object of the body, or one of its members.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub(crate) object: Object<'a>,
    /// The member's position, from 1; 0 is the object itself.
    pub(crate) member: u8,
}

impl Place<'_> {
    /// The span of text to show: of the member; of the object, where the member is missing.
    pub(crate) fn span(self) -> (u32, u32) {
        let object = self.object;
        let member = self.member.checked_sub(1).map(|index| object.member(index));
        let shown = member.filter(|slot| !slot.is_unseen()).unwrap_or(object.slot);
        (shown.start(), shown.end())
    }
}

/// An object that was read: two words, from which all else is found when it is asked for. The typed views of
/// [`crate::schema`] wrap it.
#[derive(Clone, Copy)]
pub struct Object<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) slot: &'a Slot,
}

impl<'a> Object<'a> {
    #[inline]
    pub(crate) fn field<T>(self, index: u8) -> Field<'a, T> {
        Field { object: self, index, value: PhantomData }
    }

    /// The slot of a member.
    #[inline]
    pub(crate) fn member(self, index: u8) -> &'a Slot {
        let at = (self.slot.low() as usize).wrapping_add(usize::from(index));
        self.request.tape.get(at).unwrap_or(&Slot::UNSEEN)
    }

    /// The tag of what was read of a member, as a number.
    #[cfg_attr(feature = "small", inline(never))]
    #[cfg_attr(not(feature = "small"), inline)]
    fn kind(self, index: u8) -> u64 {
        self.member(index).kind()
    }

    /// Those of the members at these positions, as bits, that are absent.
    #[inline]
    pub(crate) fn absent_of(self, positions: u32) -> u32 {
        positions & !self.slot.present()
    }

    /// Those of the members at these positions, as bits, that are not absent.
    #[inline]
    pub(crate) fn present_of(self, positions: u32) -> u32 {
        positions & self.slot.present()
    }

    /// Where the object itself stands.
    #[must_use]
    pub fn place(self) -> Place<'a> {
        Place { object: self, member: 0 }
    }
}

/// A typed view of an object.
pub trait View<'a>: Copy {
    /// The view of an object of this type.
    #[doc(hidden)]
    fn of(object: Object<'a>) -> Self;

    /// The object.
    fn object(self) -> Object<'a>;

    /// How many members the type knows.
    #[doc(hidden)]
    const MEMBERS: usize;
}

/// A member: absent, invalid or valid.
pub struct Field<'a, T> {
    object: Object<'a>,
    index: u8,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Field<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<'_, T> {}

impl<'a, T> Field<'a, T> {
    /// The key is missing, the value is `null`, or it is a string of nothing but white space.
    #[inline]
    #[must_use]
    pub fn is_absent(self) -> bool {
        self.object.slot.present().wrapping_shr(u32::from(self.index)) & 1 == 0
    }

    /// The value has a wrong type, or is a number that cannot be held.
    #[inline]
    #[must_use]
    pub fn is_invalid(self) -> bool {
        self.kind() == Tag::Invalid as u64
    }

    /// Neither absent nor invalid.
    #[inline]
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.kind() >= Tag::False as u64
    }

    /// Where the member stands, or should stand.
    #[must_use]
    pub fn place(self) -> Place<'a> {
        Place { object: self.object, member: self.index.wrapping_add(1) }
    }

    #[inline]
    fn kind(self) -> u64 {
        self.object.kind(self.index)
    }

    /// What was read of the member.
    #[inline]
    fn slot(self) -> &'a Slot {
        self.object.member(self.index)
    }

    /// The object and the member's position in it: what to give to a function that is not inlined, a word each.
    #[inline]
    pub(crate) fn parts(self) -> (Object<'a>, u8) {
        (self.object, self.index)
    }

    /// Whether this is the same member as another.
    #[must_use]
    pub(crate) fn is_same<U>(self, other: Field<'_, U>) -> bool {
        // No two objects begin at one byte.
        self.object.slot.start() == other.object.slot.start() && self.index == other.index
    }

    /// The same member, its value not looked at: members of any type side by side.
    #[must_use]
    pub fn any(self) -> Field<'a, Present> {
        Field { object: self.object, index: self.index, value: PhantomData }
    }
}

impl<'a, T> From<Field<'a, T>> for Place<'a> {
    fn from(field: Field<'a, T>) -> Place<'a> {
        field.place()
    }
}

impl<'a, T: FieldType<'a>> Field<'a, T> {
    /// The value, if the member is valid.
    #[inline]
    #[must_use]
    pub fn valid(self) -> Option<T> {
        if self.is_absent() { None } else { T::read(self) }
    }
}

impl Field<'_, Decimal> {
    /// The number, if it is valid, not negative, and small enough.
    #[inline]
    pub(crate) fn small(self) -> Option<Small> {
        self.slot().small()
    }

    /// How many decimal places the number is written with, or more: none if it is absent.
    #[inline]
    pub(crate) fn places_written(self) -> u8 {
        match self.slot().tag() {
            Tag::Number => self.slot().scale(),
            Tag::LongNumber => u8::MAX,
            _ => 0,
        }
    }
}

impl Field<'_, bool> {
    /// Whether the member is `true`.
    #[inline]
    #[must_use]
    pub fn is_true(self) -> bool {
        self.kind() == Tag::True as u64
    }

    /// Whether the member is `false`.
    #[inline]
    #[must_use]
    pub fn is_false(self) -> bool {
        self.kind() == Tag::False as u64
    }
}

impl Field<'_, Present> {
    /// Whether the member is `false`.
    #[must_use]
    pub fn is_false(self) -> bool {
        self.kind() == Tag::False as u64
    }
}

impl<'a> Field<'a, Text<'a>> {
    /// Whether the member is this text, to the letter.
    #[inline]
    #[must_use]
    pub fn is(self, text: &str) -> bool {
        self.valid().is_some_and(|value| value.bytes() == text.as_bytes())
    }
}

/// A type that a member's value can be read as.
pub trait FieldType<'a>: Sized {
    /// Reads the value of a member that is not absent; `None` if it is invalid.
    #[doc(hidden)]
    fn read(field: Field<'a, Self>) -> Option<Self>;
}

/// A value that is there, and of which no more is known.
#[derive(Clone, Copy, Debug)]
pub struct Present;

impl<'a> FieldType<'a> for Present {
    fn read(field: Field<'a, Present>) -> Option<Present> {
        field.slot().reaches(Tag::False).then_some(Present)
    }
}

impl<'a> FieldType<'a> for bool {
    fn read(field: Field<'a, bool>) -> Option<bool> {
        field.slot().reaches(Tag::False).then(|| field.is_true())
    }
}

/// The content of a string, its escapes decoded. Never shown: it may be a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// The content as UTF-8.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// The content as a string.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        core::str::from_utf8(self.0).unwrap_or_default()
    }
}

impl<'a> FieldType<'a> for Text<'a> {
    #[inline]
    fn read(field: Field<'a, Text<'a>>) -> Option<Text<'a>> {
        field.object.request.text(field.slot()).map(Text)
    }
}

impl<'a> Request<'a> {
    /// The content of a string.
    #[inline]
    fn text(&self, slot: &Slot) -> Option<&'a [u8]> {
        if slot.is(Tag::Text) {
            let (start, end) = (slot.start() as usize, slot.end() as usize);
            return self.body.get(start.wrapping_add(1)..end.wrapping_sub(1));
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
            Some(before) => *self.decoded_ends.get(before)?,
        };
        let end = *self.decoded_ends.get(entry)?;
        self.decoded.get(start as usize..end as usize)
    }

    /// A number too long for its slot, or an SDWO payout's amount as a string.
    #[cold]
    fn long_number(&self, slot: Slot) -> Option<Decimal> {
        let literal = match slot.tag() {
            Tag::LongNumber => self.body.get(slot.start() as usize..slot.end() as usize)?,
            Tag::DecodedText => self.decoded_text(slot)?,
            _ => return None,
        };
        let content = literal.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
        Literal::parse(content.unwrap_or(literal)).value().ok()
    }
}

impl<'a> FieldType<'a> for Decimal {
    #[inline]
    fn read(field: Field<'a, Decimal>) -> Option<Decimal> {
        if field.slot().is(Tag::Number) {
            return Some(field.slot().decimal());
        }
        field.object.request.long_number(*field.slot())
    }
}

impl<'a, V: View<'a>> FieldType<'a> for V {
    #[inline]
    fn read(field: Field<'a, V>) -> Option<V> {
        let (request, slot) = (field.object.request, field.slot());
        slot.is(Tag::Object).then(|| V::of(Object { request, slot }))
    }
}

/// An array whose elements should be objects of one type.
#[derive(Clone, Copy)]
pub struct List<'a, V> {
    request: &'a Request<'a>,
    /// Where the first element's slot lies on the tape.
    first: u32,
    count: u32,
    view: PhantomData<fn() -> V>,
}

impl<'a, V: View<'a>> FieldType<'a> for List<'a, V> {
    #[inline]
    fn read(field: Field<'a, List<'a, V>>) -> Option<List<'a, V>> {
        let request = field.object.request;
        if !field.slot().is(Tag::Array) {
            return None;
        }
        // The slot before the first element holds their number.
        let count = request.tape.get(field.slot().low() as usize)?.low();
        let first = field.slot().low().wrapping_add(1);
        Some(List { request, first, count, view: PhantomData })
    }
}

impl<'a, V: View<'a>> List<'a, V> {
    /// How many elements there are, of whatever type.
    #[must_use]
    pub fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The elements; `None` for one that is no object.
    #[inline]
    #[must_use]
    pub fn elements(self) -> Elements<'a, V> {
        Elements { list: self, next: self.first as usize, index: 0 }
    }
}

impl<'a, V: View<'a>> Field<'a, List<'a, V>> {
    /// The elements that are objects; none if the member is not valid.
    #[cfg_attr(feature = "small", inline(never))]
    #[cfg_attr(not(feature = "small"), inline)]
    pub fn objects(self) -> impl Iterator<Item = V> {
        let list = self.valid().unwrap_or(List {
            request: self.object.request,
            first: 0,
            count: 0,
            view: PhantomData,
        });
        Objects(list.elements())
    }
}

/// The elements of an array, in order; `None` for one that is no object.
pub struct Elements<'a, V> {
    list: List<'a, V>,
    /// Where the next element's slot lies on the tape.
    next: usize,
    index: u32,
}

impl<'a, V: View<'a>> Iterator for Elements<'a, V> {
    type Item = Option<V>;

    #[inline]
    fn next(&mut self) -> Option<Option<V>> {
        let List { request, count, .. } = self.list;
        if self.index >= count {
            return None;
        }
        let slot = request.tape.get(self.next)?;
        self.index = self.index.wrapping_add(1);
        let members = if slot.has_members() { V::MEMBERS } else { 0 };
        self.next = self.next.wrapping_add(1).wrapping_add(members);
        let is_object = slot.is(Tag::Object);
        Some(is_object.then(|| V::of(Object { request, slot })))
    }
}

/// The elements of an array that are objects, in order.
struct Objects<'a, V>(Elements<'a, V>);

impl<'a, V: View<'a>> Iterator for Objects<'a, V> {
    type Item = V;

    /// Where size counts for more it is out of line: many rules look at each product.
    #[cfg_attr(feature = "small", inline(never))]
    #[cfg_attr(not(feature = "small"), inline)]
    fn next(&mut self) -> Option<V> {
        loop {
            if let Some(object) = self.0.next()? {
                return Some(object);
            }
        }
    }
}
