//! Transcribes other formats to JSON text, from which facts and policies are read. So they have a single reader,
//! numbers are read from their digits, and no error of serde's quotes the input.

use crate::base::json::put_escaped;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt::{self, Write};
use serde_core::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

/// The data of a deserializer as JSON text.
///
/// Floats are written with their shortest digits; NaN and infinity become `null`.
pub(super) fn json_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let mut json = String::new();
    Transcribe { out: &mut json, depth: 0 }.deserialize(deserializer)?;
    Ok(json)
}

/// The deepest nesting that is transcribed. Facts and policies never nest this deep, so the content of deeper arrays
/// and objects is left out.
const MOST_DEPTH: u8 = 8;

/// The key under which `serde_json` passes a number's literal, if it has its feature
/// `arbitrary_precision`.
const NUMBER: &str = r#""$serde_json::private::Number""#;

/// The key under which `toml` passes the text of a time or date.
const DATE_TIME: &str = r#""$__toml_private_datetime""#;

/// Appends a value to a JSON text.
struct Transcribe<'o> {
    out: &'o mut String,
    depth: u8,
}

impl Transcribe<'_> {
    fn push<E>(self, literal: impl fmt::Display) -> Result<(), E> {
        // Writing to a string can't fail.
        _ = write!(self.out, "{literal}");
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Transcribe<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Visits values whose `Display` form is their JSON.
macro_rules! plain {
    ($($visit:ident: $type:ty;)*) => {$(
        fn $visit<E: Error>(self, value: $type) -> Result<(), E> {
            self.push(value)
        }
    )*};
}

/// Accepts every value, because `serde` would quote a refused one in its error.
impl<'de> Visitor<'de> for Transcribe<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.push("null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let depth = self.depth + 1;
        if depth > MOST_DEPTH {
            deserializer.deserialize_ignored_any(IgnoredAny)?;
            return self.visit_unit();
        }
        Transcribe { depth, ..self }.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.visit_some(deserializer)
    }

    plain! { visit_bool: bool; visit_i64: i64; visit_u64: u64; visit_i128: i128; visit_u128: u128; }

    fn visit_f32<E: Error>(self, value: f32) -> Result<(), E> {
        // As `f64` it would have more digits.
        if value.is_finite() { self.push(format_args!("{value:?}")) } else { self.push("null") }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        // `Debug` writes 7.0 where `Display` writes 7, which would pass for an integer.
        if value.is_finite() { self.push(format_args!("{value:?}")) } else { self.push("null") }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.out.push('"');
        put_escaped(self.out, text);
        self.out.push('"');
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let depth = self.depth + 1;
        if depth > MOST_DEPTH {
            while elements.next_element::<IgnoredAny>()?.is_some() {}
            return self.push("[]");
        }
        let Transcribe { out, .. } = self;
        out.push('[');
        let mut end = out.len();
        while elements.next_element_seed(Transcribe { out, depth })?.is_some() {
            end = out.len();
            out.push(',');
        }
        out.truncate(end);
        out.push(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let depth = self.depth + 1;
        if depth > MOST_DEPTH {
            while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return self.push("{}");
        }
        let Transcribe { out, .. } = self;
        let start = out.len();
        out.push('{');
        let mut end = out.len();
        let mut key = String::new();
        while members.next_key_seed(Transcribe { out: &mut key, depth })?.is_some() {
            if key == NUMBER || key == DATE_TIME {
                out.truncate(start);
                return literal(out, &mut members, key == NUMBER);
            }
            if !key.starts_with('"') {
                return Err(A::Error::custom("a member's name isn't a string"));
            }
            out.push_str(&key);
            out.push(':');
            members.next_value_seed(Transcribe { out, depth })?;
            end = out.len();
            out.push(',');
            key.clear();
        }
        out.truncate(end);
        out.push('}');
        Ok(())
    }
}

/// Appends the text that represents a value. If `is_number` and it is a number, it is written without quotes.
fn literal<'de, A: MapAccess<'de>>(
    out: &mut String,
    members: &mut A,
    is_number: bool,
) -> Result<(), A::Error> {
    let start = out.len();
    members.next_value_seed(Transcribe { out, depth: MOST_DEPTH })?;
    let text = invariant!(out.get(start..)).unwrap_or_default().trim_matches('"');
    let is_part = |byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    if is_number && !text.is_empty() && text.bytes().all(is_part) {
        let literal = text.to_owned();
        out.truncate(start);
        out.push_str(&literal);
    }
    Ok(())
}
