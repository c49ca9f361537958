//! Profiles: the values that members had, of requests that were accepted, and of those that were refused for them.

use super::analysis::Days;
use super::evidence::{CUSTOMERS, Count, Mixed, Slot, add_to};
use super::numbered::Numbered;
use super::walk::Value;
use foldhash::fast::RandomState;
use smallvec::SmallVec;
use std::collections::{HashMap, HashSet};

/// Most customers for a value of accepted requests.
const CUSTOMERS_OF_VALUES: usize = 16;
/// Most values of a member that are told apart.
const VALUES: usize = 1024;

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
    /// Hashes of the refused values that are told apart.
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

    /// Adds the profile of another part of the log, given the numbers that its cells and slots have here.
    pub(super) fn merge(&mut self, other: Profile, cells: &[u32], slots: &[u32]) {
        for (slot, count) in slots.iter().zip(other.present) {
            add_to(self.present_mut(*slot), count);
        }
        self.is_coarse |= other.is_coarse;
        let mut values = vec![0; other.values.len()];
        for (value, number) in other.values {
            values[number as usize] = self.number(value);
        }
        for ((value, slot), count) in other.accepted {
            let key = (values[value as usize], slots[slot as usize]);
            self.accepted.entry(key).or_default().merge(count);
        }
        for (refused, count) in other.refused {
            let cell = cells[refused.cell as usize];
            let slot = slots[refused.slot as usize];
            self.refused_mut(Refused { cell, slot, ..refused }).merge(count, CUSTOMERS);
        }
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
