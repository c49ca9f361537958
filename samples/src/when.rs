//! Random conditions of policy rules.

use paylint::Feature;

use crate::node::Node;
use crate::policy_rules::{Holds, Known, values};
use crate::rng::Rng;

/// Some conditions that the operations support, if any is drawn.
pub(crate) fn when(rng: &mut Rng, on: &[&str], known: &[Known]) -> Option<Node> {
    let is_payout = |name: &str| name.starts_with("payout");
    let all = |listed: fn(&str) -> bool| on.iter().all(|name| listed(name) || is_payout(name));
    let paths: Vec<&Known> = known
        .iter()
        .filter(|member| {
            !member.path.contains('*') && member.path != "total" && member.is_known_to(on)
        })
        .collect();
    let is_valued = |known: &&Known| {
        known.holds != Holds::Other && known.path != "total" && known.is_known_to(on)
    };
    let valued: Vec<&Known> = known.iter().filter(is_valued).collect();
    let mut conditions = Vec::new();
    let mut put = |name: &str, node: Node| conditions.push((name.to_owned(), node));
    for _ in 0..rng.pick(&[1, 1, 1, 2, 3]) {
        match rng.below(15) {
            0 if all(|name| matches!(name, "order" | "capture" | "refund")) => {
                put("currency", some(rng, &["EUR", "USD", "JPY", "GBP"]));
            }
            1 if all(|name| matches!(name, "order" | "capture" | "refund" | "payment")) => {
                put("scenario", some(rng, &features(true)));
            }
            2 | 8 | 9 if all(|name| name == "order") => {
                put("capability", some(rng, &features(false)))
            }
            3 => put("terminal", some(rng, &["standard", "qcash", "sdwo_funding"])),
            4 => put("website", some(rng, &["shop.example", "SHOP.example", "tea.example"])),
            5 => put("environment", some(rng, &["live", "sandbox"])),
            10 => put("merchant.country", some(rng, &["LV", "US", "UK"])),
            11 => put("card.brand", some(rng, &["visa", "Visa", "amex"])),
            12 => put("subsequent", some(rng, &["recurring", "one_click"])),
            13 => put("key.test", Node::Bool(rng.chance(50))),
            14 if !valued.is_empty() => {
                let member = rng.pick(&valued);
                let values = values(rng, member);
                put("member", Node::Object(vec![(member.path.clone(), values)]));
            }
            6 | 7 if !paths.is_empty() => {
                let name = rng.pick(&["given", "absent"]);
                let of: Vec<&str> = paths.iter().map(|member| member.path.as_str()).collect();
                put(name, some(rng, &of));
            }
            _ => {}
        }
    }
    conditions.sort_by(|(one, _), (other, _)| one.cmp(other));
    conditions.dedup_by(|(one, _), (other, _)| one == other);
    if conditions.is_empty() { None } else { Some(Node::Object(conditions)) }
}

/// The names of all scenarios, or of all capabilities.
fn features(scenarios: bool) -> Vec<&'static str> {
    let all = Feature::ALL.iter().filter(|feature| feature.is_scenario() == scenarios);
    all.map(|feature| feature.name()).collect()
}

/// One of the values, or a list of different ones.
fn some(rng: &mut Rng, from: &[&str]) -> Node {
    if rng.chance(50) {
        return Node::text(rng.pick(from));
    }
    let mut list: Vec<&str> = (0..rng.pick(&[1, 2, 3])).map(|_| rng.pick(from)).collect();
    list.sort_unstable();
    list.dedup();
    Node::List(list.into_iter().map(Node::text).collect())
}
