//! Policy rules: a tenant's rules, as data in its policy, so that every binding has them.

mod codes;
mod conflicts;
mod constraint;
#[cfg(feature = "prose")]
mod json_schema;
mod values;
mod when;
mod words;

use super::entry::{Problem, in_entry, operations};
use super::member_path::MemberPath;
use crate::base::append::nth;
use crate::base::decimal::Decimal;
use crate::base::fingerprint::Hasher;
use crate::base::level::Level;
use crate::base::text::{characters, is_blank};
use crate::base::time::{InvalidTimestamp, Timestamp};
use crate::check::findings::Findings;
use crate::check::rule::{Context, HOLDS, Outcome, Rule};
use crate::model::config::{self, ConfigError, Json, Value};
use crate::model::document::{MemberRef, Object};
use crate::model::facts::Fact;
use crate::model::operation::{Operation, Operations};
use crate::model::schema::{DeclaredMembers, Kind};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
pub(crate) use conflicts::conflicts;
use constraint::{Constraint, Place, Takes, Word};
#[cfg(feature = "prose")]
pub(crate) use when::FACTS;
use when::{Members, When};

/// A policy rule: an entry of a policy's `rules`.
#[derive(Clone, Default)]
pub(crate) struct PolicyRule {
    /// Where the entry begins in the policy's text.
    pub(super) at: usize,
    /// The name, the old name, the member's path and the message. Each is empty until it is set.
    name: String,
    renamed_from: String,
    member: String,
    message: String,
    /// The policy's messages, by language.
    messages: Vec<(String, String)>,
    /// A note for people.
    pub(crate) about: String,
    pub(super) on: Operations,
    /// The level, if it isn't deny.
    level: Option<Level>,
    when: When,
    constraint: Constraint,
    /// Number of constraints in the entry. One is right.
    constraints: usize,
    targets: Vec<Targets>,
    /// The facts that `when` and the dates can ask for.
    needs: Vec<Fact>,
    /// The layer of the policy that it comes from.
    pub(super) layer: usize,
}

/// Where the members of a rule are in the bodies of an operation.
#[derive(Clone)]
struct Targets {
    operation: Operation,
    own: Place,
    #[cfg_attr(not(feature = "prose"), allow(dead_code))]
    kind: Kind,
    other: Option<Place>,
    when: Members,
}

const MEMBERS: [&str; 10] =
    ["name", "renamed_from", "on", "level", "when", "member", "message", "about", "from", "until"];

/// Name of an order's total, in place of a member.
const TOTAL: &str = "total";

impl PolicyRule {
    /// Reads the entry of a layer. It is a complete rule, except for its members.
    pub(super) fn read(json: &mut Json<'_>, layer: usize) -> Result<PolicyRule, ConfigError> {
        let at = json.at();
        let mut rule = PolicyRule { at, layer, ..PolicyRule::default() };
        // Errors call the entry by its name.
        if let Some(name) = json.text_of("name").and_then(|name| rule_name(&name).ok()) {
            json.rename(&name);
        }
        if !cfg!(feature = "full") {
            return Err(json.error("needs a build with the feature `full`"));
        }
        json.members(&mut |json, name| rule.read_member(json, name))?;
        rule.complete().map_err(|problem| in_entry(json, at, problem))
    }

    fn read_member(&mut self, json: &mut Json<'_>, name: &str) -> Result<(), ConfigError> {
        if let Some(word) = Word::from_name(name) {
            self.constraint = Constraint::read(word, json)?;
            self.constraints += 1;
            return Ok(());
        }
        match name {
            "name" => self.name = json.read(|value| rule_name(value.text()?))?,
            "renamed_from" => self.renamed_from = json.read(|value| rule_name(value.text()?))?,
            "on" => self.on = operations(json)?,
            "level" => self.level = Some(json.read(|value| Ok(Level::named(value.text()?)?))?),
            "when" => self.when.read(json)?,
            "member" => self.member = json.read(|value| not_blank(value.text()?))?,
            "message" if json.is_at(b'{') => self.read_messages(json)?,
            "message" => self.messages = [("en".to_owned(), json.read(message)?)].into(),
            "about" => self.about = json.read(about)?,
            "from" => self.when.from = Some(json.read(time)?),
            "until" => self.when.until = Some(json.read(time)?),
            _ => {
                let words = Word::NAMES.iter().copied();
                return Err(json.unknown_member(name, MEMBERS.into_iter().chain(words)));
            }
        }
        Ok(())
    }

    /// Reads a message for each language.
    fn read_messages(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        json.members(&mut |json, language| {
            if !is_language_tag(language) {
                return Err(json.error("not a language: en, pt-BR"));
            }
            let is_it = |known: &str| known.eq_ignore_ascii_case(language);
            if self.messages.iter().any(|(known, _)| is_it(known)) {
                return Err(json.error("given twice"));
            }
            self.messages.push((language.to_owned(), json.read(message)?));
            Ok(())
        })?;
        if self.messages.is_empty() { Err(json.error("has no language")) } else { Ok(()) }
    }

    /// Checks that nothing is missing, and adds the message.
    fn complete(mut self) -> Result<PolicyRule, Problem> {
        let missing = [
            ("name", self.name.is_empty()),
            ("on", self.on.is_empty()),
            ("member", self.member.is_empty()),
        ];
        if let Some((member, _)) = missing.into_iter().find(|(_, is_missing)| *is_missing) {
            return Err((member, "is missing".to_owned()));
        }
        if self.constraints != 1 {
            return Err(("", ["must have one of ", &Word::NAMES.join(", ")].concat()));
        }
        if self.when.from.zip(self.when.until).is_some_and(|(from, until)| from >= until) {
            return Err(("until", "is not after from".to_owned()));
        }
        let english =
            self.messages.iter().find(|(language, _)| language.eq_ignore_ascii_case("en"));
        self.message = match english.or(self.messages.first()) {
            Some((_, message)) => message.clone(),
            None => {
                let subject = if self.member == TOTAL { "the total" } else { "{member}" };
                [subject, &self.constraint.message()].concat()
            }
        };
        Ok(self)
    }

    /// Resolves the members in every operation. `declared` are the declared ones by operation.
    pub(super) fn compile(&mut self, declared: &[DeclaredMembers]) -> Result<(), ConfigError> {
        self.needs = self.when.needs(self.on);
        self.targets.clear();
        for operation in self.on.iter() {
            let declared = declared.get(operation as usize).unwrap_or(DeclaredMembers::NONE);
            let targets = self.targets_in(operation, declared);
            self.targets.push(targets.map_err(|(member, problem)| {
                let path = ["rules.", &self.name, ".", member].concat();
                ConfigError::new(&path, problem).at(self.at)
            })?);
        }
        Ok(())
    }

    /// Resolves the members in an operation.
    fn targets_in(
        &mut self,
        operation: Operation,
        declared: &DeclaredMembers,
    ) -> Result<Targets, Problem> {
        let own = match &*self.member {
            TOTAL if operation == Operation::Order => Ok((Place::Total, Kind::Number)),
            TOTAL => Err([operation.name(), ": has no total"].concat()),
            path => MemberPath::new(path, operation, declared)
                .map(|(member, kind)| (Place::At(member), kind)),
        };
        let (own, kind) = own.map_err(|problem| ("member", problem))?;
        let when = self.when.compile(operation, declared).map_err(|problem| ("when", problem))?;
        let constraint = &mut self.constraint;
        let word = constraint.word;
        if !constraint.fits(kind) || own == Place::Total && word.takes() != Takes::Numbers {
            const UNFIT: &str = " is of a type that can't have this constraint";
            let problem = [operation.name(), ": ", &self.member, UNFIT];
            return Err(("member", problem.concat()));
        }
        let other = constraint.compile((&self.member, own, kind), operation, declared);
        let other = other.map_err(|problem| (word.name(), problem))?;
        Ok(Targets { operation, own, kind, other, when })
    }

    /// Whether it looks at a member of every element of an array.
    pub(super) fn is_about_elements(&self) -> bool {
        self.member.contains('*')
    }

    pub(super) fn rule(&self) -> Rule<'_> {
        Rule {
            name: &self.name,
            since: None,
            renamed_from: &self.renamed_from,
            on: self.on,
            fix: self.constraint.fix(self.member == TOTAL),
            level: self.level.unwrap_or(Level::Deny),
            needs: &self.needs,
            message: &self.message,
            // A message of the policy's own names no params: it is shown as it is.
            literal: !self.messages.is_empty(),
            params: self.constraint.params(),
            entry: Some(self),
            ..Rule::DEFAULT
        }
    }

    /// Hashes everything that it decides by besides its metadata, and its messages in other languages.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let hasher = self.when.hash(hasher.text(&self.member));
        let hasher = hasher.number(self.messages.is_empty().into());
        let translations = self.translations();
        let hasher =
            translations.fold(hasher, |hasher, (language, text)| hasher.text(language).text(text));
        self.constraint.hash(hasher)
    }

    /// The messages other than the report's, by language.
    pub(crate) fn translations(&self) -> impl Iterator<Item = (&str, &str)> {
        let messages = self.messages.iter().map(|(language, text)| (&**language, &**text));
        messages.filter(|(_, text)| *text != self.message)
    }

    /// The pointer of the member that the one at the pointer `own` must be the same as, if the rule says so.
    pub(crate) fn same_as(&self, own: &str) -> Option<String> {
        self.constraint.same_as(own)
    }

    /// Checks a request without allocating, along the paths that [`compile`](PolicyRule::compile) resolved.
    pub(super) fn check(&self, c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
        let targets = self.targets.iter().find(|targets| targets.operation == c.operation);
        let Some(Targets { own, other, when, .. }) = targets else { return HOLDS };
        let is_meant = self.when.holds(c, *own, when);
        if is_meant == Ok(false) {
            return HOLDS;
        }
        let mut outcome = HOLDS;
        let mut look = |object: Object<'_>, member: MemberRef| {
            if !self.when.holds_beside(object, *own, when) {
                return;
            }
            let of_object = if *own == Place::Total { *own } else { Place::Beside(member) };
            // Facts are needed only if the body violates the constraint.
            match (self.constraint.violation(c, (of_object, *other), object), is_meant) {
                (Ok(None), _) => {}
                (Ok(Some(params)), Ok(_)) => {
                    let params = params.get(..self.constraint.params().len());
                    findings.at_member(object, member, params.unwrap_or_default());
                }
                (_, Err(missing)) | (Err(missing), _) => outcome = Err(missing),
            }
        };
        match (own, c.order) {
            (Place::At(path), _) => path.each(c, &mut look),
            (_, Some(order)) => {
                let (object, index) = order.products().parts();
                look(object, MemberRef::Own(index));
            }
            _ => {}
        }
        outcome
    }
}

fn rule_name(text: &str) -> Result<String, String> {
    let name = text.strip_prefix("custom.").unwrap_or_default();
    let is_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let is_name = (1..=48).contains(&name.len()) && name.bytes().all(is_part);
    is_name
        .then(|| text.to_owned())
        .ok_or_else(|| "not custom. and 1 to 48 of a–z 0–9 _".to_owned())
}

fn message(value: Value<'_>) -> Result<String, String> {
    let message = value.text()?;
    if characters(message) > 200 || message.chars().any(char::is_control) {
        return Err("not 1 to 200 characters without control characters".to_owned());
    }
    Ok(with_directions_shown(&not_blank(message)?))
}

fn about(value: Value<'_>) -> Result<String, String> {
    let about = not_blank(value.text()?)?;
    if characters(&about) > 500 { Err("not 1 to 500 characters".to_owned()) } else { Ok(about) }
}

/// Whether a text is two or three letters, perhaps with parts after `-`.
fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_letter = |byte: u8| byte.is_ascii_alphabetic();
    let language = parts.next().unwrap_or_default();
    matches!(language.len(), 2 | 3)
        && language.bytes().all(is_letter)
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

fn time(value: Value<'_>) -> Result<Timestamp, String> {
    value.text()?.parse().map_err(|_| String::from(InvalidTimestamp::TEXT))
}

/// Replaces characters that change the direction of a text with their code points (U+061C): otherwise it would read
/// differently from what it says.
fn with_directions_shown(text: &str) -> String {
    with_shown(text, changes_direction)
}

fn changes_direction(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Replaces control characters and invisible ones with their code points.
fn with_unseen_shown(text: &str) -> String {
    with_shown(text, |character| {
        let is_unseen = matches!(
            character,
            '\u{ad}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{feff}'
        );
        is_unseen || character.is_control() || changes_direction(character)
    })
}

/// Replaces some characters with their code points.
fn with_shown(text: &str, is_shown: fn(char) -> bool) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        match character {
            _ if is_shown(character) => {
                shown.push_str("U+");
                for shift in [12, 8, 4, 0] {
                    let digit = u32::from(character) >> shift & 0xF;
                    shown.push_str(nth("0123456789ABCDEF", digit as usize));
                }
            }
            _ => shown.push(character),
        }
    }
    shown
}

fn not_blank(text: &str) -> Result<String, String> {
    if is_blank(text) { Err("is blank".to_owned()) } else { Ok(text.to_owned()) }
}

/// A number of characters or elements, 1 or more.
fn count(value: Value<'_>) -> Result<i64, String> {
    let length = value.integer()?;
    if length >= 1 { Ok(length) } else { Err("is not 1 or more".to_owned()) }
}

/// A number of 0 or more, perhaps as text.
fn amount(value: Value<'_>) -> Result<Decimal, String> {
    let amount = match value {
        Value::Text(text) if !text.starts_with('-') => text.parse().ok(),
        Value::Text(_) => None,
        Value::Number(_) => value.decimal()?,
        _ => return Err(value.mismatch("a number, or digits as text")),
    };
    amount.filter(|amount| *amount >= Decimal::ZERO).ok_or_else(|| String::from(config::NO_AMOUNT))
}
