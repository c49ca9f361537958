//! Bodies filled in according to their fields.

use paylint::KnownMember;
use serde_json::Value;

use super::Question;
use crate::generate::Rng;
use crate::generate::node::{Node, Style};
use crate::model::parse;

/// A tree as text.
fn text(tree: &Node) -> Vec<u8> {
    tree.write(&mut Rng::new(0), Style::PLAIN).into_bytes()
}

/// The steps of a JSON Pointer.
fn steps(path: &str) -> Vec<&str> {
    path.split('/').skip(1).collect()
}

/// The path of a member, with `*` for array elements.
fn pattern(path: &str) -> String {
    let steps = steps(path).into_iter();
    let steps = steps.map(|step| if step.parse::<usize>().is_ok() { "*" } else { step });
    steps.fold(String::new(), |pattern, step| pattern + "/" + step)
}

/// The example of a member.
fn example(members: &[KnownMember], path: &str) -> Node {
    let pattern = pattern(path);
    let known = members.iter().find(|known| known.path == pattern).expect("a known member");
    parse(known.example().as_bytes()).expect("JSON")
}

/// The tree with a member set.
fn with(tree: &Node, path: &str, value: Node) -> Node {
    let mut tree = tree.clone();
    let (around, name) = path.rsplit_once('/').expect("a member");
    if let Some(Node::Object(members)) = tree.at(&steps(around)) {
        match members.iter_mut().find(|(key, _)| key == name) {
            Some((_, place)) => *place = value,
            None => members.push((name.to_owned(), value)),
        }
    }
    tree
}

/// The body after all required members are filled in with examples, until none is left; and the paths of the members
/// that are given then.
///
/// # Panics
/// If it doesn't end.
pub fn filled(question: &Question, body: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let mut tree = parse(body).filter(|node| matches!(node, Node::Object(_)))?;
    let members = question.engine.members(question.operation);
    let paths = |state: &str, of: &Value| -> Vec<String> {
        let fields = of["fields"].as_array().into_iter().flatten();
        let chosen = fields.filter(|field| field["state"] == state && field["under"].is_null());
        chosen.filter_map(|field| field["path"].as_str().map(str::to_owned)).collect()
    };
    let ask = |tree: &Node| -> Value {
        let body = text(tree);
        let answer = question.engine.fields(question.operation, &body, &question.facts());
        serde_json::from_str(&answer.to_json()).expect("JSON")
    };
    for _ in 0..100 {
        let answer = ask(&tree);
        let required = paths("required", &answer);
        if required.is_empty() {
            return Some((text(&tree), paths("given", &answer)));
        }
        for path in required {
            tree = with(&tree, &path, example(&members, &path));
        }
    }
    panic!("members are required without end: {}", String::from_utf8_lossy(&text(&tree)));
}
