//! The pairs of features of random orders, payouts, refunds and reversals.

use std::collections::{BTreeMap, BTreeSet};

use paylint::compatibility::Compatibility;
use paylint::{Engine, Facts, Feature, Operation, Policy};
use paylint_tests::engine::ready;
use paylint_tests::generate::{self, Rng};
use paylint_tests::tries;

use super::source::relation;

/// The rule that a pair violates.
fn violated(a: Feature, b: Feature) -> Option<&'static str> {
    match relation(a, b)? {
        Compatibility::Incompatible => Some("compat.pair"),
        Compatibility::Disputed => Some("compat.disputed"),
        Compatibility::Compatible => None,
    }
}

/// The features that may not go with those of a request: the other ones of an order or a payout, and those of a refunded
/// or reversed order.
fn others(operation: Operation, own: &[Feature], facts: &Facts<'_>) -> Vec<Feature> {
    if !matches!(operation, Operation::Refund | Operation::Reversal) {
        return own.to_vec();
    }
    let order = facts.order.unwrap_or_default();
    let capabilities = order.capabilities.unwrap_or_default();
    let capabilities = capabilities.iter().filter(|feature| *feature != Feature::Avs);
    order.scenario.into_iter().chain(capabilities).collect()
}

/// Each rule that may be violated if missing facts were known, with these.
fn open(
    operation: Operation,
    own: &[Feature],
    facts: &Facts<'_>,
) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut open: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    let mut add = |rule, fact| _ = open.entry(rule).or_default().insert(fact);
    let order = facts.order.unwrap_or_default();
    match operation {
        Operation::Order => {
            use Feature::{Avs, Qcash, SdwoFunding};
            let terminals = facts.terminal.is_none().then_some([Qcash, SdwoFunding]);
            let terminals = terminals.into_iter().flatten().map(|feature| (feature, "terminal"));
            let merchant = facts.merchant.unwrap_or_default();
            let is_avs_known = merchant.avs_permission.is_some() || facts.subsequent.is_some();
            let avs = (!is_avs_known).then_some((Avs, "merchant.avs_permission"));
            for (feature, fact) in terminals.chain(avs) {
                let rules = own.iter().filter_map(|other| violated(feature, *other));
                rules.for_each(|rule| add(rule, fact));
            }
        }
        Operation::Refund | Operation::Reversal => {
            if order.scenario.is_none() {
                add("compat.pair", "order.scenario");
            }
            if order.capabilities.is_none() {
                add("compat.disputed", "order.capabilities");
            }
        }
        _ => {}
    }
    open
}

#[test]
fn pairs_of_random_requests_follow_the_rows() {
    let policy = Policy::from_json(br#"{"max_findings":10000}"#).expect("a limit");
    let engine = Engine::new(&policy);
    let mut seen = BTreeSet::new();
    for seed in 0..tries(200_000) {
        let case = generate::case(&mut Rng::new(seed));
        let facts = case.facts.as_deref();
        let Some((_, operation, facts)) = ready(&case.operation, facts, None) else { continue };
        let facts = facts.as_facts();
        let report = engine.check(operation, &case.body, &facts);
        let is_within = !matches!(operation, Operation::Refund | Operation::Reversal);
        let capabilities = report.capabilities().iter().filter(|_| is_within);
        let own = Vec::from_iter(report.scenario().into_iter().chain(capabilities));
        if own.is_empty() {
            continue;
        }
        let mut expected = BTreeSet::new();
        for other in others(operation, &own, &facts) {
            for one in own.iter().copied() {
                let (a, b) =
                    if is_within { (one.min(other), one.max(other)) } else { (one, other) };
                let features = format!(r#"{{"features":["{a}","{b}"]}}"#);
                expected.extend(violated(a, b).map(|rule| (rule, features)));
            }
        }
        let found = report.findings().filter(|finding| finding.rule().family() == "compat");
        let found: Vec<_> =
            found.map(|finding| (finding.rule().name, finding.params_json())).collect();
        assert_eq!(found.len(), expected.len(), "seed {seed}");
        assert_eq!(BTreeSet::from_iter(found), expected, "seed {seed}");
        let mut missing = open(operation, &own, &facts);
        missing.retain(|rule, _| expected.iter().all(|(found, _)| found != rule));
        let unchecked = report.unchecked().filter(|open| open.rule().family() == "compat");
        let unchecked = unchecked
            .map(|open| (open.rule().name, open.needs().map(|fact| fact.name()).collect()));
        assert_eq!(unchecked.collect::<BTreeMap<_, BTreeSet<_>>>(), missing, "seed {seed}");
        seen.extend(expected);
    }
    assert!(seen.len() > 85, "{} pairs", seen.len());
}
