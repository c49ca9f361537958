//! Policy rules: a tenant's rules, as data in its policy, so that every binding has them.

mod check;
mod when;

use super::entry::{Entry, Part, add_operation, some_elements};
use super::way::Way;
use crate::base::append::{joined, owned};
use crate::base::decimal::Decimal;
use crate::base::fingerprint::Hasher;
use crate::base::level::Level;
use crate::base::text::{characters, is_blank};
use crate::check::policy::{Added, PolicyError};
use crate::check::rule::{Applicability, Fix, Rule};
use crate::model::config::{self, Value};
use crate::model::facts::Fact;
use crate::model::operation::{Operation, Operations};
use crate::model::schema::Kind;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use when::When;

/// A policy rule: an entry of a policy's `rules`.
#[derive(Clone)]
pub(super) struct PolicyRule {
    /// Its place in the policy's list, for errors.
    index: usize,
    /// The name, the one that it had before, the member's path and the message. Each is empty until it is set.
    name: String,
    renamed_from: String,
    member: String,
    message: String,
    pub(super) on: Operations,
    level: Level,
    when: When,
    constraint: Option<Constraint>,
    has_several: bool,
    /// What the constraint compares with: an amount, a length, or texts, which `compile` sorts.
    limit: Decimal,
    length: i64,
    texts: Vec<String>,
    /// The message is to be shown as it stands; else it names params.
    is_literal: bool,
    /// For each operation the way to the member; none for the total.
    ways: [Option<Way>; Operation::ALL.len()],
    /// The facts that `when` can ask for.
    needs: Vec<Fact>,
    /// The layer of the policy that it is of.
    pub(super) layer: usize,
}

/// What a rule asks of its member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Constraint {
    Required,
    Forbidden,
    OneOf,
    Minimum,
    Maximum,
    MinLength,
    MaxLength,
}

impl Entry for PolicyRule {
    const LIST: &'static str = "rules";
    const MEMBERS: &'static [&'static str] = &[
        "name",
        "renamed_from",
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
        "min_length",
        "max_length",
    ];

    fn index(&self) -> usize {
        self.index
    }

    fn put(&mut self, member: &str, part: Part<'_>, value: Value<'_>) -> Result<(), String> {
        match (member, part) {
            ("on" | "one_of", Part::Whole) => some_elements(value)?,
            ("on", _) => add_operation(&mut self.on, value.text()?)?,
            ("one_of", _) => self.texts.push(not_blank(value.text()?)?),
            ("level", _) => self.level = super::level(value.text()?)?,
            ("when", part) => self.when.put(part, value)?,
            ("required" | "forbidden", _) => {
                if !value.boolean()? {
                    return Err(owned("is not true: leave it out instead"));
                }
            }
            ("minimum" | "maximum", _) => self.limit = amount(value)?,
            ("min_length" | "max_length", _) => match value.integer()? {
                length @ 1.. => self.length = length,
                _ => return Err(owned("is not 1 or more")),
            },
            ("name", _) => self.name = name(value)?,
            ("renamed_from", _) => self.renamed_from = name(value)?,
            ("message", _) => {
                let message = value.text()?;
                if characters(message) > 200 || message.chars().any(char::is_control) {
                    return Err(owned("not 1 to 200 characters without control characters"));
                }
                self.message = with_directions_shown(&not_blank(message)?);
            }
            _ => self.member = not_blank(value.text()?)?,
        }
        if let (Part::Whole, Some(constraint)) = (part, Constraint::from_name(member)) {
            self.has_several |= self.constraint.replace(constraint).is_some();
        }
        Ok(())
    }
}

impl PolicyRule {
    /// An entry of which nothing is set, at a place in the policy's list, which errors name.
    pub(super) fn new(index: usize) -> PolicyRule {
        PolicyRule {
            index,
            name: String::new(),
            renamed_from: String::new(),
            member: String::new(),
            message: String::new(),
            on: Operations::EMPTY,
            level: Level::Deny,
            when: When::default(),
            constraint: None,
            has_several: false,
            limit: Decimal::ZERO,
            length: 0,
            texts: Vec::new(),
            is_literal: true,
            ways: [None; Operation::ALL.len()],
            needs: Vec::new(),
            layer: 0,
        }
    }

    /// Checks that what was set makes a rule, whatever its members are.
    pub(super) fn check_form(&mut self) -> Result<(), PolicyError> {
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
        if self.constraint.is_none() || self.has_several {
            return Err(self.error("", owned(ONE_CONSTRAINT)));
        }
        if self.when.is_set && self.when.is_empty() {
            return Err(self.error("when", owned("says nothing: leave it out instead")));
        }
        Ok(())
    }

    /// Finds its members in every operation, among those that are declared, too.
    pub(super) fn compile(&mut self, added: &Added) -> Result<(), PolicyError> {
        let Some(constraint) = invariant!(self.constraint) else { return Ok(()) };
        for operation in self.on.iter() {
            let declared = added.declared(operation);
            if let Err(problem) = self.when.compile(operation, declared) {
                return Err(self.error("when", problem));
            }
            let way = if self.member == TOTAL {
                of_total(operation, constraint).map(|()| None)
            } else {
                Way::new(&self.member, operation, declared).and_then(|(way, kind)| {
                    let problem = [operation.name(), ": ", &self.member, UNFIT];
                    if fits(kind, constraint) { Ok(Some(way)) } else { Err(joined(&problem)) }
                })
            };
            let way = way.map_err(|problem| self.error("member", problem))?;
            if let Some(place) = self.ways.get_mut(operation as usize) {
                *place = way;
            }
        }
        self.needs = self.when.needs(self.on);
        if self.message.is_empty() {
            let subject = if self.member == TOTAL { "the total" } else { "{member}" };
            self.message = joined(&[subject, constraint.message()]);
            self.is_literal = false;
        }
        Ok(())
    }

    /// Whether it looks at a member of every element of an array.
    pub(super) fn is_about_elements(&self) -> bool {
        self.member.contains('*')
    }

    /// Its metadata.
    pub(super) fn rule(&self) -> Rule<'_> {
        Rule {
            name: &self.name,
            since: None,
            renamed_from: &self.renamed_from,
            on: self.on,
            fix: self.fix(),
            level: self.level,
            needs: &self.needs,
            message: &self.message,
            literal: self.is_literal,
            params: self.constraint.map_or(&[], Constraint::params),
            ..Rule::DEFAULT
        }
    }

    /// Which kind of change fixes its findings.
    fn fix(&self) -> Fix {
        match self.constraint {
            Some(Constraint::Required) => Fix::Add,
            Some(Constraint::Forbidden) => Fix::Remove(Applicability::Unsafe),
            // No change of one member is what a total lacks.
            Some(Constraint::Minimum | Constraint::Maximum) if self.member != TOTAL => Fix::Limit,
            _ => Fix::None,
        }
    }

    /// Adds what it decides by besides its metadata.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let hasher = self.when.hash(hasher.text(&self.member));
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

const ONE_CONSTRAINT: &str =
    "must have one of required, forbidden, one_of, minimum, maximum, min_length, max_length";
const UNFIT: &str = " is of a type that can't have this constraint";

/// What a rule names instead of a member if it is about an order's total.
const TOTAL: &str = "total";

/// Fails unless an operation has a total, and a total can have the constraint.
fn of_total(operation: Operation, constraint: Constraint) -> Result<(), String> {
    match (operation, constraint) {
        (Operation::Order, Constraint::Minimum | Constraint::Maximum) => Ok(()),
        (Operation::Order, _) => Err(joined(&["order: total", UNFIT])),
        _ => Err(joined(&[operation.name(), ": has no total"])),
    }
}

/// Whether a member of this type can have a constraint.
fn fits(kind: Kind, constraint: Constraint) -> bool {
    match constraint {
        Constraint::Required | Constraint::Forbidden => true,
        Constraint::OneOf | Constraint::MinLength | Constraint::MaxLength => {
            matches!(kind, Kind::String | Kind::Text)
        }
        Constraint::Minimum | Constraint::Maximum => {
            matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText)
        }
    }
}

impl Constraint {
    /// The constraint of that name.
    fn from_name(name: &str) -> Option<Constraint> {
        Some(match name {
            "required" => Constraint::Required,
            "forbidden" => Constraint::Forbidden,
            "one_of" => Constraint::OneOf,
            "minimum" => Constraint::Minimum,
            "maximum" => Constraint::Maximum,
            "min_length" => Constraint::MinLength,
            "max_length" => Constraint::MaxLength,
            _ => return None,
        })
    }

    /// What the message says behind the member, unless the policy has its own.
    fn message(self) -> &'static str {
        match self {
            Constraint::Required => " is missing; the policy requires it",
            Constraint::Forbidden => " {deny:must|should} be left out; the policy forbids it",
            Constraint::OneOf => " {deny:must|should} be one of the values that the policy lists",
            Constraint::Minimum => " {deny:must|should} be at least {minimum}, not {actual}",
            Constraint::Maximum => " {deny:must|should} be at most {maximum}, not {actual}",
            Constraint::MinLength => {
                " {deny:must|should} have at least {minimum} {minimum:character|characters}, not {actual}"
            }
            Constraint::MaxLength => {
                " {deny:must|should} have at most {maximum} {maximum:character|characters}, not {actual}"
            }
        }
    }

    fn params(self) -> &'static [&'static str] {
        match self {
            Constraint::Minimum | Constraint::MinLength => &["minimum", "actual"],
            Constraint::Maximum | Constraint::MaxLength => &["maximum", "actual"],
            _ => &[],
        }
    }
}

/// The name of a policy rule.
fn name(value: Value<'_>) -> Result<String, String> {
    let text = value.text()?;
    let name = text.strip_prefix("custom.").unwrap_or_default();
    let is_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let is_name = (1..=48).contains(&name.len()) && name.bytes().all(is_part);
    is_name.then(|| owned(text)).ok_or_else(|| owned("not custom. and 1 to 48 of a–z 0–9 _"))
}

/// The control characters that change the direction of text, and their code points.
const DIRECTIONS: [(char, &str); 12] = [
    ('\u{61c}', "U+061C"),
    ('\u{200e}', "U+200E"),
    ('\u{200f}', "U+200F"),
    ('\u{202a}', "U+202A"),
    ('\u{202b}', "U+202B"),
    ('\u{202c}', "U+202C"),
    ('\u{202d}', "U+202D"),
    ('\u{202e}', "U+202E"),
    ('\u{2066}', "U+2066"),
    ('\u{2067}', "U+2067"),
    ('\u{2068}', "U+2068"),
    ('\u{2069}', "U+2069"),
];

/// The text with code points in place of what changes its direction, because wherever it is shown, it would read as
/// something else than it says.
fn with_directions_shown(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        match DIRECTIONS.iter().find(|(direction, _)| *direction == character) {
            Some((_, code_point)) => shown.push_str(code_point),
            None => shown.push(character),
        }
    }
    shown
}

fn not_blank(text: &str) -> Result<String, String> {
    if is_blank(text) { Err(owned("is blank")) } else { Ok(owned(text)) }
}

/// A number of 0 or more, or one as text.
fn amount(value: Value<'_>) -> Result<Decimal, String> {
    let amount = match value {
        Value::Text(text) if !text.starts_with('-') => text.parse().ok(),
        Value::Text(_) => None,
        Value::Number(_) => value.decimal()?,
        _ => return Err(value.mismatch("a number, or digits as text")),
    };
    amount.filter(|amount| *amount >= Decimal::ZERO).ok_or_else(|| owned(config::NO_AMOUNT))
}
