//! Work on columns, rows by rows.

use crate::columns::{Columns, Result};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use std::sync::Arc;

/// Work that makes an array of some rows.
pub(crate) trait Job: Send {
    fn data_type(&self) -> DataType;
    fn run(&self, rows: &[ArrayRef]) -> Result<StructArray>;
}

/// Rows of which something is made when they are asked for.
pub(crate) struct Checked {
    pub(crate) columns: Columns,
    pub(crate) job: Box<dyn Job>,
}

impl Checked {
    pub(crate) fn data_type(&self) -> DataType {
        self.job.data_type()
    }

    /// Works on the next rows of a stream. An error ends it.
    pub(crate) fn next_array(&mut self) -> Result<Option<StructArray>> {
        let checked = match self.columns.next() {
            Ok(rows) => rows.map(|rows| self.job.run(&rows)).transpose(),
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
        schema_of(&self.data_type())
    }
}

/// The schema of a table of structs of this type.
pub(crate) fn schema_of(data_type: &DataType) -> SchemaRef {
    match data_type {
        DataType::Struct(fields) => Arc::new(Schema::new(fields.clone())),
        _ => Arc::new(Schema::empty()),
    }
}
