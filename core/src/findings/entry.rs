//! A finding as it is kept: numbers, no text of the body.

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

/// The most members that a finding's `params` have.
pub(crate) const MAX_PARAMS: usize = 3;

/// A member of a finding's `params`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Param {
    /// An exact number of the body; a string in JSON. The report keeps [`Param::Hidden`] in place of one
    /// with twelve or more digits before the point.
    Decimal(Decimal),
    /// An exact number that is not of the body, a limit or a fact: always shown; a string in JSON.
    Limit(Decimal),
    /// A sum; a string in JSON.
    Total(Total),
    /// A count or another small whole number; a number in JSON. The report keeps [`Param::Hidden`] in place
    /// of one with twelve or more digits.
    Integer(i64),
    /// A word.
    Word(&'static str),
    /// The type of a JSON value.
    Type(JsonType),
    /// Two features.
    Pair(Feature, Feature),
    /// Members of an object type: bit *n* is the *n*th.
    Members(&'static Shape, u32),
    /// An instant.
    Time(Timestamp),
    /// A number that could be a card's; `…` in a sentence, `null` in JSON.
    Hidden,
    /// There is nothing to say; `null` in JSON.
    Nothing,
}

impl Param {
    /// What a report keeps of it.
    fn to_keep(self) -> Param {
        const TWELVE_DIGITS: u64 = 100_000_000_000;
        match self {
            Param::Decimal(number) if number.is_as_long_as_a_card_number() => Param::Hidden,
            Param::Integer(number) if number.unsigned_abs() >= TWELVE_DIGITS => Param::Hidden,
            other => other,
        }
    }
}

/// A finding as the report keeps it: no strings; text is made when it is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The rule's position: in the catalogue, then among the embedder's own.
    pub(crate) rule: u16,
    pub(crate) level: Level,
    pub(crate) path: Path,
    /// The text to show for it.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// An unknown member's name, as a range of the names that were found.
    pub(crate) name: (u32, u32),
    pub(crate) params: [Option<Param>; MAX_PARAMS],
}

impl Entry {
    /// A finding at a path, with the span of text to show for it.
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

    /// The params, which are the first of their places.
    pub(crate) fn params(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().map_while(Option::as_ref)
    }
}

/// Findings sort by rule, then by place, then as the text has them.
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

/// A rule that could not be decided.
#[derive(Clone, Copy)]
pub(crate) struct Undecided {
    pub(crate) rule: u16,
    pub(crate) level: Level,
    pub(crate) needs: FactSet,
}

/// More rules than this are rarely unchecked at once.
pub(crate) type UndecidedList = SmallVec<[Undecided; 20]>;
