//! The members of a policy.

use crate::append::owned;
use crate::config;
use alloc::string::String;
use core::fmt;

/// A member of a policy.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyMember<'a> {
    /// The level of a rule by its name, of a family (`code.*`), of a basis (`basis.stated`), or of all rules (`*`).
    Level(&'a str),
    /// How many findings a report keeps at most.
    MaxFindings,
    /// How many bytes a body may have.
    MaxBodyBytes,
    /// Whether an unchecked rule at level deny rejects: `accept` or `reject`.
    Unchecked,
    /// What the policy is called.
    Label,
    /// The members that the policy declares, as an array. Add each with [`crate::Policy::declare`].
    Members,
    /// The policy rules, as an array. Add each with [`crate::Policy::add_rule`].
    Rules,
}

/// The names of the members of a policy.
pub(super) const MEMBERS: [&str; 7] =
    ["levels", "max_findings", "max_body_bytes", "unchecked", "label", "members", "rules"];

impl<'a> PolicyMember<'a> {
    /// The member of that name, if it is a whole one: `levels` isn't.
    pub(super) fn from_name(name: &str) -> Option<PolicyMember<'a>> {
        Some(match name {
            "max_findings" => PolicyMember::MaxFindings,
            "max_body_bytes" => PolicyMember::MaxBodyBytes,
            "unchecked" => PolicyMember::Unchecked,
            "label" => PolicyMember::Label,
            "members" => PolicyMember::Members,
            "rules" => PolicyMember::Rules,
            _ => return None,
        })
    }

    /// Its name, dotted.
    #[cold]
    pub(super) fn name(self) -> String {
        owned(match self {
            PolicyMember::Level(selector) => {
                let mut name = String::from("levels.");
                config::put_member(&mut name, selector);
                return name;
            }
            PolicyMember::MaxFindings => "max_findings",
            PolicyMember::MaxBodyBytes => "max_body_bytes",
            PolicyMember::Unchecked => "unchecked",
            PolicyMember::Label => "label",
            PolicyMember::Members => "members",
            PolicyMember::Rules => "rules",
        })
    }
}

/// Shows its name, as errors do.
impl fmt::Debug for PolicyMember<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
