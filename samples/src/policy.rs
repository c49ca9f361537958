//! Random policies.

use paylint::catalogue;

use crate::declared::declare;
use crate::node::Node;
use crate::policy_rules;
use crate::rng::Rng;

/// A policy for the operation and the length of the body, with or without policy rules.
pub(crate) fn policy(rng: &mut Rng, operation: &str, body_bytes: usize, has_rules: bool) -> Node {
    let mut members = Vec::new();
    let mut known = Vec::new();
    if rng.chance(50) {
        let entries;
        (entries, known) = declare(rng, operation);
        members.push(("members".to_owned(), entries));
    }
    if has_rules {
        members.push(("rules".to_owned(), policy_rules::rules(rng, operation, &known)));
    }
    if rng.chance(75) {
        let mut levels: Vec<(String, Node)> = Vec::new();
        for _ in 0..rng.pick(&[1, 2, 3, 6]) {
            let rule = catalogue()[rng.below(catalogue().len())];
            let name = match rng.below(if has_rules { 9 } else { 8 }) {
                8 => rng.pick(&["custom.r0", "custom.r0", "custom.old0"]).to_owned(),
                0 => "avs.issuer_support".to_owned(),
                1 | 2 => format!("{}.*", rule.family()),
                3 => rng.pick(&["*", "custom.*", "basis.custom", "basis.integrity"]).to_owned(),
                4 => rng.pick(&["basis.stated", "basis.inferred", "basis.convention"]).to_owned(),
                // A level for a locked rule would be an error.
                _ if rule.locked => continue,
                _ => rule.name.to_owned(),
            };
            if !levels.iter().any(|(known, _)| *known == name) {
                levels.push((name, Node::text(rng.pick(&["deny", "warn", "allow"]))));
            }
        }
        members.push(("levels".to_owned(), Node::Object(levels)));
    }
    if rng.chance(30) {
        let unchecked = rng.pick(&["accept", "reject", "reject"]);
        members.push(("unchecked".to_owned(), Node::text(unchecked)));
    }
    if rng.chance(10) {
        members.push(("label".to_owned(), Node::text(rng.pick(&["a", "acme-2026.11_A"]))));
    }
    if rng.chance(30) {
        let limit = rng.pick(&["1", "2", "3", "5", "10000"]);
        members.push(("max_findings".to_owned(), Node::number(limit)));
    }
    if rng.chance(20) {
        let limit = (body_bytes + rng.pick(&[0, 1, 2, 100])).saturating_sub(1).max(1);
        members.push(("max_body_bytes".to_owned(), Node::Number(limit.to_string())));
    }
    Node::Object(members)
}
