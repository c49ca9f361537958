//! Declared members: further members that a tenant sends, as data in its policy.

use super::PolicyError;
use super::entry::{elements, error, put_operation};
use super::member_path::MemberPath;
use crate::base::distance::letters;
use crate::base::text::cut_last;
use crate::model::config::{ConfigError, Json, unknown_name};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::{
    DECLARED_TYPES, Declared, DeclaredMembers, Kind, OnTotal, PRODUCT, can_be_declared,
};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// A declared member: an entry of a policy's `members`.
#[derive(Default)]
pub(super) struct DeclaredMember {
    /// The place in the policy's list, for errors.
    index: usize,
    /// Where it begins in the policy's text, for errors.
    at: usize,
    /// The path; empty until it is set.
    member: String,
    pub(super) on: Operations,
    kind: Option<Kind>,
    on_total: Option<OnTotal>,
}

const MEMBERS: [&str; 4] = ["member", "on", "type", "total"];

impl DeclaredMember {
    /// An entry of which nothing is set, at a place in the policy's list and text, which errors name.
    pub(super) fn new(index: usize, at: usize) -> DeclaredMember {
        DeclaredMember { index, at, ..DeclaredMember::default() }
    }

    pub(super) fn read(&mut self, json: &mut Json<'_>, name: &str) -> Result<(), ConfigError> {
        match name {
            "on" => elements(json, &mut |value| put_operation(&mut self.on, value)),
            name if MEMBERS.contains(&name) => json.read(|value| self.put(name, value.text()?)),
            _ => Err(json.unknown_member(name, MEMBERS)),
        }
    }

    fn put(&mut self, member: &str, text: &str) -> Result<(), String> {
        match member {
            "type" => {
                let names = DECLARED_TYPES.map(|(name, _)| name);
                let known = DECLARED_TYPES.iter().find(|(known, _)| *known == text);
                let (_, kind) = known.ok_or_else(|| unknown_name("type", text, names))?;
                self.kind = Some(*kind);
            }
            "total" => {
                let known = OnTotal::from_name(text);
                self.on_total = Some(
                    known
                        .ok_or_else(|| "not one of adds, subtracts, replaces, hides".to_owned())?,
                );
            }
            _ => self.member = text.to_owned(),
        }
        Ok(())
    }

    pub(super) fn error(&self, member: &str, problem: String) -> PolicyError {
        error(("members", self.index, ""), self.at, member, problem)
    }

    /// Adds its declarations to those of an operation. The layer is that of the policy.
    pub(super) fn of(
        &self,
        operation: Operation,
        declared: &DeclaredMembers,
        layer: usize,
    ) -> Result<Declared, PolicyError> {
        let wrong = |problem: String| self.error("member", problem);
        let Some(kind) = self.kind else { return Err(self.error("type", "is missing".to_owned())) };
        let Some((outer, name)) = cut_last(&self.member, b'/') else {
            let problem = if self.member.is_empty() { "is missing" } else { "not a path" };
            return Err(wrong(problem.to_owned()));
        };
        if !can_be_declared(name) {
            return Err(wrong("not a key of 1 to 64 of A–Z a–z 0–9 _ - . : (perhaps with a $ or @ before them) with at most six \
                 digits, that isn't a token".to_owned()));
        }
        let (around, shape) = MemberPath::to_object(outer, operation).map_err(wrong)?;
        if shape.position(name.as_bytes()).is_some() {
            return Err(wrong([operation.name(), ": ", name, " is known already"].concat()));
        }
        let letters = letters(name.as_bytes());
        let known = declared.and_own(shape).filter(|known| known.letters == letters);
        for known in known.map(|known| known.name) {
            if known != name && known.eq_ignore_ascii_case(name) {
                let problem =
                    [operation.name(), ": ", name, " differs from ", known, " only in case"];
                return Err(wrong(problem.concat()));
            }
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
                return Err(self.error("total", problem.to_owned()));
            }
        }
        let (name, on_total) = (name.into(), self.on_total);
        Ok(Declared { shape, name, letters, kind, on_total, layer })
    }
}
