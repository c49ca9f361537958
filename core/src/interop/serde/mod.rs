//! `Serialize` and `Deserialize` for those types of this crate that are written and read.

mod read;
mod report;
mod transcribe;
mod values;
