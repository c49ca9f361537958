//! Which rules look at a member: found by changing it, and nothing else, in the catalogue's
//! examples. A rule whose outcome changes depends on the member; one that no example brings out is
//! not found.

use crate::members::{Place, Step};
use paylint::rule::Example;
use paylint::{Engine, FactsBuf, Feature, FeatureSet, Level, Operation, Policy, Report, catalogue};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What depends on a member.
#[derive(Default)]
pub(super) struct Dependents {
    /// The rules by name, and where each reports.
    pub(super) rules: BTreeMap<&'static str, BTreeSet<Where>>,
    /// The features that it switches on or off.
    pub(super) features: FeatureSet,
}

/// Where a rule reports what it finds because of a member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Where {
    /// At the member.
    AtIt,
    /// At a member inside it.
    Inside,
    Elsewhere,
    /// Nowhere: whether it can be decided depends on the member.
    Undecided,
}

/// The engine that looks at every rule, and the examples as they are read.
pub(super) struct Probe {
    engine: Engine,
    examples: Vec<(Operation, Value, FactsBuf)>,
}

impl Probe {
    pub(super) fn new() -> Probe {
        let off = catalogue().iter().filter(|rule| rule.level == Level::Allow);
        let policy = off.fold(Policy::default(), |policy, rule| {
            policy.clone().with_level(rule.name, Level::Warn).unwrap_or(policy)
        });
        let docs = catalogue().iter().map(|rule| rule.docs);
        let mut seen = BTreeSet::new();
        let examples = docs
            .flat_map(|docs| [docs.violated_by, docs.held_by])
            .filter(|example| seen.insert((example.operation, example.body, example.facts)));
        Probe { engine: Engine::new(&policy), examples: examples.filter_map(read).collect() }
    }

    /// What depends on a member of an operation.
    pub(super) fn dependents(&self, place: &Place<'_>) -> Dependents {
        let mut dependents = Dependents::default();
        let values = self.values(place);
        for (operation, body, facts) in &self.examples {
            if *operation != place.operation {
                continue;
            }
            let mut body = body.clone();
            let Some((parent, name)) = parent_of(&mut body, place.steps) else { continue };
            let original = parent.remove(name);
            let check = |body: &Value, twice: bool| {
                let mut text = body.to_string();
                if twice {
                    text = text.replace(AGAIN, name);
                }
                let report = self.engine.check(*operation, text.as_bytes(), &facts.as_facts());
                Outcome::of(&report)
            };
            let path = pointer(place.steps);
            let absent = check(&body, false);
            for value in original.iter().chain(&values) {
                let Some((parent, name)) = parent_of(&mut body, place.steps) else { continue };
                parent.insert(name.to_owned(), value.clone());
                dependents.compare(&absent, &check(&body, false), &path);
            }
            let once = check(&body, false);
            if let Some((parent, _)) = parent_of(&mut body, place.steps) {
                parent.insert(AGAIN.to_owned(), Value::Null);
                dependents.compare(&once, &check(&body, true), &path);
            }
        }
        dependents
    }

    /// Values to try: those that a member of this name, or of the same last word (`pickup_date`,
    /// `return_date`), has in any example, and some of every type.
    fn values(&self, place: &Place<'_>) -> Vec<Value> {
        let mut values = some_values();
        if let Some(Step::Member(name)) = place.steps.last() {
            let mut open: Vec<&Value> = self.examples.iter().map(|(_, body, _)| body).collect();
            while let Some(value) = open.pop() {
                match value {
                    Value::Object(members) => {
                        let akin =
                            members.iter().filter(|(other, _)| last_word(other) == last_word(name));
                        values.extend(akin.map(|(_, value)| value.clone()));
                        open.extend(members.values());
                    }
                    Value::Array(elements) => open.extend(elements),
                    _ => {}
                }
            }
        }
        let mut seen = BTreeSet::new();
        values.retain(|value| seen.insert(value.to_string()));
        values
    }
}

fn last_word(name: &str) -> &str {
    name.rsplit('_').next().unwrap_or(name)
}

/// Stands for a key that is written a second time.
const AGAIN: &str = "@again";

fn some_values() -> Vec<Value> {
    let mut values =
        vec![json!(null), json!({}), json!([]), json!([{}]), json!(true), json!(false)];
    values
        .extend([0.0, -1.0, 0.001, 1.0, 1.5, 12.0, 99.0, 150.0, 1e20].map(|number| json!(number)));
    values.extend([0, 1, 13, 26].map(|number| json!(number)));
    let texts = [
        " ",
        "x",
        "\u{7}",
        "1",
        "03",
        "EUR",
        "LV",
        "xx",
        "en",
        "AUTH",
        "a@shop.example",
        "1990-01-01",
        "2199-01-01",
        "01012026",
        "192.0.2.7",
        "4111111111111111",
        "4111111111111112",
    ];
    values.extend(texts.map(|text| json!(text)));
    values.push(json!("x".repeat(300)));
    values
}

fn read(example: Example) -> Option<(Operation, Value, FactsBuf)> {
    let operation = Operation::from_name(example.operation)?;
    let body = serde_json::from_str::<Value>(example.body).ok().filter(Value::is_object);
    let facts = FactsBuf::from_json(example.facts.as_bytes()).unwrap_or_default();
    Some((operation, body.unwrap_or_else(|| json!({})), facts))
}

/// The object that a member belongs to, made if it is not there, and the member's name. Nothing if
/// something else is in its place.
fn parent_of<'b, 's>(
    body: &'b mut Value,
    steps: &'s [Step<'s>],
) -> Option<(&'b mut Map<String, Value>, &'s str)> {
    let (Step::Member(name), outer) = steps.split_last()? else { return None };
    let mut at = body;
    for (index, step) in outer.iter().enumerate() {
        let is_array = outer.get(index + 1) == Some(&Step::Element);
        at = match step {
            Step::Member(name) => {
                let empty = if is_array { json!([]) } else { json!({}) };
                at.as_object_mut()?.entry(*name).or_insert(empty)
            }
            Step::Element => {
                let elements = at.as_array_mut()?;
                if elements.is_empty() {
                    elements.push(json!({}));
                }
                elements.first_mut()?
            }
        };
    }
    Some((at.as_object_mut()?, name))
}

/// The path as a finding gives it, in the first element of every array.
fn pointer(steps: &[Step<'_>]) -> String {
    let step = |step: &Step<'_>| match step {
        Step::Member(name) => format!("/{name}"),
        Step::Element => "/0".to_owned(),
    };
    steps.iter().map(step).collect()
}

/// Stands for the path of a rule that can't be decided.
const UNCHECKED: &str = "unchecked";

/// What a check came to: the findings and the unchecked facts of each rule, and the features.
struct Outcome {
    rules: BTreeMap<&'static str, BTreeSet<(String, String)>>,
    features: FeatureSet,
}

impl Outcome {
    fn of(report: &Report) -> Outcome {
        let mut rules: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        let mut add = |rule: &str, path: String, said: String| {
            if let Some(rule) = catalogue().iter().find(|known| known.name == rule) {
                rules.entry(rule.name).or_default().insert((path, said));
            }
        };
        for finding in report.findings() {
            add(finding.rule().name, finding.path().to_string(), finding.message().to_string());
        }
        for unchecked in report.unchecked() {
            let needs: Vec<_> = unchecked.needs().map(|fact| fact.name()).collect();
            add(unchecked.rule().name, UNCHECKED.to_owned(), needs.join(" "));
        }
        let features: FeatureSet = report.scenario().into_iter().collect();
        Outcome { rules, features: features.union(report.capabilities()) }
    }

    fn of_rule(&self, rule: &str) -> BTreeSet<(String, String)> {
        self.rules.get(rule).cloned().unwrap_or_default()
    }
}

impl Dependents {
    /// Adds the rules and the features that are not the same in two outcomes.
    fn compare(&mut self, one: &Outcome, other: &Outcome, path: &str) {
        for rule in one.rules.keys().chain(other.rules.keys()) {
            let [one, other] = [one.of_rule(rule), other.of_rule(rule)];
            for (at, _) in one.symmetric_difference(&other) {
                let place = match at.strip_prefix(path) {
                    Some("") => Where::AtIt,
                    Some(rest) if rest.starts_with('/') => Where::Inside,
                    _ if at == UNCHECKED => Where::Undecided,
                    _ => Where::Elsewhere,
                };
                self.rules.entry(rule).or_default().insert(place);
            }
        }
        let differ = one.features.union(other.features);
        let same = one.features.intersection(other.features);
        self.features = self.features.union(differ.difference(same));
    }

    /// Adds what depends on the member in another operation.
    pub(super) fn merge(&mut self, other: Dependents) {
        for (rule, places) in other.rules {
            self.rules.entry(rule).or_default().extend(places);
        }
        self.features = self.features.union(other.features);
    }

    /// The features, in order.
    pub(super) fn feature_names(&self) -> Vec<&'static str> {
        self.features.iter().map(Feature::name).collect()
    }
}
