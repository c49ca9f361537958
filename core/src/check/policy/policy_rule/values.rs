//! Lists of allowed values of a member.

use super::codes::Codes;
use super::not_blank;
use super::when::flag_name;
use super::with_unseen_shown;
use crate::base::append::text_of;
use crate::base::decimal::Decimal;
use crate::base::fingerprint::Hasher;
use crate::base::json::put_escaped;
use crate::base::sort::sorted;
use crate::check::policy::entry::elements;
use crate::model::config::{ConfigError, Json, Value as Written};
use crate::model::document::{Tag, Value};
use crate::model::schema::Kind;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

/// A list of values: sorted, and of the member's type, once it is compiled.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Values {
    texts: Vec<String>,
    numbers: Vec<Decimal>,
    flags: Vec<bool>,
    /// All values as numbers, if the member is a number.
    compared: Vec<Decimal>,
    value_type: Option<ValueType>,
}

/// Types of values that can be compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueType {
    Text,
    Number,
    Flag,
}

impl ValueType {
    /// The type of the values of a kind of member. `None` for objects, arrays, and values of any type.
    pub(super) fn of(kind: Kind) -> Option<ValueType> {
        match kind {
            Kind::String | Kind::Text => Some(ValueType::Text),
            Kind::Number | Kind::Integer | Kind::NumberOrText => Some(ValueType::Number),
            Kind::Bool => Some(ValueType::Flag),
            _ => None,
        }
    }

    /// Whether two values are equal. `None` unless both are valid.
    pub(super) fn are_equal(self, one: Value<'_>, other: Value<'_>) -> Option<bool> {
        match self {
            ValueType::Text => Some(one.text()?.bytes() == other.text()?.bytes()),
            ValueType::Number => Some(one.decimal()? == other.decimal()?),
            ValueType::Flag => Some(flag(one)? == flag(other)?),
        }
    }
}

fn flag(value: Value<'_>) -> Option<bool> {
    match value.slot.tag() {
        Tag::True => Some(true),
        Tag::False => Some(false),
        _ => None,
    }
}

impl Values {
    /// Reads a list or, if `may_be_one`, a single value.
    pub(super) fn read(json: &mut Json<'_>, may_be_one: bool) -> Result<Values, ConfigError> {
        let mut values = Values::default();
        if may_be_one && !json.is_at(b'[') {
            json.read(|value| values.add(value))?;
        } else {
            elements(json, &mut |value| values.add(value))?;
        }
        Ok(values)
    }

    fn add(&mut self, value: Written<'_>) -> Result<(), String> {
        match value {
            Written::Text(text) => self.texts.push(not_blank(text)?),
            Written::Boolean(flag) => self.flags.push(flag),
            Written::Number(_) => self.numbers.push(value.decimal()?.ok_or_else(not_a_number)?),
            _ => return Err(value.mismatch("a string, a number or a boolean")),
        }
        let count = self.texts.len() + self.numbers.len() + self.flags.len();
        if count <= 256 { Ok(()) } else { Err("has more than 256 values".to_owned()) }
    }

    /// Checks and sorts the values for a member of this kind, which takes `codes` if they are given.
    pub(super) fn compile(&mut self, kind: Kind, codes: Option<Codes>) -> Result<(), String> {
        let Some(value_type) = ValueType::of(kind) else {
            return Err("is of no use for this member".to_owned());
        };
        let [numbers, flags] = [self.numbers.is_empty(), self.flags.is_empty()];
        let expected = match value_type {
            ValueType::Text if !numbers || !flags => "a string",
            ValueType::Number if !flags => "a number",
            ValueType::Flag if !numbers || !self.texts.is_empty() => "true or false",
            _ => "",
        };
        if !expected.is_empty() {
            return Err(["lists another type than the member's, which is ", expected].concat());
        }
        if self.value_type.replace(value_type).is_some_and(|before| before != value_type) {
            return Err("is for members of different types".to_owned());
        }
        self.texts = sorted_set(mem::take(&mut self.texts))?;
        self.flags = sorted_set(mem::take(&mut self.flags))?;
        if value_type == ValueType::Number {
            let texts = self.texts.iter().map(|text| text.parse().map_err(|_| not_a_number()));
            let numbers = self.numbers.iter().copied().map(Ok).chain(texts);
            self.compared = sorted_set(numbers.collect::<Result<Vec<Decimal>, String>>()?)?;
            if matches!(kind, Kind::Integer)
                && self.compared.iter().any(|number| number.to_integer().is_none())
            {
                return Err("has a fraction, but the member is an integer".to_owned());
            }
        }
        self.texts.iter().try_for_each(|text| codes.map_or(Ok(()), |codes| codes.check(text)))
    }

    /// Whether a value is listed. `None` if it isn't valid.
    pub(super) fn contains(&self, value: Value<'_>) -> Option<bool> {
        match self.value_type? {
            ValueType::Text => Some(contains_text(&self.texts, value.text()?.bytes())),
            ValueType::Number => Some(self.compared.binary_search(&value.decimal()?).is_ok()),
            ValueType::Flag => Some(self.flags.contains(&flag(value)?)),
        }
    }

    /// The values, as JSON.
    pub(super) fn json(&self) -> Vec<String> {
        let mut all: Vec<String> =
            self.flags.iter().map(|flag| String::from(flag_name(*flag))).collect();
        match self.value_type {
            Some(ValueType::Number) => {
                all.extend(self.compared.iter().map(|number| text_of(|out| number.write(out))))
            }
            _ => all.extend(self.texts.iter().map(|text| {
                text_of(|out| {
                    out.push('"');
                    put_escaped(out, text);
                    out.push('"');
                })
            })),
        }
        all
    }

    /// The values, as people read them: a text in quotes, unless it is a plain word.
    pub(super) fn in_words(&self) -> Vec<String> {
        match self.value_type {
            Some(ValueType::Text) => self.texts.iter().map(|text| in_words(text)).collect(),
            _ => self.json(),
        }
    }

    /// Whether the member is a number.
    #[cfg(feature = "prose")]
    pub(super) fn are_numbers(&self) -> bool {
        self.value_type == Some(ValueType::Number)
    }

    /// Whether another list has all of the values.
    pub(super) fn is_subset(&self, others: &Values) -> bool {
        match self.value_type {
            Some(ValueType::Number) => is_subset(&self.compared, &others.compared),
            Some(ValueType::Flag) => is_subset(&self.flags, &others.flags),
            _ => is_subset(&self.texts, &others.texts),
        }
    }

    /// Whether another list has none of the values.
    pub(super) fn is_disjoint(&self, others: &Values) -> bool {
        match self.value_type {
            Some(ValueType::Number) => are_disjoint(&self.compared, &others.compared),
            Some(ValueType::Flag) => are_disjoint(&self.flags, &others.flags),
            _ => are_disjoint(&self.texts, &others.texts),
        }
    }

    /// Whether both true and false are listed.
    pub(super) fn lists_all_flags(&self) -> bool {
        self.flags.len() == 2
    }

    /// A list of texts that are already sorted.
    pub(super) fn of_texts(texts: &[String]) -> Values {
        Values { texts: texts.to_vec(), value_type: Some(ValueType::Text), ..Values::default() }
    }

    /// Hashes the values.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let all = self.json();
        all.iter().fold(hasher.number(all.len() as u64), |hasher, value| hasher.text(value))
    }
}

/// Whether a sorted list has all of the values.
fn is_subset<T: Ord>(values: &[T], others: &[T]) -> bool {
    values.iter().all(|value| others.binary_search(value).is_ok())
}

/// Whether two sorted lists have no value in common: a merge.
fn are_disjoint<T: Ord>(values: &[T], others: &[T]) -> bool {
    let mut others = others.iter().peekable();
    values.iter().all(|value| {
        while others.next_if(|other| *other < value).is_some() {}
        others.peek() != Some(&value)
    })
}

/// A text as people read it: in quotes, unless it is a plain word.
pub(super) fn in_words(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    match text.bytes().all(is_plain) {
        true => text.to_owned(),
        false => ["\"", &with_unseen_shown(text), "\""].concat(),
    }
}

/// Whether a sorted list has a text.
pub(super) fn contains_text(texts: &[String], text: &[u8]) -> bool {
    texts.binary_search_by(|known| known.as_bytes().cmp(text)).is_ok()
}

/// Sorts a list, which must not have a value twice.
pub(super) fn sorted_set<T: Ord>(list: Vec<T>) -> Result<Vec<T>, String> {
    let list = sorted(list);
    let is_once = list.is_sorted_by(|value, next| value < next);
    if is_once { Ok(list) } else { Err("has a value twice".to_owned()) }
}

fn not_a_number() -> String {
    "not a number: digits with at most 15 before and 8 after the point".to_owned()
}
