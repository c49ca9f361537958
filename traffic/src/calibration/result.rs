//! A calibration: the figures, and the policy that follows.

use super::Answer;
use super::analysis::{Analysis, Class, Learnt};
use super::decision::{Reason, Terms, bounds};
use super::evidence::{Evidence, LineCounts};
use paylint::{Engine, Level, Timestamp};
use serde::Serialize;
use serde::ser::Serializer;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

/// Conclusions from evidence. As JSON they are stable.
#[derive(Clone, Debug, Serialize)]
pub struct Calibration {
    /// How the lines were read.
    #[serde(flatten)]
    pub read: LineCounts,
    /// The first and the last day.
    pub days: Option<[String; 2]>,
    /// Days on which the gateway changed in three or more respects.
    pub changed: Vec<Changed>,
    /// Prevented refusals that are worth one good request.
    pub cost: u32,
    /// The figures for all, for each operation, and for each part of the log.
    pub of: Vec<Figures>,
    /// Each rule at each member that fired.
    pub rules: Vec<RuleRow>,
    /// Refusals that no finding explains.
    pub missed: Vec<Missed>,
    /// The policies that follow: one for all, and one for each part of the log that differs.
    pub layers: Vec<LayerOf>,
    /// The terms by which it was decided.
    #[serde(skip)]
    pub terms: Terms,
}

/// A day on which the gateway changed.
#[derive(Clone, Debug, Serialize)]
pub struct Changed {
    /// The day.
    pub day: String,
    /// Number of rules at members, and of policy rules, that changed.
    pub count: u64,
}

/// The figures of an operation, a part of the log, or all.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The operation; `None` for all.
    pub operation: Option<&'static str>,
    /// The part of the log; `None` for all.
    pub by: Option<String>,
    /// Attempts by verdict and answer.
    pub counts: Counts,
    /// Outcome of the policy in force.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Attempts by verdict.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Attempts that paylint accepts. Of unauthorised ones: whose token and key it accepts.
    pub accept: ByAnswer,
    /// Attempts that paylint rejects.
    pub reject: ByAnswer,
}

/// A count for each answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByAnswer(pub(super) [u64; 4]);

impl ByAnswer {
    /// The count of an answer.
    #[must_use]
    pub fn of(self, answer: Answer) -> u64 {
        self.0[answer as usize]
    }
}

/// An object with a count for each answer.
impl Serialize for ByAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(Answer::ALL.map(|answer| (answer.name(), self.of(answer))))
    }
}

/// Good requests that would have been stopped.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Stopped {
    /// Their number.
    pub count: u64,
    /// Number of all that were accepted.
    pub of: u64,
    /// The largest share that is likely, with 95 %.
    #[serde(serialize_with = "four_decimals")]
    pub most: f64,
}

/// Refusals that would have been prevented.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Prevented {
    /// Their number.
    pub count: u64,
    /// Number of all refusals.
    pub of: u64,
    /// The smallest share that is likely, with 95 %.
    #[serde(serialize_with = "four_decimals")]
    pub least: f64,
}

/// A rule at a member, and what answers say of it.
#[derive(Clone, Debug, Serialize)]
pub struct RuleRow {
    /// The rule.
    pub rule: String,
    /// The member; empty for the whole body.
    pub member: String,
    /// The part of the log; `None` for all.
    pub by: Option<String>,
    /// The level in force.
    pub level: Level,
    /// Attempts on which it fired.
    pub attempts: ByClass,
    /// Their customers.
    pub customers: ByClass,
    /// The share refused for it, at least.
    #[serde(serialize_with = "four_decimals")]
    pub low: f64,
    /// The share refused for it, at most.
    #[serde(serialize_with = "four_decimals")]
    pub high: f64,
    /// The first day that counts, if an earlier one doesn't.
    pub since: Option<String>,
    /// The level that follows.
    pub follows: Option<Level>,
    /// Why none does.
    pub reason: Option<Reason>,
    /// Why no level can be proposed here, whatever the answers say.
    #[serde(skip)]
    pub closed: Option<&'static str>,
    /// Requests to look at: your own names, or lines.
    pub ids: Vec<String>,
}

/// Counts by how an answer counts for a finding.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "docs/calibration.md has them")]
pub struct ByClass {
    pub accepted: u64,
    pub here: u64,
    pub elsewhere: u64,
    pub unnamed: u64,
    pub unauthorised: u64,
    pub no_answer: u64,
}

impl ByClass {
    pub(super) fn of(&mut self, class: Class) -> &mut u64 {
        match class {
            Class::Accepted => &mut self.accepted,
            Class::Here => &mut self.here,
            Class::Elsewhere => &mut self.elsewhere,
            Class::Unnamed => &mut self.unnamed,
            Class::Unauthorised => &mut self.unauthorised,
            Class::NoAnswer => &mut self.no_answer,
        }
    }
}

/// Refusals that no finding explains.
#[derive(Clone, Debug, Serialize)]
pub struct Missed {
    /// The operation.
    pub operation: &'static str,
    /// The member that the answers named; empty if they named none.
    pub member: String,
    /// The answers' word for what is wrong.
    pub code: Option<String>,
    /// The part of the log; `None` for all.
    pub by: Option<String>,
    /// Number of attempts.
    pub attempts: u64,
    /// Number of customers.
    pub customers: u64,
    /// Requests to look at.
    pub ids: Vec<String>,
    /// The policy rule that follows.
    pub follows: Option<String>,
    /// Number of attempts that it stops.
    #[serde(skip)]
    pub stopped: u64,
    /// Why none does.
    pub reason: Option<Reason>,
}

/// The policy that follows for a part of the log.
#[derive(Clone, Debug, Serialize)]
pub struct LayerOf {
    /// The part; `None` for all.
    pub by: Option<String>,
    /// Layer to lay over the policy.
    pub layer: Layer,
    /// Outcome on days that it wasn't learnt on; `None` of a single day.
    pub check: Option<Check>,
    /// Outcome on the days that it was learnt on.
    pub whole: Outcome,
}

/// A layer of a policy.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Layer {
    /// Levels by selector.
    pub levels: BTreeMap<String, Level>,
    /// Members that are declared.
    pub members: Vec<serde_json::Value>,
    /// Policy rules.
    pub rules: Vec<serde_json::Value>,
}

impl Layer {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty() && self.rules.is_empty()
    }
}

/// Outcome of a policy.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outcome {
    /// Good requests stopped.
    pub stopped: Stopped,
    /// Refusals prevented.
    pub prevented: Prevented,
}

/// Test of a policy that was learnt on the first days, on the last third.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// The first and the last day that it was learnt on.
    pub learnt_on: [String; 2],
    /// The first and the last of the other days.
    pub held_on: [String; 2],
    /// Outcome on these.
    #[serde(flatten)]
    pub outcome: Outcome,
}

fn four_decimals<S: Serializer>(share: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{share:.4}"))
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.words())
    }
}

impl Outcome {
    pub(super) fn of([(stopped, accepted), (prevented, refused)]: [(u64, u64); 2]) -> Outcome {
        let most = if accepted == 0 { 1.0 } else { bounds(stopped, accepted).1 };
        let least = if refused == 0 { 0.0 } else { bounds(prevented, refused).0 };
        Outcome {
            stopped: Stopped { count: stopped, of: accepted, most },
            prevented: Prevented { count: prevented, of: refused, least },
        }
    }
}

/// A day as text: `2026-11-20`.
pub(super) fn day_text(day: u32) -> String {
    let at = Timestamp::from_unix_seconds(i64::from(day) * 86_400);
    at.map_or(String::new(), |at| at.to_string().chars().take(10).collect())
}

/// The first and the last of some days.
pub(super) fn ends<'d>(
    mut days: impl DoubleEndedIterator<Item = &'d u32> + Clone,
) -> Option<[String; 2]> {
    Some([day_text(*days.clone().next()?), day_text(*days.next_back()?)])
}

impl Calibration {
    /// Concludes from evidence, by the policy of the engine that gave the reports.
    #[must_use]
    pub fn of(evidence: &Evidence, terms: Terms, engine: &Engine) -> Calibration {
        let analysis = Analysis::new(evidence, terms, engine);
        let earlier = || analysis.earlier();
        thread::scope(|scope| {
            // It takes as long as all else.
            let learning = thread::Builder::new().spawn_scoped(scope, earlier);
            let learnt = analysis.learn(analysis.days(0, u32::MAX));
            let (rules, missed) = (analysis.rules(&learnt), analysis.missed(&learnt));
            let earlier = match learning {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => earlier(),
            };
            Calibration {
                read: evidence.read,
                days: ends(analysis.judged_days().iter()),
                changed: changed(&learnt),
                cost: terms.cost,
                of: analysis.figures(),
                rules,
                missed,
                layers: analysis.layers(&learnt, earlier),
                terms,
            }
        })
    }

    /// The layer of a part of the log, or the one for all.
    #[must_use]
    pub fn layer(&self, by: Option<&str>) -> Option<&LayerOf> {
        self.layers.iter().find(|layer| layer.by.as_deref() == by)
    }

    /// Number of attempts with an answer that can be compared.
    #[must_use]
    pub fn judged(&self) -> u64 {
        let all = self.of.first().map(|all| all.counts).unwrap_or_default();
        let with_answer = Answer::ALL.into_iter().filter(|answer| *answer != Answer::None);
        with_answer.map(|answer| all.accept.of(answer) + all.reject.of(answer)).sum()
    }
}

/// The days on which three or more things changed.
fn changed(learnt: &Learnt) -> Vec<Changed> {
    let of_pairs = learnt.decisions.iter().flat_map(BTreeMap::values);
    let of_rules = learnt.rules.iter().map(|rule| &rule.decision);
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for day in of_pairs.chain(of_rules).filter_map(|decision| decision.since) {
        *counts.entry(day).or_default() += 1;
    }
    let many = counts.into_iter().filter(|(_, count)| *count >= 3);
    many.map(|(day, count)| Changed { day: day_text(day), count }).collect()
}
