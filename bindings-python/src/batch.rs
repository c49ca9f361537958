//! Whole columns of requests.

use crate::arguments;
use crate::columns::{Column, Columns, Failure, Result, Rows};
use crate::errors;
use crate::job::Checked;
use crate::results::{ArrowArray, result};
use arrow_array::{Array, ArrayRef, StructArray};
use paylint::facts::Fact;
use paylint::{FactsBuf, Operation};
use paylint_arrow::{
    self as kernel, AnswerColumns, BatchError, Calibration, Changes, FactsColumn, OperationColumn,
    Tally, Want,
};
use paylint_traffic::calibration::{Evidence, Key, Refusals, Terms};
use paylint_traffic::log::{InvalidPointer, LogMap, Part};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashMap;

/// The requests of a batch call, without their columns.
pub(crate) struct Requests {
    /// The operation of all requests, or `None` if there is a column of operations.
    operation: Option<Operation>,
    /// The facts of all requests.
    facts: FactsBuf,
}

impl Requests {
    /// The requests of a call's arguments, and their columns.
    pub(crate) fn of<'py>(
        operation: &Bound<'py, PyAny>,
        bodies: &Bound<'py, PyAny>,
        [facts, facts_column, history_column, now]: [Option<&Bound<'py, PyAny>>; 4],
        [status, answers, at, by, who]: [Option<&Bound<'py, PyAny>>; 5],
    ) -> PyResult<(Requests, Columns)> {
        let py = operation.py();
        let of_all = match operation.cast::<PyString>() {
            Ok(_) => Some(arguments::operation(operation)?),
            Err(_) => None,
        };
        let mut standing = crate::facts::compiled(facts)?.into_owned();
        if let Some(now) = arguments::now(now)? {
            standing.set_time(Fact::Now, now).map_err(|error| errors::facts(py, &error))?;
        }
        let columns = [
            ("bodies", Some(bodies)),
            ("operation", of_all.is_none().then_some(operation)),
            ("facts", facts_column),
            ("history", history_column),
            ("status", status),
            ("answers", answers),
            ("at", at),
            ("by", by),
            ("who", who),
        ];
        let columns = columns.into_iter().filter_map(|(name, column)| Some((name, column?)));
        let columns = columns
            .map(|(name, column)| Column::of(name, column).map_err(|failure| failure.raise(py)));
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        Ok((Requests { operation: of_all, facts: standing }, Columns::new(columns)))
    }

    /// Calls the kernel with the columns of some rows.
    fn with<R>(
        &self,
        rows: &Rows,
        call: impl FnOnce(OperationColumn<'_>, &ArrayRef, FactsColumn<'_>) -> Result<R>,
    ) -> Result<R> {
        let operation = match self.operation {
            Some(operation) => OperationColumn::All(operation),
            None => OperationColumn::Each(&rows["operation"]),
        };
        let (own, history) = (optional(rows, "facts"), optional(rows, "history"));
        call(operation, &rows["bodies"], FactsColumn { standing: &self.facts, own, history })
    }
}

fn optional<'r>(rows: &'r Rows, name: &str) -> Option<&'r dyn Array> {
    rows.get(name).map(|column| column as &dyn Array)
}

/// Checks each row.
pub(crate) fn check<'py>(
    py: Python<'py>,
    engine: &paylint::Engine,
    (requests, columns): (Requests, Columns),
    want: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let (engine, want) = (engine.clone(), want_of(py, want)?);
    let work = Box::new(move |rows: &Rows| {
        requests.with(rows, |operation, bodies, facts| {
            Ok(kernel::check_batch(&engine, operation, bodies, facts, want)?)
        })
    });
    result(py, Checked { columns, fields: kernel::check_fields(want), work })
}

/// Extracts the requests from lines of a log, which are JSON objects of any form.
///
/// ``lines`` is a column of their texts, with Arrow's PyCapsule interface. The others are JSON Pointers, such as
/// ``"/request/body"``; the rest of a line is ignored. At ``body_at``, the bytes of an object or an array are the body,
/// and so is the text of a str; a missing value or null means no body. The operation's name is at ``operation_at``, or
/// ``method_at`` and ``path_at`` choose it and are the facts ``request.method`` and ``request.path``, less
/// ``path_prefix``; ``operation`` is for lines that have no name or, with the latter two, for all. ``facts_at`` has the
/// place of each fact by its name: ``{"now": "/time"}``.
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
    lines, *, body_at, operation=None, operation_at=None, method_at=None, path_at=None,
    path_prefix=None, id_at=None, facts_at=None
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
    path_prefix: Option<&str>,
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
        map = map.with(Part::Id, pointer).map_err(wrong)?;
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
    let map = map.with_path_prefix(path_prefix.unwrap_or_default());
    let lines = Column::of("lines", lines).map_err(|failure| failure.raise(py))?;
    let work = Box::new(move |rows: &Rows| Ok(kernel::log_requests(&map, &rows["lines"])?));
    let columns = Columns::new([lines]);
    result(py, Checked { columns, fields: kernel::log_fields(), work })
}

const WANTS: [(&str, Want); 3] =
    [("verdict", Want::Verdict), ("report", Want::Report), ("json", Want::Json)];

fn want_of(py: Python<'_>, name: &str) -> PyResult<Want> {
    let known = WANTS.iter().find(|(known, _)| *known == name);
    let unknown = || errors::unknown(py, "result", name, WANTS.map(|(known, _)| known));
    known.map(|(_, want)| *want).ok_or_else(unknown)
}

/// The table of the counts over all rows.
fn counted<T: Default + Send>(
    py: Python<'_>,
    mut columns: Columns,
    mut add: impl FnMut(&mut T, &Rows) -> Result<()> + Send,
    table: fn(&T) -> std::result::Result<StructArray, BatchError>,
) -> PyResult<ArrowArray> {
    let table = py.detach(|| {
        let mut counts = T::default();
        columns.each(|rows| add(&mut counts, rows))?;
        Ok(table(&counts)?)
    });
    table.map(ArrowArray).map_err(|failure: Failure| failure.raise(py))
}

/// Counts the requests by verdict, and their findings by rule.
pub(crate) fn tally(
    py: Python<'_>,
    engine: &paylint::Engine,
    (requests, columns): (Requests, Columns),
) -> PyResult<ArrowArray> {
    let add = |tally: &mut Tally, rows: &Rows| {
        requests
            .with(rows, |operation, bodies, facts| Ok(tally.add(engine, operation, bodies, facts)?))
    };
    counted(py, columns, add, Tally::table)
}

/// Compares the verdicts of the requests with the gateway's answers.
pub(crate) fn calibrate(
    py: Python<'_>,
    engine: &paylint::Engine,
    (requests, columns): (Requests, Columns),
    refusals: &Refusals,
    key: Key,
) -> PyResult<ArrowArray> {
    let add = |calibration: &mut Calibration, rows: &Rows| {
        let answers = AnswerColumns {
            statuses: &rows["status"],
            answers: optional(rows, "answers"),
            times: optional(rows, "at"),
            parts: optional(rows, "by"),
            customers: optional(rows, "who"),
            refusals,
            key,
        };
        requests.with(rows, |operation, bodies, facts| {
            Ok(calibration.add(engine, operation, bodies, facts, answers)?)
        })
    };
    counted(py, columns, add, Calibration::table)
}

/// Sums up the rows of a calibration, as JSON.
#[pyfunction]
pub(crate) fn calibration(
    rows: Vec<([Option<String>; 9], u64)>,
    cost: u32,
    at_least: u64,
) -> PyResult<String> {
    let (mut evidence, mut errors) = (Evidence::default(), 0);
    for (names, count) in &rows {
        let names = names.each_ref().map(|name| name.as_deref());
        if names[0] == Some("error") {
            errors += count;
        } else if evidence.add_row(names, *count).is_none() {
            return Err(PyValueError::new_err(
                "not a row of a calibration: its kind or a name is unknown",
            ));
        }
    }
    let engine = paylint::Engine::default();
    let mut found =
        paylint_traffic::calibration::Calibration::of(&evidence, Terms { cost, at_least }, &engine);
    found.read.unreadable = errors;
    Ok(serde_json::to_string(&found).unwrap_or_default())
}

/// Counts the differences between two policies for the requests.
pub(crate) fn replay(
    py: Python<'_>,
    before: &paylint::Engine,
    after: &paylint::Engine,
    (requests, columns): (Requests, Columns),
) -> PyResult<ArrowArray> {
    let add = |changes: &mut Changes, rows: &Rows| {
        requests.with(rows, |operation, bodies, facts| {
            Ok(changes.replay(before, after, operation, bodies, facts)?)
        })
    };
    counted(py, columns, add, Changes::table)
}

/// Counts the differences between two columns of reports, whose rows are about the same requests. Reports are canonical
/// JSON, as from ``check_batch`` with ``want="json"``.
///
/// They may be of two policies, or of two versions of the rules. Columns can be arrays or streams.
/// The result is that of ``Engine.replay``; a row in which one of them isn't a report counts as an ``error`` with the
/// name ``before`` or ``after``.
///
/// Raises BatchError if a column isn't text, is corrupt, or has another number of rows.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    before: &Bound<'_, PyAny>,
    after: &Bound<'_, PyAny>,
) -> PyResult<ArrowArray> {
    let column = |name, value| Column::of(name, value).map_err(|failure| failure.raise(py));
    let columns = Columns::new([column("before", before)?, column("after", after)?]);
    let add =
        |changes: &mut Changes, rows: &Rows| Ok(changes.compare(&rows["before"], &rows["after"])?);
    counted(py, columns, add, Changes::table)
}
