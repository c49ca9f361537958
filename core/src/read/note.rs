//! What the reader notes on its way: the findings of *Reading the input*, before they are put in order.

use crate::policy::Levels;
use crate::report::Path;

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

impl Note {
    /// Out of line, because it compares five members.
    #[inline(never)]
    fn is_before(&self, other: &Note) -> bool {
        self < other
    }
}

/// The notes of one body: as many of each level as the report can show, the first in order, however many there are.
pub(crate) struct Notes {
    pub(crate) levels: Levels,
    /// How many to keep of each level.
    pub(crate) most: usize,
    /// Only the verdict is wanted: stop at the first that rejects.
    pub(crate) verdict_only: bool,
    pub(crate) kept: KeptNotes,
    /// There were more of a level than are kept.
    pub(crate) truncated: bool,
    pub(crate) denied: bool,
}

/// The first notes in order of each level: as they came while there is room, then as a heap with the last of them
/// on top; in order when all is read.
#[derive(Default)]
pub(crate) struct KeptNotes {
    deny: Vec<Note>,
    warn: Vec<Note>,
}

impl KeptNotes {
    pub(crate) const NONE: KeptNotes = KeptNotes { deny: Vec::new(), warn: Vec::new() };

    pub(crate) fn clear(&mut self) {
        self.deny.clear();
        self.warn.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.deny.is_empty() && self.warn.is_empty()
    }

    /// All of them in order, once both lists are.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Note> {
        let mut deny = self.deny.iter().peekable();
        let mut warn = self.warn.iter().peekable();
        core::iter::from_fn(move || match (deny.peek(), warn.peek()) {
            (Some(denied), Some(warned)) if warned.is_before(denied) => warn.next(),
            (Some(_), _) => deny.next(),
            (None, _) => warn.next(),
        })
    }
}

/// Only the verdict is wanted, and it is known.
#[derive(Debug)]
pub(crate) struct Denied;

impl Notes {
    #[inline(never)]
    pub(crate) fn add(&mut self, note: Note) -> Result<(), Denied> {
        let rule = u16::from(note.rule);
        if !self.levels.enabled.has(rule) {
            return Ok(());
        }
        let denies = self.levels.deny.has(rule);
        self.denied |= denies;
        if self.verdict_only {
            return if self.denied { Err(Denied) } else { Ok(()) };
        }
        let list = if denies { &mut self.kept.deny } else { &mut self.kept.warn };
        self.truncated |= !keep(list, note, self.most);
        Ok(())
    }

    /// Puts the notes in order.
    pub(crate) fn finish(&mut self) {
        sort(&mut self.kept.deny);
        sort(&mut self.kept.warn);
    }
}

/// Keeps a note, if it is one of the first. Whether there was room for all.
fn keep(list: &mut Vec<Note>, note: Note, most: usize) -> bool {
    if list.len() < most {
        list.push(note);
        if list.len() == most {
            heapify(list);
        }
        return true;
    }
    if let Some(last) = list.first_mut()
        && note.is_before(last)
    {
        *last = note;
        sift_down(list, 0);
    }
    false
}

/// Puts notes in order.
fn sort(notes: &mut [Note]) {
    heapify(notes);
    let mut rest = notes;
    while let [first, .., last] = rest {
        core::mem::swap(first, last);
        rest = rest.split_last_mut().map_or(&mut [], |(_, rest)| rest);
        sift_down(rest, 0);
    }
}

/// Makes a heap of notes, the last in order on top.
fn heapify(notes: &mut [Note]) {
    for at in (0..notes.len() / 2).rev() {
        sift_down(notes, at);
    }
}

/// Moves a note of a heap down to where it is behind none below it.
#[inline(never)]
fn sift_down(heap: &mut [Note], mut at: usize) {
    loop {
        let left = at.wrapping_mul(2).wrapping_add(1);
        let right = left.wrapping_add(1);
        let below = match (heap.get(left), heap.get(right)) {
            (Some(first), Some(second)) if first.is_before(second) => right,
            _ => left,
        };
        let Ok([upper, lower]) = heap.get_disjoint_mut([at, below]) else { return };
        if !upper.is_before(lower) {
            return;
        }
        core::mem::swap(upper, lower);
        at = below;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    #[test]
    fn the_first_of_each_level_are_kept_in_order() {
        let mut state = 1u32;
        for most in 1..40 {
            // Of four rules, the first and the third deny.
            let deny = RuleSet::range(0, 1).or(RuleSet::range(2, 3));
            let mut notes = Notes {
                levels: Levels { enabled: RuleSet::range(0, 64), deny },
                most,
                verdict_only: false,
                kept: KeptNotes::NONE,
                truncated: false,
                denied: false,
            };
            let mut all = Vec::new();
            for _ in 0..90 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (rule, start) = ((state >> 30) as u8, state >> 24 & 0x1F);
                let path = Path::BODY.member((state >> 20 & 3) as u8);
                let note = Note { rule, path, start, end: start, actual: JsonType::Null };
                notes.add(note).unwrap();
                all.push(note);
                let KeptNotes { deny, warn } = &notes.kept;
                let kept = KeptNotes { deny: deny.clone(), warn: warn.clone() };
                let mut finished = Notes { kept, ..notes };
                finished.finish();
                let (mut denied, mut warned): (Vec<_>, Vec<_>) =
                    all.iter().copied().partition(|note| deny_of(note));
                assert_eq!(finished.truncated, denied.len().max(warned.len()) > most);
                for list in [&mut denied, &mut warned] {
                    list.sort();
                    list.truncate(most);
                }
                let mut expected = [denied, warned].concat();
                expected.sort();
                assert!(finished.kept.in_order().eq(&expected));
            }
        }
    }

    fn deny_of(note: &Note) -> bool {
        matches!(note.rule, 0 | 2)
    }
}
