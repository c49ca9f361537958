//! An object whose members keep their order, each as it is written.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;

#[derive(Default)]
pub(super) struct Map(Vec<(String, Box<RawValue>)>);

impl Map {
    /// Reads an object; none of anything else.
    pub(super) fn read(text: &str) -> Map {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub(super) fn add(&mut self, name: &str, value: Box<RawValue>) {
        self.0.push((name.to_owned(), value));
    }
}

/// A value as it is written.
pub(super) fn json(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

impl IntoIterator for Map {
    type Item = (String, Box<RawValue>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Map, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Map;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Map, A::Error> {
                let mut members = Map::default();
                while let Some(member) = map.next_entry()? {
                    members.0.push(member);
                }
                Ok(members)
            }
        }

        from.deserialize_map(Members)
    }
}
