//! The changes that a body can have.

use crate::append::text_of;
use crate::json::scan::byte_at;
use crate::path::Path;
use crate::schema::Kind;
use crate::whatif::edit::{self, Op};
use crate::whatif::order::sort_by_key;
use crate::whatif::outline::{NONE, Node, Outline, Step};
use alloc::string::String;
use alloc::vec::Vec;

/// Every change of one place of a body, in document order.
pub(super) fn changes(outline: &Outline<'_>) -> Vec<edit::Change> {
    let mut all = Vec::new();
    for (at, node) in (0..).zip(&outline.nodes) {
        if node.is_array {
            elements(outline, at, node, &mut all);
        } else {
            members(outline, at, node, &mut all);
        }
    }
    sort_by_key(&mut all, |change| (change.path, change.entry, change.op));
    all
}

fn members(outline: &Outline<'_>, at: u32, node: &Node, all: &mut Vec<edit::Change>) {
    for (index, member) in (0..).zip(node.shape.members) {
        let path = node.path.member(index);
        let mut add = |op, entry| {
            let value = match op {
                Op::Remove => String::new(),
                Op::Add | Op::Replace => text_of(|out| node.shape.put_example(index, out)),
            };
            let rank = edit::Change::EXAMPLE;
            all.push(edit::Change { op, path, node: at, entry, value, rank });
        };
        let Some((place, entry)) = outline.member(at, index) else {
            add(Op::Add, NONE);
            continue;
        };
        let is_opaque = match byte_at(outline.text, entry.value.0) {
            b'{' => matches!(member.kind, Kind::Opaque | Kind::Any),
            b'[' => matches!(member.kind, Kind::Any),
            _ => false,
        };
        if entry.is_absent {
            add(Op::Add, place);
        } else if entry.child == NONE && !is_opaque {
            add(Op::Replace, place);
        }
        if !entry.is_repeated {
            add(Op::Remove, place);
        }
    }
    for (place, entry) in outline.entries_of(at).filter(|(_, entry)| entry.step == Step::Unknown) {
        if !entry.is_repeated && !outline.shown_name(place).is_empty() {
            let (path, value) = (node.path.member(Path::UNKNOWN), String::new());
            let rank = edit::Change::EXAMPLE;
            all.push(edit::Change { op: Op::Remove, path, node: at, entry: place, value, rank });
        }
    }
}

fn elements(outline: &Outline<'_>, at: u32, node: &Node, all: &mut Vec<edit::Change>) {
    for (place, entry) in outline.entries_of(at).filter(|(_, entry)| entry.child == NONE) {
        let Step::Element(index) = entry.step else { continue };
        let path = node.path.element(index);
        for op in [Op::Replace, Op::Remove] {
            let value = match op {
                Op::Remove => String::new(),
                Op::Add | Op::Replace => text_of(|out| node.shape.put_complete(out)),
            };
            let rank = edit::Change::EXAMPLE;
            all.push(edit::Change { op, path, node: at, entry: place, value, rank });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{ORDER, PAYOUT, Shape};

    /// What can be done with the entry whose value is this text.
    fn done(shape: &'static Shape, body: &str, value: &str) -> Vec<Op> {
        let outline = Outline::of(body.as_bytes(), shape).ok().unwrap().unwrap();
        let start = body.find(value).unwrap();
        let range = (start, start + value.len());
        let is_it = |change: &edit::Change| {
            outline.entries.get(change.entry as usize).is_some_and(|entry| entry.value == range)
        };
        changes(&outline).iter().filter(|change| is_it(change)).map(|change| change.op).collect()
    }

    #[test]
    fn a_value_is_replaced_unless_it_is_an_object_or_array_that_may_stand_there() {
        let both = [Op::Replace, Op::Remove];
        for (value, ops) in [(r#"{"a":1}"#, &both[1..]), ("[1]", &both), ("5", &both)] {
            let body = alloc::format!(r#"{{"products":[{{"tax":{value}}}]}}"#);
            assert_eq!(done(&ORDER, &body, value), ops, "{value}");
        }
        for (value, ops) in [(r#"{"a":1}"#, &both[1..]), ("[1]", &both[1..]), ("5", &both)] {
            let body = alloc::format!(r#"{{"travel_data":{value}}}"#);
            assert_eq!(done(&PAYOUT, &body, value), ops, "{value}");
        }
    }

    #[test]
    fn an_element_that_is_no_object_is_replaced_or_removed() {
        let body = r#"{"products":[5,{"title":"Mug"}]}"#;
        assert_eq!(done(&ORDER, body, "5"), [Op::Replace, Op::Remove]);
        assert_eq!(done(&ORDER, body, r#"{"title":"Mug"}"#), []);
    }
}
