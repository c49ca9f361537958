//! What would change if one policy took another's place.

use crate::changes::{Changes, Outcome};
use crate::rows::{Row, Rows};
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::{Array, StructArray};
use paylint::{Engine, Operation, Report};

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
/// | `error` | `operation`, `body`, `facts` | | rows that can't be checked because of this |
///
/// Where `before` and `after` are the same, nothing changes for these requests. Empty cells are
/// null, and so is `operation` if it is unknown.
///
/// # Errors
/// Those of [`check_batch`](crate::check_batch).
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

/// A report, and its canonical form.
#[derive(Default)]
struct Both {
    report: Report,
    json: String,
}

impl Both {
    fn check(&mut self, engine: &Engine, row: &Row<'_>) {
        engine.check_into(row.operation, row.body, row.facts, &mut self.report);
        self.json.clear();
        self.report.write_json(&mut self.json);
    }
}

impl Changes {
    /// Counts a batch that is checked under two policies, as [`replay`](crate::replay()) does.
    /// After an error nothing of it is counted.
    ///
    /// # Errors
    /// Those of [`check_batch`](crate::check_batch).
    pub fn replay(
        &mut self,
        before: &Engine,
        after: &Engine,
        operation: OperationColumn<'_>,
        bodies: &dyn Array,
        facts: FactsColumn<'_>,
    ) -> Result<(), BatchError> {
        let mut rows = Rows::new(operation, bodies, facts)?;
        let [mut ours, mut theirs] = [Both::default(), Both::default()];
        for row in 0..rows.len() {
            let checked = rows.with(row, |row| {
                ours.check(before, &row);
                theirs.check(after, &row);
            });
            match checked {
                Ok(()) => {
                    let [a, b] = [&ours, &theirs].map(|both| Outcome::of(&both.report));
                    self.count(&a, &b, ours.json == theirs.json);
                }
                Err(error) => {
                    self.count_error(error.operation.map(Operation::name), error.part);
                }
            }
        }
        Ok(())
    }
}
