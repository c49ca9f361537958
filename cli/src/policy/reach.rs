//! What requests can be, under a policy and under the default one. The engine is asked about every
//! request of [`requests`].

use super::{Members, as_type, requests};
use crate::members::{self, Place};
use paylint::compatibility::compatibility;
use paylint::{Engine, Facts, Feature, FeatureSet, Level, Operation, Policy, Report};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// A scenario, a capability or a pair that no request can have any more, and the rules that see to
/// it.
pub(super) struct Loss {
    /// One feature, or two.
    pub(super) features: Vec<Feature>,
    pub(super) rules: BTreeSet<String>,
}

impl Loss {
    pub(super) fn is_scenario(&self) -> bool {
        matches!(self.features[..], [feature] if feature.is_scenario())
    }

    /// `scenario`, `capability` or `pair`.
    pub(super) fn kind(&self) -> &'static str {
        match self.features[..] {
            [feature] if feature.is_scenario() => "scenario",
            [_] => "capability",
            _ => "pair",
        }
    }
}

/// Two features, or one twice.
type Cell = (Feature, Feature);

/// What the default policy allows with these facts, and the policy doesn't.
pub(super) fn losses(policy: &Policy, members: &Members<'_>, facts: &Facts<'_>) -> Vec<Loss> {
    let own = own_rules(members);
    let default = Engine::new(&only(&Policy::default(), &[]));
    let engine = Engine::new(&only(policy, &own));
    // Of each cell that the default policy allows, the rules that reject the requests in it; and the
    // cells that the policy allows.
    let mut cells: BTreeMap<Cell, Vec<BTreeSet<String>>> = BTreeMap::new();
    let mut allowed: BTreeSet<Cell> = BTreeSet::new();
    let paths = required(&own);
    let steps: Vec<_> = paths.iter().filter_map(|path| members::steps(path)).collect();
    let places: Vec<_> = steps.iter().flat_map(|steps| members::places(steps)).collect();
    each(facts, &places, &mut |operation, body, facts| {
        let [before, after] = [&default, &engine].map(|e| e.check(operation, body, facts));
        let rejecting = denials(&after);
        for cell in cells_of(&after, facts) {
            if rejecting.is_empty() {
                allowed.insert(cell);
            } else if before.first_denial().is_none() {
                cells.entry(cell).or_default().push(rejecting.clone());
            }
        }
    });
    let lost: BTreeMap<Cell, _> =
        cells.into_iter().filter(|(cell, _)| !allowed.contains(cell)).collect();
    // A pair goes without saying where one of the two is lost.
    let is_news = |(a, b): &Cell| a == b || [a, b].iter().all(|f| !lost.contains_key(&(**f, **f)));
    let mut losses: Vec<Loss> = lost
        .iter()
        .filter(|(cell, _)| is_news(cell))
        .map(|((a, b), rejecting)| Loss {
            features: if a == b { vec![*a] } else { vec![*a, *b] },
            rules: responsible(rejecting),
        })
        .collect();
    losses.sort_by_key(|loss| (loss.features.len(), !loss.is_scenario()));
    losses
}

/// The cells of the table that no request reaches, whatever the facts and the policy.
pub(super) fn unreachable() -> Vec<Cell> {
    let nothing = paylint::catalogue().iter().fold(Policy::default(), |policy, rule| {
        policy.clone().with_level(rule.name, Level::Allow).unwrap_or(policy)
    });
    let engine = Engine::new(&nothing);
    let mut reached = BTreeSet::new();
    each(&Facts::default(), &[], &mut |operation, body, facts| {
        reached.extend(cells_of(&engine.check(operation, body, facts), facts));
    });
    let all = Feature::ALL.iter().enumerate();
    let all = all.flat_map(|(at, a)| Feature::ALL[at + 1..].iter().map(|b| (*a, *b)));
    all.filter(|(a, b)| compatibility(*a, *b).is_some() && !reached.contains(&(*a, *b))).collect()
}

/// Calls `request` with every request, with facts that the given ones leave open.
fn each(
    given: &Facts<'_>,
    required: &[Place<'_>],
    request: &mut dyn FnMut(Operation, &[u8], &Facts<'_>),
) {
    for operation in Operation::ALL {
        let facts = requests::facts(*operation, given);
        for body in requests::bodies(*operation, required) {
            for facts in &facts {
                request(*operation, body.as_bytes(), facts);
            }
        }
    }
}

/// The cells that a request is in: its features and all pairs of them; of a refund or a reversal
/// also itself with each feature of the payment that it acts on.
fn cells_of(report: &Report, facts: &Facts<'_>) -> Vec<Cell> {
    let own: FeatureSet = report.scenario().into_iter().collect();
    let own = own.union(report.capabilities());
    let pairs = |a| own.iter().filter(move |b| a <= *b).map(move |b| (a, b));
    let mut cells: Vec<Cell> = own.iter().flat_map(pairs).collect();
    if matches!(report.operation(), Operation::Refund | Operation::Reversal) {
        let order = facts.order.unwrap_or_default();
        let original: FeatureSet = order.scenario.into_iter().collect();
        let original = original.union(order.capabilities.unwrap_or_default());
        let with = |a: Feature| original.iter().map(move |b| (a.min(b), a.max(b)));
        cells.extend(own.iter().flat_map(with));
    }
    cells
}

fn denials(report: &Report) -> BTreeSet<String> {
    let denials = report.findings().filter(|finding| finding.level() == Level::Deny);
    denials.map(|finding| finding.rule().name.to_owned()).collect()
}

/// The rules that reject all requests; if it isn't always the same, those of the requests that the
/// fewest reject.
fn responsible(rejecting: &[BTreeSet<String>]) -> BTreeSet<String> {
    let mut all = rejecting.iter().cloned();
    let first = all.next().unwrap_or_default();
    let always = all.fold(first, |always, rules| &always & &rules);
    if !always.is_empty() {
        return always;
    }
    let least = rejecting.iter().map(BTreeSet::len).min().unwrap_or_default();
    rejecting.iter().filter(|rules| rules.len() == least).flatten().cloned().collect()
}

/// A policy that looks at `compat.*`, at the levels of another, and at the policy rules that
/// ask for a member or forbid it.
fn only(policy: &Policy, own: &[OwnRule<'_>]) -> Policy {
    let own: Vec<&RawValue> = own.iter().map(|rule| rule.text).collect();
    let rules = serde_json::to_vec(&BTreeMap::from([("rules", own)])).unwrap_or_default();
    let empty = Policy::from_json(&rules).unwrap_or_default();
    let names: Vec<(String, Level)> =
        empty.rules().map(|(rule, _)| (rule.name.to_owned(), rule.level)).collect();
    let level = |name: &str| {
        let is_looked_at = name.starts_with("compat.") || name.starts_with("custom.");
        let known = policy.rules().find(|(rule, _)| rule.name == name);
        known.filter(|_| is_looked_at).map_or(Level::Allow, |(_, level)| level)
    };
    names.iter().fold(empty, |empty, (name, _)| {
        let level = level(name);
        empty.clone().with_level(name, level).unwrap_or(empty)
    })
}

/// A policy rule that asks for a member or forbids it.
struct OwnRule<'t> {
    text: &'t RawValue,
    /// The member that it asks for.
    required: Option<String>,
}

/// Policy rules that ask for a member or forbid it.
fn own_rules<'t>(members: &Members<'t>) -> Vec<OwnRule<'t>> {
    let rules: Vec<&RawValue> = members.get("rules").map_or_else(Vec::new, as_type);
    let own = rules.into_iter().filter_map(|text| {
        let rule: Value = as_type(&text);
        let is_required = rule["required"] == true;
        let required = rule["member"].as_str().filter(|_| is_required).map(str::to_owned);
        (is_required || rule["forbidden"] == true).then_some(OwnRule { text, required })
    });
    own.collect()
}

/// The paths that policy rules ask for, the shorter first.
fn required<'a>(own: &'a [OwnRule<'_>]) -> Vec<&'a str> {
    let mut paths: Vec<&str> = own.iter().filter_map(|rule| rule.required.as_deref()).collect();
    paths.sort_by_key(|path| path.len());
    paths
}
