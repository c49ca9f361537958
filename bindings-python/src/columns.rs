//! The columns of a batch call: objects with Arrow's PyCapsule interface.

use crate::capsule::{self, Problem, Stream};
use crate::errors;
use crate::json::a_type;
use crate::text::TextType;
use arrow_array::{Array, ArrayRef, new_empty_array};
use arrow_schema::DataType;
use paylint_arrow::BatchError;
use pyo3::exceptions::{PyException, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};
use std::collections::HashMap;

/// The reason why a batch can't be checked.
pub(crate) enum Failure {
    /// A fault of a column.
    Column(&'static str, Problem),
    /// An error of the kernel.
    Batch(BatchError),
    /// An exception of a producer, or of another part of Python.
    Raised(PyErr),
}

impl Failure {
    #[cold]
    fn of(column: &'static str, problem: impl Into<Problem>) -> Failure {
        Failure::Column(column, problem.into())
    }

    /// The exception.
    #[cold]
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Failure::Column(column, Problem { text, cause }) => {
                let error = errors::batch(py, &format!("{column}: {text}"), column);
                error.set_cause(py, cause.map(PyOSError::new_err));
                error
            }
            Failure::Batch(error) => {
                let column = match &error {
                    BatchError::Type { column, .. } | BatchError::Rows { column, .. } => column,
                    _ => "",
                };
                errors::batch(py, &error.to_string(), column)
            }
            Failure::Raised(error) => error,
        }
    }

    /// The message alone, for consumers that aren't Python.
    #[cold]
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Column(column, problem) => {
                format!("invalid batch: {column}: {}", problem.text)
            }
            Failure::Batch(error) => format!("invalid batch: {error}"),
            // Its text may show values.
            Failure::Raised(error) => {
                let kind =
                    Python::attach(|py| error.get_type(py).name().map(|name| name.to_string()));
                format!("the source of the data failed: {}", kind.unwrap_or_default())
            }
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Raised(error)
    }
}

impl From<BatchError> for Failure {
    fn from(error: BatchError) -> Failure {
        Failure::Batch(error)
    }
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

enum Source {
    /// A single array, until it is taken.
    Array(Option<ArrayRef>),
    Stream(Stream, TextType),
    /// Arrays and record batches of pyarrow.
    Python(Py<PyIterator>),
}

/// A column: an array, or a stream of them.
pub(crate) struct Column {
    name: &'static str,
    source: Source,
    /// Rows that were pulled and not yet taken.
    rest: Option<ArrayRef>,
}

impl Column {
    /// The column of an argument.
    pub(crate) fn of(name: &'static str, value: &Bound<'_, PyAny>) -> Result<Column> {
        let source = if is_pyarrow(value) {
            pyarrow(name, value)?
        } else if value.hasattr("__arrow_c_array__")? {
            Source::Array(Some(array(name, value)?))
        } else if value.hasattr("__arrow_c_stream__")? {
            stream(name, value)?
        } else {
            return Err(Failure::of(
                name,
                format!(
                    "{} is neither an Arrow array nor a stream (it has neither \
                     __arrow_c_array__ nor __arrow_c_stream__)",
                    a_type(value)
                ),
            ));
        };
        Ok(Column { name, source, rest: None })
    }

    /// Pulls arrays until one has rows. Returns their number, or 0 at the end.
    fn fill(&mut self) -> Result<usize> {
        loop {
            match &self.rest {
                Some(array) if !array.is_empty() => return Ok(array.len()),
                _ => self.rest = self.pull()?,
            }
            if self.rest.is_none() {
                return Ok(0);
            }
        }
    }

    fn pull(&mut self) -> Result<Option<ArrayRef>> {
        let name = self.name;
        match &mut self.source {
            Source::Array(array) => Ok(array.take()),
            Source::Stream(stream, text) => {
                let next = stream.next();
                let array = next.and_then(|next| next.map(|array| text.read(array)).transpose());
                array.map_err(|problem| Failure::Column(name, problem))
            }
            Source::Python(iterator) => Python::attach(|py| {
                let next = iterator.bind(py).clone().next().transpose()?;
                next.map(|item| checked(name, &item)).transpose()
            }),
        }
    }

    /// Takes the first of the pulled rows.
    fn take(&mut self, rows: usize) -> ArrayRef {
        match self.rest.take() {
            Some(array) if array.len() > rows => {
                self.rest = Some(array.slice(rows, array.len() - rows));
                array.slice(0, rows)
            }
            Some(array) => array,
            None => nothing(),
        }
    }
}

/// The type that a schema capsule describes.
fn text_type(name: &'static str, schema: &Bound<'_, PyAny>) -> Result<TextType> {
    let declared = capsule::data_type(schema)?;
    declared
        .and_then(|declared| TextType::of(name, declared))
        .map_err(|problem| Failure::Column(name, problem))
}

/// Reads an array through its capsules.
fn array(name: &'static str, value: &Bound<'_, PyAny>) -> Result<ArrayRef> {
    let pair = value.call_method0("__arrow_c_array__")?;
    let pair = pair.cast_into::<PyTuple>().map_err(PyErr::from)?;
    let text = text_type(name, &pair.get_item(0)?)?;
    let array = capsule::array(&pair.get_item(1)?)?;
    text.read(array).map_err(|problem| Failure::Column(name, problem))
}

fn stream(name: &'static str, value: &Bound<'_, PyAny>) -> Result<Source> {
    let mut stream = capsule::stream(&value.call_method0("__arrow_c_stream__")?)?;
    let text = stream.data_type().and_then(|declared| TextType::of(name, declared));
    let text = text.map_err(|problem| Failure::Column(name, problem))?;
    Ok(Source::Stream(stream, text))
}

/// Whether a value is pyarrow's. The C data interface doesn't tell how long buffers are, so it can't reveal corrupt
/// offsets; but pyarrow knows, and can check them.
fn is_pyarrow(value: &Bound<'_, PyAny>) -> bool {
    let module = value.get_type().module();
    module.is_ok_and(|module| module.to_str().is_ok_and(|module| module.starts_with("pyarrow.")))
}

fn pyarrow(name: &'static str, value: &Bound<'_, PyAny>) -> Result<Source> {
    if value.hasattr("__arrow_c_array__")? {
        return Ok(Source::Array(Some(checked(name, value)?)));
    }
    // The type, before anything is read.
    let described = if value.hasattr("schema")? { "schema" } else { "type" };
    if let Ok(described) = value.getattr(described) {
        text_type(name, &described.call_method0("__arrow_c_schema__")?)?;
    }
    let arrays = if value.hasattr("to_batches")? {
        value.call_method0("to_batches")?
    } else if value.hasattr("chunks")? {
        value.getattr("chunks")?
    } else {
        value.clone()
    };
    let arrays = arrays.try_iter().map_err(|_| {
        Failure::of(name, format!("{} is neither an Arrow array nor a stream", a_type(value)))
    })?;
    Ok(Source::Python(arrays.unbind()))
}

/// Reads an array or a record batch of pyarrow, which checks it first.
fn checked(name: &'static str, value: &Bound<'_, PyAny>) -> Result<ArrayRef> {
    if let Err(error) = value.call_method0("validate") {
        if !error.is_instance_of::<PyException>(value.py()) {
            return Err(error.into());
        }
        let cause = Some(error.to_string());
        return Err(Failure::Column(
            name,
            Problem { cause, ..Problem::from("corrupt Arrow data") },
        ));
    }
    array(name, value)
}

/// The most rows of a stream that are checked at a time: few enough for the 2 GiB of text that their reports may have,
/// and for Ctrl-C.
const MOST_ROWS: usize = 1 << 16;

/// Some rows of all columns, by the column's name.
pub(crate) type Rows = HashMap<&'static str, ArrayRef>;

/// Columns with the same number of rows, which may be divided into different arrays. The first has the bodies.
pub(crate) struct Columns(Vec<Column>);

impl Columns {
    pub(crate) fn new(columns: impl IntoIterator<Item = Column>) -> Columns {
        Columns(columns.into_iter().collect())
    }

    /// Whether no column is a stream.
    pub(crate) fn are_arrays(&self) -> bool {
        self.0.iter().all(|column| matches!(column.source, Source::Array(_)))
    }

    /// All of the columns, which must be arrays.
    pub(crate) fn whole(&mut self) -> Result<Rows> {
        let columns = self.0.iter_mut();
        columns.map(|column| Ok((column.name, column.pull()?.unwrap_or_else(nothing)))).collect()
    }

    /// Calls `then` with the rows of all columns, until they end.
    pub(crate) fn each(&mut self, mut then: impl FnMut(&Rows) -> Result<()>) -> Result<()> {
        if self.are_arrays() {
            return then(&self.whole()?);
        }
        while let Some(rows) = self.next()? {
            then(&rows)?;
            // Ctrl-C ends a long stream.
            Python::attach(|py| py.check_signals())?;
        }
        Ok(())
    }

    /// The next rows of all columns, or `None` at the end. After an error the columns may be at different rows.
    pub(crate) fn next(&mut self) -> Result<Option<Rows>> {
        let rows = self.0.iter_mut().map(Column::fill).collect::<Result<Vec<_>>>()?;
        let has_ended = rows.first().is_none_or(|rows| *rows == 0);
        if let Some((column, rows)) =
            self.0.iter().zip(&rows).find(|(_, rows)| (**rows == 0) != has_ended)
        {
            let problem = if *rows == 0 { "fewer rows" } else { "more rows" };
            return Err(Failure::of(column.name, format!("{problem} than {}", self.0[0].name)));
        }
        let rows = rows.into_iter().min().unwrap_or_default().min(MOST_ROWS);
        let columns = self.0.iter_mut();
        Ok((!has_ended).then(|| columns.map(|column| (column.name, column.take(rows))).collect()))
    }
}

fn nothing() -> ArrayRef {
    new_empty_array(&DataType::Null)
}
