//! Evidence: counts of answers by finding. Two can be added up.

use super::Answer;
use super::analysis::Days;
use super::named::Named;
use super::numbered::Numbered;
use super::walk::Value;
use crate::location::Location;
use foldhash::fast::RandomState;
use paylint::{Feature, FeatureSet, Level, Operation, Timestamp};
use serde::Serialize;
use smallvec::SmallVec;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Most customers of a count that are told apart. Further ones count as new.
pub(super) const CUSTOMERS: usize = 1000;
/// Most customers for a value of accepted requests.
pub(super) const CUSTOMERS_OF_VALUES: usize = 16;
/// Most values of a member that are told apart, and most members that no table has.
const VALUES: usize = 1024;
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

    fn merge(&mut self, other: Count, most: usize) {
        for (who, count) in other.customers {
            self.add(Some(who), count, most);
        }
        self.add(None, other.more, most);
        let room = 3 - self.places.len().min(3);
        self.places.extend(other.places.into_iter().take(room));
    }
}

/// Number of accepted attempts with a value, and their customers.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueCount {
    pub(super) attempts: u64,
    pub(super) customers: SmallVec<[u64; 2]>,
    /// Further ones.
    pub(super) more: u64,
}

impl ValueCount {
    pub(super) fn add(&mut self, who: u64) {
        self.attempts += 1;
        self.tell_apart(who);
    }

    fn tell_apart(&mut self, who: u64) {
        if self.customers.contains(&who) {
            return;
        }
        match self.customers.len() < CUSTOMERS_OF_VALUES {
            true => self.customers.push(who),
            false => self.more += 1,
        }
    }

    fn merge(&mut self, other: ValueCount) {
        self.attempts += other.attempts;
        self.more += other.more;
        other.customers.into_iter().for_each(|who| self.tell_apart(who));
    }
}

/// Values that one member of an operation has.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    /// Accepted attempts that have it in every object that could, by the number of their [`Slot`].
    present: Vec<u64>,
    /// Values of accepted attempts, in order, each with its number.
    values: Vec<(Value, u32)>,
    /// Accepted attempts by the numbers of the value and of their [`Slot`].
    accepted: HashMap<(u32, u32), ValueCount, Mixed>,
    /// Attempts that were refused, and told of this member.
    pub(super) refused: HashMap<Refused, Count, RandomState>,
    /// Whether some values of accepted attempts weren't told apart.
    pub(super) is_coarse: bool,
    /// Hashes of the values that are told apart of those that were refused.
    hashes: HashSet<u32, RandomState>,
}

/// Key of a refused attempt: all that decides whether a rule would fire on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Refused {
    /// The numbers of its cell and of its [`Slot`].
    pub(super) cell: u32,
    pub(super) slot: u32,
    pub(super) value: Value,
    pub(super) hash: u32,
    pub(super) lacks: bool,
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
    pub(super) fn numbers(
        &mut self,
        findings: &Numbered<String>,
        named: &Numbered<Vec<Named>>,
        splits: &Numbered<String>,
    ) -> Numbers {
        Numbers {
            findings: findings.all.iter().map(|set| self.findings.set(set)).collect(),
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
        let numbers = self.numbers(&other.findings, &other.named, &other.splits);
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
                for (slot, count) in slots.iter().zip(profile.present) {
                    add_to(ours.present_mut(*slot), count);
                }
                ours.is_coarse |= profile.is_coarse;
                let mut values = vec![0; profile.values.len()];
                for (value, number) in profile.values {
                    values[number as usize] = ours.number(value);
                }
                for ((value, slot), count) in profile.accepted {
                    let key = (values[value as usize], slots[slot as usize]);
                    ours.accepted.entry(key).or_default().merge(count);
                }
                for (refused, count) in profile.refused {
                    let cell = cells[refused.cell as usize];
                    let slot = slots[refused.slot as usize];
                    let refused = Refused { cell, slot, ..refused };
                    ours.refused_mut(refused).merge(count, CUSTOMERS);
                }
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

impl Profile {
    pub(super) fn present_in(&self, slot: usize) -> u64 {
        self.present.get(slot).copied().unwrap_or_default()
    }

    pub(super) fn present_mut(&mut self, slot: u32) -> &mut u64 {
        let slot = slot as usize;
        self.present.resize(self.present.len().max(slot + 1), 0);
        &mut self.present[slot]
    }

    /// The count of accepted attempts with a value.
    pub(super) fn accepted_mut(&mut self, value: Value, slot: u32) -> &mut ValueCount {
        let number = self.number(value);
        self.accepted.entry((number, slot)).or_default()
    }

    /// The number of a value. One of very many gets that of its neighbour, which then stands for both.
    fn number(&mut self, value: Value) -> u32 {
        let place = match self.values.binary_search_by(|(known, _)| known.cmp(&value)) {
            Ok(place) => return self.values[place].1,
            Err(place) => place,
        };
        if self.values.len() >= VALUES {
            self.is_coarse = true;
            if let Value::Code(code) = value {
                return self.number(Value::Text(code.len()));
            }
            // The one above, or else the one below.
            let near = place.saturating_sub(1)..self.values.len().min(place + 1);
            for (near, number) in self.values[near].iter_mut().rev() {
                if let Some(both) = near.joined(value) {
                    *near = both;
                    return *number;
                }
            }
        }
        let number = self.values.len() as u32;
        self.values.insert(place, (value, number));
        number
    }

    /// The count of refused attempts. Of very many values only the traits are kept, with fewer digits.
    pub(super) fn refused_mut(&mut self, mut refused: Refused) -> &mut Count {
        if self.hashes.len() < VALUES {
            self.hashes.insert(refused.hash);
        }
        if !self.hashes.contains(&refused.hash) {
            (refused.hash, refused.value) = (0, refused.value.rounded());
        }
        self.refused.entry(refused).or_default()
    }

    /// Values of accepted attempts, in order.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> + Clone {
        self.values.iter().map(|(value, _)| value)
    }

    /// Values of accepted attempts on some days, with the slot and how many they are; in no order.
    pub(super) fn accepted_on<'p>(
        &'p self,
        days: Days,
        slots: &'p Numbered<Slot>,
    ) -> impl Iterator<Item = (Value, Slot, &'p ValueCount)> {
        let mut values = vec![Value::Absent; self.values.len()];
        for (value, number) in &self.values {
            values[*number as usize] = *value;
        }
        let all = self.accepted.iter().map(move |((value, slot), count)| {
            (values[*value as usize], slots.all[*slot as usize], count)
        });
        all.filter(move |(_, (_, day, ..), _)| days.contain(*day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_very_many_values_all_are_in_some_range() {
        for factor in [1, 7919] {
            let mut profile = Profile::default();
            for number in (0..10_000).map(|number| number * factor % 10_007) {
                profile.accepted_mut(Value::Number(number, number), 0).add(number as u64);
                profile.accepted_mut(Value::Text(number as usize), 0).add(number as u64);
            }
            assert!(profile.is_coarse && profile.values.len() <= VALUES);
            assert!(profile.values.is_sorted());
            for number in 0..10_000 {
                assert!(profile.has_like(&Value::Number(number, number)), "{number}");
                assert!(profile.has_like(&Value::Text(number as usize)), "{number}");
            }
            for number in 0..100_000 {
                let (value, hash) = (Value::Number(number, number), 1 + number as u32);
                let refused = Refused { cell: 0, slot: 0, value, hash, lacks: false };
                profile.refused_mut(refused).add(None, 1, 0);
            }
            assert!(profile.refused.len() <= 5 * VALUES, "{}", profile.refused.len());
            let attempts = profile.accepted.values().map(|count| count.attempts);
            assert_eq!(attempts.sum::<u64>(), 20_000);
        }
    }
}
