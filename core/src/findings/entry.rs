//! Findings as they are stored: numbers, without text of the body.

use crate::decimal::{Decimal, Total};
use crate::facts::FactSet;
use crate::feature::Feature;
use crate::json::JsonType;
use crate::level::Level;
use crate::path::Path;
use crate::schema::Shape;
use crate::time::Timestamp;
use core::cmp::Ordering;
use smallvec::SmallVec;

/// The most params that a finding has.
pub(crate) const MAX_PARAMS: usize = 3;

/// A value of a finding's `params`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Param {
    /// A number of the body; a string in JSON. The report replaces one with twelve or more digits
    /// before the point by [`Param::Hidden`].
    Decimal(Decimal),
    /// A number that isn't from the body, such as a limit or a fact; a string in JSON. It is always
    /// shown.
    Limit(Decimal),
    /// A total; a string in JSON.
    Total(Total),
    /// An integer, such as a count; a number in JSON. The report replaces one with twelve or more
    /// digits by [`Param::Hidden`].
    Integer(i64),
    /// A fixed word; a string in JSON.
    Word(&'static str),
    /// The type of a JSON value; a string in JSON.
    Type(JsonType),
    /// Two features; an array in JSON.
    Pair(Feature, Feature),
    /// Members of an object type; an array in JSON. Bit *n* stands for `members[n]` of the shape.
    Members(&'static Shape, u32),
    /// A time; a string in JSON.
    Time(Timestamp),
    /// A number that could be a card's; `…` in messages, `null` in JSON.
    Hidden,
}

impl Param {
    /// The value to store in a report.
    fn to_keep(self) -> Param {
        const TWELVE_DIGITS: u64 = 100_000_000_000;
        match self {
            Param::Decimal(number) if number.is_as_long_as_a_card_number() => Param::Hidden,
            Param::Integer(number) if number.unsigned_abs() >= TWELVE_DIGITS => Param::Hidden,
            other => other,
        }
    }
}

/// A finding as the report stores it, without strings. Its text is made when asked for.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The rule's position in the catalogue, or from
    /// [`RuleSet::MAX`](crate::rule_set::RuleSet::MAX) among the custom rules.
    pub(crate) rule: u16,
    pub(crate) level: Level,
    pub(crate) path: Path,
    /// The part of the body to show.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// An unknown member's name, as a range of [`Found::names`](super::Found::names).
    pub(crate) name: (u32, u32),
    pub(crate) params: [Option<Param>; MAX_PARAMS],
}

impl Entry {
    /// A finding at a path, with the part of the body to show.
    #[inline(never)]
    pub(crate) fn new(
        rule: u16,
        level: Level,
        path: Path,
        (start, end): (u32, u32),
        given: &[Param],
    ) -> Entry {
        let mut params = [None; MAX_PARAMS];
        for (place, param) in params.iter_mut().zip(given) {
            *place = Some(param.to_keep());
        }
        Entry { rule, level, path, start, end, name: (0, 0), params }
    }

    /// The params that are set, which come first.
    pub(crate) fn params(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().map_while(Option::as_ref)
    }
}

/// Findings sort by rule, then by path, then by position in the body.
impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        let key = |entry: &Entry| (entry.rule, entry.path, entry.start);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

/// A rule that couldn't be decided.
#[derive(Clone, Copy)]
pub(crate) struct Undecided {
    pub(crate) rule: u16,
    pub(crate) level: Level,
    pub(crate) needs: FactSet,
}

/// Rarely are more rules unchecked at once.
pub(crate) type UndecidedList = SmallVec<[Undecided; 20]>;
