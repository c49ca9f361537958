//! Replay of requests under a second policy.

use crate::changes::Changes;
use crate::rows::Rows;
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::{Array, StructArray};
use paylint::{Engine, Operation};
use paylint_traffic::replay::Replay;

/// Checks each row under two policies and counts what changes if `after` takes the place of
/// `before`, as `paylint replay` does.
///
/// The result is a struct array of the type [`changes_type`](crate::changes_type): rows of `kind`,
/// `operation`, `name`, `before`, `after` and `count`. To combine the tables of several batches,
/// add up `count` by the other columns. [`Changes`] does so itself.
///
/// | `kind` | `name` | `before`, `after` | what is counted |
/// |---|---|---|---|
/// | `verdict` | `same`, `differ`, `accept_to_reject`, `reject_to_accept` | the verdicts | requests; with `differ` the verdict stays, and something else in the report doesn't |
/// | `cause` | the rule | the verdicts | requests whose verdict changes, by the rules that bring it about |
/// | `rejection` | the rule | `reject` or null | requests, by the rules that reject them |
/// | `rule` | the rule | the level of its findings, or null | requests with findings of the rule |
/// | `unchecked` | the rule | the level of the rule, or null | requests for which it couldn't be decided |
/// | `error` | `operation`, `body`, `facts`, `history` | | rows that can't be checked because of this |
///
/// Where `before` and `after` are the same, nothing changes for these requests. Empty cells are
/// null, and so is `operation` if it is unknown.
///
/// # Errors
/// Fails as [`check_batch`](crate::check_batch) does.
pub fn replay(
    before: &Engine,
    after: &Engine,
    operation: OperationColumn<'_>,
    bodies: &dyn Array,
    facts: FactsColumn<'_>,
) -> Result<StructArray, BatchError> {
    let mut changes = Changes::default();
    changes.replay(before, after, operation, bodies, facts)?;
    changes.table()
}

impl Changes {
    /// Counts a batch that is checked under two policies, as [`replay`](crate::replay()) does.
    /// After an error nothing of it is counted.
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
}
