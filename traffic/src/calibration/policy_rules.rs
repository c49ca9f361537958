//! Policy rules for refusals that no rule explains.

use super::Answer;
use super::analysis::{Analysis, Days, Learnt, has_layer, is_related};
use super::candidates::{Constraint, Told, candidates};
use super::decision::{Answers, Decision, decide_apart};
use super::evidence::{Cell, Count, Profile, Refused, Slot};
use super::seen::is_code;
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
    pub(super) operation: Operation,
    pub(super) member: String,
    pub(super) constraint: Constraint,
    pub(super) when: Option<Feature>,
    /// The part of the log that it is for; `None` for all.
    pub(super) by: Option<u32>,
    pub(super) decision: Decision,
}

/// The rules for members that refusals named and that nothing stops there with the levels learnt; and, for members
/// without a rule, the closest candidate.
pub(super) fn find(
    analysis: &Analysis<'_>,
    learnt: &Learnt,
    days: Days,
) -> (Vec<PolicyRule>, BTreeMap<(Operation, String), Decision>) {
    let (mut rules, mut closest) = (Vec::new(), BTreeMap::new());
    let evidence = analysis.evidence;
    for (operation, numbers) in &evidence.members {
        for (member, number) in numbers {
            let profile = &evidence.profiles[*number as usize];
            let refused = refused(analysis, learnt, member, profile, days);
            let mut told = Told { operation: *operation, member, profile, days, refused };
            for _ in 0..MOST {
                let codes = none_of(analysis, &told).into_iter().map(|codes| (codes, None));
                let candidates = candidates(analysis, &told).into_iter().chain(codes);
                let decided = candidates
                    .flat_map(|(constraint, when)| decided(analysis, &told, constraint, when));
                let decided: Vec<PolicyRule> = decided.collect();
                let Some(rule) = best(analysis, &decided, profile, days) else {
                    let near = decided.into_iter().map(|rule| rule.decision);
                    let near = near.max_by(|one, other| one.low.total_cmp(&other.low));
                    closest.extend(near.map(|near| ((*operation, member.to_string()), near)));
                    break;
                };
                told.refused.retain(|(refused, _)| !fires_on(analysis, &rule, refused));
                rules.push(rule);
            }
        }
    }
    (rules, closest)
}

/// The rule that explains most: of equals the first, without `when`, and for all parts.
fn best(
    analysis: &Analysis<'_>,
    decided: &[PolicyRule],
    profile: &Profile,
    days: Days,
) -> Option<PolicyRule> {
    let is_open = |rule: &&PolicyRule| {
        rule.decision.level == Some(Level::Deny)
            && has_layer(rule.by)
            && rule.is_of_policies(profile)
            && tells_apart(analysis, rule, profile, days)
    };
    let rank = |rule: &PolicyRule| (rule.decision.here, rule.when.is_none(), rule.by.is_none());
    let best = decided.iter().filter(is_open);
    best.reduce(|best, rule| if rank(rule) > rank(best) { rule } else { best }).cloned()
}

/// Whether a request was accepted that a rule lets pass: one that would stop them all tells nothing apart.
fn tells_apart(analysis: &Analysis<'_>, rule: &PolicyRule, profile: &Profile, days: Days) -> bool {
    let days = Days(rule.decision.since.unwrap_or(days.0), days.1);
    let is_of_part = |by: u32| rule.by.is_none_or(|of| of == by);
    if rule.constraint == Constraint::Required {
        return profile.present.iter().any(|(slot, count)| {
            let slot @ (by, day, ..) = analysis.evidence.slots.all[*slot as usize];
            let is_its_own = rule.is_when(slot) && is_of_part(analysis.part(by));
            *count > 0 && is_its_own && days.contain(day)
        });
    }
    let lacking = PolicyRule { constraint: Constraint::Required, ..rule.clone() };
    let mut lacking = accepted(analysis, &lacking, profile, days).into_iter();
    lacking.any(|answers| is_of_part(answers.by))
        || profile.accepted_on(days).any(|(value, (by, _), _)| {
            !rule.constraint.is_violated_by(value) && is_of_part(analysis.part(by))
        })
}

/// Refusals that told of a member and that nothing stops there.
fn refused<'e>(
    analysis: &Analysis<'e>,
    learnt: &Learnt,
    member: &str,
    profile: &'e Profile,
    days: Days,
) -> Vec<(&'e Refused, &'e Count)> {
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
    let refused =
        profile.refused.iter().filter(|(refused, count)| count.attempts > 0 && is_left(refused));
    let mut refused: Vec<_> = refused.collect();
    refused.sort_by_key(|(refused, _)| {
        (analysis.cell_of(refused), refused.slot, refused.hash, refused.lacks)
    });
    refused
}

impl PolicyRule {
    /// This rule in a policy.
    pub(super) fn json(&self, name: &str) -> serde_json::Value {
        let (word, value) = self.constraint.json();
        let on = [self.operation.name()];
        let mut json = json!({ "name": name, "on": on, "level": "deny", "member": self.member });
        json[word] = value;
        if let Some(feature) = self.when {
            let word = if feature.is_scenario() { "scenario" } else { "capability" };
            json["when"] = json!({ word: feature.name() });
        }
        json
    }

    /// The declaration of its member.
    pub(super) fn declaration(&self, profile: Option<&Profile>) -> serde_json::Value {
        let json_type = profile.map_or("any", Profile::json_type);
        json!({ "member": self.member, "on": [self.operation.name()], "type": json_type })
    }

    /// Whether a policy can have it: the catalogue knows its codes, and its constraint is one of the member's type.
    fn is_of_policies(&self, profile: &Profile) -> bool {
        let is_known =
            paylint::members(self.operation).iter().any(|known| known.path == self.member);
        let declaration = Some(self.declaration(Some(profile))).filter(|_| !is_known);
        let members: Vec<_> = declaration.into_iter().collect();
        let policy = json!({ "members": members, "rules": [self.json("custom.rule")] });
        Policy::from_json(policy.to_string().as_bytes()).is_ok()
    }

    pub(super) fn is_of(&self, operation: Operation, member: &str) -> bool {
        self.operation == operation && self.member == member
    }

    fn is_when(&self, (.., scenario, features): Slot) -> bool {
        self.when.is_none_or(|when| Some(when) == scenario || features.contains(when))
    }
}

/// Whether a rule fires on refused attempts that told of its member.
pub(super) fn fires_on(analysis: &Analysis<'_>, rule: &PolicyRule, refused: &Refused) -> bool {
    let is_when = rule.is_when(analysis.evidence.slots.all[refused.slot as usize]);
    let is_of_part = rule.by.is_none_or(|by| by == analysis.part(analysis.cell_of(refused).by));
    let violates = match rule.constraint {
        Constraint::Required => refused.lacks,
        ref constraint => constraint.is_violated_by(&refused.value),
    };
    is_when && is_of_part && violates
}

/// Codes that three customers were refused with, and that are refused often enough: for all parts, and for each that
/// differs.
fn none_of(analysis: &Analysis<'_>, told: &Told<'_>) -> Vec<Constraint> {
    if !is_code(told.member) || told.profile.is_coarse {
        return Vec::new();
    }
    let codes = told.refused.iter().filter_map(|(refused, _)| match &refused.value {
        Value::Code(code) => Some(code.text().to_owned()),
        _ => None,
    });
    let mut by_part: BTreeMap<Option<u32>, Vec<String>> = BTreeMap::new();
    for code in codes.collect::<BTreeSet<String>>() {
        for rule in decided(analysis, told, Constraint::NoneOf(vec![code.clone()]), None) {
            let Decision { here, accepted, .. } = rule.decision;
            let is_often = here as f64 > analysis.terms.worth() * (here + accepted) as f64;
            if here >= 3 && is_often && rule.is_of_policies(told.profile) {
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

/// A rule with its decision for all parts, or with those for each.
fn decided(
    analysis: &Analysis<'_>,
    told: &Told<'_>,
    constraint: Constraint,
    when: Option<Feature>,
) -> Vec<PolicyRule> {
    let Told { operation, profile, days, .. } = *told;
    let (member, decision) = (told.member.to_owned(), Decision::default());
    let rule = PolicyRule { operation, member, constraint, when, by: None, decision };
    let here = told.refused.iter().filter(|(refused, _)| fires_on(analysis, &rule, refused));
    let here = here.map(|(refused, count)| {
        let Cell { by, day, .. } = analysis.cell_of(refused);
        Answers::of(true, analysis.part(by), day, count)
    });
    let mut answers: Vec<Answers<'_>> = here.collect();
    answers.extend(accepted(analysis, &rule, profile, days));
    let decided = decide_apart(answers, analysis.terms, analysis.last_third(days)).into_iter();
    decided.map(|(by, decision)| PolicyRule { by, decision, ..rule.clone() }).collect()
}

/// Accepted attempts on which a rule fires.
fn accepted<'e>(
    analysis: &Analysis<'_>,
    rule: &PolicyRule,
    profile: &'e Profile,
    days: Days,
) -> Vec<Answers<'e>> {
    if rule.constraint == Constraint::Required {
        let outer = rule.member.rsplit_once('/').map_or("", |(outer, _)| outer);
        let outer = analysis.evidence.profile(rule.operation, outer.trim_end_matches("/*"));
        let outer = outer.into_iter().flat_map(|outer| &outer.present);
        let lacking = outer.filter_map(|(slot, count)| {
            let known = analysis.evidence.slots.all[*slot as usize];
            let (by, day, ..) = known;
            let more = count.saturating_sub(profile.present.get(slot).copied().unwrap_or_default());
            let by = analysis.part(by);
            (more > 0 && rule.is_when(known) && days.contain(day)).then_some(Answers {
                is_here: false,
                by,
                day,
                customers: None,
                more,
            })
        });
        return lacking.collect();
    }
    let all = profile.accepted_on(days);
    let violating = all.filter(|(value, ..)| rule.constraint.is_violated_by(value));
    let answers =
        violating.map(|(_, (by, day), count)| Answers::of(false, analysis.part(by), day, count));
    answers.collect()
}

impl Profile {
    /// Whether some were accepted with this code, or with lengths or numbers around this one.
    pub(super) fn has_like(&self, value: &Value) -> bool {
        let is_like = |near: &Value| discriminant(near) == discriminant(value);
        match value {
            Value::Absent => true,
            Value::Code(_) => self.accepted.contains_key(value),
            _ => {
                self.accepted.range(..=value).next_back().is_some_and(|(near, _)| is_like(near))
                    && self.accepted.range(value..).next().is_some_and(|(near, _)| is_like(near))
            }
        }
    }

    /// The type that its values have, as a policy declares it.
    fn json_type(&self) -> &'static str {
        let refused = self.refused.keys().map(|refused| &refused.value);
        let types = self.accepted.keys().chain(refused).filter_map(|value| match value {
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

/// Counts accepted attempts that rules would stop, at most, and refused ones that nothing else does, at least.
pub(super) fn stops(
    analysis: &Analysis<'_>,
    learnt: &Learnt,
    days: Days,
    by: Option<u32>,
) -> (u64, u64) {
    let is_of_part = |part: u32| by.is_none_or(|by| by == part);
    let mut stopped = 0;
    // What two rules stop of one customer, alike in all that counts, may be the same attempts.
    let mut prevented: HashMap<(u32, Option<u64>), u64> = HashMap::new();
    for rule in &learnt.rules {
        let Some(profile) = analysis.evidence.profile(rule.operation, &rule.member) else {
            continue;
        };
        let answers = accepted(analysis, rule, profile, days).into_iter();
        let answers = answers.filter(|answers| rule.by.is_none_or(|by| by == answers.by));
        let answers = answers.filter(|answers| is_of_part(answers.by));
        stopped += answers.map(|answers| answers.attempts()).sum::<u64>();
        let mut by_rule: HashMap<(u32, Option<u64>), u64> = HashMap::new();
        for (refused, count) in &profile.refused {
            let cell = analysis.cell_of(refused);
            let is_refused = cell.answer == Answer::Refused && days.contain(cell.day);
            let is_counted = is_refused && is_of_part(analysis.part(cell.by));
            if !is_counted || !fires_on(analysis, rule, refused) || analysis.rejects(learnt, cell) {
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
