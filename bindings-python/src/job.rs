//! Work on columns, some rows at a time.

use crate::columns::{Columns, Result, Rows};
use arrow_array::{RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, Fields, Schema, SchemaRef};
use std::sync::Arc;

/// Makes an array from some rows.
type Work = Box<dyn Fn(&Rows) -> Result<StructArray> + Send>;

/// Rows that are checked on demand.
pub(crate) struct Checked {
    pub(crate) columns: Columns,
    /// The members of the result.
    pub(crate) fields: Fields,
    pub(crate) work: Work,
}

impl Checked {
    /// Processes all rows of columns that are arrays.
    pub(crate) fn whole(mut self) -> Result<StructArray> {
        (self.work)(&self.columns.whole()?)
    }

    /// Processes the next rows of a stream. An error ends it.
    pub(crate) fn next_array(&mut self) -> Result<Option<StructArray>> {
        let rows = self.columns.next();
        let checked = rows.and_then(|rows| rows.map(|rows| (self.work)(&rows)).transpose());
        if checked.is_err() {
            self.columns = Columns::new([]);
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
