//! Proposes changes that may help, from a finding and its rule's kind of fix. `trial` checks whether they do.

use super::edit::{Editor, content, quoted};
use super::{Applicability, Change};
use crate::ask::inquiry::{Baseline, Inquiry, MemberPath, object_of};
use crate::base::append::text_of;
use crate::base::card::has_card_number;
use crate::base::decimal::{Decimal, Literal, Total, is_plain, put_integer};
use crate::base::json::scan::skip_white_space;
use crate::base::json::{is_white_space, without_white_space_at_end};
use crate::base::sort::sorted;
use crate::base::text::{cut_last, is_blank};
use crate::check::classify::activated_by;
use crate::check::findings::{Entry, Param};
use crate::check::rule::Fix;
use crate::check::rule_set::RuleSet;
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use crate::model::path::{Path, Step};
use crate::model::schema::{self, Kind, Shape, example_of};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

pub(super) struct Proposal {
    pub(super) applicability: Applicability,
    pub(super) patch: Vec<Change>,
    /// The destination of a move.
    pub(super) target: Option<MemberPath>,
}

/// A finding in a body, whose findings are `now`.
pub(super) struct Site<'a, 'e, 'f> {
    inquiry: &'a Inquiry<'e, 'f>,
    text: &'a [u8],
    now: &'a Baseline,
    entry: &'a Entry,
    fix: Fix,
    param: Option<Param>,
    pub(super) path: String,
}

impl<'a, 'e, 'f> Site<'a, 'e, 'f> {
    pub(super) fn new(
        inquiry: &'a Inquiry<'e, 'f>,
        text: &'a [u8],
        now: &'a Baseline,
        entry: &'a Entry,
    ) -> Site<'a, 'e, 'f> {
        let declared = inquiry.declared().get(entry.declared);
        let name = match declared.filter(|_| entry.path.is_declared()) {
            Some(declared) => &declared.name,
            None => match entry.name(&now.details) {
                "" => "*",
                name => name,
            },
        };
        let path = inquiry.pointer_with(entry.path, name);
        let param = entry.params(&now.details).first().copied();
        let fix = inquiry.fix(entry.rule);
        // You receive the body of a webhook and don't write it; and a patch can't name a key that isn't shown.
        let has_none = inquiry.operation() == Operation::CardWebhook || path.ends_with('*');
        let fix = if has_none || now.truncated.deny { Fix::None } else { fix };
        Site { inquiry, text, now, entry, fix, param, path }
    }

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

    #[inline(never)]
    fn string(&self) -> Option<String> {
        content(self.span())
    }

    fn member(&self) -> Option<(&'static Shape, &'static schema::Member)> {
        let (shape, index) = self.member_index()?;
        Some((shape, shape.member(index)?))
    }

    fn member_index(&self) -> Option<(&'static Shape, u8)> {
        self.entry.path.member_in(schema::body(self.inquiry.operation()))
    }

    /// Whether a patch may show the value of the member at a pointer, because it is neither secret nor personal.
    fn is_harmless(&self, pointer: &str) -> Option<bool> {
        let mut shape = schema::body(self.inquiry.operation());
        let mut is_harmless = false;
        let is_index = |key: &&str| key.bytes().all(|byte| byte.is_ascii_digit());
        for key in pointer.split('/').filter(|key| !is_index(key)) {
            let of = shape?;
            let member = of.member(of.position(key.as_bytes())?)?;
            (shape, is_harmless) = (member.kind.inner(), member.harmless || *of == schema::PRODUCT);
        }
        Some(is_harmless)
    }

    fn example(&self) -> Option<String> {
        if self.entry.path.is_declared() {
            let declared = self.inquiry.declared().get(self.entry.declared)?;
            return Some(example_of(declared.kind).into());
        }
        let (shape, index) = self.member_index()?;
        shape.member(index)?;
        Some(text_of(|out| shape.put_example(index, out)))
    }

    /// Adds the member at the finding's path, or replaces its value.
    fn add(&self, value: String) -> Option<Change> {
        let (_, name) = cut_last(&self.path, b'/')?;
        // Saving a payment method is the sender's decision: only a rule of the catalogue may propose it, where the
        // order already asks for half of it.
        let is_of_policy = self.entry.rule >= RuleSet::MAX;
        if name == "force_save_method" || is_of_policy && name == "setup_future_use" {
            return None;
        }
        if is_white_space(self.text) {
            // A capture without a body.
            let value = ["{\"", name, "\":", &value, "}"].concat();
            return Some(Change::Add { path: String::new(), value });
        }
        // The span of a missing member's finding is the object around it.
        let is_there = !matches!(self.span(), [b'{', ..] | b"null");
        Some(match is_there {
            true => self.replace(value),
            false => Change::Add { path: self.path.clone(), value },
        })
    }

    /// The finding's span of the body.
    fn span(&self) -> &[u8] {
        self.text.get(self.entry.start as usize..self.entry.end as usize).unwrap_or_default()
    }

    /// Whether the finding is about a refund's whole body, and an HTTP client wrote `null` or `[]` because it had no
    /// data.
    fn is_empty_refund(&self) -> bool {
        let is_of_body = self.entry.path == Path::BODY;
        is_of_body && self.inquiry.operation() == Operation::Refund && says_nothing(self.text)
    }

    #[inline(never)]
    fn replace(&self, value: String) -> Change {
        Change::Replace { path: self.path.clone(), value }
    }

    #[inline(never)]
    fn remove(&self, path: &str) -> Change {
        Change::Remove { path: path.into() }
    }

    /// Whether no other key means `target`, too: only a person can say which of two values counts.
    fn is_sole(&self, editor: &mut Editor<'_>, target: MemberPath, path: &str) -> bool {
        let is_own = usize::from(self.path.eq_ignore_ascii_case(path));
        let [own, elsewhere] = self.inquiry.keys_that_mean(self.now, target);
        own + elsewhere == 1 && in_other_case(editor, path) == is_own
    }

    /// Whether the value that a change would add may already be in the body, at another key.
    fn may_stand_elsewhere(&self, editor: &mut Editor<'_>) -> bool {
        let rule = self.inquiry.rule_name(self.entry.rule);
        if rule.starts_with("zero_amount.") && self.may_have_products(editor) {
            return true;
        }
        let (member, value) = (MemberPath::of_entry(self.entry), editor.value(&self.path));
        match self.fix {
            Fix::Set(..) if value.is_some_and(|value| !is_absent(Kind::String, value)) => false,
            Fix::Add | Fix::AddOrRemoveBody | Fix::Set(..) => {
                self.is_meant(editor, member, &self.path)
            }
            Fix::AddAll(names) => names.iter().any(|name| {
                let shape = self.member().and_then(|(_, member)| member.kind.inner());
                let index = shape.and_then(|shape| shape.position(name.as_bytes()));
                let member = index.map(|index| MemberPath::of(self.entry.path.member(index)));
                let path = [&self.path, "/", name].concat();
                member.is_some_and(|member| self.is_meant(editor, member, &path))
            }),
            _ => false,
        }
    }

    /// Whether another key of its object means a member, misspelt or in another case.
    fn is_meant(&self, editor: &mut Editor<'_>, member: MemberPath, path: &str) -> bool {
        let [own, _] = self.inquiry.keys_that_mean(self.now, member);
        own > 0 || in_other_case(editor, path) > 0
    }

    /// Counts the objects that know a member of this name and lack it: the misplaced member's own object, those around
    /// it, and those inside it that aren't in an array.
    fn places(&self, editor: &mut Editor<'_>) -> usize {
        let name = cut_last(&self.path, b'/').map_or("", |(_, name)| name).as_bytes();
        let own = object_of(self.entry.path);
        let body = schema::body(self.inquiry.operation());
        let mut objects = Vec::from_iter(body.map(|shape| (Path::BODY, String::new(), shape)));
        let mut count = 0;
        while let Some((path, pointer, shape)) = objects.pop() {
            let may_be_meant = |member: &schema::Member| {
                !matches!(member.kind, Kind::Recognised) && !member.is_signature()
            };
            let index = shape.position(name);
            let mut lacks = index.and_then(|index| shape.member(index)).is_some_and(may_be_meant);
            for (key, value) in editor.members(&pointer) {
                let Some(index) = shape.position(&key) else { continue };
                let (Some(member), path) = (shape.member(index), path.member(index)) else {
                    continue; // not covered: the position is one of the shape's
                };
                lacks &= *key != *name || is_absent(member.kind, value);
                if let (Kind::Object(inner), [b'{', ..]) = (member.kind, value)
                    && (own.is_within(path) || path.is_within(own))
                {
                    objects.push((path, [&pointer, "/", member.name()].concat(), inner));
                }
            }
            count += usize::from(lacks);
        }
        count
    }

    /// Whether an unknown member of the body may be the products.
    fn may_have_products(&self, editor: &mut Editor<'_>) -> bool {
        let Some(shape) = schema::body(self.inquiry.operation()) else { return false };
        let declared = self.inquiry.declared();
        let is_unknown = |name: &[u8]| {
            shape.position(name).is_none() && declared.position(shape, name).is_none()
        };
        let products =
            shape.position(b"products").map(|member| MemberPath::of(Path::BODY.member(member)));
        let is_meant = products.is_some_and(|products| {
            self.inquiry.keys_that_mean(self.now, products) != [0, 0]
                || in_other_case(editor, "/products") > 0
        });
        let mut members = editor.members("");
        is_meant
            || members.any(|(name, value)| matches!(value, [b'{' | b'[', ..]) && is_unknown(&name))
    }

    /// Whether a payment method is saved and the products cost nothing.
    fn saves_for_nothing(&self) -> bool {
        let (_, capabilities) = self.now.features;
        let is_free = self.now.total.is_some_and(|total| total < Total::CENT);
        capabilities.contains(Feature::PaymentMethodSaving) && is_free
    }

    /// The members whose bits are set in `present`, as candidates to keep, the ones with the most members first. Those
    /// that have none, or aren't objects, are candidates only if all are like that.
    fn fullest_first(
        &self,
        editor: &mut Editor<'_>,
        shape: &'static Shape,
        present: u32,
    ) -> impl Iterator<Item = &'static str> + use<> {
        let sizes = (0u8..).zip(shape.members).filter(|(index, _)| present >> index & 1 == 1);
        let by_size = sorted(sizes.map(|(index, member)| {
            let pointer = [&self.path, "/", member.name()].concat();
            (
                Reverse(member.kind.inner().map_or(0, |kind| self.size(editor, &pointer, kind))),
                index,
            )
        }));
        let is_alone = by_size.len() < 2;
        let has_none = by_size.iter().all(|(Reverse(size), _)| *size == 0);
        by_size
            .into_iter()
            .filter(move |(Reverse(size), _)| !is_alone && (*size > 0 || has_none))
            .filter_map(|(_, index)| Some(shape.member(index)?.name()))
    }

    /// Number of known members that aren't absent in the object at a pointer.
    fn size(&self, editor: &mut Editor<'_>, pointer: &str, shape: &'static Shape) -> u32 {
        let (mut own, mut declared) = (0u32, 0);
        for (name, value) in editor.members(pointer) {
            if let Some(index) = shape.position(&name)
                && shape.member(index).is_some_and(|member| !is_absent(member.kind, value))
            {
                own |= 1 << index;
            }
            let all = self.inquiry.declared();
            let member = all.position(shape, &name).and_then(|position| all.get(position));
            declared += u32::from(member.is_some_and(|member| !is_absent(member.kind, value)));
        }
        own.count_ones() + declared
    }

    /// Removes the members that activate a feature.
    fn activating(&self, editor: &mut Editor<'_>, feature: Feature) -> Vec<Change> {
        let mut changes = Vec::new();
        let operation = self.inquiry.operation();
        for name in activated_by(feature, operation).into_iter().flatten() {
            let path = ["/", name].concat();
            let shape = schema::body(operation);
            let member = shape.and_then(|shape| shape.member(shape.position(name.as_bytes())?));
            if let (Some(member), Some(value)) = (member, editor.value(&path))
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
    fn of(applicability: Applicability, patch: Vec<Change>) -> Proposal {
        Proposal { applicability, patch, target: None }
    }
}

fn activates(name: &str, kind: Kind, value: &[u8]) -> bool {
    match kind {
        Kind::Bool => value == b"true",
        Kind::String | Kind::Text => value.starts_with(b"\"") && !is_absent(kind, value),
        Kind::Recognised => {
            let is_flag = matches!(name, "force_save_method" | "is_moto");
            !(is_absent(Kind::String, value) || is_flag && value == b"false")
        }
        _ => value.starts_with(b"{"),
    }
}

/// Number of keys in the same object that differ from a pointer's last segment only in case.
fn in_other_case(editor: &mut Editor<'_>, path: &str) -> usize {
    let Some((object, name)) = cut_last(path, b'/') else { return 0 };
    let name = name.as_bytes();
    let is_other = |key: &[u8]| key != name && key.eq_ignore_ascii_case(name);
    editor.members(object).filter(|(key, _)| is_other(key)).count()
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

/// Whether a member with this value counts as absent.
fn is_absent(kind: Kind, value: &[u8]) -> bool {
    value == b"null" || kind.takes_text() && content(value).is_some_and(|text| is_blank(&text))
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
