//! What lines came to, counted.

use crate::args::Deny;
use crate::cases::Oddity;
use crate::exit::Exit;
use crate::stream::Done;
use paylint::{Level, Operation, Report, Rule, Verdict};
use std::collections::BTreeMap;

/// The counts of some lines.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) verdicts: Verdicts,
    /// Of each operation, by its position.
    operations: [Verdicts; Operation::ALL.len()],
    pub(super) errors: u64,
    pub(super) truncated: u64,
    /// Accepted, but with what `--deny` asks for.
    denied: u64,
    /// The rules of the catalogue, by their numbers.
    rules: Vec<RuleTally>,
    /// Policy rules, which have no number.
    own_rules: BTreeMap<String, RuleTally>,
    /// The first line that isn't a case: its number, and why.
    first_error: Option<(u64, String)>,
    /// What is odd about the first line.
    oddity: Option<Oddity>,
}

/// How many requests were accepted, and how many rejected.
#[derive(Clone, Copy, Default)]
pub(super) struct Verdicts {
    pub(super) accepted: u64,
    pub(super) rejected: u64,
}

/// How often a rule fired, and how often it could not be decided.
#[derive(Clone, Copy, Default)]
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

impl Verdicts {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Accept => self.accepted += 1,
            Verdict::Reject => self.rejected += 1,
        }
    }

    fn merge(&mut self, other: Verdicts) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
    }

    /// How many requests there were.
    pub(super) fn all(self) -> u64 {
        self.accepted + self.rejected
    }
}

impl Tally {
    /// Counts a report; by rule only if that is wanted.
    pub(super) fn add(&mut self, report: &Report, by_rule: bool, deny: &[Deny]) {
        self.verdicts.add(report.verdict());
        self.denied += u64::from(deny.iter().any(|deny| deny.concerns(report)));
        if !by_rule {
            return;
        }
        self.operations[report.operation() as usize].add(report.verdict());
        self.truncated += u64::from(report.truncated());
        let mut last = None;
        for finding in report.findings() {
            let rule = finding.rule();
            let tally = self.rule(rule);
            let count = match finding.level() {
                Level::Deny => &mut tally.deny,
                _ => &mut tally.warn,
            };
            count.findings += 1;
            // The findings of a rule come one after another, all at one level.
            count.cases += u64::from(last.replace(rule.name) != Some(rule.name));
        }
        for unchecked in report.unchecked() {
            self.rule(unchecked.rule()).unchecked += 1;
        }
    }

    fn rule(&mut self, rule: Rule<'_>) -> &mut RuleTally {
        if rule.number > 0 {
            return self.numbered(usize::from(rule.number));
        }
        self.own_rules.entry(rule.name.to_owned()).or_default()
    }

    fn numbered(&mut self, number: usize) -> &mut RuleTally {
        if self.rules.len() <= number {
            self.rules.resize(number + 1, RuleTally::default());
        }
        &mut self.rules[number]
    }

    /// Counts a line that isn't a case.
    pub(super) fn add_error(&mut self, number: u64, problem: String) {
        self.errors += 1;
        self.first_error.get_or_insert((number, problem));
    }

    /// Looks whether the lines of a file are what they are taken for.
    pub(super) fn look_at_first(&mut self, number: u64, line: &[u8]) {
        if number == 0 {
            self.oddity = Oddity::of(line);
        }
    }

    /// The counts of a rule of the catalogue.
    pub(super) fn of(&self, rule: &Rule<'_>) -> RuleTally {
        self.rules.get(usize::from(rule.number)).copied().unwrap_or_default()
    }

    /// The counts of the rules that are not of the catalogue, by name.
    pub(super) fn own_rules(&self) -> impl Iterator<Item = (&str, RuleTally)> {
        self.own_rules.iter().map(|(name, tally)| (name.as_str(), *tally))
    }

    /// The verdicts by operation, those that have any.
    pub(super) fn operations(&self) -> impl Iterator<Item = (Operation, Verdicts)> {
        let operations = Operation::ALL.iter().copied().zip(self.operations);
        operations.filter(|(_, verdicts)| verdicts.all() > 0)
    }

    fn merge(&mut self, other: &Tally) {
        self.verdicts.merge(other.verdicts);
        for (ours, theirs) in self.operations.iter_mut().zip(other.operations) {
            ours.merge(theirs);
        }
        self.errors += other.errors;
        self.truncated += other.truncated;
        self.denied += other.denied;
        for (number, theirs) in other.rules.iter().enumerate() {
            self.numbered(number).merge(theirs);
        }
        for (name, theirs) in &other.own_rules {
            self.own_rules.entry(name.clone()).or_default().merge(theirs);
        }
    }
}

impl RuleTally {
    fn merge(&mut self, other: &RuleTally) {
        for (ours, theirs) in [(&mut self.deny, other.deny), (&mut self.warn, other.warn)] {
            ours.findings += theirs.findings;
            ours.cases += theirs.cases;
        }
        self.unchecked += other.unchecked;
    }
}

/// The counts of all lines.
#[derive(Default)]
pub(super) struct Total {
    pub(super) lines: u64,
    pub(super) tally: Tally,
    /// The first line that isn't a case, as people find it: `cases.ndjson:17: …`.
    pub(super) first_error: Option<String>,
    /// Files whose first line is odd, and how.
    pub(super) oddities: Vec<String>,
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
        if let (1, Some(oddity)) = (done.first_line, done.output.oddity) {
            self.oddities.push(format!("{} {oddity}", done.source));
        }
    }

    /// How the command ends.
    pub(super) fn exit(&self) -> Exit {
        match &self.tally {
            tally if tally.errors > 0 => Exit::Unusable,
            tally if tally.verdicts.rejected + tally.denied > 0 => Exit::Rejected,
            _ => Exit::Accepted,
        }
    }
}
