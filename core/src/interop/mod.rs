//! Conversions to and from types and traits of other crates: the standard library's and, each
//! behind a feature, those of `serde`, `rust_decimal` and `chrono`.
//!
//! This is the outermost layer: it uses the others, and none of them uses it. Errors never contain the text of another
//! crate's error, which may quote the input.

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "std")]
mod system_time;
mod words;

pub use words::UnknownName;
