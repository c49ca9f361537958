//! From bytes to a report: read, classify, run the rules, collect findings.

pub(crate) mod classify;
pub mod compatibility;
pub(crate) mod engine;
pub(crate) mod findings;
pub(crate) mod member_levels;
pub(crate) mod policy;
pub(crate) mod read;
pub mod report;
pub mod rule;
pub(crate) mod rule_set;
pub(crate) mod rules;
