//! Rows to verdicts and reports.

use crate::output::{TextColumn, structs};
use crate::reports::Reports;
use crate::rows::{Row, Rows};
use crate::{BatchError, FactsColumn, OperationColumn, Want, schema};
use arrow_array::{Array, ArrayRef, StructArray};
use paylint::{Engine, Report, Verdict, Workspace};

/// Checks each row.
///
/// The result is a struct array of the type [`check_type`](crate::check_type), with a row for each
/// body. A row that can't be checked, because its operation isn't known or its facts are wrong, is
/// null in every member but `error`, which says why and never shows a value. In all others `error`
/// is null.
///
/// # Errors
/// If a column isn't text, if the columns have different lengths, or if the result would have more
/// than 2 GiB of text in a column.
pub fn check_batch(
    engine: &Engine,
    operation: OperationColumn<'_>,
    bodies: &dyn Array,
    facts: FactsColumn<'_>,
    want: Want,
) -> Result<StructArray, BatchError> {
    let rows = Rows::new(operation, bodies, facts)?;
    let len = rows.len();
    let columns = match want {
        Want::Verdict => {
            let mut workspace = Workspace::new();
            let verdicts = OneText::new(len, |row, out| {
                let Row { operation, body, facts } = row;
                let accepts = engine.accepts_with(*operation, body, facts, &mut workspace);
                out.push_str(if accepts { Verdict::Accept } else { Verdict::Reject }.name());
            });
            fill(engine, rows, verdicts)
        }
        Want::Report => fill(engine, rows, Reports::new(len)),
        Want::Json => {
            let mut report = Report::new();
            let reports = OneText::new(len, |row, out| {
                engine.check_into(row.operation, row.body, row.facts, &mut report);
                report.write_json(out);
            });
            fill(engine, rows, reports)
        }
    };
    Ok(structs(schema::check_type(want), columns?))
}

/// Columns that are filled row by row.
pub(crate) trait Sink {
    /// Checks a row and adds what comes of it.
    fn check(&mut self, engine: &Engine, row: &Row<'_>) -> Result<(), BatchError>;

    /// Adds a row that can't be checked.
    fn push_null(&mut self) -> Result<(), BatchError>;

    /// The columns.
    fn finish(self) -> Vec<ArrayRef>;
}

/// The columns of the sink, and that of errors.
fn fill(
    engine: &Engine,
    mut rows: Rows<'_>,
    mut sink: impl Sink,
) -> Result<Vec<ArrayRef>, BatchError> {
    let mut errors = TextColumn::new(rows.len());
    for row in 0..rows.len() {
        match rows.with(engine, row, |row| sink.check(engine, &row)) {
            Ok(checked) => {
                checked?;
                errors.push_null();
            }
            Err(error) => {
                sink.push_null()?;
                errors.push(&error.problem)?;
            }
        }
    }
    let mut columns = sink.finish();
    columns.push(errors.finish());
    Ok(columns)
}

/// A column of text.
struct OneText<F> {
    column: TextColumn,
    write: F,
}

impl<F: FnMut(&Row<'_>, &mut String)> OneText<F> {
    /// An empty column, to which `write` appends what comes of a row.
    fn new(rows: usize, write: F) -> OneText<F> {
        OneText { column: TextColumn::new(rows), write }
    }
}

impl<F: FnMut(&Row<'_>, &mut String)> Sink for OneText<F> {
    fn check(&mut self, _: &Engine, row: &Row<'_>) -> Result<(), BatchError> {
        self.column.write(|out| (self.write)(row, out))
    }

    fn push_null(&mut self) -> Result<(), BatchError> {
        self.column.push_null();
        Ok(())
    }

    fn finish(self) -> Vec<ArrayRef> {
        vec![self.column.finish()]
    }
}
