//! The rows of a batch, and errors of those that can't be checked.

use crate::facts::FactsCache;
use crate::text::TextArray;
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::Array;
use paylint::{Engine, Facts, FactsBuf, Operation, nearest};
use std::borrow::Cow;

/// The rows of a batch.
pub(crate) struct Rows<'a> {
    operations: Operations<'a>,
    bodies: TextArray<'a>,
    standing: Facts<'a>,
    own: Option<(TextArray<'a>, FactsCache)>,
    histories: Option<TextArray<'a>>,
}

enum Operations<'a> {
    All(Operation),
    Each(TextArray<'a>),
}

/// A request.
pub(crate) struct Row<'r> {
    pub(crate) operation: Operation,
    pub(crate) body: &'r [u8],
    pub(crate) facts: &'r Facts<'r>,
}

/// The reason why a row can't be checked.
pub(crate) struct RowError<'r> {
    /// The operation, if it is known.
    pub(crate) operation: Option<Operation>,
    /// The part with the fault: `operation`, `facts` or `history`.
    pub(crate) part: &'static str,
    /// The fault. Never shows a value.
    pub(crate) problem: Cow<'r, str>,
}

impl<'a> Rows<'a> {
    /// The rows, if the columns are text and of one length.
    pub(crate) fn new(
        operation: OperationColumn<'a>,
        bodies: &'a dyn Array,
        facts: FactsColumn<'a>,
    ) -> Result<Rows<'a>, BatchError> {
        let bodies = TextArray::new("bodies", bodies)?;
        let column = |name, array| {
            let column = TextArray::new(name, array)?;
            same_length((name, &column), ("bodies", &bodies)).map(|()| column)
        };
        let operations = match operation {
            OperationColumn::All(operation) => Operations::All(operation),
            OperationColumn::Each(array) => Operations::Each(column("operation", array)?),
        };
        let FactsColumn { standing, own, history } = facts;
        let own = own.map(|own| column("facts", own)).transpose()?;
        let own = own.map(|column| (column, FactsCache::default()));
        let histories = history.map(|history| column("history", history)).transpose()?;
        Ok(Rows { operations, bodies, standing: standing.as_facts(), own, histories })
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Passes a row on, or says why it can't be checked with an engine. The facts are lent, because they
    /// are some hundred bytes, which would take time to copy.
    #[inline]
    pub(crate) fn with<T>(
        &mut self,
        engine: &Engine,
        row: usize,
        check: impl FnOnce(Row<'_>) -> T,
    ) -> Result<T, RowError<'_>> {
        let operation = self.operations.get(row)?;
        let error = |part, problem| RowError { operation: Some(operation), part, problem };
        let body = self.bodies.get(row).unwrap_or_default();
        let history = self.histories.as_ref().and_then(|column| column.get(row));
        let own = self.own.as_mut();
        let own = own.and_then(|(column, cache)| column.get(row).map(|text| cache.get(text)));
        let own = own.transpose().map_err(|problem| error("facts", problem.into()))?;
        if own.is_none() && history.is_none() {
            return Ok(check(Row { operation, body, facts: &self.standing }));
        }
        let mut facts = self.standing;
        if let Some(own) = own.map(FactsBuf::as_facts) {
            if own.order.is_some() && history.is_some() {
                return Err(error("history", BOTH.into()));
            }
            facts.overlay(&own);
        }
        let facts = after(engine, history, facts);
        let facts = facts.map_err(|problem| error("history", problem.into()))?;
        Ok(check(Row { operation, body, facts: &facts }))
    }
}

/// The error of a row that has both.
const BOTH: &str = "facts.order and history: a row has one of them";

/// The facts with what follows from a history, if there is one.
fn after<'f>(
    engine: &Engine,
    history: Option<&[u8]>,
    facts: Facts<'f>,
) -> Result<Facts<'f>, String> {
    let Some(events) = history else { return Ok(facts) };
    let history = engine.history_from_json(events).map_err(|error| error.message())?;
    Ok(facts.overlaid(&history.facts()))
}

impl Operations<'_> {
    #[inline]
    fn get(&self, row: usize) -> Result<Operation, RowError<'static>> {
        let column = match self {
            Operations::All(operation) => return Ok(*operation),
            Operations::Each(column) => column,
        };
        let name = match column.get(row) {
            Some(name) => std::str::from_utf8(name).unwrap_or_default(),
            None => return Err(no_operation("no operation".into())),
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
    (column, ours): (&'static str, &TextArray<'_>),
    (beside, theirs): (&'static str, &TextArray<'_>),
) -> Result<(), BatchError> {
    match (ours.len(), theirs.len()) {
        (rows, expected) if rows == expected => Ok(()),
        (rows, expected) => Err(BatchError::Rows { column, rows, beside, expected }),
    }
}
