//! paylint over Apache Arrow: checks columns of requests, and counts what comes of them.

#![forbid(unsafe_code)]

mod changes;
mod check;
mod columns;
mod compare;
mod counts;
mod error;
mod facts;
mod output;
mod replay;
mod reports;
mod rows;
mod schema;
mod tally;
mod text;

pub use changes::Changes;
pub use check::check_batch;
pub use columns::{FactsColumn, OperationColumn, Want};
pub use compare::compare;
pub use error::BatchError;
pub use replay::replay;
pub use schema::{changes_type, check_type, tally_type};
pub use tally::{Tally, tally};
