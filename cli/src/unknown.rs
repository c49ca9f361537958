//! Unknown members that reports name.

use paylint::report::{Finding, Segment};
use paylint::rule::ParamValue;
use paylint::{Operation, Report};
use std::collections::HashMap;
use std::hash::Hash;

/// A finding about an unknown member.
pub(crate) struct UnknownMember<'r> {
    pub(crate) finding: Finding<'r>,
    /// The member that is probably meant.
    pub(crate) nearest: Option<&'r str>,
}

impl<'r> UnknownMember<'r> {
    /// Those of a report, misspelt ones among them.
    pub(crate) fn all_of(report: &'r Report) -> impl Iterator<Item = UnknownMember<'r>> {
        report.findings().filter_map(|finding| match finding.rule().name {
            "field.unknown" => Some(UnknownMember { finding, nearest: None }),
            "field.misspelt" => {
                let nearest = finding.params().find_map(|(_, value)| match value {
                    ParamValue::Word(name) => Some(name),
                    _ => None,
                });
                Some(UnknownMember { finding, nearest })
            }
            _ => None,
        })
    }

    /// Where it is, with `*` for elements: `/products/*/sku`. `None` if its name can't be shown.
    pub(crate) fn path(&self) -> Option<String> {
        let (mut path, mut is_hidden) = (String::new(), false);
        // It can't fail: no step does.
        _ = self.finding.path().walk(|step| {
            let name = match step {
                Segment::Name(name) => name,
                Segment::Index(_) => "*",
            };
            is_hidden = step == Segment::Name("*");
            path.push('/');
            path.push_str(name);
            Ok(())
        });
        (!is_hidden).then_some(path)
    }
}

/// Where a member is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) operation: Operation,
    pub(crate) path: String,
}

/// Things by their keys, in the order in which they were met.
pub(crate) struct FirstSeen<K, V> {
    all: Vec<(K, V)>,
    places: HashMap<K, usize>,
}

impl<K, V> Default for FirstSeen<K, V> {
    fn default() -> FirstSeen<K, V> {
        FirstSeen { all: Vec::new(), places: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, V: Default> FirstSeen<K, V> {
    /// The thing of a key; none if there are `most` others already.
    pub(crate) fn of(&mut self, key: K, most: usize) -> Option<&mut V> {
        let place = match self.places.get(&key) {
            Some(place) => *place,
            None if self.all.len() >= most => return None,
            None => {
                self.places.insert(key.clone(), self.all.len());
                self.all.push((key, V::default()));
                self.all.len() - 1
            }
        };
        self.all.get_mut(place).map(|(_, value)| value)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.all.iter()
    }
}

/// How often each unknown member was found.
#[derive(Default)]
pub(crate) struct UnknownCounts {
    /// By place, and by the member that is probably meant.
    named: FirstSeen<(Place, Option<String>), u64>,
    /// Those whose names can't be shown, and those that were met when there were too many to be named.
    pub(crate) unnamed: u64,
}

/// How many are named. What is held in memory doesn't depend on how much is read.
const MOST_NAMED: usize = 1_000;

impl UnknownCounts {
    /// Counts those of a report.
    pub(crate) fn add(&mut self, report: &Report) {
        for unknown in UnknownMember::all_of(report) {
            let operation = report.operation();
            let place = unknown.path().map(|path| Place { operation, path });
            let nearest = unknown.nearest.map(str::to_owned);
            self.count(place.map(|place| (place, nearest)), 1, usize::MAX);
        }
    }

    /// Adds the counts of what follows.
    pub(crate) fn merge(&mut self, other: &UnknownCounts) {
        for (key, findings) in other.named.iter() {
            self.count(Some(key.clone()), *findings, MOST_NAMED);
        }
        self.unnamed += other.unnamed;
    }

    fn count(&mut self, key: Option<(Place, Option<String>)>, findings: u64, most: usize) {
        let known = key.and_then(|key| self.named.of(key, most));
        *known.unwrap_or(&mut self.unnamed) += findings;
    }

    /// Each with its count, the most frequent first.
    pub(crate) fn sorted(&self) -> Vec<(&Place, Option<&str>, u64)> {
        let all = self.named.iter();
        let mut all: Vec<_> =
            all.map(|((place, nearest), count)| (place, nearest.as_deref(), *count)).collect();
        all.sort_by(|a, b| {
            let key = |(place, _, count): &(&Place, _, u64)| {
                (std::cmp::Reverse(*count), place.operation, place.path.clone())
            };
            key(a).cmp(&key(b))
        });
        all
    }
}
