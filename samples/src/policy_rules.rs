//! Random policy rules.

use std::collections::BTreeMap;

use paylint::schema::Kind;
use paylint::{Operation, members};

use crate::edges::edges;
use crate::facts::pair;
use crate::node::Node;
use crate::rng::Rng;
use crate::when::when;

/// A member that a rule can name.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) path: String,
    pub(crate) operations: Vec<&'static str>,
    /// Its constraints: a list in `edges.json`.
    pub(crate) holds: &'static str,
}

/// The constraints of a kind of member.
pub(crate) fn holds(kind: Kind) -> &'static str {
    match kind {
        Kind::String | Kind::Text => "text",
        Kind::Number | Kind::Integer | Kind::NumberOrText => "number",
        Kind::Array(_) | Kind::OpaqueArray => "array",
        _ => "other",
    }
}

impl Known {
    /// Whether all of these operations know it.
    pub(crate) fn is_known_to(&self, on: &[&str]) -> bool {
        on.iter().all(|name| self.operations.contains(name))
    }

    /// Whether it has values that can be compared and listed.
    pub(crate) fn is_valued(&self) -> bool {
        matches!(self.holds, "text" | "number") && self.path != "total"
    }
}

/// The members that the source shows, those that the policy declares, and an order's total.
fn all_known(declared: &[Known]) -> Vec<Known> {
    let mut all: BTreeMap<(String, &str), Vec<&str>> = BTreeMap::new();
    for Known { path, operations, holds } in declared {
        all.entry((path.clone(), holds)).or_default().extend(operations);
    }
    for operation in Operation::ALL {
        let shown = members(*operation).into_iter().map(|known| (holds(known.kind()), known.path));
        for (holds, path) in shown {
            all.entry((path, holds)).or_default().push(operation.name());
        }
    }
    all.insert(("total".to_owned(), "number"), vec!["order"]);
    let known = all.into_iter();
    known.map(|((path, holds), operations)| Known { path, operations, holds }).collect()
}

/// Some valid rules. `operation` is that of the case.
pub(crate) fn rules(rng: &mut Rng, operation: &str, declared: &[Known]) -> Node {
    let count = rng.pick(&[1, 1, 2, 3, 5]);
    let known = all_known(declared);
    Node::List((0..count).map(|index| rule(rng, index, operation, &known)).collect())
}

fn rule(rng: &mut Rng, index: usize, operation: &str, known: &[Known]) -> Node {
    let mut entry = vec![("name".to_owned(), Node::Text(format!("custom.r{index}")))];
    let mut put = |name: &str, node: Node| entry.push((name.to_owned(), node));
    // The policy may use the first one's old name. Other rules can have the same old name.
    if index == 0 || rng.chance(10) {
        let old = if index == 0 { "custom.old0" } else { rng.pick(&["custom.old0", "custom.r0"]) };
        put("renamed_from", Node::text(old));
    }
    let member = member(rng, operation, known);
    let (name, node) = match rng.below(10) {
        0..2 if member.path != "total" => pair(rng, "constraints", "other"),
        2..4 if member.is_valued() => beside(rng, member, known),
        4..6 if member.is_valued() => {
            (rng.pick(&["one_of", "none_of"]).to_owned(), values(rng, member))
        }
        _ => pair(rng, "constraints", member.holds),
    };
    put(&name, node);
    put("member", Node::text(&member.path));
    let of = &member.operations;
    let mut on: Vec<&str> = of.iter().copied().filter(|_| rng.chance(60)).collect();
    if on.is_empty() {
        on.push(rng.pick(of));
    }
    if rng.chance(45) {
        when(rng, &on, known).into_iter().for_each(|conditions| put("when", conditions));
    }
    put("on", Node::List(on.into_iter().map(Node::text).collect()));
    if rng.chance(50) {
        put("level", Node::text(rng.pick(&["deny", "warn", "warn", "allow"])));
    }
    if rng.chance(30) {
        put("message", Node::text(rng.pick(&["{actual} \"is\" too much", "nein, danke – ß"])));
    }
    if rng.chance(10) {
        put(rng.pick(&["from", "until"]), Node::text("2026-11-20T10:15:00Z"));
    }
    Node::Object(entry)
}

/// A member, mostly one that the case's operation knows.
fn member<'a>(rng: &mut Rng, operation: &str, known: &'a [Known]) -> &'a Known {
    let holds = rng.pick(&["text", "number", "array", "other"]);
    let fits = |known: &&Known| known.holds == holds && known.is_known_to(&[operation]);
    let own: Vec<&Known> = known.iter().filter(fits).collect();
    if own.is_empty() || rng.chance(5) {
        return &known[rng.below(known.len())];
    }
    // Prefers the total, which many members change, to the many other numbers.
    match own.iter().find(|rule| rule.path == "total") {
        Some(total) if rng.chance(30) => total,
        _ => rng.pick(&own),
    }
}

/// A comparison with another member of the same kind that all of the rule's operations know.
fn beside(rng: &mut Rng, member: &Known, known: &[Known]) -> (String, Node) {
    let around = |path: &str| path.rsplit_once('/').map(|(around, _)| around.to_owned());
    let fits = |known: &&Known| {
        known.holds == member.holds
            && known.is_valued()
            && known.is_known_to(&member.operations)
            && (!known.path.contains('*') || around(&known.path) == around(&member.path))
    };
    let others: Vec<&Known> = known.iter().filter(fits).collect();
    let other = Node::text(&rng.pick(&others).path);
    let (name, node) = match member.holds {
        "number" if rng.chance(50) => {
            (rng.pick(&["minimum", "maximum"]), Node::object([("member", other)]))
        }
        _ => (rng.pick(&["same_as", "differs_from"]), other),
    };
    (name.to_owned(), node)
}

/// Some values for a member, as a list.
pub(crate) fn values(rng: &mut Rng, member: &Known) -> Node {
    let name = member.path.rsplit('/').next().unwrap_or_default();
    match edges("codes", name) {
        [] => some(rng, edges("listed", member.holds)),
        own => some(rng, own),
    }
}

/// Some of these values, each once.
pub(crate) fn some(rng: &mut Rng, from: &[Node]) -> Node {
    let first = rng.below(from.len());
    let more = from.iter().skip(first + 1).filter(|_| rng.chance(40));
    Node::List(from[first..].iter().take(1).chain(more).cloned().collect())
}
