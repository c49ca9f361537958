//! Many requests at once: [`log`] reads them from lines of your own logs, [`tally`] counts what their reports say, and
//! [`replay`] compares what two policies, or two versions of the rules, say of each.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod log;
pub mod replay;
pub mod tally;

/// The README's Rust is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
