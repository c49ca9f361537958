//! Facts: compiled once, for any number of checks.

use crate::arguments::facts_text;
use paylint::FactsBuf;
use paylint::door::in_one_line;
use paylint::facts::Fact;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Facts: what you know about a request beyond its body.
///
/// Pass a dict or JSON text, or keyword arguments for top-level members::
///
///     shop = Facts(terminal="standard", merchant={"avs_permission": True})
///
/// Facts are immutable: compile them once, use them for any number of checks and in any thread.
/// They are equal if their JSON is, and can be pickled. ``repr`` shows only which facts are set, because a header can be a token.
///
/// Raises FactsError if a member is unknown, has the wrong type or can't have this value.
#[pyclass(frozen, module = "paylint", weakref)]
pub(crate) struct Facts {
    compiled: FactsBuf,
    /// The JSON text: for comparing and pickling.
    text: String,
}

#[pymethods]
impl Facts {
    #[new]
    #[pyo3(signature = (facts=None, /, **members))]
    fn new(
        facts: Option<&Bound<'_, PyAny>>,
        members: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Facts> {
        let value = match (facts, members) {
            (None, None) => return Ok(Facts { compiled: FactsBuf::new(), text: "{}".to_owned() }),
            (None, Some(members)) => members.as_any(),
            (Some(facts), None) => facts,
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err("pass facts as one value or as keywords"));
            }
        };
        if let Ok(facts) = value.cast::<Facts>() {
            let Facts { compiled, text } = facts.get();
            return Ok(Facts { compiled: compiled.clone(), text: text.clone() });
        }
        let (compiled, text) = facts_text(value)?;
        // Neither white space nor order makes a difference.
        let text = in_one_line(&String::from_utf8_lossy(&text));
        let members: BTreeMap<String, Box<RawValue>> =
            serde_json::from_str(&text).unwrap_or_default();
        Ok(Facts { compiled, text: serde_json::to_string(&members).unwrap_or_default() })
    }

    /// The facts as JSON text. It holds what you passed, tokens and addresses included.
    pub(crate) fn to_json(&self) -> String {
        self.text.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Facts>().is_ok_and(|other| self.text == other.get().text)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text.as_str().into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        let facts = self.compiled.as_facts();
        let set = Fact::ALL.iter().filter(|fact| facts.has(**fact)).map(|fact| fact.name());
        format!("Facts({})", set.collect::<Vec<_>>().join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Facts>(), (self.to_json(),))
    }
}

/// The facts of a call.
pub(crate) fn compiled<'a>(facts: Option<&'a Bound<'_, PyAny>>) -> PyResult<Cow<'a, FactsBuf>> {
    static NONE: FactsBuf = FactsBuf::new();
    let Some(value) = facts else { return Ok(Cow::Borrowed(&NONE)) };
    if let Ok(facts) = value.cast::<Facts>() {
        return Ok(Cow::Borrowed(&facts.get().compiled));
    }
    Ok(Cow::Owned(facts_text(value)?.0))
}
