//! What changes between two policies, counted.

use crate::cases::Oddity;
use crate::exit::Exit;
use crate::stream::Done;
use paylint::replay::{Change, Outcome, Replay};
use paylint::{Operation, Verdict};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How many examples are kept of a change.
const EXAMPLES: usize = 5;

/// The changes of some lines.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) rejected: Affected,
    pub(super) accepted: Affected,
    pub(super) differs: Affected,
    pub(super) same: u64,
    pub(super) errors: u64,
    /// How many cases had a policy of their own, which was put aside.
    pub(super) own_policies: u64,
    /// Of each operation, by its position.
    operations: [OfOperation; Operation::ALL.len()],
    /// Of each rule the requests that it rejects under the one policy and under the other.
    rejections: BTreeMap<String, (u64, u64)>,
    first_error: Option<(u64, String)>,
    /// What is odd about the first line.
    oddity: Option<Oddity>,
}

/// How many requests an operation has, and how many of them are rejected under each policy.
#[derive(Clone, Copy, Default)]
pub(super) struct OfOperation {
    pub(super) requests: u64,
    pub(super) before: u64,
    pub(super) after: u64,
}

/// The lines that one kind of change affects.
#[derive(Default, Serialize)]
pub(super) struct Affected {
    pub(super) cases: u64,
    pub(super) examples: Vec<Example>,
    /// By the rules that reject under one policy and not under the other.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rules: BTreeMap<String, RuleChange>,
}

/// The lines whose verdict a rule changes.
#[derive(Default, Serialize)]
pub(super) struct RuleChange {
    pub(super) cases: u64,
    pub(super) examples: Vec<Example>,
}

/// A line, where to find it, and its name.
#[derive(Clone, Serialize)]
pub(super) struct Example {
    pub(super) file: String,
    pub(super) line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<Box<RawValue>>,
}

impl Changes {
    /// Adds what happens to a line of the block. `by_rule`: rejections are counted by operation and
    /// by rule, too.
    pub(super) fn add(&mut self, replay: &mut Replay, line: u64, id: Option<&str>, by_rule: bool) {
        if by_rule {
            self.count_rejections(replay);
        }
        let change = replay.change();
        let affected = match change {
            Change::Same => {
                self.same += 1;
                return;
            }
            Change::AcceptToReject => &mut self.rejected,
            Change::RejectToAccept => &mut self.accepted,
            Change::Differ => &mut self.differs,
        };
        let id = id.and_then(|id| RawValue::from_string(id.to_owned()).ok());
        let example = Example { file: String::new(), line, id };
        affected.cases += 1;
        keep(&mut affected.examples, &example);
        let [before, after] = replay.outcomes();
        for rule in change.causes(&before, &after) {
            let rule = affected.rules.entry(rule.to_owned()).or_default();
            rule.cases += 1;
            keep(&mut rule.examples, &example);
        }
    }

    fn count_rejections(&mut self, replay: &Replay) {
        let [before, after] = replay.outcomes();
        let is_rejected = |outcome: &Outcome| u64::from(outcome.verdict == Verdict::Reject);
        let counts = &mut self.operations[replay.before.operation() as usize];
        counts.requests += 1;
        counts.before += is_rejected(&before);
        counts.after += is_rejected(&after);
        for rule in before.rejecting() {
            self.rejections.entry(rule.to_owned()).or_default().0 += 1;
        }
        for rule in after.rejecting() {
            self.rejections.entry(rule.to_owned()).or_default().1 += 1;
        }
    }

    /// The counts by operation, of those that there are.
    pub(super) fn operations(&self) -> impl Iterator<Item = (Operation, OfOperation)> {
        let operations = Operation::ALL.iter().copied().zip(self.operations);
        operations.filter(|(_, counts)| counts.requests > 0)
    }

    /// How many requests each rule rejects under the one policy and under the other.
    pub(super) fn rejections(&self) -> impl Iterator<Item = (&str, (u64, u64))> {
        self.rejections.iter().map(|(rule, counts)| (rule.as_str(), *counts))
    }

    /// Adds a line that isn't a case.
    pub(super) fn add_error(&mut self, line: u64, problem: String) {
        self.errors += 1;
        self.first_error.get_or_insert((line, problem));
    }

    /// Looks whether the lines of a file are what they are taken for.
    pub(super) fn look_at_first(&mut self, number: u64, line: &[u8]) {
        if number == 0 {
            self.oddity = Oddity::of(line);
        }
    }
}

fn keep(examples: &mut Vec<Example>, example: &Example) {
    if examples.len() < EXAMPLES {
        examples.push(example.clone());
    }
}

impl Affected {
    fn merge(&mut self, other: Affected, place: &dyn Fn(Example) -> Example) {
        self.cases += other.cases;
        merge(&mut self.examples, other.examples, place);
        for (name, theirs) in other.rules {
            let ours = self.rules.entry(name).or_default();
            ours.cases += theirs.cases;
            merge(&mut ours.examples, theirs.examples, place);
        }
    }
}

fn merge(ours: &mut Vec<Example>, theirs: Vec<Example>, place: &dyn Fn(Example) -> Example) {
    let room = EXAMPLES.saturating_sub(ours.len());
    ours.extend(theirs.into_iter().take(room).map(place));
}

/// The changes of all lines.
#[derive(Default)]
pub(super) struct Total {
    pub(super) lines: u64,
    pub(super) changes: Changes,
    /// The first line that isn't a case, as people find it: `cases.ndjson:17: …`.
    pub(super) first_error: Option<String>,
    /// Files whose first line is odd, and how.
    pub(super) oddities: Vec<String>,
}

impl Total {
    /// Adds the changes of a chunk.
    pub(super) fn add(&mut self, done: Done<'_, Changes>) {
        let place = |example: Example| Example {
            file: done.source.to_owned(),
            line: done.first_line + example.line,
            ..example
        };
        self.lines += done.lines;
        let (ours, theirs) = (&mut self.changes, done.output);
        ours.rejected.merge(theirs.rejected, &place);
        ours.accepted.merge(theirs.accepted, &place);
        ours.differs.merge(theirs.differs, &place);
        ours.same += theirs.same;
        ours.errors += theirs.errors;
        ours.own_policies += theirs.own_policies;
        for (ours, theirs) in ours.operations.iter_mut().zip(theirs.operations) {
            ours.requests += theirs.requests;
            ours.before += theirs.before;
            ours.after += theirs.after;
        }
        for (rule, (before, after)) in theirs.rejections {
            let counts = ours.rejections.entry(rule).or_default();
            *counts = (counts.0 + before, counts.1 + after);
        }
        if let (None, Some((number, problem))) = (&self.first_error, theirs.first_error) {
            let line = done.first_line + number;
            self.first_error = Some(format!("{}:{line}: {problem}", done.source));
        }
        if let (1, Some(oddity)) = (done.first_line, theirs.oddity) {
            self.oddities.push(format!("{} {oddity}", done.source));
        }
    }

    /// How the command ends: a verdict that changes counts as a reject does.
    pub(super) fn exit(&self) -> Exit {
        match &self.changes {
            changes if changes.errors > 0 => Exit::Unusable,
            changes if changes.rejected.cases + changes.accepted.cases > 0 => Exit::Rejected,
            _ => Exit::Accepted,
        }
    }
}
