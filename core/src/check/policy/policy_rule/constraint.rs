//! The constraint that a policy rule puts on a member.

use super::codes::Codes;
use super::values::{Scalar, ValueType, Values};
use super::{TOTAL, amount, count, not_blank};
use crate::base::append::text_of;
use crate::base::decimal::{Decimal, Total};
use crate::base::fingerprint::Hasher;
use crate::base::text::{characters, cut_last};
use crate::check::policy::member_path::MemberPath;
use crate::check::rule::{Applicability, Context, Fix, Param};
use crate::model::config::{ConfigError, Json};
use crate::model::document::{MemberRef, Object, Value};
use crate::model::facts::{FactSet, Known, Missing};
use crate::model::operation::Operation;
use crate::model::schema::{DeclaredMembers, Kind};
use alloc::borrow::ToOwned;
use alloc::string::String;
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

/// The members that can have a constraint.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Takes {
    Anything,
    Scalars,
    Texts,
    Numbers,
    Arrays,
}

impl Word {
    /// The members that can have it; for a limit, how a value compares with the limit that it violates; and the
    /// beginning of the requirement.
    const fn row(self) -> (Takes, Option<Ordering>, &'static str) {
        const LESS: Option<Ordering> = Some(Ordering::Less);
        const MORE: Option<Ordering> = Some(Ordering::Greater);
        match self {
            Word::Required => (Takes::Anything, None, "be given"),
            Word::Forbidden => (Takes::Anything, None, "be left out"),
            Word::OneOf => (Takes::Scalars, None, "be "),
            Word::NoneOf => (Takes::Scalars, None, "not be "),
            Word::StartsWith => (Takes::Texts, None, "begin with "),
            Word::Minimum => (Takes::Numbers, LESS, "be at least "),
            Word::Maximum => (Takes::Numbers, MORE, "be at most "),
            Word::MinLength => (Takes::Texts, LESS, "have at least "),
            Word::MaxLength => (Takes::Texts, MORE, "have at most "),
            Word::MinItems => (Takes::Arrays, LESS, "have at least "),
            Word::MaxItems => (Takes::Arrays, MORE, "have at most "),
            Word::SameAs => (Takes::Scalars, None, "be the same as "),
            Word::DiffersFrom => (Takes::Scalars, None, "differ from "),
        }
    }

    pub(super) const fn takes(self) -> Takes {
        self.row().0
    }

    /// How a value compares with the limit that it violates. `None` for words that aren't limits.
    pub(super) const fn beyond(self) -> Option<Ordering> {
        self.row().1
    }

    /// The beginning of the requirement: `be at most `.
    pub(super) const fn verb(self) -> &'static str {
        self.row().2
    }

    /// The unit of a length or a number of elements.
    pub(super) fn unit(self) -> &'static str {
        if self.takes() == Takes::Texts { "character" } else { "element" }
    }
}

/// The word's operand.
#[derive(Clone, PartialEq)]
pub(super) enum Operand {
    True,
    Limit(Decimal),
    Count(i64),
    Values(Values),
    /// The path of another member, or [`TOTAL`].
    Member(String),
}

#[derive(Clone, PartialEq)]
pub(super) struct Constraint {
    pub(super) word: Word,
    pub(super) operand: Operand,
}

impl Default for Constraint {
    fn default() -> Constraint {
        Constraint { word: Word::Required, operand: Operand::True }
    }
}

/// The place of a member of a constraint in the bodies of an operation.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Total,
    /// A member of the same object.
    Beside(MemberRef),
    At(MemberPath),
}

impl Constraint {
    pub(super) fn read(word: Word, json: &mut Json<'_>) -> Result<Constraint, ConfigError> {
        let operand = match (word, word.takes()) {
            (Word::OneOf | Word::NoneOf | Word::StartsWith, _) => {
                let is_prefix = word == Word::StartsWith;
                let read = &mut |json: &mut Json<'_>| {
                    json.read(|value| match is_prefix {
                        true => Ok(Scalar::Text(not_blank(value.text()?)?)),
                        false => Scalar::of(value),
                    })
                };
                Operand::Values(Values::read(json, is_prefix, read)?)
            }
            (_, Takes::Anything) => json.read(|value| match value.boolean()? {
                true => Ok(Operand::True),
                false => Err("is not true: leave it out instead".to_owned()),
            })?,
            (_, Takes::Numbers) if json.is_at(b'{') => {
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
            (_, Takes::Numbers) => json.read(|value| Ok(Operand::Limit(amount(value)?)))?,
            (_, Takes::Scalars) => {
                json.read(|value| Ok(Operand::Member(not_blank(value.text()?)?)))?
            }
            (_, Takes::Texts | Takes::Arrays) => {
                json.read(|value| Ok(Operand::Count(count(value)?)))?
            }
        };
        Ok(Constraint { word, operand })
    }

    /// Whether a member of this type can have it.
    pub(super) fn fits(&self, kind: Kind) -> bool {
        let value_type = ValueType::of(kind);
        match self.word.takes() {
            Takes::Anything => true,
            Takes::Scalars => value_type.is_some(),
            Takes::Texts => value_type == Some(ValueType::Text),
            Takes::Numbers => value_type == Some(ValueType::Number),
            Takes::Arrays => matches!(kind, Kind::Array(_) | Kind::OpaqueArray),
        }
    }

    /// Resolves the values and the other member, if there is one. The first argument is the own member: its path, its
    /// place and its type.
    pub(super) fn compile(
        &mut self,
        (member, own, kind): (&str, Place, Kind),
        operation: Operation,
        declared: &DeclaredMembers,
    ) -> Result<Option<Place>, String> {
        let path = match &mut self.operand {
            Operand::Values(values) => {
                let has_codes =
                    self.word != Word::StartsWith && matches!(own, Place::At(own) if own.is_own());
                values.compile(kind, Codes::of_member(member).filter(|_| has_codes))?;
                return Ok(None);
            }
            Operand::Member(path) => path,
            _ => return Ok(None),
        };
        let wrong = |problem| Err([operation.name(), ": ", path, problem].concat());
        if path == TOTAL && self.word.takes() == Takes::Numbers {
            let has_one = operation == Operation::Order && own != Place::Total;
            return if has_one { Ok(Some(Place::Total)) } else { wrong(" can't be compared") };
        }
        let (other, other_kind) = MemberPath::new(path, operation, declared)?;
        if own == Place::At(other) {
            return wrong(" is the rule's own member");
        }
        if ValueType::of(other_kind) != ValueType::of(kind) {
            return wrong(" is of another type");
        }
        match own {
            _ if !path.contains('*') => Ok(Some(Place::At(other))),
            Place::At(own) if own.is_beside(other) => Ok(Some(Place::Beside(other.last))),
            _ => wrong(" is in an array that the rule's member isn't in"),
        }
    }

    /// The params of a violation, and perhaps more, if the member of an object violates it. `own` is the total or a
    /// member of the object, `other` the other member, if there is one.
    ///
    /// # Errors
    /// The total isn't known.
    pub(super) fn violation(
        &self,
        c: &Context<'_>,
        (own, other): (Place, Option<Place>),
        object: Object<'_>,
    ) -> Known<Option<[Param; 2]>> {
        if let Some(beyond) = self.word.beyond() {
            let Some((number, actual)) = self.measure(c, own, object)? else { return Ok(None) };
            let limit = match (&self.operand, other) {
                (Operand::Limit(limit), _) => {
                    Some((Total::from_decimal(*limit), Param::Limit(*limit)))
                }
                (Operand::Count(limit), _) => Some(((*limit).into(), Param::Integer(*limit))),
                (_, Some(other)) => other.number(c, object)?,
                _ => None,
            };
            let limit = limit.filter(|(limit, _)| number.cmp(limit) == beyond);
            return Ok(limit.map(|(_, limit)| [limit, actual]));
        }
        let Some((value, _)) = own.value(c, object) else { return Ok(None) };
        let is_violated = match &self.operand {
            Operand::Values(values) if self.word == Word::StartsWith => {
                let begins_with =
                    |text: &[u8]| values.texts().any(|prefix| text.starts_with(prefix.as_bytes()));
                value.text().is_some_and(|text| !begins_with(text.bytes()))
            }
            Operand::Values(values) => values.contains(value) == Some(self.word == Word::NoneOf),
            Operand::Member(_) => {
                let other = other.and_then(|other| Some(other.value(c, object)?.0));
                let types = [ValueType::Text, ValueType::Number, ValueType::Flag];
                let mut both = types
                    .iter()
                    .filter_map(|as_type| Some(as_type.read(value)? == as_type.read(other?)?));
                both.next() == Some(self.word == Word::DiffersFrom)
            }
            _ => value.is_absent() == (self.word == Word::Required),
        };
        Ok(is_violated.then_some([Param::Hidden; 2]))
    }

    /// The number that a limit is compared with, and as params show it.
    fn measure(
        &self,
        c: &Context<'_>,
        own: Place,
        object: Object<'_>,
    ) -> Known<Option<(i128, Param)>> {
        if self.word.takes() == Takes::Numbers {
            return own.number(c, object);
        }
        let count = own.value(c, object).and_then(|(value, _)| match self.word.takes() {
            Takes::Arrays => value.count(),
            _ => value.text().map(|text| characters(text.as_str()) as i64),
        });
        Ok(count.map(|count| (count.into(), Param::Integer(count))))
    }

    /// The params of its findings.
    pub(super) fn params(&self) -> &'static [&'static str] {
        match self.word.beyond() {
            Some(Ordering::Less) => &["minimum", "actual"],
            Some(_) => &["maximum", "actual"],
            None => &[],
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

    /// The default message after the member's name.
    pub(super) fn message(&self) -> String {
        let (limit, unit) = (self.params().first().copied().unwrap_or_default(), self.word.unit());
        let object = match &self.operand {
            Operand::True if self.word == Word::Required => {
                return " is missing; the policy requires it".to_owned();
            }
            Operand::True => "; the policy forbids it".to_owned(),
            Operand::Values(_) if self.word == Word::StartsWith => {
                "a text that the policy lists".to_owned()
            }
            Operand::Values(_) => "one of the values that the policy lists".to_owned(),
            Operand::Limit(_) => ["{", limit, "}, not {actual}"].concat(),
            Operand::Count(_) => {
                ["{", limit, "} {", limit, ":", unit, "|", unit, "s}, not {actual}"].concat()
            }
            Operand::Member(path) if limit.is_empty() => label(path),
            Operand::Member(path) => [&label(path), ", {", limit, "}, not {actual}"].concat(),
        };
        [" {deny:must|should} ", self.word.verb(), &object].concat()
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
        match &self.operand {
            Operand::True => hasher,
            Operand::Limit(limit) => hasher.text(&text_of(|out| limit.write(out))),
            Operand::Count(count) => hasher.number(*count as u64),
            Operand::Values(values) => values.hash(hasher),
            // Tells a member apart from a number.
            Operand::Member(path) => hasher.number(u64::MAX).text(path),
        }
    }
}

impl Place {
    /// The value of the member, and the member. None for the total. `object` has the members beside.
    fn value<'c>(self, c: &Context<'c>, object: Object<'c>) -> Option<(Value<'c>, MemberRef)> {
        match self {
            Place::Beside(member) => Some((object.value(member), member)),
            Place::At(path) => Some((path.value(c)?, path.last)),
            Place::Total => None,
        }
    }

    /// The number, in units of a total, and as params show it: the values of declared members are never shown.
    fn number<'c>(self, c: &Context<'c>, object: Object<'c>) -> Known<Option<(i128, Param)>> {
        if self == Place::Total {
            let total = c.total().map(|total| (total.units(), Param::Total(total)));
            return match c.products.is_total_hidden {
                true => Err(Missing(FactSet::EMPTY)),
                false => Ok(total),
            };
        }
        Ok(self.value(c, object).and_then(|(value, member)| {
            let number = value.decimal()?;
            let shown = match member {
                MemberRef::Own(_) => Param::Decimal(number),
                MemberRef::Declared(_) => Param::Hidden,
            };
            Some((Total::from_decimal(number), shown))
        }))
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
