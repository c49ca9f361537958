//! Samples: varied accepted requests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use paylint::schema::Kind;
use paylint::{Engine, FactsBuf, FactsError, Feature, Level, Operation, Report, Verdict};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::body::{Draw, Schema, written};
use crate::facts::{self, Odds};
use crate::node::{Node, Style};
use crate::rng::Rng;
use crate::times::at;
use crate::world::World;

/// A made-up request and its result.
#[derive(Clone, PartialEq, Eq)]
pub struct Sample {
    /// A name, unique among the samples of one seed.
    pub id: String,
    /// The operation.
    pub operation: Operation,
    /// The body, if there is one.
    pub body: Option<String>,
    /// The facts, as JSON text.
    pub facts: String,
    /// Whether it is accepted.
    pub accepted: bool,
    /// All findings: rule, path, level.
    pub findings: Vec<(String, String, Level)>,
}

impl Sample {
    pub(crate) fn new(id: String, body: Option<String>, facts: String, report: &Report) -> Sample {
        let findings = report
            .findings()
            .map(|finding| (finding.rule().name.to_owned(), finding.path(), finding.level()));
        Sample {
            id,
            operation: report.operation(),
            body,
            facts,
            accepted: report.verdict() == Verdict::Accept,
            findings: findings.collect(),
        }
    }

    /// The sample as a case: a line for `paylint batch`, with its `expect`.
    #[must_use]
    pub fn to_case(&self) -> String {
        let mut case = vec![
            ("id", Value::from(self.id.as_str()).to_string()),
            ("operation", Value::from(self.operation.name()).to_string()),
        ];
        match self.body.as_deref() {
            Some(body) if serde_json::from_str::<&RawValue>(body).is_ok() => {
                case.push(("body", body.to_owned()));
            }
            Some(text) => case.push(("raw", Value::from(text).to_string())),
            None => {}
        }
        case.push(("facts", self.facts.clone()));
        let findings = self.findings.iter();
        let findings = findings.map(|(rule, path, level)| json!([rule, path, level.name()]));
        let verdict = if self.accepted { "accept" } else { "reject" };
        let findings = Value::from_iter(findings);
        let expect = format!(r#"{{"verdict":"{verdict}","findings":{findings},"unchecked":[]}}"#);
        case.push(("expect", expect));
        let members = case.iter().map(|(name, value)| format!("\"{name}\":{value}"));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }
}

/// Shows only the name, as every type with a body does.
impl fmt::Debug for Sample {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Sample").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A sample, and the same with one minimal change that violates a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The rule.
    pub rule: String,
    /// Where it is violated.
    pub path: String,
    /// The rule's level; there are no other findings at it.
    pub level: Level,
    /// The sample.
    pub accepted: Sample,
    /// The sample with the change.
    pub mistaken: Sample,
}

/// A sample with the trees it was written from, and its members and features.
pub(crate) struct Made {
    pub(crate) body: Option<Node>,
    pub(crate) facts: Node,
    pub(crate) world: World,
    pub(crate) sample: Sample,
    marks: BTreeSet<usize>,
}

/// An iterator over samples of one operation: accepted, without findings and unchecked rules. The same seed gives the
/// same samples on every machine. Ends if no request can be accepted: see [`Samples::obstacle`].
pub struct Samples<'e> {
    pub(crate) engine: &'e Engine,
    pub(crate) operation: Operation,
    pub(crate) schema: Schema,
    pub(crate) rng: Rng<'static>,
    /// Facts laid over made-up ones and those before, each with whether that is member by member.
    given: Vec<(String, Node, bool)>,
    /// Paths of members and names of features. Samples aim to cover every pair of them.
    marks: Vec<String>,
    all_scripts: bool,
    /// Percentages of optional members, one of which is chosen for each sample.
    pub(crate) densities: &'static [usize],
    count: usize,
    /// Reasons why no sample was accepted, with their counts.
    obstacles: BTreeMap<String, usize>,
}

impl<'e> Samples<'e> {
    /// Samples under the engine's policy.
    #[must_use]
    pub fn new(engine: &'e Engine, operation: Operation, seed: u64) -> Samples<'e> {
        let schema = Schema::of(engine, operation);
        // No accepted payout has members that only serve to recognise a feature.
        let members = schema.all().iter().filter(|known| !matches!(known.kind(), Kind::Recognised));
        let members = members.map(|known| known.path.clone());
        let can_have = |feature: &&Feature| match operation {
            Operation::Order => {
                let scenarios = [Feature::OneStep, Feature::TwoStep, Feature::ZeroAmount];
                !feature.is_scenario() || scenarios.contains(feature)
            }
            Operation::Refund => [Feature::FullRefund, Feature::PartialRefund].contains(feature),
            _ => false,
        };
        let features = Feature::ALL.iter().filter(can_have);
        let marks = members.chain(features.map(|feature| feature.name().to_owned())).collect();
        let rng = Rng::new(seed ^ (operation as u64) << 56);
        Samples {
            engine,
            operation,
            schema,
            rng,
            given: Vec::new(),
            all_scripts: false,
            marks,
            densities: &[0, 10, 20, 40, 90],
            count: 0,
            obstacles: BTreeMap::new(),
        }
    }

    /// Lays facts over the made-up ones, by top-level member.
    ///
    /// # Errors
    /// As [`FactsBuf::from_json`].
    pub fn with_facts(self, json: &[u8]) -> Result<Samples<'e>, FactsError> {
        self.lay_over(json, false)
    }

    /// Lays facts over the made-up ones and those given before, member by member.
    ///
    /// # Errors
    /// As [`FactsBuf::from_json`].
    pub fn with_single_facts(self, json: &[u8]) -> Result<Samples<'e>, FactsError> {
        self.lay_over(json, true)
    }

    fn lay_over(mut self, json: &[u8], is_single: bool) -> Result<Samples<'e>, FactsError> {
        FactsBuf::from_json(json)?;
        if let Ok(Node::Object(members)) = serde_json::from_slice(json).and_then(Node::from_json) {
            self.given.extend(members.into_iter().map(|(name, value)| (name, value, is_single)));
        }
        Ok(self)
    }

    /// Also uses names in non-Latin scripts.
    #[must_use]
    pub fn with_all_scripts(self) -> Samples<'e> {
        Samples { all_scripts: true, ..self }
    }

    /// Why the samples ended: the most frequent finding, or a missing fact.
    #[must_use]
    pub fn obstacle(&self) -> Option<&str> {
        self.obstacles.iter().max_by_key(|(_, count)| **count).map(|(text, _)| text.as_str())
    }

    /// As many samples as it takes until every compatible pair of members, and of features, has occurred together.
    pub fn covering(&mut self) -> Vec<Sample> {
        let count = self.marks.len();
        let mut seen = vec![false; count * count];
        let mut samples = Vec::from_iter(self.next());
        for (one, other) in (0..count).flat_map(|one| (0..=one).map(move |other| (one, other))) {
            if seen[one * count + other] || samples.is_empty() {
                continue;
            }
            let Some(made) = (0..16).find_map(|_| self.attempt(&[one, other])) else { continue };
            for one in &made.marks {
                made.marks.iter().for_each(|other| seen[one * count + other] = true);
            }
            samples.push(made.sample);
        }
        samples
    }

    /// The next sample, with its sources. Every other one aims at a feature: members are far more numerous.
    pub(crate) fn make(&mut self) -> Option<Made> {
        let count = self.marks.len();
        let features = self.marks.iter().filter(|mark| !mark.starts_with('/')).count();
        for attempt in 0..600 {
            let one = match features {
                1.. if self.count.is_multiple_of(2) => {
                    count - 1 - (self.count / 2 + attempt / 8) % features
                }
                _ => self.rng.below(count),
            };
            let other = self.rng.below(count);
            let wants = if attempt < 300 && count > 0 { vec![one, other] } else { Vec::new() };
            let made = self.attempt(&wants);
            if made.is_some() {
                return made;
            }
        }
        None
    }

    /// Tries to make a sample with these marks.
    fn attempt(&mut self, wants: &[usize]) -> Option<Made> {
        let Samples { engine, operation, schema, rng, densities, .. } = self;
        let names: Vec<&str> = wants.iter().map(|mark| self.marks[*mark].as_str()).collect();
        let mut world = World::any(rng, *operation, &names, self.all_scripts);
        let given = self.given.iter().rfind(|(name, ..)| name == "now");
        if let Some((_, Node::Text(now), _)) = given {
            world.now = Some(at(now));
        }
        world.is_sample = true;
        if world.wants_too_much() {
            return None;
        }
        let mut facts = facts::facts(rng, &world, Odds::CALM);
        if let Node::Object(facts) = &mut facts {
            for (name, value, is_single) in &self.given {
                match (facts.iter_mut().find(|(known, _)| known == name), value) {
                    (Some((_, Node::Object(group))), Node::Object(members)) if *is_single => {
                        members.iter().for_each(|(name, value)| put(group, name, value));
                    }
                    _ => put(facts, name, value),
                }
            }
        }
        let text = facts.write(rng, Style::PLAIN);
        let host = FactsBuf::from_json(text.as_bytes()).expect("usable facts");
        let draw = Draw { schema, world: &world, density: rng.pick(densities) };
        let has_body = match operation {
            Operation::Reversal => false,
            Operation::Refund => world.wants_member("") || rng.chance(60),
            _ => true,
        };
        let body = has_body.then(|| draw.object(rng, ""));
        let mut drawn = BTreeSet::new();
        body.iter().for_each(|body| paths(body, "", &mut drawn));
        if names.iter().any(|name| name.starts_with('/') && !drawn.contains(*name)) {
            return None;
        }
        let (body, report) = draw.repaired(rng, engine, &host, body);
        if report.findings().len() + report.unchecked().len() > 0 {
            *self.obstacles.entry(obstacle(&report)).or_default() += 1;
            return None;
        }
        let mut present = BTreeSet::new();
        body.iter().for_each(|body| paths(body, "", &mut present));
        let features = report.scenario().into_iter().chain(report.capabilities().iter());
        present.extend(features.map(|feature| feature.name().to_owned()));
        let marks = self.marks.iter().enumerate().filter(|(_, mark)| present.contains(*mark));
        let marks: BTreeSet<usize> = marks.map(|(index, _)| index).collect();
        if !wants.iter().all(|mark| marks.contains(mark)) {
            return None;
        }
        self.count += 1;
        let id = format!("{operation}-{}", self.count);
        let sample = Sample::new(id, body.as_ref().map(|body| written(Some(body))), text, &report);
        Some(Made { body, facts, world, sample, marks })
    }
}

impl Iterator for Samples<'_> {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        self.make().map(|made| made.sample)
    }
}

/// Shows only the operation, since facts can hold a token.
impl fmt::Debug for Samples<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Samples").field("operation", &self.operation).finish_non_exhaustive()
    }
}

fn put(members: &mut Vec<(String, Node)>, name: &str, value: &Node) {
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, place)) => *place = value.clone(),
        None => members.push((name.to_owned(), value.clone())),
    }
}

/// The paths of all members, with `*` for each index.
fn paths(node: &Node, path: &str, out: &mut BTreeSet<String>) {
    match node {
        Node::Object(members) => {
            for (name, value) in members {
                let path = format!("{path}/{name}");
                paths(value, &path, out);
                out.insert(path);
            }
        }
        Node::List(elements) => {
            elements.iter().for_each(|element| paths(element, &format!("{path}/*"), out))
        }
        _ => {}
    }
}

/// The reason why a request wasn't accepted: an unchecked rule, or a finding. A finding about the whole request comes
/// first, since no other body would fix it.
fn obstacle(report: &Report) -> String {
    if let Some(unchecked) = report.unchecked().next() {
        return unchecked.message();
    }
    let whole = report.findings().find(|finding| finding.path().is_empty());
    let finding = whole.or(report.findings().next());
    finding
        .map_or(String::new(), |finding| format!("{}: {}", finding.rule().name, finding.message()))
}
