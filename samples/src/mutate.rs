//! Small mistakes, made one at a time.

use paylint::KnownMember;

use crate::body::{Draw, Members, Schema};
use crate::edges::edges;
use crate::facts::one;
use crate::keys::{another_name, twin_of, unknown_key};
use crate::node::Node;
use crate::rng::Rng;

/// Makes one mistake somewhere in a body.
pub(crate) fn mutate(rng: &mut Rng, draw: Draw<'_>, body: &mut Node) {
    let mut objects = Vec::new();
    list_objects(draw.schema, body, &mut Vec::new(), "", &mut objects);
    if objects.is_empty() {
        return;
    }
    let (at, path) = &objects[rng.below(objects.len())];
    let steps: Vec<&str> = at.iter().map(String::as_str).collect();
    if let Some(Node::Object(members)) = body.at(&steps) {
        mistake(rng, draw, path, members);
    }
}

/// The objects with known members, including the body itself: each with its place, and its path with `*` for each index.
pub(crate) fn list_objects(
    schema: &Schema,
    node: &Node,
    at: &mut Vec<String>,
    path: &str,
    out: &mut Vec<(Vec<String>, String)>,
) {
    let mut inside = |step: String, node: &Node, path: &str| {
        at.push(step);
        list_objects(schema, node, at, path, out);
        at.pop();
    };
    match node {
        Node::List(elements) => {
            elements
                .iter()
                .enumerate()
                .for_each(|(index, one)| inside(index.to_string(), one, path));
        }
        Node::Object(members) => {
            for (name, value) in members {
                if let Some(path) = schema.objects_in(&format!("{path}/{name}")) {
                    inside(name.clone(), value, &path);
                }
            }
            out.push((at.clone(), path.to_owned()));
        }
        _ => {}
    }
}

fn mistake(rng: &mut Rng, draw: Draw<'_>, path: &str, members: &mut Members) {
    let known = |name: &str| draw.schema.within(path).find(|(member, _)| *member == name);
    let names: Vec<&str> = draw.schema.within(path).map(|(name, _)| name).collect();
    let place = rng.below(members.len());
    match rng.below(25) {
        0 | 1 => {
            let key = unknown_key(rng, &names);
            let at = rng.below(members.len() + 1);
            let node = match rng.below(30) {
                0 => {
                    let depth = rng.pick(&[120, 124, 125, 126, 127, 128, 129]);
                    Node::nested(rng, depth)
                }
                _ => Node::any(rng),
            };
            members.insert(at, (key, node));
        }
        2 | 3 => add_known(rng, draw, path, members),
        _ if members.is_empty() => add_known(rng, draw, path, members),
        4 | 5 => {
            members.remove(place);
        }
        6 => {
            let (name, node) = members[place].clone();
            let other = match known(&name).filter(|_| rng.chance(50)) {
                Some((_, known)) => draw.usual(rng, known),
                None => node,
            };
            let at = rng.below(members.len() + 1);
            members.insert(at, (name, other));
        }
        7..=10 | 12 | 23 | 24 => {
            let all = variants(rng, &members[place].1);
            members[place].1 = one(rng, &all);
        }
        15 => members[place].1 = Node::any(rng),
        20 | 21 => {
            // Then the member is absent, and the key may mean it.
            let name = another_name(rng, &members[place].0);
            members[place].0 = name;
        }
        22 => {
            let (name, node) = &members[place];
            let twin = (twin_of(rng, name), node.clone());
            members.insert(rng.below(members.len() + 1), twin);
        }
        11 => {
            let other = rng.below(members.len());
            members.swap(place, other);
        }
        13 | 14 => {
            // Several at once, so that rare types are included.
            for (name, node) in members.iter_mut() {
                let plain = known(name)
                    .filter(|(_, member)| draw.schema.objects_in(&member.path).is_none());
                if let Some((_, known)) = plain.filter(|_| rng.chance(30)) {
                    *node = draw.edge(rng, known);
                }
            }
        }
        _ => {
            if let Some((_, known)) = known(&members[place].0) {
                members[place].1 = draw.edge(rng, known);
            }
        }
    }
}

/// Adds a known member, even if it is there already.
fn add_known(rng: &mut Rng, draw: Draw<'_>, path: &str, members: &mut Members) {
    let all: Vec<(&str, &KnownMember)> = draw.schema.within(path).collect();
    if all.is_empty() {
        return;
    }
    let (name, known) = rng.pick(&all);
    if members.iter().any(|(key, _)| key == name) && rng.chance(80) {
        return;
    }
    let node = if rng.chance(60) { draw.usual(rng, known) } else { draw.edge(rng, known) };
    members.insert(rng.below(members.len() + 1), (name.to_owned(), node));
}

/// Small changes of a value that fit any member.
pub(crate) fn variants(rng: &mut Rng, value: &Node) -> Vec<Node> {
    let types = [Node::Bool(true), Node::number("7"), Node::text("x"), Node::List(Vec::new())];
    let mut all = vec![Node::Null];
    all.extend(types.into_iter().chain(some(rng, edges("members", "blank"))));
    match value {
        Node::Number(literal) => {
            all.push(Node::text(literal));
            all.push(Node::Text(format!(
                "{literal}{}",
                rng.pick(&[".0", "0", ".", " ", "e1", ".5"])
            )));
            all.extend(
                some(rng, edges("members", "great")).chain(some(rng, edges("members", "tail"))),
            );
            if let Node::Number(tail) = one(rng, edges("members", "tail")) {
                all.push(Node::Text(tail));
            }
        }
        Node::Bool(value) => all.push(Node::Bool(!value)),
        Node::Text(text) => {
            let unseen = rng.pick(&["\u{0}", "\u{1f}", "\u{7f}", "\u{80}", "\u{200b}"]);
            all.push(Node::Text(format!("{text}{unseen}")));
            all.push(Node::Text(text.repeat(12)));
            all.extend(some(rng, edges("members", "text")));
        }
        Node::List(elements) => {
            let (first, rest) = elements.split_at(1.min(elements.len()));
            let more = [elements.as_slice(), &[Node::any(rng)]].concat();
            let twice = [elements.as_slice(), first].concat();
            all.extend([[rest, first].concat(), first.to_vec(), twice, more].map(Node::List));
        }
        Node::Null | Node::Object(_) => {}
    }
    all
}

/// A few values from a list.
pub(crate) fn some<'n>(rng: &mut Rng, list: &'n [Node]) -> impl Iterator<Item = Node> + use<'n> {
    let first = rng.below(list.len());
    (0..list.len().min(5)).map(move |at| list[(first + at * 7) % list.len()].clone())
}

/// Shuffles the members of all objects in a tree.
pub(crate) fn shuffle(rng: &mut Rng, node: &mut Node) {
    match node {
        Node::List(elements) => elements.iter_mut().for_each(|one| shuffle(rng, one)),
        Node::Object(members) => {
            for last in (1..members.len()).rev() {
                members.swap(last, rng.below(last + 1));
            }
            members.iter_mut().for_each(|(_, one)| shuffle(rng, one));
        }
        _ => {}
    }
}

/// Damages bytes, so that they are rarely JSON.
pub(crate) fn damage(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let at = rng.below(bytes.len() + 1);
    match rng.below(11) {
        0 => bytes.truncate(at),
        1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        2 => {
            bytes.splice(0..0, *b"\xef\xbb\xbf");
        }
        3 => bytes.extend_from_slice(rng.pick(&[b"x", b"{", b"}", b"\0", b",", b"\x0c"])),
        4 => bytes.extend_from_slice("\u{a0}".as_bytes()),
        5 if at < bytes.len() => {
            bytes.remove(at);
        }
        6 => bytes.insert(at, rng.pick(b"\x00\x1f\x7f\x80\xc0\xff\"\\,:[]{}0-.eE ")),
        _ => {
            let escapes = [
                "\\ud83c",
                "\\udf31\\ud83c",
                "\\ud83c\\udf31",
                "\\u12g4",
                "\\x41",
                "\\u00",
                "\\U0041",
            ];
            let quotes = (0..bytes.len()).filter(|at| bytes[*at] == b'"').collect::<Vec<_>>();
            if let Some(at) = quotes.get(rng.below(quotes.len())) {
                bytes.splice(at + 1..at + 1, rng.pick(&escapes).bytes());
            }
        }
    }
}
