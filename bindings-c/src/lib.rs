//! The C face of paylint: libpaylint. What a C program sees is in `include/paylint.h`, which is
//! generated from this code.
//!
//! Converts and calls; decides nothing. `unsafe` code is in [`memory`] alone.

#![allow(non_camel_case_types, reason = "the names of the C face")]

pub mod boundary;
pub mod catalogue;
pub mod check;
pub mod compatibility;
pub mod engine;
pub mod facts;
pub mod memory;
pub mod names;
pub mod numbers;
#[cfg(feature = "provoke-panic")]
pub mod provoke;
pub mod report;
pub mod status;
pub mod text;
pub mod version;

#[cfg(test)]
mod tests;
