//! A walk through the members that a body has, as it is parsed: nothing of it is kept but what follows from its values.

use super::evidence::OTHER_MEMBERS;
use super::named::{KnownPath, KnownPaths};
use super::seen::{Key, hash, is_code, is_masked_text};
use paylint::schema::Kind;
use paylint::{Decimal, shown_name};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::fmt;
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

/// Walks through a body.
///
/// # Errors
/// It isn't JSON, or nested deeper than 128.
pub(super) fn walk(body: &[u8], known: &KnownPaths, key: Key) -> serde_json::Result<Walked> {
    let mut walked = Walked { found: Vec::with_capacity(16), ..Walked::default() };
    let mut json = serde_json::Deserializer::from_slice(body);
    let body = ValuePath::Known(known.body());
    At { walked: &mut walked, known, key, place: body, is_element: false }
        .deserialize(&mut json)?;
    json.end()?;
    Ok(walked)
}

/// The place of a value: one that the operation knows, or that of an unknown member, which is looked no further into.
#[derive(Clone)]
enum ValuePath<'k> {
    Known(&'k KnownPath),
    Unknown(Arc<str>),
}

impl ValuePath<'_> {
    fn path(&self) -> &Arc<str> {
        match self {
            ValuePath::Known(known) => &known.path,
            ValuePath::Unknown(path) => path,
        }
    }
}

/// A value that is a member, or an element of an array.
struct At<'w> {
    walked: &'w mut Walked,
    known: &'w KnownPaths,
    key: Key,
    place: ValuePath<'w>,
    is_element: bool,
}

/// A value as it is parsed.
enum Parsed<'v> {
    Null,
    Bool(bool),
    Number(Number),
    Text(&'v str),
    /// An object or an array.
    Composite,
}

impl<'de> DeserializeSeed<'de> for At<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for At<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(mut self) -> Result<(), E> {
        self.note(&Parsed::Null);
        Ok(())
    }

    fn visit_bool<E: Error>(mut self, value: bool) -> Result<(), E> {
        self.note(&Parsed::Bool(value));
        Ok(())
    }

    fn visit_u64<E: Error>(mut self, value: u64) -> Result<(), E> {
        self.note(&Parsed::Number(value.into()));
        Ok(())
    }

    fn visit_i64<E: Error>(mut self, value: i64) -> Result<(), E> {
        self.note(&Parsed::Number(value.into()));
        Ok(())
    }

    fn visit_f64<E: Error>(mut self, value: f64) -> Result<(), E> {
        self.note(&Number::from_f64(value).map_or(Parsed::Null, Parsed::Number));
        Ok(())
    }

    fn visit_str<E: Error>(mut self, value: &str) -> Result<(), E> {
        self.note(&Parsed::Text(value));
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        self.note(&Parsed::Composite);
        let object = match self.place {
            ValuePath::Known(object) if object.is_object => Some(object),
            _ => None,
        };
        while let Some(place) = members.next_key_seed(MemberOf { known: self.known, object })? {
            match place {
                Some(place) => members.next_value_seed(self.at(place, false))?,
                None => _ = members.next_value::<IgnoredAny>()?,
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        self.note(&Parsed::Composite);
        let element = match self.place {
            ValuePath::Known(array) => {
                self.known.inside(array, "*").filter(|inside| inside.is_object)
            }
            ValuePath::Unknown(_) => None,
        };
        let Some(element) = element else {
            while elements.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(());
        };
        let mut count = 0;
        while elements.next_element_seed(self.at(ValuePath::Known(element), true))?.is_some() {
            count += 1;
        }
        for (path, member) in &mut self.walked.found {
            if path.rsplit_once('/').is_some_and(|(outer, _)| outer == &*element.path) {
                member.is_in_all = member.count >= count;
            }
        }
        Ok(())
    }
}

/// A key of an object: the place of its member, if the object is known, and the key is known or may be shown.
struct MemberOf<'k> {
    known: &'k KnownPaths,
    object: Option<&'k KnownPath>,
}

impl<'de, 'k> DeserializeSeed<'de> for MemberOf<'k> {
    type Value = Option<ValuePath<'k>>;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        key.deserialize_str(self)
    }
}

impl<'k> Visitor<'_> for MemberOf<'k> {
    type Value = Option<ValuePath<'k>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        let Some(object) = self.object else { return Ok(None) };
        if let Some(known) = self.known.inside(object, key) {
            return Ok(Some(ValuePath::Known(known)));
        }
        let is_shown = shown_name(key).is_some();
        Ok(is_shown.then(|| ValuePath::Unknown(format!("{}/{key}", object.path).into())))
    }
}

impl<'w> At<'w> {
    fn at<'a>(&'a mut self, place: ValuePath<'a>, is_element: bool) -> At<'a>
    where
        'w: 'a,
    {
        At { walked: self.walked, known: self.known, key: self.key, place, is_element }
    }

    /// Notes the member with this value.
    fn note(&mut self, parsed: &Parsed<'_>) {
        // The objects in an array have no names; their members do.
        if self.is_element {
            return;
        }
        let (kind, customer, holds_codes) = match &self.place {
            ValuePath::Known(known) => (known.kind, known.customer, known.is_code),
            ValuePath::Unknown(path) => (None, None, is_code(path)),
        };
        let is_text = matches!(kind, Some(Kind::String | Kind::Text) | None);
        let text = if let Parsed::Text(text) = parsed { Some(*text) } else { None };
        let is_blank = is_text && text.is_some_and(|text| text.trim().is_empty());
        let is_masked = text.is_some_and(is_masked_text);
        if let (Some(place), Some(text)) = (customer, text.filter(|_| !is_blank && !is_masked)) {
            self.walked.who[place] = Some(text.trim().to_lowercase());
        }
        let is_number = matches!(kind, Some(Kind::Number | Kind::Integer | Kind::NumberOrText));
        let number = |text: &str| match text.parse::<Decimal>() {
            Ok(number) => Value::Number(number.units(), number.units()),
            Err(_) => Value::Other,
        };
        let (value, hash) = match parsed {
            Parsed::Null => (Value::Absent, hash(self.key, "")),
            Parsed::Composite => (Value::Other, hash(self.key, "")),
            Parsed::Bool(flag) => {
                (Value::Other, hash(self.key, if *flag { "true" } else { "false" }))
            }
            Parsed::Number(digits) => {
                let digits = digits.to_string();
                (number(&digits), hash(self.key, &digits))
            }
            Parsed::Text(text) => {
                let value = match () {
                    () if is_blank => Value::Absent,
                    () if is_masked => Value::Other,
                    () if is_number => number(text),
                    () if is_text && holds_codes && is_code_like(text) => {
                        Value::Code((*text).to_owned())
                    }
                    () if is_text => Value::Text(text.chars().count()),
                    () => Value::Other,
                };
                (value, hash(self.key, text))
            }
        };
        let count = u64::from(value != Value::Absent);
        let member = Member { value, hash, count, is_in_all: count > 0 };
        let path = self.place.path();
        let is_unknown = matches!(self.place, ValuePath::Unknown(_));
        let is_same = |known: &Arc<str>| Arc::ptr_eq(known, path) || is_unknown && known == path;
        match self.walked.found.iter_mut().rev().find(|(known, _)| is_same(known)) {
            Some((_, known)) => known.add(member),
            None if is_unknown && self.walked.unknown == OTHER_MEMBERS => {}
            None => {
                self.walked.unknown += usize::from(is_unknown);
                self.walked.found.push((Arc::clone(path), member));
            }
        }
    }
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
        let found = walk(body.as_bytes(), &known, Key::default()).expect("JSON").found;
        // The body itself, and the member that is known.
        assert_eq!(found.len(), OTHER_MEMBERS + 2);
        assert!(found.iter().any(|(path, _)| &**path == "/currency"));
    }
}
