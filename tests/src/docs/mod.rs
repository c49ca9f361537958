//! What tests and pages say of rules in words.

pub mod words;
