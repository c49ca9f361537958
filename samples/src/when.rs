//! Random conditions of policy rules.

use paylint::Feature;

use crate::facts::pair;
use crate::node::Node;
use crate::policy_rules::{Known, some, values};
use crate::rng::Rng;

/// Some conditions that the operations support, if any is drawn.
pub(crate) fn when(rng: &mut Rng, on: &[&str], known: &[Known]) -> Option<Node> {
    let is_payout = |name: &str| name.starts_with("payout");
    let all = |listed: fn(&str) -> bool| on.iter().all(|name| listed(name) || is_payout(name));
    let known = known.iter().filter(|member| member.path != "total" && member.is_known_to(on));
    let paths = known.clone().filter(|member| !member.path.contains('*'));
    let paths: Vec<Node> = paths.map(|member| Node::text(&member.path)).collect();
    let valued: Vec<&Known> = known.filter(|member| member.is_valued()).collect();
    let named = |name: &str, values| (name.to_owned(), values);
    let mut conditions = Vec::new();
    for _ in 0..rng.pick(&[1, 1, 1, 2, 3]) {
        conditions.push(match rng.below(15) {
            0 if all(|name| matches!(name, "order" | "capture" | "refund")) => {
                pair(rng, "conditions", "currency")
            }
            1 if all(|name| matches!(name, "order" | "capture" | "refund" | "payment")) => {
                named("scenario", some(rng, &features(true)))
            }
            2..5 if all(|name| name == "order") => named("capability", some(rng, &features(false))),
            5 if !valued.is_empty() => {
                let member = rng.pick(&valued);
                let values = values(rng, member);
                named("member", Node::Object(vec![(member.path.clone(), values)]))
            }
            6 | 7 if !paths.is_empty() => named(rng.pick(&["given", "absent"]), some(rng, &paths)),
            8.. => pair(rng, "conditions", "fact"),
            _ => continue,
        });
    }
    conditions.sort_by(|(one, _), (other, _)| one.cmp(other));
    conditions.dedup_by(|(one, _), (other, _)| one == other);
    if conditions.is_empty() { None } else { Some(Node::Object(conditions)) }
}

/// The names of all scenarios, or of all capabilities.
fn features(scenarios: bool) -> Vec<Node> {
    let all = Feature::ALL.iter().filter(|feature| feature.is_scenario() == scenarios);
    all.map(|feature| Node::text(feature.name())).collect()
}
