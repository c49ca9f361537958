//! A calibration as JSON.

use super::{Answer, ByAnswer, Calibration, Counts, Share};
use crate::place::Place;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::BTreeMap;

/// What verdicts and answers say together, for programs: rules in the order of the catalogue, members in the order of
/// their paths.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    total: CountsJson,
    operations: BTreeMap<&'static str, CountsJson>,
    rules: Vec<RuleJson<'a>>,
    missed: Vec<MissedJson<'a>>,
    proposals: Vec<ProposalJson<'a>>,
}

/// The layer of a policy with the levels that follow.
#[derive(Debug, Serialize)]
pub struct Layer<'a> {
    levels: BTreeMap<&'a str, &'static str>,
}

#[derive(Debug, Serialize)]
struct CountsJson {
    accept: ByAnswer,
    reject: ByAnswer,
    would_have_been_stopped: Share,
    would_have_been_prevented: Share,
    missed: u64,
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

#[derive(Debug, Serialize)]
struct ProposalJson<'a> {
    rule: &'a str,
    from: &'static str,
    to: &'static str,
    requests: u64,
}

/// An object with a count for each answer.
impl Serialize for ByAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(Answer::ALL.map(|answer| (answer.name(), self.of(answer))))
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

impl CountsJson {
    fn of(counts: &Counts) -> CountsJson {
        CountsJson {
            accept: counts.accept,
            reject: counts.reject,
            would_have_been_stopped: counts.would_have_been_stopped(),
            would_have_been_prevented: counts.would_have_been_prevented(),
            missed: counts.missed,
        }
    }
}

impl Calibration {
    /// All of it; what follows where at least so many answers speak for it.
    #[must_use]
    pub fn summary(&self, at_least: u64) -> Summary<'_> {
        let operations = self.operations();
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
        let proposals = self.proposals(at_least).map(|it| ProposalJson {
            rule: it.rule,
            from: it.from.name(),
            to: it.to.name(),
            requests: it.requests,
        });
        Summary {
            total: CountsJson::of(&self.total()),
            operations: operations
                .map(|(it, counts)| (it.name(), CountsJson::of(counts)))
                .collect(),
            rules: rules.collect(),
            missed: missed.collect(),
            proposals: proposals.collect(),
        }
    }

    /// What follows, as a policy that can be laid over the one that was held against the answers.
    #[must_use]
    pub fn layer(&self, at_least: u64) -> Layer<'_> {
        Layer { levels: self.proposals(at_least).map(|it| (it.rule, it.to.name())).collect() }
    }
}
