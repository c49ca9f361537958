//! paylint tells, before a card-payment request leaves the house, whether the gateway can accept it, and
//! if not, everything that is wrong with it and where.

#![forbid(unsafe_code)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod classify;
mod codes;
pub mod compatibility;
mod decimal;
mod engine;
pub mod facts;
mod feature;
mod host;
mod operation;
mod policy;
mod read;
pub mod report;
pub mod request;
pub mod rule;
mod rules;
pub mod schema;
mod time;

pub use decimal::{Decimal, OutOfRange, Total};
pub use engine::Engine;
pub use facts::{Facts, FactsBuf, FactsError};
pub use feature::{Feature, FeatureSet};
pub use operation::{Operation, Operations};
pub use policy::{Policy, PolicyError};
pub use read::JsonType;
pub use report::{Finding, Obligation, Report, Unchecked, Verdict};
pub use rule::{Basis, Level, Rule};
pub use time::{InvalidTimestamp, InvalidUtcOffset, Timestamp, UtcOffset};

/// Every rule of the catalogue, in the order of findings.
#[must_use]
pub fn catalogue() -> &'static [&'static Rule] {
    rules::CATALOGUE
}
