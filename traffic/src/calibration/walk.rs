//! A walk through the members that a body has: nothing of it is kept but what follows from its values.

use super::evidence::OTHER_MEMBERS;
use super::named::{KnownPath, KnownPaths};
use super::seen::is_masked_text;
use foldhash::fast::FixedState;
use paylint::schema::Kind;
use paylint::{Decimal, shown_name};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Number;
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::sync::Arc;

/// A member that a body has.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) value: Value,
    /// A hash of the value, by which different ones are told apart.
    pub(super) hash: u64,
    /// Number of objects that have it: elements of its array, or the one.
    count: u64,
    /// Whether each object that could have it has it.
    pub(super) is_in_all: bool,
}

/// Traits of a value that a policy rule could speak of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Value {
    Absent,
    Other,
    /// The number of characters.
    Text(usize),
    Code(String),
    /// The number; of an array's elements the lowest and the highest.
    Number(i128, i128),
}

/// The members of a body, and its customer.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub(super) found: Vec<(Arc<str>, Member)>,
    /// Number of unknown members among them. Of these no more are kept than evidence has room for.
    unknown: usize,
    /// The customer's names, by the places where one may stand.
    pub(super) who: [Option<String>; 4],
}

/// Error of a body that isn't JSON.
#[derive(Debug)]
pub(super) struct NotJson {
    /// It ends before its JSON does.
    pub(super) is_cut: bool,
}

impl From<serde_json::Error> for NotJson {
    fn from(error: serde_json::Error) -> NotJson {
        NotJson { is_cut: error.is_eof() }
    }
}

/// Walks through a body. Hashes of values with the same state can be compared.
///
/// # Errors
/// It isn't JSON.
pub(super) fn walk(body: &[u8], known: &KnownPaths, state: FixedState) -> Result<Walked, NotJson> {
    let body = std::str::from_utf8(body)
        .map_err(|error| NotJson { is_cut: error.error_len().is_none() })?;
    let walked = Walked { found: Vec::with_capacity(16), ..Walked::default() };
    let mut walk = Walk { rest: body, known, state, walked };
    walk.value(known.body())?;
    match walk.peek() {
        Ok(_) => Err(NotJson { is_cut: false }),
        Err(_) => Ok(walk.walked),
    }
}

/// A walk as far as it has come. What is most common is read here, and the rest by `serde_json`.
struct Walk<'w> {
    rest: &'w str,
    known: &'w KnownPaths,
    state: FixedState,
    walked: Walked,
}

impl<'w> Walk<'w> {
    /// The next byte that isn't white space.
    fn peek(&mut self) -> Result<u8, NotJson> {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
        self.rest.bytes().next().ok_or(NotJson { is_cut: true })
    }

    /// Passes over a sign, if it is the next one.
    fn takes(&mut self, sign: u8) -> Result<bool, NotJson> {
        let is_next = self.peek()? == sign;
        self.rest = &self.rest[usize::from(is_next)..];
        Ok(is_next)
    }

    /// Whether an array or object has another element or member.
    fn has_more(&mut self, end: u8, is_first: bool) -> Result<bool, NotJson> {
        if self.takes(end)? {
            return Ok(false);
        }
        match is_first || self.takes(b',')? {
            true => Ok(true),
            false => Err(NotJson { is_cut: false }),
        }
    }

    fn parse<T: Deserialize<'w>>(&mut self) -> Result<T, NotJson> {
        let mut values = serde_json::Deserializer::from_str(self.rest).into_iter();
        let value = values.next().ok_or(NotJson { is_cut: true })??;
        self.rest = &self.rest[values.byte_offset()..];
        Ok(value)
    }

    fn text(&mut self) -> Result<Cow<'w, str>, NotJson> {
        self.peek()?;
        let content = self.rest.strip_prefix('"').unwrap_or_default();
        let is_special = |byte: u8| matches!(byte, b'"' | b'\\' | 0..0x20);
        let (content, rest) = content.split_at(content.bytes().position(is_special).unwrap_or(0));
        match rest.strip_prefix('"') {
            Some(rest) => {
                self.rest = rest;
                Ok(Cow::Borrowed(content))
            }
            None => self.parse().map(Cow::Owned),
        }
    }

    /// A number, and its shortest form.
    fn number(&mut self) -> Result<(Value, Cow<'w, str>), NotJson> {
        let is_other = |byte: u8| !matches!(byte, b'0'..=b'9' | b'.');
        let length = self.rest.bytes().position(is_other).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(length);
        let is_json = matches!(digits.as_bytes(), [b'0'] | [b'0', b'.', ..] | [b'1'..=b'9', ..]);
        if is_json && length <= 15 && !rest.starts_with(['e', 'E']) {
            if let value @ Value::Number(..) = number(digits) {
                self.rest = rest;
                return Ok((value, Cow::Borrowed(digits)));
            }
        }
        let digits = self.parse::<Number>()?.to_string();
        Ok((number(&digits), Cow::Owned(digits)))
    }

    fn value(&mut self, place: &KnownPath) -> Result<(), NotJson> {
        match self.peek()? {
            b'"' => {
                let text = self.text()?;
                let value = self.value_of(place, &text);
                self.note(place, value, &text);
            }
            b'n' | b't' | b'f' => match self.parse()? {
                None => self.note(place, Value::Absent, ""),
                Some(true) => self.note(place, Value::Other, "true"),
                Some(false) => self.note(place, Value::Other, "false"),
            },
            first @ (b'{' | b'[') => {
                self.note(place, Value::Other, "");
                let element = self.known.inside(place, "*").filter(|element| element.is_object);
                match (first, element) {
                    (b'{', _) if place.is_object => self.object(place)?,
                    (b'[', Some(element)) => self.objects(element)?,
                    _ => _ = self.parse::<IgnoredAny>()?,
                }
            }
            _ => {
                let (value, digits) = self.number()?;
                self.note(place, value, &digits);
            }
        }
        Ok(())
    }

    fn object(&mut self, object: &KnownPath) -> Result<(), NotJson> {
        self.takes(b'{')?;
        let mut is_first = true;
        while self.has_more(b'}', std::mem::take(&mut is_first))? {
            let key = self.text()?;
            if !self.takes(b':')? {
                return Err(NotJson { is_cut: false });
            }
            if let Some(known) = self.known.inside(object, &key) {
                self.value(known)?;
            } else if shown_name(&key).is_some() {
                self.value(&KnownPath::unknown(&[&object.path, "/", &key].concat()))?;
            } else {
                self.parse::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    /// The objects of an array. They have no names; their members do.
    fn objects(&mut self, element: &KnownPath) -> Result<(), NotJson> {
        self.takes(b'[')?;
        let (mut count, mut is_first) = (0, true);
        while self.has_more(b']', std::mem::take(&mut is_first))? {
            match self.peek()? {
                b'{' => self.object(element)?,
                _ => _ = self.parse::<IgnoredAny>()?,
            }
            count += 1;
        }
        for (path, member) in &mut self.walked.found {
            let key = path.strip_prefix(&*element.path).and_then(|rest| rest.strip_prefix('/'));
            if key.is_some_and(|key| !key.contains('/')) {
                member.is_in_all = member.count >= count;
            }
        }
        Ok(())
    }

    /// The value that a text is. Notes the customer, if it names one.
    fn value_of(&mut self, place: &KnownPath, text: &str) -> Value {
        let is_text = matches!(place.kind, Some(Kind::String | Kind::Text) | None);
        if is_text && text.trim().is_empty() {
            return Value::Absent;
        }
        if is_masked_text(text) {
            return Value::Other;
        }
        if let Some(rank) = place.customer {
            self.walked.who[rank] = Some(text.trim().to_lowercase());
        }
        match place.kind {
            Some(Kind::Number | Kind::Integer | Kind::NumberOrText) => number(text),
            _ if is_text && place.is_code && is_code_like(text) => Value::Code(text.to_owned()),
            _ if is_text => Value::Text(text.chars().count()),
            _ => Value::Other,
        }
    }

    /// Notes the member with this value. Different values are told apart by the text.
    fn note(&mut self, place: &KnownPath, value: Value, text: &str) {
        let count = u64::from(value != Value::Absent);
        let hash = self.state.hash_one(text);
        let member = Member { value, hash, count, is_in_all: count > 0 };
        let KnownPath { path, is_known, .. } = place;
        let is_same = |other: &Arc<str>| Arc::ptr_eq(other, path) || !is_known && other == path;
        match self.walked.found.iter_mut().rev().find(|(other, _)| is_same(other)) {
            Some((_, found)) => found.add(member),
            None if !is_known && self.walked.unknown == OTHER_MEMBERS => {}
            None => {
                self.walked.unknown += usize::from(!is_known);
                self.walked.found.push((Arc::clone(path), member));
            }
        }
    }
}

fn number(text: &str) -> Value {
    let number = text.parse::<Decimal>().map(Decimal::units);
    number.map_or(Value::Other, |units| Value::Number(units, units))
}

/// Whether a text of a member that holds codes could be one.
fn is_code_like(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphabetic() || matches!(sign, '_' | '-' | ' ');
    text.len() <= 40 && text.chars().all(is_sign)
}

impl Member {
    /// Adds what another element of the array has there.
    fn add(&mut self, other: Member) {
        self.count += other.count;
        self.is_in_all |= other.is_in_all;
        self.value = match (&self.value, other.value) {
            (Value::Number(low, high), Value::Number(lower, higher)) => {
                Value::Number(*low.min(&lower), *high.max(&higher))
            }
            (Value::Text(length), Value::Text(other)) => Value::Text(other.max(*length)),
            (Value::Absent, value) => value,
            (value, _) => value.clone(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paylint::{Engine, Operation};

    #[test]
    fn of_unknown_members_only_so_many_are_kept() {
        let members: Vec<String> = (0..100_000).map(|at| format!("\"x{at}\":{at}")).collect();
        let body = format!("{{{},\"currency\":\"EUR\"}}", members.join(","));
        let known = KnownPaths::new(&Engine::default(), Operation::Order);
        let found = walk(body.as_bytes(), &known, FixedState::default()).expect("JSON").found;
        // The body itself, and the member that is known.
        assert_eq!(found.len(), OTHER_MEMBERS + 2);
        assert!(found.iter().any(|(path, _)| &**path == "/currency"));
    }
}
