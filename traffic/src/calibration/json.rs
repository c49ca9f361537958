//! A calibration as JSON.

use super::{Answer, ByAnswer, Calibration, Counts, Proposal, Share};
use crate::place::Place;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::BTreeMap;

/// What verdicts and answers say together, for programs: rules in the order of the catalogue, members in the order of
/// their paths.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    total: Counts,
    operations: BTreeMap<&'static str, &'a Counts>,
    rules: Vec<RuleJson<'a>>,
    missed: Vec<MissedJson<'a>>,
    proposals: Vec<Proposal<'a>>,
}

/// The layer of a policy with the levels that follow.
#[derive(Debug, Serialize)]
pub struct Layer<'a> {
    levels: BTreeMap<&'a str, &'static str>,
}

#[derive(Debug, Serialize)]
struct RuleJson<'a> {
    rule: &'a str,
    level: &'static str,
    fired: ByAnswer,
    alone: ByAnswer,
    places: Vec<&'a Place>,
}

#[derive(Debug, Serialize)]
struct MissedJson<'a> {
    path: Option<&'a str>,
    requests: u64,
    places: &'a [Place],
}

/// An object with a count for each answer.
impl Serialize for ByAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(Answer::ALL.map(|answer| (answer.name(), self.of(answer))))
    }
}

/// The four counts of verdict and answer, the two shares, and what was missed.
impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(5))?;
        map.serialize_entry("accept", &self.accept)?;
        map.serialize_entry("reject", &self.reject)?;
        map.serialize_entry("would_have_been_stopped", &self.would_have_been_stopped())?;
        map.serialize_entry("would_have_been_prevented", &self.would_have_been_prevented())?;
        map.serialize_entry("missed", &self.missed)?;
        map.end()
    }
}

/// `count`, `of`, `share` and `at_most`, the latter two rounded to six decimals, null of nothing.
impl Serialize for Share {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let rounded = |part: f64| (part * 1e6).round() / 1e6;
        let mut map = to.serialize_map(Some(4))?;
        map.serialize_entry("count", &self.count)?;
        map.serialize_entry("of", &self.of)?;
        map.serialize_entry("share", &self.share().map(rounded))?;
        map.serialize_entry("at_most", &self.at_most().map(rounded))?;
        map.end()
    }
}

impl Calibration {
    /// All of it; what follows where at least so many answers speak for it.
    #[must_use]
    pub fn summary(&self, at_least: u64) -> Summary<'_> {
        let rules = self.rules().into_iter().map(|(rule, counts)| RuleJson {
            rule,
            level: counts.level.name(),
            fired: counts.fired,
            alone: counts.alone,
            places: counts.places().collect(),
        });
        let missed = self.missed().map(|(path, missed)| MissedJson {
            path: Some(path).filter(|path| !path.is_empty()),
            requests: missed.count,
            places: &missed.places,
        });
        Summary {
            total: self.total(),
            operations: self.operations().map(|(it, counts)| (it.name(), counts)).collect(),
            rules: rules.collect(),
            missed: missed.collect(),
            proposals: self.proposals(at_least).collect(),
        }
    }

    /// What follows, as a policy that can be laid over the one that was held against the answers.
    #[must_use]
    pub fn layer(&self, at_least: u64) -> Layer<'_> {
        Layer { levels: self.proposals(at_least).map(|it| (it.rule, it.to.name())).collect() }
    }
}
