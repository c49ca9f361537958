//! Turns a JSON Patch into replacements of bytes. Everything else stays as it is: order, white space, the spelling of
//! numbers, escapes.
//!
//! All paths of a patch refer to the original text, so no change may be inside another. Changes to members of the same
//! object must follow one another in the patch.

use super::Change;
use crate::base::json::scan::{self, byte_at, skip_white_space};
use crate::base::json::{decode, put_escaped, skip};
use crate::base::sort::sorted;
use crate::base::text::{cut, cut_last};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A replacement of bytes of a body.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edit {
    /// Start of the replaced bytes. If `end` is the same, the text is inserted here.
    pub start: usize,
    /// End of the replaced bytes.
    pub end: usize,
    /// The replacement.
    pub text: String,
}

impl Edit {
    fn new(range: Range<usize>, text: String) -> Edit {
        Edit { start: range.start, end: range.end, text }
    }
}

pub(super) fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 64);
    let mut done = 0;
    for edit in edits {
        out.extend_from_slice(text.get(done..edit.start).unwrap_or_default());
        out.extend_from_slice(edit.text.as_bytes());
        done = edit.end;
    }
    out.extend_from_slice(text.get(done..).unwrap_or_default());
    out
}

/// The content of a string, decoded. `None` if the text isn't a string.
pub(super) fn content(text: &[u8]) -> Option<String> {
    let raw = text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let mut content = Vec::new();
    decode(raw, &mut content);
    String::from_utf8(content).ok()
}

pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    put_escaped(&mut quoted, text);
    quoted.push('"');
    quoted
}

/// A segment of a JSON Pointer, unescaped.
fn unescaped(step: &str) -> String {
    let mut name = String::new();
    let mut rest = step;
    loop {
        let (before, after) = cut(rest, b'~');
        name.push_str(before);
        let Some(after) = after else { return name };
        name.push(if after.starts_with('1') { '/' } else { '~' });
        rest = after.get(1..).unwrap_or_default();
    }
}

struct Item {
    /// The key with its quotes; for an element, an empty range before the value.
    key: Range<usize>,
    value: Range<usize>,
}

impl Item {
    /// The member of an object or the element of an array that begins here; `None` at the closing bracket.
    fn at(text: &[u8], start: usize, is_object: bool) -> Option<Item> {
        let (mut key, mut value) = (start..start, start);
        if is_object {
            if byte_at(text, start) != b'"' {
                return None;
            }
            key.end = scan::string(text, start + 1).ok()?.quote + 1;
            value = scan::colon(text, key.end).ok()?;
        }
        // The closing bracket of an array isn't a value.
        let end = skip::value(text, value, 0, &mut false).ok()?;
        Some(Item { key, value: value..end })
    }
}

/// The name in a key, which has its quotes.
fn name_of<'t>(text: &'t [u8], key: &Range<usize>) -> Cow<'t, [u8]> {
    let raw = text.get(key.start + 1..key.end - 1).unwrap_or_default();
    if !raw.contains(&b'\\') {
        return raw.into();
    }
    let mut name = Vec::new();
    decode(raw, &mut name);
    name.into()
}

/// Finds values in a JSON text by pointer, and turns changes into edits. It keeps the objects and arrays on the way to
/// the last value, so that changes in document order take a single pass over the text.
pub(super) struct Editor<'t> {
    text: &'t [u8],
    /// The open containers, the outermost first.
    containers: Vec<Container<'t>>,
}

impl<'t> Editor<'t> {
    pub(super) fn new(text: &'t [u8]) -> Editor<'t> {
        Editor { text, containers: Vec::new() }
    }

    pub(super) fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The text of the value at a pointer. `None` if there is none, or a key on the way occurs twice.
    pub(super) fn value(&mut self, pointer: &str) -> Option<&'t [u8]> {
        let ((around, name), text) = (cut_last(pointer, b'/')?, self.text);
        text.get(self.container(around)?.item(name)?.value.clone())
    }

    /// The edits for these changes, in order and without overlap. `None` if one can't be made: its path doesn't exist,
    /// or a key on the way occurs twice in its object.
    pub(super) fn edits(&mut self, changes: &[Change]) -> Option<Vec<Edit>> {
        let mut parts = Vec::with_capacity(changes.len());
        for change in changes {
            match change {
                Change::Move { from, path } if parent(from) != parent(path) => {
                    let value = str::from_utf8(self.value(from)?).ok()?.into();
                    let (add, from) = (Change::Add { path: path.clone(), value }, from.clone());
                    parts.extend([Cow::Owned(Change::Remove { path: from }), Cow::Owned(add)]);
                }
                other => parts.push(Cow::Borrowed(other)),
            }
        }
        let mut edits = Vec::new();
        for group in parts.chunk_by(|a, b| parent(a.place()) == parent(b.place())) {
            let Some(around) = group.first().and_then(|change| parent(change.place())) else {
                let values = group.iter().map(|change| change.value().unwrap_or_default());
                edits.extend(values.map(|value| Edit::new(0..self.text.len(), value.into())));
                continue;
            };
            self.container(around)?.edit(group, &mut edits)?;
        }
        let edits = sorted(edits);
        let overlap =
            edits.iter().zip(edits.iter().skip(1)).any(|(edit, next)| next.start < edit.end);
        (!overlap).then_some(edits)
    }

    /// The object or array at a pointer.
    fn container(&mut self, pointer: &str) -> Option<&Container<'t>> {
        let mut start = skip_white_space(self.text, 0);
        let (mut rest, mut depth) = (cut(pointer, b'/').1, 0);
        loop {
            if self.containers.get(depth).is_none_or(|known| known.start != start) {
                self.containers.truncate(depth);
                self.containers.push(Container::at(self.text, start)?);
            }
            let Some(path) = rest else { return self.containers.get(depth) };
            let (name, after) = cut(path, b'/');
            start = self.containers.get(depth)?.item(name)?.value.start;
            (rest, depth) = (after, depth + 1);
        }
    }

    /// The unescaped keys and the values of the object at a pointer; empty if it isn't an object.
    pub(super) fn members(
        &mut self,
        pointer: &str,
    ) -> impl Iterator<Item = (Cow<'t, [u8]>, &'t [u8])> {
        let text = self.text;
        let object = self.container(pointer).filter(|container| container.is_object);
        let items = object.map_or(&[][..], |object| &object.items);
        items
            .iter()
            .filter_map(|item| Some((name_of(text, &item.key), text.get(item.value.clone())?)))
    }
}

struct Container<'t> {
    text: &'t [u8],
    start: usize,
    is_object: bool,
    /// The content between the brackets.
    inside: Range<usize>,
    items: Vec<Item>,
    /// The names of an object's members, sorted, each with the index of its item.
    names: Vec<(Cow<'t, [u8]>, usize)>,
}

impl<'t> Container<'t> {
    fn at(text: &'t [u8], start: usize) -> Option<Container<'t>> {
        let is_object = byte_at(text, start) == b'{';
        if !is_object && byte_at(text, start) != b'[' {
            return None;
        }
        let (mut at, mut items) = (skip_white_space(text, start + 1), Vec::new());
        while let Some(item) = Item::at(text, at, is_object) {
            at = skip_white_space(text, item.value.end);
            if byte_at(text, at) == b',' {
                at = skip_white_space(text, at + 1);
            }
            items.push(item);
        }
        let names = items.iter().filter(|_| is_object).map(|item| name_of(text, &item.key));
        let names = sorted(names.zip(0..));
        Some(Container { text, start, is_object, inside: start + 1..at, items, names })
    }

    fn item(&self, name: &str) -> Option<&Item> {
        self.items.get(self.find(name)??)
    }

    /// The index of the item with a name, if there is one. `None` if there are several.
    fn find(&self, name: &str) -> Option<Option<usize>> {
        if !self.is_object {
            let index: usize = name.parse().ok()?;
            return Some(Some(index).filter(|index| *index < self.items.len()));
        }
        let wanted = unescaped(name);
        let first = self.names.partition_point(|(name, _)| **name < *wanted.as_bytes());
        let mut named = self.names.iter().skip(first);
        let mut next = || named.next().filter(|(name, _)| **name == *wanted.as_bytes());
        let found = next().map(|(_, at)| *at);
        if next().is_some() { None } else { Some(found) }
    }

    fn edit(&self, changes: &[Cow<'_, Change>], edits: &mut Vec<Edit>) -> Option<()> {
        let mut is_removed = vec![false; self.items.len()];
        let (mut added, mut targets) = (Vec::new(), Vec::new());
        for change in changes {
            let name = last(change.place());
            let found = self.find(name)?;
            let value = change.value().unwrap_or_default();
            match (&**change, found.and_then(|at| Some((at, self.items.get(at)?)))) {
                (Change::Remove { .. }, Some((at, _))) => *is_removed.get_mut(at)? = true,
                (Change::Move { path, .. }, Some((_, item))) => {
                    let name = last(path);
                    if targets.contains(&name) {
                        return None;
                    }
                    targets.push(name);
                    // An absent member may be there, as null or blank.
                    if let Some(at) = self.find(name)? {
                        *is_removed.get_mut(at)? = true;
                    }
                    edits.push(Edit::new(item.key.clone(), quoted(&unescaped(name))));
                }
                (Change::Add { .. } | Change::Replace { .. }, Some((_, item))) => {
                    edits.push(Edit::new(item.value.clone(), value.into()));
                }
                (Change::Add { .. }, None) if self.is_object => added.push((name, value)),
                _ => return None,
            }
        }
        self.remove(&is_removed, edits);
        self.add(&added, &is_removed, edits)
    }

    /// Removes items; each run of them goes with one comma.
    fn remove(&self, is_removed: &[bool], edits: &mut Vec<Edit>) {
        let mut kept: Option<&Item> = None;
        let mut first: Option<&Item> = None;
        for (item, is_removed) in self.items.iter().zip(is_removed) {
            match (first, is_removed) {
                (None, true) => first = Some(item),
                (Some(start), false) => {
                    edits.push(Edit::new(start.key.start..item.key.start, String::new()));
                    first = None;
                }
                _ => {}
            }
            if !is_removed {
                kept = Some(item);
            }
        }
        if let (Some(_), Some(last)) = (first, self.items.last()) {
            let range = kept.map_or(self.inside.clone(), |kept| kept.value.end..last.value.end);
            edits.push(Edit::new(range, String::new()));
        }
    }

    /// Appends members, in the style of the last one.
    fn add(
        &self,
        members: &[(&str, &str)],
        is_removed: &[bool],
        edits: &mut Vec<Edit>,
    ) -> Option<()> {
        if members.is_empty() {
            return Some(());
        }
        if is_removed.contains(&true) {
            return None; // not covered: no fix both adds to and removes from an object
        }
        let text = |range: Range<usize>| str::from_utf8(self.text.get(range)?).ok();
        let last = self.items.last();
        let colon = match last {
            Some(last) => text(last.key.end..last.value.start)?,
            None => self.colon_before(),
        };
        let opening = match self.items.first() {
            Some(first) => text(self.inside.start..first.key.start)?,
            None => "",
        };
        let before_last = self.items.len().checked_sub(2).and_then(|at| self.items.get(at));
        let separator = match (before_last, last) {
            (Some(before), Some(last)) => text(before.value.end..last.key.start)?.into(),
            _ if opening.is_empty() && colon.ends_with(' ') => String::from(", "),
            _ => [",", opening].concat(),
        };
        let mut added = String::new();
        for (name, value) in members {
            if last.is_some() || !added.is_empty() {
                added.push_str(&separator);
            }
            added.push_str(&quoted(&unescaped(name)));
            added.push_str(colon);
            added.push_str(value);
        }
        let at = last.map_or(self.inside.end, |last| last.value.end);
        if last.is_none() {
            // Repeats the leading white space at the end.
            added.push_str(text(self.inside.clone())?);
        }
        edits.push(Edit::new(at..at, added));
        Some(())
    }

    /// The colon, with a space if one follows the colon before this container.
    fn colon_before(&self) -> &'static str {
        let before = self.text.get(..self.inside.start.saturating_sub(1)).unwrap_or_default();
        if before.ends_with(b": ") { ": " } else { ":" }
    }
}

/// A pointer without its last segment. `None` for the whole body.
fn parent(pointer: &str) -> Option<&str> {
    cut_last(pointer, b'/').map(|(parent, _)| parent)
}

fn last(pointer: &str) -> &str {
    cut_last(pointer, b'/').map_or("", |(_, last)| last)
}

#[cfg(test)]
mod tests;
