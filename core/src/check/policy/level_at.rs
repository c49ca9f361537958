//! Entries of `levels` for a rule at a member: `field.blank@/client/email`.

use super::Policy;
use super::member_path::place_of;
use super::selector::{Rank, locked, parse};
use crate::base::fingerprint::Hasher;
use crate::base::level::Level;
use crate::check::member_levels::{MemberLevel, MemberLevels, MemberPlace};
use crate::check::policy::Added;
use crate::check::rule_set::RuleSet;
use crate::check::rules::{COUNT, OF_OPERATION};
use crate::model::operation::Operation;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The level of a rule at a member.
#[derive(Clone)]
pub(crate) struct LevelAt {
    /// The rule's index among all that the policy knows.
    pub(crate) rule: usize,
    pub(crate) member: Box<str>,
    pub(crate) level: Level,
    /// Whether an old name of the rule set it.
    by_old_name: bool,
}

impl LevelAt {
    /// The levels that a rule has at members, by path. `names` are those of all rules.
    pub(crate) fn of<'a>(
        levels: &'a [LevelAt],
        names: &mut dyn Iterator<Item = &str>,
        rule: &str,
    ) -> impl Iterator<Item = (&'a str, Level)> + use<'a> {
        let mut names = names.take(if levels.is_empty() { 0 } else { usize::MAX });
        let position = names.position(|name| name == rule);
        let of_rule = levels.iter().filter(move |at| Some(at.rule) == position);
        of_rule.map(|at| (&*at.member, at.level))
    }

    /// Hashes the entry, unless the rule has this level anyway.
    pub(super) fn hash(&self, policy: &Policy, hasher: Hasher) -> Hasher {
        if policy.levels.get(self.rule).is_none_or(|own| own.level == self.level) {
            return hasher;
        }
        let name = policy.metadata(self.rule).map_or("", |rule| rule.name);
        hasher.text(name).text(&self.member).number(self.level as u64)
    }
}

/// The rules that can report unknown keys.
const FOR_UNKNOWN_KEYS: [&str; 4] =
    ["field.unknown", "field.misspelt", "field.misplaced", "json.ambiguous_key"];

impl Policy {
    pub(super) fn set_level_at(
        &mut self,
        selector: &str,
        (name, member): (&str, &str),
        level: Level,
    ) -> Result<(), String> {
        let (rank, _) = parse(name);
        if rank != Rank::Rule {
            return Err("only a rule by its name can have a level at a member".to_owned());
        }
        let renamed = self.renamed_from(name);
        let known = renamed.or_else(|| self.all().position(|rule| rule.name == name));
        let Some(position) = known else { return Err(self.unknown(rank, name)) };
        if self.metadata(position).is_some_and(|rule| rule.locked) {
            return Err(locked(name));
        }
        let policy_rules = self.added.as_ref().map_or(0, |added| added.policy.len());
        if (COUNT..COUNT + policy_rules).contains(&position) {
            return Err([name, " is a rule about one member: leave out @ and the path"].concat());
        }
        self.has_member(position, member)?;
        self.note(selector, name, position);
        let entry = LevelAt {
            rule: position,
            member: member.into(),
            level,
            by_old_name: renamed.is_some(),
        };
        let key = |at: &LevelAt| (at.rule, at.member.clone());
        let levels = Arc::make_mut(&mut self.levels_at);
        match levels.binary_search_by_key(&key(&entry), key) {
            Ok(known) => match levels.get_mut(known) {
                Some(known) if known.by_old_name || !entry.by_old_name => *known = entry,
                _ => {}
            },
            Err(_) if levels.len() >= Policy::MAX_LEVELS_AT => {
                return Err("there are more than 1024 levels at members".to_owned());
            }
            Err(index) => levels.insert(index, entry),
        }
        Ok(())
    }

    /// Fails unless one of the operations of a rule knows a member.
    fn has_member(&self, position: usize, member: &str) -> Result<(), String> {
        let suggests = |problem: &String| problem.contains(" mean ");
        let mut unknown = None;
        for operation in self.operations_of(position) {
            match self.place_at(position, operation, member) {
                Ok(_) => return Ok(()),
                // The first that suggests a member is the most helpful.
                Err(problem) => match &unknown {
                    Some(known) if suggests(known) || !suggests(&problem) => {}
                    _ => unknown = Some(problem),
                },
            }
        }
        Err(unknown.unwrap_or_else(|| "the rule looks at no member".to_owned()))
    }

    fn operations_of(&self, position: usize) -> impl Iterator<Item = Operation> {
        let added = self.added.as_ref().zip(position.checked_sub(COUNT));
        let added = added.and_then(|(added, position)| added.rule(position as u16));
        Operation::ALL.iter().copied().filter(move |operation| match added {
            Some(rule) => rule.on.contains(*operation),
            None => OF_OPERATION
                .get(*operation as usize)
                .is_some_and(|rules| rules.contains(position as u16)),
        })
    }

    fn place_at(
        &self,
        position: usize,
        operation: Operation,
        member: &str,
    ) -> Result<MemberPlace, String> {
        let name = self.metadata(position).map_or("", |rule| rule.name);
        let declared = Added::declared_by(self.added.as_deref(), operation);
        place_of(member, operation, declared, FOR_UNKNOWN_KEYS.contains(&name))
    }

    /// Makes room for a new rule by moving later ones.
    pub(super) fn make_room_at(&mut self, position: usize) {
        if self.levels_at.iter().any(|at| at.rule >= position) {
            let later = Arc::make_mut(&mut self.levels_at).iter_mut();
            later.filter(|at| at.rule >= position).for_each(|at| at.rule += 1);
        }
    }

    /// Compiles the levels at members.
    pub(crate) fn member_levels(&self) -> MemberLevels {
        let (mut all, mut before) = (Vec::new(), None);
        for LevelAt { rule: position, member, level, .. } in self.levels_at.iter() {
            let Some(metadata) = self.metadata(*position) else { continue };
            let own = self.levels.get(*position).map_or(Level::Allow, |own| own.level);
            let rule = match position.checked_sub(COUNT) {
                Some(added) => RuleSet::MAX + added as u16,
                None => *position as u16,
            };
            let is_first = before.replace(*position) != Some(*position);
            let mut others = metadata.unchecked_members.to_vec();
            let may_be_unchecked = others.contains(&&**member);
            others.retain(|other| {
                let has_own = |at: &LevelAt| at.rule == *position && *at.member == **other;
                is_first && !self.levels_at.iter().any(has_own)
            });
            for operation in self.operations_of(*position) {
                let mut add = |place, level, may_be_unchecked| {
                    all.push(MemberLevel { operation, rule, place, level, may_be_unchecked });
                };
                if is_first {
                    add(MemberPlace::BODY, own, false);
                }
                for other in &others {
                    if let Ok(place) = self.place_at(*position, operation, other) {
                        add(place, own, true);
                    }
                }
                if let Ok(place) = self.place_at(*position, operation, member) {
                    add(place, *level, may_be_unchecked);
                }
            }
        }
        MemberLevels::new(all)
    }
}
