//! Selectors: which rules an entry of `levels` is about.

use super::Policy;
use crate::append::joined;
use crate::config::unknown_name;
use crate::level::Level;
use crate::rule::family;
use crate::rules::Listed;
use alloc::string::String;

/// A rule's level, and how narrow the entry was that gave it: 0 for the rule's own default.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) level: Level,
    rank: Rank,
}

/// How narrow a selector is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    None,
    All,
    Basis,
    Family,
    Rule,
}

impl Setting {
    /// The level that a rule has by itself.
    pub(crate) fn default(level: Level) -> Setting {
        Setting { level, rank: Rank::None }
    }

    /// The setting of a rule that takes the place of the one that has this: an entry of its own name still holds.
    pub(super) fn of_another_rule(self, later: Later, default: Level) -> Setting {
        if self.rank == Rank::Rule { self } else { later.setting(default) }
    }
}

/// The last levels set for `*`, `basis.custom` and `custom.*`, for rules that are added later.
#[derive(Clone, Copy, Default)]
pub(super) struct Later {
    all: Option<Level>,
    basis: Option<Level>,
    family: Option<Level>,
}

impl Later {
    fn set(&mut self, rank: Rank, level: Level) {
        match rank {
            Rank::All => self.all = Some(level),
            Rank::Basis => self.basis = Some(level),
            Rank::Family => self.family = Some(level),
            _ => {}
        }
    }

    /// The setting of a rule that is added now.
    pub(super) fn setting(self, default: Level) -> Setting {
        // The widest entries pass over rules that are off by default.
        let is_on = default != Level::Allow;
        let entry = |level: Option<Level>, rank| level.map(|level| Setting { level, rank });
        entry(self.family, Rank::Family)
            .or(entry(self.basis, Rank::Basis).filter(|_| is_on))
            .or(entry(self.all, Rank::All).filter(|_| is_on))
            .unwrap_or(Setting::default(default))
    }
}

impl Rank {
    /// What a selector of this rank compares of a rule.
    fn key<'r>(self, rule: &Listed<'r>) -> &'r str {
        match self {
            Rank::Rule => rule.name,
            Rank::Family => family(rule.name),
            Rank::Basis => rule.basis.name(),
            _ => "*",
        }
    }
}

/// A selector's rank, and what it compares with.
fn read(selector: &str) -> (Rank, &str) {
    if let Some(family) = selector.strip_suffix(".*") {
        return (Rank::Family, family);
    }
    match selector.strip_prefix("basis.") {
        Some(basis) => (Rank::Basis, basis),
        None if selector == "*" => (Rank::All, selector),
        None => (Rank::Rule, selector),
    }
}

/// The family and the basis of added rules: known, even if there are none.
const CUSTOM: &str = "custom";

impl Policy {
    /// Sets the level of the rules that a selector is about, unless a narrower one has set it.
    ///
    /// # Errors
    /// There is no such rule, family or basis, or the rule is locked.
    pub(super) fn set_level(&mut self, selector: &str, level: Level) -> Result<(), String> {
        let (rank, key) = read(selector);
        let is_of_added = rank == Rank::All || key == CUSTOM;
        if is_of_added {
            self.later.set(rank, level);
        }
        let mut is_known = key == CUSTOM && rank != Rank::Rule;
        for position in 0..self.levels.len() {
            let Some(rule) = self.listed(position).filter(|rule| rank.key(rule) == key) else {
                continue;
            };
            is_known = true;
            if rule.locked && rank == Rank::Rule {
                return Err(joined(&[
                    "the level of ",
                    key,
                    " cannot be changed: no body can be read without it",
                ]));
            }
            // All but a rule's own entry pass over locked rules, the widest also over those that are off by default.
            let is_off = rule.level == Level::Allow && rank < Rank::Family;
            let is_passed = rule.locked || is_off;
            if let Some(setting) = invariant!(self.levels.get_mut(position))
                && !is_passed
                && setting.rank <= rank
            {
                *setting = Setting { level, rank };
            }
        }
        if is_known { Ok(()) } else { Err(self.unknown(rank, key)) }
    }

    #[cold]
    fn unknown(&self, rank: Rank, key: &str) -> String {
        if rank == Rank::Rule && self.all().any(|rule| family(rule.name) == key) {
            return joined(&["unknown rule \"", key, "\"; did you mean \"", key, ".*\"?"]);
        }
        let what = match rank {
            Rank::Rule => "rule",
            Rank::Basis => "basis",
            _ => "family",
        };
        unknown_name(what, key, self.all().map(|rule| rank.key(&rule)))
    }
}
