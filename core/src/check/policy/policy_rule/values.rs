//! Lists of values that a member or a fact can have.

use super::codes::Codes;
use super::not_blank;
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

/// A value that can be compared. `T` is a string, or the bytes of one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scalar<T> {
    Flag(bool),
    Number(Decimal),
    Text(T),
}

/// Types of values that can be compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueType {
    Flag,
    Number,
    Text,
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

    /// Reads a member of this type. `None` if it isn't valid.
    pub(super) fn read(self, value: Value<'_>) -> Option<Scalar<&[u8]>> {
        match (self, value.slot.tag()) {
            (ValueType::Text, _) => value.text().map(|text| Scalar::Text(text.bytes())),
            (ValueType::Number, _) => value.decimal().map(Scalar::Number),
            (ValueType::Flag, Tag::True) => Some(Scalar::Flag(true)),
            (ValueType::Flag, Tag::False) => Some(Scalar::Flag(false)),
            (ValueType::Flag, _) => None,
        }
    }
}

impl Scalar<String> {
    pub(super) fn of(value: Written<'_>) -> Result<Scalar<String>, String> {
        match value {
            Written::Text(text) => Ok(Scalar::Text(not_blank(text)?)),
            Written::Boolean(flag) => Ok(Scalar::Flag(flag)),
            Written::Number(_) => Ok(Scalar::Number(value.decimal()?.ok_or(NOT_A_NUMBER)?)),
            _ => Err(value.mismatch("a string, a number or a boolean")),
        }
    }

    fn borrowed(&self) -> Scalar<&[u8]> {
        match self {
            Scalar::Flag(flag) => Scalar::Flag(*flag),
            Scalar::Number(number) => Scalar::Number(*number),
            Scalar::Text(text) => Scalar::Text(text.as_bytes()),
        }
    }

    /// The text; empty for other types.
    pub(super) fn text(&self) -> &str {
        if let Scalar::Text(text) = self { text } else { "" }
    }

    pub(super) fn json(&self) -> String {
        text_of(|out| match self {
            Scalar::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Scalar::Number(number) => number.write(out),
            Scalar::Text(text) => {
                out.push('"');
                put_escaped(out, text);
                out.push('"');
            }
        })
    }

    /// The value as people read it: a text in quotes, unless it is a plain word.
    pub(super) fn in_words(&self) -> String {
        let is_plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        match self {
            Scalar::Text(text) if text.bytes().all(is_plain) => text.clone(),
            Scalar::Text(text) => ["\"", &with_unseen_shown(text), "\""].concat(),
            _ => self.json(),
        }
    }
}

/// A list of values, sorted.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Values {
    pub(super) all: Vec<Scalar<String>>,
    /// The type of the member, once they are compiled.
    value_type: Option<ValueType>,
}

impl Values {
    /// Reads a list or, if `may_be_one`, a single value. `read` reads each.
    pub(super) fn read(
        json: &mut Json<'_>,
        may_be_one: bool,
        read: &mut dyn FnMut(&mut Json<'_>) -> Result<Scalar<String>, ConfigError>,
    ) -> Result<Values, ConfigError> {
        let mut all = Vec::new();
        let mut add = |json: &mut Json<'_>| {
            all.push(read(json)?);
            Ok(())
        };
        match may_be_one && !json.is_at(b'[') {
            true => add(json)?,
            false => elements(json, &mut add)?,
        }
        let all = sorted_set(all).map_err(|problem| json.error(problem))?;
        Ok(Values { all, value_type: None })
    }

    /// Checks the values for a member of this kind, which takes `codes` if they are given.
    pub(super) fn compile(&mut self, kind: Kind, codes: Option<Codes>) -> Result<(), String> {
        let Some(value_type) = ValueType::of(kind) else {
            return Err("is of no use for this member".to_owned());
        };
        if self.value_type.replace(value_type).is_some_and(|before| before != value_type) {
            return Err("is for members of different types".to_owned());
        }
        for value in &mut self.all {
            let expected = match (value_type, &*value) {
                (ValueType::Number, Scalar::Text(text)) => {
                    *value = Scalar::Number(text.parse().map_err(|_| NOT_A_NUMBER)?);
                    continue;
                }
                (ValueType::Text, Scalar::Flag(_) | Scalar::Number(_)) => "a string",
                (ValueType::Number, Scalar::Flag(_)) => "a number",
                (ValueType::Flag, Scalar::Number(_) | Scalar::Text(_)) => "true or false",
                _ => continue,
            };
            return Err(["lists another type than the member's, which is ", expected].concat());
        }
        self.all = sorted_set(mem::take(&mut self.all))?;
        if self.all.len() > 256 {
            return Err("has more than 256 values".to_owned());
        }
        self.all.iter().try_for_each(|value| match (value, codes) {
            (Scalar::Text(text), Some(codes)) => codes.check(text),
            (Scalar::Number(number), _)
                if matches!(kind, Kind::Integer) && number.to_integer().is_none() =>
            {
                Err("has a fraction, but the member is an integer".to_owned())
            }
            _ => Ok(()),
        })
    }

    /// Whether a member's value is listed. `None` if it isn't valid.
    pub(super) fn contains(&self, value: Value<'_>) -> Option<bool> {
        Some(self.lists(&self.value_type?.read(value)?))
    }

    pub(super) fn lists(&self, value: &Scalar<&[u8]>) -> bool {
        self.all.binary_search_by(|listed| listed.borrowed().cmp(value)).is_ok()
    }

    pub(super) fn lists_text(&self, text: &str) -> bool {
        self.lists(&Scalar::Text(text.as_bytes()))
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        self.all.iter().map(Scalar::text)
    }

    /// Whether another list has all of the values.
    pub(super) fn is_subset(&self, others: &Values) -> bool {
        self.all.iter().all(|value| others.all.binary_search(value).is_ok())
    }

    /// Whether another list has none of the values.
    pub(super) fn is_disjoint(&self, others: &Values) -> bool {
        self.all.iter().all(|value| others.all.binary_search(value).is_err())
    }

    /// Whether both true and false are listed.
    pub(super) fn lists_all_flags(&self) -> bool {
        matches!(&*self.all, [Scalar::Flag(_), Scalar::Flag(_)])
    }

    /// Hashes the values.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let hasher = hasher.number(self.all.len() as u64);
        self.all.iter().fold(hasher, |hasher, value| hasher.text(&value.json()))
    }
}

/// Sorts a list, which must not have a value twice.
fn sorted_set<T: Ord>(list: Vec<T>) -> Result<Vec<T>, String> {
    let list = sorted(list);
    let is_once = list.is_sorted_by(|value, next| value < next);
    if is_once { Ok(list) } else { Err("has a value twice".to_owned()) }
}

const NOT_A_NUMBER: &str = "not a number: digits with at most 15 before and 8 after the point";
