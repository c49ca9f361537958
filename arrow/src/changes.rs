//! Counts of what changes from one report to another on the same request, and replays under a second policy.

use crate::counts::Counts;
use crate::rows::Rows;
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::{Array, StructArray};
use paylint::{Engine, Level, Operation, Verdict};
use paylint_traffic::replay::{Change, Outcome, Replay};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Counts of what changes for each request of any number of batches if one policy, or one version of the rules, takes the
/// place of another, as `paylint replay` makes them.
///
/// The table is a struct array of `kind`, `operation`, `name`, `before` and `after`, which are `Utf8` and can be null, and
/// `count`, an `Int64`. To combine several tables, add up `count` by the other columns.
///
/// | `kind` | `name` | `before`, `after` | what is counted |
/// |---|---|---|---|
/// | `verdict` | `same`, `differ`, `accept_to_reject`, `reject_to_accept` | the verdicts | requests; with `differ` the verdict stays, and something else in the report doesn't |
/// | `cause` | the rule | the verdicts | requests whose verdict changes, by the rules that bring it about |
/// | `rejection` | the rule | `reject` or null | requests, by the rules that reject them |
/// | `rule` | the rule | the level of its findings, or null | requests with findings of the rule |
/// | `unchecked` | the rule | the level of the rule, or null | requests for which it couldn't be decided |
/// | `error` | `operation`, `facts`, `history`; of reports `before`, `after` | | rows that can't be compared because of this |
///
/// Where `before` and `after` are the same, nothing changes for these requests. Empty cells are
/// null, and so is `operation` if it is unknown.
#[derive(Default)]
pub struct Changes {
    counts: Counts<5>,
}

/// The word of each rule in one report and in the other.
type Pairs<'r> = BTreeMap<&'r str, [Option<&'static str>; 2]>;

fn pairs<'r>(reports: [impl Iterator<Item = (&'r str, &'static str)>; 2]) -> Pairs<'r> {
    let mut pairs = Pairs::new();
    for (at, rules) in reports.into_iter().enumerate() {
        for (rule, word) in rules {
            pairs.entry(rule).or_default()[at] = Some(word);
        }
    }
    pairs
}

impl Changes {
    /// Counts a batch whose rows are checked under two policies. After an error nothing of it is counted.
    ///
    /// # Errors
    /// Fails as [`check_batch`](crate::check_batch) does.
    pub fn replay(
        &mut self,
        before: &Engine,
        after: &Engine,
        operation: OperationColumn<'_>,
        bodies: &dyn Array,
        facts: FactsColumn<'_>,
    ) -> Result<(), BatchError> {
        let mut rows = Rows::new(operation, bodies, facts)?;
        let mut replay = Replay::between(before, after);
        for row in 0..rows.len() {
            let checked = rows.with(before, row, |row| {
                before.check_into(row.operation, row.body, row.facts, &mut replay.before);
            });
            // Facts that follow from a history depend on the policy.
            let checked = match checked {
                Ok(()) => rows.with(after, row, |row| {
                    after.check_into(row.operation, row.body, row.facts, &mut replay.after);
                }),
                wrong => wrong,
            };
            match checked {
                Ok(()) => {
                    let change = replay.change();
                    let [before, after] = replay.outcomes();
                    let operation = replay.before.operation().name();
                    self.count(operation, change, [&before, &after]);
                }
                Err(error) => {
                    self.count_error(error.operation.map(Operation::name), error.part);
                }
            }
        }
        Ok(())
    }

    /// Counts a request, and what changes for it.
    pub(crate) fn count(&mut self, operation: &str, change: Change, reports: [&Outcome<'_>; 2]) {
        let [before, after] = reports;
        let verdicts = reports.map(|outcome| Some(outcome.verdict.name()));
        self.add("verdict", operation, change.name(), verdicts);
        for rule in change.causes(before, after) {
            self.add("cause", operation, rule, verdicts);
        }
        let reject = |rule| (rule, Verdict::Reject.name());
        let rejections = reports.map(|outcome| outcome.rejecting().into_iter().map(reject));
        self.add_all("rejection", operation, pairs(rejections));
        fn named<'e>((rule, level): &'e (Cow<'_, str>, Level)) -> (&'e str, &'static str) {
            (rule, level.name())
        }
        let findings = reports.map(|outcome| outcome.findings.iter().map(named));
        self.add_all("rule", operation, pairs(findings));
        let unchecked = reports.map(|outcome| outcome.unchecked.iter().map(named));
        self.add_all("unchecked", operation, pairs(unchecked));
    }

    /// Counts a row that can't be compared.
    pub(crate) fn count_error(&mut self, operation: Option<&str>, part: &str) {
        self.counts.add([Some("error"), operation, Some(part), None, None], 1);
    }

    fn add_all(&mut self, kind: &str, operation: &str, pairs: Pairs<'_>) {
        for (rule, pair) in pairs {
            self.add(kind, operation, rule, pair);
        }
    }

    fn add(&mut self, kind: &str, operation: &str, name: &str, pair: [Option<&str>; 2]) {
        self.counts.add([Some(kind), Some(operation), Some(name), pair[0], pair[1]], 1);
    }

    /// The table of all batches so far.
    ///
    /// # Errors
    /// If a column would have more than 2 GiB of text.
    pub fn table(&self) -> Result<StructArray, BatchError> {
        self.counts.table(["kind", "operation", "name", "before", "after"])
    }
}
