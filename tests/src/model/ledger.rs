//! Where the rules record their outcomes.

use super::catalogue::RULES;
use super::facts::NAMES;

/// The outcome of one rule.
#[derive(Clone, Default)]
pub(crate) struct Entry {
    /// The paths at which it fired, in order.
    pub(crate) paths: Vec<String>,
    /// Of unknown members, for each path the known member that is meant, if one is near.
    pub(crate) nearest: Vec<Option<&'static str>>,
    /// The absent facts that its outcome depends on. They say nothing if it fired.
    pub(crate) needs: Vec<&'static str>,
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
        self.entry(rule).paths.push(path.into());
    }

    /// A member is unknown, and perhaps this one is meant.
    pub(crate) fn unknown(&mut self, path: String, nearest: Option<&'static str>) {
        let entry = self.entry("field.unknown");
        entry.paths.push(path);
        entry.nearest.push(nearest);
    }

    pub(crate) fn fire_if(&mut self, rule: &str, violated: bool, path: impl Into<String>) {
        if violated {
            self.fire(rule, path);
        }
    }

    /// The rule's outcome depends on these absent facts.
    pub(crate) fn open(&mut self, rule: &str, needs: &[&'static str]) {
        let entry = self.entry(rule);
        entry.needs.extend(needs);
        let place = |need: &&str| NAMES.iter().position(|name| name == need);
        debug_assert!(entry.needs.iter().all(|need| place(need).is_some()));
        entry.needs.sort_by_key(place);
        entry.needs.dedup();
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
