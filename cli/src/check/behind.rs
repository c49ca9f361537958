//! Which of the facts that were given decided a finding: those without which it would not be there.

use paylint::facts::Fact;
use paylint::{Engine, Facts, Finding, Operation, Report};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What tells a finding from the others of a report.
type Key = (String, String, String);

/// A body that was checked, to be checked again with fewer facts.
pub(super) struct Request<'a> {
    pub(super) engine: &'a Engine,
    pub(super) operation: Operation,
    pub(super) body: &'a [u8],
    pub(super) facts: Facts<'a>,
}

impl Request<'_> {
    /// For each finding the facts that decided it.
    pub(super) fn facts_behind(&self, report: &Report) -> Vec<Vec<Fact>> {
        let given = |finding: Finding<'_>| {
            let needs = finding.rule().needs.iter().copied();
            let mut given: Vec<_> = needs.filter(|fact| self.facts.has(*fact)).collect();
            given.sort_unstable();
            given
        };
        let findings: Vec<_> =
            report.findings().map(|finding| (key(finding), given(finding))).collect();
        let single: BTreeSet<Fact> =
            findings.iter().flat_map(|(_, given)| given).copied().collect();
        let single: BTreeMap<Fact, _> =
            single.into_iter().map(|fact| (fact, self.findings_without(&[fact]))).collect();
        let mut together = BTreeMap::new();
        let behind = findings.into_iter().map(|(key, given)| {
            let goes = |without: &Option<HashSet<Key>>| {
                without.as_ref().is_some_and(|findings| !findings.contains(&key))
            };
            let alone: Vec<Fact> =
                given.iter().copied().filter(|fact| goes(&single[fact])).collect();
            if !alone.is_empty() || given.len() < 2 {
                return alone;
            }
            // Each of several may be enough.
            let without =
                together.entry(key.0.clone()).or_insert_with(|| self.findings_without(&given));
            if goes(without) { given } else { Vec::new() }
        });
        behind.collect()
    }

    /// The findings that are left without some facts; nothing if not all of them are kept.
    fn findings_without(&self, facts: &[Fact]) -> Option<HashSet<Key>> {
        let facts = facts.iter().fold(self.facts, |facts, fact| facts.without(*fact));
        let report = self.engine.check(self.operation, self.body, &facts);
        (!report.truncated()).then(|| report.findings().map(key).collect())
    }
}

fn key(finding: Finding<'_>) -> Key {
    (finding.rule().name.to_owned(), finding.path().to_string(), finding.message().to_string())
}
