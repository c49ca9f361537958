//! Foundations: JSON, exact numbers, time, texts, and the code lists of standards.

#[macro_use]
mod invariant;
#[macro_use]
pub(crate) mod set;
#[macro_use]
mod words;

pub(crate) mod append;
pub(crate) mod card;
pub(crate) mod codes;
pub(crate) mod decimal;
pub(crate) mod distance;
pub(crate) mod fingerprint;
pub(crate) mod json;
pub(crate) mod level;
pub(crate) mod shown;
pub(crate) mod sort;
pub(crate) mod text;
pub(crate) mod time;
