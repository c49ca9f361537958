//! Selectors: the rules that an entry of `levels` is about.

use super::Policy;
use crate::base::level::Level;
use crate::base::text::cut;
use crate::check::rule::{family, words};
use crate::check::rules::Metadata;
use crate::model::config::{self, unknown_name};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// A rule's level, and how narrow the selector was that set it.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) level: Level,
    rank: Rank,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The rule's own default.
    None,
    All,
    Basis,
    Family,
    /// An old name of the rule.
    OldName,
    Rule,
}

impl Setting {
    pub(crate) fn default(level: Level) -> Setting {
        Setting { level, rank: Rank::None }
    }

    /// The setting of a rule that replaces this one: what was set for its name still holds.
    pub(super) fn of_another_rule(self, added: LevelsOfAdded, default: Level) -> Setting {
        if self.rank >= Rank::OldName { self } else { added.setting(default) }
    }
}

/// The levels of rules that are added later: the last that were set for `*`, `basis.custom` and `custom.*`.
#[derive(Clone, Copy, Default)]
pub(super) struct LevelsOfAdded {
    all: Option<Level>,
    basis: Option<Level>,
    family: Option<Level>,
}

impl LevelsOfAdded {
    fn set(&mut self, rank: Rank, level: Level) {
        match rank {
            Rank::All => self.all = Some(level),
            Rank::Basis => self.basis = Some(level),
            Rank::Family => self.family = Some(level),
            _ => {}
        }
    }

    pub(super) fn setting(self, default: Level) -> Setting {
        // The widest selectors skip rules that are off by default.
        let is_on = default != Level::Allow;
        let entry = |level: Option<Level>, rank| level.map(|level| Setting { level, rank });
        entry(self.family, Rank::Family)
            .or(entry(self.basis, Rank::Basis).filter(|_| is_on))
            .or(entry(self.all, Rank::All).filter(|_| is_on))
            .unwrap_or(Setting::default(default))
    }
}

impl Rank {
    /// The part of a rule's metadata that selectors of this rank are compared with.
    fn key<'r>(self, rule: &Metadata<'r>) -> &'r str {
        match self {
            Rank::Rule | Rank::OldName => rule.name,
            Rank::Family => family(rule.name),
            Rank::Basis => rule.basis.name(),
            _ => "*",
        }
    }
}

/// Parses a selector into its rank and its key.
pub(super) fn parse(selector: &str) -> (Rank, &str) {
    if let Some(family) = selector.strip_suffix(".*") {
        return (Rank::Family, family);
    }
    match selector.strip_prefix("basis.") {
        Some(basis) => (Rank::Basis, basis),
        None if selector == "*" => (Rank::All, selector),
        None => (Rank::Rule, selector),
    }
}

pub(super) fn locked(rule: &str) -> String {
    ["the level of ", rule, " cannot be changed: no body can be read without it"].concat()
}

/// The family and the basis of added rules: known, even if there are none.
const CUSTOM: &str = "custom";

impl Policy {
    /// Sets the level of the rules that a selector is about, unless a narrower one has set it.
    pub(super) fn set_level(&mut self, selector: &str, level: Level) -> Result<(), String> {
        if let (rule, Some(member)) = cut(selector, b'@') {
            return self.set_level_at(selector, (rule, member), level);
        }
        let (rank, key) = parse(selector);
        let is_of_added = rank == Rank::All || key == CUSTOM;
        if is_of_added {
            self.levels_of_added.set(rank, level);
        }
        let mut is_known = key == CUSTOM && rank != Rank::Rule;
        let renamed = if rank == Rank::Rule { self.renamed_from(key) } else { None };
        let rank = if renamed.is_some() { Rank::OldName } else { rank };
        for position in 0..self.levels.len() {
            let is_selected = |rule: &Metadata<'_>| match renamed {
                Some(renamed) => renamed == position,
                None => rank.key(rule) == key,
            };
            let Some(rule) = self.metadata(position).filter(is_selected) else { continue };
            is_known = true;
            if rule.locked && rank >= Rank::OldName {
                return Err(locked(key));
            }
            // Selectors of several rules skip locked rules, the widest also those that are off by default.
            let is_off = rule.level == Level::Allow && rank < Rank::Family;
            let is_skipped = rule.locked || is_off;
            if let Some(setting) = invariant!(self.levels.get_mut(position))
                && !is_skipped
                && setting.rank <= rank
            {
                *setting = Setting { level, rank };
            }
            if rank >= Rank::OldName {
                self.note(selector, key, position);
            }
        }
        if is_known { Ok(()) } else { Err(self.unknown(rank, key)) }
    }

    /// The position of the rule with this old name, unless it is the name of a rule now.
    pub(super) fn renamed_from(&self, old: &str) -> Option<usize> {
        let had = |rule: Metadata<'_>| words(rule.renamed_from).any(|name| name == old);
        let is_current = self.all().any(|rule| rule.name == old);
        self.all().position(had).filter(|_| !is_current)
    }

    /// Adds the notes on an entry of `levels` that names the rule at a position.
    pub(super) fn note(&mut self, selector: &str, name: &str, position: usize) {
        let Some(rule) = invariant!(self.metadata(position)) else { return };
        let renamed = (rule.name != name).then_some([" is now called ", rule.name]);
        let deprecated = rule.deprecated.map(|instead| [" is deprecated: ", instead]);
        let notes = [renamed, deprecated].into_iter().flatten().map(|what| {
            let mut note = "levels.".to_owned();
            config::put_member(&mut note, selector);
            note.push_str(": the rule");
            what.into_iter().for_each(|part| note.push_str(part));
            note
        });
        for note in notes.collect::<Vec<String>>() {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    #[cold]
    pub(super) fn unknown(&self, rank: Rank, key: &str) -> String {
        if rank == Rank::Rule && self.all().any(|rule| family(rule.name) == key) {
            return ["unknown rule \"", key, "\"; did you mean \"", key, ".*\"?"].concat();
        }
        let what = match rank {
            Rank::Rule => "rule",
            Rank::Basis => "basis",
            _ => "family",
        };
        unknown_name(what, key, self.all().map(|rule| rank.key(&rule)))
    }
}
