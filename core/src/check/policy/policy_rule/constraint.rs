//! The constraint that a policy rule puts on a member.

use super::codes::Codes;
use super::values::{ValueType, Values, sorted_set};
use super::{TOTAL, amount, count, not_blank};
use crate::base::append::text_of;
use crate::base::decimal::Decimal;
use crate::base::fingerprint::Hasher;
use crate::base::text::{characters, cut_last};
use crate::check::policy::entry::elements;
use crate::check::policy::member_path::MemberPath;
use crate::check::rule::{Applicability, Context, Fix, Param};
use crate::model::config::{ConfigError, Json};
use crate::model::document::{MemberRef, Object, Value};
use crate::model::operation::Operation;
use crate::model::schema::{DeclaredMembers, Kind};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

words! {
    /// A kind of constraint, by its word in policies.
    pub(crate) Word {
        Required = "required",
        Forbidden = "forbidden",
        OneOf = "one_of",
        NoneOf = "none_of",
        StartsWith = "starts_with",
        Minimum = "minimum",
        Maximum = "maximum",
        MinLength = "min_length",
        MaxLength = "max_length",
        MinItems = "min_items",
        MaxItems = "max_items",
        SameAs = "same_as",
        DiffersFrom = "differs_from",
    }
}

/// The word's operand.
#[derive(Clone, PartialEq)]
pub(super) enum Operand {
    True,
    Limit(Decimal),
    Count(i64),
    Values(Values),
    Prefixes(Vec<String>),
    /// The path of another member, or [`TOTAL`].
    Member(String),
}

#[derive(Clone, PartialEq)]
pub(super) struct Constraint {
    pub(super) word: Word,
    pub(super) operand: Operand,
}

/// Where the other member of a constraint is.
#[derive(Clone, Copy)]
pub(super) enum Other {
    None,
    Total,
    /// A member of the same element.
    Beside(MemberRef),
    At(MemberPath),
}

impl Constraint {
    pub(super) fn read(word: Word, json: &mut Json<'_>) -> Result<Constraint, ConfigError> {
        let operand = match word {
            Word::Required | Word::Forbidden => json.read(|value| match value.boolean()? {
                true => Ok(Operand::True),
                false => Err("is not true: leave it out instead".to_owned()),
            })?,
            Word::OneOf | Word::NoneOf => Operand::Values(Values::read(json, false)?),
            Word::StartsWith => {
                let mut prefixes = Vec::new();
                let mut add = |text: &str| -> Result<(), String> {
                    prefixes.push(not_blank(text)?);
                    Ok(())
                };
                match json.is_at(b'[') {
                    true => elements(json, &mut |value| add(value.text()?))?,
                    false => json.read(|value| add(value.text()?))?,
                }
                let is_too_long = prefixes.len() > 256;
                let prefixes = sorted_set(prefixes).map_err(|problem| json.error(problem))?;
                if is_too_long {
                    return Err(json.error("has more than 256 values"));
                }
                Operand::Prefixes(prefixes)
            }
            Word::Minimum | Word::Maximum if json.is_at(b'{') => {
                let mut path = String::new();
                json.members(&mut |json, name| match name {
                    "member" => {
                        path = json.read(|value| not_blank(value.text()?))?;
                        Ok(())
                    }
                    _ => Err(json.unknown_member(name, ["member"])),
                })?;
                if path.is_empty() {
                    return Err(json.error("has no member"));
                }
                Operand::Member(path)
            }
            Word::Minimum | Word::Maximum => {
                json.read(|value| Ok(Operand::Limit(amount(value)?)))?
            }
            Word::SameAs | Word::DiffersFrom => {
                json.read(|value| Ok(Operand::Member(not_blank(value.text()?)?)))?
            }
            _ => json.read(|value| Ok(Operand::Count(count(value)?)))?,
        };
        Ok(Constraint { word, operand })
    }

    /// Whether a member of this type can have it.
    pub(super) fn fits(&self, kind: Kind) -> bool {
        match self.word {
            Word::Required | Word::Forbidden => true,
            Word::StartsWith | Word::MinLength | Word::MaxLength => {
                ValueType::of(kind) == Some(ValueType::Text)
            }
            Word::Minimum | Word::Maximum => ValueType::of(kind) == Some(ValueType::Number),
            Word::MinItems | Word::MaxItems => matches!(kind, Kind::Array(_) | Kind::OpaqueArray),
            _ => ValueType::of(kind).is_some(),
        }
    }

    /// Resolves the values and the other member. The first argument is the own member: its path, its place unless it
    /// is the total, and its type.
    pub(super) fn compile(
        &mut self,
        (member, own, kind): (&str, Option<MemberPath>, Kind),
        operation: Operation,
        declared: &DeclaredMembers,
    ) -> Result<Other, String> {
        let path = match &mut self.operand {
            Operand::Values(values) => {
                let is_own = own.is_some_and(|own| matches!(own.last, MemberRef::Own(_)));
                values.compile(kind, Codes::of_member(member).filter(|_| is_own))?;
                return Ok(Other::None);
            }
            Operand::Member(path) => path,
            _ => return Ok(Other::None),
        };
        let wrong = |problem| Err([operation.name(), ": ", path, problem].concat());
        if path == TOTAL && matches!(self.word, Word::Minimum | Word::Maximum) {
            let has_one = operation == Operation::Order && own.is_some();
            return if has_one { Ok(Other::Total) } else { wrong(" can't be compared") };
        }
        let (other, other_kind) = MemberPath::new(path, operation, declared)?;
        if own == Some(other) {
            return wrong(" is the rule's own member");
        }
        if ValueType::of(other_kind) != ValueType::of(kind) {
            return wrong(" is of another type");
        }
        match own {
            _ if !path.contains('*') => Ok(Other::At(other)),
            Some(own) if own.is_beside(other) => Ok(Other::Beside(other.last)),
            _ => wrong(" is in an array that the rule's member isn't in"),
        }
    }

    /// Calls `report` with the params of a violation, if the member violates it.
    pub(super) fn check(
        &self,
        c: &Context<'_>,
        other: Other,
        (object, member): (Object<'_>, MemberRef),
        report: &mut dyn FnMut(&[Param]),
    ) {
        let value = object.value(member);
        match &self.operand {
            Operand::True => {
                if value.is_absent() == (self.word == Word::Required) {
                    report(&[]);
                }
            }
            Operand::Values(values) => {
                if values.contains(value) == Some(self.word == Word::NoneOf) {
                    report(&[]);
                }
            }
            Operand::Prefixes(prefixes) => {
                if let Some(text) = value.text()
                    && !prefixes.iter().any(|prefix| text.bytes().starts_with(prefix.as_bytes()))
                {
                    report(&[]);
                }
            }
            Operand::Limit(limit) => {
                if let Some(number) = value.decimal()
                    && self.is_beyond(number.cmp(limit))
                {
                    report(&[Param::Limit(*limit), shown(number, member)]);
                }
            }
            Operand::Count(limit) => {
                let count = match self.word {
                    Word::MinItems | Word::MaxItems => value.count(),
                    // A text has at least as many bytes as characters.
                    _ => value.text().map(|text| match text.bytes().len() as i64 {
                        bytes if bytes <= *limit && self.word == Word::MaxLength => bytes,
                        _ => characters(text.as_str()) as i64,
                    }),
                };
                if let Some(count) = count
                    && self.is_beyond(count.cmp(limit))
                {
                    report(&[*limit, count].map(Param::Integer));
                }
            }
            Operand::Member(_) => self.check_beside(c, other, (object, member), report),
        }
    }

    fn check_beside(
        &self,
        c: &Context<'_>,
        other: Other,
        (object, member): (Object<'_>, MemberRef),
        report: &mut dyn FnMut(&[Param]),
    ) {
        let value = object.value(member);
        if let Other::Total = other {
            if let (Some(number), Some(total)) = (value.decimal(), c.total())
                && let Some(order) = total.partial_cmp(&number)
                && self.is_beyond(order.reverse())
            {
                report(&[Param::Total(total), shown(number, member)]);
            }
            return;
        }
        let Some((other, other_member)) = other.value(c, object) else { return };
        if matches!(self.word, Word::SameAs | Word::DiffersFrom) {
            let types = [ValueType::Text, ValueType::Number, ValueType::Flag].into_iter();
            let equal = types.filter_map(|value_type| value_type.are_equal(value, other)).next();
            if equal == Some(self.word == Word::DiffersFrom) {
                report(&[]);
            }
        } else if let (Some(number), Some(limit)) = (value.decimal(), other.decimal())
            && self.is_beyond(number.cmp(&limit))
        {
            report(&[shown(limit, other_member), shown(number, member)]);
        }
    }

    /// Calls `report` with the params of a violation, if an order's total violates it.
    pub(super) fn check_total(
        &self,
        c: &Context<'_>,
        (other, object): (Other, Object<'_>),
        report: &mut dyn FnMut(&[Param]),
    ) {
        let limit = match &self.operand {
            Operand::Limit(limit) => Some((*limit, Param::Limit(*limit))),
            _ => other.value(c, object).and_then(|(value, member)| {
                let limit = value.decimal()?;
                Some((limit, shown(limit, member)))
            }),
        };
        if let (Some(total), Some((limit, param))) = (c.total(), limit)
            && let Some(order) = total.partial_cmp(&limit)
            && self.is_beyond(order)
        {
            report(&[param, Param::Total(total)]);
        }
    }

    /// Whether a value is beyond the limit, given its `order` relative to it.
    fn is_beyond(&self, order: Ordering) -> bool {
        let is_least = matches!(self.word, Word::Minimum | Word::MinLength | Word::MinItems);
        order == if is_least { Ordering::Less } else { Ordering::Greater }
    }

    /// The params of its findings.
    pub(super) fn params(&self) -> &'static [&'static str] {
        match self.word {
            Word::Minimum | Word::MinLength | Word::MinItems => &["minimum", "actual"],
            Word::Maximum | Word::MaxLength | Word::MaxItems => &["maximum", "actual"],
            _ => &[],
        }
    }

    /// The kind of change that fixes findings about a member, or about the total.
    pub(super) fn fix(&self, is_total: bool) -> Fix {
        match (self.word, &self.operand) {
            (Word::Required, _) => Fix::Add,
            (Word::Forbidden, _) => Fix::Remove(Applicability::Unsafe),
            // A total isn't fixed by changing one member.
            (_, Operand::Limit(_)) if !is_total => Fix::Limit,
            (Word::SameAs, _) => Fix::Same,
            _ => Fix::None,
        }
    }

    /// The beginning of the requirement: `be at most `.
    pub(super) fn verb(&self) -> &'static str {
        match self.word {
            Word::Required => "be given",
            Word::Forbidden => "be left out",
            Word::OneOf => "be ",
            Word::NoneOf => "not be ",
            Word::StartsWith => "begin with ",
            Word::Minimum => "be at least ",
            Word::Maximum => "be at most ",
            Word::MinLength | Word::MinItems => "have at least ",
            Word::MaxLength | Word::MaxItems => "have at most ",
            Word::SameAs => "be the same as ",
            Word::DiffersFrom => "differ from ",
        }
    }

    /// The unit of a length or a number of elements.
    pub(super) fn unit(&self) -> &'static str {
        let is_of_text = matches!(self.word, Word::MinLength | Word::MaxLength);
        if is_of_text { "character" } else { "element" }
    }

    /// The default message after the member's name.
    pub(super) fn message(&self) -> String {
        let (limit, unit) = (self.params().first().copied().unwrap_or_default(), self.unit());
        let object = match &self.operand {
            Operand::True if self.word == Word::Required => {
                return " is missing; the policy requires it".to_owned();
            }
            Operand::True => "; the policy forbids it".to_owned(),
            Operand::Values(_) => "one of the values that the policy lists".to_owned(),
            Operand::Prefixes(_) => "a text that the policy lists".to_owned(),
            Operand::Limit(_) => ["{", limit, "}, not {actual}"].concat(),
            Operand::Count(_) => {
                ["{", limit, "} {", limit, ":", unit, "|", unit, "s}, not {actual}"].concat()
            }
            Operand::Member(path) if limit.is_empty() => label(path),
            Operand::Member(path) => [&label(path), ", {", limit, "}, not {actual}"].concat(),
        };
        [" {deny:must|should} ", self.verb(), &object].concat()
    }

    /// The pointer of the member that the one at the pointer `own` must be the same as, if there is one.
    pub(super) fn same_as(&self, own: &str) -> Option<String> {
        let (Word::SameAs, Operand::Member(path)) = (self.word, &self.operand) else { return None };
        if !path.contains('*') {
            return Some(path.clone());
        }
        Some([cut_last(own, b'/')?.0, "/", cut_last(path, b'/')?.1].concat())
    }

    /// Hashes everything that it decides by.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let hasher = hasher.number(self.word as u64);
        let texts = |hasher: Hasher, texts: &[String]| {
            texts.iter().fold(hasher.number(texts.len() as u64), |hasher, text| hasher.text(text))
        };
        match &self.operand {
            Operand::True => hasher,
            Operand::Limit(limit) => hasher.text(&text_of(|out| limit.write(out))),
            Operand::Count(count) => hasher.number(*count as u64),
            Operand::Values(values) => values.hash(hasher),
            Operand::Prefixes(prefixes) => texts(hasher, prefixes),
            // Tells a member apart from a number.
            Operand::Member(path) => hasher.number(u64::MAX).text(path),
        }
    }
}

impl Other {
    /// The value of the other member, and that member. `object` has the own member.
    fn value<'c>(self, c: &Context<'c>, object: Object<'c>) -> Option<(Value<'c>, MemberRef)> {
        match self {
            Other::Beside(member) => Some((object.value(member), member)),
            Other::At(path) => Some((path.value(c)?, path.last)),
            Other::None | Other::Total => None,
        }
    }
}

/// A number of a member as params show it: the values of declared members are never shown.
fn shown(number: Decimal, member: MemberRef) -> Param {
    match member {
        MemberRef::Own(_) => Param::Decimal(number),
        MemberRef::Declared(_) => Param::Hidden,
    }
}

/// A member as messages name it: with the object around it.
pub(super) fn label(path: &str) -> String {
    if path == TOTAL {
        return "the total".to_owned();
    }
    let path = path.replace("/*", "");
    let last = cut_last(&path, b'/');
    let around = last.and_then(|(outer, _)| cut_last(outer, b'/')).map_or("", |(_, around)| around);
    let dot = if around.is_empty() { "" } else { "." };
    ["`", around, dot, last.map_or("", |(_, name)| name), "`"].concat()
}
