//! The tables: verdicts by answer, each rule at each member, and what was missed.

use super::Answer;
use super::analysis::{Analysis, Class, Learnt, REST, has_layer};
use super::decision::{Answers, Reason, decide};
use super::evidence::{Cell, Count, customers as customers_in};
use super::result::{ByClass, Counts, Figures, Missed, Outcome, RuleRow, day_text};
use super::walk::Value;
use crate::location::Location;
use paylint::{Level, Operation};
use std::collections::{BTreeMap, HashSet};

impl Analysis<'_> {
    /// The name of a part of the log.
    pub(super) fn part_name(&self, by: u32) -> Option<String> {
        match by {
            0 => None,
            REST => Some("*".to_owned()),
            by => self.part_names.get(by as usize).cloned(),
        }
    }

    pub(super) fn figures(&self) -> Vec<Figures> {
        let mut all: BTreeMap<(u8, Option<Operation>, Option<u32>), Counts> = BTreeMap::new();
        let none = Learnt::default();
        for (cell, count) in &self.cells {
            let part = Some(self.part(cell.by)).filter(|by| *by != 0);
            let of_part = part.map(|by| (2, None, Some(by)));
            let keys = [Some((0, None, None)), Some((1, Some(cell.operation), None)), of_part];
            let rejects = self.rejects(&none, *cell);
            for key in keys.into_iter().flatten() {
                let Counts { accept, reject } = all.entry(key).or_default();
                let by_answer = if rejects { reject } else { accept };
                by_answer.0[cell.answer as usize] += count.attempts;
            }
        }
        let figures = all.into_iter().map(|((_, operation, by), counts)| {
            let of = |answer| {
                let rejected = counts.reject.of(answer);
                (rejected, rejected + counts.accept.of(answer))
            };
            let outcome = Outcome::of([of(Answer::Accepted), of(Answer::Refused)]);
            let by = by.and_then(|by| self.part_name(by));
            Figures { operation: operation.map(Operation::name), by, counts, outcome }
        });
        figures.collect()
    }

    pub(super) fn rules(&self, learnt: &Learnt) -> Vec<RuleRow> {
        let mut rows = Vec::new();
        for (index, pair) in self.pairs.iter().enumerate() {
            for (by, decision) in &learnt.decisions[index] {
                let fired = self.fired[index].iter();
                let fired = fired.filter(|(cell, _)| by.is_none_or(|by| by == self.part(cell.by)));
                let mut fired: Vec<(Class, &Count)> =
                    fired.map(|(cell, count)| (self.class(index, *cell), *count)).collect();
                if fired.is_empty() && pair.masked.is_none() {
                    continue;
                }
                let (mut attempts, mut customers) = (ByClass::default(), ByClass::default());
                let mut by_class: BTreeMap<Class, Vec<&Count>> = BTreeMap::new();
                for (class, count) in &fired {
                    *attempts.of(*class) += count.attempts;
                    by_class.entry(*class).or_default().push(count);
                }
                for (class, counts) in by_class {
                    *customers.of(class) = match class {
                        // Counted already, and many.
                        Class::Accepted if decision.since.is_none() => decision.accepted,
                        _ => customers_in(counts.iter().copied()),
                    };
                }
                // What speaks against the level first.
                let first = if pair.level == Level::Deny { Class::Accepted } else { Class::Here };
                fired.sort_by_key(|(class, _)| *class != first);
                let places = places(fired.iter().map(|(_, count)| *count));
                let follows = learnt.levels.get(&(*by, index)).copied();
                rows.push(RuleRow {
                    rule: pair.rule.clone(),
                    member: pair.member.clone(),
                    by: by.and_then(|by| self.part_name(by)),
                    level: pair.level,
                    attempts,
                    customers,
                    low: decision.low,
                    high: decision.high,
                    since: decision.since.map(day_text),
                    follows,
                    reason: decision.reason.filter(|_| follows.is_none()),
                    closed: pair.closed().or_else(|| {
                        (!has_layer(*by)).then_some("requests like these share the layer for all")
                    }),
                    ids: ids(places.chain(pair.masked.into_iter().flatten())),
                });
            }
        }
        rows
    }

    /// The members that refusals told of and that no finding explains.
    fn missed_in<'a>(&'a self, learnt: &Learnt, cell: Cell) -> Vec<(&'a str, Option<&'a str>)> {
        if cell.answer != Answer::Refused {
            return Vec::new();
        }
        let set = &self.sets[cell.findings as usize];
        let named = self.named(cell);
        if named.is_empty() {
            let counts =
                |(pair, _): &(usize, Level)| learnt.unnamed_counts.get(*pair) == Some(&true);
            return if set.iter().any(counts) { Vec::new() } else { vec![("", None)] };
        }
        let is_explained = set.iter().any(|(pair, _)| self.class(*pair, cell) == Class::Here);
        if is_explained {
            return Vec::new();
        }
        named.iter().map(|named| (named.member.as_str(), named.code.as_deref())).collect()
    }

    pub(super) fn missed(&self, learnt: &Learnt) -> Vec<Missed> {
        type Group<'a> = (Operation, &'a str, Option<u32>, Option<&'a str>);
        let mut groups: BTreeMap<Group<'_>, Vec<(Cell, &Count)>> = BTreeMap::new();
        for (cell, count) in &self.cells {
            for (member, code) in self.missed_in(learnt, *cell) {
                let mut rules = learnt.rules.iter();
                let is_apart =
                    rules.any(|rule| rule.is_of(cell.operation, member) && rule.by.is_some());
                let by = is_apart.then(|| self.part(cell.by));
                groups.entry((cell.operation, member, by, code)).or_default().push((*cell, count));
            }
        }
        let customers =
            |cells: &[(Cell, &Count)]| customers_in(cells.iter().map(|(_, count)| *count));
        // A word that few were told could be anything.
        let rare =
            groups.iter().filter(|((.., code), cells)| code.is_some() && customers(cells) < 5);
        let rare: Vec<Group<'_>> = rare.map(|(group, _)| *group).collect();
        for (operation, member, by, code) in rare {
            let cells = groups.remove(&(operation, member, by, code)).unwrap_or_default();
            groups.entry((operation, member, by, None)).or_default().extend(cells);
        }
        let missed = groups.into_iter().map(|((operation, member, by, code), cells)| {
            let attempts = cells.iter().map(|(_, count)| count.attempts).sum();
            let cells_in: HashSet<Cell> = cells.iter().map(|(cell, _)| *cell).collect();
            let profile = self.evidence.profile(operation, member);
            let refused = profile.into_iter().flat_map(|profile| &profile.refused);
            let refused = refused.filter(|(refused, _)| cells_in.contains(&self.cell_of(refused)));
            let rules = learnt.rules.iter().filter(|rule| rule.is_of(operation, member));
            let rules = rules.map(|rule| {
                let stopped = refused.clone().filter(|(refused, _)| self.fires_on(rule, refused));
                (stopped.map(|(_, count)| count.attempts).sum::<u64>(), &rule.name)
            });
            let follows = rules.filter(|(stopped, _)| *stopped > 0).max();
            let answers = cells.iter().map(|(cell, count)| Answers::of(true, 0, cell.day, count));
            let answers: Vec<Answers<'_>> = answers.collect();
            let (reason, terms) = (decide(&answers, self.terms, None).reason, self.terms);
            let closest = learnt.closest.get(&(operation, member.to_owned()));
            let closest = closest.filter(|decision| {
                decision.here as f64 > terms.worth() * (decision.here + decision.accepted) as f64
            });
            let near = closest.and_then(|closest| closest.reason);
            let body = self.evidence.profile(operation, "");
            let is_any_accepted = body.is_some_and(|body| body.values().next().is_some());
            let is_new = |value: &Value| profile.is_some_and(|profile| !profile.has_like(value));
            let do_values_differ =
                is_any_accepted && refused.clone().any(|(refused, _)| is_new(&refused.value));
            let reason = match (reason, near) {
                _ if member.is_empty() => Reason::NoName,
                (Some(few), _) if few != Reason::NotSure => few,
                (_, Some(Reason::DoesNotHold)) => Reason::DoesNotHold,
                // More answers help only where there are few, and a rule could explain them.
                (Some(Reason::NotSure), Some(_)) => Reason::NotSure,
                _ if do_values_differ => Reason::ValuesDiffer,
                _ => Reason::NothingTellsIt,
            };
            Missed {
                operation: operation.name(),
                member: member.to_owned(),
                code: code.map(str::to_owned),
                by: by.and_then(|by| self.part_name(by)),
                attempts,
                customers: customers(&cells),
                ids: ids(places(cells.iter().map(|(_, count)| *count))),
                reason: Some(reason).filter(|_| follows.is_none()),
                stopped: follows.map_or(0, |(stopped, _)| stopped),
                follows: follows.map(|(_, name)| name.clone()),
            }
        });
        let mut missed: Vec<Missed> = missed.collect();
        missed.sort_by_key(|missed| std::cmp::Reverse(missed.attempts));
        missed
    }
}

/// Places of requests to look at, of these three.
fn ids<'c>(places: impl Iterator<Item = &'c Location>) -> Vec<String> {
    places.take(3).map(Location::short).collect()
}

fn places<'c>(counts: impl Iterator<Item = &'c Count>) -> impl Iterator<Item = &'c Location> {
    counts.flat_map(|count| &count.places).map(|(_, place)| place)
}
