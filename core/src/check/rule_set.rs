//! Sets of rules, and their levels, by position: first come the catalogue's rules, then those that a policy adds.

use super::member_levels::{self, MemberLevel};
use super::rules::COUNT;
use crate::base::level::Level;
use crate::model::path::Path;

/// A set of rules: a bit for each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RuleSet([u64; WORDS]);

const WORDS: usize = 4;

/// The position of the first added rule.
pub(crate) const ADDED: u16 = COUNT as u16;

impl RuleSet {
    /// The most rules that the catalogue can have.
    pub(crate) const MAX: usize = 64 * WORDS;

    pub(crate) const NONE: RuleSet = RuleSet([0; WORDS]);

    pub(crate) const fn range(start: u16, end: u16) -> RuleSet {
        let (mut set, mut position) = (RuleSet::NONE, start);
        while position < end {
            set = set.with(position);
            position += 1;
        }
        set
    }

    /// Adds a rule of the catalogue. Added rules are ignored.
    #[inline]
    #[allow(clippy::indexing_slicing, reason = "in bounds")]
    pub(crate) const fn with(mut self, position: u16) -> RuleSet {
        if position < ADDED {
            self.0[(position / 64) as usize] |= 1 << (position % 64);
        }
        self
    }

    #[inline]
    #[allow(clippy::indexing_slicing, reason = "in bounds")]
    pub(crate) const fn contains(&self, position: u16) -> bool {
        position < ADDED && self.0[(position / 64) as usize] >> (position % 64) & 1 == 1
    }

    #[inline]
    pub(crate) const fn intersection(&self, other: RuleSet) -> RuleSet {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        RuleSet([a & e, b & f, c & g, d & h])
    }

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
}

/// The levels of the rules that are checked, by position: bits for the catalogue's rules, a slice for added rules. A
/// rule with levels at members counts with the highest.
#[derive(Clone, Copy)]
pub(crate) struct Levels<'p> {
    /// The rules of the catalogue that are checked.
    pub(crate) enabled: RuleSet,
    deny: RuleSet,
    /// The levels of the added rules, and the lowest at which one is checked.
    added: &'p [Level],
    least: Level,
    /// The levels at members, for this operation.
    members: &'p [MemberLevel],
}

impl<'p> Levels<'p> {
    /// Levels of the rules that are `enabled`, and of the added rules that aren't at level allow.
    pub(crate) const fn new(
        enabled: RuleSet,
        deny: RuleSet,
        added: &'p [Level],
        members: &'p [MemberLevel],
    ) -> Levels<'p> {
        Levels { enabled, deny, added, least: Level::Warn, members }
    }

    /// Leaves only rules at level deny to be checked.
    pub(crate) const fn that_deny(self) -> Levels<'p> {
        Levels { enabled: self.enabled.intersection(self.deny), least: Level::Deny, ..self }
    }

    /// The level of a rule that is checked.
    #[inline]
    pub(crate) fn of(&self, position: u16) -> Level {
        if let Some(index) = position.checked_sub(ADDED) {
            return invariant!(self.added.get(usize::from(index)).copied()).unwrap_or(Level::Allow);
        }
        if self.deny.contains(position) { Level::Deny } else { Level::Warn }
    }

    /// Whether any rule has levels at members.
    #[inline]
    pub(crate) const fn are_at_members(&self) -> bool {
        !self.members.is_empty()
    }

    /// A rule's own level and those at members. Empty if it has none at members.
    pub(crate) fn of_members(&self, position: u16) -> &'p [MemberLevel] {
        member_levels::of_rule(self.members, position)
    }

    /// The level of the findings of a rule at a place, if the rule is checked. `key` is the name of an unknown member.
    #[inline]
    pub(crate) fn at(&self, position: u16, place: (Path, u16), key: &str) -> Level {
        match self.of_members(position) {
            [] => self.of(position),
            of_rule => member_levels::at(of_rule, place, key),
        }
    }

    /// The level of a rule's findings at the body as a whole, if the rule is checked.
    pub(crate) fn at_body(&self, position: u16) -> Level {
        self.at(position, (Path::BODY, 0), "")
    }

    /// Whether a rule of the catalogue is checked, and at level deny at the body as a whole.
    pub(crate) fn denies_body(&self, position: u16) -> bool {
        self.enabled.contains(position) && self.at_body(position) == Level::Deny
    }

    /// Whether an added rule is checked.
    pub(crate) fn has_added(&self, position: u16) -> bool {
        self.of(position) >= self.least
    }
}
