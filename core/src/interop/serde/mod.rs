//! `Serialize` for reports and values, `Deserialize` for policies, facts and some names: from any self-describing
//! format, such as JSON, TOML or YAML.

mod report;
mod transcribe;
mod values;

use crate::check::policy::Policy;
use crate::model::facts::FactsBuf;
use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error};
use transcribe::json_text;

/// Reads the same data as [`Policy::from_json`], with the same errors, which name the member and what is allowed there.
impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Policy, D::Error> {
        DeserializeSeed::deserialize(Policy::default(), deserializer)
    }
}

/// Lays a policy that it reads over this one, as [`Policy::with_json`] does. Use it to set the levels of custom rules,
/// which must be added first.
impl<'de> DeserializeSeed<'de> for Policy {
    type Value = Policy;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Policy, D::Error> {
        let json = json_text(deserializer)?;
        self.with_json(json.as_bytes()).map_err(D::Error::custom)
    }
}

/// Reads the same data as [`FactsBuf::from_json`], with the same errors, which name the member and what is allowed
/// there, and show no value.
///
/// Formats that have floats round amounts of over 15 digits. Write such an amount as a string.
impl<'de> Deserialize<'de> for FactsBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FactsBuf, D::Error> {
        let json = json_text(deserializer)?;
        FactsBuf::from_json(json.as_bytes()).map_err(D::Error::custom)
    }
}
