//! Conformance cases, the naive model of the rules, and the tests that span crates

pub mod audit;
pub mod cases;
pub mod checked;
pub mod docs;
pub mod engine;
pub mod fields;
pub mod fixes;
pub mod fuzz;
pub mod generate;
pub mod json_traps;
pub mod model;
mod order_facts;
pub mod well_formed;

/// Compiles this crate, and the tests that depend on it, again where the project is in another folder.
const _: Option<&str> = option_env!("PAYLINT_FOLDER");
