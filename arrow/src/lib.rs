//! paylint over Apache Arrow: checks columns of requests, and counts what comes of them.

#![forbid(unsafe_code)]

mod check;
mod columns;
mod compare;
mod error;
mod replay;
mod schema;
mod tally;

pub use check::check_batch;
pub use columns::{FactsColumn, OperationColumn, Want};
pub use compare::compare;
pub use error::BatchError;
pub use replay::replay;
pub use schema::{changes_type, check_type, tally_type};
pub use tally::tally;
