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
//! - Types of your own, configuration files and other crates' amounts and instants: the next section.
//! - Nothing here has a clock, does I/O, uses floating point or unsafe code, or panics on any input; no output
//!   has a card number, a code, an account number, a token, a name or an address in it.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `prose` | yes | the catalogue's prose: summaries, reasons, examples ([`rule::Docs`]) |
//! | `serde` | yes | `Serialize` for [`Report`], its parts and [`Rule`]: with `serde_json` the bytes of [`Report::to_json`]; `Deserialize` for [`Policy`] and [`FactsBuf`], from any self-describing format; both for names, amounts and instants. Depends on `serde_core` alone |
//! | `serde_json` | | [`Engine::check_value`] and [`Engine::check_serialize`], for bodies that are not text yet |
//! | `rust_decimal` | | `From` and `TryFrom` between [`Decimal`], [`Total`] and `rust_decimal::Decimal` |
//! | `chrono` | | `From` and `TryFrom` between [`Timestamp`] and `chrono::DateTime`, [`UtcOffset`] and `chrono::FixedOffset` |
//!
//! Without any, the crate depends on `smallvec`, `thiserror` and `wide`. In all builds there are `FromStr` and `Display`
//! for everything that has a name, `IntoIterator` for sets, and conversions between [`Timestamp`] and `SystemTime`.

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
mod classify;
mod codes;
pub mod compatibility;
mod custom;
mod decimal;
mod distance;
mod engine;
pub mod facts;
mod feature;
mod host;
mod interop;
mod names;
mod operation;
mod output;
mod policy;
mod read;
pub mod report;
pub mod request;
pub mod rule;
mod rules;
pub mod schema;
mod slot;
mod time;

pub use decimal::{Decimal, OutOfRange, Total};
pub use engine::{Engine, Workspace};
pub use facts::{Facts, FactsBuf, FactsError};
pub use feature::{Feature, FeatureSet};
pub use host::{Given, nearest, shown_name, unknown_name};
#[cfg(feature = "serde_json")]
pub use interop::SerializeError;
pub use interop::{SetIter, UnknownName};
pub use operation::{Operation, Operations};
pub use policy::{Policy, PolicyError, PolicyMember};
pub use read::JsonType;
pub use report::{Finding, Obligation, Report, Unchecked, Verdict};
pub use rule::{Basis, Level, Rule};
pub use time::{InvalidTimestamp, InvalidUtcOffset, Timestamp, UtcOffset};

/// Every rule of the catalogue, in the order of findings.
#[must_use]
pub fn catalogue() -> &'static [Rule] {
    rules::catalogue()
}

/// The README's Rust is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
