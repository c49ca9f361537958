//! Declared members: additional members that a tenant sends, as data in its policy.

use super::entry::{Problem, operations};
use super::member_path::Around;
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

/// A declared member: an entry of a policy's `members`.
#[derive(Default)]
pub(super) struct DeclaredMember<'a> {
    /// The path; empty until it is set.
    member: Cow<'a, str>,
    pub(super) on: Operations,
    kind: Option<Kind>,
    on_total: Option<OnTotal>,
}

fn declared_type(name: &str) -> Result<Kind, String> {
    let known = DECLARED_TYPES.iter().find(|(known, _)| *known == name);
    let (_, kind) =
        known.ok_or_else(|| unknown_name("type", name, DECLARED_TYPES.map(|(name, _)| name)))?;
    Ok(*kind)
}

impl<'a> DeclaredMember<'a> {
    pub(super) fn read(&mut self, json: &mut Json<'a>, name: &str) -> Result<(), ConfigError> {
        match name {
            "member" => self.member = json.text()?,
            "on" => self.on = operations(json)?,
            "type" => self.kind = Some(json.read(|value| declared_type(value.text()?))?),
            "total" => self.on_total = Some(json.read(|value| Ok(OnTotal::named(value.text()?)?))?),
            _ => return Err(json.unknown_member(name, ["member", "on", "type", "total"])),
        }
        Ok(())
    }

    /// Declares it for its operations, whose earlier declarations are `members`; `layer` is the policy's. Returns
    /// whether it is new, rather than in the place of one of an earlier layer.
    pub(super) fn declare(
        &self,
        members: &mut [DeclaredMembers; Operation::ALL.len()],
        layer: usize,
    ) -> Result<bool, Problem> {
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
        let mut is_new = false;
        for operation in self.on.iter() {
            let Some(known) = members.get_mut(operation as usize) else { continue };
            let around = Around::new(outer, operation).map_err(|problem| ("member", problem))?;
            let shape = around.shape;
            let wrong = |what: [&str; 3]| {
                ("member", [operation.name(), ": ", &name].into_iter().chain(what).collect())
            };
            if shape.position(name.as_bytes()).is_some() {
                return Err(wrong([" is known already", "", ""]));
            }
            let own = shape.members.iter().filter(|own| own.letters == letters);
            let own = own.map(|own| own.name()).find(|own| own.eq_ignore_ascii_case(&name));
            let before = known.in_any_case(shape, &name);
            let declared = before.as_ref().map(|before| &*before.name);
            if let Some(near) = own.or(declared).filter(|near| **near != *name) {
                return Err(wrong([" differs from ", near, " only in case"]));
            }
            self.check_on_total(around, kind)?;
            let on_total = self.on_total;
            let declared = Declared { shape, name, letters, kind, on_total, layer };
            match before {
                Some(before) if before.layer == layer => {
                    return Err(("member", "is declared twice".to_owned()));
                }
                Some(before) => *before = declared,
                None => {
                    known.push(declared);
                    is_new = true;
                }
            }
        }
        Ok(is_new)
    }

    /// Fails unless a member of this object can have the effect on the total.
    fn check_on_total(&self, around: Around, kind: Kind) -> Result<(), Problem> {
        let Some(on_total) = self.on_total else { return Ok(()) };
        let is_number = matches!(kind, Kind::Number | Kind::Integer);
        let is_of_products = around.shape == &PRODUCT && on_total == OnTotal::Hides;
        let problem = if self.on != Operations::ORDER || !around.is_body() && !is_of_products {
            "is only for members of an order itself, or, if it hides the total, of its products"
        } else if on_total != OnTotal::Hides && !is_number {
            "is only for numbers, unless it hides the total"
        } else {
            return Ok(());
        };
        Err(("total", problem.to_owned()))
    }
}
