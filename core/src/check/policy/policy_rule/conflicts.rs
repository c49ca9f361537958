//! Finds policy rules that exclude each other, or can never fire.

use super::PolicyRule;
use super::constraint::{Constraint, Operand, Word};
use super::values::Values;
use super::when::When;
use crate::base::level::Level;
use crate::base::text::cut_last;
use crate::base::time::Timestamp;
use alloc::string::String;

impl PolicyRule {
    /// The reason that it can never fire at a level and a time, if there is one.
    pub(crate) fn idle_reason(&self, level: Level, now: Option<Timestamp>) -> Option<&'static str> {
        let (constraint, when) = (self.constraint.as_ref()?, &self.when);
        if level == Level::Allow {
            Some("is at level allow")
        } else if self.is_ruled_out(constraint) {
            Some("can never fire: its `when` rules out what it looks for")
        } else if constraint.word == Word::OneOf && constraint.lists_all_flags() {
            Some("can never fire: it lists both true and false")
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

    /// Whether no request satisfies `when` and violates the constraint.
    fn is_ruled_out(&self, constraint: &Constraint) -> bool {
        let when = &self.when;
        let member = if self.is_about_total() { "/products" } else { &*self.member };
        // The members that must be given.
        let valued = when.members.iter().map(|(path, _)| path);
        let mut given = when.given.iter().chain(valued);
        let is_absent = |path: &str| when.absent.iter().any(|absent| is_at_or_in(path, absent));
        let is_settled = match constraint.word {
            Word::Required => given.clone().any(|given| is_at_or_in(given, member)),
            _ => is_absent(member),
        };
        let is_around_absent = cut_last(member, b'/').is_some_and(|(outer, _)| is_absent(outer));
        is_settled
            || is_around_absent
            || given.any(|given| is_absent(given))
            || when.has_no_scenario(self.on)
            || self.values_left().is_some_and(|values| constraint.accepts_all(&values))
    }

    /// The values of its member that `when` allows.
    fn values_left(&self) -> Option<Values> {
        let own = self.when.members.iter().find(|(path, _)| *path == self.member);
        let currency = || match &*self.member {
            "/currency" if !self.when.currency.is_empty() => {
                Some(Values::of_texts(&self.when.currency))
            }
            _ => None,
        };
        own.map(|(_, values)| values.clone()).or_else(currency)
    }

    /// A note if the two rules exclude each other, or one of them adds nothing. `levels` are this rule's and the
    /// earlier one's.
    pub(crate) fn conflict(&self, earlier: &PolicyRule, levels: (Level, Level)) -> Option<String> {
        let is_about_same = self.member == earlier.member
            && self.on.iter().any(|operation| earlier.on.contains(operation));
        let (own, other) = (self.constraint.as_ref()?, earlier.constraint.as_ref()?);
        let note =
            |rule: &PolicyRule, text: &str, (other, constraint): (&PolicyRule, &Constraint)| {
                let rest = [text, &other.name, ".", constraint.word.name()].concat();
                [&rule.name, &*rest].concat()
            };
        if !is_about_same {
            None
        } else if self.when.overlaps(&earlier.when) && (own.excludes(other) || other.excludes(own))
        {
            let rest = " exclude each other: nothing satisfies both";
            Some([&*note(self, " and ", (earlier, other)), rest].concat())
        } else if levels.1 >= levels.0 && earlier.covers(self) {
            Some([&*note(self, " says nothing that ", (earlier, other)), " doesn't say"].concat())
        } else if levels.0 >= levels.1 && self.covers(earlier) {
            Some([&*note(earlier, " says nothing that ", (self, own)), " doesn't say"].concat())
        } else {
            None
        }
    }

    /// Whether it fires wherever another rule about the same member does.
    fn covers(&self, other: &PolicyRule) -> bool {
        let constraints = self.constraint.as_ref().zip(other.constraint.as_ref());
        other.on.iter().all(|operation| self.on.contains(operation))
            && self.when.is_implied_by(&other.when)
            && constraints.is_some_and(|(own, other)| own.covers(other))
    }
}

impl Operand {
    fn values(&self) -> Option<&Values> {
        match self {
            Operand::Values(values) => Some(values),
            _ => None,
        }
    }
}

impl When {
    /// Whether it has the conditions of another, and a time in common with it.
    fn overlaps(&self, other: &When) -> bool {
        let is_before = |one: &When, other: &When| {
            one.from.zip(other.until).is_none_or(|(from, until)| from < until)
        };
        self.has_conditions_of(other) && is_before(self, other) && is_before(other, self)
    }

    /// Whether it holds whenever another does.
    fn is_implied_by(&self, other: &When) -> bool {
        let is_begun = self.from.is_none_or(|own| other.from.is_some_and(|from| own <= from));
        let is_left = self.until.is_none_or(|own| other.until.is_some_and(|until| until <= own));
        (!self.is_set || self.has_conditions_of(other)) && is_begun && is_left
    }

    /// Whether its conditions are those of another, dates aside.
    fn has_conditions_of(&self, other: &When) -> bool {
        When { from: other.from, until: other.until, ..self.clone() } == *other
    }
}

impl Constraint {
    /// Whether it asks for more than another allows.
    fn excludes(&self, other: &Constraint) -> bool {
        let lists = self.operand.values().zip(other.operand.values());
        match (self.word, other.word) {
            (Word::Required, Word::Forbidden) => true,
            (Word::OneOf, Word::OneOf) => lists.is_some_and(|(own, other)| own.is_disjoint(other)),
            (Word::OneOf, Word::NoneOf) => lists.is_some_and(|(own, other)| own.is_subset(other)),
            (Word::Minimum, Word::Maximum)
            | (Word::MinLength, Word::MaxLength)
            | (Word::MinItems, Word::MaxItems) => self.exceeds(other),
            _ => false,
        }
    }

    /// Whether every value that violates another violates it, too.
    fn covers(&self, other: &Constraint) -> bool {
        let lists = self.operand.values().zip(other.operand.values());
        self.word == other.word
            && match self.word {
                Word::Minimum | Word::MinLength | Word::MinItems if self.exceeds(other) => true,
                Word::Maximum | Word::MaxLength | Word::MaxItems if other.exceeds(self) => true,
                Word::OneOf => lists.is_some_and(|(own, other)| own.is_subset(other)),
                Word::NoneOf => lists.is_some_and(|(own, other)| other.is_subset(own)),
                _ => self == other,
            }
    }

    /// Whether none of these values violates it.
    fn accepts_all(&self, values: &Values) -> bool {
        self.operand.values().is_some_and(|listed| match self.word {
            Word::OneOf => values.is_subset(listed),
            _ => values.is_disjoint(listed),
        })
    }

    fn lists_all_flags(&self) -> bool {
        self.operand.values().is_some_and(Values::lists_all_flags)
    }

    /// Whether its limit is above that of another. False for limits that are members.
    fn exceeds(&self, other: &Constraint) -> bool {
        match (&self.operand, &other.operand) {
            (Operand::Limit(own), Operand::Limit(other)) => own > other,
            (Operand::Count(own), Operand::Count(other)) => own > other,
            _ => false,
        }
    }
}

/// Whether a path leads to the member `outer` or into it.
fn is_at_or_in(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
