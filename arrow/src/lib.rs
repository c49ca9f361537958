#![doc = include_str!("../README.md")]
//!
//! # Columns
//!
//! A column of operations, bodies or facts is `Utf8`, `LargeUtf8`, `Utf8View`, `Binary`,
//! `LargeBinary`, `BinaryView`, a dictionary of one of these with any keys, or `Null`. A null body
//! is no body.
//!
//! A body that isn't valid UTF-8, in a column of bytes, has the finding `json.malformed`. Arrays must be valid, as all of
//! Arrow takes them for: call `ArrayData::validate_full` for what comes from another program.
//!
//! # Results
//!
//! Every result is a struct array, which is what the C data interface exports; `RecordBatch::from`
//! turns it into a batch. Texts are `Utf8`, which every engine takes, so a column can hold 2 GiB of
//! them: where that isn't enough, [`BatchError::TooLarge`] asks for smaller batches.
//! [`check_fields`] and [`log_fields`] say what the results are without data.
//!
//! A row that can't be checked never ends a batch. Its error is in the row, and shows neither the
//! body nor a fact's value.
//!
//! The facts of the rows are read once for each distinct text, of which up to 1024, or 16 MiB, are
//! kept at a time.

#![forbid(unsafe_code)]

mod calibrate;
mod changes;
mod check;
mod columns;
mod compare;
mod counts;
mod error;
mod log;
mod output;
mod reports;
mod rows;
mod schema;
mod tally;
mod text;

pub use calibrate::{AnswerColumns, Calibration};
pub use changes::Changes;
pub use check::check_batch;
pub use columns::{FactsColumn, OperationColumn, Want};
pub use error::BatchError;
pub use log::log_requests;
pub use schema::{check_fields, log_fields};
pub use tally::Tally;
