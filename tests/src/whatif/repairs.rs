//! Repairs: changes of trees, and the search through every set of them.

use paylint::schema::{self, Kind, Shape};
use paylint::{members, shown_name};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::tree::{at, is_absent, objects, steps, text, tree, value};
use super::{Question, Told};
use crate::generate::node::Node;

/// An operation of JSON Patch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    /// `replace`, `remove` or `add`.
    pub op: &'static str,
    /// The path.
    pub path: String,
    /// The value, as JSON text.
    pub value: Option<String>,
    /// Whether it removes an element.
    pub is_element: bool,
}

impl Patch {
    /// The operations of each repair in an answer as the engine writes it, with their values as they
    /// are written: a number would lose digits on its way through a `Value`.
    ///
    /// # Panics
    /// It isn't an answer.
    pub fn of_repairs(answer: &str) -> Vec<Vec<Patch>> {
        let answer: Answer = serde_json::from_str(answer).expect("an answer");
        let patch = |repair: Repair| repair.patch.into_iter().map(Patch::from).collect();
        answer.repairs.into_iter().map(patch).collect()
    }
}

#[derive(Deserialize)]
struct Answer {
    repairs: Vec<Repair>,
}

#[derive(Deserialize)]
struct Repair {
    patch: Vec<Written>,
}

#[derive(Deserialize)]
struct Written {
    op: String,
    path: String,
    value: Option<Box<RawValue>>,
}

impl From<Written> for Patch {
    fn from(Written { op, path, value }: Written) -> Patch {
        let ops = ["replace", "remove", "add"];
        // `null`, which no repair puts in, would be none.
        assert_eq!(value.is_none(), op == "remove", "{op} has a value, unless it removes");
        Patch {
            op: ops.into_iter().find(|it| *it == op).expect("an operation"),
            value: value.map(|it| it.get().to_owned()),
            is_element: path.rsplit('/').next().is_some_and(|it| it.parse::<u32>().is_ok()),
            path,
        }
    }
}

/// The body with the operations done one after the other, as RFC 6902 says.
///
/// # Panics
/// An operation can't be done.
pub fn apply(body: &[u8], patch: &[Patch]) -> Vec<u8> {
    let mut tree = tree(body).expect("an object");
    patch.iter().for_each(|patch| change(&mut tree, patch));
    text(&tree)
}

fn change(tree: &mut Node, patch: &Patch) {
    let (around, name) = patch.path.rsplit_once('/').expect("a member or an element");
    let new = patch.value.as_deref().map(value);
    match (at(tree, &steps(around)).expect("what it is in"), new) {
        (Node::Object(members), None) => {
            let place = members.iter().position(|(key, _)| key == name).expect("a member");
            members.remove(place);
        }
        (Node::Object(members), Some(new)) => {
            match members.iter_mut().find(|(key, _)| key == name) {
                Some((_, place)) => *place = new,
                None if patch.op == "add" => members.push((name.to_owned(), new)),
                None => panic!("nothing to replace"),
            }
        }
        (Node::List(list), new) => {
            let index: usize = name.parse().expect("an index");
            match new {
                None => _ = list.remove(index),
                Some(new) => list[index] = new,
            }
        }
        _ => panic!("neither object nor array"),
    }
}

/// The findings at level deny that a patch leaves, with the paths that they have in the body as it
/// was sent, and those that it adds.
pub fn leftover(question: &Question, body: &[u8], patch: &[Patch]) -> (Vec<Told>, Vec<Told>) {
    let before = question.denials(body).into_iter().map(Told::without_number);
    let before: Vec<Told> = before.collect();
    let after = question.denials(&apply(body, patch)).into_iter().map(|mut told| {
        told.path = as_sent(&told.path, patch);
        told.without_number()
    });
    let (mut left, added): (Vec<Told>, Vec<Told>) = after.partition(|told| before.contains(told));
    left.sort();
    left.dedup();
    (left, added)
}

/// The path that a place had before elements were removed.
fn as_sent(path: &str, patch: &[Patch]) -> String {
    let mut removed: Vec<(&str, usize)> = patch
        .iter()
        .filter(|patch| patch.is_element && patch.op == "remove")
        .filter_map(|patch| patch.path.rsplit_once('/'))
        .filter_map(|(array, index)| Some((array, index.parse().ok()?)))
        .collect();
    removed.sort();
    let mut path = path.to_owned();
    for (array, gone) in removed {
        let Some(rest) = path.strip_prefix(&format!("{array}/")) else { continue };
        let (index, inside) = rest.split_once('/').map_or((rest, None), |(a, b)| (a, Some(b)));
        let Ok(index) = index.parse::<usize>() else { continue };
        if gone <= index {
            let inside = inside.map(|inside| format!("/{inside}")).unwrap_or_default();
            path = format!("{array}/{}{inside}", index + 1);
        }
    }
    path
}

/// Every operation that a body allows.
fn operations(question: &Question, tree: &Node) -> Vec<Patch> {
    let Some(shape) = schema::body(question.operation) else { return Vec::new() };
    let examples = members(question.operation);
    let (mut found, mut misfits) = (Vec::new(), Vec::new());
    objects(tree, "", shape, &mut found, &mut misfits);
    let mut all = Vec::new();
    let mut push = |op, path: &str, value: Option<String>, is_element| {
        all.push(Patch { op, path: path.to_owned(), value, is_element });
    };
    for (path, shape, there) in found {
        let count = |name: &str| there.iter().filter(|(key, _)| key == name).count();
        for known in shape.members {
            let path = format!("{path}/{}", known.name());
            let example = Some(super::fields::example(&examples, &path).example());
            let value = there.iter().find(|(name, _)| name == known.name()).map(|(_, it)| it);
            match value {
                None => push("add", &path, example, false),
                Some(value) if is_absent(value, known.kind) => push("add", &path, example, false),
                Some(value) if !is_valid_container(value, known.kind) => {
                    push("replace", &path, example, false);
                }
                Some(_) => {}
            }
            if count(known.name()) == 1 {
                push("remove", &path, None, false);
            }
        }
        for (name, _) in there {
            let is_known = shape.members.iter().any(|known| known.name() == name);
            if !is_known && shown_name(name).is_some() && count(name) == 1 {
                push("remove", &format!("{path}/{name}"), None, false);
            }
        }
    }
    for (path, shape) in misfits {
        push("replace", &path, Some(complete(&examples, &path, shape)), true);
        push("remove", &path, None, true);
    }
    all
}

fn is_valid_container(value: &Node, kind: Kind) -> bool {
    match value {
        Node::Object(_) => matches!(kind, Kind::Object(_) | Kind::Opaque | Kind::Any),
        Node::List(_) => matches!(kind, Kind::Array(_) | Kind::Any),
        _ => false,
    }
}

/// The example of an array's element.
fn complete(examples: &[paylint::KnownMember], path: &str, _: &'static Shape) -> String {
    let (array, _) = path.rsplit_once('/').expect("an array");
    let array = super::fields::example(examples, array).example();
    array.strip_prefix('[').and_then(|it| it.strip_suffix(']')).expect("an array").to_owned()
}

/// The operations with the values that limits ask for: those of findings beside a denial that is
/// there, or comes with an operation, whatever it does.
fn with_limits(question: &Question, body: &[u8]) -> Vec<Patch> {
    let tree = tree(body).expect("an object");
    let mut all = operations(question, &tree);
    let mut found = question.found(body);
    let mut asked = 0;
    while let Some(patch) = all.get(asked) {
        found.extend(question.found(&apply(body, std::slice::from_ref(patch))));
        asked += 1;
        let denied: Vec<String> =
            found.iter().filter(|told| told.denies).map(|told| told.path.clone()).collect();
        for told in found.drain(..).filter(|told| denied.contains(&told.path)) {
            let puts_in_number = |patch: &&Patch| {
                let value = patch.value.as_ref();
                value.is_some_and(|it| it.parse::<f64>().is_ok()) && patch.path == told.path
            };
            let Some(patch) = all.iter().find(puts_in_number).cloned() else { continue };
            for limit in told.limits {
                let limited = Patch { value: Some(limit), ..patch.clone() };
                if !all.contains(&limited) {
                    all.push(limited);
                }
            }
        }
    }
    all
}

/// Searches every set of up to so many operations: the patches, if any, that leave fewer findings
/// than `beyond`, or none but those with fewer operations than `length`. Where there is a choice of
/// what to leave, a patch that leaves as many is better if the first finding that only one of the two
/// has, in the report's order, is its own. Every set that is as good is added to `equal`, as operations
/// and paths.
pub fn smaller(
    question: &Question,
    body: &[u8],
    (beyond, length): (&[(String, String)], usize),
    most: usize,
    equal: &mut Vec<Vec<(&'static str, String)>>,
) -> Option<Vec<Patch>> {
    let all = with_limits(question, body);
    let denials: Vec<(String, String)> =
        question.denials(body).into_iter().map(|told| (told.rule, told.path)).collect();
    let mut chosen: Vec<usize> = Vec::new();
    let mut next = 0;
    loop {
        if chosen.len() < most && next < all.len() {
            chosen.push(next);
            next += 1;
        } else {
            let last = chosen.pop()?;
            next = last + 1;
            continue;
        }
        let set: Vec<&Patch> = chosen.iter().map(|at| &all[*at]).collect();
        if clash(&set) {
            let last = chosen.pop().expect("one");
            next = last + 1;
            continue;
        }
        let patch = ordered(&set);
        let (left, added) = leftover(question, body, &patch);
        if !added.is_empty() || left.len() > beyond.len() {
            continue;
        }
        let is_fewer = left.len() < beyond.len();
        let left: Vec<_> = left.into_iter().map(|told| (told.rule, told.path)).collect();
        let count =
            |of: &[(String, String)], it: &_| of.iter().filter(|other| *other == it).count();
        let differs = denials.iter().find(|it| count(&left, *it) != count(beyond, *it));
        if let Some(first) = differs.filter(|_| !is_fewer) {
            if count(&left, first) > count(beyond, first) {
                return Some(patch);
            }
            continue;
        }
        if is_fewer || set.len() < length {
            return Some(patch);
        }
        if set.len() == length {
            equal.push(set.iter().map(|it| (it.op, it.path.clone())).collect());
        }
    }
}

/// Removals of elements after all else, from the last to the first.
fn ordered(set: &[&Patch]) -> Vec<Patch> {
    let is_last = |patch: &&&Patch| patch.is_element && patch.op == "remove";
    let index = |patch: &&Patch| -> usize {
        patch.path.rsplit('/').next().and_then(|it| it.parse().ok()).unwrap_or(0)
    };
    let mut last: Vec<&Patch> = set.iter().filter(is_last).copied().collect();
    last.sort_by_key(|patch| std::cmp::Reverse(index(patch)));
    let first = set.iter().filter(|patch| !is_last(patch)).copied();
    first.chain(last).cloned().collect()
}

fn clash(set: &[&Patch]) -> bool {
    let Some((last, others)) = set.split_last() else { return false };
    others.iter().any(|other| {
        let inside = |one: &str, of: &str| one == of || one.starts_with(&format!("{of}/"));
        inside(&last.path, &other.path) || inside(&other.path, &last.path)
    })
}
