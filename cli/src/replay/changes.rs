//! Counts of changes between two policies.

use paylint_traffic::Location;
use paylint_traffic::replay::{Change, Replay};
use serde::Serialize;
use std::collections::BTreeMap;

/// Examples to keep for a kind of change.
const EXAMPLES: usize = 5;

/// The changes of some lines.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) accept_to_reject: Affected,
    pub(super) reject_to_accept: Affected,
    pub(super) differ: Affected,
    pub(super) same: u64,
}

/// The lines that one kind of change affects.
#[derive(Default, Serialize)]
pub(super) struct Affected {
    pub(super) cases: u64,
    pub(super) examples: Vec<Location>,
    /// Divided by the rules that reject under only one of the policies. Empty inside a rule.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rules: BTreeMap<String, Affected>,
}

impl Changes {
    /// Adds the change for a line.
    pub(super) fn add(&mut self, replay: &mut Replay, place: &Location) {
        let change = replay.change();
        let affected = match change {
            Change::Same => {
                self.same += 1;
                return;
            }
            Change::AcceptToReject => &mut self.accept_to_reject,
            Change::RejectToAccept => &mut self.reject_to_accept,
            Change::Differ => &mut self.differ,
        };
        let [before, after] = replay.outcomes();
        let one = || Affected { cases: 1, examples: vec![place.clone()], rules: BTreeMap::new() };
        let rules = change.causes(&before, &after).into_iter();
        let rules = rules.map(|rule| (rule.to_owned(), one())).collect();
        affected.merge(Affected { rules, ..one() });
    }

    /// Adds the changes of the next lines.
    pub(super) fn merge(&mut self, next: Changes) {
        self.accept_to_reject.merge(next.accept_to_reject);
        self.reject_to_accept.merge(next.reject_to_accept);
        self.differ.merge(next.differ);
        self.same += next.same;
    }
}

impl Affected {
    fn merge(&mut self, other: Affected) {
        self.cases += other.cases;
        self.examples.extend(other.examples);
        self.examples.truncate(EXAMPLES);
        for (name, theirs) in other.rules {
            self.rules.entry(name).or_default().merge(theirs);
        }
    }
}
