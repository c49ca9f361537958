//! A walk through the members that a body has: nothing of it is kept but what follows from its values.

use super::evidence::OTHER_MEMBERS;
use super::named::{KnownPath, KnownPaths};
use super::seen::is_masked_text;
use crate::scan::{NotJson, Scan};
use foldhash::fast::FixedState;
use paylint::schema::Kind;
use paylint::{Decimal, shown_name};
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

/// Walks through a body. Hashes of values with the same state can be compared.
///
/// # Errors
/// It isn't JSON.
pub(super) fn walk(body: &[u8], known: &KnownPaths, state: FixedState) -> Result<Walked, NotJson> {
    let body = std::str::from_utf8(body).map_err(|error| NotJson {
        is_cut: error.error_len().is_none(),
        column: error.valid_up_to(),
    })?;
    let walked = Walked { found: Vec::with_capacity(16), ..Walked::default() };
    let mut walk = Walk { json: Scan::new(body), known, state, walked };
    walk.value(known.body())?;
    walk.json.end()?;
    Ok(walk.walked)
}

/// A walk as far as it has come.
struct Walk<'w> {
    json: Scan<'w>,
    known: &'w KnownPaths,
    state: FixedState,
    walked: Walked,
}

impl<'w> Walk<'w> {
    /// A number, and its digits.
    fn number(&mut self) -> Result<(Value, Cow<'w, str>), NotJson> {
        if let Some(digits) = self.json.plain_number() {
            return Ok((number(digits), Cow::Borrowed(digits)));
        }
        let digits = self.json.value::<Number>()?.to_string();
        Ok((number(&digits), Cow::Owned(digits)))
    }

    fn value(&mut self, place: &KnownPath) -> Result<(), NotJson> {
        match self.json.peek()? {
            b'"' => {
                let text = self.json.text()?;
                let value = self.value_of(place, &text);
                self.note(place, value, &text);
            }
            b'n' | b't' | b'f' => match self.json.value()? {
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
                    _ => _ = self.json.json()?,
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
        self.json.takes(b'{')?;
        let mut is_first = true;
        while let Some(key) = self.json.next_key(&mut is_first)? {
            if let Some(known) = self.known.inside(object, &key) {
                self.value(known)?;
            } else if shown_name(&key).is_some() {
                self.value(&KnownPath::unknown(&[&object.path, "/", &key].concat()))?;
            } else {
                self.json.json()?;
            }
        }
        Ok(())
    }

    /// The objects of an array. They have no names; their members do.
    fn objects(&mut self, element: &KnownPath) -> Result<(), NotJson> {
        self.json.takes(b'[')?;
        let (mut count, mut is_first) = (0, true);
        while self.json.next(b']', &mut is_first)? {
            match self.json.peek()? {
                b'{' => self.object(element)?,
                _ => _ = self.json.json()?,
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

    /// Notes the member with this value. Numbers are told apart by what they are, other values by the text.
    fn note(&mut self, place: &KnownPath, value: Value, text: &str) {
        let count = u64::from(value != Value::Absent);
        let hash = match &value {
            Value::Number(units, _) => self.state.hash_one(units),
            _ => self.state.hash_one(text),
        };
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
    fn equal_numbers_have_one_hash() {
        let known = KnownPaths::new(&Engine::default(), Operation::Refund);
        let hash = |amount: &str| {
            let body = format!("{{\"amount\":{amount}}}");
            let walked = walk(body.as_bytes(), &known, FixedState::default()).expect("JSON");
            walked
                .found
                .into_iter()
                .find(|(path, _)| &**path == "/amount")
                .map(|found| found.1.hash)
        };
        for other in ["1.5", "1.500", "15e-1", "\"1.50\""] {
            assert_eq!(hash(other), hash("1.50"), "{other}");
        }
        assert_ne!(hash("1.51"), hash("1.50"));
    }

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
