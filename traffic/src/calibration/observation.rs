//! A verdict and the answer to its request, as an observer has them where the two meet.

use crate::values;
use paylint::{Level, Operation, Report, Verdict, shown_name};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A verdict, the rules behind it, and the status of the answer; nothing of the body. Written as a line of JSON, it is
/// what `paylint calibrate` reads.
///
/// ```
/// use paylint::{Engine, Facts, Operation};
/// use paylint_traffic::calibration::Observation;
///
/// let report = Engine::default().check(Operation::Tax, br#"{"name": "VAT", "percent": "low"}"#, &Facts::default());
/// let line = serde_json::to_string(&Observation::of(&report, Some(400)))?;
/// let expected = r#"{"operation":"tax","verdict":"reject","rules":{"field.type":"deny"},"status":400}"#;
/// assert_eq!(line, expected);
/// assert_eq!(Observation::from_json(&line)?.status, Some(400));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Observation<'a> {
    /// Your own name for the request, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Box<RawValue>>,
    /// What is asked of the gateway.
    pub operation: Operation,
    /// Whether paylint accepts it.
    pub verdict: Verdict,
    /// Every rule that fired, and its level.
    #[serde(borrow)]
    pub rules: BTreeMap<Cow<'a, str>, Level>,
    /// The HTTP status of the answer; `None` where there was none.
    #[serde(deserialize_with = "status")]
    pub status: Option<u16>,
    /// Whether there were more findings than the policy keeps, so that other rules may have fired, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

fn status<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u16>, D::Error> {
    values::status(<&RawValue>::deserialize(from)?).map_err(D::Error::custom)
}

/// Why a line isn't an observation. Never shows a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an observation: {0}")]
pub struct InvalidObservation(String);

impl<'a> Observation<'a> {
    /// What there is to observe of a report, and of the answer to its request.
    #[must_use]
    pub fn of(report: &'a Report, status: Option<u16>) -> Observation<'a> {
        Observation {
            id: None,
            operation: report.operation(),
            verdict: report.verdict(),
            rules: report.findings().map(|it| (it.rule().name.into(), it.level())).collect(),
            status,
            truncated: report.truncated(),
        }
    }

    /// Reads a line of JSON. Members that it doesn't know are passed over.
    ///
    /// # Errors
    /// If a member is missing or isn't of this form.
    pub fn from_json(line: &'a str) -> Result<Observation<'a>, InvalidObservation> {
        let observation: Observation<'a> = serde_json::from_str(line).map_err(|error| {
            // The library's own words may show what stands there.
            let column = error.column();
            InvalidObservation(format!(
                "its operation, verdict, rules (of each its level) and status aren't all valid (column {column})"
            ))
        })?;
        if let Some(id) = &observation.id {
            values::id(id).map_err(InvalidObservation)?;
        }
        for (rule, level) in &observation.rules {
            let is_name = rule.contains('.') && shown_name(rule).is_some();
            if !is_name || *level == Level::Allow {
                return Err(InvalidObservation(
                    "rules: expected names of rules, each with deny or warn".to_owned(),
                ));
            }
        }
        Ok(observation)
    }

    /// Whether a line of JSON means to be an observation: it has `verdict` and `rules`, and no `body`.
    #[must_use]
    pub fn is_meant_by(line: &str) -> bool {
        #[derive(Deserialize)]
        struct Members<'a> {
            #[serde(borrow)]
            verdict: Option<&'a RawValue>,
            #[serde(borrow)]
            rules: Option<&'a RawValue>,
            #[serde(borrow)]
            body: Option<&'a RawValue>,
        }
        line.contains("\"verdict\"")
            && serde_json::from_str(line).is_ok_and(|it: Members<'_>| {
                it.verdict.is_some() && it.rules.is_some() && it.body.is_none()
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_isnt_an_observation_is_told_without_its_values() {
        let line = r#"{"id":7,"operation":"order","verdict":"accept","rules":{"a.b":"warn"},"status":null,"time":1}"#;
        let observation = Observation::from_json(line).expect("an observation");
        assert_eq!(observation.id.expect("an id").get(), "7");
        assert!(Observation::is_meant_by(line));
        for (from, to) in [
            ("\"order\"", "\"SECRET\""),
            ("accept", "SECRET"),
            ("7", "[\"SECRET\"]"),
            ("a.b", "SECRET"),
            ("a.b", "4111111111111111.b"),
            ("\"warn\"", "\"allow\""),
            ("\"warn\"", "\"SECRET\""),
            ("null", "\"SECRET\""),
            ("null", "70000"),
            (",\"status\":null", ""),
        ] {
            let line = line.replace(from, to);
            let said = Observation::from_json(&line).expect_err(&line).to_string();
            assert!(said.starts_with("not an observation: ") && !said.contains("SECRET"), "{said}");
            assert!(!said.contains("411"), "{said}");
        }
        for other in [r#"{"verdict":1}"#, r#"{"verdict":1,"rules":2,"body":3}"#, "{\"verdict\""] {
            assert!(!Observation::is_meant_by(other), "{other}");
        }
    }
}
