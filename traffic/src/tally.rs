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
//! let (rule, level, counts) = total.rules().next().ok_or("no rule")?;
//! assert_eq!((rule, level.name(), counts.findings), ("field.type", "deny", 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(clippy::arithmetic_side_effects, reason = "nobody counts to 2^64")]

use paylint::{Level, Operation, Report, Rule, Verdict, catalogue};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The counts of some reports, by operation.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    operations: BTreeMap<Operation, Counts>,
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
    /// By the rule's position in the catalogue, its name, and the level. Rules of policies and hosts have no position.
    rules: BTreeMap<(usize, Cow<'static, str>, Reverse<Level>), RuleCounts>,
}

/// How often a rule was violated, or couldn't be decided, while it was at a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleCounts {
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
        self.operations.entry(report.operation()).or_default().add(report);
    }

    /// Adds the counts of another tally, such as that of another thread.
    pub fn merge(&mut self, other: &Tally) {
        for (operation, counts) in &other.operations {
            self.operations.entry(*operation).or_default().merge(counts);
        }
    }

    /// The counts of each operation that has any, in the order of [`Operation::ALL`].
    pub fn operations(&self) -> impl Iterator<Item = (Operation, &Counts)> {
        self.operations.iter().map(|(operation, counts)| (*operation, counts))
    }

    /// The counts of all operations together.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.operations.values().for_each(|counts| total.merge(counts));
        total
    }
}

impl Counts {
    /// Number of requests.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.accepted.saturating_add(self.rejected)
    }

    /// The counts of each rule that has any, at deny and at warn: first those of the catalogue, in its order, then all
    /// others by name.
    pub fn rules(&self) -> impl Iterator<Item = (&str, Level, &RuleCounts)> {
        self.rules.iter().map(|((_, name, Reverse(level)), counts)| (&**name, *level, counts))
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
            let counts = self.rule(index, finding.rule(), level);
            counts.findings += 1;
            let last = if level == Level::Deny { &mut last_denied } else { &mut last_warned };
            counts.requests += u64::from(last.replace(index) != Some(index));
        }
        for unchecked in report.unchecked() {
            let level = unchecked.level();
            self.rule(unchecked.rule_index(), unchecked.rule(), level).unchecked += 1;
        }
    }

    fn rule(&mut self, index: usize, rule: Rule<'_>, level: Level) -> &mut RuleCounts {
        let (index, name) = match catalogue().get(index) {
            Some(known) => (index, Cow::Borrowed(known.name)),
            None => (usize::MAX, Cow::Owned(rule.name.to_owned())),
        };
        self.rules.entry((index, name, Reverse(level))).or_default()
    }

    fn merge(&mut self, other: &Counts) {
        self.accepted = self.accepted.saturating_add(other.accepted);
        self.rejected = self.rejected.saturating_add(other.rejected);
        self.truncated = self.truncated.saturating_add(other.truncated);
        for (rule, theirs) in &other.rules {
            let ours = self.rules.entry(rule.clone()).or_default();
            ours.requests = ours.requests.saturating_add(theirs.requests);
            ours.findings = ours.findings.saturating_add(theirs.findings);
            ours.unchecked = ours.unchecked.saturating_add(theirs.unchecked);
        }
    }
}
