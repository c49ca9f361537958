//! Random policy rules.

use paylint::schema::Kind;
use paylint::{Operation, members};

use crate::node::Node;
use crate::rng::Rng;
use crate::when::when;

/// The kind of value that a member holds, which determines the possible constraints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Text,
    Number,
    Other,
}

/// A member that a rule can name.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) path: String,
    pub(crate) operations: Vec<&'static str>,
    pub(crate) holds: Holds,
}

impl Known {
    /// Whether all of these operations know it.
    pub(crate) fn is_known_to(&self, on: &[&str]) -> bool {
        on.iter().all(|name| self.operations.contains(name))
    }
}

/// The members that the source shows, those that the policy declares, and an order's total.
fn all_known(declared: &[Known]) -> Vec<Known> {
    let mut all = declared.to_vec();
    let total = [("total".to_owned(), Holds::Number, Operation::Order)];
    let shown = Operation::ALL.iter().flat_map(|operation| {
        members(*operation).into_iter().map(|known| {
            let holds = match known.kind() {
                Kind::String | Kind::Text => Holds::Text,
                Kind::Number | Kind::Integer | Kind::NumberOrText => Holds::Number,
                _ => Holds::Other,
            };
            (known.path, holds, *operation)
        })
    });
    for (path, holds, operation) in total.into_iter().chain(shown) {
        match all.iter_mut().find(|known| known.path == path && known.holds == holds) {
            Some(known) if !known.operations.contains(&operation.name()) => {
                known.operations.push(operation.name());
            }
            Some(_) => {}
            None => all.push(Known { path, operations: vec![operation.name()], holds }),
        }
    }
    all
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
    let (name, node) = match member.holds {
        Holds::Other if rng.chance(30) && is_array(&member.path) => {
            (rng.pick(&["max_items", "min_items"]), Node::number(rng.pick(&["1", "2", "3"])))
        }
        Holds::Other => presence(rng),
        _ if member.path != "total" && rng.chance(20) => presence(rng),
        _ if member.path != "total" && rng.chance(20) => beside(rng, member, known),
        Holds::Text => of_text(rng, member),
        Holds::Number if member.path != "total" && rng.chance(20) => {
            (rng.pick(&["one_of", "none_of"]), values(rng, member))
        }
        Holds::Number => of_number(rng),
    };
    put(name, node);
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
    let holds = rng.pick(&[Holds::Text, Holds::Number, Holds::Other]);
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

fn presence(rng: &mut Rng) -> (&'static str, Node) {
    (rng.pick(&["required", "required", "forbidden"]), Node::Bool(true))
}

fn is_array(path: &str) -> bool {
    path == "/products" || path.ends_with("/legs")
}

/// A comparison with another member of the same kind that all of the rule's operations know.
fn beside(rng: &mut Rng, member: &Known, known: &[Known]) -> (&'static str, Node) {
    let around = |path: &str| path.rsplit_once('/').map(|(around, _)| around.to_owned());
    let fits = |known: &&Known| {
        known.holds == member.holds
            && known.path != "total"
            && known.is_known_to(&member.operations)
            && (!known.path.contains('*') || around(&known.path) == around(&member.path))
    };
    let others: Vec<&Known> = known.iter().filter(fits).collect();
    let other = Node::text(&rng.pick(&others).path);
    match member.holds {
        Holds::Number if rng.chance(50) => {
            let limit = Node::Object(vec![("member".to_owned(), other)]);
            (rng.pick(&["minimum", "maximum"]), limit)
        }
        _ => (rng.pick(&["same_as", "differs_from"]), other),
    }
}

/// Values for a member, as a list.
pub(crate) fn values(rng: &mut Rng, member: &Known) -> Node {
    let all: &[&str] = match (member.holds, member.path.rsplit('/').next().unwrap_or_default()) {
        (Holds::Number, _) => &["1", "2", "10", "9.00", "0"],
        (_, "currency") => &["EUR", "USD", "JPY"],
        (_, "country" | "sender_country" | "issuer_country") => &["LV", "US", "LVA"],
        (_, "language") => &["en", "lv", "en-GB"],
        _ => &["EUR", "en", "one-click", "LV", "EUR "],
    };
    // An integer's values must be whole numbers.
    let node = |rng: &mut Rng, value: &str| match member.holds == Holds::Number && rng.chance(50) {
        true => Node::number(value),
        false => Node::text(value),
    };
    let mut listed: Vec<Node> = Vec::new();
    for value in all {
        if listed.is_empty() || rng.chance(40) {
            listed.push(node(rng, value));
        }
    }
    Node::List(listed)
}

fn of_text(rng: &mut Rng, member: &Known) -> (&'static str, Node) {
    if rng.chance(20) {
        return ("starts_with", Node::List(vec![Node::text("A"), Node::text("one-")]));
    }
    if rng.chance(50) {
        let name = rng.pick(&["max_length", "min_length"]);
        return (name, Node::number(rng.pick(&["1", "2", "3", "5", "12", "30"])));
    }
    (rng.pick(&["one_of", "none_of"]), values(rng, member))
}

fn of_number(rng: &mut Rng) -> (&'static str, Node) {
    let limit = rng.pick(&["0", "0.01", "1", "2", "9.99", "10", "12", "50", "100.00", "1e3"]);
    let node = match limit.contains('e') || rng.chance(50) {
        true => Node::number(limit),
        false => Node::text(limit),
    };
    (rng.pick(&["minimum", "maximum"]), node)
}
