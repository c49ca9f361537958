//! The C binding of paylint: libpaylint. C programs see it through `include/paylint.h`, which is
//! written from this code by build.rs.
//!
//! This crate only converts arguments and results; it decides nothing. All `unsafe` code is in
//! [`memory`].

#![allow(non_camel_case_types, reason = "C names")]

pub mod ask;
pub mod boundary;
pub mod check;
pub mod engine;
pub mod facts;
pub mod failure;
pub mod memory;
pub mod names;
#[cfg(feature = "provoke-panic")]
pub mod provoke;
pub mod report;
pub mod status;
pub mod text;
pub mod version;

#[cfg(test)]
mod tests;
