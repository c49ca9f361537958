//! A walk through the members that a body has: nothing of it is kept but what follows from its values.

use super::evidence::OTHER_MEMBERS;
use super::masks::is_masked_text;
use super::named::{KnownPath, KnownPaths, PathTraits};
use super::seen::{Key, Seen, customer_hash};
use crate::scan::{NotJson, Scan};
use arrayvec::ArrayString;
use foldhash::fast::FixedState;
use indexmap::map::Entry;
use paylint::schema::Kind;
use paylint::{Decimal, Operation, shown_name};
use serde_json::Number;
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::str::Utf8Error;

/// A member that a body has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// The numbers of its path, and of that of its object.
    pub(super) number: u32,
    outer: u32,
    pub(super) value: Value,
    /// A hash of the value, by which different ones are told apart.
    pub(super) hash: u32,
    /// Number of objects that have it: elements of its array, or the one.
    count: u32,
    /// Whether each object that could have it has it.
    pub(super) is_in_all: bool,
}

/// Traits of a value that a policy rule could speak of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Value {
    Absent,
    Other,
    /// The number of characters.
    Text(usize),
    Code(Code),
    /// The number; of an array's elements the lowest and the highest.
    Number(i128, i128),
}

impl Value {
    /// The value that stands for both: the longer text, or the range of numbers.
    pub(super) fn joined(self, other: Value) -> Option<Value> {
        match (self, other) {
            (Value::Number(low, high), Value::Number(lower, higher)) => {
                Some(Value::Number(low.min(lower), high.max(higher)))
            }
            (Value::Text(length), Value::Text(other)) => Some(Value::Text(length.max(other))),
            _ => None,
        }
    }

    /// A value like it, of which there are fewer: no limit is violated by it that isn't by this one.
    pub(super) fn rounded(self) -> Value {
        // To three digits.
        let down = |units: i128| {
            let digits = units.unsigned_abs().checked_ilog10().unwrap_or_default();
            let step = 10_i128.pow(digits.saturating_sub(2));
            units.div_euclid(step) * step
        };
        match self {
            Value::Number(low, high) => Value::Number(-down(-low), down(high)),
            Value::Code(code) => Value::Text(code.len()),
            other => other,
        }
    }
}

/// A text of 1 to 40 ASCII characters.
type Code = ArrayString<40>;

/// The text of a member that holds codes, if it could be one.
fn code(text: &str) -> Option<Code> {
    let is_sign = |sign: &u8| sign.is_ascii_alphabetic() || matches!(sign, b'_' | b'-' | b' ');
    Code::from(text).ok().filter(|code| code.as_bytes().iter().all(is_sign))
}

/// Walks through bodies. Hashes of values by the same key can be compared.
#[derive(Debug)]
pub(super) struct Walker<'k> {
    known: &'k [KnownPaths],
    key: Key,
    state: FixedState,
    /// By the number of the path, where its member was when it was last seen.
    positions: Vec<usize>,
    /// By operation and place, the number of the known member that was there last.
    likely: Vec<Vec<usize>>,
}

impl<'k> Walker<'k> {
    pub(super) fn new(known: &'k [KnownPaths], key: Key) -> Walker<'k> {
        // Each object has a first place inside, and each member one after it.
        let likely = known.iter().map(|known| vec![usize::MAX; 2 * known.len()]).collect();
        Walker { known, key, state: key.of_values(), positions: Vec::new(), likely }
    }

    /// Walks through the members of a body, which are added to those that were seen, and returns the hash of its
    /// customer, if it names one.
    ///
    /// # Errors
    /// It isn't JSON. Then it has no members.
    pub(super) fn walk(
        &mut self,
        operation: Operation,
        body: Result<&str, Utf8Error>,
        seen: &mut Seen<'k>,
    ) -> Result<Option<u64>, NotJson> {
        seen.known = self.known;
        let first = seen.members.len();
        let body = body.map_err(|error| NotJson {
            is_cut: error.error_len().is_none(),
            column: error.valid_up_to(),
        })?;
        let known = &self.known[operation as usize];
        let (json, unknown, who) = (Scan::new(body), 0, [None; 4]);
        let likely = &mut std::mem::take(&mut self.likely[operation as usize]);
        let mut walk = Walk { json, known, likely, walker: self, first, seen, unknown, who };
        let walked = walk.value(known.body().traits, Some(known.body()));
        let Walk { json, who, likely, walker, .. } = walk;
        walker.likely[operation as usize] = std::mem::take(likely);
        let walked = walked.and_then(|()| json.end());
        if walked.is_err() {
            seen.members.truncate(first);
        }
        walked.map(|()| who.iter().flatten().next().copied())
    }
}

/// A walk as far as it has come.
struct Walk<'w, 'k> {
    json: Scan<'w>,
    known: &'k KnownPaths,
    likely: &'w mut Vec<usize>,
    walker: &'w mut Walker<'k>,
    /// Where the body's members begin among those that were seen.
    first: usize,
    seen: &'w mut Seen<'k>,
    /// Number of unknown members. Of these no more are kept than evidence has room for.
    unknown: usize,
    /// Hashes of the customer's names, by the places where one may stand.
    who: [Option<u64>; 4],
}

impl<'w, 'k> Walk<'w, 'k> {
    /// A number, and its digits.
    fn number(&mut self) -> Result<(Value, Cow<'w, str>), NotJson> {
        if let Some(digits) = self.json.plain_number() {
            return Ok((number(digits), Cow::Borrowed(digits)));
        }
        let digits = self.json.value::<Number>()?.to_string();
        Ok((number(&digits), Cow::Owned(digits)))
    }

    /// A value, and what is inside if that is known.
    fn value(&mut self, place: PathTraits, inside: Option<&'k KnownPath>) -> Result<(), NotJson> {
        match self.json.peek()? {
            b'"' => {
                let text = self.json.text()?;
                let value = self.value_of(place, &text);
                self.note(place, value, &text);
            }
            b'n' | b't' | b'f' => match self.json.plain_word() {
                Some("null") => self.note(place, Value::Absent, ""),
                Some(word) => self.note(place, Value::Other, word),
                None => _ = self.json.json()?,
            },
            first @ (b'{' | b'[') => {
                self.note(place, Value::Other, "");
                let element = inside.and_then(|array| self.known.inside(array, "*"));
                let element = element.filter(|element| element.traits.is_object);
                match (first, inside, element) {
                    (b'{', Some(object), _) if place.is_object => self.object(object)?,
                    (b'[', _, Some(element)) => self.objects(element)?,
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

    fn object(&mut self, object: &'k KnownPath) -> Result<(), NotJson> {
        self.json.takes(b'{')?;
        let (mut is_first, mut place) = (true, 2 * object.traits.number as usize);
        while self.json.next(b'}', &mut is_first)? {
            let number = self.likely[place];
            if let Some(known) =
                self.known.get(number).filter(|known| self.json.skips_all(&known.key))
            {
                self.json.expect(b':')?;
                place = 2 * number + 1;
                self.value(known.traits, Some(known))?;
                continue;
            }
            let key = self.json.key()?;
            if let Some(known) = self.known.inside(object, &key) {
                self.likely[place] = known.traits.number as usize;
                place = 2 * known.traits.number as usize + 1;
                self.value(known.traits, Some(known))?;
            } else if let Some(unknown) = self.unknown(object, &key) {
                self.value(unknown, None)?;
            } else {
                self.json.json()?;
            }
        }
        Ok(())
    }

    /// The traits of a member that the operation doesn't have; `None` if it isn't kept.
    fn unknown(&mut self, object: &KnownPath, key: &str) -> Option<PathTraits> {
        let unknown = self.seen.unknown.entry(self.walker.state.hash_one((&*object.path, key)));
        let number = (self.known.len() + unknown.index()) as u32;
        if let Entry::Vacant(unknown) = unknown {
            shown_name(key).filter(|_| self.unknown < OTHER_MEMBERS)?;
            unknown.insert(format!("{}/{key}", object.path));
        }
        let outer = object.traits.number;
        Some(PathTraits { outer, ..PathTraits::unknown(number, key) })
    }

    /// The objects of an array. They have no names; their members do.
    fn objects(&mut self, element: &'k KnownPath) -> Result<(), NotJson> {
        self.json.takes(b'[')?;
        let (mut count, mut is_first) = (0, true);
        while self.json.next(b']', &mut is_first)? {
            match self.json.peek()? {
                b'{' => self.object(element)?,
                _ => _ = self.json.json()?,
            }
            count += 1;
        }
        let outer = element.traits.number;
        let members = self.seen.members[self.first..].iter_mut();
        for member in members.filter(|member| member.outer == outer) {
            member.is_in_all = member.count >= count;
        }
        Ok(())
    }

    /// The value that a text is. Notes the customer, if it names one.
    fn value_of(&mut self, place: PathTraits, text: &str) -> Value {
        let is_text = matches!(place.kind, Some(Kind::String | Kind::Text) | None);
        if is_text && text.chars().all(char::is_whitespace) {
            return Value::Absent;
        }
        if let Some(rank) = place.customer {
            self.who[rank] = Some(customer_hash(self.walker.key, text));
        }
        if is_masked_text(text) {
            return Value::Other;
        }
        match place.kind {
            Some(Kind::Number | Kind::Integer | Kind::NumberOrText) => number(text),
            _ if !is_text => Value::Other,
            _ => {
                let code = Some(text).filter(|_| place.is_code).and_then(code);
                code.map_or_else(|| Value::Text(text.chars().count()), Value::Code)
            }
        }
    }

    /// Notes the member with this value. Numbers are told apart by what they are, other values by the text.
    fn note(&mut self, place: PathTraits, value: Value, text: &str) {
        let count = u32::from(value != Value::Absent);
        let hash = match &value {
            Value::Number(units, _) => self.walker.state.hash_one(units),
            _ => self.walker.state.hash_one(text),
        };
        let PathTraits { number, outer, .. } = place;
        let hash = hash as u32;
        let member = Member { number, outer, value, hash, count, is_in_all: count > 0 };
        let number = number as usize;
        let is_known = number < self.known.len();
        let (positions, members) = (&mut self.walker.positions, &mut self.seen.members);
        positions.resize(positions.len().max(number + 1), 0);
        let position = &mut positions[number];
        let is_of_body = *position >= self.first;
        let found = members.get_mut(*position);
        let found = found.filter(|found| is_of_body && found.number == member.number);
        if let Some(found) = found {
            return found.add(member, is_known);
        }
        if !is_known {
            if self.unknown == OTHER_MEMBERS {
                return;
            }
            self.unknown += 1;
        }
        *position = members.len();
        members.push(member);
    }
}

fn number(text: &str) -> Value {
    let number = text.parse::<Decimal>().map(Decimal::units);
    number.map_or(Value::Other, |units| Value::Number(units, units))
}

impl Member {
    /// Adds what another element of the array has there. What isn't known must keep one type, by which it is declared.
    fn add(&mut self, other: Member, is_known: bool) {
        self.count += other.count;
        self.is_in_all |= other.is_in_all;
        let joined = self.value.joined(other.value);
        self.value = joined.unwrap_or(match (self.value, other.value) {
            (text @ (Value::Text(_) | Value::Code(_)), Value::Text(_) | Value::Code(_)) => text,
            (Value::Absent, value) | (value, Value::Absent) => value,
            (Value::Other, value) | (value, Value::Other) if is_known => value,
            _ => Value::Other,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paylint::{Engine, Operation};

    #[test]
    fn equal_numbers_have_one_hash() {
        let known = KnownPaths::of_all(&Engine::default());
        let mut walker = Walker::new(&known, Key::default());
        let mut hash = |amount: &str| {
            let (body, mut seen) = (format!("{{\"amount\":{amount}}}"), Seen::default());
            walker.walk(Operation::Refund, Ok(&body), &mut seen).expect("JSON");
            seen.members.last().map(|amount| amount.hash)
        };
        for other in ["1.5", "1.500", "15e-1", "\"1.50\""] {
            assert_eq!(hash(other), hash("1.50"), "{other}");
        }
        assert_ne!(hash("1.51"), hash("1.50"));
    }

    #[test]
    fn members_are_found_in_any_order() {
        let known = KnownPaths::of_all(&Engine::default());
        let found = |walker: &mut Walker<'_>, body: &str| {
            let mut seen = Seen::default();
            walker.walk(Operation::Order, Ok(body), &mut seen).expect("JSON");
            let numbers: Vec<u32> = seen.members.iter().map(|member| member.number).collect();
            numbers
        };
        let mut walker = Walker::new(&known, Key::default());
        for body in [
            r#"{"client":{"email":"a@b.example","city":"Riga"},"currency":"EUR","language":"en"}"#,
            r#"{"client":{"city":"Riga"},"x":1,"language":"en","currency":"EUR"}"#,
            r#"{ "currency" : "EUR", "client":{}, "client\u0065":1, "lan\u0067uage":"en"}"#,
            r#"{"products":[{"title":"Mug","price":1},{"price":2,"title":"Mug"}],"currency":"EUR"}"#,
        ] {
            let of_new = found(&mut Walker::new(&known, Key::default()), body);
            assert_eq!(found(&mut walker, body), of_new, "{body}");
            assert_eq!(found(&mut walker, body), of_new, "{body}");
        }
    }

    #[test]
    fn masked_customer_is_a_customer() {
        let known = KnownPaths::of_all(&Engine::default());
        let mut walker = Walker::new(&known, Key::default());
        let mut who = |email: &str| {
            let body = format!("{{\"email\":{email:?}}}");
            walker.walk(Operation::Client, Ok(&body), &mut Seen::default()).expect("JSON")
        };
        assert_eq!(who(" "), None);
        assert!(who("b***@mail.example").is_some());
        assert_eq!(who("B***@mail.example "), who("b***@mail.example"));
    }

    #[test]
    fn of_unknown_members_only_so_many_are_kept() {
        let members: Vec<String> = (0..100_000).map(|at| format!("\"x{at}\":{at}")).collect();
        let body = format!("{{{},\"currency\":\"EUR\"}}", members.join(","));
        let known = KnownPaths::of_all(&Engine::default());
        let (mut walker, mut seen) = (Walker::new(&known, Key::default()), Seen::default());
        for bodies in 1..3 {
            walker.walk(Operation::Order, Ok(&body), &mut seen).expect("JSON");
            // The body itself, and the member that is known.
            assert_eq!(seen.members.len(), bodies * (OTHER_MEMBERS + 2));
            assert!(matches!(seen.members.last(), Some(Member { value: Value::Code(_), .. })));
        }
        assert_eq!(seen.unknown.len(), OTHER_MEMBERS);
    }
}
