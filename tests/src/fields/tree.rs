//! Bodies as trees, and places in them.

use crate::generate::Rng;
use crate::generate::node::{Node, Style};
use crate::model::parse;

/// The body as a tree, if it is a JSON object.
pub(super) fn tree(body: &[u8]) -> Option<Node> {
    parse(body).filter(|node| matches!(node, Node::Object(_)))
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
