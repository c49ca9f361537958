//! Whole columns of requests.

use crate::arguments::{self, FactsArgument};
use crate::columns::{Column, Columns, Failure, Result};
use crate::engine::Engine;
use crate::errors;
use crate::results::{ArrowArray, ArrowStream, schema_of};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use paylint::facts::Fact;
use paylint::{FactsBuf, Operation};
use paylint_arrow::{self as kernel, Changes, FactsColumn, OperationColumn, Tally, Want};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The requests of a batch call.
pub(crate) struct Requests {
    columns: Columns,
    /// The operation of all, or `None` if there is a column of them.
    operation: Option<Operation>,
    /// The facts of all.
    facts: FactsBuf,
    /// Whether there is a column of facts to lay over these.
    has_facts: bool,
}

impl Requests {
    /// The requests of a call's arguments.
    pub(crate) fn of<'py>(
        operation: &Bound<'py, PyAny>,
        bodies: &Bound<'py, PyAny>,
        facts: Option<&Bound<'py, PyAny>>,
        facts_column: Option<&Bound<'py, PyAny>>,
        now: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Requests> {
        let py = operation.py();
        let column = |name, value| Column::of(name, value).map_err(|failure| failure.raise(py));
        let (operation, operations) = match operation.cast::<PyString>() {
            Ok(_) => (Some(arguments::operation(operation)?), None),
            Err(_) => (None, Some(column("operation", operation)?)),
        };
        let mut standing = match FactsArgument::of(facts)? {
            FactsArgument::None => FactsBuf::new(),
            FactsArgument::Compiled(facts) => facts.clone(),
            FactsArgument::Made(facts) => *facts,
        };
        if let Some(now) = arguments::now(now)? {
            standing.set_time(Fact::Now, now).map_err(|error| errors::facts(py, &error))?;
        }
        let bodies = column("bodies", bodies)?;
        let facts = facts_column.map(|facts| column("facts", facts)).transpose()?;
        let has_facts = facts.is_some();
        let columns = Columns::new([Some(bodies), operations, facts].into_iter().flatten());
        Ok(Requests { columns, operation, facts: standing, has_facts })
    }

    /// Adds up what the kernel counts.
    fn fold(
        &mut self,
        mut add: impl FnMut(OperationColumn<'_>, &ArrayRef, FactsColumn<'_>) -> Result<()>,
    ) -> Result<()> {
        let Requests { columns, operation, facts, has_facts } = self;
        columns.each(|rows| with(rows, *operation, facts, *has_facts, &mut add))
    }
}

/// Calls the kernel with the columns of some rows.
fn with<R>(
    rows: &[ArrayRef],
    operation: Option<Operation>,
    facts: &FactsBuf,
    has_facts: bool,
    call: impl FnOnce(OperationColumn<'_>, &ArrayRef, FactsColumn<'_>) -> Result<R>,
) -> Result<R> {
    let (bodies, others) = rows.split_first().ok_or_else(Failure::internal)?;
    let operation = match (operation, others.first()) {
        (Some(operation), _) => OperationColumn::All(operation),
        (None, Some(operations)) => OperationColumn::Each(operations),
        (None, None) => return Err(Failure::internal()),
    };
    let facts = match others.last().filter(|_| has_facts) {
        Some(column) => FactsColumn::Over(facts, column),
        None => FactsColumn::All(facts),
    };
    call(operation, bodies, facts)
}

/// Rows to be checked.
pub(crate) struct Checked {
    requests: Requests,
    engine: Py<Engine>,
    want: Want,
}

impl Checked {
    pub(crate) fn data_type(&self) -> DataType {
        kernel::check_type(self.want)
    }

    fn check(&self, rows: &[ArrayRef]) -> Result<StructArray> {
        let Requests { operation, facts, has_facts, .. } = &self.requests;
        with(rows, *operation, facts, *has_facts, |operation, bodies, facts| {
            let engine = &self.engine.get().engine;
            Ok(kernel::check_batch(engine, operation, bodies, facts, self.want)?)
        })
    }

    /// Checks the next rows of a stream. An error ends it.
    pub(crate) fn next_array(&mut self) -> Result<Option<StructArray>> {
        let checked = match self.requests.columns.next() {
            Ok(rows) => rows.map(|rows| self.check(&rows)).transpose(),
            Err(failure) => Err(failure),
        };
        if checked.is_err() {
            self.requests.columns.end();
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

/// Checks each row: an array if there are only arrays, else a stream.
pub(crate) fn check<'py>(
    py: Python<'py>,
    engine: &Bound<'py, Engine>,
    requests: Requests,
    want: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let want = want_of(py, want)?;
    let mut checked = Checked { requests, engine: engine.clone().unbind(), want };
    if !checked.requests.columns.are_arrays() {
        return Ok(Bound::new(py, ArrowStream::new(checked))?.into_any());
    }
    let array = py.detach(|| {
        let rows = checked.requests.columns.whole()?;
        checked.check(&rows)
    });
    let array = array.map_err(|failure| failure.raise(py))?;
    Ok(Bound::new(py, ArrowArray(array))?.into_any())
}

const WANTS: [(&str, Want); 3] =
    [("verdict", Want::Verdict), ("report", Want::Report), ("json", Want::Json)];

fn want_of(py: Python<'_>, name: &str) -> PyResult<Want> {
    let known = WANTS.iter().find(|(known, _)| *known == name);
    let unknown = || errors::unknown(py, "result", name, WANTS.map(|(known, _)| known));
    known.map(|(_, want)| *want).ok_or_else(unknown)
}

/// Counts what comes of the requests.
pub(crate) fn tally(
    py: Python<'_>,
    engine: &paylint::Engine,
    mut requests: Requests,
) -> PyResult<ArrowArray> {
    let table = py.detach(|| {
        let mut tally = Tally::default();
        requests
            .fold(|operation, bodies, facts| Ok(tally.add(engine, operation, bodies, facts)?))?;
        Ok(tally.table()?)
    });
    table.map(ArrowArray).map_err(|failure: Failure| failure.raise(py))
}

/// Counts what changes for the requests from one policy to another.
pub(crate) fn replay(
    py: Python<'_>,
    before: &paylint::Engine,
    after: &paylint::Engine,
    mut requests: Requests,
) -> PyResult<ArrowArray> {
    let table = py.detach(|| {
        let mut changes = Changes::default();
        requests.fold(|operation, bodies, facts| {
            Ok(changes.replay(before, after, operation, bodies, facts)?)
        })?;
        Ok(changes.table()?)
    });
    table.map(ArrowArray).map_err(|failure: Failure| failure.raise(py))
}

/// Counts what changes between two columns of reports: canonical JSON, as ``check_batch`` gives
/// with ``want="json"``, row by row about the same requests.
///
/// They may be of two policies, or of two versions of the rules. Columns can be arrays or streams.
/// The result is that of ``Engine.replay``; a row in which one of them isn't a report counts as an
/// ``error`` of the name ``before`` or ``after``.
///
/// Raises BatchError if a column isn't text, is corrupt, or has another number of rows.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    before: &Bound<'_, PyAny>,
    after: &Bound<'_, PyAny>,
) -> PyResult<ArrowArray> {
    let column = |name, value| Column::of(name, value).map_err(|failure| failure.raise(py));
    let mut columns = Columns::new([column("before", before)?, column("after", after)?]);
    let table = py.detach(|| {
        let mut changes = Changes::default();
        columns.each(|rows| match rows {
            [before, after] => Ok(changes.compare(before, after)?),
            _ => Err(Failure::internal()),
        })?;
        Ok(changes.table()?)
    });
    table.map(ArrowArray).map_err(|failure: Failure| failure.raise(py))
}
