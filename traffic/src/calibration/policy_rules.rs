//! Policy rules for refusals that no rule explains.

use super::analysis::{Analysis, Days, Learnt, has_layer, is_related};
use super::candidates::Constraint;
use super::decision::{Answers, Decision, decide_apart};
use super::evidence::{Cell, Count, Slot};
use super::profile::{Profile, Refused, ValueCount};
use super::seen::{is_code, key_of};
use super::walk::Value;
use paylint::{Feature, Level, Operation, Policy};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::discriminant;

/// Most rules that are proposed for a member.
const MOST: usize = 3;

/// A policy rule that is proposed.
#[derive(Clone, Debug)]
pub(super) struct PolicyRule {
    /// Its name: one of its own once it is proposed.
    pub(super) name: String,
    pub(super) operation: Operation,
    pub(super) member: String,
    pub(super) constraint: Constraint,
    pub(super) when: Option<Feature>,
    /// The part of the log that it is for; `None` for all.
    pub(super) by: Option<u32>,
    pub(super) decision: Decision,
}

/// The refusals on some days that named a member, and that nothing stops there.
pub(super) struct Told<'a> {
    pub(super) analysis: &'a Analysis<'a>,
    pub(super) operation: Operation,
    pub(super) member: &'a str,
    pub(super) profile: &'a Profile,
    pub(super) days: Days,
    pub(super) refused: Vec<(&'a Refused, &'a Count)>,
}

/// The rules for members that refusals named and that nothing stops there with the levels learnt; and, for members
/// without a rule, the closest candidate.
pub(super) fn find(
    analysis: &Analysis<'_>,
    learnt: &Learnt,
    days: Days,
) -> (Vec<PolicyRule>, BTreeMap<(Operation, String), Decision>) {
    let (mut rules, mut closest) = (Vec::new(), BTreeMap::new());
    let added = analysis.engine.added_rules();
    let mut taken: BTreeSet<String> = added.map(|rule| rule.name.to_owned()).collect();
    let evidence = analysis.evidence;
    for (operation, numbers) in &evidence.members {
        for (member, number) in numbers {
            let profile = &evidence.profiles[*number as usize];
            let mut told = Told::new(analysis, learnt, days, *operation, member, profile);
            for _ in 0..MOST {
                let codes = told.none_of().into_iter().map(|codes| (codes, None));
                let candidates = told.candidates().into_iter().chain(codes);
                let decided: Vec<PolicyRule> = candidates
                    .flat_map(|(constraint, when)| told.decided(constraint, when))
                    .collect();
                let Some(mut rule) = told.best(&decided) else {
                    let near = decided.into_iter().map(|rule| rule.decision);
                    let near = near.max_by(|one, other| one.low.total_cmp(&other.low));
                    closest.extend(near.map(|near| ((*operation, member.to_string()), near)));
                    break;
                };
                told.refused.retain(|(refused, _)| !analysis.fires_on(&rule, refused));
                rule.name = rule.free_name(&taken);
                taken.insert(rule.name.clone());
                rules.push(rule);
            }
        }
    }
    (rules, closest)
}

impl<'a> Told<'a> {
    fn new(
        analysis: &'a Analysis<'_>,
        learnt: &Learnt,
        days: Days,
        operation: Operation,
        member: &'a str,
        profile: &'a Profile,
    ) -> Told<'a> {
        let is_left = |refused: &Refused| {
            let cell = analysis.cell_of(refused);
            let mut found = analysis.sets[cell.findings as usize].iter();
            days.contain(cell.day)
                && !found.any(|(pair, level)| {
                    let at = &analysis.pairs[*pair];
                    is_related(&at.rule, &at.member, member)
                        && analysis.level(learnt, cell.by, *pair, *level) == Level::Deny
                })
        };
        let refused = profile.refused.iter();
        let refused = refused.filter(|(refused, count)| count.attempts > 0 && is_left(refused));
        let refused = refused.collect();
        Told { analysis, operation, member, profile, days, refused }
    }

    /// A rule with its decision for all parts, or with those for each.
    fn decided(&self, constraint: Constraint, when: Option<Feature>) -> Vec<PolicyRule> {
        let Told { analysis, operation, days, .. } = *self;
        let (member, decision) = (self.member.to_owned(), Decision::default());
        let name = "custom.rule".to_owned();
        let rule = PolicyRule { name, operation, member, constraint, when, by: None, decision };
        let here = self.refused.iter().filter(|(refused, _)| analysis.fires_on(&rule, refused));
        let here = here.map(|(refused, count)| {
            let Cell { by, day, .. } = analysis.cell_of(refused);
            Answers::of(true, analysis.part(by), day, count)
        });
        let mut answers: Vec<Answers<'_>> = here.collect();
        let accepted = analysis.accepted(&rule, self.profile, days);
        answers.extend(accepted.filter(|(fires, _)| *fires).map(|(_, answers)| answers));
        let decided = decide_apart(answers, analysis.terms, days.last_third).into_iter();
        decided.map(|(by, decision)| PolicyRule { by, decision, ..rule.clone() }).collect()
    }

    /// Codes that three customers were refused with, and that are refused often enough: for all parts, and for each
    /// that differs.
    fn none_of(&self) -> Vec<Constraint> {
        if !is_code(key_of(self.member)) || self.profile.is_coarse {
            return Vec::new();
        }
        let codes = self.refused.iter().filter_map(|(refused, _)| match &refused.value {
            Value::Code(code) => Some(code.to_string()),
            _ => None,
        });
        let mut by_part: BTreeMap<Option<u32>, Vec<String>> = BTreeMap::new();
        for code in codes.collect::<BTreeSet<String>>() {
            for rule in self.decided(Constraint::NoneOf(vec![code.clone()]), None) {
                let Decision { here, accepted, .. } = rule.decision;
                let is_often = here as f64 > self.analysis.terms.worth() * (here + accepted) as f64;
                if here >= 3 && is_often && rule.is_of_policies(self.analysis) {
                    by_part.entry(rule.by).or_default().push(code.clone());
                }
            }
        }
        let of_all = by_part.remove(&None).unwrap_or_default();
        let of_parts = by_part.into_values().map(|codes| {
            let mut codes = [&of_all[..], &codes].concat();
            codes.sort();
            codes
        });
        let mut constraints: Vec<Vec<String>> = of_parts.chain([of_all.clone()]).collect();
        constraints.retain(|codes| !codes.is_empty());
        constraints.into_iter().map(Constraint::NoneOf).collect()
    }

    /// The rule that explains most: of equals the first, without `when`, and for all parts.
    fn best(&self, decided: &[PolicyRule]) -> Option<PolicyRule> {
        let is_open = |rule: &&PolicyRule| {
            rule.decision.level == Some(Level::Deny)
                && has_layer(rule.by)
                && rule.is_of_policies(self.analysis)
                && self.tells_apart(rule)
        };
        let rank = |rule: &PolicyRule| (rule.decision.here, rule.when.is_none(), rule.by.is_none());
        let best = decided.iter().filter(is_open);
        best.reduce(|best, rule| if rank(rule) > rank(best) { rule } else { best }).cloned()
    }

    /// Whether a request was accepted that a rule lets pass: one that would stop them all tells nothing apart.
    fn tells_apart(&self, rule: &PolicyRule) -> bool {
        let first = rule.decision.since.unwrap_or(self.days.first);
        let days = Days { first, ..self.days };
        self.analysis.accepted(rule, self.profile, days).any(|(fires, _)| !fires)
    }
}

impl PolicyRule {
    /// This rule in a policy.
    pub(super) fn json(&self) -> serde_json::Value {
        let (word, value) = self.constraint.json();
        let on = [self.operation.name()];
        let mut json =
            json!({ "name": self.name, "on": on, "level": "deny", "member": self.member });
        json[word] = value;
        if let Some(feature) = self.when {
            let word = if feature.is_scenario() { "scenario" } else { "capability" };
            json["when"] = json!({ word: feature.name() });
        }
        json
    }

    /// The declaration of its member.
    pub(super) fn declaration(&self, analysis: &Analysis<'_>) -> serde_json::Value {
        let profile = analysis.evidence.profile(self.operation, &self.member);
        let json_type = profile.map_or("any", Profile::json_type);
        json!({ "member": self.member, "on": [self.operation.name()], "type": json_type })
    }

    /// Whether a policy can have it: the catalogue knows its codes, and its constraint is one of the member's type.
    fn is_of_policies(&self, analysis: &Analysis<'_>) -> bool {
        let is_known =
            paylint::members(self.operation).iter().any(|known| known.path == self.member);
        let members: Vec<_> = (!is_known).then(|| self.declaration(analysis)).into_iter().collect();
        let policy = json!({ "members": members, "rules": [self.json()] });
        Policy::from_json(policy.to_string().as_bytes()).is_ok()
    }

    pub(super) fn is_of(&self, operation: Operation, member: &str) -> bool {
        self.operation == operation && self.member == member
    }

    /// Whether it is for such attempts in a part of the log.
    fn is_for(&self, part: u32, (.., scenario, features): Slot) -> bool {
        let is_when = |when| Some(when) == scenario || features.contains(when);
        self.when.is_none_or(is_when) && self.by.is_none_or(|by| by == part)
    }

    /// A name that isn't taken: its member's keys and its constraint.
    fn free_name(&self, taken: &BTreeSet<String>) -> String {
        let keys = self.member.split('/').filter(|key| !key.is_empty() && *key != "*");
        let words = keys.chain([self.constraint.json().0]).collect::<Vec<_>>().join("_");
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let letters = words.to_lowercase();
        let letters = letters.chars().map(|letter| if is_plain(letter) { letter } else { '_' });
        let name: String = letters.take(45).collect();
        let numbered = (2..).map(|number| format!("custom.{name}_{number}"));
        let mut names = [format!("custom.{name}")].into_iter().chain(numbered);
        names.find(|name| !taken.contains(name)).unwrap_or_default()
    }
}

impl Analysis<'_> {
    /// Whether a rule fires on refused attempts that told of its member.
    pub(super) fn fires_on(&self, rule: &PolicyRule, refused: &Refused) -> bool {
        let slot @ (by, ..) = self.evidence.slots.all[refused.slot as usize];
        let violates = match rule.constraint {
            Constraint::Required => refused.lacks,
            ref constraint => constraint.is_violated_by(&refused.value),
        };
        violates && rule.is_for(self.part(by), slot)
    }

    /// Accepted attempts that a rule is for, each with whether it fires on them.
    fn accepted<'s>(
        &'s self,
        rule: &'s PolicyRule,
        profile: &'s Profile,
        days: Days,
    ) -> impl Iterator<Item = (bool, Answers<'s>)> {
        let is_required = rule.constraint == Constraint::Required;
        let outer = rule.member.rsplit_once('/').map_or("", |(outer, _)| outer);
        let outer = self.evidence.profile(rule.operation, outer.trim_end_matches("/*"));
        let counts = self.evidence.slots.all.iter().enumerate().flat_map(move |(number, slot)| {
            let present = profile.present_in(number);
            let lacking = outer.map_or(0, |outer| outer.present_in(number).saturating_sub(present));
            [(is_required, *slot, lacking), (false, *slot, if is_required { present } else { 0 })]
        });
        let counted = counts.filter_map(move |(fires, slot, more)| {
            let (by, day, ..) = slot;
            let by = self.part(by);
            let is_counted = more > 0 && days.contain(day) && rule.is_for(by, slot);
            is_counted
                .then_some((fires, Answers { by, day, attempts: more, more, ..Answers::default() }))
        });
        let values = profile.accepted_on(days, &self.evidence.slots);
        let values = values.filter(move |_| !is_required).map(|(value, (by, day, ..), count)| {
            let ValueCount { attempts, ref customers, more } = *count;
            let (by, listed) = (self.part(by), &customers[..]);
            let answers = Answers { by, day, attempts, listed, more, ..Answers::default() };
            (rule.constraint.is_violated_by(&value), answers)
        });
        counted.chain(values.filter(|(_, answers)| rule.by.is_none_or(|by| by == answers.by)))
    }

    /// Counts accepted attempts that rules would stop, at most, and refused ones that nothing else does, at least.
    pub(super) fn stops(&self, learnt: &Learnt, days: Days, by: Option<u32>) -> (u64, u64) {
        let is_of_part = |part: u32| by.is_none_or(|by| by == part);
        let mut stopped = 0;
        // What two rules stop of one customer, alike in all that counts, may be the same attempts.
        let mut prevented: HashMap<(u32, Option<u64>), u64> = HashMap::new();
        for rule in &learnt.rules {
            let Some(profile) = self.evidence.profile(rule.operation, &rule.member) else {
                continue;
            };
            let accepted = self.accepted(rule, profile, days);
            let fired = accepted.filter(|(fires, answers)| *fires && is_of_part(answers.by));
            stopped += fired.map(|(_, answers)| answers.attempts).sum::<u64>();
            let mut by_rule: HashMap<(u32, Option<u64>), u64> = HashMap::new();
            for (refused, count) in &profile.refused {
                let cell = self.cell_of(refused);
                let is_counted = days.contain(cell.day) && is_of_part(self.part(cell.by));
                if !is_counted || !self.fires_on(rule, refused) || self.rejects(learnt, cell) {
                    continue;
                }
                let known = count.customers.iter().map(|(who, attempts)| (Some(*who), *attempts));
                for (who, attempts) in known.chain([(None, count.more)]) {
                    *by_rule.entry((refused.cell, who)).or_default() += attempts;
                }
            }
            for (attempts, count) in by_rule {
                let most = prevented.entry(attempts).or_default();
                *most = count.max(*most);
            }
        }
        (stopped, prevented.into_values().sum())
    }
}

impl Profile {
    /// Whether some were accepted with this code, or with lengths or numbers around this one.
    pub(super) fn has_like(&self, value: &Value) -> bool {
        let is_like = |near: &&Value| discriminant(*near) == discriminant(value);
        let mut values = self.values().filter(is_like);
        match value {
            Value::Absent => true,
            Value::Code(_) => values.any(|known| known == value),
            Value::Number(low, high) => {
                values.clone().any(|known| matches!(known, Value::Number(other, _) if other <= low))
                    && values.any(|known| matches!(known, Value::Number(_, other) if other >= high))
            }
            _ => values.clone().any(|known| known <= value) && values.any(|known| known >= value),
        }
    }

    /// The type that its values have, as a policy declares it.
    fn json_type(&self) -> &'static str {
        let refused = self.refused.keys().map(|refused| &refused.value);
        let types = self.values().chain(refused).filter_map(|value| match value {
            Value::Absent => None,
            Value::Other => Some("any"),
            Value::Text(_) | Value::Code(_) => Some("string"),
            Value::Number(..) => Some("number"),
        });
        let types: BTreeSet<&str> = types.collect();
        match (types.first(), types.len()) {
            (Some(one), 1) => one,
            _ => "any",
        }
    }
}
