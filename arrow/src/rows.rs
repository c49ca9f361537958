//! The rows of a batch, and errors of those that can't be checked.

use crate::text::TextArray;
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::Array;
use paylint::{Engine, Facts, Operation, nearest};
use paylint_traffic::facts::{InvalidFacts, OwnFacts};
use std::borrow::Cow;

/// The rows of a batch.
pub(crate) struct Rows<'a> {
    operations: Operations<'a>,
    bodies: TextArray<'a>,
    standing: Facts<'a>,
    own: Option<TextArray<'a>>,
    histories: Option<TextArray<'a>>,
    facts: OwnFacts,
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
pub(crate) struct RowError {
    /// The operation, if it is known.
    pub(crate) operation: Option<Operation>,
    /// The part with the fault: `operation`, `facts` or `history`.
    pub(crate) part: &'static str,
    /// The fault. Never shows a value.
    pub(crate) problem: Cow<'static, str>,
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
        let histories = history.map(|history| column("history", history)).transpose()?;
        let (standing, facts) = (standing.as_facts(), OwnFacts::default());
        Ok(Rows { operations, bodies, standing, own, histories, facts })
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
    ) -> Result<T, RowError> {
        let operation = self.operations.get(row)?;
        let body = self.bodies.get(row).unwrap_or_default();
        let [own, history] = [&self.own, &self.histories]
            .map(|column| column.as_ref().and_then(|column| column.get(row)));
        if own.is_none() && history.is_none() {
            return Ok(check(Row { operation, body, facts: &self.standing }));
        }
        let facts = self.facts.lay_over(self.standing, own, history, engine);
        let facts = facts.map_err(|InvalidFacts { part, problem }| RowError {
            operation: Some(operation),
            part,
            problem: problem.into(),
        })?;
        Ok(check(Row { operation, body, facts: &facts }))
    }
}

impl Operations<'_> {
    #[inline]
    fn get(&self, row: usize) -> Result<Operation, RowError> {
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
fn no_operation(problem: Cow<'static, str>) -> RowError {
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
