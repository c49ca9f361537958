//! Slots, which the reader stores for each member and the views of [`crate::model::document`] read.

use crate::base::card::SHORTEST_IN_TEXT;
use crate::base::decimal::{Decimal, Small};
use crate::base::text::is_undefined;

words! {
    /// Kind of a value as read.
    #[repr(u8)]
    pub(crate) Tag {
        /// The key is missing.
        Unseen = "unseen",
        Null = "null",
        /// A string that is empty or only white space.
        Blank = "blank",
        /// A value of the wrong type, or a number with too many digits. With this tag and later ones the member isn't
        /// absent.
        Invalid = "invalid",
        // With this tag and later ones the member is valid.
        False = "false",
        True = "true",
        /// A string without escapes, whose content is in the body.
        Text = "text",
        /// A string with escapes, whose content is in the side buffer.
        DecodedText = "decoded_text",
        /// A number small enough for the slot.
        Number = "number",
        /// A number that must be read again from its literal.
        LongNumber = "long_number",
        Object = "object",
        Array = "array",
        /// A value that isn't looked into.
        Present = "present",
    }
}

/// Marks that the reader sets on a text, as bits. A rule that looks for one of these reads only the texts with its
/// mark.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Marks(u8);

impl Marks {
    pub(crate) const NONE: Marks = Marks(0);
    pub(crate) const AMPERSAND: Marks = Marks(1);
    /// `{` or `[`
    pub(crate) const BRACKET: Marks = Marks(1 << 1);
    /// As many digits as a card number has.
    pub(crate) const DIGITS: Marks = Marks(1 << 2);
    /// A word that programs write for a missing value, apart from white space around it.
    pub(crate) const UNDEFINED: Marks = Marks(1 << 3);
    pub(crate) const BACKSLASH: Marks = Marks(1 << 4);
    pub(crate) const BEYOND_ASCII: Marks = Marks(1 << 5);

    /// The marks of a text, which may not be UTF-8.
    pub(crate) fn of(text: &[u8]) -> Marks {
        let (mut marks, mut digits) = (Marks::NONE, 0);
        for byte in text {
            match byte {
                b'&' => marks = marks.union(Marks::AMPERSAND),
                b'{' | b'[' => marks = marks.union(Marks::BRACKET),
                b'\\' => marks = marks.union(Marks::BACKSLASH),
                0x80.. => marks = marks.union(Marks::BEYOND_ASCII),
                b'0'..=b'9' => digits += 1,
                _ => {}
            }
        }
        if digits >= SHORTEST_IN_TEXT {
            marks = marks.union(Marks::DIGITS);
        }
        if str::from_utf8(text).is_ok_and(|text| is_undefined(text.trim())) {
            marks = marks.union(Marks::UNDEFINED);
        }
        marks
    }

    pub(crate) const fn union(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    pub(crate) const fn intersects(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }
}

/// A member of a body as read: its range and its value. It is two words, each written and read as a whole, because
/// narrow writes would stall a copy right after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    /// The positions in the body at which the value begins (low half) and ends (high half).
    span: u64,
    /// The tag (highest byte) and the data that belongs to it.
    value: u64,
}

impl Slot {
    pub(crate) const UNSEEN: Slot = Slot { span: 0, value: 0 };
    /// The most members of a type: an object has a bit for each, between the tag and the position of the first.
    pub(crate) const MAX_MEMBERS: usize = 24;
    /// The position of the members of an object without any: past every tape.
    const NO_MEMBERS: u32 = u32::MAX >> 1;
    /// The bit for a number's sign, and the lowest bit of its scale.
    const NEGATIVE: u64 = 1 << 55;
    const SCALE: u32 = 48;
    /// The lowest bit of a text's marks.
    const MARKS: u32 = 32;

    #[inline]
    fn tagged(tag: Tag, start: usize, end: usize, value: u64) -> Slot {
        debug_assert!(start <= end && end <= u32::MAX as usize && value >> 56 == 0);
        Slot { span: start as u64 | (end as u64) << 32, value: value | (tag as u64) << 56 }
    }

    /// A value that is fully described by its tag.
    #[inline]
    pub(crate) fn plain(tag: Tag, start: usize, end: usize) -> Slot {
        Slot::tagged(tag, start, end, 0)
    }

    /// Sets the marks of a text.
    #[inline]
    pub(crate) fn marked(self, marks: Marks) -> Slot {
        Slot { value: self.value | u64::from(marks.0) << Slot::MARKS, ..self }
    }

    /// The marks of a text.
    pub(crate) fn marks(self) -> Marks {
        Marks((self.value >> Slot::MARKS) as u8)
    }

    /// A number of at most fourteen digits, `scale` of them after the point.
    #[inline]
    pub(crate) fn number(
        start: usize,
        end: usize,
        negative: bool,
        mantissa: u64,
        scale: u8,
    ) -> Slot {
        debug_assert!(mantissa >> Slot::SCALE == 0 && u32::from(scale) <= Decimal::SCALE);
        let sign = if negative { Slot::NEGATIVE } else { 0 };
        Slot::tagged(Tag::Number, start, end, mantissa | u64::from(scale) << Slot::SCALE | sign)
    }

    /// A string with escapes, and its entry in the side buffer.
    pub(crate) fn decoded_text(start: usize, end: usize, entry: usize) -> Slot {
        Slot::tagged(Tag::DecodedText, start, end, entry as u64 & u64::from(u32::MAX))
    }

    /// An object whose members begin at `base` on the tape. Bit *n* of `present` means that the
    /// *n*th isn't absent.
    #[inline]
    pub(crate) fn object(start: usize, end: usize, base: usize, present: u32) -> Slot {
        debug_assert!(base <= Slot::NO_MEMBERS as usize);
        Slot::tagged(Tag::Object, start, end, base as u64 | u64::from(present) << 32)
    }

    /// An object without known members, which takes no slots.
    pub(crate) fn empty_object(start: usize, end: usize) -> Slot {
        Slot::object(start, end, Slot::NO_MEMBERS as usize, 0)
    }

    /// An array whose header is at `base` on the tape, before its elements.
    #[inline]
    pub(crate) fn array(start: usize, end: usize, base: usize) -> Slot {
        Slot::tagged(Tag::Array, start, end, base as u64)
    }

    /// The header before an array's elements: the number of elements.
    pub(crate) fn array_header(count: u32) -> Slot {
        Slot { span: 0, value: u64::from(count) }
    }

    #[inline]
    pub(crate) fn tag(self) -> Tag {
        invariant!(Tag::ALL.get((self.value >> 56) as usize).copied()).unwrap_or(Tag::Unseen)
    }

    /// Whether the tag is this one or a later one.
    #[inline]
    pub(crate) fn reaches(self, tag: Tag) -> bool {
        self.value >= (tag as u64) << 56
    }

    #[inline]
    pub(crate) fn kind(self) -> u64 {
        self.value >> 56
    }

    #[inline]
    pub(crate) fn is_unseen(self) -> bool {
        !self.reaches(Tag::Null)
    }

    #[inline]
    pub(crate) fn is(self, tag: Tag) -> bool {
        self.value >> 56 == tag as u64
    }

    #[inline]
    pub(crate) fn start(self) -> u32 {
        self.span as u32
    }

    #[inline]
    pub(crate) fn end(self) -> u32 {
        (self.span >> 32) as u32
    }

    /// The lower half of the value: a position on the tape, an entry, or a count.
    #[inline]
    pub(crate) fn low(self) -> u32 {
        self.value as u32
    }

    /// Members of an object that aren't absent, as bits.
    #[inline]
    pub(crate) fn present(self) -> u32 {
        (self.value >> 32) as u32 & ((1 << Slot::MAX_MEMBERS) - 1)
    }

    /// Whether this is an object with members on the tape.
    #[inline]
    pub(crate) fn has_members(self) -> bool {
        self.is(Tag::Object) && self.low() != Slot::NO_MEMBERS
    }

    #[inline]
    pub(crate) fn decimal(self) -> Decimal {
        let mantissa = self.value & ((1 << Slot::SCALE) - 1);
        Decimal::from_parts(self.value & Slot::NEGATIVE != 0, mantissa, self.scale())
    }

    /// The number, if it is small enough and not negative.
    #[inline]
    pub(crate) fn small(self) -> Option<Small> {
        let mantissa = self.value & ((1 << Slot::SCALE) - 1);
        // The tag is that of a number, and the sign isn't set.
        if self.value >> 55 != (Tag::Number as u64) << 1 {
            return None;
        }
        Small::from_parts(mantissa, self.scale())
    }

    /// Number of a number's digits after the point.
    #[inline]
    pub(crate) fn scale(self) -> u8 {
        (self.value >> Slot::SCALE & 0x0F) as u8
    }
}
