//! Members that no object type has, and policies that declare them.

use paylint::{Operation, Operations};

use crate::body::Members;
use crate::edges::of_member;
use crate::facts::one;
use crate::node::Node;
use crate::policy_rules::Known;
use crate::rng::Rng;

/// Members that no object type has but merchants send, each with its most common declared type.
pub(crate) const EXTRAS: &[(&str, &str)] = &[
    ("number", "string"),
    ("success_redirect", "string"),
    ("gift", "bool"),
    ("shipping", "number"),
    ("discount_amount", "number"),
    ("total_override", "number"),
    ("due", "integer"),
    ("meta", "object"),
    ("tags", "array"),
    ("legacy", "any"),
];

/// Adds some of them to an object.
pub(crate) fn add_extras(rng: &mut Rng, members: &mut Members) {
    for _ in 0..rng.pick(&[1, 1, 2, 4]) {
        let (name, kind) = rng.pick(EXTRAS);
        let node = match kind {
            "string" => Node::text(rng.pick(&["A-1042", "1042", "https://shop.example/ok"])),
            "bool" => Node::Bool(rng.chance(50)),
            "number" if rng.chance(30) => one(rng, of_member("price")),
            "number" => Node::number(rng.pick(&["4.90", "10", "0.5", "120", "0"])),
            "integer" => Node::number(rng.pick(&["1795689900", "3", "14.0"])),
            "object" => Node::object([("price", Node::text("x")), ("Price", Node::Null)]),
            "array" => Node::List(vec![Node::Null, Node::text("1")]),
            _ => Node::any(rng),
        };
        if !members.iter().any(|(known, _)| known == name) {
            members.push((name.to_owned(), node));
        }
    }
}

const TYPES: &[&str] = &["string", "bool", "number", "integer", "object", "array", "any"];

/// The operations that know an object, by its path.
const OBJECTS: &[(&str, Operations)] = &[
    ("/client", Operations::ORDER.union(Operations::PAYOUTS)),
    ("/products/*", Operations::ORDER),
    ("/service_location", Operations::ORDER),
    ("/recipient_client", Operations::ORDER),
    ("/travel_data", Operations::ORDER),
    ("/travel_data/airline_addendum/legs/*", Operations::ORDER),
];
const BODIES: (&str, Operations) = ("", Operations::ALL.without(Operation::Reversal));

/// A policy's `members`, mostly for the operation, and those that its rules can name.
pub(crate) fn declare(rng: &mut Rng, operation: &str) -> (Node, Vec<Known>) {
    let mut entries = Vec::new();
    let mut known: Vec<Known> = Vec::new();
    for _ in 0..rng.pick(&[1, 2, 4, 8, 16]) {
        let (key, usual_type) = rng.pick(EXTRAS);
        let (object, of) = if rng.chance(55) { BODIES } else { rng.pick(OBJECTS) };
        let of: Vec<&'static str> = of.iter().map(Operation::name).collect();
        // A member can change the total only if it is for orders alone.
        let others = if operation == "order" { rng.pick(&[0, 0, 15]) } else { 15 };
        let mut on: Vec<&'static str> = of.iter().copied().filter(|_| rng.chance(others)).collect();
        let own = of.iter().copied().find(|name| *name == operation);
        on.extend(own.filter(|own| !on.contains(own)));
        let path = format!("{object}/{key}");
        let is_there =
            |known: &Known| known.path == path && on.iter().any(|name| known.is_known_to(&[name]));
        if on.is_empty() || known.iter().any(is_there) {
            continue;
        }
        let kind = if rng.chance(85) { usual_type } else { rng.pick(TYPES) };
        let mut entry = vec![
            ("member".to_owned(), Node::Text(path.clone())),
            ("on".to_owned(), Node::List(on.iter().map(|name| Node::text(name)).collect())),
            ("type".to_owned(), Node::text(kind)),
        ];
        if object.is_empty() && on == ["order"] {
            entry.extend(change(rng, kind).map(|change| ("total".to_owned(), change)));
        }
        entries.push(Node::Object(entry));
        let holds = match kind {
            "string" => "text",
            "number" | "integer" => "number",
            "array" => "array",
            _ => "other",
        };
        known.push(Known { path, operations: on, holds });
    }
    (Node::List(entries), known)
}

/// A member's effect on an order's total, if any.
fn change(rng: &mut Rng, kind: &str) -> Option<Node> {
    match kind {
        "number" | "integer" if rng.chance(70) => {
            Some(rng.pick(&["adds", "subtracts", "replaces", "hides"]))
        }
        _ if rng.chance(15) => Some("hides"),
        _ => None,
    }
    .map(Node::text)
}
