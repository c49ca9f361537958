//! A rule's page, `core/rules/NAME.md`, as the build script reads it.

/// The catalogue's prose about a rule. Without the feature `prose` it has no fields.
#[derive(Clone, Copy, Debug)]
pub struct Docs {
    /// One line: the statement that the rule checks.
    #[cfg(feature = "prose")]
    pub summary: &'static str,
    /// Why it exists.
    #[cfg(feature = "prose")]
    pub why: &'static str,
    /// A case in which the rule fires.
    #[cfg(feature = "prose")]
    pub violated_by: Example,
    /// A case in which the rule is checked and holds.
    #[cfg(feature = "prose")]
    pub held_by: Example,
}

/// An example of a request. Empty strings stand for no body, no facts and the default policy.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The operation's name.
    pub operation: &'static str,
    /// The body.
    pub body: &'static str,
    /// The facts as JSON.
    pub facts: &'static str,
    /// The policy as JSON.
    pub policy: &'static str,
}

impl Example {
    /// No example.
    pub const NONE: Example = Example { operation: "", body: "", facts: "", policy: "" };
}

impl Docs {
    /// No prose.
    pub const NONE: Docs = Docs::new("", "", Example::NONE, Example::NONE);

    /// Creates a rule's prose. Without the feature `prose` it is dropped.
    #[cfg_attr(not(feature = "prose"), allow(unused_variables))]
    pub const fn new(
        summary: &'static str,
        why: &'static str,
        violated_by: Example,
        held_by: Example,
    ) -> Docs {
        Docs {
            #[cfg(feature = "prose")]
            summary,
            #[cfg(feature = "prose")]
            why,
            #[cfg(feature = "prose")]
            violated_by,
            #[cfg(feature = "prose")]
            held_by,
        }
    }
}

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
