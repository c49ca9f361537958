//! Members that no type lists and merchants send all the same.

use crate::node::Node;
use crate::rng::Rng;

/// The keys, each with the type that it is mostly declared as.
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

/// What usually stands in one of them, if it is one.
pub(crate) fn extra(rng: &mut Rng, name: &str) -> Option<Node> {
    let (_, kind) = EXTRAS.iter().find(|(known, _)| *known == name)?;
    Some(match *kind {
        "string" => Node::text(rng.pick(&["A-1042", "1042", "https://shop.example/ok"])),
        "bool" => Node::Bool(rng.chance(50)),
        "number" => Node::number(rng.pick(&["4.90", "10", "0.5", "120", "0"])),
        "integer" => Node::number(rng.pick(&["1795689900", "3", "14.0"])),
        "object" => Node::object([("price", Node::text("x")), ("Price", Node::Null)]),
        "array" => Node::List(vec![Node::Null, Node::text("1")]),
        _ => Node::any(rng),
    })
}
