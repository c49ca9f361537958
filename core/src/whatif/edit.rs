//! Changes of a body, and the text that they make of it.

use super::order::sort_by_key;
use super::outline::{NONE, Node, Outline};
use crate::append::{put, text_of};
use crate::json::scan::skip_white_space;
use crate::path::Path;
use crate::schema::Shape;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// What a change does, in the order of repairs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Op {
    /// Replaces a value.
    Replace,
    /// Removes a member or an element.
    Remove,
    /// Adds a member, or sets one that is null or blank.
    Add,
}

impl Op {
    /// Every change, in order.
    pub const ALL: &'static [Op] = &[Op::Replace, Op::Remove, Op::Add];

    /// The name in JSON Patch (RFC 6902).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Op::Replace => "replace",
            Op::Remove => "remove",
            Op::Add => "add",
        }
    }
}

/// A change at a place.
#[derive(Clone)]
pub(super) struct Change {
    pub(super) op: Op,
    pub(super) path: Path,
    /// The object or array that it changes.
    pub(super) node: u32,
    /// What is there, if anything is.
    pub(super) entry: u32,
    /// The new value as JSON; empty if there is none.
    pub(super) value: String,
    /// Of changes that differ only in the value, which comes first.
    pub(super) rank: u8,
}

impl Change {
    /// The value is the only limit that a finding names, the example, or one of two limits.
    pub(super) const LIMIT: u8 = 0;
    pub(super) const EXAMPLE: u8 = 1;
    pub(super) const RANGE: u8 = 2;
}

/// A part of a text, and what takes its place.
#[derive(Clone, Debug)]
pub(super) struct Splice {
    pub(super) range: Range<usize>,
    pub(super) by: String,
}

impl Outline<'_> {
    /// The name of a member as a path shows it; empty if it is hidden.
    pub(super) fn shown_name(&self, entry: u32) -> String {
        let Some(entry) = self.entries.get(entry as usize) else { return String::new() };
        let name = String::from_utf8(self.decoded(entry.key)).unwrap_or_default();
        if crate::shown::is_shown(name.as_bytes()) { name } else { String::new() }
    }

    /// What the changes do to the text, from its beginning to its end; what is put before a part
    /// that is removed comes before it, so that they can be done from the last to the first, too.
    /// Takes time linear in what is in the objects that change.
    pub(super) fn splices<'c>(&self, changes: impl Iterator<Item = &'c Change>) -> Vec<Splice> {
        let mut changes: Vec<&Change> = changes.collect();
        sort_by_key(&mut changes, |change| (change.node, change.entry));
        let mut splices = Vec::new();
        for of_node in changes.chunk_by(|one, other| one.node == other.node) {
            let node = of_node.first().map_or(NONE, |change| change.node);
            self.change_node(node, of_node, &mut splices);
        }
        sort_by_key(&mut splices, |splice| (splice.range.start, splice.range.end));
        splices
    }

    /// What the changes of one object or array, in the order of its entries, do to the text.
    fn change_node(&self, at: u32, changes: &[&Change], splices: &mut Vec<Splice>) {
        let Some(node) = self.nodes.get(at as usize) else { return };
        let mut changes = changes.iter().peekable();
        // The end of the entry before, and that of the last one that stays.
        let (mut end, mut kept) = (node.open, None);
        for (index, entry) in self.entries_of(at) {
            let mut is_removed = false;
            while let Some(change) = changes.next_if(|change| change.entry == index) {
                is_removed |= change.op == Op::Remove;
                if !is_removed {
                    let range = entry.value.0..entry.value.1;
                    splices.push(Splice { range, by: change.value.clone() });
                }
            }
            if is_removed {
                // With the comma and the white space before it.
                splices.push(Splice { range: end..entry.value.1, by: String::new() });
            } else {
                if kept.is_none() && index != node.first {
                    let comma = skip_white_space(self.text, end);
                    let range = end..comma.saturating_add(1);
                    splices.push(Splice { range, by: String::new() });
                }
                kept = Some(index);
            }
            end = entry.value.1;
        }
        self.add_members(node, kept, changes.copied(), splices);
    }

    /// Adds members after the last one that stays, written as that is.
    fn add_members<'c>(
        &self,
        node: &Node,
        kept: Option<u32>,
        changes: impl Iterator<Item = &'c Change>,
        splices: &mut Vec<Splice>,
    ) {
        let kept = kept.and_then(|kept| self.entries.get(kept as usize));
        let at = kept.map_or(node.open, |entry| entry.value.1);
        let (before, after) = kept.map_or(("", ""), |entry| self.white_space(entry.key));
        let by = text_of(|out| {
            for change in changes.filter(|change| change.entry == NONE) {
                let name = last_name(node.shape, change.path);
                let comma = if kept.is_some() || !out.is_empty() { "," } else { "" };
                for piece in [comma, before, "\"", name, "\":", after, &change.value] {
                    put(out, piece);
                }
            }
        });
        if !by.is_empty() {
            splices.push(Splice { range: at..at, by });
        }
    }

    /// The white space before a key, and that after its colon.
    fn white_space(&self, (start, end): (usize, usize)) -> (&str, &str) {
        let white = |range: Range<usize>| {
            core::str::from_utf8(self.text.get(range).unwrap_or_default()).unwrap_or_default()
        };
        let is_white = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let text = self.text.get(..start).unwrap_or_default();
        let before = text.iter().rev().take_while(is_white).count();
        let colon = skip_white_space(self.text, end).saturating_add(1);
        let value = skip_white_space(self.text, colon);
        (white(start.saturating_sub(before)..start), white(colon..value))
    }
}

/// The name of the member that a path ends with, in an object of this type.
fn last_name(shape: &'static Shape, path: Path) -> &'static str {
    path.last_member().and_then(|index| shape.member(index)).map_or("", |member| member.name())
}

/// The text with the splices done.
pub(super) fn spliced(text: &[u8], splices: &[Splice], out: &mut Vec<u8>) {
    out.clear();
    let mut at = 0;
    for splice in splices {
        out.extend_from_slice(text.get(at..splice.range.start).unwrap_or_default());
        out.extend_from_slice(splice.by.as_bytes());
        at = at.max(splice.range.end);
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
}
