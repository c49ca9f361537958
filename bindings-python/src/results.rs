//! Results of batch calls, as Arrow data.

use crate::capsule::{ARRAY, SCHEMA, STREAM};
use crate::job::Checked;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchIterator, StructArray};
use arrow_schema::{DataType, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::{Mutex, PoisonError};

/// An Arrow array of structs, or a table, as the consumer prefers. It holds no Python objects.
///
/// ``pyarrow.array(it)``, ``pyarrow.table(it)``, ``polars.Series(it)`` and ``polars.DataFrame(it)``
/// take it, and so does everything else with Arrow's PyCapsule interface, without a copy.
#[pyclass(frozen, module = "paylint", weakref)]
pub(crate) struct ArrowArray(pub(crate) StructArray);

type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

fn schema_capsule<'py>(py: Python<'py>, fields: &Fields) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(DataType::Struct(fields.clone())).map_err(invalid)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

fn invalid(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl ArrowArray {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        // A consumer that wants another type casts the result.
        let _ = requested_schema;
        let array = FFI_ArrowArray::new(&self.0.to_data());
        Ok((schema_capsule(py, self.0.fields())?, PyCapsule::new_with_value(py, array, ARRAY)?))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batch = RecordBatch::from(&self.0);
        let schema = batch.schema();
        let reader = RecordBatchIterator::new([Ok(batch)], schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.0.fields())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        let columns = self.0.column_names().join(", ");
        format!("<paylint.ArrowArray of {} rows: {columns}>", self.0.len())
    }
}

const HANDED_ON: &str = "this stream was handed on before";

/// A stream of ArrowArrays, each of which is checked on demand.
///
/// Iterate over it, or pass it on once: ``pyarrow.RecordBatchReader.from_stream(it)``, ``polars.DataFrame(it)``,
/// ``duckdb.from_arrow(it)``. An error ends it.
#[pyclass(frozen, module = "paylint", weakref)]
pub(crate) struct ArrowStream {
    fields: Fields,
    /// The rows still to check; none once the stream is passed on.
    rest: Mutex<Option<Checked>>,
}

#[pymethods]
impl ArrowStream {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let take = || self.rest.lock().unwrap_or_else(PoisonError::into_inner).take();
        let checked = py.detach(take).ok_or_else(|| invalid(HANDED_ON))?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(checked)), STREAM)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.fields)
    }

    fn __iter__(this: Bound<'_, ArrowStream>) -> Bound<'_, ArrowStream> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ArrowArray>> {
        let next = || {
            let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
            rest.as_mut().map(Checked::next_array)
        };
        let array = py.detach(next).ok_or_else(|| invalid(HANDED_ON))?;
        let array = array.map_err(|failure| failure.raise(py))?;
        Ok(array.map(ArrowArray))
    }

    fn __repr__(&self) -> String {
        let columns = self.fields.iter().map(|field| field.name().as_str());
        format!("<paylint.ArrowStream: {}>", columns.collect::<Vec<_>>().join(", "))
    }
}

/// Makes the result: an array if all columns are arrays, else a stream.
pub(crate) fn result(py: Python<'_>, checked: Checked) -> PyResult<Bound<'_, PyAny>> {
    if !checked.columns.are_arrays() {
        let fields = checked.fields.clone();
        let stream = ArrowStream { fields, rest: Mutex::new(Some(checked)) };
        return Ok(Bound::new(py, stream)?.into_any());
    }
    let array = py.detach(|| checked.whole());
    let array = array.map_err(|failure| failure.raise(py))?;
    Ok(Bound::new(py, ArrowArray(array))?.into_any())
}
