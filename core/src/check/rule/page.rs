//! A rule's page, `core/rules/NAME.md`, as the build script reads it.

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A rule with this number, name, level, basis and operations, its page's source and prose, and defaults for the
/// rest: `..rule!(65, "refund.too_old", Deny, Stated, Operations::of(&[Operation::Refund]))`.
macro_rules! rule {
    ($number:literal, $name:tt, $level:ident, $basis:ident, $on:expr) => {{
        use crate::check::rule::{Basis, Docs, Example, Level, Rule, page};
        let (source, docs) = page!($name);
        Rule {
            number: $number,
            name: $name,
            level: Level::$level,
            basis: Basis::$basis,
            on: $on,
            source,
            docs,
            ..Rule::DEFAULT
        }
    }};
}
pub(crate) use rule;
