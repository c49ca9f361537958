//! Fields: typed members, each absent, invalid or valid.

use super::{Object, Place, Slot, Tag, View};
use crate::base::decimal::{Decimal, Small};
use core::fmt;
use core::marker::PhantomData;

/// A member of an object, which is absent, invalid or valid.
pub struct Field<'a, T> {
    pub(super) object: Object<'a>,
    index: u8,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Field<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<'_, T> {}

/// Shows only whether the member is absent, invalid or valid.
impl<T> fmt::Debug for Field<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.is_absent(), self.is_valid()) {
            (true, _) => "Field(absent)",
            (false, true) => "Field(valid)",
            (false, false) => "Field(invalid)",
        })
    }
}

impl<'a, T> Field<'a, T> {
    #[inline]
    pub(super) fn new(object: Object<'a>, index: u8) -> Field<'a, T> {
        Field { object, index, value: PhantomData }
    }

    /// Whether the member is missing, `null`, or an empty or blank string.
    #[inline]
    pub fn is_absent(self) -> bool {
        self.object.slot.present() >> self.index & 1 == 0
    }

    /// Whether the value has the wrong type, or is a number with too many digits.
    #[inline]
    pub fn is_invalid(self) -> bool {
        self.kind() == Tag::Invalid as u64
    }

    /// Whether the member is neither absent nor invalid.
    #[inline]
    pub fn is_valid(self) -> bool {
        self.kind() >= Tag::False as u64
    }

    /// The place where the member is, or should be.
    pub fn place(self) -> Place<'a> {
        Place { object: self.object, member: self.index + 1 }
    }

    #[inline]
    fn kind(self) -> u64 {
        self.object.kind(self.index)
    }

    #[inline]
    pub(super) fn slot(self) -> &'a Slot {
        self.object.member(self.index)
    }

    /// The object and the member's position in it, which are cheap to pass to functions that aren't inlined.
    #[inline]
    pub(crate) fn parts(self) -> (Object<'a>, u8) {
        (self.object, self.index)
    }

    /// Whether both are the same member of the same object.
    pub(crate) fn is_same<U>(self, other: Field<'_, U>) -> bool {
        // No two objects begin at the same byte.
        self.object.slot.start() == other.object.slot.start() && self.index == other.index
    }

    /// The member without its type, to handle members of different types together.
    pub fn any(self) -> Field<'a, Present> {
        Field::new(self.object, self.index)
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
    pub fn valid(self) -> Option<T> {
        if self.is_absent() { None } else { T::read(self) }
    }
}

impl Field<'_, Decimal> {
    /// The number as a [`Small`], if it is valid, not negative and small enough.
    #[inline]
    pub(crate) fn small(self) -> Option<Small> {
        self.slot().small()
    }

    /// Number of decimal places in the literal: 0 if the member is absent, 255 if its slot doesn't tell.
    #[inline]
    pub(crate) fn places_written(self) -> u8 {
        match self.slot().tag() {
            Tag::Number => self.slot().scale(),
            Tag::LongNumber | Tag::DecodedText => u8::MAX,
            _ => 0,
        }
    }
}

impl Field<'_, bool> {
    /// Whether the member is `true`.
    #[inline]
    pub fn is_true(self) -> bool {
        self.kind() == Tag::True as u64
    }

    /// Whether the member is `false`.
    #[inline]
    pub fn is_false(self) -> bool {
        self.kind() == Tag::False as u64
    }
}

impl Field<'_, Present> {
    /// Whether the member is `false`.
    pub fn is_false(self) -> bool {
        self.kind() == Tag::False as u64
    }
}

impl<'a> Field<'a, Text<'a>> {
    /// Whether the member is exactly this text.
    #[inline]
    pub fn is(self, text: &str) -> bool {
        self.valid().is_some_and(|value| value.bytes() == text.as_bytes())
    }
}

/// A type that a member's value can be read as.
pub trait FieldType<'a>: Sized {
    #[doc(hidden)]
    fn read(field: Field<'a, Self>) -> Option<Self>;
}

/// The type of a field whose value isn't read.
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

/// The content of a string, with its escapes decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'a>(pub(super) &'a [u8]);

debug_as! {
    /// Doesn't show the content, because it may be a secret.
    Text<'_>: |_| "Text(..)";
}

impl<'a> Text<'a> {
    /// The content as UTF-8.
    pub fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// The content as a string.
    pub fn as_str(self) -> &'a str {
        invariant!(core::str::from_utf8(self.0).ok()).unwrap_or_default()
    }
}

impl<'a> FieldType<'a> for Text<'a> {
    #[inline]
    fn read(field: Field<'a, Text<'a>>) -> Option<Text<'a>> {
        field.object.request.text(field.slot()).map(Text)
    }
}

impl<'a> FieldType<'a> for Decimal {
    #[inline]
    fn read(field: Field<'a, Decimal>) -> Option<Decimal> {
        field.object.request.decimal(field.slot())
    }
}

impl<'a, V: View<'a>> FieldType<'a> for V {
    #[inline]
    fn read(field: Field<'a, V>) -> Option<V> {
        let (request, slot) = (field.object.request, field.slot());
        slot.is(Tag::Object).then(|| V::of(Object { request, slot }))
    }
}
