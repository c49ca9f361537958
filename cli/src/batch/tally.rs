//! What lines came to, counted.

use crate::exit::Exit;
use crate::stream::Done;
use paylint::{Level, Report, Rule, Verdict};

/// The counts of some lines.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) accepted: u64,
    pub(super) rejected: u64,
    pub(super) errors: u64,
    pub(super) truncated: u64,
    /// By the rules' numbers.
    rules: Vec<RuleTally>,
    /// The first line that is no case: its number, and why.
    first_error: Option<(u64, String)>,
}

/// How often a rule fired, and how often it could not be decided.
#[derive(Clone, Default)]
pub(super) struct RuleTally {
    pub(super) deny: Count,
    pub(super) warn: Count,
    pub(super) unchecked: u64,
}

/// Findings, and the cases that have them.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) findings: u64,
    pub(super) cases: u64,
}

impl Tally {
    /// Counts a report; by rule only if that is wanted.
    pub(super) fn add(&mut self, report: &Report, by_rule: bool) {
        match report.verdict() {
            Verdict::Accept => self.accepted += 1,
            Verdict::Reject => self.rejected += 1,
        }
        if !by_rule {
            return;
        }
        self.truncated += u64::from(report.truncated());
        let mut last = None;
        for finding in report.findings() {
            let rule = finding.rule();
            let tally = self.rule(rule.number);
            let count = match finding.level() {
                Level::Deny => &mut tally.deny,
                _ => &mut tally.warn,
            };
            count.findings += 1;
            // The findings of a rule come one after another, all at one level.
            count.cases += u64::from(last.replace(rule.number) != Some(rule.number));
        }
        for unchecked in report.unchecked() {
            self.rule(unchecked.rule().number).unchecked += 1;
        }
    }

    fn rule(&mut self, number: u16) -> &mut RuleTally {
        let number = usize::from(number);
        if self.rules.len() <= number {
            self.rules.resize(number + 1, RuleTally::default());
        }
        &mut self.rules[number]
    }

    /// Counts a line that is no case.
    pub(super) fn add_error(&mut self, number: u64, problem: String) {
        self.errors += 1;
        self.first_error.get_or_insert((number, problem));
    }

    /// The counts of a rule.
    pub(super) fn of(&self, rule: &Rule) -> RuleTally {
        self.rules.get(usize::from(rule.number)).cloned().unwrap_or_default()
    }

    fn merge(&mut self, other: &Tally) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.errors += other.errors;
        self.truncated += other.truncated;
        for (number, theirs) in (0..).zip(&other.rules) {
            let ours = self.rule(number);
            for (ours, theirs) in [(&mut ours.deny, theirs.deny), (&mut ours.warn, theirs.warn)] {
                ours.findings += theirs.findings;
                ours.cases += theirs.cases;
            }
            ours.unchecked += theirs.unchecked;
        }
    }
}

/// The counts of all lines.
#[derive(Default)]
pub(super) struct Total {
    pub(super) lines: u64,
    pub(super) tally: Tally,
    /// The first line that is no case, as people find it: `cases.ndjson:17: …`.
    pub(super) first_error: Option<String>,
}

impl Total {
    /// Adds the counts of a chunk.
    pub(super) fn add(&mut self, done: Done<'_, Tally>) {
        self.lines += done.lines;
        self.tally.merge(&done.output);
        if let (None, Some((number, problem))) = (&self.first_error, done.output.first_error) {
            let line = done.first_line + number;
            self.first_error = Some(format!("{}:{line}: {problem}", done.source));
        }
    }

    /// How the command ends.
    pub(super) fn exit(&self) -> Exit {
        match &self.tally {
            tally if tally.errors > 0 => Exit::Unusable,
            tally if tally.rejected > 0 => Exit::Rejected,
            _ => Exit::Accepted,
        }
    }
}
