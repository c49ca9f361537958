//! Bodies as trees, and places in them.

use paylint::schema::Kind;

use crate::generate::Rng;
use crate::generate::node::{Node, Style};
use crate::model::json::parse;

/// The body as a tree, if it is a JSON object.
pub(super) fn tree(body: &[u8]) -> Option<Node> {
    let node = parse(body).ok()?;
    matches!(node, Node::Object(_)).then_some(node)
}

/// A JSON text as a tree.
pub(super) fn value(text: &str) -> Node {
    parse(text.as_bytes()).expect("JSON")
}

/// A tree as text.
pub(super) fn text(tree: &Node) -> Vec<u8> {
    tree.write(&mut Rng::new(0), Style::PLAIN).into_bytes()
}

/// The steps of a JSON Pointer.
pub(super) fn steps(path: &str) -> Vec<&str> {
    path.split('/').skip(1).collect()
}

/// What is at a path; of members that are repeated, the first.
pub(super) fn at<'t>(tree: &'t mut Node, path: &[&str]) -> Option<&'t mut Node> {
    let Some((step, rest)) = path.split_first() else { return Some(tree) };
    match tree {
        Node::Object(members) => {
            let member = members.iter_mut().find(|(name, _)| name == step);
            at(&mut member?.1, rest)
        }
        Node::List(list) => at(list.get_mut(step.parse::<usize>().ok()?)?, rest),
        _ => None,
    }
}

/// Whether a value counts as absent for a member of this kind.
pub(super) fn is_absent(value: &Node, kind: Kind) -> bool {
    match (value, kind) {
        (Node::Null, _) => true,
        (Node::Text(text), Kind::String | Kind::Text | Kind::NumberOrText | Kind::Recognised) => {
            text.chars().all(char::is_whitespace)
        }
        _ => false,
    }
}
