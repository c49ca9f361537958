//! Counts of verdicts and findings.

use crate::counts::Counts;
use crate::rows::Rows;
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::{Array, StructArray};
use paylint::{Engine, Level, Operation, Report, Verdict};

/// Counts of what comes of each row, over any number of batches, as `paylint batch --summary` makes them.
///
/// The table is a struct array of `kind`, `operation`, `name` and `level`, which are `Utf8` and can be null, and `count`, an
/// `Int64`. To combine the tables of several tallies, add up `count` by the other columns.
///
/// | `kind` | `name` | `level` | what is counted |
/// |---|---|---|---|
/// | `verdict` | `accept`, `reject` | | requests |
/// | `rule` | the rule | of the findings | requests with findings of the rule |
/// | `finding` | the rule | of the findings | findings |
/// | `unchecked` | the rule | of the rule | requests for which it couldn't be decided |
/// | `truncated` | | | requests with more findings than are kept |
/// | `error` | `operation`, `facts`, `history` | | rows that can't be checked because of this |
///
/// Empty cells are null, and so is `operation` if it is unknown.
#[derive(Default)]
pub struct Tally {
    reports: paylint_traffic::tally::Tally,
    errors: Counts<4>,
    report: Report,
}

impl Tally {
    /// Counts a batch. After an error nothing of it is counted.
    ///
    /// # Errors
    /// Fails as [`check_batch`](crate::check_batch) does.
    pub fn add(
        &mut self,
        engine: &Engine,
        operation: OperationColumn<'_>,
        bodies: &dyn Array,
        facts: FactsColumn<'_>,
    ) -> Result<(), BatchError> {
        let mut rows = Rows::new(operation, bodies, facts)?;
        for row in 0..rows.len() {
            let checked = rows.with(engine, row, |row| {
                engine.check_into(row.operation, row.body, row.facts, &mut self.report);
            });
            match checked {
                Ok(()) => self.reports.add(&self.report),
                Err(error) => {
                    let operation = error.operation.map(Operation::name);
                    self.errors.add([Some("error"), operation, Some(error.part), None], 1);
                }
            }
        }
        Ok(())
    }

    /// The table of all batches so far.
    ///
    /// # Errors
    /// If a column would have more than 2 GiB of text.
    pub fn table(&self) -> Result<StructArray, BatchError> {
        let mut table = self.errors.clone();
        for (operation, counts) in self.reports.operations() {
            let mut add = |kind, name, level: Option<Level>, count| {
                if count > 0 {
                    let level = level.map(Level::name);
                    table.add([Some(kind), Some(operation.name()), name, level], count);
                }
            };
            add("verdict", Some(Verdict::Accept.name()), None, counts.accepted);
            add("verdict", Some(Verdict::Reject.name()), None, counts.rejected);
            add("truncated", None, None, counts.truncated);
            for (rule, level, counts) in counts.rules() {
                add("rule", Some(rule), Some(level), counts.requests);
                add("finding", Some(rule), Some(level), counts.findings);
                add("unchecked", Some(rule), Some(level), counts.unchecked);
            }
        }
        table.table(["kind", "operation", "name", "level"])
    }
}
