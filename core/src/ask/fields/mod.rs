//! Fields, for forms and editors: of every known member of a request, may it be given, and must it
//! be? [`Engine::fields`] answers.
//!
//! The engine answers by asking itself: it gives an absent member its example
//! ([`members`](crate::members) lists them), checks the request again, and compares. So no rule
//! declares anything for it, and policy rules and custom rules take part.

mod form;
mod json;

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

/// The members that a request may have, and those that it must.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Fields<'e> {
    /// The operation.
    pub operation: Operation,
    /// A field for each member of every object that is valid, and for those that an absent object or
    /// array would have, in document order.
    pub fields: Vec<Field<'e>>,
    /// Whether all members were looked at, and all that is found with them. If not, these are the
    /// first members, because the body is too long or has too many findings at level deny; or it
    /// has so many warnings that what only they say can be missing (that a member is advised or
    /// discouraged, and rules of one that is given).
    pub complete: bool,
    /// Number of bodies that were checked for the answer.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub checks: u32,
    /// Members that those checks read, those that policy rules look at included, and eight for each
    /// finding or unchecked rule that was compared. The bound is on this.
    #[cfg_attr(feature = "schemars", schemars(skip))]
    pub work: u64,
}

impl Fields<'_> {
    /// The answer for a body that is longer than [`Policy::MAX_BODY_BYTES`](crate::Policy::MAX_BODY_BYTES), if you only
    /// counted its bytes.
    pub fn of_too_large(operation: Operation) -> Fields<'static> {
        // A reversal's body has no members, so nothing is left out.
        let complete = schema::body(operation).is_none();
        Fields { operation, fields: Vec::new(), complete, checks: 0, work: 0 }
    }
}

/// A member, and whether it may or must be given.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Field<'e> {
    /// The place where it is or would be, as a JSON Pointer.
    pub path: String,
    /// The expected JSON type, as reports name it.
    #[cfg_attr(feature = "schemars", schemars(rename = "type"))]
    pub json_type: &'static str,
    /// Whether it may or must be given.
    pub state: State,
    /// The outermost absent object or array that it would be in.
    pub under: Option<String>,
    /// The rules that make it so, by name and in order; those with findings at it if it is given.
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
    /// Says of every known member whether it may be given and whether it must be, in document order:
    /// for a form or an editor.
    ///
    /// Checks the request once for each member that is absent. All checks together read at most
    /// 2²⁴ members ([`Fields::work`]), in at most 64 MiB of bodies: some seconds of work at worst. An
    /// answer has at most 65,536 members. The policy's limits don't matter.
    pub fn fields(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Fields<'_> {
        form::fields(self, operation, body, facts)
    }
}
