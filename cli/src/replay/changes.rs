//! Counts of changes between two policies.

use crate::stream::Done;
use paylint_traffic::Location;
use paylint_traffic::replay::{Change, Replay};
use serde::Serialize;
use std::collections::BTreeMap;

/// Examples to keep for a kind of change.
const EXAMPLES: usize = 5;

/// The changes of some lines.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) rejected: Affected,
    pub(super) accepted: Affected,
    pub(super) differs: Affected,
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
    /// Adds the change for a line of the block.
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
        let [before, after] = replay.outcomes();
        let one = || Affected {
            cases: 1,
            examples: vec![Location::new(line, id)],
            rules: BTreeMap::new(),
        };
        let rules = change.causes(&before, &after).into_iter();
        let rules = rules.map(|rule| (rule.to_owned(), one())).collect();
        affected.merge(Affected { rules, ..one() });
    }

    /// Adds the changes of a block.
    pub(super) fn merge(&mut self, done: Done<'_, Changes>) {
        let Done { source, first_line, output: mut theirs, .. } = done;
        for (ours, theirs) in [
            (&mut self.rejected, &mut theirs.rejected),
            (&mut self.accepted, &mut theirs.accepted),
            (&mut self.differs, &mut theirs.differs),
        ] {
            let rules = theirs.rules.values_mut().flat_map(|rule| &mut rule.examples);
            for place in theirs.examples.iter_mut().chain(rules) {
                source.clone_into(&mut place.file);
                place.line += first_line;
            }
            ours.merge(std::mem::take(theirs));
        }
        self.same += theirs.same;
    }
}

impl Affected {
    fn merge(&mut self, other: Affected) {
        self.cases += other.cases;
        let room = EXAMPLES.saturating_sub(self.examples.len());
        self.examples.extend(other.examples.into_iter().take(room));
        for (name, theirs) in other.rules {
            self.rules.entry(name).or_default().merge(theirs);
        }
    }
}
