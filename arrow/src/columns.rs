//! What a batch is checked with.

use arrow_array::Array;
use paylint::{FactsBuf, Operation};

/// What [`check_batch`](crate::check_batch) is to make of each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Only the verdict, which is the fastest.
    Verdict,
    /// The report as columns, with findings as a list of structs.
    Report,
    /// The canonical JSON of the report, byte for byte that of every other binding.
    Json,
}

/// The operation of the rows.
#[derive(Clone, Copy, Debug)]
pub enum OperationColumn<'a> {
    /// All rows have the same.
    All(Operation),
    /// Each row names its own, such as `order`.
    Each(&'a dyn Array),
}

/// The facts of the rows.
#[derive(Clone, Copy, Debug)]
pub enum FactsColumn<'a> {
    /// All rows have the same.
    All(&'a FactsBuf),
    /// Each row has JSON text that is laid over these, as
    /// [`Facts::overlaid`](paylint::Facts::overlaid) does: a top-level member of the row replaces
    /// the standing one. A null row has the standing ones.
    Over(&'a FactsBuf, &'a dyn Array),
}
