//! Arrow's C data interface in PyCapsules: data is moved out of its capsule and validated before anything is read
//! through it. All `unsafe` code is here.
//!
//! A producer promises that its pointers are valid and that its buffers are as long as the array
//! says; nobody can check that. Everything else is checked here and in `columns.rs`.

#![allow(unsafe_code, reason = "the C data interface consists of pointers")]

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_void};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

pub(crate) const ARRAY: &CStr = c"arrow_array";
pub(crate) const SCHEMA: &CStr = c"arrow_schema";
pub(crate) const STREAM: &CStr = c"arrow_array_stream";

/// A fault of Arrow data. The cause is the producer's text, which may show values.
pub(crate) struct Problem {
    pub(crate) text: String,
    pub(crate) cause: Option<String>,
}

impl<T: ToString> From<T> for Problem {
    fn from(text: T) -> Problem {
        Problem { text: text.to_string(), cause: None }
    }
}

pub(crate) type Result<T> = std::result::Result<T, Problem>;

const CONSUMED: &str = "was consumed before";

/// More elements, and more buffers, than any array in memory has. As unsigned numbers, negative ones exceed it, too.
const MAX: usize = 1 << 44;

fn pointer(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<c_void>> {
    capsule.cast::<PyCapsule>().map_err(PyErr::from)?.pointer_checked(Some(name))
}

/// The type that a schema capsule describes.
pub(crate) fn data_type(schema: &Bound<'_, PyAny>) -> PyResult<Result<DataType>> {
    let schema = pointer(schema, SCHEMA)?.cast::<FFI_ArrowSchema>();
    // SAFETY: a capsule of this name holds a schema, which lives as long as the capsule.
    let schema = unsafe { schema.as_ref() };
    Ok(guarded(|| Ok(DataType::try_from(schema)?)))
}

/// Takes the array out of a capsule, and leaves a released one.
pub(crate) fn array(array: &Bound<'_, PyAny>) -> PyResult<FFI_ArrowArray> {
    let array = pointer(array, ARRAY)?.cast::<FFI_ArrowArray>();
    // SAFETY: a capsule of this name holds an array, and nobody else uses it now: we are attached.
    Ok(unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) })
}

/// Takes the stream out of a capsule, and leaves a released one.
pub(crate) fn stream(stream: &Bound<'_, PyAny>) -> PyResult<Stream> {
    let stream = pointer(stream, STREAM)?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a stream, and nobody else uses it now: we are attached.
    Ok(Stream(unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) }))
}

/// A stream of arrays of one type.
pub(crate) struct Stream(FFI_ArrowArrayStream);

impl Stream {
    /// The type of the arrays.
    pub(crate) fn data_type(&mut self) -> Result<DataType> {
        let mut schema = FFI_ArrowSchema::empty();
        let get_schema = self.0.get_schema().ok_or(CONSUMED)?;
        // SAFETY: the callback is this stream's, which isn't released, and the schema is ours.
        let status = unsafe { get_schema(&raw mut self.0, &raw mut schema) };
        if status != 0 {
            return Err(self.error());
        }
        guarded(|| Ok(DataType::try_from(&schema)?))
    }

    /// The next array, or `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<FFI_ArrowArray>> {
        let mut array = FFI_ArrowArray::empty();
        let get_next = self.0.get_next().ok_or(CONSUMED)?;
        // SAFETY: the callback is this stream's, which isn't released, and the array is ours.
        let status = unsafe { get_next(&raw mut self.0, &raw mut array) };
        if status != 0 {
            return Err(self.error());
        }
        Ok((!array.is_released()).then_some(array))
    }

    /// The error after a failed call.
    fn error(&mut self) -> Problem {
        let cause = self.0.get_last_error().and_then(|get_last_error| {
            // SAFETY: the callback is this stream's, and the last call failed. The text, if any,
            // ends in a zero and is valid until the next call.
            let text = unsafe {
                get_last_error(&raw mut self.0).as_ref().map(|text| CStr::from_ptr(text))
            };
            text.map(|text| text.to_string_lossy().into_owned())
        });
        Problem { cause, ..Problem::from("the stream failed") }
    }
}

/// Reads an array of this type, whose strings are bytes. The buffers' contents aren't checked yet.
pub(crate) fn read(array: FFI_ArrowArray, data_type: &DataType) -> Result<ArrayData> {
    if array.is_released() {
        return Err(CONSUMED.into());
    }
    guarded(|| {
        check_lengths(&array, data_type)?;
        // Polars gives an array of type null a buffer, which Arrow refuses; there is nothing to read.
        let nothing = || ArrayData::new_null(&DataType::Null, array.len());
        match data_type {
            DataType::Null => return Ok(nothing()),
            DataType::Struct(fields) if matches!(&fields[..], [only] if only.data_type().is_null()) =>
            {
                let table = ArrayData::builder(data_type.clone()).len(array.len());
                return Ok(table.add_child_data(nothing()).build()?);
            }
            _ => {}
        }
        // SAFETY: the producer promises valid pointers. The numbers from which this computes the buffers' lengths have
        // been checked.
        Ok(unsafe { from_ffi_and_data_type(array, data_type.clone()) }?)
    })
}

/// Checks the numbers from which the lengths of buffers are computed.
fn check_lengths(array: &FFI_ArrowArray, data_type: &DataType) -> Result<()> {
    let length = array.len().checked_add(array.offset());
    let length = length.filter(|length| *length <= MAX).ok_or("a length that can't be")?;
    if array.num_buffers() > MAX {
        return Err("a number of buffers that can't be".into());
    }
    match data_type {
        // The offsets: one more than there are elements.
        DataType::Binary if length > 0 => not_negative::<i32>(array, 1, length..length + 1),
        DataType::LargeBinary if length > 0 => not_negative::<i64>(array, 1, length..length + 1),
        // The last buffer has the lengths of those that follow nulls and views.
        DataType::BinaryView => {
            let buffers = array.num_buffers();
            let others = buffers.checked_sub(3).ok_or("too few buffers")?;
            not_negative::<i64>(array, buffers - 1, 0..others)
        }
        DataType::Dictionary(_, values) => {
            check_lengths(array.dictionary().ok_or("a dictionary that is missing")?, values)
        }
        DataType::Struct(fields) if array.num_children() == fields.len() => {
            let mut fields = fields.iter().enumerate();
            fields.try_for_each(|(at, field)| check_lengths(array.child(at), field.data_type()))
        }
        DataType::Struct(_) => Err("a wrong number of columns".into()),
        _ => Ok(()),
    }
}

/// Fails if one of the numbers at these places of a buffer is negative.
fn not_negative<T: Copy + Into<i64>>(
    array: &FFI_ArrowArray,
    buffer: usize,
    mut places: Range<usize>,
) -> Result<()> {
    if places.is_empty() {
        return Ok(());
    }
    if buffer >= array.num_buffers() {
        return Err("too few buffers".into());
    }
    let start = array.buffer(buffer).cast::<T>();
    if start.is_null() || !start.is_aligned() {
        return Err("a buffer that is missing or not aligned".into());
    }
    // SAFETY: the buffer is aligned, and the producer promises that it is as long as the array
    // says.
    let is_negative = |place| unsafe { *start.add(place) }.into() < 0;
    if places.any(is_negative) { Err("an offset or length below 0".into()) } else { Ok(()) }
}

/// Turns a panic into a problem: Arrow asserts what it doesn't check.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err("not what the C data interface asks for".into()))
}
