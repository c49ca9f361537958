//! Many requests at once: [`log`] reads them from lines of your own logs, [`tally`] counts what their reports say,
//! [`replay`] compares what two policies, or two versions of the rules, say of each, [`calibration`] compares verdicts with
//! a gateway's answers and proposes a policy, [`expect`] compares reports with what a case expects, and [`facts`] lays each
//! request's facts over those of all.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod calibration;
pub mod expect;
pub mod facts;
mod location;
pub mod log;
pub mod replay;
mod scan;
pub mod tally;
pub mod values;

pub use location::Location;

/// The README's Rust is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
