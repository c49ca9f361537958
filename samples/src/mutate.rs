//! Small changes of bodies, facts and policies, made one at a time.

use crate::body::{Draw, Members};
use crate::edges::{edges, of_member};
use crate::facts::one;
use crate::keys::{another_name, twin_of, unknown_key};
use crate::node::Node;
use crate::rng::Rng;

/// Makes one small change somewhere in a body, or in facts or a policy, which have no `draw`.
pub(crate) fn mutate(rng: &mut Rng, draw: Option<Draw<'_>>, tree: &mut Node) {
    let objects = objects(tree);
    if objects.is_empty() {
        return;
    }
    let (at, path) = &objects[rng.below(objects.len())];
    let steps: Vec<&str> = at.iter().map(String::as_str).collect();
    // A single choice decides, however many changes there are.
    let rng = &mut Rng::new(rng.next_u64());
    if let Some(Node::Object(members)) = tree.at(&steps) {
        let additions = draw.map_or(Vec::new(), |draw| additions(rng, draw, path, members));
        let mut changes = changes(rng, members, additions, &[]);
        changes.swap_remove(rng.below(changes.len())).make(members);
    }
}

/// The objects in a tree, including itself: each with its place, and its path with `*` for each index.
pub(crate) fn objects(tree: &Node) -> Vec<(Vec<String>, String)> {
    fn list(node: &Node, at: Vec<String>, path: String, out: &mut Vec<(Vec<String>, String)>) {
        let inside = |step: String| [at.as_slice(), &[step]].concat();
        match node {
            Node::List(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    list(element, inside(index.to_string()), format!("{path}/*"), out);
                }
            }
            Node::Object(members) => {
                for (name, value) in members {
                    list(value, inside(name.clone()), format!("{path}/{name}"), out);
                }
                out.push((at, path));
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    list(tree, Vec::new(), String::new(), &mut out);
    out
}

/// A change of an object: it removes a member or none from a place, and puts one or none there.
pub(crate) struct Change {
    at: usize,
    removed: usize,
    put: Option<(String, Node)>,
}

impl Change {
    pub(crate) fn make(self, members: &mut Members) {
        members.splice(self.at..self.at + self.removed, self.put);
    }
}

/// Members that an object doesn't have: known ones, those of the body itself, and unknown ones.
pub(crate) fn additions(rng: &mut Rng, draw: Draw<'_>, path: &str, members: &Members) -> Members {
    let mut all = Vec::new();
    let names: Vec<&str> = draw.schema.within(path).map(|(name, _)| name).collect();
    for (name, known) in draw.schema.within(path) {
        if members.iter().all(|(key, _)| key != name) {
            all.push((name.to_owned(), draw.usual(rng, known)));
            all.extend(some(rng, of_member(name)).map(|edge| (name.to_owned(), edge)));
        }
    }
    for (name, known) in draw.schema.within("").filter(|_| !path.is_empty()) {
        all.push((name.to_owned(), draw.usual(rng, known)));
    }
    for _ in 0..8 {
        all.push((unknown_key(rng, &names), Node::any(rng)));
    }
    let depth = rng.pick(&[120, 124, 125, 126, 127, 128, 129]);
    all.push(("deep".to_owned(), Node::nested(rng, depth)));
    all
}

/// Every small change of an object: these additions, and each of its members removed, renamed, repeated, or with another
/// value, which for a number can be one of these amounts.
pub(crate) fn changes(
    rng: &mut Rng,
    members: &Members,
    additions: Members,
    amounts: &[Node],
) -> Vec<Change> {
    let mut all = Vec::new();
    let mut change = |at, removed, put| all.push(Change { at, removed, put });
    change(0, 0, Some(("note".to_owned(), Node::text("x"))));
    additions.into_iter().for_each(|added| change(members.len(), 0, Some(added)));
    for (at, (name, value)) in members.iter().enumerate() {
        change(at, 1, None);
        for _ in 0..3 {
            change(at, 1, Some((another_name(rng, name), value.clone())));
        }
        let mut values = variants(rng, value);
        if !matches!(value, Node::Object(_) | Node::List(_) | Node::Bool(_)) {
            values.extend(some(rng, of_member(name)));
        }
        if matches!(value, Node::Number(_)) {
            values.extend_from_slice(amounts);
        }
        values.into_iter().for_each(|other| change(at, 1, Some((name.clone(), other))));
        for key in [name.clone(), twin_of(rng, name)] {
            change(members.len(), 0, Some((key, value.clone())));
        }
    }
    all
}

/// Small changes of a value that fit any member.
fn variants(rng: &mut Rng, value: &Node) -> Vec<Node> {
    let types = [Node::Bool(true), Node::number("7"), Node::text("x"), Node::List(Vec::new())];
    let mut all = vec![Node::Null, Node::any(rng)];
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
fn some<'n>(rng: &mut Rng, list: &'n [Node]) -> impl Iterator<Item = Node> + use<'n> {
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
