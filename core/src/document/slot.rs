//! Slots: what the reader keeps of each member, and the views of [`crate::document`] read.

use crate::decimal::{Decimal, Small};

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
    /// A string with escapes: its content lies in the side buffer.
    DecodedText,
    /// A number small enough for the slot.
    Number,
    /// A number to be read again from its literal.
    LongNumber,
    Object,
    Array,
    /// A value whose inside is not looked at.
    Present,
}

impl Tag {
    const ALL: [Tag; 13] = [
        Tag::Unseen,
        Tag::Null,
        Tag::Blank,
        Tag::Invalid,
        Tag::False,
        Tag::True,
        Tag::Text,
        Tag::DecodedText,
        Tag::Number,
        Tag::LongNumber,
        Tag::Object,
        Tag::Array,
        Tag::Present,
    ];
}

/// One member of a body, as read: where it stands, and its value. Two words, written and read whole: a slot
/// put together from narrow parts would have to wait for them when it is copied.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    /// Where the value begins (low half) and ends (high half) in the body.
    span: u64,
    /// The tag (highest byte) and what it says.
    value: u64,
}

impl Slot {
    pub(crate) const UNSEEN: Slot = Slot { span: 0, value: 0 };
    /// An object has a bit for each of its members: between where they begin and the tag.
    pub(crate) const MAX_MEMBERS: usize = 24;
    /// Where the members of an object without any begin: past every tape.
    const NO_MEMBERS: u32 = u32::MAX >> 1;
    /// The bit of a number's value that holds its sign, and where its scale begins.
    const NEGATIVE: u64 = 1 << 55;
    const SCALE: u32 = 48;

    #[inline]
    fn tagged(tag: Tag, start: usize, end: usize, value: u64) -> Slot {
        Slot { span: start as u64 | (end as u64) << 32, value: value | (tag as u64) << 56 }
    }

    /// A value that its tag tells all of.
    #[inline]
    pub(crate) fn plain(tag: Tag, start: usize, end: usize) -> Slot {
        Slot::tagged(tag, start, end, 0)
    }

    /// A number of at most fourteen digits, `scale` of them behind the point.
    #[inline]
    pub(crate) fn number(
        start: usize,
        end: usize,
        negative: bool,
        mantissa: u64,
        scale: u8,
    ) -> Slot {
        let sign = if negative { Slot::NEGATIVE } else { 0 };
        Slot::tagged(Tag::Number, start, end, mantissa | u64::from(scale) << Slot::SCALE | sign)
    }

    /// A string with escapes: the entry of the side buffer.
    pub(crate) fn decoded_text(start: usize, end: usize, entry: usize) -> Slot {
        Slot::tagged(Tag::DecodedText, start, end, entry as u64 & u64::from(u32::MAX))
    }

    /// An object whose members begin at `base` on the tape. Bit *n* of `present`: the *n*th is not absent.
    #[inline]
    pub(crate) fn object(start: usize, end: usize, base: usize, present: u32) -> Slot {
        Slot::tagged(Tag::Object, start, end, base as u64 | u64::from(present) << 32)
    }

    /// An object without known members: it takes no slots.
    pub(crate) fn empty_object(start: usize, end: usize) -> Slot {
        Slot::object(start, end, Slot::NO_MEMBERS as usize, 0)
    }

    /// An array whose header lies at `base` on the tape, before its elements.
    #[inline]
    pub(crate) fn array(start: usize, end: usize, base: usize) -> Slot {
        Slot::tagged(Tag::Array, start, end, base as u64)
    }

    /// What lies on the tape before an array's elements: their number.
    pub(crate) fn array_header(count: u32) -> Slot {
        Slot { span: 0, value: u64::from(count) }
    }

    #[inline]
    pub(crate) fn tag(self) -> Tag {
        Tag::ALL.get((self.value >> 56) as usize).copied().unwrap_or(Tag::Unseen)
    }

    /// Whether the tag is at least this one.
    #[inline]
    pub(crate) fn reaches(self, tag: Tag) -> bool {
        self.value >= (tag as u64) << 56
    }

    /// The tag, as a number.
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

    /// Which members of an object are not absent.
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

    /// A number that is not negative, if it is small enough.
    #[inline]
    pub(crate) fn small(self) -> Option<Small> {
        let mantissa = self.value & ((1 << Slot::SCALE) - 1);
        // The tag, and no sign.
        if self.value >> 55 != (Tag::Number as u64) << 1 {
            return None;
        }
        Small::from_parts(mantissa, self.scale())
    }

    /// How many digits of a number stand behind the point.
    #[inline]
    pub(crate) fn scale(self) -> u8 {
        (self.value >> Slot::SCALE & 0x0F) as u8
    }
}
