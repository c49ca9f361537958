//! `Serialize` and `Deserialize` for the types of this crate.

mod read;
mod report;
mod transcribe;
mod values;
