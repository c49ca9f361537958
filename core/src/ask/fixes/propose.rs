//! From a finding and the kind of its fix to the changes that may help. Whether they do, a check shows.

use super::edit::{content, quoted, value as value_at};
use super::{Applicability, Change};
use crate::ask::inquiry::Inquiry;
use crate::base::append::{joined, text_of};
use crate::base::decimal::{Decimal, Literal, is_plain, put_integer};
use crate::base::json::scan::skip_white_space;
use crate::base::json::{is_white_space, without_white_space_at_end};
use crate::base::text::{cut_last, is_blank};
use crate::check::classify::activated_by;
use crate::check::findings::{Details, Entry, Param};
use crate::check::rule::Fix;
use crate::check::rule_set::RuleSet;
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use crate::model::path::{Path, Step};
use crate::model::schema::{self, DeclaredMembers, Kind, Shape, example_of};
use alloc::string::String;
use alloc::vec::Vec;

/// What may help.
pub(super) struct Proposal {
    pub(super) applicability: Applicability,
    pub(super) patch: Vec<Change>,
    /// Where what is moved goes, as a path and the position of a declared member.
    pub(super) target: Option<(Path, u16)>,
}

/// A finding in a body.
pub(super) struct Site<'a> {
    operation: Operation,
    declared: &'a DeclaredMembers,
    text: &'a [u8],
    entry: &'a Entry,
    /// Its first param.
    param: Option<Param>,
    pub(super) path: String,
}

impl<'a> Site<'a> {
    /// A finding in the body `text`.
    pub(super) fn new(
        inquiry: &Inquiry<'a, '_>,
        text: &'a [u8],
        entry: &'a Entry,
        details: &Details,
    ) -> Site<'a> {
        let (operation, declared) = (inquiry.operation(), inquiry.declared());
        let name = match declared.get(entry.declared).filter(|_| entry.path.is_declared()) {
            Some(declared) => &declared.name,
            None => match entry.name(details) {
                "" => "*",
                name => name,
            },
        };
        let path = inquiry.pointer_with(entry.path, name);
        let param = entry.params(details).first().copied();
        Site { operation, declared, text, entry, param, path }
    }

    /// The changes that may help, the best first.
    pub(super) fn proposals(&self, fix: Fix) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        // The body of a webhook was received, not written; and what isn't shown can't be named.
        if self.operation != Operation::CardWebhook && !self.path.ends_with('*') {
            self.propose(fix, &mut proposals);
        }
        proposals
    }

    /// `None` means that there is nothing more to propose.
    fn propose(&self, fix: Fix, out: &mut Vec<Proposal>) -> Option<()> {
        use Applicability::{Placeholder, Safe, Unsafe};
        let mut target = None;
        let (applicability, change) = match fix {
            Fix::None => return None,
            Fix::Add => (Placeholder, self.add(self.example()?)?),
            Fix::Set(applicability, value) => (applicability, self.add(value.into())?),
            Fix::AddAll(names) => {
                let (_, member) = self.member()?;
                let shape = member.kind.inner()?;
                let mut patch = Vec::new();
                for name in names {
                    let index = shape.position(name.as_bytes())?;
                    let value = text_of(|out| shape.put_example(index, out));
                    patch.push(Change::Add { path: joined(&[&self.path, "/", name]), value });
                }
                out.push(Proposal { applicability: Placeholder, patch, target: None });
                return None;
            }
            Fix::Remove(applicability) => {
                // Members are removed; elements aren't, since others would take their places.
                let Some(Step::Member(_)) = self.entry.path.steps().last() else { return None };
                (applicability, self.remove(&self.path))
            }
            Fix::RemoveOneOf(names) => {
                for name in names {
                    out.push(Proposal::of(Unsafe, self.remove(&joined(&["/", name]))));
                }
                return None;
            }
            Fix::RemoveBody => {
                let is_safe = says_nothing(self.text);
                (if is_safe { Safe } else { Unsafe }, self.remove(""))
            }
            Fix::AddOrRemoveBody => {
                out.push(Proposal::of(Placeholder, self.add(self.example()?)?));
                (Unsafe, self.remove(""))
            }
            Fix::Rename => {
                let (around, _) = cut_last(&self.path, b'/')?;
                let (name, place) = self.nearest()?;
                target = Some(place);
                let path = joined(&[around, "/", name]);
                (Unsafe, Change::Move { from: self.path.clone(), path })
            }
            Fix::UnquoteNumber => {
                let text = self.string()?;
                if self.entry.path.is_declared() || !is_plain(text.as_bytes()) {
                    return None;
                }
                let number = Literal::parse(text.as_bytes()).value().ok()?;
                (Safe, self.replace(number_text(number)?))
            }
            Fix::UnquoteFlag => {
                let text = self.string()?;
                // The values of declared members are never shown.
                let (_, member) = self.member().filter(|_| !self.entry.path.is_declared())?;
                if !matches!(member.kind, Kind::Bool) || !matches!(&*text, "true" | "false") {
                    return None;
                }
                (Unsafe, self.replace(text))
            }
            Fix::Round => match self.param? {
                Param::Decimal(number) => (Safe, self.replace(number_text(number)?)),
                _ => return None,
            },
            Fix::Country if self.string()?.eq_ignore_ascii_case("UK") => {
                (Unsafe, self.replace(quoted("GB")))
            }
            Fix::Capitals | Fix::Country | Fix::Language => {
                let text = self.string()?;
                let respelt = match fix {
                    Fix::Language => language(&text)?,
                    _ => text.to_ascii_uppercase(),
                };
                if respelt == text {
                    return None;
                }
                (Safe, self.replace(quoted(&respelt)))
            }
            Fix::Digits => {
                let mut text = self.string()?;
                text.retain(|it| !matches!(it, '-' | '/' | '.' | ' '));
                let Param::Integer(count) = self.param? else { return None };
                let is_digits = text.bytes().all(|it| it.is_ascii_digit());
                if !is_digits || text.len() as i64 != count {
                    return None;
                }
                (Safe, self.replace(quoted(&text)))
            }
            Fix::Count => {
                let Param::Integer(count) = self.param? else { return None };
                (Unsafe, self.replace(text_of(|out| put_integer(out, count))))
            }
            Fix::Limit => {
                let Param::Limit(limit) = self.param? else { return None };
                if limit <= Decimal::ZERO {
                    return None;
                }
                (Placeholder, self.replace(text_of(|out| limit.write(out))))
            }
            Fix::KeepOne => {
                let Param::Members(shape, present) = self.param? else { return None };
                for kept in shape.names(present).filter(|_| present.count_ones() > 1) {
                    let others = shape.names(present).filter(|name| *name != kept);
                    let remove = |name| self.remove(&joined(&[&self.path, "/", name]));
                    let patch = others.map(remove).collect();
                    out.push(Proposal { applicability: Unsafe, patch, target: None });
                }
                return None;
            }
            Fix::RemoveFeature => {
                let Param::Pair(first, second) = self.param? else { return None };
                for feature in [second, first] {
                    let patch = self.activating(feature);
                    if !patch.is_empty() {
                        out.push(Proposal { applicability: Unsafe, patch, target: None });
                    }
                }
                return None;
            }
        };
        out.push(Proposal { target, ..Proposal::of(applicability, change) });
        None
    }

    /// The string at the path, decoded.
    #[inline(never)]
    fn string(&self) -> Option<String> {
        content(self.text.get(self.entry.start as usize..self.entry.end as usize)?)
    }

    /// The member of the tables that the path ends with, and the type that lists it.
    fn member(&self) -> Option<(&'static Shape, &'static schema::Member)> {
        let (shape, index) = self.member_index()?;
        Some((shape, shape.member(index)?))
    }

    fn member_index(&self) -> Option<(&'static Shape, u8)> {
        let mut shape = schema::body(self.operation);
        let mut found = None;
        for step in self.entry.path.steps() {
            found = match step {
                Step::Element(_) => None,
                Step::Member(index) => {
                    let of = shape?;
                    shape = of.member(index).and_then(|member| member.kind.inner());
                    Some((of, index))
                }
            };
        }
        found
    }

    /// The example of the member that the path ends with.
    fn example(&self) -> Option<String> {
        if self.entry.path.is_declared() {
            return Some(example_of(self.declared.get(self.entry.declared)?.kind).into());
        }
        let (shape, index) = self.member_index()?;
        shape.member(index)?;
        Some(text_of(|out| shape.put_example(index, out)))
    }

    /// Adds the member that the path ends with, or gives it another value.
    fn add(&self, value: String) -> Option<Change> {
        let (_, name) = cut_last(&self.path, b'/')?;
        // To save a payment method is a decision of its own. The catalogue asks for it where it is half made.
        let is_of_policy = self.entry.rule >= RuleSet::MAX;
        if name == "force_save_method" || is_of_policy && name == "setup_future_use" {
            return None;
        }
        if is_white_space(self.text) {
            // A capture without a body.
            let value = joined(&["{\"", name, "\":", &value, "}"]);
            return Some(Change::Add { path: String::new(), value });
        }
        let is_there = value_at(self.text, &self.path).is_some_and(|value| value != b"null");
        Some(match is_there {
            true => self.replace(value),
            false => Change::Add { path: self.path.clone(), value },
        })
    }

    #[inline(never)]
    fn replace(&self, value: String) -> Change {
        Change::Replace { path: self.path.clone(), value }
    }

    #[inline(never)]
    fn remove(&self, path: &str) -> Change {
        Change::Remove { path: path.into() }
    }

    /// The name of the member that is likely meant, and its place.
    fn nearest(&self) -> Option<(&'a str, (Path, u16))> {
        let mut around = Path::BODY;
        let mut shape = schema::body(self.operation);
        for step in self.entry.path.steps() {
            match step {
                Step::Element(index) => around = around.element(index),
                Step::Member(Path::UNKNOWN) => break,
                Step::Member(index) => {
                    around = around.member(index);
                    shape = shape?.member(index)?.kind.inner();
                }
            }
        }
        match self.param? {
            Param::Word(name) => {
                let index = shape?.position(name.as_bytes())?;
                Some((name, (around.member(index), 0)))
            }
            Param::Declared(position) => {
                let name = &self.declared.get(position)?.name;
                Some((name, (around.member(Path::DECLARED), position)))
            }
            _ => None, // not covered: the name that was meant is one or the other
        }
    }

    /// Removes the members that activate a feature.
    fn activating(&self, feature: Feature) -> Vec<Change> {
        let mut changes = Vec::new();
        for name in activated_by(feature, self.operation).into_iter().flatten() {
            let path = joined(&["/", name]);
            let shape = schema::body(self.operation);
            let member = shape.and_then(|it| it.member(it.position(name.as_bytes())?));
            if let (Some(member), Some(value)) = (member, value_at(self.text, &path))
                && activates(name, member.kind, value)
            {
                changes.push(Change::Remove { path });
            }
        }
        changes
    }
}

impl Proposal {
    #[inline(never)]
    fn of(applicability: Applicability, change: Change) -> Proposal {
        Proposal { applicability, patch: [change].into(), target: None }
    }
}

/// Whether a member with this value activates a feature.
fn activates(name: &str, kind: Kind, value: &[u8]) -> bool {
    match kind {
        Kind::Bool => value == b"true",
        Kind::String => content(value).is_some_and(|text| !is_blank(&text)),
        Kind::Recognised => {
            let is_flag = matches!(name, "force_save_method" | "is_moto");
            let is_absent = value == b"null" || content(value).is_some_and(|text| is_blank(&text));
            !(is_absent || is_flag && value == b"false")
        }
        _ => value.starts_with(b"{"),
    }
}

/// A number as reports show it, unless it could be a card's.
fn number_text(number: Decimal) -> Option<String> {
    (!number.is_as_long_as_a_card_number()).then(|| text_of(|out| number.write(out)))
}

/// A language as it is written: the same letters, and `-` for `_`.
fn language(text: &str) -> Option<String> {
    let (language, country) = match text.as_bytes() {
        [_, _] => (text, ""),
        [_, _, b'-' | b'_', _, _] => (text.get(..2)?, text.get(3..)?),
        _ => return None,
    };
    let separator = if country.is_empty() { "" } else { "-" };
    Some(joined(&[&language.to_ascii_lowercase(), separator, &country.to_ascii_uppercase()]))
}

/// Whether a body is `{}`, `[]` or `null`.
fn says_nothing(body: &[u8]) -> bool {
    let start = skip_white_space(body, 0);
    let text = without_white_space_at_end(body.get(start..).unwrap_or_default());
    match text {
        b"null" => true,
        [b'{', inside @ .., b'}'] | [b'[', inside @ .., b']'] => is_white_space(inside),
        _ => false,
    }
}
