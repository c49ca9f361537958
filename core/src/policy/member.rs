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
    /// The policy rules, as an array. Add each with [`crate::Policy::add_rule`].
    Rules,
}

/// The members of a policy: those that are whole last.
pub(super) const MEMBERS: [&str; 6] =
    ["levels", "max_findings", "max_body_bytes", "unchecked", "label", "rules"];

impl PolicyMember<'_> {
    /// Its name, dotted.
    #[cold]
    pub(super) fn name(self) -> String {
        let position = match self {
            PolicyMember::Level(selector) => {
                let mut name = String::from("levels.");
                config::put_member(&mut name, selector);
                return name;
            }
            PolicyMember::MaxFindings => 1,
            PolicyMember::MaxBodyBytes => 2,
            PolicyMember::Unchecked => 3,
            PolicyMember::Label => 4,
            PolicyMember::Rules => 5,
        };
        owned(MEMBERS.get(position).copied().unwrap_or_default())
    }
}

/// Shows its name, as errors do.
impl fmt::Debug for PolicyMember<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
