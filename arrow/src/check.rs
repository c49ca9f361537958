//! Rows to verdicts and reports.

use crate::output::{TextColumn, structs};
use crate::reports::Reports;
use crate::rows::{Row, Rows};
use crate::sink::Sink;
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
        Want::Verdict => fill(engine, rows, Verdicts::new(len)),
        Want::Report => fill(engine, rows, Reports::new(len)),
        Want::Json => fill(engine, rows, Jsons::new(len)),
    };
    Ok(structs(schema::check(want), columns?))
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

struct Verdicts {
    column: TextColumn,
    workspace: Workspace,
}

impl Verdicts {
    fn new(rows: usize) -> Verdicts {
        Verdicts { column: TextColumn::new(rows), workspace: Workspace::new() }
    }
}

impl Sink for Verdicts {
    fn check(&mut self, engine: &Engine, row: &Row<'_>) -> Result<(), BatchError> {
        let Row { operation, body, facts } = row;
        let accepts = engine.accepts_with(*operation, body, facts, &mut self.workspace);
        self.column.push(if accepts { Verdict::Accept } else { Verdict::Reject }.name())
    }

    fn push_null(&mut self) -> Result<(), BatchError> {
        self.column.push_null();
        Ok(())
    }

    fn finish(self) -> Vec<ArrayRef> {
        vec![self.column.finish()]
    }
}

struct Jsons {
    column: TextColumn,
    report: Report,
}

impl Jsons {
    fn new(rows: usize) -> Jsons {
        Jsons { column: TextColumn::new(rows), report: Report::new() }
    }
}

impl Sink for Jsons {
    fn check(&mut self, engine: &Engine, row: &Row<'_>) -> Result<(), BatchError> {
        engine.check_into(row.operation, row.body, row.facts, &mut self.report);
        self.column.write(|out| self.report.write_json(out))
    }

    fn push_null(&mut self) -> Result<(), BatchError> {
        self.column.push_null();
        Ok(())
    }

    fn finish(self) -> Vec<ArrayRef> {
        vec![self.column.finish()]
    }
}
