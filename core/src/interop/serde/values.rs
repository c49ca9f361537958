//! Serializes single values as in reports and facts: names, amounts, timestamps and the like as strings, sets as arrays
//! of names. Deserializes those that a record of a report needs.

use super::transcribe::json_text;
use crate::ask::fields::State;
use crate::base::decimal::{Decimal, Total};
use crate::base::fingerprint::Fingerprint;
use crate::base::json::JsonType;
use crate::base::level::Level;
use crate::base::time::{Timestamp, UtcOffset};
use crate::check::compatibility::Compatibility;
use crate::check::report::Verdict;
use crate::check::rule::Basis;
use crate::interop::words::UnknownName;
use crate::model::config::{Json, Value};
use crate::model::facts::{
    AccountFunding, Country, Environment, Fact, FactSet, SavingSide, Subsequent, Terminal,
};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use alloc::string::{String, ToString};
use core::str::FromStr;
use serde_core::de::{Deserialize, Deserializer, Error};
use serde_core::ser::{Serialize, Serializer};

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
shown! {
    Country Decimal Fingerprint Total UtcOffset
    Operation Feature Level Verdict Basis Fact JsonType Compatibility State
    Environment Terminal AccountFunding SavingSide Subsequent
}

/// Deserializes from the name.
macro_rules! named {
    ($($type:ident)*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                named(&json_text(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}
named! { Operation Feature Level Verdict }

/// Parses a JSON string that is a name. Errors show no more of it than an unknown name or a small number.
fn named<T: FromStr<Err = UnknownName>>(json: &str) -> Result<T, String> {
    let parsed = |value: Value<'_>| match value {
        Value::Text(name) => name.parse().map_err(|error: UnknownName| error.to_string()),
        _ => Err(value.mismatch("a string")),
    };
    let read = Json::new(json.as_bytes()).and_then(|mut json| json.read(parsed));
    read.map_err(|error| error.problem().to_string())
}

/// Serializes as a sequence of names, in order.
macro_rules! sets {
    ($($set:ident)*) => {$(
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self)
            }
        }
    )*};
}
sets! { FactSet FeatureSet Operations }

/// Keeps the fraction of its second.
impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.exactly())
    }
}
