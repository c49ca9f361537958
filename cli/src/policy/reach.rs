//! What requests can be, under a policy and under the default one. The engine is asked about every request of
//! [`requests`], once it has what the rules ask for.

use super::layers::OwnRule;
use super::requests::{self, Request};
use paylint::compatibility::compatibility;
use paylint::{Engine, Facts, Feature, FeatureSet, KnownMember, Level, Operation, Policy, Report};
use std::collections::{BTreeMap, BTreeSet};

/// What no request can be any more, and the rules that see to it.
pub(super) struct Loss {
    pub(super) cell: Cell,
    pub(super) rules: BTreeSet<String>,
}

/// What a request is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// Requests that have no scenario.
    Operation(Operation),
    Feature(Feature),
    Pair(Feature, Feature),
}

impl Cell {
    /// `operation`, `scenario`, `capability` or `pair`.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Cell::Operation(_) => "operation",
            Cell::Feature(feature) if feature.is_scenario() => "scenario",
            Cell::Feature(_) => "capability",
            Cell::Pair(..) => "pair",
        }
    }

    /// Its features; of an operation none.
    pub(super) fn features(self) -> Vec<Feature> {
        match self {
            Cell::Operation(_) => vec![],
            Cell::Feature(feature) => vec![feature],
            Cell::Pair(a, b) => vec![a, b],
        }
    }
}

impl Loss {
    /// Whether no request of a scenario, or of an operation that has none, is left.
    pub(super) fn is_of_whole_requests(&self) -> bool {
        matches!(self.cell.kind(), "operation" | "scenario")
    }
}

/// What the default policy allows with these facts, and the policy doesn't.
pub(super) fn losses<'a>(
    policy: &Policy,
    own: impl Iterator<Item = &'a OwnRule<'a>> + Clone,
    facts: &Facts<'_>,
) -> Vec<Loss> {
    let [before, after] = [Policy::default(), about_presence(policy, own.clone())];
    let [before, after] = [before, after].map(|policy| Engine::new(&policy));
    let is_thorough = own.clone().any(|rule| !rule.when.is_empty());
    let named: Vec<&str> = own.map(|rule| rule.member.as_str()).collect();
    let [mut possible_before, mut possible]: [BTreeSet<Cell>; 2] = Default::default();
    // Of each cell that the default policy allows, what is against the requests in it.
    let mut against: BTreeMap<Cell, Vec<Conflicts>> = BTreeMap::new();
    for operation in Operation::ALL {
        let [known_before, known] = [&before, &after].map(|engine| engine.members(*operation));
        let all_facts = requests::facts(*operation, facts);
        for request in requests::of(*operation, &named) {
            for facts in all_facts.iter().filter(|it| is_thorough || request.needs(it, facts)) {
                let then = complete(&before, &known_before, &request, facts);
                if !then.conflicts.is_empty() {
                    continue;
                }
                let now = complete(&after, &known, &request, facts);
                possible_before.extend(&then.cells);
                if now.conflicts.is_empty() {
                    possible.extend(&now.cells);
                    continue;
                }
                for cell in then.cells.union(&now.cells) {
                    against.entry(*cell).or_default().push(now.conflicts.clone());
                }
            }
        }
    }
    let is_lost = |cell: &Cell| possible_before.contains(cell) && !possible.contains(cell);
    let lost: BTreeMap<Cell, _> = against.into_iter().filter(|(cell, _)| is_lost(cell)).collect();
    // A pair goes without saying where one of the two is lost.
    let is_news = |cell: &Cell| match cell {
        Cell::Pair(a, b) => [a, b].iter().all(|f| !lost.contains_key(&Cell::Feature(**f))),
        _ => true,
    };
    let losses = lost.iter().filter(|(cell, _)| is_news(cell));
    let mut losses: Vec<Loss> =
        losses.map(|(cell, against)| Loss { cell: *cell, rules: responsible(against) }).collect();
    losses.sort_by_key(|loss| match loss.cell.kind() {
        "operation" => 0,
        "scenario" => 1,
        "capability" => 2,
        _ => 3,
    });
    losses
}

/// What is against a request: rules each of which rejects it, or of which one asks for a member that the other refuses.
type Conflicts = BTreeSet<BTreeSet<String>>;

/// A request once it has what the rules ask for.
struct Complete {
    cells: BTreeSet<Cell>,
    /// What is still against it.
    conflicts: Conflicts,
}

/// Gives a request the members that it lacks by the rules at level deny, until none is missing.
fn complete(
    engine: &Engine,
    known: &[KnownMember],
    request: &Request,
    facts: &Facts<'_>,
) -> Complete {
    let mut request = request.clone();
    let mut asking: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    loop {
        let report = engine.check(request.operation, request.text().as_bytes(), facts);
        let denials = denials(&report);
        let missing: Vec<_> = denials.iter().filter(|(_, path)| request.lacks(path)).collect();
        let mut is_more = false;
        for (rule, path) in missing {
            is_more |= request.give(path, known);
            asking.entry(path.clone()).or_default().insert(rule.clone());
        }
        if !is_more {
            let conflicts = denials.into_iter().flat_map(|(rule, path)| match asking.get(&path) {
                Some(asking) => {
                    asking.iter().map(|it| BTreeSet::from([rule.clone(), it.clone()])).collect()
                }
                None => vec![BTreeSet::from([rule])],
            });
            return Complete { cells: cells_of(&report, facts), conflicts: conflicts.collect() };
        }
    }
}

/// The findings that reject: rule and path, the path that of the member that it asks for if it asks for one.
fn denials(report: &Report) -> Vec<(String, String)> {
    let denials = report.findings().filter(|finding| finding.level() == Level::Deny);
    let denials = denials.map(|finding| {
        let (rule, path) = (finding.rule().name, finding.path().to_string());
        (rule.to_owned(), requests::asked_for(rule, &path).to_owned())
    });
    denials.collect()
}

/// A policy with the levels of another, and of its policy rules those that say whether a member may or must be there.
/// What is unchecked doesn't count.
fn about_presence<'a>(policy: &Policy, own: impl Iterator<Item = &'a OwnRule<'a>>) -> Policy {
    let others = own.filter(|rule| !rule.is_about_presence());
    let policy = others.fold(policy.clone(), |policy, rule| {
        policy.clone().with_level(&rule.name, Level::Allow).unwrap_or(policy)
    });
    let policy = policy.with_unchecked_rejected(false);
    let policy = policy.clone().with_max_findings(Policy::MAX_FINDINGS).unwrap_or(policy);
    policy.clone().with_max_body_bytes(Policy::MAX_BODY_BYTES).unwrap_or(policy)
}

/// The cells of the table that no request reaches, whatever the facts and the policy.
pub(super) fn unreachable() -> Vec<(Feature, Feature)> {
    let nothing = paylint::catalogue().iter().fold(Policy::default(), |policy, rule| {
        policy.clone().with_level(rule.name, Level::Allow).unwrap_or(policy)
    });
    let engine = Engine::new(&nothing);
    let mut reached = BTreeSet::new();
    for operation in Operation::ALL {
        for request in requests::of(*operation, &[]) {
            let all_facts = requests::facts(*operation, &Facts::default());
            for facts in all_facts.iter().filter(|it| request.needs(it, &Facts::default())) {
                let report = engine.check(*operation, request.text().as_bytes(), facts);
                reached.extend(cells_of(&report, facts));
            }
        }
    }
    let all = Feature::ALL.iter().enumerate();
    let all = all.flat_map(|(at, a)| Feature::ALL[at + 1..].iter().map(|b| (*a, *b)));
    let is_reached = |a, b| reached.contains(&Cell::Pair(a, b));
    all.filter(|(a, b)| compatibility(*a, *b).is_some() && !is_reached(*a, *b)).collect()
}

/// The cells that a request is in: its features and all pairs of them; of a refund or a reversal
/// also itself with each feature of the payment that it acts on.
fn cells_of(report: &Report, facts: &Facts<'_>) -> BTreeSet<Cell> {
    let Some(scenario) = report.scenario() else {
        return BTreeSet::from([Cell::Operation(report.operation())]);
    };
    let cell = |a, b| if a == b { Cell::Feature(a) } else { Cell::Pair(a, b) };
    let own = FeatureSet::of(&[scenario]).union(report.capabilities());
    let pairs = |a| own.iter().filter(move |b| a <= *b).map(move |b| cell(a, b));
    let mut cells: BTreeSet<Cell> = own.iter().flat_map(pairs).collect();
    if matches!(report.operation(), Operation::Refund | Operation::Reversal) {
        let order = facts.order.unwrap_or_default();
        let original: FeatureSet = order.scenario.into_iter().collect();
        let original = original.union(order.capabilities.unwrap_or_default());
        let with = |a: Feature| original.iter().map(move |b| cell(a.min(b), a.max(b)));
        cells.extend(own.iter().flat_map(with));
    }
    cells
}

/// The rules each of which leaves a request possible if it is off; if no single one does, those against the requests
/// that have the fewest against them.
fn responsible(against: &[Conflicts]) -> BTreeSet<String> {
    let in_all = |conflicts: &Conflicts| {
        let mut sets = conflicts.iter().cloned();
        let first = sets.next().unwrap_or_default();
        sets.fold(first, |common, rules| &common & &rules)
    };
    let alone: BTreeSet<String> = against.iter().flat_map(in_all).collect();
    if !alone.is_empty() {
        return alone;
    }
    let least = against.iter().map(BTreeSet::len).min().unwrap_or_default();
    let least = against.iter().filter(|conflicts| conflicts.len() == least);
    least.flatten().flatten().cloned().collect()
}
