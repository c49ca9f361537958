//! The arguments of the calls: names, bodies, facts and policies.

use crate::errors::{self, Subject};
use crate::json::{self, Failure};
use paylint::{FactsBuf, Operation, Policy, SharedLayers, Timestamp};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyMapping, PyMemoryView, PyString, PyTuple};
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

type Result<T> = std::result::Result<T, Failure>;

/// The operation of this name.
pub(crate) fn operation(operation: &Bound<'_, PyAny>) -> PyResult<Operation> {
    let py = operation.py();
    let name = operation.cast::<PyString>();
    let name = name.map_err(|_| errors::no_operation(py, &json::a_type(operation)))?;
    // No name has half a surrogate pair.
    let name = name.to_str().unwrap_or_default();
    let known = || Operation::ALL.iter().map(|operation| operation.name());
    Operation::from_name(name).ok_or_else(|| errors::unknown(py, "operation", name, known()))
}

/// The bytes of a body: none for `None`, text and buffers as they are, anything else as JSON.
pub(crate) fn body<'a>(body: Option<&'a Bound<'_, PyAny>>) -> PyResult<Cow<'a, [u8]>> {
    let Some(body) = body else { return Ok(Cow::Borrowed(&[])) };
    let bytes = match text(body) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => json::text_of(body, false).map(Cow::Owned),
        Err(failure) => Err(failure),
    };
    bytes.map_err(|failure| errors::refused(body.py(), &Subject::Body, failure))
}

/// The bytes of a string or of anything with a buffer, or `None`. Half a surrogate pair becomes bytes that aren't
/// UTF-8.
fn text<'a>(value: &'a Bound<'_, PyAny>) -> Result<Option<Cow<'a, [u8]>>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Some(Cow::Borrowed(bytes.as_bytes())));
    }
    if let Ok(text) = value.cast::<PyString>() {
        if let Ok(text) = text.to_str() {
            return Ok(Some(Cow::Borrowed(text.as_bytes())));
        }
        let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
        return Ok(Some(Cow::Owned(bytes.extract()?)));
    }
    match PyMemoryView::from(value) {
        Ok(view) => bytes_of(value, &view).map(|bytes| Some(Cow::Owned(bytes))),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(None),
        Err(_) => Err(Failure::new(format!("{} that was released", json::a_type(value)))),
    }
}

/// The bytes of a buffer. Fails for buffers of numbers or objects, whose bytes aren't text.
fn bytes_of(value: &Bound<'_, PyAny>, view: &Bound<'_, PyMemoryView>) -> Result<Vec<u8>> {
    let format: String = view.getattr("format")?.extract()?;
    if !matches!(format.as_str(), "B" | "b" | "c") {
        let problem =
            format!("{} isn't bytes: its elements are of the format {format}", json::a_type(value));
        return Err(Failure::new(problem));
    }
    Ok(view.call_method0("tobytes")?.extract()?)
}

/// The JSON text of facts or a policy: a mapping, or text.
fn members<'a>(value: &'a Bound<'_, PyAny>, with_times: bool) -> Result<Cow<'a, [u8]>> {
    if let Some(text) = text(value)? {
        return Ok(text);
    }
    if value.cast::<PyMapping>().is_err() {
        let found = json::a_type(value);
        return Err(Failure::new(format!("expected a dict or JSON text, found {found}")));
    }
    json::text_of(value, with_times).map(Cow::Owned)
}

/// The JSON texts of the layers of a policy, the last on top.
pub(crate) type Layers = Vec<Box<[u8]>>;

/// A policy or the name of a preset, or a list or tuple of these as layers; and their JSON texts.
pub(crate) fn policy(value: &Bound<'_, PyAny>) -> PyResult<(Policy, Layers)> {
    let py = value.py();
    let is_list = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
    let layers: Vec<Bound<'_, PyAny>> =
        if is_list { value.try_iter()?.collect::<PyResult<_>>()? } else { vec![value.clone()] };
    let texts = layers.iter().map(|layer| {
        let text = members(layer, false);
        let text = text.map_err(|failure| errors::refused(py, &Subject::Policy, failure))?;
        Policy::layer_json(&text).map(Box::from).map_err(|error| errors::policy(py, &error))
    });
    let texts: Layers = texts.collect::<PyResult<_>>()?;
    let layers: Vec<&[u8]> = texts.iter().map(AsRef::as_ref).collect();
    // Engines made from layers share what is equal.
    static SHARED: Mutex<SharedLayers> = Mutex::new(SharedLayers::new());
    let policy = SHARED.lock().unwrap_or_else(PoisonError::into_inner).policy(&layers);
    Ok((policy.map_err(|error| errors::policy(py, &error))?, texts))
}

/// Facts, and their JSON text.
pub(crate) fn facts_text<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<(FactsBuf, Cow<'a, [u8]>)> {
    let py = value.py();
    let text = members(value, true);
    let text = text.map_err(|failure| errors::refused(py, &Subject::Facts, failure))?;
    let facts = FactsBuf::from_json(&text).map_err(|error| errors::facts(py, &error))?;
    Ok((facts, text))
}

/// The JSON text of a question of the door.
pub(crate) fn question<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    members(value, true).map_err(|failure| errors::refused(value.py(), &Subject::Question, failure))
}

/// The bytes of a body that a check reads.
#[pyfunction]
#[pyo3(signature = (of=None))]
pub(crate) fn body_bytes<'py>(
    py: Python<'py>,
    of: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &body(of)?))
}

/// The fact `now`: a datetime with a time zone, or RFC 3339.
pub(crate) fn now(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Timestamp>> {
    let Some(value) = value else { return Ok(None) };
    timestamp(value)
        .map(Some)
        .map_err(|failure| failure.below(|| "now".to_owned()))
        .map_err(|failure| errors::refused(value.py(), &Subject::Facts, failure))
}

fn timestamp(value: &Bound<'_, PyAny>) -> Result<Timestamp> {
    let text = match value.cast::<PyString>() {
        Ok(text) => text.to_str().unwrap_or_default().to_owned(),
        Err(_) if json::is_time(value)? => json::time_of(value)?,
        Err(_) => {
            let found = json::a_type(value);
            return Err(Failure::new(format!("expected a datetime or a str, found {found}")));
        }
    };
    text.parse().map_err(|error: paylint::InvalidTimestamp| Failure::new(error.to_string()))
}
