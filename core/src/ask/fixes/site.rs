//! A finding in a body, and what stands around it.

use super::Change;
use super::edit::{Editor, content};
use crate::ask::inquiry::{Baseline, Inquiry, MemberPath, object_of};
use crate::base::append::text_of;
use crate::base::decimal::Total;
use crate::base::json::scan::skip_white_space;
use crate::base::json::{is_white_space, without_white_space_at_end};
use crate::base::sort::sorted;
use crate::base::text::{cut_last, is_blank};
use crate::check::classify::activated_by;
use crate::check::findings::{Entry, Param};
use crate::check::rule::Fix;
use crate::check::rule_set::ADDED;
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use crate::model::path::Path;
use crate::model::schema::{self, Kind, Shape, example_of};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A finding in a body, whose findings are `now`.
pub(super) struct Site<'a, 'e, 'f> {
    pub(super) inquiry: &'a Inquiry<'e, 'f>,
    pub(super) text: &'a [u8],
    pub(super) now: &'a Baseline,
    pub(super) entry: &'a Entry,
    pub(super) fix: Fix,
    pub(super) param: Option<Param>,
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

    #[inline(never)]
    pub(super) fn string(&self) -> Option<String> {
        content(self.span())
    }

    pub(super) fn member(&self) -> Option<(&'static Shape, &'static schema::Member)> {
        let (shape, index) = self.member_index()?;
        Some((shape, shape.member(index)?))
    }

    pub(super) fn member_index(&self) -> Option<(&'static Shape, u8)> {
        self.entry.path.member_in(schema::body(self.inquiry.operation()))
    }

    /// Whether a patch may show the value of the member at a pointer, because it is neither secret nor personal.
    pub(super) fn is_harmless(&self, pointer: &str) -> Option<bool> {
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

    pub(super) fn example(&self) -> Option<String> {
        if self.entry.path.is_declared() {
            let declared = self.inquiry.declared().get(self.entry.declared)?;
            return Some(example_of(declared.kind).into());
        }
        let (shape, index) = self.member_index()?;
        shape.member(index)?;
        Some(text_of(|out| shape.put_example(index, out)))
    }

    /// Adds the member at the finding's path, or replaces its value.
    pub(super) fn add(&self, value: String) -> Option<Change> {
        let (_, name) = cut_last(&self.path, b'/')?;
        // Saving a payment method is the sender's decision: only a rule of the catalogue may propose it, where the
        // order already asks for half of it.
        let is_of_policy = self.entry.rule >= ADDED;
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
    pub(super) fn span(&self) -> &[u8] {
        self.text.get(self.entry.start as usize..self.entry.end as usize).unwrap_or_default()
    }

    /// Whether the finding is about a refund's whole body, and an HTTP client wrote `null` or `[]` because it had no
    /// data.
    pub(super) fn is_empty_refund(&self) -> bool {
        let is_of_body = self.entry.path == Path::BODY;
        is_of_body && self.inquiry.operation() == Operation::Refund && says_nothing(self.text)
    }

    #[inline(never)]
    pub(super) fn replace(&self, value: String) -> Change {
        Change::Replace { path: self.path.clone(), value }
    }

    #[inline(never)]
    pub(super) fn remove(&self, path: &str) -> Change {
        Change::Remove { path: path.into() }
    }

    /// Whether no other key means `target`, too: only a person can say which of two values counts.
    pub(super) fn is_sole(&self, editor: &mut Editor<'_>, target: MemberPath, path: &str) -> bool {
        let is_own = usize::from(self.path.eq_ignore_ascii_case(path));
        let [own, elsewhere] = self.inquiry.keys_that_mean(self.now, target);
        own + elsewhere == 1 && in_other_case(editor, path) == is_own
    }

    /// Whether the value that a change would add may already be in the body, at another key.
    pub(super) fn may_stand_elsewhere(&self, editor: &mut Editor<'_>) -> bool {
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
    pub(super) fn is_meant(&self, editor: &mut Editor<'_>, member: MemberPath, path: &str) -> bool {
        let [own, _] = self.inquiry.keys_that_mean(self.now, member);
        own > 0 || in_other_case(editor, path) > 0
    }

    /// Counts the objects that know a member of this name and lack it: the misplaced member's own object, those around
    /// it, and those inside it that aren't in an array.
    pub(super) fn places(&self, editor: &mut Editor<'_>) -> usize {
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
    pub(super) fn may_have_products(&self, editor: &mut Editor<'_>) -> bool {
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
    pub(super) fn saves_for_nothing(&self) -> bool {
        let (_, capabilities) = self.now.features;
        let is_free = self.now.total.is_some_and(|total| total < Total::CENT);
        capabilities.contains(Feature::PaymentMethodSaving) && is_free
    }

    /// The members whose bits are set in `present`, as candidates to keep, the ones with the most members first. Those
    /// that have none, or aren't objects, are candidates only if all are like that.
    pub(super) fn fullest_first(
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
    pub(super) fn size(
        &self,
        editor: &mut Editor<'_>,
        pointer: &str,
        shape: &'static Shape,
    ) -> u32 {
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
    pub(super) fn activating(&self, editor: &mut Editor<'_>, feature: Feature) -> Vec<Change> {
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

pub(super) fn activates(name: &str, kind: Kind, value: &[u8]) -> bool {
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
pub(super) fn in_other_case(editor: &mut Editor<'_>, path: &str) -> usize {
    let Some((object, name)) = cut_last(path, b'/') else { return 0 };
    let name = name.as_bytes();
    let is_other = |key: &[u8]| key != name && key.eq_ignore_ascii_case(name);
    editor.members(object).filter(|(key, _)| is_other(key)).count()
}

/// Whether a member with this value counts as absent.
pub(super) fn is_absent(kind: Kind, value: &[u8]) -> bool {
    value == b"null" || kind.takes_text() && content(value).is_some_and(|text| is_blank(&text))
}

/// Whether a body is `{}`, `[]` or `null`.
pub(super) fn says_nothing(body: &[u8]) -> bool {
    let start = skip_white_space(body, 0);
    let text = without_white_space_at_end(body.get(start..).unwrap_or_default());
    match text {
        b"null" => true,
        [b'{', inside @ .., b'}'] | [b'[', inside @ .., b']'] => is_white_space(inside),
        _ => false,
    }
}
