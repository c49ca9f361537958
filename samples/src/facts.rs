//! Random facts: each present or missing, usual or near the limits of the rules.

use paylint::Operation;
use paylint::facts::Fact;

use crate::edges::{edges, of_member};
use crate::node::Node;
use crate::rng::Rng;
use crate::times::times;
use crate::world::World;

/// Percentages of facts that are present, and that have their usual value.
#[derive(Clone, Copy)]
pub(crate) struct Odds {
    pub(crate) given: usize,
    pub(crate) calm: usize,
}

impl Odds {
    /// All facts, with their usual values.
    pub(crate) const CALM: Odds = Odds { given: 100, calm: 100 };
}

pub(crate) fn facts(rng: &mut Rng, world: &World, odds: Odds) -> Node {
    let calm = rng.chance(odds.calm);
    let times = times(rng, calm, world.now);
    // Without a request the rules about it don't apply, so one choice decides for all of its facts.
    let has_request = rng.chance(odds.given);
    let mut top: Vec<(String, Node)> = Vec::new();
    for fact in Fact::ALL {
        let (group, name) = fact.name().split_once('.').unwrap_or(("", fact.name()));
        let given = match (group, name) {
            ("request", _) if has_request => odds.given.max(60),
            ("request", _) => 0,
            _ => odds.given,
        };
        if !rng.chance(given) {
            continue;
        }
        let is_calm = rng.chance(odds.calm);
        let usual = match fact {
            Fact::RequestHeaders => Some(headers(rng, world.operation, odds)),
            _ => world.fact(rng, fact.name(), &times),
        };
        let value = if is_calm { usual } else { unusual(rng, world, name).or(usual) };
        let Some(value) = value else { continue };
        if group.is_empty() {
            top.push((name.to_owned(), value));
            continue;
        }
        if top.last().is_none_or(|(last, _)| last != group) {
            top.push((group.to_owned(), Node::Object(Vec::new())));
        }
        if let Some((_, Node::Object(members))) = top.last_mut() {
            members.push((name.to_owned(), value));
        }
    }
    Node::Object(top)
}

/// Another value of a fact; rarely for a fact that changes the features.
fn unusual(rng: &mut Rng, world: &World, name: &str) -> Option<Node> {
    let list = edges("facts", name);
    Some(match name {
        "subsequent" | "account_funding" if !rng.chance(14) => return None,
        "capabilities" | "websites" | "brands" | "allowed_sources" => {
            let (of, least) = match name {
                "capabilities" => (name, 0),
                "allowed_sources" => ("address", 1),
                plural => (plural.trim_end_matches('s'), 1),
            };
            let count = least + rng.below(3);
            Node::List((0..count).map(|_| one(rng, edges("facts", of))).collect())
        }
        "source_address" => one(rng, edges("facts", "address")),
        "issuer_country" => one(rng, edges("facts", "country")),
        "currency" => one(rng, of_member(name)),
        "path" => Node::Text(path(rng, world.operation)),
        "amount" | "captured" | "refunded" | "last_refund" => match one(rng, list) {
            Node::Text(literal) if rng.chance(50) => Node::Number(literal),
            literal => literal,
        },
        "now" | "paid_at" | "utc_offset" | "hold_days" | "headers" => return None,
        _ if list.is_empty() => Node::Bool(rng.chance(50)),
        _ => one(rng, list),
    })
}

/// A random element of a list.
pub(crate) fn one(rng: &mut Rng, list: &[Node]) -> Node {
    list[rng.below(list.len())].clone()
}

/// A random member of a list of pairs of a name and a value.
pub(crate) fn pair(rng: &mut Rng, section: &str, list: &str) -> (String, Node) {
    if let Node::List(pair) = one(rng, edges(section, list))
        && let [Node::Text(name), value] = &pair[..]
    {
        return (name.clone(), value.clone());
    }
    unreachable!("{section} has pairs in edges.json")
}

fn path(rng: &mut Rng, operation: Operation) -> String {
    let operation = if rng.chance(80) { operation } else { rng.pick(Operation::ALL) };
    let mut part = |name: &str| match one(rng, edges("facts", name)) {
        Node::Text(text) => text,
        _ => String::new(),
    };
    let endpoint = operation.endpoint().unwrap_or("/do/").replace("{order_id}", &part("id"));
    let mut whole = format!("{}{endpoint}{}", part("prefix"), part("end"));
    if rng.chance(4) {
        whole = whole.trim_end_matches('/').to_owned() + rng.pick(&["", " ", "//"]);
    }
    if whole.is_empty() { "/".to_owned() } else { whole }
}

/// Names of the headers that rules look at.
pub(crate) const HEADERS: [&str; 5] =
    ["Authorization", "Content-Type", "X-Webhook-Event", "X-Webhook-Version", "Host"];

fn headers(rng: &mut Rng, operation: Operation, odds: Odds) -> Node {
    let is_webhook = operation == Operation::CardWebhook;
    let mut members = Vec::new();
    for name in HEADERS {
        let calm = rng.chance(odds.calm);
        let is_usual = match name {
            "Content-Type" | "Host" => true,
            "Authorization" => !is_webhook,
            _ => is_webhook,
        };
        if if calm { is_usual } else { rng.chance(70) } {
            let values = edges("facts", name);
            let value = if calm { values[0].clone() } else { one(rng, values) };
            let upper = !calm && rng.chance(30);
            members.push((if upper { name.to_uppercase() } else { name.to_owned() }, value));
        }
        if !calm && rng.chance(8) {
            members.push((name.to_lowercase(), one(rng, edges("facts", name))));
        }
    }
    Node::Object(members)
}
