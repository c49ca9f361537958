//! The types and traits that Rust programs know, to and from those of this crate: the standard library's, and
//! behind a feature each those of `serde`, `serde_json`, `rust_decimal` and `chrono`.
//!
//! This is the edge: it uses all the rest through its public interface, and nothing uses it. An error from here
//! never holds the text of another crate's error, which may quote what was read.

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "serde_json")]
mod serde_json;
mod sets;
#[cfg(feature = "std")]
mod system_time;
mod words;

#[cfg(feature = "serde_json")]
pub use serde_json::SerializeError;
pub use sets::SetIter;
pub use words::UnknownName;
