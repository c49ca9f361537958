//! The Python binding of paylint: the module `paylint._paylint` of the package `paylint`, whose
//! other half is in `python/`.
//!
//! This crate only converts arguments and results; it decides nothing.

#![deny(unsafe_code)]

mod arguments;
mod catalogue;
mod engine;
mod errors;
mod facts;
mod json;

use pyo3::prelude::*;

#[pymodule]
mod _paylint {
    #[pymodule_export]
    use super::catalogue::{compatibility, compatible_with, names, route, rules, unknown_rule};
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::facts::Facts;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let fingerprint = paylint::Engine::default().rules_fingerprint();
        module.add("fingerprint", fingerprint.text())
    }
}
