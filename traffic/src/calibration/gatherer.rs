//! The gathering of evidence from lines: those that were logged twice, or sent again, count once.

use super::Answer;
use super::evidence::{
    CUSTOMERS, CUSTOMERS_OF_VALUES, Cell, Evidence, Mixed, Numbers, OTHER_MEMBERS, Refused,
};
use super::named::{KnownPaths, Named};
use super::seen::{Seen, SeenLine};
use super::walk::{Member, Value};
use crate::location::Location;
use paylint::{Operation, Timestamp};
use std::collections::{HashMap, HashSet};

/// Lines of a log, from which evidence is gathered: those that were logged twice count once, and so does what was sent
/// again within a day. Beside the evidence it keeps some 100 bytes a line, as its tables grow by doubling.
#[derive(Debug, Default)]
pub struct Gatherer {
    evidence: Evidence,
    seen: HashSet<u64, Mixed>,
    attempts: HashMap<u64, Attempt, Mixed>,
}

/// An attempt: when it was first made, in seconds, and where it is counted.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    first: u32,
    cell: u32,
}

/// Lines that are added together, and the numbers that what is in them has in the evidence.
struct Block<'s> {
    seen: &'s Seen<'s>,
    numbers: Numbers,
    /// Numbers of profiles, by the operation's position and the number of the path.
    profiles: Vec<Vec<Option<u32>>>,
}

/// A line that is added.
#[derive(Clone, Copy)]
struct Line<'s> {
    seen: &'s SeenLine,
    members: &'s [Member],
    place: &'s dyn Fn() -> Location,
}

impl Gatherer {
    /// Adds lines, the next ones of the log. `place` says where the one with an index is.
    pub fn add(&mut self, seen: &Seen<'_>, place: impl Fn(usize) -> Location) {
        // All marks at once: the processor waits for memory once for several of them.
        let known = seen.lines.iter().map(|line| {
            let known = line.marks.iter().flatten().filter(|mark| !self.seen.insert(**mark));
            known.count() > 0
        });
        let were_logged: Vec<bool> = known.collect();
        let evidence = &mut self.evidence;
        let mut block = Block {
            seen,
            numbers: evidence.numbers(&seen.findings, &seen.named, &seen.splits),
            profiles: vec![Vec::new(); seen.known.len()],
        };
        for (index, line) in seen.lines.iter().enumerate() {
            self.evidence.read.lines += 1;
            if were_logged[index] {
                self.evidence.read.twice += 1;
                continue;
            }
            let place = &|| place(index);
            self.add_line(Line { seen: line, members: seen.members(index), place }, &mut block);
        }
    }

    fn add_line(&mut self, line: Line<'_>, block: &mut Block<'_>) {
        let seen = line.seen;
        let seconds = |at: Timestamp| (at.unix_nanos() / 1_000_000_000) as u32;
        let first = seen.at.map_or(0, seconds);
        // What moves money is folded only as long as it wasn't accepted.
        let is_folded = !matches!(seen.cell.operation, Operation::Capture | Operation::Refund);
        let is_folded = |answer| is_folded || answer != Answer::Accepted;
        let mut key = seen.attempt;
        while let Some(attempt) = self.attempts.get(&key).copied() {
            let before = self.evidence.cells.all[attempt.cell as usize].answer;
            let is_near = attempt.first.abs_diff(first) <= 86_400;
            if is_near && is_folded(before) && is_folded(seen.cell.answer) {
                return self.again(key, attempt, line, block);
            }
            key = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
        }
        let evidence = &mut self.evidence;
        evidence.read.attempts += 1;
        evidence.read.masked += u64::from(!seen.masked.is_empty());
        for (rule, member, level) in &seen.masked {
            evidence.note_masked((rule.clone(), member.clone()), *level, [(line.place)()]);
        }
        let mut cell = block.numbers.cell(seen.cell);
        if seen.cut.is_some() {
            cell.answer = Answer::None;
        }
        let cell = evidence.cell_number(&cell);
        if let Some(length) = seen.cut {
            evidence.read.cut += 1;
            evidence.note_cut(length, length);
        } else {
            evidence.count(cell, customer(seen, first), line, block, Some(line.place));
        }
        self.attempts.insert(key, Attempt { first, cell });
    }

    fn again(&mut self, key: u64, attempt: Attempt, line: Line<'_>, block: &mut Block<'_>) {
        let (evidence, seen) = (&mut self.evidence, line.seen);
        evidence.read.retries += 1;
        if seen.cut.is_some() {
            return;
        }
        let before = evidence.cells.all[attempt.cell as usize];
        let mut named = evidence.named.all[before.named as usize].clone();
        let told = &block.seen.named.all[seen.cell.named as usize];
        let joined = told.iter().filter(|new| !named.contains(new)).cloned();
        named.extend(joined.collect::<Vec<_>>());
        named.sort();
        // Accepted, refused, unauthorised, none: the first that any answer was.
        let answer = before.answer.min(seen.cell.answer);
        let mut after = Cell { answer, ..before };
        let is_refused = answer == Answer::Refused;
        after.named = evidence.named.answer(if is_refused { &named } else { &[] });
        if after != before {
            let who = customer(seen, attempt.first);
            let known = evidence.count(attempt.cell, who, line, block, None);
            let place = || known.clone().unwrap_or_else(line.place);
            let cell = evidence.cell_number(&after);
            evidence.count(cell, who, line, block, Some(&place));
            self.attempts.insert(key, Attempt { cell, ..attempt });
        }
    }

    /// The evidence so far.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The evidence. Nothing can be folded into it any more.
    #[must_use]
    pub fn finish(self) -> Evidence {
        self.evidence
    }
}

/// The customer; an attempt of nobody that is known is a customer of its own.
fn customer(seen: &SeenLine, first: u32) -> u64 {
    seen.who.unwrap_or_else(|| seen.attempt.wrapping_add(u64::from(first) << 20))
}

impl Evidence {
    /// Counts an attempt; without a place, takes one back, and gives the place that it was known by.
    fn count(
        &mut self,
        number: u32,
        who: u64,
        Line { seen, members, .. }: Line<'_>,
        block: &mut Block<'_>,
        place: Option<&dyn Fn() -> Location>,
    ) -> Option<Location> {
        let (cell, all) = (self.cells.all[number as usize], block.seen);
        let count = &mut self.counts[number as usize];
        let (mut known, is_new) = (None, place.is_some());
        if let Some(place) = place {
            // Nobody asks for the customers of requests without a finding that were accepted.
            let is_plain =
                cell.answer == Answer::Accepted && all.findings.text(seen.cell.findings) == "[]";
            count.add(Some(who), 1, if is_plain { 0 } else { CUSTOMERS });
            if count.places.len() < 3 {
                count.places.push((who, place()));
            }
        } else {
            let mut places = count.places.iter();
            known = places.find(|(other, _)| *other == who).map(|(_, place)| place.clone());
            count.remove(who);
        }
        let slot = (cell.by, cell.day, seen.features.0, seen.features.1);
        let slot = self.slots.number(&slot);
        // What was accepted stays so: it is never taken back.
        if cell.answer == Answer::Accepted && !members.is_empty() {
            let profiles = &mut block.profiles[cell.operation as usize];
            let known = all.known.get(cell.operation as usize).map_or(0, KnownPaths::len);
            profiles.resize(known + all.unknown.all.len(), None);
            for member in members {
                let known = &mut profiles[member.number as usize];
                let path = || all.path(cell.operation, member.number);
                let number = || self.profile_number(cell.operation, path()?, OTHER_MEMBERS);
                let Some(number) = known.or_else(number) else { continue };
                *known = Some(number);
                let profile = &mut self.profiles[number as usize];
                if member.is_in_all {
                    *profile.present_mut(slot) += 1;
                }
                let value = profile.told_apart(member.value);
                let counts = profile.accepted.entry(value).or_default();
                let count = counts.entry((cell.by, cell.day)).or_default();
                count.add(Some(who), 1, CUSTOMERS_OF_VALUES);
            }
        }
        let is_refused = cell.answer == Answer::Refused;
        let named = Some(self.named.all[cell.named as usize].clone()).filter(|_| is_refused);
        for Named { member, .. } in named.into_iter().flatten() {
            let at = |path: &str| {
                members.iter().find(|member| all.path(cell.operation, member.number) == Some(path))
            };
            let outer = member.rsplit_once('/').map_or("", |(outer, _)| outer);
            let has_outer = at(outer.trim_end_matches("/*")).is_some();
            let found = at(&member);
            let value = found.map_or(Value::Absent, |found| found.value);
            let hash = found.map_or(0, |found| found.hash);
            let lacks = has_outer && found.is_none_or(|found| !found.is_in_all);
            let refused = Refused { cell: number, slot, value, hash, lacks };
            let Some(profile) = self.profile_mut(cell.operation, &member) else { continue };
            let count = profile.refused.entry(refused).or_default();
            match is_new {
                true => count.add(Some(who), 1, CUSTOMERS),
                false => count.remove(who),
            }
        }
        known
    }
}
