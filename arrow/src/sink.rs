//! What rows are checked into.

use crate::BatchError;
use crate::rows::Row;
use arrow_array::ArrayRef;
use paylint::Engine;

/// Columns that are filled row by row.
pub(crate) trait Sink {
    /// Checks a row and adds what comes of it.
    fn check(&mut self, engine: &Engine, row: &Row<'_>) -> Result<(), BatchError>;

    /// Adds a row that can't be checked.
    fn push_null(&mut self) -> Result<(), BatchError>;

    /// The columns.
    fn finish(self) -> Vec<ArrayRef>;
}
