//! Proposes changes that may help, from a finding and its rule's kind of fix. `trial` checks whether they do.

use super::edit::{Editor, quoted};
use super::site::{Site, in_other_case, is_absent, says_nothing};
use super::{Applicability, Change};
use crate::ask::inquiry::MemberPath;
use crate::base::append::text_of;
use crate::base::card::has_card_number;
use crate::base::decimal::{Decimal, Literal, is_plain, put_integer};
use crate::base::json::is_white_space;
use crate::check::findings::Param;
use crate::check::rule::Fix;
use crate::model::operation::Operation;
use crate::model::path::{Path, Step};
use crate::model::schema::{self, Kind};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) struct Proposal {
    pub(super) applicability: Applicability,
    pub(super) patch: Vec<Change>,
    /// The destination of a move.
    pub(super) target: Option<MemberPath>,
}

impl Site<'_, '_, '_> {
    /// The changes that may help, the best first.
    pub(super) fn proposals(&self, editor: &mut Editor<'_>) -> Vec<Proposal> {
        if self.may_stand_elsewhere(editor) {
            return Vec::new();
        }
        let mut proposals = Vec::from_iter(self.placeholder());
        self.propose(editor, &mut proposals);
        proposals
    }

    /// The change with an example or a limit as placeholder for a value that only the sender knows. It doesn't read the
    /// body.
    pub(super) fn placeholder(&self) -> Option<Proposal> {
        let change = match self.fix {
            Fix::Add | Fix::AddOrRemoveBody => self.add(self.example()?)?,
            Fix::AddAll(names) => {
                let (_, member) = self.member()?;
                let shape = member.kind.inner()?;
                let mut patch = Vec::new();
                for name in names {
                    let index = shape.position(name.as_bytes())?;
                    let value = text_of(|out| shape.put_example(index, out));
                    patch.push(Change::Add { path: [&self.path, "/", name].concat(), value });
                }
                return Some(Proposal::of(Applicability::Placeholder, patch));
            }
            Fix::RightType if self.is_empty_refund() => {
                let shape = schema::body(self.inquiry.operation())?;
                let amount = text_of(|out| shape.put_example(0, out));
                let name = shape.member(0)?.name();
                let value = ["{\"", name, "\":", &amount, "}"].concat();
                Change::Add { path: String::new(), value }
            }
            Fix::Limit => match self.param? {
                Param::Limit(limit) if limit > Decimal::ZERO => {
                    self.replace(text_of(|out| limit.write(out)))
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Proposal::of(Applicability::Placeholder, [change].into()))
    }

    /// Proposes the changes without placeholders. `None` means that there is nothing more to propose.
    fn propose(&self, editor: &mut Editor<'_>, out: &mut Vec<Proposal>) -> Option<()> {
        use Applicability::{Safe, Unsafe};
        let (applicability, change) = match self.fix {
            Fix::None | Fix::Add | Fix::AddAll(_) | Fix::Limit => return None,
            Fix::Set(applicability, value) => (applicability, self.add(value.into())?),
            Fix::Remove(Safe) if in_other_case(editor, &self.path) > 0 => return None,
            Fix::Remove(applicability) => {
                // Members are removed, but elements aren't, since the others would move up.
                let Some(Step::Member(_)) = self.entry.path.steps().last() else { return None };
                (applicability, self.remove(&self.path))
            }
            Fix::RemoveAuthOrProducts => {
                let mut members = ["/payment_system", "/products"];
                if self.saves_for_nothing() {
                    members.reverse();
                }
                let choices =
                    members.map(|member| Proposal::of(Unsafe, [self.remove(member)].into()));
                out.extend(choices);
                return None;
            }
            Fix::RemoveBody => {
                let is_safe = says_nothing(self.text);
                (if is_safe { Safe } else { Unsafe }, self.remove(""))
            }
            Fix::AddOrRemoveBody => {
                if !editor.members("").all(|(_, value)| is_absent(Kind::String, value)) {
                    return None;
                }
                (Unsafe, self.remove(""))
            }
            Fix::Rename | Fix::Merge | Fix::Move => {
                let target = self.inquiry.target(&self.now.details, self.entry)?;
                let path = self.inquiry.pointer(target);
                let is_fit = match self.fix {
                    Fix::Merge => {
                        editor.value(&path).is_some_and(|value| is_absent(Kind::String, value))
                    }
                    Fix::Move => self.places(editor) == 1,
                    _ => true,
                };
                if !is_fit || !self.is_sole(editor, target, &path) {
                    return None;
                }
                let patch = [Change::Move { from: self.path.clone(), path }].into();
                out.push(Proposal { target: Some(target), ..Proposal::of(Unsafe, patch) });
                return None;
            }
            Fix::UnquoteNumber => {
                let text = self.string()?;
                if self.entry.path.is_declared() || !is_plain(text.as_bytes()) {
                    return None;
                }
                let number = Literal::parse(text.as_bytes()).value().ok()?;
                (Safe, self.replace(number_text(number)?))
            }
            Fix::RightType if self.entry.path == Path::BODY => {
                if !self.is_empty_refund() {
                    return None;
                }
                (Unsafe, self.remove(""))
            }
            Fix::RightType => {
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
                let respelt = match self.fix {
                    Fix::Language => language(&text)?,
                    _ => text.to_ascii_uppercase(),
                };
                if respelt == text {
                    return None;
                }
                (Safe, self.replace(quoted(&respelt)))
            }
            Fix::Digits => {
                let Param::Integer(count) = self.param? else { return None };
                let (applicability, digits) = date_digits(&self.string()?, count)?;
                (applicability, self.replace(quoted(&digits)))
            }
            Fix::Count => {
                let Param::Integer(count) = self.param? else { return None };
                (Unsafe, self.replace(text_of(|out| put_integer(out, count))))
            }
            Fix::Same => {
                let entry = self.inquiry.entry_of(self.entry.rule)?;
                let other = entry.same_as(&self.path)?;
                let is_shown = |pointer: &str| self.is_harmless(pointer) == Some(true);
                let is_shown = is_shown(&other) && is_shown(&self.path);
                let value =
                    editor.value(&other).filter(|value| is_shown && !has_card_number(value))?;
                (Unsafe, self.replace(str::from_utf8(value).ok()?.into()))
            }
            Fix::KeepOne => {
                let Param::Members(shape, present) = self.param? else { return None };
                for kept in self.fullest_first(editor, shape, present) {
                    let others = shape.names(present).filter(|name| *name != kept);
                    let remove = |name| self.remove(&[&self.path, "/", name].concat());
                    out.push(Proposal::of(Unsafe, others.map(remove).collect()));
                }
                return None;
            }
            Fix::RemoveFeature => {
                let Param::Pair(first, second) = self.param? else { return None };
                for feature in [second, first] {
                    let patch = self.activating(editor, feature);
                    if !patch.is_empty() {
                        out.push(Proposal::of(Unsafe, patch));
                    }
                }
                return None;
            }
        };
        out.push(Proposal::of(applicability, [change].into()));
        None
    }
}

impl Proposal {
    #[inline(never)]
    fn of(applicability: Applicability, patch: Vec<Change>) -> Proposal {
        Proposal { applicability, patch, target: None }
    }
}

/// Whether the body of a capture or a refund has only null or blank members, so that it captures or refunds everything.
pub(super) fn asks_for_all(operation: Operation, body: &[u8]) -> bool {
    let (false, Some(shape)) = (is_white_space(body), schema::body(operation)) else {
        return false;
    };
    let mut seen = 0u32;
    let says_something = |(name, value): (Cow<'_, [u8]>, &[u8])| {
        // The first value of a known key counts.
        let bit = shape.position(&name).map_or(0, |index| 1 << index);
        let is_again = seen & bit > 0;
        seen |= bit;
        !is_again && !is_absent(Kind::String, value)
    };
    matches!(operation, Operation::Capture | Operation::Refund)
        && !Editor::new(body).members("").any(says_something)
}

/// A number as reports show it; `None` if it could be a card number.
fn number_text(number: Decimal) -> Option<String> {
    (!number.is_as_long_as_a_card_number()).then(|| text_of(|out| number.write(out)))
}

/// A language tag in its usual case, with `-` for `_`.
fn language(text: &str) -> Option<String> {
    let (language, country) = match text.as_bytes() {
        [_, _] => (text, ""),
        [_, _, b'-' | b'_', _, _] => (text.get(..2)?, text.get(3..)?),
        _ => return None,
    };
    let separator = if country.is_empty() { "" } else { "-" };
    Some([&language.to_ascii_lowercase(), separator, &country.to_ascii_uppercase()].concat())
}

/// The digits of a date without separators. `None` if their number isn't `count`, there are other characters, or
/// leading zeros are missing: `1-2-2026` isn't `122026`.
fn date_digits(text: &str, count: i64) -> Option<(Applicability, String)> {
    let parts = Vec::from_iter(text.trim_matches(' ').split(['-', '/', '.', ' ']));
    let digits = parts.concat();
    let is_padded = parts.iter().all(|part| part.len() % 2 == 0);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_padded || !is_number || digits.len() as i64 != count {
        return None;
    }
    // If the year isn't first, the source doesn't say in which order the parts are read.
    let begins_with_year = matches!(parts[..], [year, month, day]
        if [year.len(), month.len(), day.len()] == [4, 2, 2]);
    let is_safe = parts.len() == 1 || begins_with_year;
    Some((if is_safe { Applicability::Safe } else { Applicability::Unsafe }, digits))
}
