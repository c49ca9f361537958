//! Fixes: what to change in a body so that a finding goes away. [`Engine::fixes`] answers, and
//! [`Engine::apply`] makes the changes.
//!
//! A rule says which kind of change fixes its findings ([`Fix`](crate::check::rule::Fix)). The engine makes the change,
//! checks the body again, and drops a change that doesn't help. It doesn't search for others.

mod apply;
mod edit;
mod propose;
mod site;
mod trial;

pub use crate::check::rule::Applicability;
pub use edit::Edit;

use crate::ask::inquiry::Bound;
use crate::base::json::ObjectWriter;
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
    /// Findings at level deny that have no choice of their own, and that no other finding's first choice fixes.
    pub unfixable: Vec<Unfixable<'e>>,
    /// Whether every change was tried. If not, the body is too long, or has too many findings.
    #[cfg_attr(feature = "schemars", schemars(skip_serializing_if = "bool::clone"))]
    pub complete: bool,
    /// Number of bodies checked for the answer: at most one for each change tried, and one more.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub checks: u32,
    /// Members read by those checks, including those that policy rules read, plus eight for each finding or unchecked
    /// rule compared. The bound limits this number.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub work: u64,
}

impl Fixes<'_> {
    const NONE: Fixes<'static> =
        Fixes { fixes: Vec::new(), unfixable: Vec::new(), complete: true, checks: 0, work: 0 };

    /// The answer for a body longer than [`Engine::max_body_bytes`], so that you needn't keep such a body.
    pub fn of_too_large() -> Fixes<'static> {
        let unfixable = [Unfixable { rule: "json.too_large", path: String::new() }].into();
        Fixes { unfixable, ..Fixes::NONE }
    }

    /// The answer as JSON: the same bytes in every binding.
    pub fn to_json(&self) -> String {
        ObjectWriter::text_of(|answer| {
            answer.array("fixes", |fixes| {
                for Fixable { finding, rule, path, choices } in &self.fixes {
                    fixes.object(|fix| {
                        fix.integer("finding", *finding);
                        fix.text("rule", rule);
                        fix.text("path", path);
                        fix.array("choices", |all| {
                            choices
                                .iter()
                                .for_each(|choice| all.object(|object| put_choice(object, choice)));
                        });
                    });
                }
            });
            answer.array("unfixable", |unfixable| {
                for Unfixable { rule, path } in &self.unfixable {
                    unfixable.object(|object| {
                        object.text("rule", rule);
                        object.text("path", path);
                    });
                }
            });
            if !self.complete {
                answer.json("complete", "false");
            }
        })
    }
}

fn put_choice(out: &mut ObjectWriter<'_>, Choice { applicability, patch, .. }: &Choice) {
    out.text("applicability", applicability.name());
    out.array("patch", |changes| {
        patch.iter().for_each(|change| changes.object(|object| put_change(object, change)));
    });
}

fn put_change(out: &mut ObjectWriter<'_>, change: &Change) {
    let (op, path) = match change {
        Change::Add { path, .. } => ("add", path),
        Change::Replace { path, .. } => ("replace", path),
        Change::Remove { path } => ("remove", path),
        Change::Move { path, .. } => ("move", path),
    };
    out.text("op", op);
    if let Change::Move { from, .. } = change {
        out.text("from", from);
    }
    out.text("path", path);
    if let Some(value) = change.value() {
        out.json("value", value);
    }
}

/// A finding that has a fix.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Fixable<'e> {
    /// Its index among the report's findings.
    pub finding: usize,
    /// The rule.
    pub rule: &'e str,
    /// The place, as a JSON Pointer.
    pub path: String,
    /// One to four changes to choose from, the best first.
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
    /// The change as replacements of bytes of the body, in order. All other bytes stay as they are.
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
    /// Renames or moves a member.
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
    /// Proposes changes to a body that make its findings go away: for each finding of the report the changes that help,
    /// and for each change whether it can be made without asking.
    ///
    /// Each change is checked, and kept if the finding is gone and no new one at level deny appears. An ordinary
    /// request takes about as many checks as it has findings. All checks together read at most 2²⁴ members
    /// ([`Engine::fixes_within`]) in at most 64 MiB of bodies; findings beyond that get no fix ([`Fixes::complete`]).
    /// Card webhooks never get one: you receive their bodies, and don't write them.
    pub fn fixes(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Fixes<'_> {
        trial::fixes(self, operation, body, facts, trial::BOUND)
    }

    /// Answers like [`fixes`](Engine::fixes) with a lower bound on the work: all checks together read at most
    /// `members`, including those that policy rules read; comparing a finding or an unchecked rule counts as eight. Use
    /// it for hints next to a report, whose cost mustn't grow with the number of findings.
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

    /// Makes the safe changes, and with `also_unsafe` those that a person should confirm, and returns the body. Bytes
    /// that no change touches stay as they are.
    ///
    /// It goes through all findings in the report's order, whatever the policy's limit, and makes the first choice of
    /// each that is still there. An unsafe choice is made only if it is the only one besides a placeholder, and the
    /// finding is at level deny or about a misspelt or misplaced member. This repeats until nothing changes, at most
    /// eight times. Placeholders and changes of the scenario are never applied. The bound is that of
    /// [`fixes`](Engine::fixes); [`applied`](Engine::applied) says whether it was reached.
    pub fn apply(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        also_unsafe: bool,
    ) -> Vec<u8> {
        self.applied(operation, body, facts, also_unsafe).body
    }

    /// Does what [`apply`](Engine::apply) does, and also returns whether every change was tried.
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
