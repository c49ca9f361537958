//! Every rule fires, holds and is unchecked over many cases, and the facts that leave it unchecked are those it names.

use std::collections::{BTreeMap, BTreeSet};

use paylint::facts::Fact;
use paylint::{Level, catalogue};
use paylint_tests::cases::{self, Parts, of_example};
use paylint_tests::engine::ready;
use paylint_tests::generate::{self, Rng};
use paylint_tests::tries;

use super::needs::{deciding, values};
use super::{UNREAD, check};

/// Number of times that a rule had each of the three values.
#[derive(Clone, Default)]
struct Counts {
    violated: u64,
    held: u64,
    unchecked: u64,
    /// The missing facts that left it unchecked.
    needs: BTreeSet<Fact>,
    /// The names of its findings' params, each combination once.
    params: BTreeSet<BTreeSet<String>>,
}

/// Counts by the rule's name, and how many cases had a report or none.
#[derive(Default)]
struct Reach {
    rules: BTreeMap<String, Counts>,
    reports: u64,
    errors: u64,
}

impl Reach {
    fn rule(&mut self, name: &str) -> &mut Counts {
        self.rules.entry(name.to_owned()).or_default()
    }

    fn add(&mut self, (operation, body, facts, policy): Parts<'_>) {
        let Some((engine, operation, facts)) = ready(operation, facts, policy) else {
            self.errors += 1;
            return;
        };
        let report = engine.check(operation, body, &facts.as_facts());
        self.reports += 1;
        for finding in report.findings() {
            let counts = self.rule(finding.rule().name);
            counts.violated += 1;
            counts.params.insert(finding.params().map(|(name, _)| name.to_owned()).collect());
        }
        for open in report.unchecked() {
            let counts = self.rule(open.rule().name);
            counts.unchecked += 1;
            counts.needs.extend(open.needs());
        }
        let fired = report.findings().map(|finding| finding.rule().name);
        let settled: BTreeSet<_> =
            fired.chain(report.unchecked().map(|open| open.rule().name)).collect();
        // If a report was truncated, or a body wasn't read, the rules that hold are unknown.
        if report.truncated() || UNREAD.iter().any(|rule| settled.contains(rule)) {
            return;
        }
        for (rule, level) in engine.rules() {
            let is_looked_at = rule.on.contains(operation) && level != Level::Allow;
            if is_looked_at && !settled.contains(rule.name) {
                self.rule(rule.name).held += 1;
            }
        }
    }
}

/// Counts over the conformance cases, the examples and random cases.
fn reach() -> Reach {
    let mut reach = Reach::default();
    cases::all().iter().for_each(|case| reach.add(case.parts()));
    for rule in catalogue() {
        reach.add(of_example(&rule.docs.violated_by));
        reach.add(of_example(&rule.docs.held_by));
    }
    for seed in 0..tries(60_000) {
        let case = generate::case(&mut Rng::new(seed));
        // Without a policy of its own, a case gets one that turns on the rules that are off.
        let policy = case.policy.as_deref();
        let policy = policy.unwrap_or(br#"{"levels":{"avs.issuer_support":"warn"}}"#);
        reach.add((&case.operation, &case.body, case.facts.as_deref(), Some(policy)));
    }
    reach
}

#[test]
fn every_rule_fires_holds_and_is_unchecked() {
    let reach = reach();
    let values = Vec::from_iter(Fact::ALL.iter().map(|fact| (*fact, values(*fact))));
    for rule in catalogue() {
        let Counts { violated, held, needs, params, .. } =
            reach.rules.get(rule.name).cloned().unwrap_or_default();
        check(rule, violated > 0, "never fires");
        check(rule, held > 0, "never holds");
        let other = needs.iter().find(|fact| !rule.needs.contains(fact));
        check(rule, other.is_none(), format!("asks for {other:?}, which isn't among its needs"));
        // A fact that has a default decides without being asked for.
        let decides = deciding(rule, &values);
        // The two rules about pairs of features have the same needs.
        let is_idle = |fact: &&Fact| !needs.contains(fact) && !decides.contains(fact);
        let idle = rule.needs.iter().find(is_idle).filter(|_| rule.family() != "compat");
        check(rule, idle.is_none(), format!("{idle:?} makes no difference"));
        let declared = BTreeSet::from_iter(rule.params.iter().map(|name| (*name).to_owned()));
        let others = params.iter().find(|params| **params != declared);
        check(rule, others.is_none(), format!("a finding has the params {others:?}"));
    }
    let (own, others): (Vec<_>, Vec<_>) =
        reach.rules.iter().partition(|(rule, _)| rule.starts_with("custom."));
    assert_eq!(others.len(), catalogue().len(), "no other rule is in a report");
    // Policy rules are reached, too: as findings, and as unchecked.
    assert!(own.iter().map(|(_, counts)| counts.violated).sum::<u64>() > tries(300));
    assert!(own.iter().map(|(_, counts)| counts.unchecked).sum::<u64>() > 3);
    assert!(reach.reports > tries(55_000) && reach.errors > 0, "{} reports", reach.reports);
}
