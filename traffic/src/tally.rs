//! Counts what many reports say, by operation and by rule.
//!
//! ```
//! use paylint_traffic::tally::Tally;
//! use paylint::{Engine, Facts, Operation, Report};
//!
//! let (engine, facts) = (Engine::default(), Facts::default());
//! let (mut tally, mut report) = (Tally::default(), Report::new());
//! for body in [r#"{"name": "VAT", "percent": 21}"#, r#"{"name": "VAT", "percent": "low"}"#] {
//!     engine.check_into(Operation::Tax, body.as_bytes(), &facts, &mut report);
//!     tally.add(&report);
//! }
//!
//! let total = tally.total();
//! assert_eq!((total.accepted, total.rejected), (1, 1));
//! let (rule, counts) = total.rules().next().ok_or("no rule")?;
//! assert_eq!((rule, counts.deny.findings), ("field.type", 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(clippy::arithmetic_side_effects, reason = "nobody counts to 2^64")]

use paylint::{Level, Operation, Report, Rule, Verdict, catalogue};
use std::collections::BTreeMap;

/// The counts of some reports, by operation.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By position of the operation.
    operations: [Counts; Operation::ALL.len()],
}

/// The counts of the reports on one operation, or on all.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Requests that were accepted.
    pub accepted: u64,
    /// Requests that were rejected.
    pub rejected: u64,
    /// Requests that had more findings than the policy keeps.
    pub truncated: u64,
    /// The rules of the catalogue, by position, up to the last one that was met.
    catalogue: Vec<RuleCounts>,
    /// The rules of policies and hosts, which other policies may have at other positions.
    others: BTreeMap<String, RuleCounts>,
}

/// How often a rule was violated, or couldn't be decided, at each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleCounts {
    /// Findings at level warn.
    pub warn: LevelCounts,
    /// Findings at level deny.
    pub deny: LevelCounts,
}

/// How often a rule was violated, or couldn't be decided, while it was at a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LevelCounts {
    /// Requests with findings of the rule.
    pub requests: u64,
    /// Findings.
    pub findings: u64,
    /// Requests for which the rule couldn't be decided.
    pub unchecked: u64,
}

impl Tally {
    /// Counts a report.
    pub fn add(&mut self, report: &Report) {
        if let Some(counts) = self.operations.get_mut(report.operation() as usize) {
            counts.add(report);
        }
    }

    /// Adds the counts of another tally, such as that of another thread.
    pub fn merge(&mut self, other: &Tally) {
        for (ours, theirs) in self.operations.iter_mut().zip(&other.operations) {
            ours.merge(theirs);
        }
    }

    /// The counts of each operation that has any, in the order of [`Operation::ALL`].
    pub fn operations(&self) -> impl Iterator<Item = (Operation, &Counts)> {
        let operations = Operation::ALL.iter().copied().zip(&self.operations);
        operations.filter(|(_, counts)| counts.requests() > 0)
    }

    /// The counts of all operations together.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        for counts in &self.operations {
            total.merge(counts);
        }
        total
    }
}

impl Counts {
    /// Number of requests.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.accepted.saturating_add(self.rejected)
    }

    /// The counts of each rule that has any: first those of the catalogue, in its order, then all
    /// others by name.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &RuleCounts)> {
        let names = catalogue().iter().map(|rule| rule.name);
        let others = self.others.iter().map(|(name, counts)| (name.as_str(), counts));
        let met =
            names.zip(&self.catalogue).filter(|(_, counts)| **counts != RuleCounts::default());
        met.chain(others)
    }

    fn add(&mut self, report: &Report) {
        match report.verdict() {
            Verdict::Accept => self.accepted += 1,
            Verdict::Reject => self.rejected += 1,
        }
        self.truncated += u64::from(report.truncated());
        // The findings of a rule come one after another, each at the level of its member.
        let (mut last_warned, mut last_denied) = (None, None);
        for finding in report.findings() {
            let (index, level) = (finding.rule_index(), finding.level());
            let counts = self.rule(index, finding.rule()).at(level);
            counts.findings += 1;
            let last = if level == Level::Deny { &mut last_denied } else { &mut last_warned };
            counts.requests += u64::from(last.replace(index) != Some(index));
        }
        for unchecked in report.unchecked() {
            let counts = self.rule(unchecked.rule_index(), unchecked.rule());
            counts.at(unchecked.level()).unchecked += 1;
        }
    }

    fn rule(&mut self, index: usize, rule: Rule<'_>) -> &mut RuleCounts {
        if index < catalogue().len() {
            self.of_catalogue(index)
        } else {
            self.others.entry(rule.name.to_owned()).or_default()
        }
    }

    #[allow(clippy::indexing_slicing, reason = "as long as it has to be")]
    fn of_catalogue(&mut self, index: usize) -> &mut RuleCounts {
        if self.catalogue.len() <= index {
            self.catalogue.resize(index + 1, RuleCounts::default());
        }
        &mut self.catalogue[index]
    }

    fn merge(&mut self, other: &Counts) {
        self.accepted = self.accepted.saturating_add(other.accepted);
        self.rejected = self.rejected.saturating_add(other.rejected);
        self.truncated = self.truncated.saturating_add(other.truncated);
        for (index, counts) in other.catalogue.iter().enumerate() {
            self.of_catalogue(index).merge(counts);
        }
        for (name, counts) in &other.others {
            self.others.entry(name.clone()).or_default().merge(counts);
        }
    }
}

impl RuleCounts {
    fn at(&mut self, level: Level) -> &mut LevelCounts {
        if level == Level::Deny { &mut self.deny } else { &mut self.warn }
    }

    fn merge(&mut self, other: &RuleCounts) {
        self.warn.merge(other.warn);
        self.deny.merge(other.deny);
    }
}

impl LevelCounts {
    fn merge(&mut self, other: LevelCounts) {
        self.requests = self.requests.saturating_add(other.requests);
        self.findings = self.findings.saturating_add(other.findings);
        self.unchecked = self.unchecked.saturating_add(other.unchecked);
    }
}
