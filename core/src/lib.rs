//! paylint tells, before a card-payment request leaves the house, whether the gateway can accept it, and
//! if not, everything that is wrong with it and where.
//!
//! Compile a [`Policy`] into an [`Engine`] once, read the facts that stand ([`FactsBuf`]) once, then check
//! any number of requests:
//!
//! ```
//! use paylint::{Engine, Facts, FactsBuf, Operation, Verdict};
//!
//! let engine = Engine::default();
//! let merchant = FactsBuf::from_json(br#"{"merchant": {"avs_permission": true}}"#)?;
//! let facts = Facts { now: Some("2026-11-20T10:15:00Z".parse()?), ..merchant.as_facts() };
//!
//! let body = br#"{"client": {"zip_code": "LV-1010"}, "products": [{"title": "Cup", "price": 4.5}]}"#;
//! let report = engine.check(Operation::Order, body, &facts);
//!
//! assert_eq!(report.verdict(), Verdict::Reject);
//! let finding = report.findings().next().ok_or("no finding")?;
//! assert_eq!(finding.rule().name, "avs.address_required");
//! assert_eq!(finding.path().to_string(), "/client/address");
//! assert_eq!(report.total().ok_or("no total")?.to_string(), "4.5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - A [`Report`] has every finding, not the first; what is *unchecked* for want of a named fact; what must be
//!   done beside ([`Obligation`]); and until when the verdict lasts. [`Report::to_json`] is the canonical form.
//! - [`catalogue`] lists the rules with all that is known of them; [`compatibility`] answers from the table.
//! - [`Policy::with_rule`] adds rules of one's own; they see [`rule::Context`].
//! - Nothing here has a clock, does I/O, uses floating point or unsafe code, or panics on any input; no output
//!   has a card number, a code, an account number, a token, a name or an address in it.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `prose` | yes | the catalogue's prose: summaries, reasons, examples ([`rule::Docs`]) |
//! | `serde` | yes | reports are `Serialize`, policies and facts `Deserialize` |
//! | `serde_json` | | `Engine::check_value` and `check_serialize`, for bodies that are not text yet |
//! | `rust_decimal` | | [`Decimal`] and [`Total`] to and from `rust_decimal::Decimal` |
//! | `chrono` | | [`Timestamp`] and [`UtcOffset`] to and from `DateTime` and `FixedOffset` |
//! | `small` | | less code, and a little slower: for browsers; the reports are the same |
//!
//! `serde` adds the crate `serde_core` alone. With it, `serde_json::to_string(&report)` gives the bytes of
//! [`Report::to_json`]; findings, rules, names, amounts and instants can be written on their own; and a [`Policy`]
//! or a [`FactsBuf`] can stand in a configuration of any self-describing format, with the errors of
//! [`Policy::from_json`] and [`FactsBuf::from_json`].
//!
//! In all builds there are `FromStr` and `Display` for everything that has a name, `IntoIterator` for sets, and
//! conversions between [`Timestamp`] and [`SystemTime`](std::time::SystemTime).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod address;
mod append;
mod classify;
mod codes;
pub mod compatibility;
mod config;
mod decimal;
mod distance;
pub mod document;
mod engine;
pub mod facts;
mod feature;
mod findings;
mod fingerprint;
mod interop;
mod json;
mod level;
mod operation;
mod path;
mod policy;
mod read;
pub mod report;
pub mod rule;
mod rule_set;
mod rules;
pub mod schema;
mod shown;
mod text;
mod time;

pub use config::{Value, nearest, unknown_name};
pub use decimal::{Decimal, OutOfRange, Total};
pub use engine::{Engine, Workspace};
pub use facts::{Facts, FactsBuf, FactsError};
pub use feature::{Feature, FeatureSet};
pub use fingerprint::Fingerprint;
#[cfg(feature = "serde_json")]
pub use interop::SerializeError;
pub use interop::{SetIter, UnknownName};
pub use json::JsonType;
pub use level::Level;
pub use operation::{Operation, Operations};
pub use policy::{CustomRule, Policy, PolicyError, PolicyMember, TenantRule};
pub use report::{Finding, Obligation, Report, Unchecked, Verdict};
pub use rule::{Basis, Rule};
pub use shown::shown_name;
pub use time::{InvalidTimestamp, InvalidUtcOffset, Timestamp, UtcOffset};

/// Every rule of the catalogue, in the order of findings.
#[must_use]
pub fn catalogue() -> &'static [Rule<'static>] {
    rules::catalogue()
}

/// The README's Rust is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
