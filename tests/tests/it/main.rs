//! The tests that span crates, in one program. Those that need a process of their own are next to this folder.

mod agreement;
mod api;
mod areas;
mod catalogue;
mod conformance;
mod custom_rules;
mod errors;
mod excerpts;
mod fields;
mod fixes;
mod fuzz_seeds;
mod history;
mod json_schema;
mod json_suite;
mod messages;
mod money;
mod package;
mod policy;
mod policy_rules;
mod robustness;
mod samples;
mod serde_types;
mod shown;
mod table;
mod typed;
mod values;
