//! Policy rules: a tenant's rules, as data in its policy, so that every binding has them.

mod check;
mod member;

use crate::append::{joined, owned, put};
use crate::config::{self, ConfigError, Json, Value, keys, unknown_name};
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

keys! {
    /// The keys of an entry.
    Key {
        Name = "name",
        On = "on",
        Level = "level",
        When = "when",
        Member = "member",
        Message = "message",
        Required = "required",
        Forbidden = "forbidden",
        OneOf = "one_of",
        Minimum = "minimum",
        Maximum = "maximum",
        MaxLength = "max_length",
    }
}

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
        let Some(key) = Key::from_name(member) else {
            let names = Key::NAMES.iter().copied();
            return Err(self.error("", unknown_name("member", member, names)));
        };
        self.put(key, part, value).map_err(|problem| {
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
        let Some(key) = Key::from_name(name) else {
            return Err(json.unknown_member(name, Key::NAMES.iter().copied()));
        };
        let mut part = |json: &mut Json<'_>, part: Part<'_>| {
            let mut content = String::new();
            let value = json.value(&mut content);
            self.put(key, part, value).map_err(|problem| json.error(problem))?;
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

    fn put(&mut self, key: Key, part: Part<'_>, value: Value<'_>) -> Result<()> {
        match (key, part) {
            (Key::On | Key::OneOf, Part::Whole) => match value {
                Value::Array { is_empty: false } => {}
                Value::Array { .. } => return Err(owned("is an empty list")),
                _ => return Err(value.mismatch("an array")),
            },
            (Key::When, Part::Whole) => {
                value.object()?;
                self.when = Some(String::new());
            }
            (Key::Required | Key::Forbidden, _) => {
                if !value.boolean()? {
                    return Err(owned("is not true: leave it out instead"));
                }
            }
            (Key::Minimum | Key::Maximum, _) => self.limit = amount(value)?,
            (Key::MaxLength, _) => match value.integer()? {
                length @ 1.. => self.length = length,
                _ => return Err(owned("is not 1 or more")),
            },
            _ => self.put_text(key, part, value.text()?)?,
        }
        if let (Part::Whole, Some(constraint)) = (part, Constraint::of(key)) {
            self.has_several |= self.constraint.replace(constraint).is_some();
        }
        Ok(())
    }

    fn put_text(&mut self, key: Key, part: Part<'_>, text: &str) -> Result<()> {
        let place = match (key, part) {
            (Key::Name, _) if !is_name(text) => {
                return Err(owned("not custom. and 1 to 48 of a–z 0–9 _"));
            }
            (Key::Name, _) => &mut self.name,
            (Key::On, _) => {
                let names = Operation::ALL.iter().map(|operation| operation.name());
                let operation = Operation::from_name(text)
                    .ok_or_else(|| unknown_name("operation", text, names))?;
                if self.on.contains(operation) {
                    return Err(joined(&[text, " is given twice"]));
                }
                self.on = self.on.union(Operations::of(&[operation]));
                return Ok(());
            }
            (Key::Level, _) => {
                self.level = super::level(text)?;
                return Ok(());
            }
            (Key::OneOf, _) => {
                self.texts.push(owned(text));
                return Ok(());
            }
            (Key::When, Part::Member(name)) if name != "currency" => {
                return Err(unknown_name("member", name, ["currency"]));
            }
            (Key::Message, _) if characters(text) > 200 || text.chars().any(char::is_control) => {
                return Err(owned("not 1 to 200 characters without control characters"));
            }
            (Key::When, _) => self.when.get_or_insert_default(),
            (Key::Member, _) => &mut self.member,
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
        // By a heap: the library's sort recurses.
        self.texts = BinaryHeap::from(mem::take(&mut self.texts)).into_sorted_vec();
        if !self.texts.is_sorted_by(|text, next| text < next) {
            return Err(self.error(Key::OneOf.name(), owned("lists a text twice")));
        }
        let missing = [
            (Key::Name, self.name.is_empty()),
            (Key::On, self.on.is_empty()),
            (Key::Member, self.member.is_empty()),
        ];
        if let Some((key, _)) = missing.into_iter().find(|(_, is_missing)| *is_missing) {
            return Err(self.error(key.name(), owned("is missing")));
        }
        let constraint = match self.constraint {
            Some(constraint) if !self.has_several => constraint,
            _ => return Err(self.error(
                "",
                owned("must have one of required, forbidden, one_of, minimum, maximum, max_length"),
            )),
        };
        if self.when.as_ref().is_some_and(String::is_empty) {
            return Err(self.error(Key::When.name(), owned("says nothing: leave it out instead")));
        }
        for (operation, place) in Operation::ALL.iter().zip(&mut self.steps) {
            if !self.on.contains(*operation) {
                continue;
            }
            let (wrong, problem) = match member::steps(&self.member, *operation, constraint) {
                Err(problem) => (Key::Member, problem),
                Ok(_) if self.when.is_some() && !CURRENCY.contains(*operation) => {
                    (Key::When, joined(&[operation.name(), " has no currency"]))
                }
                Ok(steps) => {
                    *place = steps;
                    continue;
                }
            };
            return Err(self.error(wrong.name(), problem));
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
    /// The constraint that has this key, if one has.
    fn of(key: Key) -> Option<Constraint> {
        Some(match key {
            Key::Required => Constraint::Required,
            Key::Forbidden => Constraint::Forbidden,
            Key::OneOf => Constraint::OneOf,
            Key::Minimum => Constraint::Minimum,
            Key::Maximum => Constraint::Maximum,
            Key::MaxLength => Constraint::MaxLength,
            _ => return None,
        })
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
