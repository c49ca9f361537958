//! Numbered values, of which a log can have only so many.

use super::named::Named;
use foldhash::fast::RandomState;
use indexmap::IndexSet;
use std::borrow::Borrow;
use std::hash::Hash;

/// Most parts of the log that are counted.
const SPLITS: usize = 1024;
/// Most sets of findings that show the names of unknown members, and most sets of members that answers name.
const SETS: usize = 4096;

/// Values by number, which each gets when it is first seen.
#[derive(Clone, Debug)]
pub(super) struct Numbered<T> {
    pub(super) all: IndexSet<T, RandomState>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { all: IndexSet::default() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    pub(super) fn number<Q>(&mut self, value: &Q) -> u32
    where
        T: Borrow<Q>,
        Q: ToOwned<Owned = T> + Eq + Hash + ?Sized,
    {
        let known = self.all.get_index_of(value);
        known.unwrap_or_else(|| self.all.insert_full(value.to_owned()).0) as u32
    }

    /// The number of a value. Once there are `most`, a new value gets the number of another that stands for it.
    fn number_unless_full<Q>(&mut self, value: &Q, most: usize, other: impl FnOnce(&Q) -> T) -> u32
    where
        T: Borrow<Q>,
        Q: ToOwned<Owned = T> + Eq + Hash + ?Sized,
    {
        match self.all.len() < most || self.all.contains(value) {
            true => self.number(value),
            false => self.number(other(value).borrow()),
        }
    }
}

impl Numbered<String> {
    pub(super) fn part(&mut self, name: &str) -> u32 {
        self.number_unless_full(name, SPLITS, |_| "*".to_owned())
    }

    pub(super) fn set(&mut self, set: &str) -> u32 {
        self.number_unless_full(set, SETS, with_names_hidden)
    }

    pub(super) fn text(&self, number: u32) -> &str {
        self.all.get_index(number as usize).map_or("", String::as_str)
    }
}

impl Numbered<Vec<Named>> {
    /// The number of what an answer named.
    pub(super) fn answer(&mut self, named: &[Named]) -> u32 {
        let other = |_: &[Named]| vec![Named { member: "/*".to_owned(), code: None }];
        self.number_unless_full(named, SETS, other)
    }
}

/// A set of findings without the names of unknown members.
fn with_names_hidden(set: &str) -> String {
    let findings: Vec<(String, String, String)> = serde_json::from_str(set).unwrap_or_default();
    let hidden = findings.into_iter().map(|(rule, member, level)| {
        let is_named = matches!(&*rule, "field.unknown" | "field.misspelt" | "field.misplaced");
        match member.rsplit_once('/').filter(|_| is_named) {
            Some((outer, _)) => (rule, format!("{outer}/*"), level),
            None => (rule, member, level),
        }
    });
    let mut hidden: Vec<_> = hidden.collect();
    hidden.dedup();
    serde_json::to_string(&hidden).unwrap_or_default()
}
