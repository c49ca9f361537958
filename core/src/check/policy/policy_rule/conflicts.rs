//! Finds policy rules that exclude each other, or can never fire.

use super::constraint::{Constraint, Operand, Word};
use super::values::Values;
use super::when::{Subject, When};
use super::{PolicyRule, TOTAL};
use crate::base::append::text_of;
use crate::base::decimal::put_integer;
use crate::base::level::Level;
use crate::base::text::cut_last;
use crate::base::time::Timestamp;
use alloc::string::String;
use alloc::vec::Vec;

impl PolicyRule {
    /// The reason that it can never fire at a level and a time, if there is one.
    pub(crate) fn idle_reason(&self, level: Level, now: Option<Timestamp>) -> Option<&'static str> {
        let Constraint { word, operand } = &self.constraint;
        if level == Level::Allow {
            Some("is at level allow")
        } else if self.is_ruled_out() {
            Some("can never fire: its `when` rules out what it looks for")
        } else if *word == Word::OneOf && operand.values().is_some_and(Values::lists_all_flags) {
            Some("can never fire: it lists both true and false")
        } else if *word == Word::MinLength && *operand == Operand::Count(1) {
            Some("can never fire: a blank text counts as absent, so every text has a character")
        } else if self.when.until.zip(now).is_some_and(|(until, now)| until <= now) {
            Some("can never fire again: its time is over")
        } else {
            None
        }
    }

    /// Whether no request satisfies `when` and violates the constraint.
    fn is_ruled_out(&self) -> bool {
        let (constraint, when) = (&self.constraint, &self.when);
        let member = if self.member == TOTAL { "/products" } else { &*self.member };
        let paths = |subject| when.values(&subject).into_iter().flat_map(Values::texts);
        // The members that must be given.
        let valued = when.conditions.iter().filter_map(|(subject, _)| match subject {
            Subject::Member(path) => Some(&**path),
            _ => None,
        });
        let mut given = paths(Subject::Given).chain(valued);
        let is_absent = |path: &str| paths(Subject::Absent).any(|absent| is_at_or_in(path, absent));
        let is_settled = match constraint.word {
            Word::Required => given.clone().any(|given| is_at_or_in(given, member)),
            _ => is_absent(member),
        };
        let is_around_absent = cut_last(member, b'/').is_some_and(|(outer, _)| is_absent(outer));
        is_settled
            || is_around_absent
            || given.any(is_absent)
            || when.has_no_scenario(self.on)
            || self.values_left().is_some_and(|values| constraint.accepts_all(values))
    }

    /// The values of its member that `when` allows.
    fn values_left(&self) -> Option<&Values> {
        let own = self.when.values(&Subject::Member(self.member.clone()));
        let currency =
            || self.when.values(&Subject::Currency).filter(|_| self.member == "/currency");
        own.or_else(currency)
    }

    /// A note if this rule and another exclude each other, or this one adds nothing to the other. Of two rules that
    /// exclude each other or say the same, the later has the note. `levels` are this rule's and the other's.
    fn conflict(
        &self,
        other: &PolicyRule,
        is_earlier: bool,
        levels: (Level, Level),
    ) -> Option<String> {
        if self.member != other.member || !self.on.intersects(other.on) {
            return None;
        }
        let (own, others) = (&self.constraint, &other.constraint);
        let excludes = own.excludes(others) || others.excludes(own);
        let (between, after) = if excludes && self.when.overlaps(&other.when) {
            is_earlier.then_some((" and ", " exclude each other: nothing satisfies both"))
        } else {
            let is_said = levels.1 >= levels.0 && other.covers(self);
            let says_it = levels.0 >= levels.1 && self.covers(other);
            let adds_nothing = is_said && (is_earlier || !says_it);
            adds_nothing.then_some((" says nothing that ", " doesn't say"))
        }?;
        Some([&self.name, between, &other.name, ".", others.word.name(), after].concat())
    }

    /// Whether it fires wherever another rule about the same member does.
    fn covers(&self, other: &PolicyRule) -> bool {
        other.on.iter().all(|operation| self.on.contains(operation))
            && self.when.is_implied_by(&other.when)
            && self.constraint.covers(&other.constraint)
    }
}

/// Notes on rules that exclude each other, say the same, or can never fire: at most one for each rule.
pub(crate) fn conflicts(rules: &[(&PolicyRule, Level)], now: Option<Timestamp>) -> Vec<String> {
    let reasons = rules.iter().map(|(rule, level)| rule.idle_reason(*level, now));
    let reasons: Vec<Option<&str>> = reasons.collect();
    let active = || (0..).zip(rules).zip(&reasons).filter(|(_, idle)| idle.is_none());
    let notes = (0..).zip(rules).zip(&reasons).filter_map(|((nth, (rule, level)), idle)| {
        if let Some(reason) = idle {
            return Some([&rule.name, " ", reason].concat());
        }
        let others = active().filter(|((at, _), _)| *at != nth);
        let mut notes = others.filter_map(|((at, (other, others_level)), _)| {
            rule.conflict(other, at < nth, (*level, *others_level))
        });
        let first = notes.next()?;
        Some(match notes.count() {
            0 => first,
            1 => first + " (1 more rule conflicts with it)",
            more => {
                let more = text_of(|out| put_integer(out, more as i64));
                [&first, " (", &more, " more rules conflict with it)"].concat()
            }
        })
    });
    notes.collect()
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
        self.conditions == other.conditions && is_before(self, other) && is_before(other, self)
    }

    /// Whether it holds whenever another does.
    fn is_implied_by(&self, other: &When) -> bool {
        let is_begun = self.from.is_none_or(|own| other.from.is_some_and(|from| own <= from));
        let is_left = self.until.is_none_or(|own| other.until.is_some_and(|until| until <= own));
        (self.conditions.is_empty() || self.conditions == other.conditions) && is_begun && is_left
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
