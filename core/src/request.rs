//! What was read: typed, borrowed views of a body. Every member is *absent*, *invalid* or *valid*.

use crate::decimal::{Decimal, Literal};
use crate::operation::Operation;
use crate::report::Path;
use crate::schema::{self, Shape};
use core::marker::PhantomData;

/// What the reader found at a member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    /// The key is missing.
    Unseen,
    Null,
    /// A string of nothing but white space.
    Blank,
    /// Of a wrong type, or a number that cannot be held. From here on the member is not absent.
    Invalid,
    // What follows is valid.
    False,
    True,
    /// A string without escapes: its content lies in the body.
    Text,
    /// A string with escapes: its content lies in the side buffer, entry `low`.
    DecodedText,
    /// A number small enough for the slot: `low` and `high` are its digits, `extra` scale and sign.
    Number,
    /// A number to be read again from its literal.
    LongNumber,
    /// `low` is where its members begin on the tape.
    Object,
    /// `low` is where its elements begin on the tape.
    Array,
    /// A value whose inside is not looked at.
    Present,
}

/// One member of a body, as read: where it stands, and its value. Sixteen bytes.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    /// Where the value begins and ends in the body.
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) low: u32,
    pub(crate) high: u16,
    pub(crate) extra: u8,
    pub(crate) tag: Tag,
}

impl Slot {
    pub(crate) const UNSEEN: Slot =
        Slot { start: 0, end: 0, low: 0, high: 0, extra: 0, tag: Tag::Unseen };
    /// The bit of `extra` that holds a number's sign.
    pub(crate) const NEGATIVE: u8 = 0x80;
    /// Where the members of an object without any begin: past every tape.
    pub(crate) const NO_MEMBERS: u32 = u32::MAX >> 1;
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
}

impl<'a> Request<'a> {
    /// The operation that the body belongs to.
    #[must_use]
    pub fn operation(self) -> Operation {
        self.operation
    }

    /// The body as a whole.
    #[must_use]
    pub fn place(self) -> Place {
        Place { path: Path::BODY, start: self.root.start, end: self.root.end }
    }

    /// Whether there is a body: anything but white space.
    #[must_use]
    pub fn has_body(self) -> bool {
        !self.body.is_empty()
    }

    fn root<V: View<'a>>(&'a self, shapes: &[&'static Shape]) -> Option<V> {
        let shape = schema::body(self.operation)?;
        let is_asked_for = shapes.iter().any(|asked| core::ptr::eq(*asked, shape));
        (is_asked_for && self.root.tag == Tag::Object).then(|| {
            V::of(Object { request: self, slot: &self.root, path: Path::BODY, base: self.root.low })
        })
    }
}

macro_rules! bodies {
    ($($(#[$doc:meta])* $method:ident: $view:ident of $($shape:ident)|+;)*) => {
        impl<'a> Request<'a> {
            $($(#[$doc])*
            #[must_use]
            pub fn $method(&'a self) -> Option<schema::$view<'a>> {
                self.root(&[$(&schema::$shape),+])
            })*
        }
    };
}

bodies! {
    /// An order's body. `None` for other operations, and where the body is no object.
    order: Order of ORDER;
    /// A payout's body. `None` for other operations, and where the body is no object.
    payout: Payout of PAYOUT | SDWO_PAYOUT;
    /// A capture's body. `None` for other operations, and where the body is no object.
    capture: Capture of CAPTURE;
    /// A refund's body. `None` for other operations, and where the body is no object.
    refund: Refund of REFUND;
    /// The body of client creation. `None` for other operations, and where the body is no object.
    new_client: NewClient of NEW_CLIENT;
    /// The body of tax creation. `None` for other operations, and where the body is no object.
    tax: Tax of TAX;
    /// A card post's body. `None` for other operations, and where the body is no object.
    payment: Payment of PAYMENT;
    /// A card webhook's body. `None` for other operations, and where the body is no object.
    card_webhook: CardWebhook of CARD_WEBHOOK;
}

/// Where a finding points: a path, and the span of text to show for it.
#[derive(Clone, Copy)]
pub struct Place {
    pub(crate) path: Path,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// An object that was read. The typed views of [`crate::schema`] wrap it.
#[derive(Clone, Copy)]
pub struct Object<'a> {
    request: &'a Request<'a>,
    slot: &'a Slot,
    path: Path,
    base: u32,
}

impl<'a> Object<'a> {
    #[inline]
    pub(crate) fn field<T>(self, index: u8) -> Field<'a, T> {
        let at = (self.base as usize).wrapping_add(usize::from(index));
        let slot = self.request.tape.get(at).unwrap_or(&Slot::UNSEEN);
        Field { object: self, slot, index, value: PhantomData }
    }

    /// Where the object itself stands.
    #[must_use]
    pub fn place(self) -> Place {
        Place { path: self.path, start: self.slot.start, end: self.slot.end }
    }
}

/// A typed view of an object.
pub trait View<'a>: Copy {
    /// The view of an object of this type.
    #[doc(hidden)]
    fn of(object: Object<'a>) -> Self;

    /// The object.
    fn object(self) -> Object<'a>;
}

/// A member: absent, invalid or valid.
pub struct Field<'a, T> {
    object: Object<'a>,
    slot: &'a Slot,
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
        self.slot.tag < Tag::Invalid
    }

    /// The value has a wrong type, or is a number that cannot be held.
    #[inline]
    #[must_use]
    pub fn is_invalid(self) -> bool {
        self.slot.tag == Tag::Invalid
    }

    /// Neither absent nor invalid.
    #[inline]
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.slot.tag > Tag::Invalid
    }

    /// Where the member stands, or should stand.
    #[must_use]
    pub fn place(self) -> Place {
        let shown = if self.slot.tag == Tag::Unseen { self.object.slot } else { self.slot };
        let path = self.object.path.member(self.index);
        Place { path, start: shown.start, end: shown.end }
    }

    /// Whether this is the same member as another.
    #[must_use]
    pub(crate) fn is_same<U>(self, other: Field<'_, U>) -> bool {
        self.object.path == other.object.path && self.index == other.index
    }

    /// The same member, its value not looked at: members of any type side by side.
    #[must_use]
    pub fn any(self) -> Field<'a, Present> {
        Field { object: self.object, slot: self.slot, index: self.index, value: PhantomData }
    }
}

impl<T> From<Field<'_, T>> for Place {
    fn from(field: Field<'_, T>) -> Place {
        field.place()
    }
}

impl<'a, T: Value<'a>> Field<'a, T> {
    /// The value, if the member is valid.
    #[inline]
    #[must_use]
    pub fn valid(self) -> Option<T> {
        if self.is_valid() { T::read(self) } else { None }
    }
}

impl Field<'_, bool> {
    /// Whether the member is `true`.
    #[inline]
    #[must_use]
    pub fn is_true(self) -> bool {
        self.slot.tag == Tag::True
    }

    /// Whether the member is `false`.
    #[inline]
    #[must_use]
    pub fn is_false(self) -> bool {
        self.slot.tag == Tag::False
    }
}

impl Field<'_, Present> {
    /// Whether the member is `false`.
    #[must_use]
    pub fn is_false(self) -> bool {
        self.slot.tag == Tag::False
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
pub trait Value<'a>: Sized {
    /// Reads the value of a valid member.
    #[doc(hidden)]
    fn read(field: Field<'a, Self>) -> Option<Self>;
}

/// A value that is there, and of which no more is known.
#[derive(Clone, Copy, Debug)]
pub struct Present;

impl<'a> Value<'a> for Present {
    fn read(_: Field<'a, Present>) -> Option<Present> {
        Some(Present)
    }
}

impl<'a> Value<'a> for bool {
    fn read(field: Field<'a, bool>) -> Option<bool> {
        Some(field.is_true())
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

impl<'a> Value<'a> for Text<'a> {
    #[inline]
    fn read(field: Field<'a, Text<'a>>) -> Option<Text<'a>> {
        field.object.request.text(field.slot).map(Text)
    }
}

impl<'a> Request<'a> {
    /// The content of a string.
    #[inline]
    fn text(&self, slot: &Slot) -> Option<&'a [u8]> {
        match slot.tag {
            Tag::Text => {
                let (start, end) = (slot.start as usize, slot.end as usize);
                self.body.get(start.wrapping_add(1)..end.wrapping_sub(1))
            }
            Tag::DecodedText => {
                let entry = slot.low as usize;
                let start = match entry.checked_sub(1) {
                    None => 0,
                    Some(before) => *self.decoded_ends.get(before)?,
                };
                let end = *self.decoded_ends.get(entry)?;
                self.decoded.get(start as usize..end as usize)
            }
            _ => None,
        }
    }

    #[cold]
    fn long_number(&self, slot: &Slot) -> Option<Decimal> {
        let literal = self.body.get(slot.start as usize..slot.end as usize)?;
        if literal.first() == Some(&b'"') {
            // An SDWO payout's amount as a string: without escapes, the literal is its content.
            let content = literal.get(1..literal.len().saturating_sub(1))?;
            return Literal::parse(content).value().ok();
        }
        Literal::parse(literal).value().ok()
    }
}

impl<'a> Value<'a> for Decimal {
    #[inline]
    fn read(field: Field<'a, Decimal>) -> Option<Decimal> {
        let slot = field.slot;
        match slot.tag {
            Tag::Number => {
                let mantissa = u64::from(slot.low) | u64::from(slot.high) << 32;
                let negative = slot.extra & Slot::NEGATIVE != 0;
                Some(Decimal::from_parts(negative, mantissa, slot.extra & !Slot::NEGATIVE))
            }
            Tag::LongNumber => field.object.request.long_number(slot),
            // An SDWO payout's amount as a string with escapes.
            Tag::DecodedText => {
                let content = field.object.request.text(slot)?;
                Literal::parse(content).value().ok()
            }
            _ => None,
        }
    }
}

impl<'a, V: View<'a>> Value<'a> for V {
    #[inline]
    fn read(field: Field<'a, V>) -> Option<V> {
        let object = field.object;
        let path = object.path.member(field.index);
        Some(V::of(Object {
            request: object.request,
            slot: field.slot,
            path,
            base: field.slot.low,
        }))
    }
}

/// An array whose elements should be objects of one type.
#[derive(Clone, Copy)]
pub struct List<'a, V> {
    request: &'a Request<'a>,
    path: Path,
    /// Where the first element's slot lies on the tape.
    first: u32,
    count: u32,
    view: PhantomData<fn() -> V>,
}

impl<'a, V: View<'a>> Value<'a> for List<'a, V> {
    #[inline]
    fn read(field: Field<'a, List<'a, V>>) -> Option<List<'a, V>> {
        let request = field.object.request;
        let path = field.object.path.member(field.index);
        // The slot before the first element holds their number.
        let count = request.tape.get(field.slot.low as usize)?.low;
        let first = field.slot.low.wrapping_add(1);
        Some(List { request, path, first, count, view: PhantomData })
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
    pub fn elements(self) -> impl Iterator<Item = Option<V>> {
        let mut next = self.first as usize;
        (0..self.count).map_while(move |index| {
            let slot = self.request.tape.get(next)?;
            next = next.wrapping_add(1).wrapping_add(usize::from(slot.high));
            Some((slot.tag == Tag::Object).then(|| {
                let path = self.path.element(index);
                V::of(Object { request: self.request, slot, path, base: slot.low })
            }))
        })
    }

    /// The elements that are objects.
    #[inline]
    pub fn objects(self) -> impl Iterator<Item = V> {
        self.elements().flatten()
    }
}
