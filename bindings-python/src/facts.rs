//! Facts: compiled once, for any number of checks.

use crate::arguments::facts_text;
use crate::errors;
use paylint::FactsBuf;
use paylint::door::in_one_line;
use paylint::facts::Fact;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Facts: what you know about a request beyond its body.
///
/// Pass a dict, JSON text or other facts, and keyword arguments for top-level members, which
/// replace those of the first argument::
///
///     shop = Facts(terminal="standard", merchant={"avs_permission": True})
///     facts = Facts(shop, now=datetime.now(timezone.utc))
///     facts = shop | {"now": "2026-11-20T10:15:00Z"}       # the same
///
/// Facts are immutable: compile them once, use them for any number of checks and in any thread.
/// They are equal if their JSON is, and can be pickled. ``repr`` shows only which facts are set, because a header can be a token.
///
/// Raises FactsError if a member is unknown, has the wrong type or can't have this value.
#[pyclass(frozen, module = "paylint", weakref)]
pub(crate) struct Facts {
    compiled: FactsBuf,
    /// The JSON text of each top-level member: for merging and pickling.
    members: Members,
}

/// The JSON text of each member of an object, by name.
type Members = BTreeMap<String, Box<RawValue>>;

impl Facts {
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Facts> {
        if let Ok(facts) = value.cast::<Facts>() {
            let Facts { compiled, members } = facts.get();
            return Ok(Facts { compiled: compiled.clone(), members: members.clone() });
        }
        let (compiled, text) = facts_text(value)?;
        // The text was read before: it is an object without repeated members. White space makes no difference.
        let text = in_one_line(&String::from_utf8_lossy(&text));
        Ok(Facts { compiled, members: serde_json::from_str(&text).unwrap_or_default() })
    }

    /// Facts with others laid over them, by top-level member.
    fn overlaid(&self, py: Python<'_>, changes: &Facts) -> PyResult<Facts> {
        let mut members = self.members.clone();
        members.extend(changes.members.clone());
        let compiled = FactsBuf::from_json(text_of(&members).as_bytes());
        Ok(Facts { compiled: compiled.map_err(|error| errors::facts(py, &error))?, members })
    }
}

fn text_of(members: &Members) -> String {
    serde_json::to_string(members).unwrap_or_default()
}

#[pymethods]
impl Facts {
    #[new]
    #[pyo3(signature = (facts=None, /, **members))]
    fn new(
        py: Python<'_>,
        facts: Option<&Bound<'_, PyAny>>,
        members: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Facts> {
        let empty = || Facts { compiled: FactsBuf::new(), members: BTreeMap::new() };
        let facts = facts.map(Facts::of).transpose()?.unwrap_or_else(empty);
        match members {
            Some(members) => facts.overlaid(py, &Facts::of(members)?),
            None => Ok(facts),
        }
    }

    /// The facts as JSON text. It holds what you passed, tokens and addresses included.
    pub(crate) fn to_json(&self) -> String {
        text_of(&self.members)
    }

    fn __or__(&self, changes: &Bound<'_, PyAny>) -> PyResult<Facts> {
        self.overlaid(changes.py(), &Facts::of(changes)?)
    }

    fn __ror__(&self, below: &Bound<'_, PyAny>) -> PyResult<Facts> {
        Facts::of(below)?.overlaid(below.py(), self)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Facts>().is_ok_and(|other| self.to_json() == other.get().to_json())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.to_json().into_pyobject(py)?.hash()
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
