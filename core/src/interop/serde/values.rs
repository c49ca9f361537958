//! Single values: names, amounts, timestamps and the like are strings, as in reports and facts; sets
//! are arrays of names.

use super::transcribe::{Ask, json_text_of};
use crate::ask::fields::State;
use crate::base::decimal::{Decimal, Total};
use crate::base::fingerprint::Fingerprint;
use crate::base::json::JsonType;
use crate::base::level::Level;
use crate::base::time::{Timestamp, UtcOffset};
use crate::check::compatibility::Compatibility;
use crate::check::report::Verdict;
use crate::check::rule::Basis;
use crate::interop::words::{Named, each_named};
use crate::model::config::{ConfigError, Json, Value};
use crate::model::facts::{
    AccountFunding, Country, Environment, Fact, FactSet, HoldDays, SavingSide, Subsequent, Terminal,
};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;
use serde_core::de::{Deserialize, Deserializer, Error};
use serde_core::ser::{Serialize, Serializer};

/// Reads a value with `read`, whose errors show no more of it than an unknown name or a small number.
fn value<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    ask: Ask,
    expected: &str,
    read: impl FnOnce(&mut Json<'_>) -> Result<T, ConfigError>,
) -> Result<T, D::Error> {
    let json = json_text_of(deserializer, ask, expected)?;
    let read = Json::new(json.as_bytes()).and_then(|mut json| read(&mut json));
    read.map_err(|error| D::Error::custom(error.problem()))
}

fn parsed<T: FromStr<Err: ToString>>(value: Value<'_>, expected: &str) -> Result<T, String> {
    let Value::Text(text) = value else { return Err(value.mismatch(expected)) };
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Deserializes from a string with `FromStr`. That holds for amounts, too, because a format may read a number as a
/// float.
macro_rules! parsed {
    ($($type:ident: $what:expr;)*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let expected = format!("a string ({})", $what);
                value(deserializer, Ask::Text, &expected, |json| {
                    json.read(|value| parsed(value, &expected))
                })
            }
        }
    )*};
}
parsed! {
    Country: "country code";
    Decimal: "exact amount";
    Fingerprint: "fingerprint";
    Timestamp: "RFC 3339 time";
    UtcOffset: "offset ±HH:MM";
}

/// Serializes as the string of `Display`.
macro_rules! shown {
    ($($type:ident)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}
shown! { Country Decimal Fingerprint Total UtcOffset }

/// Serializes as the name, and deserializes from it.
macro_rules! named {
    ($($type:ident: $what:literal, $all:expr;)*) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.name())
                }
            }
        )*
        parsed! { $($type: <$type as Named>::WHAT;)* }
    };
}
each_named!(named);

/// Serializes as a sequence of names, in order, and deserializes from one in any order.
macro_rules! sets {
    ($($set:ident of $member:ident;)*) => {$(
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self)
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$set, D::Error> {
                let mut set = $set::default();
                members(deserializer, &mut |member: $member| set.extend([member]))?;
                Ok(set)
            }
        }
    )*};
}
sets! {
    FactSet of Fact;
    FeatureSet of Feature;
    Operations of Operation;
}

/// Calls `add` with each member of a set.
fn members<'de, T: Named + FromStr<Err: ToString>, D: Deserializer<'de>>(
    deserializer: D,
    add: &mut dyn FnMut(T),
) -> Result<(), D::Error> {
    let expected = format!("an array of strings ({})", T::WHAT);
    value(deserializer, Ask::Texts, &expected, |json| {
        json.read(|value| match value {
            Value::Array { .. } => Ok(()),
            _ => Err(value.mismatch(&expected)),
        })?;
        let expected = format!("a string ({})", T::WHAT);
        json.elements(&mut |json| {
            add(json.read(|value| parsed(value, &expected))?);
            Ok(())
        })
    })
}

/// A number.
impl Serialize for HoldDays {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

/// From an integer from 6 to 28.
impl<'de> Deserialize<'de> for HoldDays {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HoldDays, D::Error> {
        value(deserializer, Ask::Byte, "an integer", |json| {
            json.read(|value| HoldDays::checked(value.integer()?))
        })
    }
}

/// Keeps the fraction of its second, so that it comes back the same.
impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nanos = self.unix_nanos().rem_euclid(1_000_000_000);
        if nanos == 0 {
            return serializer.collect_str(self);
        }
        let (whole, digits) = (self.to_string(), format!("{nanos:09}"));
        let (whole, digits) = (whole.trim_end_matches('Z'), digits.trim_end_matches('0'));
        serializer.collect_str(&format_args!("{whole}.{digits}Z"))
    }
}

/// What serializes as the string of `Display`: a timestamp in whole seconds, as in reports.
pub(super) struct Shown<T>(pub(super) T);

impl<T: fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
