//! `Serialize` for reports and values, `Deserialize` for policies, facts and some names: from any self-describing
//! format, such as JSON, TOML or YAML.

mod report;
mod transcribe;
mod values;

use crate::check::policy::Policy;
use crate::model::facts::FactsBuf;
use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error};
use transcribe::json_text;

/// Reads what [`Policy::from_json`] reads, with the same errors: they name the member and what is
/// allowed there.
impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Policy, D::Error> {
        DeserializeSeed::deserialize(Policy::default(), deserializer)
    }
}

/// Changes this policy by what is read, as [`Policy::with_json`] does. Use it to set the levels of
/// custom rules, which must be added before.
impl<'de> DeserializeSeed<'de> for Policy {
    type Value = Policy;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Policy, D::Error> {
        let json = json_text(deserializer)?;
        self.with_json(json.as_bytes()).map_err(D::Error::custom)
    }
}

/// Reads what [`FactsBuf::from_json`] reads, with the same errors: they name the member and what is
/// allowed there, and show no value.
///
/// Formats that have floats round amounts of over 15 digits. Write such an amount as a string.
impl<'de> Deserialize<'de> for FactsBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FactsBuf, D::Error> {
        let json = json_text(deserializer)?;
        FactsBuf::from_json(json.as_bytes()).map_err(D::Error::custom)
    }
}
