//! What the reader notes on its way: the findings of *Reading the input*, before they are put in order.

use crate::json::JsonType;
use crate::path::Path;
use crate::rule_set::Levels;

/// A finding of the reader. ReadIssues sort in the order of findings: by rule, then by place, then as the text
/// has them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Issue {
    /// The rule's position in the catalogue.
    pub(crate) rule: u8,
    pub(crate) path: Path,
    /// The value, or the key of an unknown or repeated member.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The type of the value.
    pub(crate) actual: JsonType,
}

impl Issue {
    /// Out of line, because it compares five members.
    #[inline(never)]
    fn is_before(&self, other: &Issue) -> bool {
        self < other
    }
}

/// The notes of one body: as many as the report can show, the first in order, however many there are.
pub(crate) struct ReadIssues {
    pub(crate) levels: Levels,
    /// How many to keep.
    pub(crate) most: usize,
    /// Only the verdict is wanted: stop at the first that rejects.
    pub(crate) verdict_only: bool,
    /// The first in order: as they came while there is room, then as a heap with the last of them on top; in
    /// order when all is read.
    pub(crate) list: Vec<Issue>,
    /// How many there were.
    pub(crate) count: usize,
    pub(crate) denied: bool,
    /// The first in order at level deny, kept or not.
    pub(crate) first_denied: Option<Issue>,
}

/// Only the verdict is wanted, and it is known.
#[derive(Debug)]
pub(crate) struct Denied;

impl ReadIssues {
    #[inline(never)]
    pub(crate) fn add(&mut self, note: Issue) -> Result<(), Denied> {
        let rule = u16::from(note.rule);
        if !self.levels.enabled.has(rule) {
            return Ok(());
        }
        self.count = self.count.saturating_add(1);
        if self.levels.deny.has(rule) {
            self.denied = true;
            match &self.first_denied {
                Some(first) if !note.is_before(first) => {}
                _ => self.first_denied = Some(note),
            }
        }
        if self.verdict_only {
            return if self.denied { Err(Denied) } else { Ok(()) };
        }
        if self.list.len() < self.most {
            self.list.push(note);
            if self.list.len() == self.most {
                heapify(&mut self.list);
            }
        } else if let Some(last) = self.list.first_mut()
            && note.is_before(last)
        {
            *last = note;
            sift_down(&mut self.list, 0);
        }
        Ok(())
    }

    /// Puts the notes in order.
    pub(crate) fn finish(&mut self) {
        heapify(&mut self.list);
        let mut rest = self.list.as_mut_slice();
        while let [first, .., last] = rest {
            core::mem::swap(first, last);
            rest = rest.split_last_mut().map_or(&mut [], |(_, rest)| rest);
            sift_down(rest, 0);
        }
    }
}

/// Makes a heap of notes, the last in order on top.
fn heapify(notes: &mut [Issue]) {
    for at in (0..notes.len() / 2).rev() {
        sift_down(notes, at);
    }
}

/// Moves a note of a heap down to where it is behind none below it.
#[inline(never)]
fn sift_down(heap: &mut [Issue], mut at: usize) {
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
    use crate::rule_set::RuleSet;

    #[test]
    fn the_first_in_order_are_kept_in_order() {
        let mut state = 1u32;
        for most in 1..40 {
            let mut notes = ReadIssues {
                levels: Levels { enabled: RuleSet::range(0, 64), deny: RuleSet::default() },
                most,
                verdict_only: false,
                list: Vec::new(),
                count: 0,
                denied: false,
                first_denied: None,
            };
            let mut all = Vec::new();
            for _ in 0..60 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (rule, start) = ((state >> 30) as u8, state >> 24 & 0x1F);
                let path = Path::BODY.member((state >> 20 & 3) as u8);
                let note = Issue { rule, path, start, end: start, actual: JsonType::Null };
                notes.add(note).unwrap();
                all.push(note);
                let mut kept = ReadIssues { list: notes.list.clone(), ..notes };
                kept.finish();
                let mut expected = all.clone();
                expected.sort();
                expected.truncate(most);
                assert_eq!(kept.list, expected);
                notes = ReadIssues { list: notes.list, ..kept };
            }
        }
    }
}
