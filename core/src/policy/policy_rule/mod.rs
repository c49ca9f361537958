//! Policy rules: a tenant's rules, as data in its policy, so that every binding has them.

mod check;
mod member;

use crate::append::{joined, owned, put};
use crate::config::{self, ConfigError, Json, Value, unknown_name};
use crate::decimal::{Decimal, put_integer};
use crate::facts::{Fact, Part};
use crate::fingerprint::Hasher;
use crate::json::JsonType;
use crate::level::Level;
use crate::operation::{Operation, Operations};
use crate::policy::PolicyError;
use crate::rule::Rule;
use crate::text::{characters, is_blank};
use alloc::borrow::ToOwned;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

/// A policy rule: an entry of a policy's `rules`. Set its members one by one, then pass it to
/// [`Policy::add_rule`](crate::Policy::add_rule), which checks that they make a rule.
///
/// ```
/// use paylint::facts::Part;
/// use paylint::{Policy, PolicyRule, Value};
///
/// let mut rule = PolicyRule::new(0);
/// rule.set("name", Part::Whole, Value::Text("custom.short_titles"))?;
/// rule.set("on", Part::Whole, Value::Array { is_empty: false })?;
/// rule.set("on", Part::Element, Value::Text("order"))?;
/// rule.set("member", Part::Whole, Value::Text("/products/*/title"))?;
/// rule.set("max_length", Part::Whole, Value::Number("30"))?;
/// let mut policy = Policy::default();
/// policy.add_rule(rule)?;
/// # Ok::<(), paylint::PolicyError>(())
/// ```
#[derive(Clone)]
pub struct PolicyRule {
    /// Its place in the policy's list, for errors.
    index: usize,
    /// The name, the member's path and the message. Each is empty until it is set.
    name: String,
    member: String,
    message: String,
    pub(super) on: Operations,
    level: Level,
    /// The currency of `when`, if that is set; empty if it names none.
    when: Option<String>,
    constraint: Option<Constraint>,
    has_several: bool,
    /// What the constraint compares with: an amount, a length, or texts, which `compile` sorts.
    limit: Decimal,
    length: i64,
    texts: Vec<String>,
    /// The message is to be shown as it stands; else it names params.
    is_literal: bool,
    /// For each operation the way to the member: a byte for each member of the path, its position from 1, the first
    /// lowest. 0 for the total.
    steps: [u32; Operation::ALL.len()],
}

/// What a rule asks of its member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Constraint {
    Required,
    Forbidden,
    OneOf,
    Minimum,
    Maximum,
    MaxLength,
}

/// The members of an entry; the last are the constraints, in their order.
const MEMBERS: [&str; 12] = [
    "name",
    "on",
    "level",
    "when",
    "member",
    "message",
    "required",
    "forbidden",
    "one_of",
    "minimum",
    "maximum",
    "max_length",
];

type Result<T> = core::result::Result<T, String>;

impl PolicyRule {
    /// An entry of which nothing is set, at a place in the policy's list, which errors name.
    #[must_use]
    pub fn new(index: usize) -> PolicyRule {
        PolicyRule {
            index,
            name: String::new(),
            member: String::new(),
            message: String::new(),
            on: Operations::EMPTY,
            level: Level::Deny,
            when: None,
            constraint: None,
            has_several: false,
            limit: Decimal::ZERO,
            length: 0,
            texts: Vec::new(),
            is_literal: true,
            steps: [0; Operation::ALL.len()],
        }
    }

    /// Sets a member, or a part of one. The parts of an array or object come after it.
    ///
    /// # Errors
    /// There is no such member; the value is of the wrong type, or not what the member may hold.
    pub fn set(
        &mut self,
        member: &str,
        part: Part<'_>,
        value: Value<'_>,
    ) -> core::result::Result<(), PolicyError> {
        let position = config::position(&MEMBERS, member);
        if position == MEMBERS.len() {
            return Err(self.error("", unknown_name("member", member, MEMBERS)));
        }
        self.put(position, part, value).map_err(|problem| {
            let mut place = member.to_owned();
            if let Part::Member(name) = part {
                put(&mut place, ".");
                config::put_member(&mut place, name);
            }
            self.error(&place, problem)
        })
    }

    /// Reads the member here.
    pub(super) fn read(
        &mut self,
        json: &mut Json<'_>,
        name: &str,
    ) -> core::result::Result<(), ConfigError> {
        let position = config::position(&MEMBERS, name);
        if position == MEMBERS.len() {
            return Err(json.unknown_member(name, MEMBERS));
        }
        let mut part = |json: &mut Json<'_>, part: Part<'_>| {
            let mut content = String::new();
            let value = json.value(&mut content);
            self.put(position, part, value).map_err(|problem| json.error(problem))?;
            Ok(value.json_type())
        };
        match part(json, Part::Whole)? {
            JsonType::Array => json.elements(&mut |json| part(json, Part::Element).map(drop)),
            JsonType::Object => {
                json.members(&mut |json, name| part(json, Part::Member(name)).map(drop))
            }
            _ => Ok(()),
        }
    }

    fn put(&mut self, member: usize, part: Part<'_>, value: Value<'_>) -> Result<()> {
        match (member, part) {
            (1 | 8, Part::Whole) => match value {
                Value::Array { is_empty: false } => {}
                Value::Array { .. } => return Err(owned("is an empty list")),
                _ => return Err(value.mismatch("an array")),
            },
            (3, Part::Whole) => {
                value.object()?;
                self.when = Some(String::new());
            }
            (6 | 7, _) => {
                if !value.boolean()? {
                    return Err(owned("is not true: leave it out instead"));
                }
            }
            (9 | 10, _) => self.limit = amount(value)?,
            (11, _) => match value.integer()? {
                length @ 1.. => self.length = length,
                _ => return Err(owned("is not 1 or more")),
            },
            _ => self.put_text(member, part, value.text()?)?,
        }
        if let (Part::Whole, Some(constraint)) = (part, Constraint::of(member)) {
            self.has_several |= self.constraint.replace(constraint).is_some();
        }
        Ok(())
    }

    fn put_text(&mut self, member: usize, part: Part<'_>, text: &str) -> Result<()> {
        let place = match (member, part) {
            (0, _) if !is_name(text) => return Err(owned("not custom. and 1 to 48 of a–z 0–9 _")),
            (0, _) => &mut self.name,
            (1, _) => {
                let names = Operation::ALL.iter().map(|operation| operation.name());
                let operation = Operation::from_name(text)
                    .ok_or_else(|| unknown_name("operation", text, names))?;
                if self.on.contains(operation) {
                    return Err(joined(&[text, " is given twice"]));
                }
                self.on = self.on.union(Operations::of(&[operation]));
                return Ok(());
            }
            (2, _) => {
                self.level = super::level(text)?;
                return Ok(());
            }
            (8, _) => {
                self.texts.push(owned(text));
                return Ok(());
            }
            (3, Part::Member(name)) if name != "currency" => {
                return Err(unknown_name("member", name, ["currency"]));
            }
            (5, _) if characters(text) > 200 || text.chars().any(char::is_control) => {
                return Err(owned("not 1 to 200 characters without control characters"));
            }
            (3, _) => self.when.get_or_insert_default(),
            (4, _) => &mut self.member,
            _ => &mut self.message,
        };
        if is_blank(text) {
            return Err(owned("is blank"));
        }
        *place = owned(text);
        Ok(())
    }

    /// Checks that what was set makes a rule, and finds its member in every operation.
    pub(super) fn compile(&mut self) -> core::result::Result<(), PolicyError> {
        self.texts = BinaryHeap::from(mem::take(&mut self.texts)).into_sorted_vec();
        if !self.texts.is_sorted_by(|text, next| text < next) {
            return Err(self.error("one_of", owned("lists a text twice")));
        }
        let missing = [
            ("name", self.name.is_empty()),
            ("on", self.on.is_empty()),
            ("member", self.member.is_empty()),
        ];
        if let Some((member, _)) = missing.into_iter().find(|(_, is_missing)| *is_missing) {
            return Err(self.error(member, owned("is missing")));
        }
        let constraint = match self.constraint {
            Some(constraint) if !self.has_several => constraint,
            _ => return Err(self.error(
                "",
                owned("must have one of required, forbidden, one_of, minimum, maximum, max_length"),
            )),
        };
        if self.when.as_ref().is_some_and(String::is_empty) {
            return Err(self.error("when", owned("says nothing: leave it out instead")));
        }
        for (operation, place) in Operation::ALL.iter().zip(&mut self.steps) {
            if !self.on.contains(*operation) {
                continue;
            }
            let (wrong, problem) = match member::steps(&self.member, *operation, constraint) {
                Err(problem) => ("member", problem),
                Ok(_) if self.when.is_some() && !CURRENCY.contains(*operation) => {
                    ("when", joined(&[operation.name(), " has no currency"]))
                }
                Ok(steps) => {
                    *place = steps;
                    continue;
                }
            };
            return Err(self.error(wrong, problem));
        }
        if self.message.is_empty() {
            self.message = joined(&[&self.member, constraint.message(self.length == 1)]);
            self.is_literal = constraint.params().is_empty();
        }
        Ok(())
    }

    /// The error that something is wrong with a member of the entry; with the entry, if it is empty.
    pub(super) fn error(&self, member: &str, problem: String) -> PolicyError {
        let mut place = String::from("rules.");
        put_integer(&mut place, self.index as i64);
        if !member.is_empty() {
            put(&mut place, ".");
            put(&mut place, member);
        }
        PolicyError::new(&place, problem)
    }

    /// Its metadata.
    #[must_use]
    pub fn rule(&self) -> Rule<'_> {
        const ACTED_ON: Operations = Operations::of(&[Operation::Capture, Operation::Refund]);
        let asks = self.when.is_some() && self.on.intersects(ACTED_ON);
        Rule {
            name: &self.name,
            on: self.on,
            level: self.level,
            needs: if asks { &[Fact::OrderCurrency] } else { &[] },
            message: &self.message,
            literal: self.is_literal,
            params: self.constraint.map_or(&[], Constraint::params),
            ..Rule::DEFAULT
        }
    }

    /// Adds what it decides by besides its metadata.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let hasher = hasher.text(&self.member).maybe_text(self.when.as_deref());
        let limit = self.limit.units();
        let hasher = [
            self.constraint.map_or(0, |constraint| constraint as u64),
            u64::from(self.is_literal),
            self.length as u64,
            limit as u64,
            (limit >> 64) as u64,
            self.texts.len() as u64,
        ]
        .into_iter()
        .fold(hasher, Hasher::number);
        self.texts.iter().fold(hasher, |hasher, text| hasher.text(text))
    }
}

impl core::fmt::Debug for PolicyRule {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.rule().fmt(f)
    }
}

impl Constraint {
    /// The constraint that a member of an entry is.
    fn of(member: usize) -> Option<Constraint> {
        use Constraint::*;
        let all = [Required, Forbidden, OneOf, Minimum, Maximum, MaxLength];
        all.get(member.checked_sub(6)?).copied()
    }

    /// What the message says behind the member, unless the policy has its own.
    fn message(self, is_one: bool) -> &'static str {
        match self {
            Constraint::Required => " is missing",
            Constraint::Forbidden => " must be left out",
            Constraint::OneOf => " must be one of the values that the policy lists",
            Constraint::Minimum => " must be at least {minimum}, not {actual}",
            Constraint::Maximum => " must be at most {maximum}, not {actual}",
            Constraint::MaxLength if is_one => {
                " must have at most {maximum} character, not {actual}"
            }
            Constraint::MaxLength => " must have at most {maximum} characters, not {actual}",
        }
    }

    fn params(self) -> &'static [&'static str] {
        match self {
            Constraint::Minimum => &["minimum", "actual"],
            Constraint::Maximum | Constraint::MaxLength => &["maximum", "actual"],
            _ => &[],
        }
    }
}

/// The operations whose currency is known: from the body, or as a fact.
const CURRENCY: Operations = Operations::ORDER
    .union(Operations::PAYOUTS)
    .union(Operations::of(&[Operation::Capture, Operation::Refund]));

/// Whether a text is the name of a policy rule.
fn is_name(text: &str) -> bool {
    let name = text.strip_prefix("custom.").unwrap_or_default();
    let is_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    (1..=48).contains(&name.len()) && name.bytes().all(is_part)
}

/// A number of 0 or more, or one as text.
fn amount(value: Value<'_>) -> Result<Decimal> {
    let amount = match value {
        Value::Text(text) if !text.starts_with('-') => text.parse().ok(),
        Value::Text(_) => None,
        Value::Number(_) => value.decimal()?,
        _ => return Err(value.mismatch("a number, or digits as text")),
    };
    amount.filter(|amount| *amount >= Decimal::ZERO).ok_or_else(|| owned(config::NO_AMOUNT))
}
