//! Rules that exclude each other, or can never fire.

use super::PolicyRule;
use super::constraint::{Constraint, Operand, Word};
use crate::base::level::Level;
use crate::base::time::Timestamp;
use alloc::string::String;

impl PolicyRule {
    /// Why it can never fire at a level and a time, if that is so.
    pub(crate) fn idle_reason(&self, level: Level, now: Option<Timestamp>) -> Option<&'static str> {
        let (constraint, when) = (self.constraint.as_ref()?, &self.when);
        let is_required = constraint.word == Word::Required;
        let fires_if = if is_required { &when.given } else { &when.absent };
        if level == Level::Allow {
            Some("is at level allow")
        } else if fires_if.contains(&self.member) {
            Some("can never fire: its `when` rules out what it looks for")
        } else if constraint.word == Word::MinLength
            && matches!(constraint.operand, Operand::Count(1))
        {
            Some("can never fire: a blank text counts as absent, so every text has a character")
        } else if when.until.zip(now).is_some_and(|(until, now)| until <= now) {
            Some("can never fire again: its time is over")
        } else {
            None
        }
    }

    /// Note on this rule beside an earlier one, which may be at least as strict.
    pub(crate) fn beside(&self, earlier: &PolicyRule, is_as_strict: bool) -> Option<String> {
        let is_about_same = self.member == earlier.member
            && self.on.iter().any(|operation| earlier.on.contains(operation))
            && self.when == earlier.when;
        let (own, other) = (self.constraint.as_ref()?, earlier.constraint.as_ref()?);
        if !is_about_same {
            return None;
        }
        let name = [&*earlier.name, ".", other.word.name()];
        let [least, most] = [own.exceeds(other), other.exceeds(own)];
        if own.excludes(other) || other.excludes(own) {
            return Some(
                [" and ", &name.concat(), " exclude each other: nothing satisfies both"].concat(),
            );
        }
        let covers = match own.word {
            _ if own.word != other.word => false,
            Word::Minimum | Word::MinLength | Word::MinItems => !least,
            Word::Maximum | Word::MaxLength | Word::MaxItems => !most,
            _ => own == other,
        };
        (covers && is_as_strict)
            .then(|| [" says nothing that ", &name.concat(), " doesn't say"].concat())
    }
}

impl Constraint {
    /// Whether it asks for more than another allows.
    fn excludes(&self, other: &Constraint) -> bool {
        match (self.word, other.word) {
            (Word::Required, Word::Forbidden) => true,
            (Word::Minimum, Word::Maximum)
            | (Word::MinLength, Word::MaxLength)
            | (Word::MinItems, Word::MaxItems) => self.exceeds(other),
            _ => false,
        }
    }

    /// Whether its limit is above that of another.
    fn exceeds(&self, other: &Constraint) -> bool {
        match (&self.operand, &other.operand) {
            (Operand::Limit(own), Operand::Limit(other)) => own > other,
            (Operand::Count(own), Operand::Count(other)) => own > other,
            // Nothing is known of those that are members'.
            _ => self != other,
        }
    }
}
