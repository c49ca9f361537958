//! Fixes: what to change in a body so that a finding goes away. [`Engine::fixes`] answers, and
//! [`Engine::apply`] makes the changes.
//!
//! A rule says which kind of change fixes its findings ([`Fix`](crate::check::rule::Fix)). The change is made, the body is
//! checked again, and what doesn't help is dropped. Nothing is searched for.

mod apply;
mod edit;
mod json;
mod propose;
mod trial;

pub use crate::check::rule::Applicability;
pub use edit::Edit;

use crate::ask::inquiry::Bound;
use crate::check::engine::Engine;
use crate::model::facts::Facts;
use crate::model::operation::Operation;
use alloc::string::String;
use alloc::vec::Vec;

/// Changes that make findings go away.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Fixes<'e> {
    /// The findings that have a fix, in the report's order.
    pub fixes: Vec<Fixable<'e>>,
    /// The findings at level deny that no choice here fixes, neither one of their own nor the first of another.
    pub unfixable: Vec<Unfixable<'e>>,
    /// Whether every change was tried. If not, the body is too long, or has too many findings.
    #[cfg_attr(feature = "schemars", schemars(skip_serializing_if = "bool::clone"))]
    pub complete: bool,
    /// Number of bodies that were checked for the answer: at most one for each change that was tried, and one more.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub checks: u32,
    /// Members that those checks read, those that policy rules look at included, and eight for each finding or
    /// unchecked rule that was compared. The bound is on this.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub work: u64,
}

impl Fixes<'_> {
    const NONE: Fixes<'static> =
        Fixes { fixes: Vec::new(), unfixable: Vec::new(), complete: true, checks: 0, work: 0 };

    /// The answer for a body that is longer than [`Engine::max_body_bytes`], if you only counted its bytes.
    pub fn of_too_large() -> Fixes<'static> {
        let unfixable = [Unfixable { rule: "json.too_large", path: String::new() }].into();
        Fixes { unfixable, ..Fixes::NONE }
    }
}

/// A finding that has a fix.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Fixable<'e> {
    /// Its place among the report's findings.
    pub finding: usize,
    /// The rule.
    pub rule: &'e str,
    /// The place, as a JSON Pointer.
    pub path: String,
    /// Changes to choose from, the best first: at least one, at most four.
    pub choices: Vec<Choice>,
}

/// A finding that has no fix.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Unfixable<'e> {
    /// The rule.
    pub rule: &'e str,
    /// The place, as a JSON Pointer.
    pub path: String,
}

/// Result of [`Engine::applied`].
#[derive(Clone, Debug)]
pub struct Applied {
    /// The body.
    pub body: Vec<u8>,
    /// Whether every change was tried. If not, the body is too long, or has too many findings.
    pub complete: bool,
}

/// A change that makes a finding go away.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Choice {
    /// Whether it can be made without asking.
    pub applicability: Applicability,
    /// The change, as a JSON Patch (RFC 6902).
    pub patch: Vec<Change>,
    /// The change as replacements of bytes of the body, in order. What they don't touch stays as it is.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub edits: Vec<Edit>,
}

impl Choice {
    /// The body with the change made.
    pub fn edited(&self, body: &[u8]) -> Vec<u8> {
        edit::edited(body, &self.edits)
    }
}

/// An operation of a JSON Patch. Paths are JSON Pointers, values are JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(tag = "op", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Change {
    /// Adds a member, or replaces the value of one that is there.
    Add {
        /// Where.
        path: String,
        /// The value.
        #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Value"))]
        value: String,
    },
    /// Replaces a value.
    Replace {
        /// Where.
        path: String,
        /// The new value.
        #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Value"))]
        value: String,
    },
    /// Removes a member; the whole body if the path is empty.
    Remove {
        /// Where.
        path: String,
    },
    /// Gives a member another name, or another place.
    Move {
        /// The old place.
        from: String,
        /// The new place.
        path: String,
    },
}

impl Change {
    fn place(&self) -> &str {
        match self {
            Change::Add { path, .. } | Change::Replace { path, .. } | Change::Remove { path } => {
                path
            }
            Change::Move { from, .. } => from,
        }
    }

    fn value(&self) -> Option<&str> {
        match self {
            Change::Add { value, .. } | Change::Replace { value, .. } => Some(value),
            Change::Remove { .. } | Change::Move { .. } => None,
        }
    }
}

impl Engine {
    /// Says what to change in a body so that its findings go away: for each finding of the report the changes that help,
    /// each with whether it can be made without asking.
    ///
    /// A change is kept if the finding is gone with it and it brings none at level deny, as a check shows. Of an ordinary
    /// request this takes about as many checks as it has findings. All checks together read at most
    /// 2²⁴ members ([`Engine::fixes_within`]), in at most 64 MiB of bodies; what is beyond has no fix
    /// ([`Fixes::complete`]). No finding of a card webhook has one: its body was received, not written.
    pub fn fixes(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Fixes<'_> {
        trial::fixes(self, operation, body, facts, trial::BOUND)
    }

    /// Answers as [`fixes`](Engine::fixes) does, with less work: all checks together read at most so many members, those that policy rules look at
    /// included, where a finding or an unchecked rule that is compared counts as eight. For hints beside a report, which
    /// mustn't take longer the more findings it has.
    pub fn fixes_within(
        &self,
        members: u64,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
    ) -> Fixes<'_> {
        let bound = Bound { members: members.min(trial::BOUND.members), ..trial::BOUND };
        trial::fixes(self, operation, body, facts, bound)
    }

    /// Makes the changes that are safe, and with `also_unsafe` those that a person would have to confirm, and returns the
    /// body. Bytes that no change touches stay as they are.
    ///
    /// It goes through the findings in the report's order, all of them, whatever the policy's limit, and makes the first
    /// choice of each that is still there: if it is safe; or if it is unsafe, the only one besides a placeholder, and the
    /// finding is at level deny or a misspelt or misplaced member. Then it begins again, until nothing changes, at most
    /// eight times. A placeholder is never applied, nor what changes the scenario. The bound is that of [`fixes`](Engine::fixes);
    /// [`applied`](Engine::applied) says whether it was reached.
    pub fn apply(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        also_unsafe: bool,
    ) -> Vec<u8> {
        self.applied(operation, body, facts, also_unsafe).body
    }

    /// Does the same as [`apply`](Engine::apply), and says whether every change was tried.
    pub fn applied(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        also_unsafe: bool,
    ) -> Applied {
        apply::apply(self, operation, body, facts, also_unsafe)
    }
}
