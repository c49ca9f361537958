//! Declared members: additional members that a tenant sends, as data in its policy.

use super::entry::{Problem, operations};
use super::member_path::MemberPath;
use crate::base::distance::letters;
use crate::base::text::cut_last;
use crate::model::config::{ConfigError, Json, unknown_name};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::{
    DECLARED_TYPES, Declared, DeclaredMembers, DeclaredName, Kind, OnTotal, PRODUCT,
    can_be_declared,
};
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

/// A declared member: an entry of a policy's `members`.
#[derive(Default)]
pub(super) struct DeclaredMember<'a> {
    /// The path; empty until it is set.
    member: Cow<'a, str>,
    pub(super) on: Operations,
    kind: Option<Kind>,
    on_total: Option<OnTotal>,
}

/// The parts of an entry that are the same for every operation: its object's path, and the member in it.
pub(super) struct Parts<'m> {
    outer: &'m str,
    name: DeclaredName,
    letters: u32,
    kind: Kind,
}

fn declared_type(name: &str) -> Result<Kind, String> {
    let known = DECLARED_TYPES.iter().find(|(known, _)| *known == name);
    let (_, kind) =
        known.ok_or_else(|| unknown_name("type", name, DECLARED_TYPES.map(|(name, _)| name)))?;
    Ok(*kind)
}

fn on_total(name: &str) -> Result<OnTotal, String> {
    let names = || OnTotal::ALL.iter().map(|effect| effect.name()).collect::<Vec<_>>().join(", ");
    OnTotal::from_name(name).ok_or_else(|| ["not one of ", &names()].concat())
}

impl<'a> DeclaredMember<'a> {
    pub(super) fn read(&mut self, json: &mut Json<'a>, name: &str) -> Result<(), ConfigError> {
        match name {
            "member" => self.member = json.text()?,
            "on" => self.on = operations(json)?,
            "type" => self.kind = Some(json.read(|value| declared_type(value.text()?))?),
            "total" => self.on_total = Some(json.read(|value| on_total(value.text()?))?),
            _ => return Err(json.unknown_member(name, ["member", "on", "type", "total"])),
        }
        Ok(())
    }

    /// Checks the parts that are the same for every operation.
    pub(super) fn parts(&self) -> Result<Parts<'_>, Problem> {
        if self.on.is_empty() {
            return Err(("on", "is missing".to_owned()));
        }
        let wrong = |problem: &str| ("member", problem.to_owned());
        let Some(kind) = self.kind else { return Err(("type", "is missing".to_owned())) };
        let Some((outer, name)) = cut_last(&self.member, b'/') else {
            return Err(wrong(if self.member.is_empty() { "is missing" } else { "not a path" }));
        };
        if !can_be_declared(name) {
            return Err(wrong(
                "not a key of 1 to 64 of A–Z a–z 0–9 _ - . : (perhaps with a $ or @ before them) with at most six \
                 digits, that isn't a token",
            ));
        }
        let letters = letters(name.as_bytes());
        let name = invariant!(DeclaredName::from(name).ok()).unwrap_or_default();
        Ok(Parts { outer, name, letters, kind })
    }

    /// Declares it for an operation, whose earlier declarations are `known`; `layer` is the policy's. Returns whether
    /// it is new, rather than in the place of one of an earlier layer.
    pub(super) fn declare(
        &self,
        Parts { outer, name, letters, kind }: &Parts<'_>,
        operation: Operation,
        known: &mut DeclaredMembers,
        layer: usize,
    ) -> Result<bool, Problem> {
        let wrong = |problem: String| ("member", problem);
        let (around, shape) = MemberPath::to_object(outer, operation).map_err(wrong)?;
        if shape.position(name.as_bytes()).is_some() {
            return Err(wrong([operation.name(), ": ", name, " is known already"].concat()));
        }
        let own = shape.members.iter().filter(|own| own.letters == *letters);
        let own = own.map(|own| own.name()).find(|own| own.eq_ignore_ascii_case(name));
        let before = known.in_any_case(shape, name);
        let declared = before.as_ref().map(|before| &*before.name);
        if let Some(near) = own.or(declared).filter(|near| **near != **name) {
            let problem = [operation.name(), ": ", name, " differs from ", near, " only in case"];
            return Err(wrong(problem.concat()));
        }
        if let Some(on_total) = self.on_total {
            let is_number = matches!(kind, Kind::Number | Kind::Integer);
            let is_of_products = shape == &PRODUCT && on_total == OnTotal::Hides;
            let problem = if self.on != Operations::ORDER || around != 0 && !is_of_products {
                "is only for members of an order itself, or, if it hides the total, of its products"
            } else if on_total != OnTotal::Hides && !is_number {
                "is only for numbers, unless it hides the total"
            } else {
                ""
            };
            if !problem.is_empty() {
                return Err(("total", problem.to_owned()));
            }
        }
        let declared = Declared {
            shape,
            name: *name,
            letters: *letters,
            kind: *kind,
            on_total: self.on_total,
            layer,
        };
        match before {
            Some(before) if before.layer == layer => {
                return Err(wrong("is declared twice".to_owned()));
            }
            Some(before) => *before = declared,
            None => {
                known.push(declared);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
