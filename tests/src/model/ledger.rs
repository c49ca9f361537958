//! Where the rules record their outcomes.

use super::catalogue::RULES;
use super::facts::NAMES;

/// Where a rule fired.
#[derive(Clone, Default)]
pub(crate) struct Fired {
    pub(crate) path: String,
    /// Of a misspelt member: the one that is meant.
    pub(crate) nearest: Option<String>,
    /// Of a number with a binary tail: the one that is meant, unless it is secret.
    pub(crate) value: Option<String>,
}

/// The outcome of one rule.
#[derive(Clone, Default)]
pub(crate) struct Entry {
    /// In order.
    pub(crate) fired: Vec<Fired>,
    /// Whether it can't be decided. This says nothing if it fired.
    pub(crate) open: bool,
    /// The absent facts that its outcome depends on.
    pub(crate) needs: Vec<&'static str>,
}

impl Entry {
    pub(crate) fn fire(&mut self, path: impl Into<String>) {
        self.fired.push(Fired { path: path.into(), ..Fired::default() });
    }

    pub(crate) fn open(&mut self, needs: &[&'static str]) {
        self.open = true;
        self.needs.extend(needs);
        let place = |need: &&str| NAMES.iter().position(|name| name == need);
        debug_assert!(self.needs.iter().all(|need| place(need).is_some()));
        self.needs.sort_by_key(place);
        self.needs.dedup();
    }
}

/// The outcome of every rule, by its place in the catalogue.
pub(crate) struct Ledger {
    pub(crate) entries: Vec<Entry>,
}

impl Ledger {
    pub(crate) fn new() -> Ledger {
        Ledger { entries: vec![Entry::default(); RULES.len()] }
    }

    fn entry(&mut self, rule: &str) -> &mut Entry {
        match RULES.iter().position(|known| known.name == rule) {
            Some(place) => &mut self.entries[place],
            None => panic!("no rule {rule}"),
        }
    }

    /// The rule is violated at this path. Each rule fires in document order.
    pub(crate) fn fire(&mut self, rule: &str, path: impl Into<String>) {
        self.entry(rule).fire(path);
    }

    pub(crate) fn fire_with(&mut self, rule: &str, fired: Fired) {
        self.entry(rule).fired.push(fired);
    }

    pub(crate) fn fire_if(&mut self, rule: &str, violated: bool, path: impl Into<String>) {
        if violated {
            self.fire(rule, path);
        }
    }

    /// The rule's outcome depends on these absent facts.
    pub(crate) fn open(&mut self, rule: &str, needs: &[&'static str]) {
        self.entry(rule).open(needs);
    }

    /// A rule that asks for one fact: it fires at `path` if the fact is present and `bad`, and is
    /// unchecked if it is missing.
    pub(crate) fn ask<T>(
        &mut self,
        rule: &str,
        name: &'static str,
        fact: Option<T>,
        bad: impl Fn(T) -> bool,
        path: impl Into<String>,
    ) {
        match fact {
            Some(value) => self.fire_if(rule, bad(value), path),
            None => self.open(rule, &[name]),
        }
    }
}

/// The names of those facts that are absent.
pub(crate) fn absent(facts: &[(&'static str, bool)]) -> Vec<&'static str> {
    facts.iter().filter(|(_, given)| !given).map(|(name, _)| *name).collect()
}
