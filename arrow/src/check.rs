//! Rows to verdicts and reports.

use crate::output::{TextColumn, structs};
use crate::reports::Reports;
use crate::rows::{Row, Rows};
use crate::{BatchError, FactsColumn, OperationColumn, Want, schema};
use arrow_array::{Array, StructArray};
use paylint::{Engine, Report, Verdict, Workspace};

/// Checks each row.
///
/// The result is a struct array of [`check_fields`](crate::check_fields), with a row for each
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
    let mut rows = Rows::new(operation, bodies, facts)?;
    let (mut text, mut reports, mut errors) = <(TextColumn, Reports, TextColumn)>::default();
    let (mut workspace, mut report) = (Workspace::new(), Report::new());
    for row in 0..rows.len() {
        let checked = rows.with(engine, row, |Row { operation, body, facts }| match want {
            Want::Verdict => {
                let accepts = engine.accepts_with(operation, body, facts, &mut workspace);
                text.push(if accepts { Verdict::Accept } else { Verdict::Reject }.name())
            }
            Want::Json => {
                engine.check_into(operation, body, facts, &mut report);
                text.write(|out| report.write_json(out))
            }
            Want::Report => {
                engine.check_into(operation, body, facts, &mut report);
                reports.push(&report)
            }
        });
        match checked {
            Ok(checked) => {
                checked?;
                errors.push_null();
            }
            Err(error) => {
                errors.push(&error.problem)?;
                if want == Want::Report { reports.push_null() } else { text.push_null() }
            }
        }
    }
    let mut columns = if want == Want::Report { reports.finish() } else { vec![text.finish()] };
    columns.push(errors.finish());
    Ok(structs(schema::check_fields(want), columns))
}
