//! Arguments of a batch.

use arrow_array::Array;
use paylint::{FactsBuf, Operation};

/// The result that [`check_batch`](crate::check_batch) makes of each row.
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
    /// Each row has the history of its order, from which the facts `order` follow.
    WithHistory {
        /// The facts of all rows.
        standing: &'a FactsBuf,
        /// JSON text that is laid over these, as for [`FactsColumn::Over`]. A row that has both the facts
        /// `order` and a history is an error.
        own: Option<&'a dyn Array>,
        /// The events as JSON text, as [`Engine::history_from_json`](paylint::Engine::history_from_json)
        /// reads them. A null row has none.
        history: &'a dyn Array,
    },
}
