//! The package's exceptions, which are written in Python (`python/paylint/_errors.py`).

use crate::json::{Failure, Refusal};
use paylint::door::{AskError, AskStatus};
use paylint::{FactsError, PolicyError, unknown_name};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Makes the exception of this class: a message, and the member that it is about.
#[cold]
fn error(py: Python<'_>, class: &str, message: &str, member: &str) -> PyErr {
    let made = || {
        let import = || PyModule::import(py, "paylint._errors").map(Bound::unbind);
        MODULE.get_or_try_init(py, import)?.bind(py).getattr(class)?.call1((message, member))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// `invalid facts: merchant.country: …`
fn sentence(what: &str, member: &str, problem: &str) -> String {
    let colon = if member.is_empty() { "" } else { ": " };
    format!("invalid {what}: {member}{colon}{problem}")
}

#[cold]
pub(crate) fn policy(py: Python<'_>, error: &PolicyError) -> PyErr {
    self::error(py, "PolicyError", &error.message(), error.member())
}

#[cold]
pub(crate) fn facts(py: Python<'_>, error: &FactsError) -> PyErr {
    self::error(py, "FactsError", &error.message(), error.member())
}

/// The exception for a question that the door can't answer.
#[cold]
pub(crate) fn no_answer(py: Python<'_>, error: &AskError) -> PyErr {
    let class = match error.status {
        AskStatus::InvalidQuestion => "QuestionError",
        AskStatus::InvalidPolicy => "PolicyError",
        AskStatus::InvalidFacts => "FactsError",
        AskStatus::InvalidHistory => "HistoryError",
    };
    self::error(py, class, &error.text, &error.member)
}

/// The purpose of a Python value that can't be converted.
pub(crate) enum Subject {
    Policy,
    Facts,
    Body,
    Question,
}

/// The exception for a value that can't be converted.
#[cold]
pub(crate) fn refused(py: Python<'_>, subject: &Subject, failure: Failure) -> PyErr {
    let refusal = match failure {
        Failure::Refused(refusal) => refusal,
        Failure::Raised(error) => return error,
    };
    let Refusal { problem, .. } = &refusal;
    let (class, what, member) = match subject {
        Subject::Policy => ("PolicyError", "policy", refusal.dotted()),
        Subject::Facts => ("FactsError", "facts", refusal.dotted()),
        Subject::Body => ("BodyError", "body", refusal.pointer()),
        Subject::Question => ("QuestionError", "question", refusal.dotted()),
    };
    error(py, class, &sentence(what, &member, problem), &member)
}

/// `unknown operation "oder"; did you mean "order"?`
#[cold]
pub(crate) fn unknown<'k>(
    py: Python<'_>,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> PyErr {
    error(py, "UnknownNameError", &unknown_name(what, name, known), what)
}

/// The exception for an operation that isn't a string.
#[cold]
pub(crate) fn no_operation(py: Python<'_>, found: &str) -> PyErr {
    let message = format!("the operation must be a str, not {found}");
    error(py, "UnknownNameError", &message, "operation")
}

/// The exception for Arrow data that can't be checked.
#[cold]
pub(crate) fn batch(py: Python<'_>, message: &str, column: &str) -> PyErr {
    error(py, "BatchError", &format!("invalid batch: {message}"), column)
}
