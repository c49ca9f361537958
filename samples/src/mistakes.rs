//! Mistakes: samples with one minimal change that violates a rule.

use std::collections::BTreeMap;

use paylint::{Decimal, FactsBuf, Report};

use crate::body::{Draw, written};
use crate::edges::edges;
use crate::facts::HEADERS;
use crate::mutate::{self, additions, objects};
use crate::node::{Node, Style};
use crate::sample::{Made, Mistake, Sample, Samples};

/// The search ends after this many samples in a row without anything new.
const FRUITLESS: usize = 200;

impl Mistake {
    /// This pair as one of several of its rule, from 1: `order.product.price_minimum-2.held`.
    fn numbered(mut self, number: usize) -> Mistake {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        self.accepted.id += &format!("{suffix}.held");
        self.mistaken.id += &format!("{suffix}.violated");
        self
    }
}

impl Samples<'_> {
    /// Up to `count` pairs for each rule that one change of a sample violates, in the order of the rules. In the
    /// changed request the engine finds this violation and no other at the rule's level.
    pub fn mistakes(&mut self, count: usize) -> Vec<Mistake> {
        // By the rule's position: the number of other findings, and the pair.
        let mut all: BTreeMap<usize, Vec<(usize, Mistake)>> = BTreeMap::new();
        let (mut fruitless, mut rounds) = (0, 0);
        while fruitless < FRUITLESS {
            (fruitless, rounds) = (fruitless + 1, rounds + 1);
            // By now, many members and the HTTP request have been tried; smaller samples are faster.
            let thorough = rounds <= 20;
            if !thorough {
                self.densities = &[0, 5, 10];
            }
            let Some(made) = self.make() else { break };
            for (rule, (others, mistake)) in self.mistakes_of(&made, thorough) {
                let known = all.entry(rule).or_default();
                if known.len() < count {
                    known.push((others, mistake));
                } else if let Some(worse) = known.iter_mut().find(|(more, _)| others < *more) {
                    *worse = (others, mistake);
                } else {
                    continue;
                }
                fruitless = 0;
            }
        }
        let numbered = all.into_values().flat_map(|pairs| pairs.into_iter().zip(1..));
        numbered.map(|((_, mistake), number)| mistake.numbered(number)).collect()
    }

    /// For each rule, the change of a sample that causes the fewest other findings.
    fn mistakes_of(&mut self, made: &Made, thorough: bool) -> BTreeMap<usize, (usize, Mistake)> {
        let mut best: BTreeMap<usize, (usize, Mistake)> = BTreeMap::new();
        let made_facts = made.sample.facts.as_bytes();
        let standing = FactsBuf::from_json(made_facts).expect("usable facts");
        let mut report = Report::new();
        for (body, facts) in self.changes(made, thorough) {
            let facts = facts.map(|facts| facts.write(&mut self.rng, Style::PLAIN));
            let changed = facts.as_ref().map(|facts| FactsBuf::from_json(facts.as_bytes()));
            let Ok(changed) = changed.transpose() else { continue };
            let host = changed.as_ref().unwrap_or(&standing).as_facts();
            let text = body.as_deref().unwrap_or_default();
            self.engine.check_into(self.operation, text.as_bytes(), &host, &mut report);
            if report.unchecked().len() > 0 || report.truncated() {
                continue;
            }
            for finding in report.findings() {
                let others = report.findings().len() - 1;
                let at_level =
                    report.findings().filter(|other| other.level() == finding.level()).count();
                let rule = finding.rule_index();
                if at_level > 1 || best.get(&rule).is_some_and(|(least, _)| *least <= others) {
                    continue;
                }
                let id = format!("{}.{}", self.operation, finding.rule().name);
                let facts = facts.as_ref().unwrap_or(&made.sample.facts).clone();
                let mistaken = Sample::new(id.clone(), body.clone(), facts, &report);
                let mistake = Mistake {
                    rule: finding.rule().name.to_owned(),
                    path: finding.path(),
                    level: finding.level(),
                    accepted: Sample { id, ..made.sample.clone() },
                    mistaken,
                };
                best.insert(rule, (others, mistake));
            }
        }
        best
    }

    /// Every small change: the changed body, and the facts if they change.
    fn changes(&mut self, made: &Made, thorough: bool) -> Vec<(Option<String>, Option<Node>)> {
        let mut tree = made.body.clone().unwrap_or(Node::Object(Vec::new()));
        let mut changes = vec![(Some(written(Some(&tree))), None)];
        let amounts = amounts(&made.facts);
        for (at, path) in objects(&tree) {
            let steps: Vec<&str> = at.iter().map(String::as_str).collect();
            // The first elements of a list stand for all.
            if steps.iter().any(|step| step.parse().is_ok_and(|index: usize| index > 1)) {
                continue;
            }
            let Some(Node::Object(members)) = tree.at(&steps).cloned() else { continue };
            let Samples { schema, rng, .. } = self;
            let draw = Draw { schema, world: &made.world, density: 95 };
            let additions = additions(rng, draw, &path, &members);
            for change in mutate::changes(rng, &members, additions, &amounts) {
                let mut changed = tree.clone();
                if let Some(Node::Object(members)) = changed.at(&steps) {
                    change.make(members);
                }
                changes.push((Some(written(Some(&changed))), None));
            }
        }
        let text = written(Some(&tree));
        let cut = text[..text.len() - 1].to_owned();
        changes.extend([None, Some(cut), Some("[]".to_owned())].map(|body| (body, None)));
        // A low limit is easy to exceed.
        let limit = self.engine.max_body_bytes();
        if limit < 1 << 16 {
            changes.push((Some(text.clone() + &" ".repeat(limit)), None));
        }
        if thorough {
            let body = made.sample.body.as_ref();
            let requests = requests(&made.facts).into_iter();
            changes.extend(requests.map(|facts| (body.cloned(), Some(facts))));
        }
        changes
    }
}

/// The amounts in the facts.
fn amounts(facts: &Node) -> Vec<Node> {
    let Some(Node::Object(order)) = facts.clone().at(&["order"]).cloned() else {
        return Vec::new();
    };
    let is_amount = |text: &String| text.parse::<Decimal>().is_ok();
    let amounts = order.into_iter().filter_map(|(_, value)| match value {
        Node::Text(text) => Some(text).filter(is_amount).map(Node::Number),
        _ => None,
    });
    amounts.collect()
}

/// The facts with each change of the HTTP request.
fn requests(facts: &Node) -> Vec<Node> {
    let mut all = Vec::new();
    let mut put = |path: &[&str], value: Option<&Node>| {
        let mut changed = facts.clone();
        let Some((name, around)) = path.split_last() else { return };
        let Some(Node::Object(members)) = changed.at(around) else { return };
        match (members.iter().position(|(key, _)| key == name), value) {
            (Some(place), Some(value)) => members[place].1 = value.clone(),
            (Some(place), None) => _ = members.remove(place),
            (None, _) => return,
        }
        all.push(changed);
    };
    edges("facts", "method").iter().for_each(|method| put(&["request", "method"], Some(method)));
    edges("facts", "address")
        .iter()
        .for_each(|address| put(&["request", "source_address"], Some(address)));
    for header in HEADERS {
        let path = ["request", "headers", header];
        put(&path, None);
        edges("facts", header).iter().for_each(|value| put(&path, Some(value)));
    }
    if let Some(Node::Text(path)) = facts.clone().at(&["request", "path"]) {
        let (slash, version) = (path.trim_end_matches('/'), path.replacen("v0.6", "v0.7", 1));
        let bare = path.trim_start_matches("/api/v0.6");
        for other in [slash, bare, &version, "/x"] {
            put(&["request", "path"], Some(&Node::text(other)));
        }
    }
    all
}
