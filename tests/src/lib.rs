//! Conformance cases, a naive model of some rules, and the tests that span crates

pub mod agree;
pub mod cases;
pub mod checked;
pub mod engine;
pub mod fields;
pub mod fixes;
pub mod fuzz;
pub mod model;
pub use paylint_samples as generate;
pub mod well_formed;

/// The number in a variable of the environment, such as `PAYLINT_CASES`.
///
/// # Panics
/// It isn't a number.
#[must_use]
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Number of random tries that a test makes of `all`: a tenth, or all of them where `CI` is set.
#[must_use]
pub fn tries(all: u64) -> u64 {
    if std::env::var_os("CI").is_some() { all } else { all / 10 }
}

/// Compiles this crate, and the tests that depend on it, again where the project is in another folder.
const _: Option<&str> = option_env!("PAYLINT_FOLDER");
