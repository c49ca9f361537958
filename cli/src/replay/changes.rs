//! What changes between two policies, counted.

use crate::stream::Done;
use paylint_traffic::Place;
use paylint_traffic::replay::{Change, Replay};
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
    /// Adds what happens to a line of the block.
    pub(super) fn add(&mut self, replay: &mut Replay, line: u64, id: Option<&str>) {
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

    /// Adds the changes of a block.
    pub(super) fn merge(&mut self, done: Done<'_, Changes>) {
        let place = |place: Place| Place {
            file: done.source.to_owned(),
            line: done.first_line + place.line,
            ..place
        };
        let theirs = done.output;
        self.rejected.merge(theirs.rejected, &place);
        self.accepted.merge(theirs.accepted, &place);
        self.differs.merge(theirs.differs, &place);
        self.same += theirs.same;
        self.own_policies += theirs.own_policies;
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
