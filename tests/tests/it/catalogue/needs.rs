//! The facts on which the outcome of a rule depends, also those that have a default.

use paylint::FactsBuf;
use paylint::facts::Fact;
use paylint::rule::{Example, Rule};
use paylint_tests::cases::of_example;
use paylint_tests::engine::ready;
use paylint_tests::generate::{self, Rng};
use serde_json::{Value, json};
use std::collections::BTreeSet;

use super::check;

/// Values that random requests have for a fact, and none.
pub(super) fn values(fact: Fact) -> Vec<Option<Value>> {
    let mut values = vec![None];
    let pointer = format!("/{}", fact.name().replace('.', "/"));
    for seed in 0.. {
        let facts = generate::case(&mut Rng::new(seed)).facts.unwrap_or_default();
        let usable = FactsBuf::from_json(&facts).is_ok();
        let facts: Value = serde_json::from_slice(&facts).unwrap_or_default();
        let value = facts.pointer(&pointer).filter(|_| usable).cloned();
        if !values.contains(&value) {
            values.push(value);
        }
        if values.len() > 8 || seed > 200 {
            break;
        }
    }
    values
}

/// The facts with one set to a value, or left out.
fn with(facts: &str, fact: Fact, value: Option<&Value>) -> String {
    let mut facts: Value =
        serde_json::from_str(if facts.is_empty() { "{}" } else { facts }).unwrap();
    let (group, member) = fact.name().split_once('.').unwrap_or(("", fact.name()));
    let place = if group.is_empty() {
        &mut facts
    } else {
        if value.is_none() && facts.get(group).is_none() {
            return facts.to_string();
        }
        facts.as_object_mut().unwrap().entry(group).or_insert_with(|| json!({}))
    };
    let place = place.as_object_mut().unwrap();
    match value {
        Some(value) => _ = place.insert(member.to_owned(), value.clone()),
        None => _ = place.remove(member),
    }
    facts.to_string()
}

/// The paths where the rule fires, or the facts that it lacks.
fn outcome(rule: &Rule<'_>, example: &Example, facts: &str) -> String {
    let (operation, body, _, policy) = of_example(example);
    let (engine, operation, facts) = ready(operation, Some(facts.as_bytes()), policy).unwrap();
    let report = engine.check(operation, body, &facts.as_facts());
    let fired = report.findings().filter(|finding| finding.rule().name == rule.name);
    let open = report.unchecked().filter(|open| open.rule().name == rule.name);
    let open = open.map(|open| open.needs().map(Fact::name).collect::<Vec<_>>());
    let fired: Vec<String> =
        fired.map(|finding| format!("{} {}", finding.path(), finding.params_json())).collect();
    format!("{fired:?} {:?}", open.collect::<Vec<_>>())
}

/// Whether the fact decides which body is read, or whether the rule applies at all, and so isn't among its needs.
fn decides_what_is_read(rule: &Rule<'_>, fact: Fact) -> bool {
    match fact {
        // A payout's card post has another body than an order's.
        Fact::OrderScenario => matches!(rule.family(), "payment" | "card" | "saving"),
        // So is a webhook of another event.
        Fact::RequestHeaders => {
            matches!(rule.family(), "field" | "number" | "json" | "card" | "code" | "text")
                || matches!(rule.name, "webhook.field_missing" | "webhook.pan_not_masked")
        }
        // The rules about a request apply only if it is known.
        Fact::RequestMethod | Fact::RequestPath | Fact::RequestSourceAddress => {
            rule.family() == "http"
        }
        _ => false,
    }
}

/// Whether a fact decides only what the rule's message advises, not whether it is violated.
fn decides_what_is_advised(rule: &Rule, fact: Fact) -> bool {
    match rule.name {
        "refund.not_captured" => {
            matches!(fact, Fact::Now | Fact::OrderPaidAt | Fact::MerchantUtcOffset)
        }
        "webhook.source_address" => fact == Fact::RequestHeaders,
        "reversal.same_day" => matches!(fact, Fact::OrderScenario | Fact::OrderCaptured),
        _ => false,
    }
}

/// The facts that decide the rule in its examples. All are among its needs.
pub(super) fn deciding(rule: &Rule<'_>, values: &[(Fact, Vec<Option<Value>>)]) -> BTreeSet<Fact> {
    let mut deciding = BTreeSet::new();
    for example in [rule.docs.violated_by, rule.docs.held_by] {
        let facts = if example.facts.is_empty() { "{}" } else { example.facts };
        let before = outcome(rule, &example, facts);
        for (fact, value) in
            values.iter().flat_map(|(fact, all)| all.iter().map(move |value| (fact, value)))
        {
            let facts = with(facts, *fact, value.as_ref());
            if outcome(rule, &example, &facts) != before {
                let is_need = rule.needs.contains(fact)
                    || decides_what_is_read(rule, *fact)
                    || decides_what_is_advised(rule, *fact);
                check(
                    rule,
                    is_need,
                    format!("{} isn't among its needs, but decides it: {facts}", fact.name()),
                );
                deciding.insert(*fact);
            }
        }
    }
    deciding
}
