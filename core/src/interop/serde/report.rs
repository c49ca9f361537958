//! Serializes reports as their canonical JSON. With `serde_json` the bytes are those of [`Report::to_json`].

use crate::base::append::text_of;
use crate::check::report::{Finding, Obligation, Report, Unchecked};
use crate::check::rule::ParamValue;
use crate::model::config::{Json, Value};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use serde_core::ser::{Serialize, Serializer};

/// Serializes the canonical form.
macro_rules! canonical {
    ($($type:ty;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let json = text_of(|out| self.write_json(out));
                Canonical(&json).serialize(serializer)
            }
        }
    )*};
}
canonical! { Report; Finding<'_>; Unchecked<'_>; Obligation; ParamValue<'_>; }

/// JSON of a report, or of a part of one.
struct Canonical<'j>(&'j str);

impl Serialize for Canonical<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut json, mut content) = (Json::known(self.0), String::new());
        match json.value(&mut content) {
            Value::Null => serializer.serialize_none(),
            Value::Boolean(value) => serializer.serialize_bool(value),
            // All numbers are integers; decimals are strings.
            Value::Number(literal) => {
                serializer.serialize_i64(invariant!(literal.parse().ok()).unwrap_or_default())
            }
            Value::Text(text) => serializer.serialize_str(text),
            Value::Array { .. } => {
                let mut elements = Vec::new();
                _ = json.elements(&mut |json| {
                    elements.push(Canonical(json.skip()));
                    Ok(())
                });
                serializer.collect_seq(elements)
            }
            Value::Object => {
                let mut members = Vec::new();
                _ = json.members(&mut |json, name| {
                    members.push((name.to_owned(), Canonical(json.skip())));
                    Ok(())
                });
                serializer.collect_map(members)
            }
        }
    }
}
