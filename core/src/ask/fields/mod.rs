//! Fields, for forms and editors: whether each known member of a request may or must be given. [`Engine::fields`]
//! answers.
//!
//! The engine sets an absent member to its example ([`members`](crate::members) lists them), checks the request again,
//! and compares. So rules need no declarations for it, and policy rules and custom rules work, too.

mod form;

use crate::base::json::ObjectWriter;
use crate::check::engine::Engine;
use crate::model::facts::{Fact, FactSet, Facts};
use crate::model::operation::Operation;
use crate::model::schema;
use alloc::string::String;
use alloc::vec::Vec;

words! {
    /// Whether a member may be given, and whether it must be.
    #[repr(u8)]
    pub State {
        /// It isn't absent.
        Given = "given",
        /// It is absent, and findings at level deny ask for it.
        Required = "required",
        /// It is absent, and giving it adds a finding at level deny.
        Forbidden = "forbidden",
        /// It is absent, and warnings ask for it.
        Advised = "advised",
        /// It is absent, and giving it adds a warning.
        Discouraged = "discouraged",
        /// It is absent, and may be.
        Optional = "optional",
    }
}

/// The members that a request may or must have.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Fields<'e> {
    /// The operation.
    pub operation: Operation,
    /// A field for each member of every object that is valid, and for those that an absent object or
    /// array would have, in document order.
    pub fields: Vec<Field<'e>>,
    /// Whether the answer is complete. If not, either members are missing at the end, because the body is too long or
    /// has too many findings at level deny; or states and rules that only warnings cause are missing (`Advised`,
    /// `Discouraged`, and the rules of a given member), because there are too many warnings.
    pub complete: bool,
    /// Number of bodies checked for the answer.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub checks: u32,
    /// Members read by those checks, including those that policy rules read, plus eight for each finding or unchecked
    /// rule compared. The bound limits this number.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub work: u64,
}

impl Fields<'_> {
    /// The answer for a body longer than [`Policy::MAX_BODY_BYTES`](crate::Policy::MAX_BODY_BYTES), so that you needn't
    /// keep such a body.
    pub fn of_too_large(operation: Operation) -> Fields<'static> {
        // A reversal's body has no members, so nothing is left out.
        let complete = schema::body(operation).is_none();
        Fields { operation, fields: Vec::new(), complete, checks: 0, work: 0 }
    }

    /// The answer as JSON: the same bytes in every binding.
    pub fn to_json(&self) -> String {
        ObjectWriter::text_of(|answer| {
            answer.text("operation", self.operation.name());
            answer.array("fields", |fields| {
                for field in &self.fields {
                    fields.object(|object| {
                        object.text("path", &field.path);
                        object.text("type", field.json_type);
                        object.text("state", field.state.name());
                        object.maybe_text("under", field.under.as_deref());
                        object.texts("rules", field.rules.iter().copied());
                        object.texts("needs", field.needs().map(Fact::name));
                    });
                }
            });
            answer.json("complete", if self.complete { "true" } else { "false" });
        })
    }
}

/// A member, and whether it may or must be given.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Field<'e> {
    /// The JSON Pointer to where it is or would be.
    pub path: String,
    /// The expected JSON type, as reports name it.
    #[cfg_attr(feature = "schemars", schemars(rename = "type"))]
    pub json_type: &'static str,
    /// Whether it may or must be given.
    pub state: State,
    /// The outermost absent object or array that it would be in.
    pub under: Option<String>,
    /// The names of the rules that cause the state, in order; for a given member, of those with findings at it.
    pub rules: Vec<&'e str>,
    /// The absent facts on which the state depends.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<&str>"))]
    needs: FactSet,
}

impl Field<'_> {
    /// The absent facts on which the state depends, in the order of [`Fact::ALL`].
    pub fn needs(&self) -> impl Iterator<Item = Fact> + Clone {
        self.needs.iter()
    }
}

impl Engine {
    /// Returns whether each known member may or must be given, in document order, for a form or an editor.
    ///
    /// Checks the request once for each member that is absent. All checks together read at most
    /// 2²⁴ members ([`Fields::work`]), in at most 64 MiB of bodies: some seconds of work at worst. An
    /// answer has at most 65,536 members. The policy's limits don't matter.
    pub fn fields(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Fields<'_> {
        form::fields(self, operation, body, facts)
    }
}
