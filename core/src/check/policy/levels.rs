//! The entries of `levels`, and the levels that follow from them.

use super::Policy;
use super::member_path::place_of;
use crate::base::level::Level;
use crate::base::sort::sorted;
use crate::base::text::cut;
use crate::check::member_levels::{MemberLevel, MemberLevels, MemberPlace};
use crate::check::policy::Added;
use crate::check::rule::family;
use crate::check::rules::{Metadata, OF_OPERATION};
use crate::model::config::{self, unknown_name};
use crate::model::operation::Operation;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ptr;

/// An entry of `levels`: the level of the rules that a selector is about, perhaps at a member.
#[derive(Clone)]
pub(super) struct LevelEntry {
    selector: Box<str>,
    rank: Rank,
    /// The key of the rules that it selects: of an old name, that of the rule that had it.
    key: Box<str>,
    level: Level,
    /// The layer of the policy that it comes from.
    layer: usize,
}

impl LevelEntry {
    fn member(&self) -> Option<&str> {
        cut(&self.selector, b'@').1
    }

    fn selects(&self, rule: &Metadata<'_>) -> bool {
        // Selectors of several rules skip locked rules, the widest also those that are off by default.
        let is_off = rule.level == Level::Allow && self.rank < Rank::Family;
        let is_skipped = self.rank < Rank::OldName && (rule.locked || is_off);
        !is_skipped && self.rank.key(rule) == &*self.key
    }
}

/// Kinds of selectors, the narrowest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    All,
    Basis,
    Family,
    /// An old name of the rule.
    OldName,
    Rule,
}

impl Rank {
    /// The part of a rule's metadata that selectors of this rank are compared with.
    fn key<'r>(self, rule: &Metadata<'r>) -> &'r str {
        match self {
            Rank::Rule | Rank::OldName => rule.name,
            Rank::Family => family(rule.name),
            Rank::Basis => rule.basis.name(),
            Rank::All => "*",
        }
    }
}

/// Parses a selector of rules into its rank and its key.
fn parse(selector: &str) -> (Rank, &str) {
    if let Some(family) = selector.strip_suffix(".*") {
        return (Rank::Family, family);
    }
    match selector.strip_prefix("basis.") {
        Some(basis) => (Rank::Basis, basis),
        None if selector == "*" => (Rank::All, selector),
        None => (Rank::Rule, selector),
    }
}

/// The path of an entry, as messages name it.
fn path_of(selector: &str) -> String {
    let mut path = "levels.".to_owned();
    config::put_member(&mut path, selector);
    path
}

/// The family and the basis of added rules: known, even if there are none.
const CUSTOM: &str = "custom";

/// The rules that can report unknown keys.
const FOR_UNKNOWN_KEYS: [&str; 4] =
    ["field.unknown", "field.misspelt", "field.misplaced", "json.ambiguous_key"];

impl Policy {
    /// Adds an entry of `levels`. Replaces one with the same selector in the same layer.
    pub(super) fn set_level(&mut self, selector: &str, level: Level) -> Result<(), String> {
        let (rules, member) = cut(selector, b'@');
        let (mut rank, key) = parse(rules);
        let mut key = Box::from(key);
        if rank == Rank::Rule {
            let position = self.named(&key, member)?;
            if member.is_some() && !self.has_room_for(selector) {
                return Err("there are more than 1024 levels at members".to_owned());
            }
            self.note(selector, &key, position);
            if let Some(rule) = self.metadata(position).filter(|rule| rule.name != &*key) {
                (rank, key) = (Rank::OldName, rule.name.into());
            }
        } else if member.is_some() {
            return Err("only a rule by its name can have a level at a member".to_owned());
        } else if *key != *CUSTOM && !self.all().any(|rule| rank.key(&rule) == &*key) {
            return Err(self.unknown(rank, &key));
        }
        let layer = self.layer;
        let entries = Arc::make_mut(&mut self.levels);
        entries.retain(|known| known.layer != layer || *known.selector != *selector);
        entries.push(LevelEntry { selector: selector.into(), rank, key, level, layer });
        Ok(())
    }

    /// Whether there can be an entry with this selector, of a rule at a member.
    fn has_room_for(&self, selector: &str) -> bool {
        if self.levels.len() < Policy::MAX_LEVELS_AT {
            return true;
        }
        // Layers can repeat them.
        let at = self.levels.iter().filter(|entry| entry.member().is_some());
        let mut at = sorted(at.map(|entry| &*entry.selector));
        at.dedup();
        at.len() < Policy::MAX_LEVELS_AT || at.contains(&selector)
    }

    /// The position of the rule with a name, which an entry can change, perhaps at a member.
    fn named(&self, name: &str, member: Option<&str>) -> Result<u16, String> {
        // A name belongs to the rule that has it now, or else to the first that had it.
        let had =
            |rule: Metadata<'_>| rule.renamed_from.split_ascii_whitespace().any(|old| old == name);
        let known = self.all().position(|rule| rule.name == name);
        let Some(position) = known.or_else(|| self.all().position(had)) else {
            return Err(self.unknown(Rank::Rule, name));
        };
        let position = position as u16;
        if self.metadata(position).is_some_and(|rule| rule.locked) {
            let why = " cannot be changed: no body can be read without it";
            return Err(["the level of ", name, why].concat());
        }
        if let Some(member) = member {
            let added = self.added.as_ref().and_then(|added| added.rule(position));
            if added.is_some_and(|rule| rule.entry.is_some()) {
                let why = " is a rule about one member: leave out @ and the path";
                return Err([name, why].concat());
            }
            self.has_member(position, member)?;
        }
        Ok(position)
    }

    /// Adds the notes on an entry of `levels` that names the rule at a position.
    fn note(&mut self, selector: &str, name: &str, position: u16) {
        let Some(rule) = invariant!(self.metadata(position)) else { return };
        let renamed = (rule.name != name).then_some([": the rule is now called ", rule.name]);
        let deprecated = rule.deprecated.map(|instead| [": the rule is deprecated: ", instead]);
        let said = [renamed, deprecated].into_iter().flatten();
        let path = path_of(selector);
        for note in said.map(|said| [&path, said.concat().as_str()].concat()).collect::<Vec<_>>() {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    #[cold]
    fn unknown(&self, rank: Rank, key: &str) -> String {
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

    /// The entries that select a rule.
    fn selecting(&self, rule: &Metadata<'_>) -> impl Iterator<Item = &LevelEntry> {
        self.levels.iter().filter(move |entry| entry.selects(rule))
    }

    /// The entry that sets a rule's level, perhaps at a member: the narrowest, and of these the last.
    fn deciding(&self, rule: &Metadata<'_>, member: Option<&str>) -> Option<&LevelEntry> {
        let entries = self.selecting(rule).filter(|entry| entry.member() == member);
        entries.max_by_key(|entry| entry.rank)
    }

    /// The level of a rule.
    pub(crate) fn level(&self, rule: &Metadata<'_>) -> Level {
        self.deciding(rule, None).map_or(rule.level, |entry| entry.level)
    }

    /// The levels of a rule at members, by path.
    fn at_members(&self, rule: &Metadata<'_>) -> Vec<(&str, Level)> {
        let at = self
            .selecting(rule)
            .enumerate()
            .filter_map(|(nth, entry)| Some((entry.member()?, entry.rank, nth, entry.level)));
        let mut all = sorted(at);
        // The last of each member counts.
        all.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                *kept = *next;
            }
            is_same
        });
        all.into_iter().map(|(member, .., level)| (member, level)).collect()
    }

    /// The levels of a rule at members that differ from its own, by path.
    pub(super) fn differing_at(&self, rule: &Metadata<'_>) -> Vec<(&str, Level)> {
        let mut all = self.at_members(rule);
        if !all.is_empty() {
            let own = self.level(rule);
            all.retain(|(_, level)| *level != own);
        }
        all
    }

    /// The levels of a rule at single members (`/client/email`), by path.
    pub fn levels_at<'a>(&'a self, rule: &str) -> impl Iterator<Item = (&'a str, Level)> + use<'a> {
        let rule = self.all().find(|known| known.name == rule);
        rule.map(|rule| self.at_members(&rule)).unwrap_or_default().into_iter()
    }

    /// The entry of `levels` that sets a rule's level, perhaps at a member: its selector, and the number of its layer,
    /// from 0.
    pub fn deciding_entry(&self, rule: &str, member: Option<&str>) -> Option<(&str, usize)> {
        let rule = self.all().find(|known| known.name == rule)?;
        let LevelEntry { selector, layer, .. } = self.deciding(&rule, member)?;
        Some((selector, layer.checked_sub(1)?))
    }

    /// The entries of `levels` without an effect, each with the number of its layer, from 0: removing one leaves the
    /// fingerprint unchanged.
    pub fn idle_levels(&self) -> impl Iterator<Item = (&str, usize)> {
        let idle = self.levels.iter().filter(|entry| {
            let others = self.levels.iter().filter(|other| !ptr::eq(*other, *entry)).cloned();
            let without = Policy { levels: Arc::new(others.collect()), ..self.clone() };
            self.all().filter(|rule| entry.selects(rule)).all(|rule| {
                self.level(&rule) == without.level(&rule)
                    && self.differing_at(&rule) == without.differing_at(&rule)
            })
        });
        idle.filter_map(|entry| Some((&*entry.selector, entry.layer.checked_sub(1)?)))
    }

    /// Fails unless one of the operations of a rule knows a member.
    fn has_member(&self, position: u16, member: &str) -> Result<(), String> {
        let mut problems = Vec::new();
        for operation in self.operations_of(position) {
            match self.place_at(position, operation, member) {
                Ok(_) => return Ok(()),
                Err(problem) => problems.push(problem),
            }
        }
        // The first that suggests a member is the most helpful.
        let suggesting = problems.iter().position(|problem| problem.contains(" mean "));
        let problem = problems.into_iter().nth(suggesting.unwrap_or_default());
        Err(problem.unwrap_or_else(|| "the rule looks at no member".to_owned()))
    }

    fn operations_of(&self, position: u16) -> impl Iterator<Item = Operation> {
        let added = self.added.as_ref().and_then(|added| added.rule(position));
        Operation::ALL.iter().copied().filter(move |operation| match added {
            Some(rule) => rule.on.contains(*operation),
            None => {
                OF_OPERATION.get(*operation as usize).is_some_and(|rules| rules.contains(position))
            }
        })
    }

    fn place_at(
        &self,
        position: u16,
        operation: Operation,
        member: &str,
    ) -> Result<MemberPlace, String> {
        let name = self.metadata(position).map_or("", |rule| rule.name);
        let declared = Added::declared_by(self.added.as_deref(), operation);
        place_of(member, operation, declared, FOR_UNKNOWN_KEYS.contains(&name))
    }

    /// Compiles the levels at members.
    pub(crate) fn member_levels(&self) -> MemberLevels {
        let mut all = Vec::new();
        for (rule, metadata) in (0..).zip(self.all()) {
            let at = self.at_members(&metadata);
            if at.is_empty() {
                continue;
            }
            let (own, unchecked) = (self.level(&metadata), metadata.unchecked_members);
            let others =
                unchecked.iter().filter(|other| !at.iter().any(|(member, _)| member == *other));
            let places = at.iter().copied().chain(others.map(|other| (*other, own)));
            for operation in self.operations_of(rule) {
                let mut add = |place, level, may_be_unchecked| {
                    all.push(MemberLevel { operation, rule, place, level, may_be_unchecked });
                };
                add(MemberPlace::BODY, own, false);
                for (member, level) in places.clone() {
                    if let Ok(place) = self.place_at(rule, operation, member) {
                        add(place, level, unchecked.contains(&member));
                    }
                }
            }
        }
        MemberLevels::new(all)
    }
}
