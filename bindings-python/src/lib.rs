//! The Python binding of paylint: the module `paylint._paylint` of the package `paylint`, whose
//! other half is in `python/`.
//!
//! This crate only converts arguments and results; it decides nothing.

#![deny(unsafe_code)]

mod arguments;
mod batch;
mod capsule;
mod columns;
mod engine;
mod errors;
mod facts;
mod job;
mod json;
mod results;
mod text;

use pyo3::prelude::*;

#[pymodule]
mod _paylint {
    #[pymodule_export]
    use super::arguments::body_bytes;
    #[pymodule_export]
    use super::batch::{calibration, compare, log_requests};
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::facts::Facts;
    #[pymodule_export]
    use super::results::{ArrowArray, ArrowStream};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
