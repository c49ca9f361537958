//! Work on columns, some rows at a time.

use crate::columns::{Columns, Result};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, Fields, Schema, SchemaRef};
use std::sync::Arc;

/// Makes an array from some rows.
type Work = Box<dyn Fn(&[ArrayRef]) -> Result<StructArray> + Send>;

/// Rows that are checked on demand.
pub(crate) struct Checked {
    columns: Columns,
    /// The members of the result.
    pub(crate) fields: Fields,
    work: Work,
}

impl Checked {
    pub(crate) fn new(
        columns: Columns,
        fields: Fields,
        work: impl Fn(&[ArrayRef]) -> Result<StructArray> + Send + 'static,
    ) -> Checked {
        Checked { columns, fields, work: Box::new(work) }
    }

    /// Whether no column is a stream.
    pub(crate) fn is_array(&self) -> bool {
        self.columns.are_arrays()
    }

    /// Processes all rows of columns that are arrays.
    pub(crate) fn whole(mut self) -> Result<StructArray> {
        (self.work)(&self.columns.whole()?)
    }

    /// Processes the next rows of a stream. An error ends it.
    pub(crate) fn next_array(&mut self) -> Result<Option<StructArray>> {
        let checked = match self.columns.next() {
            Ok(rows) => rows.map(|rows| (self.work)(&rows)).transpose(),
            Err(failure) => Err(failure),
        };
        if checked.is_err() {
            self.columns.end();
        }
        checked
    }
}

impl Iterator for Checked {
    type Item = std::result::Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let array = self.next_array().transpose()?;
        Some(
            array
                .map(RecordBatch::from)
                .map_err(|failure| ArrowError::ComputeError(failure.message().replace('\0', ""))),
        )
    }
}

impl RecordBatchReader for Checked {
    fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.fields.clone()))
    }
}
