//! What the reader notes on its way: the findings of *Reading the input*, before they are put in order.

use super::Stop;
use crate::report::Path;
use std::collections::BinaryHeap;

/// The type of a JSON value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum JsonType {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl JsonType {
    /// The type of the value that begins with this byte.
    pub(crate) const fn of(first: u8) -> JsonType {
        match first {
            b'n' => JsonType::Null,
            b't' | b'f' => JsonType::Boolean,
            b'"' => JsonType::String,
            b'[' => JsonType::Array,
            b'{' => JsonType::Object,
            _ => JsonType::Number,
        }
    }

    /// `null`, `boolean`, `number`, `string`, `array` or `object`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            JsonType::Null => "null",
            JsonType::Boolean => "boolean",
            JsonType::Number => "number",
            JsonType::String => "string",
            JsonType::Array => "array",
            JsonType::Object => "object",
        }
    }
}

/// A finding of the reader. Notes sort in the order of findings: by rule, then by place, then as the text
/// has them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Note {
    /// The rule's position in the catalogue.
    pub(crate) rule: u8,
    pub(crate) path: Path,
    /// The value, or the key of an unknown or repeated member.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The type of the value.
    pub(crate) actual: JsonType,
}

/// The notes of one body: as many as the report can show, the first in order, however many there are.
pub(crate) struct Notes {
    /// Rules to note, and rules that reject, as bits by position.
    pub(crate) enabled: u128,
    pub(crate) deny: u128,
    /// How many to keep.
    pub(crate) most: usize,
    /// Only the verdict is wanted: stop at the first that rejects.
    pub(crate) verdict_only: bool,
    /// The first in order; the last of them on top, which goes when there are too many.
    pub(crate) heap: BinaryHeap<Note>,
    /// Those of the heap, in order, when all is read.
    pub(crate) list: Vec<Note>,
    /// How many there were.
    pub(crate) count: usize,
    pub(crate) denied: bool,
    /// The first in order at level deny, kept or not.
    pub(crate) first_denied: Option<Note>,
}

impl Notes {
    #[inline(never)]
    pub(crate) fn add(&mut self, note: Note) -> Result<(), Stop> {
        let rule = 1u128 << (note.rule & 0x7F);
        if self.enabled & rule == 0 {
            return Ok(());
        }
        self.count = self.count.saturating_add(1);
        if self.deny & rule != 0 {
            self.denied = true;
            self.first_denied = Some(self.first_denied.map_or(note, |first| first.min(note)));
        }
        if self.verdict_only {
            return if self.denied { Err(Stop::Denied) } else { Ok(()) };
        }
        self.heap.push(note);
        if self.heap.len() > self.most {
            // The last in order.
            self.heap.pop();
        }
        Ok(())
    }

    /// Puts the notes in order.
    pub(crate) fn finish(&mut self) {
        self.list = core::mem::take(&mut self.heap).into_sorted_vec();
    }
}
