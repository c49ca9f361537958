//! Members that no type lists, declared in policies.

use paylint::Operation;

use crate::extras::EXTRAS;
use crate::known::{Holds, Known, knows};
use crate::node::Node;
use crate::rng::Rng;

const TYPES: &[&str] = &["string", "bool", "number", "integer", "object", "array", "any"];

/// The objects that can have them, each with the operations that know it.
const OBJECTS: &[(&str, &[&str])] = &[
    ("/client", &["order", "payout"]),
    ("/products/*", &["order"]),
    ("/service_location", &["order"]),
    ("/recipient_client", &["order"]),
    ("/travel_data", &["order"]),
    ("/travel_data/airline_addendum", &["order"]),
    ("/travel_data/airline_addendum/legs/*", &["order"]),
    ("/travel_data/lodging", &["order"]),
    ("/travel_data/car_rental", &["order"]),
    ("/travel_data/cruise", &["order"]),
    ("/travel_data/ground_transportation", &["order"]),
];
const BODIES: (&str, &[&str]) =
    ("", &["order", "payout", "capture", "refund", "client", "tax", "payment", "card_webhook"]);

/// A policy's `members`, mostly of the operation, and what its rules can name of them.
pub(crate) fn declare(rng: &mut Rng, operation: &str) -> (Node, Vec<Known>) {
    let mut entries = Vec::new();
    let mut known: Vec<Known> = Vec::new();
    for _ in 0..rng.pick(&[1, 2, 4, 8, 16]) {
        let (key, usual_type) = rng.pick(EXTRAS);
        let (object, of) = if rng.chance(55) { BODIES } else { rng.pick(OBJECTS) };
        let of: Vec<&str> =
            Operation::ALL.iter().map(|it| it.name()).filter(|known| knows(of, known)).collect();
        // Only of an order alone a member can change the total.
        let others = if operation == "order" { rng.pick(&[0, 0, 15]) } else { 15 };
        let mut on: Vec<&str> = of.iter().copied().filter(|_| rng.chance(others)).collect();
        if of.contains(&operation) && !on.contains(&operation) {
            on.push(operation);
        }
        let path = format!("{object}/{key}");
        let is_there =
            |it: &Known| it.path == path && on.iter().any(|name| it.is_known_to(&[name]));
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
            "string" => Holds::Text,
            "number" | "integer" => Holds::Number,
            _ => Holds::Other,
        };
        let operations = on.iter().map(|name| (*name).to_owned()).collect();
        known.push(Known { path, operations, holds });
    }
    (Node::List(entries), known)
}

/// What a member of an order does to its total, if anything.
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

/// What stands in a good entry, with one thing that is wrong.
pub(crate) fn spoilt(rng: &mut Rng) -> Node {
    let texts = |texts: &[&str]| Node::List(texts.iter().map(|text| Node::text(text)).collect());
    let wrong = [
        ("member", Node::text("number")),
        ("member", Node::text("/")),
        ("member", Node::text("")),
        ("member", Node::text("/currency")),
        ("member", Node::text("/Currency")),
        ("member", Node::text("/signature")),
        ("member", Node::text("/shipping/price")),
        ("member", Node::text("/products/sku")),
        ("member", Node::text("/products/0/sku")),
        ("member", Node::text("/products/*")),
        ("member", Node::text("/products/*/tax/rate")),
        ("member", Node::text("/recipient_client/zip_code")),
        ("member", Node::text("/client/a/b")),
        ("member", Node::text("/client/a~1b")),
        ("member", Node::text("/k123456")),
        ("member", Node::text("/k1234567")),
        ("member", Node::Text(format!("/{}", "a".repeat(64)))),
        ("member", Node::Text(format!("/{}", "a".repeat(65)))),
        ("member", Node::text("/a b")),
        ("member", Node::text("/ā")),
        ("member", Node::Null),
        ("on", texts(&[])),
        ("on", texts(&["order", "order"])),
        ("on", texts(&["orders"])),
        ("on", texts(&["order", "reversal"])),
        ("on", texts(&["order", "client"])),
        ("on", Node::text("order")),
        ("type", Node::text("text")),
        ("type", Node::text("String")),
        ("type", Node::Null),
        ("total", Node::text("adds")),
        ("total", Node::text("hides")),
        ("total", Node::text("multiplies")),
        ("total", Node::Bool(true)),
        ("changes_total", Node::Bool(true)),
    ];
    let mut entry = vec![
        ("member".to_owned(), Node::text("/note")),
        ("on".to_owned(), texts(&["order"])),
        ("type".to_owned(), Node::text("string")),
    ];
    let (name, node) = wrong[rng.below(wrong.len())].clone();
    entry.retain(|(known, _)| known != name);
    if rng.chance(95) {
        entry.push((name.to_owned(), node));
    }
    let mut list = vec![Node::Object(entry)];
    if rng.chance(10) {
        // The same place again, or one that differs in case alone.
        list.push(Node::object([
            ("member", Node::text(rng.pick(&["/note", "/Note", "/notes"]))),
            ("on", texts(&["payout_og", "order"])),
            ("type", Node::text("any")),
        ]));
    }
    if rng.chance(4) {
        let count = rng.pick(&[256, 257]);
        list = (0..count).map(|index| many(index, texts(&["order", "refund"]))).collect();
    }
    Node::List(list)
}

fn many(index: usize, on: Node) -> Node {
    let member = Node::Text(format!("/m{index}"));
    Node::object([("member", member), ("on", on), ("type", Node::text("bool"))])
}
