//! What changes between two policies, counted.

use crate::exit::Exit;
use crate::stream::Done;
use paylint::{Level, Report};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How many examples are kept of a change.
const EXAMPLES: usize = 5;

/// What a change of policies does to a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// It was accepted and is rejected.
    Rejected,
    /// It was rejected and is accepted.
    Accepted,
    /// The verdict stays; something else in the report does not.
    Differs,
    /// Nothing.
    Same,
}

/// The changes of some lines.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) rejected: Change,
    pub(super) accepted: Change,
    pub(super) differs: Change,
    pub(super) same: u64,
    pub(super) errors: u64,
    /// How many cases had a policy of their own, which was put aside.
    pub(super) own_policies: u64,
    first_error: Option<(u64, String)>,
}

/// The lines that one kind of change befalls.
#[derive(Default, Serialize)]
pub(super) struct Change {
    pub(super) cases: u64,
    pub(super) examples: Vec<Example>,
    /// By the rules that reject under one policy and not under the other.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rules: BTreeMap<String, RuleChange>,
}

/// The lines that a rule changes the verdict of.
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
    /// Adds what happens to a line of the chunk.
    pub(super) fn add(
        &mut self,
        what: What,
        line: u64,
        id: Option<&str>,
        (before, after): (&Report, &Report),
    ) {
        let (change, rejecting, other) = match what {
            What::Same => {
                self.same += 1;
                return;
            }
            What::Rejected => (&mut self.rejected, Some(after), before),
            What::Accepted => (&mut self.accepted, Some(before), after),
            What::Differs => (&mut self.differs, None, before),
        };
        let id = id.and_then(|id| RawValue::from_string(id.to_owned()).ok());
        let example = Example { file: String::new(), line, id };
        change.cases += 1;
        keep(&mut change.examples, &example);
        let mut last = "";
        for finding in rejecting.into_iter().flat_map(Report::findings) {
            let name = finding.rule().name;
            if finding.level() == Level::Deny && name != last && !denies(other, name) {
                let rule = change.rules.entry(name.to_owned()).or_default();
                rule.cases += 1;
                keep(&mut rule.examples, &example);
            }
            last = name;
        }
    }

    /// Adds a line that is no case.
    pub(super) fn add_error(&mut self, line: u64, problem: String) {
        self.errors += 1;
        self.first_error.get_or_insert((line, problem));
    }
}

fn denies(report: &Report, rule: &str) -> bool {
    report.findings().any(|finding| finding.level() == Level::Deny && finding.rule().name == rule)
}

fn keep(examples: &mut Vec<Example>, example: &Example) {
    if examples.len() < EXAMPLES {
        examples.push(example.clone());
    }
}

impl Change {
    fn merge(&mut self, other: Change, place: &dyn Fn(Example) -> Example) {
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
    /// The first line that is no case, as people find it: `cases.ndjson:17: …`.
    pub(super) first_error: Option<String>,
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
        if let (None, Some((number, problem))) = (&self.first_error, theirs.first_error) {
            let line = done.first_line + number;
            self.first_error = Some(format!("{}:{line}: {problem}", done.source));
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
