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
pub struct FactsColumn<'a> {
    /// The facts of all rows.
    pub standing: &'a FactsBuf,
    /// JSON text that is laid over these, as [`Facts::overlaid`](paylint::Facts::overlaid) does: a top-level member of
    /// the row replaces the standing one. A null row has the standing ones.
    pub own: Option<&'a dyn Array>,
    /// The histories of the rows' orders, from which the facts `order` follow: events as JSON text, as
    /// [`Engine::history_from_json`](paylint::Engine::history_from_json) reads them. A null row has none, and one whose
    /// own facts have an `order` is an error.
    pub history: Option<&'a dyn Array>,
}

impl<'a> FactsColumn<'a> {
    /// Facts that all rows have alike.
    #[must_use]
    pub fn all(standing: &'a FactsBuf) -> FactsColumn<'a> {
        FactsColumn { standing, own: None, history: None }
    }
}
