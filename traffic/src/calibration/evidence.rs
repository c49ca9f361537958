//! Evidence: counts of answers by finding. Two can be added up.

use super::Answer;
use super::named::Named;
use super::numbered::Numbered;
use super::profile::Profile;
use crate::location::Location;
use paylint::{Feature, FeatureSet, Level, Operation, Timestamp};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Most customers of a count that are told apart. Further ones count as new.
pub(super) const CUSTOMERS: usize = 1000;
/// Most members that no table has.
pub(super) const OTHER_MEMBERS: usize = 256;
const DAY: i64 = 86_400_000_000_000;

/// Attempts that are alike in all that counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Cell {
    pub(super) operation: Operation,
    pub(super) answer: Answer,
    pub(super) rejects: bool,
    /// The findings and what the answer named, by their numbers.
    pub(super) findings: u32,
    pub(super) named: u32,
    /// The part of the log; 0 for none.
    pub(super) by: u32,
    pub(super) day: Option<u32>,
}

/// Hashes numbers that nobody chooses: those of customers and attempts are hashed with a key already.
pub(super) type Mixed = foldhash::fast::FixedState;
/// Attempts by customer.
pub(super) type Customers = HashMap<u64, u64, Mixed>;

/// The number of a day (UTC).
pub(super) fn day_of(at: Timestamp) -> u32 {
    (at.unix_nanos() / DAY) as u32
}

/// Adds to a count, which ends at 2⁴⁰ so that no sum of counts overflows: tables have whatever was written to them.
pub(super) fn add_to(count: &mut u64, more: u64) {
    *count = count.saturating_add(more).min(1 << 40);
}

/// Number of attempts, their customers, and where to look.
#[derive(Clone, Debug, Default)]
pub(super) struct Count {
    pub(super) attempts: u64,
    pub(super) customers: Customers,
    /// Attempts of further customers.
    pub(super) more: u64,
    pub(super) places: Vec<(u64, Location)>,
}

/// Customers in several counts.
pub(super) fn customers<'c>(counts: impl Iterator<Item = &'c Count> + Clone) -> u64 {
    let known: HashSet<&u64, Mixed> =
        counts.clone().flat_map(|count| count.customers.keys()).collect();
    known.len() as u64 + counts.map(|count| count.more).sum::<u64>()
}

impl Count {
    /// Adds attempts of a customer; of none for customers that weren't told apart elsewhere.
    pub(super) fn add(&mut self, who: Option<u64>, attempts: u64, most: usize) {
        add_to(&mut self.attempts, attempts);
        let has_room = self.customers.len() < most;
        let known = who.filter(|who| has_room || self.customers.contains_key(who));
        let count = known.map_or(&mut self.more, |who| self.customers.entry(who).or_default());
        add_to(count, attempts);
    }

    /// Takes back an attempt.
    pub(super) fn remove(&mut self, who: u64) {
        self.attempts = self.attempts.saturating_sub(1);
        self.places.retain(|(other, _)| *other != who);
        match self.customers.get_mut(&who) {
            Some(1) => _ = self.customers.remove(&who),
            Some(count) => *count -= 1,
            None => self.more = self.more.saturating_sub(1),
        }
    }

    pub(super) fn merge(&mut self, other: Count, most: usize) {
        for (who, count) in other.customers {
            self.add(Some(who), count, most);
        }
        self.add(None, other.more, most);
        let room = 3 - self.places.len().min(3);
        self.places.extend(other.places.into_iter().take(room));
    }
}

/// Split, day, and what `when` of a policy rule can say.
pub(super) type Slot = (u32, Option<u32>, Option<Feature>, FeatureSet);

/// The evidence of a log: verdicts, findings and answers, counted by operation, split and day; and how its lines were
/// read. Evidence of the same policy can be merged.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub(super) findings: Numbered<String>,
    pub(super) named: Numbered<Vec<Named>>,
    pub(super) splits: Numbered<String>,
    pub(super) cells: Numbered<Cell>,
    /// By the number of the cell.
    pub(super) counts: Vec<Count>,
    /// The number of each member's profile.
    pub(super) members: BTreeMap<Operation, BTreeMap<Box<str>, u32>>,
    pub(super) profiles: Vec<Profile>,
    pub(super) slots: Numbered<Slot>,
    /// How the lines were read.
    pub read: LineCounts,
    /// The shortest and the longest of cut bodies.
    pub cut_at: Option<(usize, usize)>,
    /// The rules and members of findings at masked values, with their level and some places.
    pub(super) masked_at: BTreeMap<(String, String), (Level, Vec<Location>)>,
}

/// Counts of lines, and of the attempts that they are.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct LineCounts {
    /// Lines of the log.
    pub lines: u64,
    /// Lines that can't be read, which whoever reads them counts.
    pub unreadable: u64,
    /// Lines that lead to no operation, which whoever reads them counts.
    pub passed_over: u64,
    /// Lines that were logged before.
    pub twice: u64,
    /// Lines that send again what was sent before.
    pub retries: u64,
    /// Attempts whose body was cut off.
    pub cut: u64,
    /// Attempts with a masked value.
    pub masked: u64,
    /// Requests, whatever the number of lines.
    pub attempts: u64,
}

impl LineCounts {
    /// The counts that evidence has, each with the kind of its row.
    pub(super) fn by_kind(&mut self) -> [(&'static str, &mut u64); 6] {
        let LineCounts { lines, twice, retries, cut, masked, attempts, .. } = self;
        [
            ("lines", lines),
            ("twice", twice),
            ("retries", retries),
            ("cut", cut),
            ("masked", masked),
            ("made", attempts),
        ]
    }
}

/// Numbers that findings, what answers named, and parts of the log have here, by those that they have elsewhere.
pub(super) struct Numbers {
    findings: Vec<u32>,
    named: Vec<u32>,
    splits: Vec<u32>,
}

impl Numbers {
    fn split(&self, by: u32) -> u32 {
        by.checked_sub(1).map_or(0, |by| self.splits[by as usize] + 1)
    }

    /// A cell from elsewhere with the numbers here.
    pub(super) fn cell(&self, cell: Cell) -> Cell {
        let findings = self.findings[cell.findings as usize];
        let named = self.named[cell.named as usize];
        Cell { findings, named, by: self.split(cell.by), ..cell }
    }
}

impl Evidence {
    pub(super) fn numbers<'s>(
        &mut self,
        findings: impl Iterator<Item = &'s String>,
        named: &Numbered<Vec<Named>>,
        splits: &Numbered<String>,
    ) -> Numbers {
        Numbers {
            findings: findings.map(|set| self.findings.set(set)).collect(),
            named: named.all.iter().map(|named| self.named.answer(named)).collect(),
            splits: splits.all.iter().map(|name| self.splits.part(name)).collect(),
        }
    }

    /// The number of a cell, which then has a count.
    pub(super) fn cell_number(&mut self, cell: &Cell) -> u32 {
        let number = self.cells.number(cell);
        self.counts.resize_with(self.cells.all.len(), Count::default);
        number
    }

    /// The number of a member's profile; `None` if that would be one more than the operation may have.
    pub(super) fn profile_number(
        &mut self,
        operation: Operation,
        member: &str,
        most: usize,
    ) -> Option<u32> {
        let numbers = self.members.entry(operation).or_default();
        if let Some(number) = numbers.get(member) {
            return Some(*number);
        }
        let has_room = numbers.len() < most;
        has_room.then(|| {
            let number = self.profiles.len() as u32;
            self.profiles.push(Profile::default());
            *numbers.entry(member.into()).or_insert(number)
        })
    }

    pub(super) fn profile_mut(
        &mut self,
        operation: Operation,
        member: &str,
    ) -> Option<&mut Profile> {
        let number = self.profile_number(operation, member, usize::MAX)?;
        self.profiles.get_mut(number as usize)
    }

    pub(super) fn profile(&self, operation: Operation, member: &str) -> Option<&Profile> {
        let number = self.members.get(&operation)?.get(member)?;
        self.profiles.get(*number as usize)
    }

    pub(super) fn note_masked(
        &mut self,
        at: (String, String),
        level: Level,
        places: impl IntoIterator<Item = Location>,
    ) {
        let (_, known) = self.masked_at.entry(at).or_insert((level, Vec::new()));
        let room = 3 - known.len().min(3);
        known.extend(places.into_iter().take(room));
    }

    pub(super) fn note_cut(&mut self, shortest: usize, longest: usize) {
        let (least, most) = self.cut_at.unwrap_or((shortest, longest));
        self.cut_at = Some((least.min(shortest), most.max(longest)));
    }

    /// Adds the evidence of another part of the log, under the same policy and, if customers are in both, with the same
    /// key. What was logged in both is counted twice.
    pub fn merge(&mut self, other: Evidence) {
        let numbers = self.numbers(other.findings.all.iter(), &other.named, &other.splits);
        let Evidence { cells, counts, members, slots, mut profiles, .. } = other;
        let slots = slots.all.iter().map(|(by, day, scenario, features)| {
            self.slots.number(&(numbers.split(*by), *day, *scenario, *features))
        });
        let slots: Vec<u32> = slots.collect();
        let cells = cells.all.into_iter().zip(counts).map(|(cell, count)| {
            let number = self.cell_number(&numbers.cell(cell));
            self.counts[number as usize].merge(count, CUSTOMERS);
            number
        });
        let cells: Vec<u32> = cells.collect();
        for (operation, of_members) in members {
            for (member, number) in of_members {
                let profile = std::mem::take(&mut profiles[number as usize]);
                let Some(ours) = self.profile_mut(operation, &member) else { continue };
                ours.merge(profile, &cells, &slots);
            }
        }
        let mut read = other.read;
        for ((_, ours), (_, theirs)) in self.read.by_kind().into_iter().zip(read.by_kind()) {
            add_to(ours, *theirs);
        }
        for (at, (level, places)) in other.masked_at {
            self.note_masked(at, level, places);
        }
        if let Some((least, most)) = other.cut_at {
            self.note_cut(least, most);
        }
    }
}
