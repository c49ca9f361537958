//! The catalogue of rules, the compatibility table, and names.

use crate::arguments::{name, operation};
use crate::engine::Engine;
use crate::errors;
use crate::rules::rules_json;
use paylint::facts::Fact;
use paylint::{Feature, FeatureSet, JsonSchema, Operation, Policy};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The rules of the catalogue as JSON: what `paylint rules --format json` shows.
#[pyfunction]
pub(crate) fn rules() -> String {
    rules_json(paylint::catalogue().iter().map(|rule| (*rule, rule.level)))
}

/// The JSON Schema with that name, as JSON.
#[pyfunction]
#[pyo3(signature = (of, engine=None))]
pub(crate) fn schema(of: &Bound<'_, PyAny>, engine: Option<&Engine>) -> PyResult<String> {
    let text = name("schema", of)?;
    let known = || JsonSchema::ALL.iter().map(|schema| schema.name());
    let schema = JsonSchema::from_name(text)
        .ok_or_else(|| errors::unknown(of.py(), "schema", text, known()))?;
    Ok(engine.map_or_else(|| schema.to_json(), |engine| schema.to_json_for(&engine.engine)))
}

/// The members of an operation's body, or of all operations', as JSON: what `paylint members --format json` shows.
#[pyfunction]
#[pyo3(signature = (of=None, engine=None))]
pub(crate) fn members(of: Option<&Bound<'_, PyAny>>, engine: Option<&Engine>) -> PyResult<String> {
    let operation = of.map(operation).transpose()?;
    let operations = operation.as_ref().map_or(Operation::ALL, std::slice::from_ref);
    Ok(match engine {
        Some(engine) => engine.engine.members_json(operations),
        None => paylint::members_json(operations),
    })
}

/// The policy of this name, as JSON: ``default``, ``checkout``, ``shop-members`` or ``strict``. Pass it to Engine, alone
/// or in a list with your own policy on top.
///
/// Raises UnknownNameError if there is no such policy.
#[pyfunction]
pub(crate) fn preset(of: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let text = name("preset", of)?;
    Policy::preset(text).ok_or_else(|| errors::unknown_preset(of.py(), text))
}

/// The names of all operations, features and facts.
#[pyfunction]
pub(crate) fn names(py: Python<'_>) -> PyResult<[Bound<'_, PyTuple>; 3]> {
    Ok([
        PyTuple::new(py, Operation::ALL.iter().map(|operation| operation.name()))?,
        PyTuple::new(py, Feature::ALL.iter().map(|feature| feature.name()))?,
        PyTuple::new(py, Fact::ALL.iter().map(|fact| fact.name()))?,
    ])
}

fn feature(feature: &Bound<'_, PyAny>) -> PyResult<Feature> {
    let text = name("feature", feature)?;
    let known = || Feature::ALL.iter().map(|feature| feature.name());
    Feature::from_name(text).ok_or_else(|| errors::unknown(feature.py(), "feature", text, known()))
}

/// What the table says about a pair: the word, and whether each row lists the other.
type Pair = (&'static str, Option<bool>, Option<bool>);

#[pyfunction]
pub(crate) fn compatibility(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<Pair>> {
    let pair = paylint::compatibility::compatibility(feature(a)?, feature(b)?);
    Ok(pair.map(|pair| (pair.compatibility.name(), pair.row_of_a_lists_b, pair.row_of_b_lists_a)))
}

#[pyfunction]
pub(crate) fn compatible_with(features: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
    let features =
        features.try_iter()?.map(|item| feature(&item?)).collect::<PyResult<Vec<_>>>()?;
    let others = paylint::compatibility::compatible_with(FeatureSet::of(&features));
    Ok(others.iter().map(Feature::name).collect())
}

/// The operation of an HTTP method and a path, with or without a version prefix; ``None`` if there
/// is none.
#[pyfunction]
pub(crate) fn route(method: &str, path: &str) -> Option<&'static str> {
    Operation::route(method, path).map(Operation::name)
}

/// The exception for a rule that doesn't exist, under the engine's policy if there is one.
#[pyfunction]
#[pyo3(signature = (rule, engine=None))]
pub(crate) fn unknown_rule(
    rule: &Bound<'_, PyAny>,
    engine: Option<&Bound<'_, Engine>>,
) -> PyResult<Py<PyAny>> {
    let py = rule.py();
    let text = name("rule", rule)?;
    let error = match engine {
        Some(engine) => errors::unknown(
            py,
            "rule",
            text,
            engine.get().engine.rules().map(|(rule, _)| rule.name),
        ),
        None => {
            errors::unknown(py, "rule", text, paylint::catalogue().iter().map(|rule| rule.name))
        }
    };
    Ok(error.into_value(py).into_any())
}
