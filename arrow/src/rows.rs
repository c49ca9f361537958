//! The rows of a batch: what is checked, and why some can't be.

use crate::facts::FactsCache;
use crate::text::{Corrupt, Texts};
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::Array;
use paylint::{Facts, Operation, nearest};
use std::borrow::Cow;

/// The rows of a batch.
pub(crate) struct Rows<'a> {
    operations: Operations<'a>,
    bodies: Texts<'a>,
    standing: Facts<'a>,
    own: Option<(Texts<'a>, FactsCache)>,
}

enum Operations<'a> {
    All(Operation),
    Each(Texts<'a>),
}

/// A request.
pub(crate) struct Row<'r> {
    pub(crate) operation: Operation,
    pub(crate) body: &'r [u8],
    pub(crate) facts: &'r Facts<'r>,
}

/// Why a row can't be checked.
pub(crate) struct RowError<'r> {
    /// The operation, if it is known.
    pub(crate) operation: Option<Operation>,
    /// Where the fault is: `operation`, `body` or `facts`.
    pub(crate) part: &'static str,
    /// What it is. Never shows a value.
    pub(crate) problem: Cow<'r, str>,
}

const OUT_OF_DATA: &str = "the Arrow data is corrupt: the row's text lies outside of it";

impl<'a> Rows<'a> {
    /// The rows, if the columns are text and of one length.
    pub(crate) fn new(
        operation: OperationColumn<'a>,
        bodies: &'a dyn Array,
        facts: FactsColumn<'a>,
    ) -> Result<Rows<'a>, BatchError> {
        let bodies = Texts::new("bodies", bodies)?;
        let column = |name, array| {
            let column = Texts::new(name, array)?;
            same_length((name, &column), ("bodies", &bodies)).map(|()| column)
        };
        let operations = match operation {
            OperationColumn::All(operation) => Operations::All(operation),
            OperationColumn::Each(array) => Operations::Each(column("operation", array)?),
        };
        let (standing, own) = match facts {
            FactsColumn::All(standing) => (standing, None),
            FactsColumn::Over(standing, array) => (standing, Some(column("facts", array)?)),
        };
        let own = own.map(|column| (column, FactsCache::default()));
        Ok(Rows { operations, bodies, standing: standing.as_facts(), own })
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Passes a row on, or says why it can't be checked. The facts are lent, because they are some
    /// hundred bytes, which would take time to copy.
    #[inline]
    pub(crate) fn with<T>(
        &mut self,
        row: usize,
        check: impl FnOnce(Row<'_>) -> T,
    ) -> Result<T, RowError<'_>> {
        let operation = self.operations.get(row)?;
        let error = |part, problem| RowError { operation: Some(operation), part, problem };
        let body = self.bodies.get(row).map_err(|Corrupt| error("body", OUT_OF_DATA.into()))?;
        let body = body.unwrap_or_default();
        if let Some((column, cache)) = &mut self.own
            && let Some(text) =
                column.get(row).map_err(|Corrupt| error("facts", OUT_OF_DATA.into()))?
        {
            let own = cache.get(text).map_err(|problem| error("facts", problem.into()))?;
            let mut facts = self.standing;
            facts.overlay(&own.as_facts());
            return Ok(check(Row { operation, body, facts: &facts }));
        }
        Ok(check(Row { operation, body, facts: &self.standing }))
    }
}

impl Operations<'_> {
    #[inline]
    fn get(&self, row: usize) -> Result<Operation, RowError<'static>> {
        let column = match self {
            Operations::All(operation) => return Ok(*operation),
            Operations::Each(column) => column,
        };
        let name = match column.get(row) {
            Ok(Some(name)) => std::str::from_utf8(name).unwrap_or_default(),
            Ok(None) => return Err(no_operation("no operation".into())),
            Err(Corrupt) => return Err(no_operation(OUT_OF_DATA.into())),
        };
        Operation::from_name(name).ok_or_else(|| no_operation(unknown(name)))
    }
}

#[cold]
fn no_operation(problem: Cow<'static, str>) -> RowError<'static> {
    RowError { operation: None, part: "operation", problem }
}

/// Unlike elsewhere the name isn't shown: a column taken for that of the operations may hold
/// anything.
fn unknown(name: &str) -> Cow<'static, str> {
    match nearest(name, Operation::ALL.iter().map(|operation| operation.name())) {
        Some(near) => format!("unknown operation; did you mean \"{near}\"?").into(),
        None => "unknown operation".into(),
    }
}

/// An error unless two columns have the same number of rows.
pub(crate) fn same_length(
    (column, ours): (&'static str, &Texts<'_>),
    (beside, theirs): (&'static str, &Texts<'_>),
) -> Result<(), BatchError> {
    match (ours.len(), theirs.len()) {
        (rows, expected) if rows == expected => Ok(()),
        (rows, expected) => Err(BatchError::Rows { column, rows, beside, expected }),
    }
}
