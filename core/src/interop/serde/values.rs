//! Names, sets, amounts and timestamps: strings, as in reports and facts.

use crate::compatibility::Compatibility;
use crate::decimal::{Decimal, Total};
use crate::facts::{
    AccountFunding, Country, Environment, Fact, FactSet, HoldDays, SavingSide, Subsequent, Terminal,
};
use crate::feature::{Feature, FeatureSet};
use crate::interop::words::{Named, each_named};
use crate::json::JsonType;
use crate::level::Level;
use crate::operation::{Operation, Operations};
use crate::report::Verdict;
use crate::rule::Basis;
use crate::time::{Timestamp, UtcOffset};
use crate::whatif::{Op, State};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;
use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
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
shown! { Country Decimal Timestamp Total UtcOffset }

/// Deserializes from a string with `FromStr`.
macro_rules! parsed {
    ($($type:ident: $what:expr;)*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text { what: $what, of: PhantomData })
            }
        }
    )*};
}
parsed! {
    Country: "country code";
    Decimal: "exact amount";
    Timestamp: "RFC 3339 time";
    UtcOffset: "offset ±HH:MM";
}

struct Text<T> {
    what: &'static str,
    of: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a string ({})", self.what)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

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

impl Serialize for HoldDays {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}
