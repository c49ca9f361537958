//! The gathering of evidence from lines: those that were logged twice, or sent again, count once.

use super::Answer;
use super::evidence::{CUSTOMERS, Cell, Evidence, Mixed, Numbers, OTHER_MEMBERS};
use super::named::{KnownPaths, Named};
use super::profile::Refused;
use super::seen::{Seen, SeenLine};
use super::walk::{Member, Value};
use crate::location::Location;
use paylint::Operation;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// Lines of a log, from which evidence is gathered: those that were logged twice count once, and so does what was sent
/// again within a day. Beside the evidence it keeps 38 to 75 bytes for each body and path, half as much again while its
/// table grows, and some more for what is sent again.
#[derive(Debug, Default)]
pub struct Gatherer {
    evidence: Evidence,
    /// The first line of each body and path, by their hash.
    first: HashMap<u64, FirstLine, Mixed>,
    /// The marks of further lines, and attempts that aren't those of the first.
    marks: HashSet<u64, Mixed>,
    attempts: HashMap<u64, Attempt, Mixed>,
}

/// Marks and attempt of the first line of a body and path.
#[derive(Clone, Copy, Debug)]
struct FirstLine {
    /// Parts of its marks; 0 for none.
    marks: [u32; 2],
    /// A part of the key of its attempt.
    key: u32,
    attempt: Attempt,
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
    /// The last cell, which the next line often has, with its number.
    last_cell: Option<(Cell, u32)>,
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
        let evidence = &mut self.evidence;
        let mut block = Block {
            seen,
            numbers: evidence.numbers(seen.findings.values(), &seen.named, &seen.splits),
            profiles: vec![Vec::new(); seen.known.len()],
            last_cell: None,
        };
        for (index, line) in seen.lines.iter().enumerate() {
            let place = &|| place(index);
            self.add_line(Line { seen: line, members: seen.members_of(index), place }, &mut block);
        }
    }

    fn add_line(&mut self, line: Line<'_>, block: &mut Block<'_>) {
        let Gatherer { evidence, first, marks, attempts } = self;
        let SeenLine { attempt: mut key, bytes, .. } = *line.seen;
        evidence.read.lines += 1;
        let of_first = |mark: Option<u64>| mark.map_or(0, |mark| mark as u32 | 1);
        let first = match first.entry(bytes) {
            Entry::Occupied(first) => first.into_mut(),
            Entry::Vacant(entry) => {
                let attempt = evidence.attempt(line, block);
                let marks = line.seen.marks.map(of_first);
                entry.insert(FirstLine { marks, key: key as u32, attempt });
                return;
            }
        };
        let known = line.seen.marks.into_iter().zip(first.marks).filter(|(mark, of_first_line)| {
            mark.is_some_and(|mark| of_first(Some(mark)) == *of_first_line || !marks.insert(mark))
        });
        if known.count() > 0 {
            evidence.read.twice += 1;
            return;
        }
        if !line.is_folded(line.seen.cell.answer) {
            evidence.attempt(line, block);
            return;
        }
        if first.key == key as u32 && evidence.is_again(first.attempt, line) {
            return evidence.again(&mut first.attempt, line, block);
        }
        while let Some(attempt) = attempts.get_mut(&key) {
            if evidence.is_again(*attempt, line) {
                return evidence.again(attempt, line, block);
            }
            key = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
        }
        attempts.insert(key, evidence.attempt(line, block));
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

impl Line<'_> {
    /// Whether an answer lets it be folded with others: what moved money isn't.
    fn is_folded(self, answer: Answer) -> bool {
        let moves_money =
            matches!(self.seen.cell.operation, Operation::Capture | Operation::Refund);
        !moves_money || answer != Answer::Accepted
    }

    /// The time, in seconds.
    fn second(self) -> u32 {
        self.seen.at.map_or(0, |at| (at.unix_nanos() / 1_000_000_000) as u32)
    }

    /// The customer; an attempt of nobody that is known is a customer of its own.
    fn customer(self, first: u32) -> u64 {
        self.seen.who.unwrap_or_else(|| self.seen.attempt.wrapping_add(u64::from(first) << 20))
    }
}

impl Evidence {
    /// Counts a new attempt.
    fn attempt(&mut self, line: Line<'_>, block: &mut Block<'_>) -> Attempt {
        let (seen, first) = (line.seen, line.second());
        self.read.attempts += 1;
        self.read.masked += u64::from(!seen.masked.is_empty());
        for (rule, member, level) in &seen.masked {
            self.note_masked((rule.clone(), member.clone()), *level, [(line.place)()]);
        }
        let mut cell = block.numbers.cell(seen.cell);
        if seen.cut.is_some() {
            cell.answer = Answer::None;
        }
        let number = match block.last_cell {
            Some((last, number)) if last == cell => number,
            _ => self.cell_number(&cell),
        };
        block.last_cell = Some((cell, number));
        if let Some(length) = seen.cut {
            self.read.cut += 1;
            self.note_cut(length, length);
        } else {
            self.count(number, line.customer(first), line, block, Some(line.place));
        }
        Attempt { first, cell: number }
    }

    /// Whether a line sends an attempt again.
    fn is_again(&self, attempt: Attempt, line: Line<'_>) -> bool {
        attempt.first.abs_diff(line.second()) <= 86_400
            && line.is_folded(self.cells.all[attempt.cell as usize].answer)
    }

    /// Folds a line into an attempt.
    fn again(&mut self, attempt: &mut Attempt, line: Line<'_>, block: &mut Block<'_>) {
        let seen = line.seen;
        self.read.retries += 1;
        if seen.cut.is_some() {
            return;
        }
        let before = self.cells.all[attempt.cell as usize];
        let mut named = self.named.all[before.named as usize].clone();
        let told = &block.seen.named.all[seen.cell.named as usize];
        let joined = told.iter().filter(|new| !named.contains(new)).cloned();
        named.extend(joined.collect::<Vec<_>>());
        named.sort();
        // Accepted, refused, unauthorised, none: the first that any answer was.
        let answer = before.answer.min(seen.cell.answer);
        let mut after = Cell { answer, ..before };
        let is_refused = answer == Answer::Refused;
        after.named = self.named.answer(if is_refused { &named } else { &[] });
        if after != before {
            let who = line.customer(attempt.first);
            let known = self.count(attempt.cell, who, line, block, None);
            let place = || known.clone().unwrap_or_else(line.place);
            attempt.cell = self.cell_number(&after);
            self.count(attempt.cell, who, line, block, Some(&place));
        }
    }

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
            let is_plain = cell.answer == Answer::Accepted
                && all.findings[seen.cell.findings as usize] == "[]";
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
        let present = members.iter().filter(|member| member.value != Value::Absent);
        // What was accepted stays so: it is never taken back.
        if cell.answer == Answer::Accepted && !members.is_empty() {
            let profiles = &mut block.profiles[cell.operation as usize];
            let known = all.known.get(cell.operation as usize).map_or(0, KnownPaths::len);
            profiles.resize(known + all.unknown.len(), None);
            for member in present.clone() {
                let known = &mut profiles[member.number as usize];
                let path = || all.path(cell.operation, member.number);
                let number = || self.profile_number(cell.operation, path()?, OTHER_MEMBERS);
                let Some(number) = known.or_else(number) else { continue };
                *known = Some(number);
                let profile = &mut self.profiles[number as usize];
                if member.is_in_all {
                    *profile.present_mut(slot) += 1;
                }
                profile.accepted_mut(member.value, slot).add(who);
            }
        }
        let is_refused = cell.answer == Answer::Refused;
        let named = Some(self.named.all[cell.named as usize].clone()).filter(|_| is_refused);
        for Named { member, .. } in named.into_iter().flatten() {
            let at = |path: &str| {
                present.clone().find(|member| all.path(cell.operation, member.number) == Some(path))
            };
            let outer = member.rsplit_once('/').map_or("", |(outer, _)| outer);
            let has_outer = at(outer.trim_end_matches("/*")).is_some();
            let found = at(&member);
            let value = found.map_or(Value::Absent, |found| found.value);
            let hash = found.map_or(0, |found| found.hash);
            let lacks = has_outer && found.is_none_or(|found| !found.is_in_all);
            let refused = Refused { cell: number, slot, value, hash, lacks };
            let Some(profile) = self.profile_mut(cell.operation, &member) else { continue };
            let count = profile.refused_mut(refused);
            match is_new {
                true => count.add(Some(who), 1, CUSTOMERS),
                false => count.remove(who),
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Key, Looker, Refusals};
    use crate::log::LogRequest;
    use paylint::{Engine, Facts, Report};

    #[test]
    fn lines_of_one_body_are_told_apart() {
        let engine = Engine::default();
        let (known, refusals) = (KnownPaths::of_all(&engine), Refusals::default());
        let mut looker = Looker::new(&known, &refusals, Key::default());
        let (mut report, body) = (Report::new(), br#"{"amount":10}"#);
        for (operation, lines, counts, told) in [
            // The same id, or the same time, but with another status; what was logged twice has a time, too.
            (Operation::PayoutOg, "a 1 05 200,a 1 06 200,b 1 06 200,b 1 05 400", [2, 1, 1], 0),
            // A line is known by what it is, whatever the part of the log.
            (
                Operation::PayoutOg,
                "a 1 05 200,a 2 05 200,b 2 06 200,c 2 07 200,c 1 07 200",
                [2, 1, 2],
                0,
            ),
            // A day after the first, and more.
            // What was refused first, and then accepted, is told of no more.
            (Operation::PayoutOg, "a 1 05 400,b 1 05+ 400,c 1 06+ 400,d 1 07+ 200", [0, 2, 2], 1),
            // Each refund that was accepted is one of its own, and no refusal is sent again by it.
            (
                Operation::Refund,
                "a 1 05 200,b 1 06 200,c 1 07 400,d 1 08 400,e 1 09 200",
                [0, 1, 4],
                1,
            ),
            (Operation::Refund, "a 1 05 200,b 1 06 200,b 1 07 200,c 1 06 200", [2, 0, 2], 0),
        ] {
            let mut gatherer = Gatherer::default();
            engine.check_into(operation, body, &Facts::default(), &mut report);
            for line in lines.split(',') {
                let [id, by, hour, status] = line.split(' ').collect::<Vec<_>>()[..] else {
                    panic!()
                };
                let (hour, day) = hour.strip_suffix('+').map_or((hour, 1), |hour| (hour, 2));
                let at = format!("2026-11-0{day}T{hour}:00:00Z").parse().ok();
                let request = LogRequest {
                    answer: Some(r#"{"field":"amount"}"#),
                    id: Some(id.into()),
                    by: Some(by.into()),
                    status: status.parse().ok(),
                    at,
                    ..LogRequest::new(operation, body.as_slice().into())
                };
                let mut seen = Seen::default();
                looker.look(&report, &request, &mut seen);
                gatherer.add(&seen, |_| Location::new(1, None));
            }
            let Evidence { read, profiles, .. } = gatherer.finish();
            let refused = profiles.iter().flat_map(|profile| profile.refused.values());
            assert_eq!(refused.map(|count| count.attempts).sum::<u64>(), told, "{lines}");
            assert_eq!([read.twice, read.retries, read.attempts], counts, "{lines}");
        }
    }
}
