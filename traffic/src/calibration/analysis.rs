//! Conclusions from evidence: levels, policy rules, and what the two would do.

use super::Answer;
use super::decision::{Answers, Decision, Reason, Terms, decide, decide_apart};
use super::evidence::{Cell, Count, Evidence};
use super::named::Named;
use super::policy_rules::{self, PolicyRule};
use super::profile::Refused;
use crate::location::Location;
use paylint::{Basis, Engine, Level, Operation, catalogue};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Most parts of a log that are kept apart; the rest is one.
const PARTS: usize = 20;
/// The number of the rest.
pub(super) const REST: u32 = u32::MAX;

/// Whether a part of the log has a layer. Requests without a part, and the rest of many parts, share the one for all.
pub(super) fn has_layer(by: Option<u32>) -> bool {
    !matches!(by, Some(0 | REST))
}

/// A rule at a member.
pub(super) struct Pair<'e> {
    pub(super) rule: String,
    pub(super) member: String,
    /// The level in force.
    pub(super) level: Level,
    /// The rule's place in the catalogue.
    order: usize,
    basis: Basis,
    /// Where it fired, if only at masked values, which are in no cell.
    pub(super) masked: Option<&'e [Location]>,
}

impl Pair<'_> {
    /// Why no level can be proposed, if that is so.
    pub(super) fn closed(&self) -> Option<&'static str> {
        let member = self.member.as_str();
        match self.rule.as_str() {
            _ if self.basis == Basis::Integrity => Some("a rule of reading isn't calibrated"),
            "field.unknown" | "field.misspelt" | "field.misplaced" => {
                member.ends_with("/*").then_some("a member whose name isn't shown has no level")
            }
            // These point at members, too.
            "field.type" | "compat.pair" | "compat.disputed" => member
                .is_empty()
                .then_some("by its own name its level would change at every member"),
            _ => None,
        }
    }
}

/// Meaning of an answer for a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    Accepted,
    Here,
    Elsewhere,
    Unnamed,
    Unauthorised,
    NoAnswer,
}

/// Whether a rule is about the token or the key, which alone a gateway looks at before it answers 401 or 403.
pub(super) fn is_about_keys(rule: &str) -> bool {
    rule == "http.authorization" || rule.starts_with("key.")
}

/// Whether a finding lies at, in or around a member. What stands around the body is about none of its members.
pub(super) fn is_related(rule: &str, at: &str, member: &str) -> bool {
    let is_in = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_around_body =
        ["http.", "key.", "webhook."].iter().any(|family| rule.starts_with(family));
    !(at.is_empty() && is_around_body) && (is_in(at, member) || is_in(member, at))
}

/// The evidence, laid out to be asked.
pub(super) struct Analysis<'e> {
    pub(super) evidence: &'e Evidence,
    pub(super) terms: Terms,
    pub(super) engine: &'e Engine,
    pub(super) pairs: Vec<Pair<'e>>,
    /// The pairs of each set of findings, with the level of each.
    pub(super) sets: Vec<Vec<(usize, Level)>>,
    pub(super) cells: Vec<(Cell, &'e Count)>,
    /// The cells in which each pair fired.
    pub(super) fired: Vec<Vec<(Cell, &'e Count)>>,
    /// By the number of a split, or 0 for none, that of its part.
    parts: Vec<u32>,
    /// The names of the parts that are kept apart; the first has none.
    pub(super) part_names: Vec<String>,
}

/// Levels and rules that were learnt.
#[derive(Clone, Debug, Default)]
pub(super) struct Learnt {
    pub(super) decisions: Vec<BTreeMap<Option<u32>, Decision>>,
    pub(super) unnamed_counts: Vec<bool>,
    /// Levels by part of the log and pair.
    pub(super) levels: BTreeMap<(Option<u32>, usize), Level>,
    pub(super) rules: Vec<PolicyRule>,
    /// Closest candidates for members without such a rule.
    pub(super) closest: BTreeMap<(Operation, String), Decision>,
}

/// Days, from the first up to, but not including, the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Days {
    pub(super) first: u32,
    pub(super) end: u32,
    /// The first day of the last third of those with judged attempts; `None` of a single one.
    pub(super) last_third: Option<u32>,
}

impl Days {
    pub(super) fn contain(self, day: Option<u32>) -> bool {
        (self.first..self.end).contains(&day.unwrap_or_default())
    }
}

impl<'e> Analysis<'e> {
    pub(super) fn new(evidence: &'e Evidence, terms: Terms, engine: &'e Engine) -> Analysis<'e> {
        let cells = evidence.cells.all.iter().copied().zip(&evidence.counts);
        let mut cells: Vec<_> = cells.filter(|(_, count)| count.attempts > 0).collect();
        cells.sort_by_key(|(cell, _)| *cell);
        let sets = evidence.findings.all.iter();
        let sets = sets.map(|set| serde_json::from_str(set).unwrap_or_default());
        let sets: Vec<Vec<(String, String, Level)>> = sets.collect();
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        let found = sets.iter().flatten().map(|(rule, member, level)| (rule, member, level, None));
        let masked = evidence.masked_at.iter().map(|((rule, member), (level, places))| {
            (rule, member, level, Some(places.as_slice()))
        });
        let mut known_pairs = HashSet::new();
        for (rule, member, level, masked) in found.chain(masked) {
            if !known_pairs.insert((rule, member)) {
                continue;
            }
            let known = catalogue().iter().position(|known| known.name == rule);
            pairs.push(Pair {
                rule: rule.clone(),
                member: member.clone(),
                level: *level,
                order: known.filter(|_| masked.is_none()).unwrap_or(usize::MAX),
                basis: known.map_or(Basis::Custom, |index| catalogue()[index].basis),
                masked,
            });
        }
        // Those at masked values last, by their names.
        pairs.sort_by(|one, other| {
            let key = |pair: &Pair<'_>| (pair.masked.is_some(), pair.order);
            (key(one), &one.rule, &one.member).cmp(&(key(other), &other.rule, &other.member))
        });
        let numbers = pairs.iter().map(|pair| (pair.rule.as_str(), pair.member.as_str())).zip(0..);
        let numbers: HashMap<(&str, &str), usize> = numbers.collect();
        let number = |rule, member| numbers.get(&(rule, member)).copied().unwrap_or_default();
        let sets = sets.iter().map(|set| {
            set.iter().map(|(rule, member, level)| (number(rule, member), *level)).collect()
        });
        let sets: Vec<Vec<(usize, Level)>> = sets.collect();
        let mut fired = vec![Vec::new(); pairs.len()];
        let mut by_part: BTreeMap<u32, u64> = BTreeMap::new();
        for (cell, count) in &cells {
            let set = &sets[cell.findings as usize];
            set.iter().for_each(|(pair, _)| fired[*pair].push((*cell, *count)));
            *by_part.entry(cell.by).or_default() += count.attempts;
        }
        let mut most: Vec<(u32, u64)> = by_part.into_iter().collect();
        most.sort_by_key(|(by, attempts)| (std::cmp::Reverse(*attempts), *by));
        // Numbered by their names, whatever the order of the log.
        let name = |by: u32| by.checked_sub(1).map_or("", |by| evidence.splits.text(by));
        let kept = most.iter().map(|(by, _)| (name(*by).to_owned(), *by));
        let kept = kept.filter(|(name, _)| name != "*").take(PARTS);
        let kept: BTreeMap<String, u32> = kept.chain([(String::new(), 0)]).collect();
        let mut parts = vec![REST; evidence.splits.all.len() + 1];
        for (by, part) in kept.values().zip(0..) {
            parts[*by as usize] = part;
        }
        let part_names = kept.into_keys().collect();
        Analysis { evidence, terms, engine, pairs, sets, cells, fired, parts, part_names }
    }

    /// The members that the answers of a cell named.
    pub(super) fn named(&self, cell: Cell) -> &[Named] {
        &self.evidence.named.all[cell.named as usize]
    }

    pub(super) fn cell_of(&self, refused: &Refused) -> Cell {
        self.evidence.cells.all[refused.cell as usize]
    }

    /// The selector of the level of a pair. A policy rule is about one member, and has no level at it.
    pub(super) fn selector(&self, pair: usize) -> String {
        let Pair { rule, member, basis, .. } = &self.pairs[pair];
        let has_others = || self.pairs.iter().filter(|other| other.rule == *rule).count() > 1;
        if member.is_empty() || *basis == Basis::Custom && !has_others() {
            return rule.clone();
        }
        format!("{rule}@{member}")
    }

    /// The part of the log, or the rest.
    pub(super) fn part(&self, by: u32) -> u32 {
        self.parts[by as usize]
    }

    /// The days with judged attempts.
    pub(super) fn judged_days(&self) -> BTreeSet<u32> {
        let judged = self.cells.iter().filter(|(cell, _)| cell.answer != Answer::None);
        judged.filter_map(|(cell, _)| cell.day).collect()
    }

    /// The days from the first up to the end.
    pub(super) fn days(&self, first: u32, end: u32) -> Days {
        let judged: Vec<u32> = self.judged_days().range(first..end).copied().collect();
        let last = judged.len().div_ceil(3);
        let last_third = (judged.len() > 1).then(|| judged[judged.len() - last]);
        Days { first, end, last_third }
    }

    pub(super) fn class(&self, pair: usize, cell: Cell) -> Class {
        let Pair { rule, member, .. } = &self.pairs[pair];
        let named = self.named(cell);
        match cell.answer {
            Answer::Accepted => Class::Accepted,
            Answer::Refused if named.is_empty() => Class::Unnamed,
            Answer::Refused
                if named.iter().any(|named| is_related(rule, member, &named.member)) =>
            {
                Class::Here
            }
            Answer::Refused => Class::Elsewhere,
            Answer::Unauthorised if is_about_keys(rule) => Class::Here,
            Answer::Unauthorised => Class::Unauthorised,
            Answer::None => Class::NoAnswer,
        }
    }

    /// Whether answers that name nothing speak of a finding: it is what such refusals have in common.
    fn does_unnamed_count(&self, pair: usize, days: Days) -> bool {
        // Judged attempts, and those that were refused without a name.
        let counts = |cells: &mut dyn Iterator<Item = &(Cell, &Count)>| {
            let mut counts = (0, 0);
            for (cell, count) in cells.filter(|(cell, _)| days.contain(cell.day)) {
                let is_refused = cell.answer == Answer::Refused;
                let is_unnamed = is_refused && self.named(*cell).is_empty();
                let is_judged = is_refused || cell.answer == Answer::Accepted;
                counts.0 += if is_judged { count.attempts } else { 0 };
                counts.1 += if is_unnamed { count.attempts } else { 0 };
            }
            counts
        };
        let fired = &self.fired[pair];
        let (with, unnamed) = counts(&mut fired.iter());
        if unnamed < 5 || 2 * unnamed <= with {
            return false;
        }
        let operations: BTreeSet<_> = fired.iter().map(|(cell, _)| cell.operation).collect();
        let of_operations = |(cell, _): &&(Cell, _)| operations.contains(&cell.operation);
        let (all, all_unnamed) = counts(&mut self.cells.iter().filter(of_operations));
        let (without, unnamed_without) = (all - with, all_unnamed - unnamed);
        unnamed * without > 5 * unnamed_without * with
    }

    /// The answers that count for a pair, by operation.
    fn answers(
        &self,
        pair: usize,
        does_unnamed_count: bool,
        days: Days,
    ) -> BTreeMap<Operation, Vec<Answers<'e>>> {
        let mut answers: BTreeMap<Operation, Vec<Answers<'_>>> = BTreeMap::new();
        for (cell, count) in self.fired[pair].iter().filter(|(cell, _)| days.contain(cell.day)) {
            let is_here = match self.class(pair, *cell) {
                Class::Accepted => false,
                Class::Here => true,
                Class::Unnamed if does_unnamed_count => true,
                _ => continue,
            };
            let of = answers.entry(cell.operation).or_default();
            of.push(Answers::of(is_here, self.part(cell.by), cell.day, count));
        }
        answers
    }

    /// Learns from some days.
    pub(super) fn learn(&self, days: Days) -> Learnt {
        let mut learnt = Learnt::default();
        for (index, pair) in self.pairs.iter().enumerate() {
            let does_unnamed_count = self.does_unnamed_count(index, days);
            let by_operation = self.answers(index, does_unnamed_count, days);
            let level = |of: &Vec<Answers<'_>>| decide(of, self.terms, days.last_third).level;
            let is_one = by_operation.len() < 2;
            let levels = by_operation.values().filter(|_| !is_one).filter_map(level);
            let do_differ = levels.collect::<BTreeSet<Level>>().len() > 1;
            let all = by_operation.into_values().flatten().collect();
            let mut decisions = decide_apart(all, self.terms, days.last_third);
            for (by, decision) in &mut decisions {
                if do_differ {
                    (decision.level, decision.reason) = (None, Some(Reason::DiffersByOperation));
                } else if pair.masked.is_some() {
                    decision.reason = Some(Reason::Masked);
                }
                if decision.level == Some(Level::Warn)
                    && pair.level == Level::Warn
                    && decision.here >= self.terms.at_least
                {
                    decision.reason = Some(Reason::ValuesDiffer);
                }
                let is_open = pair.closed().is_none() && has_layer(*by);
                if let Some(level) = decision.level.filter(|level| *level != pair.level && is_open)
                {
                    learnt.levels.insert((*by, index), level);
                }
            }
            learnt.unnamed_counts.push(does_unnamed_count);
            learnt.decisions.push(decisions);
        }
        // Before idle levels are left out: what they stop needs no rule.
        (learnt.rules, learnt.closest) = policy_rules::find(self, &learnt, days);
        self.leave_out_idle(&mut learnt, days);
        learnt
    }

    /// Leaves out levels that stop no refused attempt which isn't stopped already.
    fn leave_out_idle(&self, learnt: &mut Learnt, days: Days) {
        let denies =
            learnt.levels.iter().filter(|(_, level)| **level == Level::Deny).map(|(key, _)| *key);
        let mut denies: Vec<_> = denies.collect();
        denies.sort_by_key(|(by, pair)| std::cmp::Reverse((*pair, *by)));
        for key in denies {
            learnt.levels.remove(&key);
            let (by, pair) = key;
            let is_needed = self.fired[pair].iter().any(|(cell, _)| {
                let is_refused = matches!(cell.answer, Answer::Refused | Answer::Unauthorised);
                let is_of_part = by.is_none_or(|by| by == self.part(cell.by));
                is_refused && is_of_part && days.contain(cell.day) && !self.rejects(learnt, *cell)
            });
            if is_needed {
                learnt.levels.insert(key, Level::Deny);
            }
        }
    }

    /// The level of a finding with what was learnt.
    pub(super) fn level(&self, learnt: &Learnt, by: u32, pair: usize, before: Level) -> Level {
        let of = |by| learnt.levels.get(&(by, pair)).copied();
        of(Some(self.part(by))).or_else(|| of(None)).unwrap_or(before)
    }

    /// Whether attempts would be rejected with the levels that were learnt.
    pub(super) fn rejects(&self, learnt: &Learnt, cell: Cell) -> bool {
        let set = &self.sets[cell.findings as usize];
        let judges = |pair: usize| {
            cell.answer != Answer::Unauthorised || is_about_keys(&self.pairs[pair].rule)
        };
        let mut judged = set.iter().filter(|(pair, _)| judges(*pair));
        let did_a_finding = set.iter().any(|(_, level)| *level == Level::Deny);
        judged.any(|(pair, level)| self.level(learnt, cell.by, *pair, *level) == Level::Deny)
            || cell.rejects && !did_a_finding && cell.answer != Answer::Unauthorised
    }

    /// Accepted attempts that would be stopped, refused ones that would be prevented, and how many there are of each.
    pub(super) fn outcome(&self, learnt: &Learnt, days: Days, by: Option<u32>) -> [(u64, u64); 2] {
        let mut outcome = [(0, 0); 2];
        for (cell, count) in &self.cells {
            let is_of_part = by.is_none_or(|by| by == self.part(cell.by));
            if !days.contain(cell.day) || !is_of_part {
                continue;
            }
            let place = match cell.answer {
                Answer::Accepted => 0,
                Answer::Refused => 1,
                _ => continue,
            };
            outcome[place].0 += if self.rejects(learnt, *cell) { count.attempts } else { 0 };
            outcome[place].1 += count.attempts;
        }
        let (stopped, prevented) = self.stops(learnt, days, by);
        outcome[0].0 = (outcome[0].0 + stopped).min(outcome[0].1);
        outcome[1].0 = (outcome[1].0 + prevented).min(outcome[1].1);
        outcome
    }
}
