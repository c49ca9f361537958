//! Policy rules: a tenant's rules, as data in its policy, so that every binding has them.

mod when;

use super::entry::{elements, error, put_operation};
use super::member_path::MemberPath;
use super::{Added, PolicyError};
use crate::base::append::{joined, nth, owned, put};
use crate::base::decimal::Decimal;
use crate::base::fingerprint::Hasher;
use crate::base::level::Level;
use crate::base::text::{characters, is_blank};
use crate::check::findings::Findings;
use crate::check::rule::{Context, Fix, HOLDS, Must, Outcome, Param, Rule};
use crate::model::config::{self, ConfigError, Json, Value};
use crate::model::document::{MemberRef, Object};
use crate::model::facts::{Fact, FactSet, Missing};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::Kind;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;
use when::When;

/// A policy rule: an entry of a policy's `rules`.
#[derive(Clone, Default)]
pub(super) struct PolicyRule {
    /// The place in the policy's list, for errors.
    index: usize,
    /// The name, the one that it had before, the member's path and the message. Each is empty until it is set.
    name: String,
    renamed_from: String,
    member: String,
    message: String,
    pub(super) on: Operations,
    /// The level, if it isn't deny.
    level: Option<Level>,
    when: When,
    /// What the member must be. `check_form` sorts its texts.
    must: Option<Must<Vec<String>>>,
    has_several: bool,
    /// The message names params; else it is shown as it stands.
    names_params: bool,
    /// The path of the member for each operation; none for the total.
    paths: [Option<MemberPath>; Operation::ALL.len()],
    /// The facts that `when` can ask for.
    needs: Vec<Fact>,
    /// The layer of the policy that it is of.
    pub(super) layer: usize,
}

const MEMBERS: [&str; 14] = [
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

const ONE_CONSTRAINT: &str =
    "must have one of required, forbidden, one_of, minimum, maximum, min_length, max_length";
const UNFIT: &str = " is of a type that can't have this constraint";

/// What a rule names instead of a member if it is about an order's total.
const TOTAL: &str = "total";

impl PolicyRule {
    /// An entry of which nothing is set, at a place in the policy's list, which errors name.
    pub(super) fn new(index: usize) -> PolicyRule {
        PolicyRule { index, ..PolicyRule::default() }
    }

    pub(super) fn read(&mut self, json: &mut Json<'_>, name: &str) -> Result<(), ConfigError> {
        match name {
            "on" => elements(json, &mut |value| put_operation(&mut self.on, value)),
            "when" => self.when.read(json),
            "one_of" => {
                let mut texts = Vec::new();
                elements(json, &mut |value| {
                    texts.push(not_blank(value.text()?)?);
                    Ok(())
                })?;
                self.set(Must::BeOneOf(texts));
                Ok(())
            }
            name if MEMBERS.contains(&name) => json.read(|value| self.put(name, value)),
            _ => Err(json.unknown_member(name, MEMBERS)),
        }
    }

    fn put(&mut self, name: &str, value: Value<'_>) -> Result<(), String> {
        match name {
            "level" => self.level = Some(super::level(value.text()?)?),
            "required" | "forbidden" => {
                if !value.boolean()? {
                    return Err(owned("is not true: leave it out instead"));
                }
                let is_required = name == "required";
                self.set(if is_required { Must::BePresent } else { Must::BeAbsent });
            }
            "minimum" => self.set(Must::BeAtLeast(amount(value)?)),
            "maximum" => self.set(Must::BeAtMost(amount(value)?)),
            "min_length" => self.set(Must::BeAsLongAs(length(value)?)),
            "max_length" => self.set(Must::BeNoLongerThan(length(value)?)),
            "name" => self.name = rule_name(value)?,
            "renamed_from" => self.renamed_from = rule_name(value)?,
            "message" => {
                let message = value.text()?;
                if characters(message) > 200 || message.chars().any(char::is_control) {
                    return Err(owned("not 1 to 200 characters without control characters"));
                }
                self.message = with_directions_shown(&not_blank(message)?);
            }
            _ => self.member = not_blank(value.text()?)?,
        }
        Ok(())
    }

    fn set(&mut self, must: Must<Vec<String>>) {
        self.has_several |= self.must.replace(must).is_some();
    }

    /// The error that something is wrong with a member of the entry; with the entry, if it is empty.
    pub(super) fn error(&self, member: &str, problem: String) -> PolicyError {
        error("rules", self.index, member, problem)
    }

    /// Checks that what was set makes a rule, whatever its members are.
    pub(super) fn check_form(&mut self) -> Result<(), PolicyError> {
        if let Some(Must::BeOneOf(texts)) = &mut self.must {
            *texts = BinaryHeap::from(mem::take(texts)).into_sorted_vec();
            if !texts.is_sorted_by(|text, next| text < next) {
                return Err(self.error("one_of", owned("lists a text twice")));
            }
        }
        let missing = [
            ("name", self.name.is_empty()),
            ("on", self.on.is_empty()),
            ("member", self.member.is_empty()),
        ];
        if let Some((member, _)) = missing.into_iter().find(|(_, is_missing)| *is_missing) {
            return Err(self.error(member, owned("is missing")));
        }
        if self.must.is_none() || self.has_several {
            return Err(self.error("", owned(ONE_CONSTRAINT)));
        }
        if self.when.is_set && self.when.is_empty() {
            return Err(self.error("when", owned("says nothing: leave it out instead")));
        }
        Ok(())
    }

    /// Finds the member in every operation, declared ones included.
    pub(super) fn compile(&mut self, added: &Added) -> Result<(), PolicyError> {
        let Some(must) = invariant!(&self.must) else { return Ok(()) };
        for operation in self.on.iter() {
            let declared = added.declared(operation);
            if let Err(problem) = self.when.compile(operation, declared) {
                return Err(self.error("when", problem));
            }
            let path = if self.member == TOTAL {
                of_total(operation, must).map(|()| None)
            } else {
                MemberPath::new(&self.member, operation, declared).and_then(|(path, kind)| {
                    let problem = [operation.name(), ": ", &self.member, UNFIT];
                    if must.fits(kind) { Ok(Some(path)) } else { Err(joined(&problem)) }
                })
            };
            let path = path.map_err(|problem| self.error("member", problem))?;
            if let Some(place) = self.paths.get_mut(operation as usize) {
                *place = path;
            }
        }
        self.needs = self.when.needs(self.on);
        if self.message.is_empty() {
            let subject = if self.member == TOTAL { "the total" } else { "{member}" };
            self.message = joined(&[subject, must.message()]);
            self.names_params = true;
        }
        Ok(())
    }

    /// Whether it looks at a member of every element of an array.
    pub(super) fn is_about_elements(&self) -> bool {
        self.member.contains('*')
    }

    pub(super) fn rule(&self) -> Rule<'_> {
        let params = match &self.must {
            // The texts aren't shown.
            None | Some(Must::BeOneOf(_)) => &[],
            Some(must) => must.params().unwrap_or_default(),
        };
        Rule {
            name: &self.name,
            since: None,
            renamed_from: &self.renamed_from,
            on: self.on,
            fix: self.fix(),
            level: self.level.unwrap_or(Level::Deny),
            needs: &self.needs,
            message: &self.message,
            literal: !self.names_params,
            params,
            ..Rule::DEFAULT
        }
    }

    fn fix(&self) -> Fix {
        match &self.must {
            // A total isn't fixed by changing one member.
            Some(Must::BeAtLeast(_) | Must::BeAtMost(_)) if self.member != TOTAL => Fix::Limit,
            must => must.as_ref().map_or(Fix::None, Must::fix),
        }
    }

    /// Adds what it decides by besides its metadata.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let (kind, length, limit) = match &self.must {
            Some(Must::BeAbsent) => (1, 0, Decimal::ZERO),
            Some(Must::BeOneOf(_)) => (2, 0, Decimal::ZERO),
            Some(Must::BeAtLeast(limit)) => (3, 0, *limit),
            Some(Must::BeAtMost(limit)) => (4, 0, *limit),
            Some(Must::BeAsLongAs(length)) => (5, *length, Decimal::ZERO),
            Some(Must::BeNoLongerThan(length)) => (6, *length, Decimal::ZERO),
            _ => (0, 0, Decimal::ZERO),
        };
        let texts: &[String] =
            if let Some(Must::BeOneOf(texts)) = &self.must { texts } else { &[] };
        let (hasher, limit) = (self.when.hash(hasher.text(&self.member)), limit.units());
        let (low, high) = (limit as u64, (limit >> 64) as u64);
        let numbers =
            [kind, u64::from(!self.names_params), length as u64, low, high, texts.len() as u64];
        let hasher = numbers.into_iter().fold(hasher, Hasher::number);
        texts.iter().fold(hasher, |hasher, text| hasher.text(text))
    }

    /// Decides without allocating, along the paths that were found when it was compiled.
    pub(super) fn check(&self, c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
        let (is_meant, Some(must)) = (self.when.holds(c), &self.must) else { return HOLDS };
        if is_meant == Ok(false) {
            return HOLDS;
        }
        let mut outcome = HOLDS;
        let mut report = |object: Object<'_>, member: MemberRef, params: &[Param]| match &is_meant {
            // What the body settles needs no fact.
            Err(missing) => outcome = Err(*missing),
            Ok(_) => findings.at_member(object, member, params),
        };
        match invariant!(self.paths.get(c.operation as usize)).copied().flatten() {
            Some(path) => path.each(c, &mut |object, member| {
                must.check(object, member, |params| report(object, member, params));
            }),
            None if c.products.is_total_hidden => {
                outcome = Err(is_meant.err().unwrap_or(Missing(FactSet::EMPTY)));
            }
            None => {
                if let (Some(order), Some(total)) = (c.order, c.total())
                    && let Must::BeAtLeast(limit) | Must::BeAtMost(limit) = must
                {
                    let is_minimum = matches!(must, Must::BeAtLeast(_));
                    let beyond = if is_minimum { Ordering::Less } else { Ordering::Greater };
                    if total.partial_cmp(limit) == Some(beyond) {
                        let (object, index) = order.products().parts();
                        let params = [Param::Limit(*limit), Param::Total(total)];
                        report(object, MemberRef::Own(index), &params);
                    }
                }
            }
        }
        outcome
    }
}

/// Fails unless an operation has a total, and a total can have the constraint.
fn of_total(operation: Operation, must: &Must<Vec<String>>) -> Result<(), String> {
    match (operation, must) {
        (Operation::Order, Must::BeAtLeast(_) | Must::BeAtMost(_)) => Ok(()),
        (Operation::Order, _) => Err(joined(&["order: total", UNFIT])),
        _ => Err(joined(&[operation.name(), ": has no total"])),
    }
}

impl Must<Vec<String>> {
    /// Whether a member of this type can have the constraint.
    fn fits(&self, kind: Kind) -> bool {
        match self {
            Must::BeOneOf(_) | Must::BeAsLongAs(_) | Must::BeNoLongerThan(_) => {
                matches!(kind, Kind::String | Kind::Text)
            }
            Must::BeAtLeast(_) | Must::BeAtMost(_) => {
                matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText)
            }
            _ => true,
        }
    }

    /// What the message says behind the member, unless the policy has its own.
    fn message(&self) -> &'static str {
        match self {
            Must::BeAbsent => " {deny:must|should} be left out; the policy forbids it",
            Must::BeOneOf(_) => " {deny:must|should} be one of the values that the policy lists",
            Must::BeAtLeast(_) => " {deny:must|should} be at least {minimum}, not {actual}",
            Must::BeAtMost(_) => " {deny:must|should} be at most {maximum}, not {actual}",
            Must::BeAsLongAs(_) => {
                " {deny:must|should} have at least {minimum} {minimum:character|characters}, not {actual}"
            }
            Must::BeNoLongerThan(_) => {
                " {deny:must|should} have at most {maximum} {maximum:character|characters}, not {actual}"
            }
            _ => " is missing; the policy requires it",
        }
    }
}

fn rule_name(value: Value<'_>) -> Result<String, String> {
    let text = value.text()?;
    let name = text.strip_prefix("custom.").unwrap_or_default();
    let is_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let is_name = (1..=48).contains(&name.len()) && name.bytes().all(is_part);
    is_name.then(|| owned(text)).ok_or_else(|| owned("not custom. and 1 to 48 of a–z 0–9 _"))
}

/// The text with code points in place of what changes its direction (U+061C), because wherever it is shown, it would
/// read as something else than it says.
fn with_directions_shown(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        match character {
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                put(&mut shown, "U+");
                for shift in [12, 8, 4, 0] {
                    let digit = u32::from(character) >> shift & 0xF;
                    put(&mut shown, nth("0123456789ABCDEF", digit as usize));
                }
            }
            _ => shown.push(character),
        }
    }
    shown
}

fn not_blank(text: &str) -> Result<String, String> {
    if is_blank(text) { Err(owned("is blank")) } else { Ok(owned(text)) }
}

/// A number of characters, 1 or more.
fn length(value: Value<'_>) -> Result<i64, String> {
    let length = value.integer()?;
    if length >= 1 { Ok(length) } else { Err(owned("is not 1 or more")) }
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
