//! A verdict and the answer to its request, as an observer has them where the two meet.

use crate::values;
use paylint::{Level, Operation, Report, Timestamp, Verdict, shown_name};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

/// A verdict, the findings behind it, and the answer's status; nothing of the body. Written as a line of JSON, it is
/// what `paylint calibrate` reads.
///
/// ```
/// use paylint::{Engine, Facts, Operation};
/// use paylint_traffic::calibration::Observation;
///
/// let report = Engine::default().check(Operation::Tax, br#"{"name": "VAT", "percent": "low"}"#, &Facts::default());
/// let at = "2026-11-20T10:15:00Z".parse()?;
/// let line = serde_json::to_string(&Observation { at: Some(at), ..Observation::of(&report, Some(400)) })?;
/// let expected = concat!(
///     r#"{"operation":"tax","at":"2026-11-20T10:15:00Z","verdict":"reject","#,
///     r#""findings":[["field.type","/percent","deny"]],"status":400}"#,
/// );
/// assert_eq!(line, expected);
/// assert_eq!(Observation::from_json(&line)?.status, Some(400));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Observation<'a> {
    /// Your own name for the request, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Box<RawValue>>,
    /// Operation that is asked of the gateway.
    pub operation: Operation,
    /// When it was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "shown", deserialize_with = "time")]
    pub at: Option<Timestamp>,
    /// Whether paylint accepts it.
    pub verdict: Verdict,
    /// Each finding: the rule, the member, and the level.
    #[serde(borrow)]
    pub findings: Vec<(Cow<'a, str>, Cow<'a, str>, Level)>,
    /// The HTTP status of the answer; `None` where there was none.
    #[serde(deserialize_with = "status")]
    pub status: Option<u16>,
    /// The members that the answer named, if you know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    /// The part of your traffic that it belongs to, such as a terminal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Cow<'a, str>>,
    /// The customer: a hash, rather than a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Cow<'a, str>>,
}

fn status<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u16>, D::Error> {
    values::status(<&RawValue>::deserialize(from)?.get()).map_err(serde::de::Error::custom)
}

/// An instant as reports show it.
fn shown<S: Serializer>(at: &Option<Timestamp>, to: S) -> Result<S::Ok, S::Error> {
    at.map(|at| at.to_string()).serialize(to)
}

fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Timestamp>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}

/// Why a line isn't an observation. Never shows a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an observation: {0}")]
pub struct InvalidObservation(String);

impl<'a> Observation<'a> {
    /// Observation of a report, and of the answer to its request.
    #[must_use]
    pub fn of(report: &'a Report, status: Option<u16>) -> Observation<'a> {
        let findings = report.findings();
        let findings = findings
            .map(|finding| (finding.rule().name.into(), finding.path().into(), finding.level()));
        let findings = findings.collect();
        let (id, at, named, by, who) = (None, None, Vec::new(), None, None);
        let (operation, verdict) = (report.operation(), report.verdict());
        Observation { id, operation, at, verdict, findings, status, named, by, who }
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
                "its operation, at, verdict, findings (of each rule, member and level) and status aren't all valid (column {column})"
            ))
        })?;
        if let Some(id) = &observation.id {
            values::id(id.get()).map_err(InvalidObservation)?;
        }
        let is_path = |path: &str| {
            let mut parts = path.split('/');
            parts.next() == Some("") && parts.all(|part| part == "*" || shown_name(part).is_some())
        };
        let is_wrong = |(rule, path, level): &(Cow<'_, str>, Cow<'_, str>, Level)| {
            let is_name = rule.contains('.') && shown_name(rule).is_some();
            !is_name || !is_path(path) || *level == Level::Allow
        };
        if observation.findings.iter().any(is_wrong)
            || !observation.named.iter().all(|path| is_path(path))
        {
            return Err(InvalidObservation(
                "findings: expected names of rules, each with a member, and deny or warn"
                    .to_owned(),
            ));
        }
        Ok(observation)
    }

    /// Whether a line of JSON means to be an observation: it has `verdict` and `findings`, and no `body`.
    #[must_use]
    pub fn is_meant_by(line: &str) -> bool {
        line.contains("\"verdict\"")
            && serde_json::from_str(line).is_ok_and(|members: HashMap<String, IgnoredAny>| {
                ["verdict", "findings", "body"].map(|name| members.contains_key(name))
                    == [true, true, false]
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_show_no_values() {
        let line = r#"{"id":7,"operation":"order","at":"2026-11-20T10:15:00Z","verdict":"accept","findings":[["a.b","/c/0","warn"]],"status":null,"time":1}"#;
        let observation = Observation::from_json(line).expect("an observation");
        assert_eq!(observation.id.expect("an id").get(), "7");
        assert!(Observation::is_meant_by(line));
        for (from, to) in [
            ("\"order\"", "\"SECRET\""),
            ("accept", "SECRET"),
            ("7", "[\"SECRET\"]"),
            ("a.b", "SECRET"),
            ("a.b", "4111111111111111.b"),
            ("/c/0", "/4111111111111111"),
            ("\"warn\"", "\"allow\""),
            ("\"warn\"", "\"SECRET\""),
            ("2026-11", "SECRET"),
            ("null", "\"SECRET\""),
            ("null", "70000"),
            (",\"status\":null", ""),
        ] {
            let line = line.replace(from, to);
            let said = Observation::from_json(&line).expect_err(&line).to_string();
            assert!(said.starts_with("not an observation: ") && !said.contains("SECRET"), "{said}");
            assert!(!said.contains("411"), "{said}");
        }
        for other in [r#"{"verdict":1}"#, r#"{"verdict":1,"findings":2,"body":3}"#, "{\"verdict\""]
        {
            assert!(!Observation::is_meant_by(other), "{other}");
        }
    }
}
