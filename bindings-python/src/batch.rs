//! Whole columns of requests.

use crate::arguments;
use crate::columns::{Column, Columns, Failure, Result};
use crate::errors;
use crate::facts::FactsArgument;
use crate::job::{Checked, Job};
use crate::results::{ArrowArray, result};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::DataType;
use paylint::facts::Fact;
use paylint::{FactsBuf, Operation};
use paylint_arrow::{
    self as kernel, AnswerColumns, Calibration, Changes, FactsColumn, OperationColumn, Tally, Want,
};
use paylint_traffic::calibration::Row;
use paylint_traffic::log::{InvalidPointer, LogMap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashMap;

/// The requests of a batch call.
pub(crate) struct Requests {
    columns: Columns,
    /// The operation of all, or `None` if there is a column of them.
    operation: Option<Operation>,
    /// The facts of all.
    facts: FactsBuf,
    /// Whether there is a column of facts to lay over these.
    has_facts: bool,
    /// Whether there is a column of histories.
    has_history: bool,
    /// What follows behind the columns of requests: statuses, and bodies of answers.
    answers: usize,
}

impl Requests {
    /// The requests of a call's arguments.
    pub(crate) fn of<'py>(
        operation: &Bound<'py, PyAny>,
        bodies: &Bound<'py, PyAny>,
        facts: Option<&Bound<'py, PyAny>>,
        facts_column: Option<&Bound<'py, PyAny>>,
        history_column: Option<&Bound<'py, PyAny>>,
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
        let history = history_column.map(|history| column("history", history)).transpose()?;
        let (has_facts, has_history) = (facts.is_some(), history.is_some());
        let columns =
            Columns::new([Some(bodies), operations, facts, history].into_iter().flatten());
        Ok(Requests { columns, operation, facts: standing, has_facts, has_history, answers: 0 })
    }

    /// Adds the columns of what the gateway answered.
    pub(crate) fn with_answers(
        mut self,
        status: &Bound<'_, PyAny>,
        answers: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Requests> {
        let py = status.py();
        let column = |name, value| Column::of(name, value).map_err(|failure| failure.raise(py));
        self.columns.add(column("status", status)?);
        if let Some(answers) = answers {
            self.columns.add(column("answers", answers)?);
        }
        self.answers = 1 + usize::from(answers.is_some());
        Ok(self)
    }

    /// Adds up what the kernel counts.
    fn fold(
        &mut self,
        mut add: impl FnMut(OperationColumn<'_>, &ArrayRef, FactsColumn<'_>, &[ArrayRef]) -> Result<()>,
    ) -> Result<()> {
        let Requests { columns, operation, facts, has_facts, has_history, answers } = self;
        columns.each(|rows| {
            let (rows, answers) = rows.split_at(rows.len() - *answers);
            with(rows, *operation, facts, (*has_facts, *has_history), |operation, bodies, facts| {
                add(operation, bodies, facts, answers)
            })
        })
    }
}

/// Calls the kernel with the columns of some rows.
fn with<R>(
    rows: &[ArrayRef],
    operation: Option<Operation>,
    facts: &FactsBuf,
    (has_facts, has_history): (bool, bool),
    call: impl FnOnce(OperationColumn<'_>, &ArrayRef, FactsColumn<'_>) -> Result<R>,
) -> Result<R> {
    let (bodies, others) = rows.split_first().ok_or_else(Failure::internal)?;
    let operation = match (operation, others.first()) {
        (Some(operation), _) => OperationColumn::All(operation),
        (None, Some(operations)) => OperationColumn::Each(operations),
        (None, None) => return Err(Failure::internal()),
    };
    let (history, others) = match others.split_last().filter(|_| has_history) {
        Some((history, others)) => (Some(history), others),
        None => (None, others),
    };
    let own = others.last().filter(|_| has_facts);
    let facts = match (own, history) {
        (own, Some(history)) => {
            let own = own.map(|own| own as &dyn Array);
            FactsColumn::WithHistory { standing: facts, own, history }
        }
        (Some(own), None) => FactsColumn::Over(facts, own),
        (None, None) => FactsColumn::All(facts),
    };
    call(operation, bodies, facts)
}

/// Requests to be checked.
struct Check {
    requests: Requests,
    engine: paylint::Engine,
    want: Want,
}

impl Job for Check {
    fn data_type(&self) -> DataType {
        kernel::check_type(self.want)
    }

    fn run(&self, rows: &[ArrayRef]) -> Result<StructArray> {
        let Requests { operation, facts, has_facts, has_history, .. } = &self.requests;
        with(rows, *operation, facts, (*has_facts, *has_history), |operation, bodies, facts| {
            Ok(kernel::check_batch(&self.engine, operation, bodies, facts, self.want)?)
        })
    }
}

/// Lines of a log, to be taken apart.
impl Job for LogMap {
    fn data_type(&self) -> DataType {
        kernel::log_type()
    }

    fn run(&self, rows: &[ArrayRef]) -> Result<StructArray> {
        let [lines] = rows else { return Err(Failure::internal()) };
        Ok(kernel::log_requests(self, lines)?)
    }
}

/// Checks each row.
pub(crate) fn check<'py>(
    py: Python<'py>,
    engine: &paylint::Engine,
    mut requests: Requests,
    want: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let want = want_of(py, want)?;
    let columns = std::mem::replace(&mut requests.columns, Columns::new([]));
    let job = Check { requests, engine: engine.clone(), want };
    result(py, Checked { columns, job: Box::new(job) })
}

/// Takes the requests out of lines of a log, which are JSON objects of any form.
///
/// ``lines`` is a column of their texts: whatever speaks Arrow's PyCapsule interface. The others are
/// JSON Pointers, such as ``"/request/body"``; whatever else a line has is passed over. At
/// ``body_at``, the bytes of an object or an array are the body, and so is the text of a str; a
/// missing value or null means no body. The operation's name is at ``operation_at``, or
/// ``method_at`` and ``path_at`` choose it and are the facts ``request.method`` and
/// ``request.path``; ``operation`` is for lines that have no name or, with the latter two, for all.
/// ``facts_at`` has the place of each fact by its name: ``{"now": "/time"}``.
///
/// The result is an ArrowArray, or an ArrowStream if ``lines`` is a stream, of structs: ``id`` (as
/// JSON), ``operation``, ``body`` and ``facts``, the columns that ``check_batch`` takes, and
/// ``error``, which says why a line has no request that can be checked. A line whose method and path
/// lead to no operation is null in all of them.
///
/// Raises BatchError if the column isn't text, ValueError if a text isn't a JSON Pointer, and
/// UnknownNameError if there is no such operation or fact.
#[pyfunction]
#[pyo3(signature = (
    lines, *, body_at, operation=None, operation_at=None, method_at=None, path_at=None, id_at=None,
    facts_at=None
))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn log_requests<'py>(
    py: Python<'py>,
    lines: &Bound<'py, PyAny>,
    body_at: &str,
    operation: Option<&Bound<'py, PyAny>>,
    operation_at: Option<&str>,
    method_at: Option<&str>,
    path_at: Option<&str>,
    id_at: Option<&str>,
    facts_at: Option<HashMap<String, String>>,
) -> PyResult<Bound<'py, PyAny>> {
    let wrong = |error: InvalidPointer| PyValueError::new_err(error.to_string());
    let mut map = LogMap::new(body_at).map_err(wrong)?;
    if let Some(operation) = operation {
        map = map.with_operation(arguments::operation(operation)?);
    }
    if let Some(pointer) = operation_at {
        map = map.with_operation_at(pointer).map_err(wrong)?;
    }
    match (method_at, path_at) {
        (Some(method), Some(path)) if operation_at.is_none() => {
            map = map.with_route(method, path).map_err(wrong)?;
        }
        (None, None) => {}
        _ => {
            let problem = "method_at and path_at go together, and not with operation_at";
            return Err(PyValueError::new_err(problem));
        }
    }
    if let Some(pointer) = id_at {
        map = map.with_id(pointer).map_err(wrong)?;
    }
    for (name, pointer) in facts_at.into_iter().flatten() {
        let known = || Fact::ALL.iter().map(|fact| fact.name());
        let fact = Fact::ALL.iter().find(|fact| fact.name() == name);
        let fact = fact.ok_or_else(|| errors::unknown(py, "fact", &name, known()))?;
        map = map.with_fact(*fact, &pointer).map_err(wrong)?;
    }
    if !map.knows_operations() {
        let problem = "pass operation, operation_at, or method_at and path_at";
        return Err(PyValueError::new_err(problem));
    }
    let lines = Column::of("lines", lines).map_err(|failure| failure.raise(py))?;
    result(py, Checked { columns: Columns::new([lines]), job: Box::new(map) })
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
            .fold(|operation, bodies, facts, _| Ok(tally.add(engine, operation, bodies, facts)?))?;
        Ok(tally.table()?)
    });
    table.map(ArrowArray).map_err(|failure: Failure| failure.raise(py))
}

/// Holds the verdicts of the requests against what the gateway answered.
pub(crate) fn calibrate(
    py: Python<'_>,
    engine: &paylint::Engine,
    mut requests: Requests,
    refused: &[u16],
) -> PyResult<ArrowArray> {
    let table = py.detach(|| {
        let mut calibration = Calibration::default();
        requests.fold(|operation, bodies, facts, answers| {
            let (statuses, texts) = answers.split_first().ok_or_else(Failure::internal)?;
            let answers = texts.first().map(|texts| texts as &dyn Array);
            let answers = AnswerColumns { statuses, answers, refused };
            Ok(calibration.add(engine, operation, bodies, facts, answers)?)
        })?;
        Ok(calibration.table()?)
    });
    table.map(ArrowArray).map_err(|failure: Failure| failure.raise(py))
}

/// A row of a table of counts: the names, and the count.
type CountRow = (String, [Option<String>; 4], u64);

/// What the rows of a calibration say together, as JSON.
#[pyfunction]
pub(crate) fn calibration(rows: Vec<CountRow>, at_least: u64) -> PyResult<String> {
    let (mut calibration, mut errors) = (paylint_traffic::calibration::Calibration::default(), 0);
    for (kind, [operation, name, level, answer], count) in &rows {
        let [operation, name, level, answer] =
            [operation, name, level, answer].map(|text| text.as_deref());
        let row = Row { kind, operation, name, level, answer, count: *count };
        match kind.as_str() {
            "error" => errors += count,
            _ if calibration.add_row(row) => {}
            _ => {
                return Err(PyValueError::new_err(
                    "not a row of a calibration: its kind or a name is unknown",
                ));
            }
        }
    }
    let (summary, layer) = (calibration.summary(at_least), calibration.layer(at_least));
    let json = |value: serde_json::Result<String>| value.unwrap_or_default();
    let (summary, layer) =
        (json(serde_json::to_string(&summary)), json(serde_json::to_string(&layer)));
    Ok(format!("{{\"error\":{errors},\"summary\":{summary},\"layer\":{layer}}}"))
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
        requests.fold(|operation, bodies, facts, _| {
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
