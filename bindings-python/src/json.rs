//! Writes Python values as JSON text: bodies, facts and policies that are dicts.

use crate::facts::Facts;
use paylint::{Policy, shown_name};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyType};
use std::io::Write as _;

/// The deepest nesting of values. A value that contains itself exceeds it.
const MAX_DEPTH: usize = 200;
/// The longest text that is written: the largest body that a policy can allow.
const MAX_BYTES: usize = Policy::MAX_BODY_BYTES;

/// The reason why a value can't be written as JSON.
pub(crate) enum Failure {
    /// A fault of the value, and its place.
    Refused(Refusal),
    /// The caller's own code raised an exception.
    Raised(PyErr),
}

/// A fault of a part of a value. Names the type of the part, but never shows its content.
pub(crate) struct Refusal {
    pub(crate) problem: String,
    /// The path from the part up to the whole.
    steps: Vec<String>,
}

impl Refusal {
    /// The path of the part as a JSON Pointer, as in reports: `/client/zip_code`.
    pub(crate) fn pointer(&self) -> String {
        self.steps.iter().rev().fold(String::new(), |path, step| path + "/" + step)
    }

    /// The path of the part with dots, as in errors about facts and policies: `merchant.country`.
    pub(crate) fn dotted(&self) -> String {
        self.steps.iter().rev().map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Raised(error)
    }
}

impl Failure {
    #[cold]
    pub(crate) fn new(problem: impl Into<String>) -> Failure {
        Failure::Refused(Refusal { problem: problem.into(), steps: Vec::new() })
    }

    /// Adds a step to the failure's path, further up.
    #[cold]
    pub(crate) fn below(mut self, step: impl FnOnce() -> String) -> Failure {
        if let Failure::Refused(refusal) = &mut self {
            refusal.steps.push(step());
        }
        self
    }
}

type Result<T> = std::result::Result<T, Failure>;

/// The JSON text of a value. Datetimes are written in RFC 3339 if `with_times`.
pub(crate) fn text_of(value: &Bound<'_, PyAny>, with_times: bool) -> Result<Vec<u8>> {
    let mut writer = Writer { out: Vec::with_capacity(1024), with_times };
    writer.value(value, 0)?;
    Ok(writer.out)
}

struct Writer {
    out: Vec<u8>,
    with_times: bool,
}

impl Writer {
    fn value(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(Failure::new("nested too deep, or contains itself"));
        }
        if self.out.len() > MAX_BYTES {
            return Err(Failure::new("takes over 64 MiB as JSON text"));
        }
        // The exact types first: an enumeration can be a subclass of str or int.
        if let Ok(text) = value.cast_exact::<PyString>() {
            self.text(text)
        } else if let Ok(dict) = value.cast_exact::<PyDict>() {
            self.object(&dict.items(), depth)
        } else if let Ok(list) = value.cast_exact::<PyList>() {
            self.array(list.iter(), depth)
        } else if let Ok(flag) = value.cast_exact::<PyBool>() {
            self.put(if flag.is_true() { "true" } else { "false" })
        } else if let Ok(integer) = value.cast_exact::<PyInt>() {
            self.integer(integer)
        } else if value.is_none() {
            self.put("null")
        } else if is(value, &ENUM, "enum", "Enum")? {
            self.value(&value.getattr("value")?, depth + 1)
        } else if let Ok(text) = value.cast::<PyString>() {
            self.text(text)
        } else if let Ok(integer) = value.cast::<PyInt>() {
            self.integer(integer)
        } else if let Ok(float) = value.cast::<PyFloat>() {
            // The shortest digits that represent the number, as in Python.
            self.number("float", &format!("{:?}", float.value()))
        } else if is(value, &DECIMAL, "decimal", "Decimal")? {
            self.number("Decimal", &value.str()?.extract::<String>()?)
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.array(tuple.iter(), depth)
        } else if let Ok(list) = value.cast::<PyList>() {
            self.array(list.iter(), depth)
        } else if let Ok(mapping) = value.cast::<PyMapping>() {
            self.object(&mapping.items()?, depth)
        } else if let Ok(facts) = value.cast::<Facts>() {
            self.put(&facts.get().to_json())
        } else if self.with_times && is_time(value)? {
            self.put(&format!("\"{}\"", time_of(value)?))
        } else {
            Err(Failure::new(format!("{} can't be written as JSON", a_type(value))))
        }
    }

    fn put(&mut self, text: &str) -> Result<()> {
        self.out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn object(&mut self, items: &Bound<'_, PyList>, depth: usize) -> Result<()> {
        self.put("{")?;
        for (index, item) in items.iter().enumerate() {
            let item = item.cast_into::<PyTuple>().map_err(PyErr::from)?;
            let (key, value) = (item.get_borrowed_item(0)?, item.get_borrowed_item(1)?);
            if index > 0 {
                self.put(",")?;
            }
            let Ok(name) = key.cast::<PyString>() else {
                let found = a_type(&key);
                return Err(Failure::new(format!("has a key that is {found}; keys must be str")));
            };
            self.text(&name)?;
            self.put(":")?;
            // The name of a member as a step of a path; `*` if it could be a card number.
            let shown = || name.to_str().ok().and_then(shown_name).unwrap_or("*").to_owned();
            self.value(&value, depth + 1).map_err(|failure| failure.below(shown))?;
        }
        self.put("}")
    }

    fn array<'py>(
        &mut self,
        elements: impl Iterator<Item = Bound<'py, PyAny>>,
        depth: usize,
    ) -> Result<()> {
        self.put("[")?;
        for (index, element) in elements.enumerate() {
            if index > 0 {
                self.put(",")?;
            }
            let written = self.value(&element, depth + 1);
            written.map_err(|failure| failure.below(|| index.to_string()))?;
        }
        self.put("]")
    }

    fn text(&mut self, text: &Bound<'_, PyString>) -> Result<()> {
        let text = text.to_str().map_err(|_| Failure::new("a str with half a surrogate pair"))?;
        serde_json::to_writer(&mut self.out, text).map_err(|error| Failure::new(error.to_string()))
    }

    fn integer(&mut self, integer: &Bound<'_, PyInt>) -> Result<()> {
        if let Ok(small) = integer.extract::<i64>() {
            _ = write!(self.out, "{small}");
            return Ok(());
        }
        // The `__repr__` of int, because a subclass may have another.
        let py = integer.py();
        match py.get_type::<PyInt>().call_method1("__repr__", (integer,)) {
            Ok(digits) => self.put(&digits.extract::<String>()?),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Err(Failure::new("an integer of more digits than Python writes"))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn number(&mut self, kind: &str, digits: &str) -> Result<()> {
        if digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
        {
            return self.put(digits);
        }
        Err(Failure::new(format!("a {kind} that is infinite or not a number")))
    }
}

static ENUM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DATETIME: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Whether a value is an instance of a class of the standard library.
fn is(
    value: &Bound<'_, PyAny>,
    class: &'static PyOnceLock<Py<PyType>>,
    module: &str,
    name: &str,
) -> PyResult<bool> {
    value.is_instance(class.import(value.py(), module, name)?)
}

/// Whether a value is a datetime.
pub(crate) fn is_time(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    is(value, &DATETIME, "datetime", "datetime")
}

/// A datetime in RFC 3339. It must have a time zone.
pub(crate) fn time_of(value: &Bound<'_, PyAny>) -> Result<String> {
    if value.call_method0("utcoffset")?.is_none() {
        return Err(Failure::new("a datetime without a time zone"));
    }
    Ok(value.call_method0("isoformat")?.extract::<String>()?)
}

/// `a datetime.date`, `an int`.
pub(crate) fn a_type(value: &Bound<'_, PyAny>) -> String {
    let class = value.get_type();
    let name = class.fully_qualified_name().and_then(|name| name.extract::<String>());
    let name = name.unwrap_or_else(|_| "object".to_owned());
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
