//! Small mistakes, made one at a time.

use crate::keys::{another_name, twin_of, unknown_key};
use crate::members::{RECOGNISED, edge, kind_within, names, usual};
use crate::node::Node;
use crate::rng::Rng;
use crate::values::{BLANKS, TAILS, WORDS};

/// Makes one mistake somewhere in a body of this kind.
pub(crate) fn mutate(rng: &mut Rng, kind: &str, body: &mut Node) {
    let count = count_objects(body, kind);
    let mut left = rng.below(count);
    in_object(body, kind, &mut left, &mut |kind, members| mistake(rng, kind, members));
}

/// The objects whose type is known, the body itself among them.
fn count_objects(node: &Node, kind: &str) -> usize {
    match node {
        Node::List(elements) => elements.iter().map(|one| count_objects(one, kind)).sum(),
        Node::Object(members) => {
            let within = |(name, one): &(String, Node)| match kind_within(kind, name) {
                "" => 0,
                kind => count_objects(one, kind),
            };
            1 + members.iter().map(within).sum::<usize>()
        }
        _ => 0,
    }
}

type Members = Vec<(String, Node)>;

/// Finds the object that is `left` objects away, and does something to it.
fn in_object(
    node: &mut Node,
    kind: &str,
    left: &mut usize,
    act: &mut dyn FnMut(&str, &mut Members),
) -> bool {
    match node {
        Node::List(elements) => elements.iter_mut().any(|one| in_object(one, kind, left, act)),
        Node::Object(members) => {
            if *left == 0 {
                act(kind, members);
                return true;
            }
            *left -= 1;
            members.iter_mut().any(|(name, one)| match kind_within(kind, name) {
                "" => false,
                kind => in_object(one, kind, left, act),
            })
        }
        _ => false,
    }
}

fn mistake(rng: &mut Rng, kind: &str, members: &mut Members) {
    let place = rng.below(members.len());
    match rng.below(25) {
        0 | 1 => {
            let key = unknown_key(rng, names(kind));
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
        2 | 3 => add_known(rng, kind, members),
        _ if members.is_empty() => add_known(rng, kind, members),
        4 | 5 => {
            members.remove(place);
        }
        6 => {
            let (name, node) = members[place].clone();
            let other = if rng.chance(50) { node } else { usual(rng, kind, &name) };
            let at = rng.below(members.len() + 1);
            members.insert(at, (name, other));
        }
        7 => members[place].1 = Node::Null,
        8 => members[place].1 = Node::text(rng.pick(BLANKS)),
        9 => members[place].1 = Node::any(rng),
        10 => match &mut members[place].1 {
            Node::Text(text) => text.push_str(rng.pick(&["\u{0}", "\u{1f}", "\u{7f}", "\u{80}"])),
            node => *node = Node::text(rng.pick(WORDS)),
        },
        20 | 21 => {
            // The member is absent then, and the key may mean it.
            let name = another_name(rng, &members[place].0);
            members[place].0 = name;
        }
        22 => {
            let (name, node) = &members[place];
            let twin = (twin_of(rng, name), node.clone());
            members.insert(rng.below(members.len() + 1), twin);
        }
        23 | 24 => number(rng, members),
        11 => {
            let other = rng.below(members.len());
            members.swap(place, other);
        }
        12 => element(rng, &mut members[place].1),
        13 | 14 => {
            // Several at once, so that the rarer types are not passed over.
            for (name, node) in members.iter_mut() {
                if kind_within(kind, name).is_empty() && rng.chance(30) {
                    *node = edge(rng, kind, name);
                }
            }
        }
        _ => {
            let name = members[place].0.clone();
            members[place].1 = edge(rng, kind, &name);
        }
    }
}

/// A member that the type knows, whether or not it is there already.
fn add_known(rng: &mut Rng, kind: &str, members: &mut Members) {
    let listed = names(kind);
    let recognised = kind == "payout" && rng.chance(40);
    if listed.is_empty() {
        return;
    }
    let name = rng.pick(if recognised { RECOGNISED } else { listed });
    if members.iter().any(|(known, _)| known == name) && rng.chance(80) {
        return;
    }
    let node = match (recognised, rng.chance(60)) {
        (true, _) => Node::any(rng),
        (false, true) => usual(rng, kind, name),
        (false, false) => edge(rng, kind, name),
    };
    let at = rng.below(members.len() + 1);
    members.insert(at, (name.to_owned(), node));
}

/// A number written as a string, or with a binary tail.
fn number(rng: &mut Rng, members: &mut Members) {
    let mut literals: Vec<&mut Node> = members
        .iter_mut()
        .map(|(_, node)| node)
        .filter(|node| matches!(node, Node::Number(_)))
        .collect();
    let place = rng.below(literals.len());
    let Some(node) = literals.get_mut(place) else { return };
    if let Node::Number(literal) = &mut **node {
        **node = match rng.below(4) {
            0 => Node::number(rng.pick(TAILS)),
            1 => Node::text(rng.pick(TAILS)),
            2 => Node::Text(format!("{literal}{}", rng.pick(&[".0", "0", ".", " ", "e1", ".5"]))),
            _ => Node::Text(std::mem::take(literal)),
        };
    }
}

/// A mistake in an array: an element of another type, one more, or one fewer.
fn element(rng: &mut Rng, node: &mut Node) {
    if let Node::List(elements) = node {
        let place = rng.below(elements.len() + 1);
        match rng.below(3) {
            0 => elements.insert(place, Node::any(rng)),
            1 if place < elements.len() => elements[place] = Node::any(rng),
            _ => {
                elements.pop();
            }
        }
    }
}

/// Puts the members of the whole tree into another order.
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

/// Damages the bytes: the result is rarely JSON.
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
        7 => in_a_string(rng, bytes, "\\ud83c"),
        8 => in_a_string(rng, bytes, "\\udf31\\ud83c"),
        9 => in_a_string(rng, bytes, "\\ud83c\\udf31"),
        _ => in_a_string(rng, bytes, rng.clone().pick(&["\\u12g4", "\\x41", "\\u00", "\\U0041"])),
    }
}

/// Puts something right after a quotation mark.
fn in_a_string(rng: &mut Rng, bytes: &mut Vec<u8>, what: &str) {
    let quotes: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'"').map(|(at, _)| at).collect();
    if !quotes.is_empty() {
        let at = rng.pick(&quotes) + 1;
        bytes.splice(at..at, what.bytes());
    }
}
