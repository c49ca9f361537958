//! Writes Python values as JSON text: bodies, facts and policies that are dicts.

use crate::errors::Subject;
use crate::facts::Facts;
use paylint::{Policy, shown_name};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyType,
};
use std::fmt::Write as _;

/// The deepest that values can be nested. What contains itself is deeper.
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

/// A fault of a part of a value. Names the type of the part, and never shows its content.
pub(crate) struct Refusal {
    pub(crate) problem: String,
    /// Whether its type is wrong, and not just its value.
    pub(crate) is_type: bool,
    /// The way from the part up to the whole.
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

    /// The path below an array, as in errors about histories: `[2].body.total`.
    pub(crate) fn indexed(&self) -> String {
        match self.steps.split_last() {
            Some((index, _)) => {
                let path = self.dotted();
                format!("[{index}]{}", &path[index.len()..])
            }
            None => String::new(),
        }
    }

    #[cold]
    pub(crate) fn new(problem: impl Into<String>) -> Refusal {
        Refusal { problem: problem.into(), is_type: false, steps: Vec::new() }
    }

    #[cold]
    pub(crate) fn of_type(problem: impl Into<String>) -> Refusal {
        Refusal { is_type: true, ..Refusal::new(problem) }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Raised(error)
    }
}

impl Failure {
    /// Splits off the part of a question that can't be written; the failure's path begins there.
    pub(crate) fn in_question(mut self) -> (Subject, Failure) {
        let Failure::Refused(refusal) = &mut self else { return (Subject::Question, self) };
        let subject = match refusal.steps.last().map(String::as_str) {
            Some("body") => Subject::Body,
            Some("events") => Subject::History,
            Some("facts") => Subject::Facts,
            Some("policy") => Subject::Policy,
            _ => return (Subject::Question, self),
        };
        refusal.steps.pop();
        (subject, self)
    }

    /// Adds a step to the failure's path, further up.
    #[cold]
    fn below(mut self, step: impl FnOnce() -> String) -> Failure {
        if let Failure::Refused(refusal) = &mut self {
            refusal.steps.push(step());
        }
        self
    }
}

type Result<T> = std::result::Result<T, Failure>;

/// The JSON text of a value. Half a surrogate pair is written as its escape, which the core reports
/// as malformed. Datetimes are written in RFC 3339 if `with_times` says so.
pub(crate) fn text_of(value: &Bound<'_, PyAny>, with_times: bool) -> Result<String> {
    let mut writer = Writer { out: String::with_capacity(1024), with_times };
    writer.value(value, 0)?;
    Ok(writer.out)
}

struct Writer {
    out: String,
    with_times: bool,
}

impl Writer {
    fn value(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(Refusal::new("nested too deep, or contains itself").into());
        }
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
        } else if let Ok(float) = value.cast_exact::<PyFloat>() {
            self.float(float)
        } else if value.is_none() {
            self.put("null")
        } else {
            self.other(value, depth)
        }
    }

    /// Subclasses of the ordinary types, and types that stand for one of them.
    fn other(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Result<()> {
        let py = value.py();
        // First, because an enumeration can be a subclass of str or int, too.
        if is(value, &ENUM, "enum", "Enum")? {
            return self.value(&value.getattr("value")?, depth + 1);
        }
        if let Ok(text) = value.cast::<PyString>() {
            self.text(text)
        } else if let Ok(integer) = value.cast::<PyInt>() {
            self.integer(integer)
        } else if let Ok(float) = value.cast::<PyFloat>() {
            self.float(float)
        } else if is(value, &DECIMAL, "decimal", "Decimal")? {
            let digits = imported(py, &DECIMAL, "decimal", "Decimal")?.getattr("__str__")?;
            self.decimal(&digits.call1((value,))?.extract::<String>()?)
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.array(tuple.iter(), depth)
        } else if let Ok(list) = value.cast::<PyList>() {
            self.array(list.iter(), depth)
        } else if let Ok(mapping) = value.cast::<PyMapping>() {
            self.object(&mapping.items()?, depth)
        } else if let Ok(facts) = value.cast::<Facts>() {
            self.put(&facts.get().to_json())
        } else if self.with_times && is(value, &DATETIME, "datetime", "datetime")? {
            let text = time_of(value)?;
            self.text(&PyString::new(py, &text))
        } else {
            Err(Refusal::of_type(unwritable(value)).into())
        }
    }

    fn put(&mut self, text: &str) -> Result<()> {
        self.out.push_str(text);
        if self.out.len() > MAX_BYTES {
            return Err(Refusal::new("takes over 64 MiB as JSON text").into());
        }
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
                let problem = format!("has a key that is {}; keys must be str", a_type(&key));
                return Err(Refusal::of_type(problem).into());
            };
            self.text(&name)?;
            self.put(":")?;
            self.value(&value, depth + 1).map_err(|failure| failure.below(|| shown(&name)))?;
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
        self.put("\"")?;
        match text.to_str() {
            Ok(text) => self.escaped(text)?,
            Err(_) => {
                for part in char::decode_utf16(units_of(text)?) {
                    match part {
                        Ok(character) => self.escaped(character.encode_utf8(&mut [0; 4]))?,
                        Err(half) => self.put(&format!("\\u{:04x}", half.unpaired_surrogate()))?,
                    }
                }
            }
        }
        self.put("\"")
    }

    /// Writes the content of a string.
    fn escaped(&mut self, text: &str) -> Result<()> {
        let mut rest = text;
        let is_special = |character: char| character < ' ' || matches!(character, '"' | '\\');
        while let Some((before, from)) = rest.find(is_special).map(|at| rest.split_at(at)) {
            self.put(before)?;
            let (special, after) = from.split_at(1);
            match special {
                "\"" => self.put("\\\"")?,
                "\\" => self.put("\\\\")?,
                _ => self.put(&format!("\\u{:04x}", special.as_bytes()[0]))?,
            }
            rest = after;
        }
        self.put(rest)
    }

    fn integer(&mut self, integer: &Bound<'_, PyInt>) -> Result<()> {
        if let Ok(small) = integer.extract::<i64>() {
            let _ = write!(self.out, "{small}");
            return self.put("");
        }
        // The `__repr__` of int, because a subclass may have another.
        let py = integer.py();
        let digits = py.get_type::<PyInt>().getattr("__repr__")?.call1((integer,));
        match digits {
            Ok(digits) => self.put(&digits.extract::<String>()?),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Err(Refusal::new("an integer of more digits than Python writes").into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The shortest digits that stand for the number, as in Python.
    fn float(&mut self, float: &Bound<'_, PyFloat>) -> Result<()> {
        let value = float.value();
        if !value.is_finite() {
            return Err(Refusal::new("a float that is infinite or not a number").into());
        }
        self.put(&format!("{value:?}"))
    }

    fn decimal(&mut self, digits: &str) -> Result<()> {
        let is_number = |byte: u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'E');
        if !digits.bytes().all(is_number) {
            return Err(Refusal::new("a Decimal that is infinite or not a number").into());
        }
        self.put(digits)
    }
}

static ENUM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DATETIME: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn imported<'py>(
    py: Python<'py>,
    class: &'static PyOnceLock<Py<PyType>>,
    module: &str,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    class.import(py, module, name)
}

/// Whether a value is an instance of a class of the standard library.
fn is(
    value: &Bound<'_, PyAny>,
    class: &'static PyOnceLock<Py<PyType>>,
    module: &str,
    name: &str,
) -> PyResult<bool> {
    value.is_instance(imported(value.py(), class, module, name)?)
}

/// Whether a value is a datetime.
pub(crate) fn is_time(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    is(value, &DATETIME, "datetime", "datetime")
}

/// A datetime in RFC 3339. It must have a time zone.
pub(crate) fn time_of(value: &Bound<'_, PyAny>) -> Result<String> {
    if value.call_method0("utcoffset")?.is_none() {
        return Err(Refusal::new("a datetime without a time zone").into());
    }
    Ok(value.call_method0("isoformat")?.extract::<String>()?)
}

/// The UTF-16 units of a string that isn't valid Unicode.
fn units_of(text: &Bound<'_, PyString>) -> Result<Vec<u16>> {
    let bytes = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let bytes = bytes.cast_into::<PyBytes>().map_err(PyErr::from)?;
    let units = bytes.as_bytes().chunks_exact(2);
    Ok(units.map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect())
}

/// The name of a member as a step of a path; `*` if it could be a card number.
fn shown(name: &Bound<'_, PyString>) -> String {
    name.to_str().ok().and_then(shown_name).unwrap_or("*").to_owned()
}

/// `a datetime.date`, `an int`.
pub(crate) fn a_type(value: &Bound<'_, PyAny>) -> String {
    let class = value.get_type();
    let name = class.fully_qualified_name().and_then(|name| name.extract::<String>());
    let name = name.unwrap_or_else(|_| "object".to_owned());
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Describes a value that JSON doesn't have, and what to do.
fn unwritable(value: &Bound<'_, PyAny>) -> String {
    let has = |name: &str| value.hasattr(name).unwrap_or(false);
    let hint = if has("__dataclass_fields__") {
        "; pass dataclasses.asdict() of it"
    } else if has("model_dump_json") {
        "; pass its model_dump_json()"
    } else if has("read") {
        "; read it first"
    } else if has("__await__") {
        "; await it first"
    } else {
        ""
    };
    format!("{} can't be written as JSON{hint}", a_type(value))
}
