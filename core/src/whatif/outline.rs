//! The outline of a body: where its members and elements are, so that they can be changed.

use super::order::{sort_by, sort_by_key};
use crate::json::scan::{byte_at, colon, skip_white_space, string};
use crate::json::{self, skip};
use crate::path::Path;
use crate::schema::{Kind, Shape};
use crate::text::is_blank;
use alloc::vec::Vec;

/// No entry, or no node.
pub(super) const NONE: u32 = u32::MAX;

/// The most entries that an outline has. A body with more of them is too long for what-if questions.
const MOST: usize = 1 << 16;

/// An object or array that the schema knows.
pub(super) struct Node {
    pub(super) path: Path,
    /// Its type, or that of its elements.
    pub(super) shape: &'static Shape,
    pub(super) is_array: bool,
    /// The position after the opening bracket.
    pub(super) open: usize,
    /// The first and the last of its entries.
    pub(super) first: u32,
    last: u32,
    /// Which members have occurred, as bits.
    seen: u32,
}

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The first occurrence of a known member.
    Member(u8),
    /// A later one.
    Again(u8),
    /// A member that the type doesn't know.
    Unknown,
    /// An element of an array.
    Element(u32),
}

/// A member as it is written, or an element.
pub(super) struct Entry {
    /// The object or array that it is in.
    pub(super) node: u32,
    /// The next in it.
    pub(super) next: u32,
    pub(super) step: Step,
    /// Where the key begins (of an element: the value) and ends.
    pub(super) key: (usize, usize),
    /// Where the value begins and ends.
    pub(super) value: (usize, usize),
    /// What it holds, if that is an object or array that the schema knows.
    pub(super) child: u32,
    /// Whether the value counts as absent.
    pub(super) is_absent: bool,
    /// Whether the key occurs again in the object: no patch can say which is meant.
    pub(super) is_repeated: bool,
}

/// The objects and arrays of a body, and what is in them.
pub(super) struct Outline<'b> {
    pub(super) text: &'b [u8],
    pub(super) nodes: Vec<Node>,
    pub(super) entries: Vec<Entry>,
}

impl<'b> Outline<'b> {
    /// Outlines a body of JSON that should be an object of this type. `None` if it isn't, or has too
    /// many members and elements; the latter with `Err`.
    pub(super) fn of(
        text: &'b [u8],
        shape: &'static Shape,
    ) -> Result<Option<Outline<'b>>, TooLong> {
        let start = skip_white_space(text, 0);
        if json::check_syntax(text).is_err() || byte_at(text, start) != b'{' {
            return Ok(None);
        }
        let mut outline = Outline { text, nodes: Vec::new(), entries: Vec::new() };
        outline.open(Path::BODY, shape, start, false);
        outline.read(start.saturating_add(1))?;
        outline.mark_repeated();
        Ok(Some(outline))
    }

    fn open(&mut self, path: Path, shape: &'static Shape, at: usize, is_array: bool) -> u32 {
        let open = at.saturating_add(1);
        self.nodes.push(Node { path, shape, is_array, open, first: NONE, last: NONE, seen: 0 });
        (self.nodes.len() as u32).saturating_sub(1)
    }

    /// Reads what is in the root. Objects and arrays that are open are on a stack, as deep as the
    /// schema nests.
    fn read(&mut self, mut at: usize) -> Result<(), TooLong> {
        // Of each the node, and the entry that it is the value of.
        let mut open: Vec<(u32, u32)> = Vec::from([(0, NONE)]);
        while let Some((node, of)) = open.last().copied() {
            at = skip_white_space(self.text, at);
            if byte_at(self.text, at) == b',' {
                at = skip_white_space(self.text, at.saturating_add(1));
            }
            if matches!(byte_at(self.text, at), b'}' | b']') {
                at = at.saturating_add(1);
                if let Some(entry) = self.entries.get_mut(of as usize) {
                    entry.value.1 = at;
                }
                open.pop();
                continue;
            }
            if self.entries.len() >= MOST {
                return Err(TooLong);
            }
            let Some((entry, end)) = self.entry(node, at) else { return Ok(()) };
            at = end;
            let child = self.entries.get(entry as usize).map_or(NONE, |entry| entry.child);
            if child != NONE {
                open.push((child, entry));
            }
        }
        Ok(())
    }

    /// Reads the entry that begins here. Returns it, and where to go on.
    fn entry(&mut self, node: u32, at: usize) -> Option<(u32, usize)> {
        let Node { path, shape, is_array, last, seen, .. } = *self.nodes.get(node as usize)?;
        let before = self.entries.get(last as usize).map(|entry| entry.step);
        let (mut key, mut start) = ((at, at), at);
        let step = if is_array {
            match before {
                Some(Step::Element(index)) => Step::Element(index.saturating_add(1)),
                _ => Step::Element(0),
            }
        } else {
            let quote = string(self.text, at.saturating_add(1)).ok()?.quote;
            key = (at, quote.saturating_add(1));
            start = colon(self.text, key.1).ok()?;
            match shape.position(&self.decoded(key)) {
                Some(index) if seen.wrapping_shr(index.into()) & 1 == 1 => Step::Again(index),
                Some(index) => Step::Member(index),
                None => Step::Unknown,
            }
        };
        let (kind, path) = match step {
            Step::Member(index) => (shape.member(index)?.kind, path.member(index)),
            Step::Element(index) => (Kind::Object(shape), path.element(index)),
            // Their values aren't looked at.
            Step::Again(_) | Step::Unknown => (Kind::Any, path),
        };
        let child = match (kind, byte_at(self.text, start)) {
            (Kind::Object(inner), b'{') => self.open(path, inner, start, false),
            (Kind::Array(inner), b'[') => self.open(path, inner, start, true),
            _ => NONE,
        };
        let end = match child {
            NONE => skip::value(self.text, start, 0, &mut false).ok()?,
            _ => start.saturating_add(1),
        };
        let entry = self.entries.len() as u32;
        let value = (start, end);
        let is_absent = matches!(step, Step::Member(_)) && self.is_absent(kind, value);
        let is_repeated = matches!(step, Step::Again(_));
        self.entries.push(Entry {
            node,
            next: NONE,
            step,
            key,
            value,
            child,
            is_absent,
            is_repeated,
        });
        if let Some(before) = self.entries.get_mut(last as usize) {
            before.next = entry;
        }
        let node = self.nodes.get_mut(node as usize)?;
        node.last = entry;
        if let Step::Member(index) = step {
            node.seen |= 1u32.wrapping_shl(index.into());
        }
        if node.first == NONE {
            node.first = entry;
        }
        Some((entry, end))
    }

    /// Whether a value counts as absent: null, or a blank string where a string may stand.
    fn is_absent(&self, kind: Kind, value: (usize, usize)) -> bool {
        match byte_at(self.text, value.0) {
            b'n' => true,
            b'"' if matches!(kind, Kind::String | Kind::NumberOrText | Kind::Any) => {
                is_blank(core::str::from_utf8(&self.decoded(value)).unwrap_or("…"))
            }
            _ => false,
        }
    }

    /// The content of the string here.
    pub(super) fn decoded(&self, (start, end): (usize, usize)) -> Vec<u8> {
        let mut content = Vec::new();
        let raw = start.saturating_add(1)..end.saturating_sub(1);
        json::decode(self.text.get(raw).unwrap_or_default(), &mut content);
        content
    }

    /// Marks every member whose key occurs again in its object.
    fn mark_repeated(&mut self) {
        let mut unknown: Vec<(u32, Vec<u8>, u32)> = Vec::new();
        let mut known: Vec<(u32, u8)> = Vec::new();
        for (at, entry) in (0..).zip(&self.entries) {
            match entry.step {
                Step::Again(index) => known.push((entry.node, index)),
                Step::Unknown => unknown.push((entry.node, self.decoded(entry.key), at)),
                Step::Member(_) | Step::Element(_) => {}
            }
        }
        sort_by_key(&mut known, |it| *it);
        known.dedup();
        let first = known.iter().filter_map(|(node, index)| Some(self.member(*node, *index)?.0));
        let mut repeated: Vec<u32> = first.collect();
        sort_by(&mut unknown, Ord::cmp);
        for pair in unknown.windows(2) {
            if let [one, other] = pair
                && (one.0, &one.1) == (other.0, &other.1)
            {
                repeated.extend([one.2, other.2]);
            }
        }
        for at in repeated {
            if let Some(entry) = self.entries.get_mut(at as usize) {
                entry.is_repeated = true;
            }
        }
    }

    /// The entries of a node, in the order of the text, with their positions.
    pub(super) fn entries_of(&self, node: u32) -> impl Iterator<Item = (u32, &Entry)> {
        let mut next = self.nodes.get(node as usize).map_or(NONE, |node| node.first);
        core::iter::from_fn(move || {
            let (at, entry) = (next, self.entries.get(next as usize)?);
            next = entry.next;
            Some((at, entry))
        })
    }

    /// A member of an object, with its position among the entries.
    pub(super) fn member(&self, node: u32, index: u8) -> Option<(u32, &Entry)> {
        self.entries_of(node).find(|(_, entry)| entry.step == Step::Member(index))
    }
}

/// A body has more members and elements than what-if questions look at.
pub(super) struct TooLong;
