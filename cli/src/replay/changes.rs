//! What changes between two policies, counted.

use crate::cases::{AllProblems, Problems};
use crate::exit::Exit;
use crate::stream::Done;
use paylint::{Operation, Verdict};
use paylint_traffic::Place;
use paylint_traffic::replay::{Change, Outcome, Replay};
use serde::Serialize;
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
    /// How many cases had a policy of their own, which was put aside.
    pub(super) own_policies: u64,
    /// Of each operation, by its position.
    operations: [OfOperation; Operation::ALL.len()],
    /// Of each rule the requests that it rejects under the one policy and under the other.
    rejections: BTreeMap<String, (u64, u64)>,
    pub(super) problems: Problems,
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
    pub(super) examples: Vec<Place>,
    /// By the rules that reject under one policy and not under the other.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rules: BTreeMap<String, RuleChange>,
}

/// The lines whose verdict a rule changes.
#[derive(Default, Serialize)]
pub(super) struct RuleChange {
    pub(super) cases: u64,
    pub(super) examples: Vec<Place>,
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
        let example = Place::new(line, id);
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
}

fn keep(examples: &mut Vec<Place>, example: &Place) {
    if examples.len() < EXAMPLES {
        examples.push(example.clone());
    }
}

impl Affected {
    fn merge(&mut self, other: Affected, place: &dyn Fn(Place) -> Place) {
        self.cases += other.cases;
        merge(&mut self.examples, other.examples, place);
        for (name, theirs) in other.rules {
            let ours = self.rules.entry(name).or_default();
            ours.cases += theirs.cases;
            merge(&mut ours.examples, theirs.examples, place);
        }
    }
}

fn merge(ours: &mut Vec<Place>, theirs: Vec<Place>, place: &dyn Fn(Place) -> Place) {
    let room = EXAMPLES.saturating_sub(ours.len());
    ours.extend(theirs.into_iter().take(room).map(place));
}

/// The changes of all lines.
#[derive(Default)]
pub(super) struct Total {
    pub(super) lines: u64,
    pub(super) changes: Changes,
    pub(super) problems: AllProblems,
}

impl Total {
    /// Adds the changes of a chunk.
    pub(super) fn add(&mut self, done: Done<'_, Changes>) {
        let place = |place: Place| Place {
            file: done.source.to_owned(),
            line: done.first_line + place.line,
            ..place
        };
        self.lines += done.lines;
        let (ours, theirs) = (&mut self.changes, done.output);
        ours.rejected.merge(theirs.rejected, &place);
        ours.accepted.merge(theirs.accepted, &place);
        ours.differs.merge(theirs.differs, &place);
        ours.same += theirs.same;
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
        self.problems.add(done.source, done.first_line, theirs.problems);
    }

    /// How the command ends: a verdict that changes counts as a reject does.
    pub(super) fn exit(&self) -> Exit {
        let changed = self.changes.rejected.cases + self.changes.accepted.cases;
        match self {
            total if total.problems.count > 0 => Exit::Unusable,
            _ if changed > 0 => Exit::Rejected,
            _ => Exit::Accepted,
        }
    }
}
