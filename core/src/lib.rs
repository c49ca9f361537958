//! paylint validates card-payment requests before you send them, and reports everything that is
//! wrong and where.
//!
//! Compile a [`Policy`] into an [`Engine`] once, read the facts that don't change ([`FactsBuf`])
//! once, then check any number of requests:
//!
//! ```
//! use paylint::{Engine, Facts, FactsBuf, Operation, Verdict};
//!
//! let engine = Engine::default();
//! let merchant = FactsBuf::from_json(br#"{"merchant": {"avs_permission": true}}"#)?;
//! let facts = Facts { now: Some("2026-11-20T10:15:00Z".parse()?), ..merchant.as_facts() };
//!
//! let body = br#"{"client": {"email": "ada@mail.example", "zip_code": "LV-1010"},
//!     "products": [{"title": "Cup", "price": 4.5}]}"#;
//! let report = engine.check(Operation::Order, body, &facts);
//!
//! assert_eq!(report.verdict(), Verdict::Reject);
//! let finding = report.findings().next().ok_or("no finding")?;
//! assert_eq!(finding.rule().name, "avs.address_required");
//! assert_eq!(finding.path(), "/client/address");
//! assert_eq!(report.total().ok_or("no total")?.to_string(), "4.5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - A [`Report`] has every finding, not just the first. It also lists the rules that are
//!   *unchecked* because a fact is missing, what else you must do ([`Obligation`]), and how long
//!   the verdict is valid. [`Report::to_json`] gives the canonical JSON.
//! - [`Engine::fields`] lists every member and whether it may or must be given, for forms and editors.
//! - [`Engine::fixes`] says what to change so that a finding goes away; [`Engine::apply`] changes it.
//! - [`Engine::history`] turns what was sent for an order into the facts of its next request.
//! - The crate `paylint-traffic` reads requests from logs, sums up many reports, and compares two policies.
//! - [`JsonSchema`] describes bodies, facts and policies for editors, as far as JSON Schema can.
//! - [`catalogue`] lists the rules with their metadata; [`compatibility`] says which features can
//!   be combined.
//! - [`Policy::with_rule`] adds rules of your own, which see the same [`rule::Context`] as the catalogue's rules.
//! - The crate has no clock, does no I/O, uses neither floating point nor unsafe code, and doesn't
//!   panic on any input. Its output never contains card numbers, security codes, account numbers,
//!   tokens, names or addresses.
//!
//! Sections such as §4.7 are those of the gateway's interface description, "Card Payment Service: Orders, Payouts and
//! Additional Capabilities", version 0.6.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `full` | yes | every operation ([`Operations::KNOWN`]), policy rules and messages; without it, only what a checkout needs |
//! | `std` | yes | [`Timestamp`] to and from [`SystemTime`](std::time::SystemTime); without it the crate is `no_std` and needs only an allocator |
//! | `prose` | yes | the catalogue's prose: summaries, reasons, examples ([`rule::Docs`]); JSON Schemas ([`JsonSchema`]) |
//! | `presets` | yes | named policies: [`Policy::preset`] |
//! | `serde` | yes | reports are `Serialize`, policies and facts `Deserialize`, names and amounts `Serialize` |
//! | `rust_decimal` | yes | [`Decimal`] to and from `rust_decimal::Decimal`, [`Total`] to it |
//! | `chrono` | yes | [`Timestamp`] and [`UtcOffset`] to and from `DateTime` and `FixedOffset` |
//! | `door` | | `paylint::door`: every question as JSON in and JSON out, as the bindings ask them |
//! | `schemars` | | JSON Schemas of the door's questions and answers |
//!
//! `rust_decimal` and `chrono` let a service pass the types that it has; neither enables its crate's default
//! features. The gateway wants amounts as numbers, but `rust_decimal` writes them as strings, which is a finding
//! (`field.number_as_string`). If you write bodies with serde, use `#[serde(with = "rust_decimal::serde::float")]`
//! (`rust_decimal`'s feature `serde-with-float`): amounts of up to 15 digits stay exact.
//!
//! `serde` adds only the crate `serde_core`. With it, `serde_json::to_string(&report)` gives the
//! bytes of [`Report::to_json`]; findings and totals can be serialized on their own. A
//! [`Policy`] or a [`FactsBuf`] can be part of a configuration file in any self-describing format,
//! with the errors of [`Policy::from_json`] and [`FactsBuf::from_json`].
//!
//! Even without features, every type with names has `FromStr` and `Display`, and sets have `IntoIterator`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing,)
)]

extern crate alloc;

#[macro_use]
mod base;
mod ask;
mod check;
mod interop;
mod model;

#[cfg(feature = "door")]
pub use ask::door;
pub use ask::history::{History, HistoryError};
#[cfg(feature = "prose")]
pub use ask::json_schema::JsonSchema;
pub use ask::{fields, fixes, history};
pub use base::card::CardBrand;
pub use base::decimal::{Decimal, OutOfRange, Total};
pub use base::fingerprint::Fingerprint;
pub use base::json::JsonType;
pub use base::level::Level;
pub use base::set::SetIter;
pub use base::shown::shown_name;
pub use base::time::{InvalidTimestamp, InvalidUtcOffset, Timestamp, UtcOffset};
pub use check::engine::{Engine, Workspace};
pub use check::policy::{CustomRule, Policy, PolicyError, SharedLayers};
pub use check::report::{Finding, Obligation, Report, Unchecked, Verdict};
pub use check::rule::{Basis, Rule};
pub use check::{compatibility, report, rule};
pub use interop::UnknownName;
pub use model::config::{nearest, unknown_name};
pub use model::facts::{Facts, FactsBuf, FactsError};
pub use model::feature::{Feature, FeatureSet};
pub use model::operation::{Operation, Operations, path_of_url};
#[cfg(feature = "prose")]
pub use model::schema::members_json;
pub use model::schema::{KnownMember, members};
pub use model::{document, facts, schema};

/// All rules of the catalogue, in the order of findings in a report.
pub fn catalogue() -> &'static [Rule<'static>] {
    check::rules::catalogue()
}
