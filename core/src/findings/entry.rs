//! Findings as they are stored: numbers, without text of the body.

use crate::decimal::{Decimal, Total};
use crate::facts::FactSet;
use crate::feature::Feature;
use crate::json::JsonType;
use crate::level::Level;
use crate::path::Path;
use crate::schema::Shape;
use crate::time::{Date, Timestamp};
use core::cmp::Ordering;
use smallvec::SmallVec;

/// The most params that a finding has.
pub(crate) const MAX_PARAMS: usize = 4;

/// A value of a finding's `params`, as a rule gives it.
pub type Param = ParamValue<'static>;

/// A value of a finding's `params`. A report lends the names of members that the policy declares.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum ParamValue<'a> {
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
    /// A word that may be shown; a string in JSON.
    Word(&'a str),
    /// A member that the policy declares, by its position. A report gives its name as a
    /// [`Param::Word`] in its place.
    #[doc(hidden)]
    Declared(u16),
    /// Fixed words; an array in JSON.
    Words(&'static [&'static str]),
    /// Whether something is so; a boolean in JSON.
    Is(bool),
    /// A code of two or three ASCII characters, padded with a zero byte; a string in JSON. Only for
    /// codes from a fixed list.
    Code([u8; 3]),
    /// The type of a JSON value; a string in JSON.
    Type(JsonType),
    /// A feature; its name, a string, in JSON.
    Feature(Feature),
    /// Two features; an array in JSON.
    Pair(Feature, Feature),
    /// Members of an object type; an array in JSON. Bit *n* stands for `members[n]` of the shape.
    Members(&'static Shape, u32),
    /// A time, `2026-11-20T10:15:00Z`; a string in JSON.
    Time(Timestamp),
    /// A day, `2026-11-20`, or a month, `2026-11`, if `day` is 0; a string in JSON. Never a birth
    /// date.
    Day {
        /// The year, which has four digits.
        year: u32,
        /// The month, 1 to 12.
        month: u32,
        /// The day of the month, or 0.
        day: u32,
    },
    /// A number that could be a card number; `…` in messages, `null` in JSON.
    Hidden,
    /// No value; nothing in messages, `null` in JSON.
    Nothing,
}

/// Ten thousand findings of each level are kept for a body that may be a few bytes long for each of them.
const _: () = assert!(size_of::<Option<Param>>() <= 24, "a param is three words");

impl Param {
    /// A code of two or three characters.
    pub(crate) fn code(text: &str) -> Param {
        let mut code = [0; 3];
        for (place, byte) in code.iter_mut().zip(text.bytes()) {
            *place = byte;
        }
        Param::Code(code)
    }

    /// A day.
    pub(crate) fn day(date: Date) -> Param {
        Param::Day { year: date.year(), month: date.month(), day: date.day() }
    }

    /// A count or a length.
    pub(crate) fn count(count: usize) -> Param {
        Param::Integer(count as i64)
    }

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
    /// If the path ends with a member that the policy declares: its position.
    pub(crate) declared: u16,
    /// An unknown member's name, as a range of [`Collected::names`](super::Collected::names).
    pub(crate) name: (u32, u32),
    /// Of a rule that reports places in any order, how many findings came before this one.
    pub(super) nth: u32,
    pub(crate) params: [Option<Param>; MAX_PARAMS],
}

impl Entry {
    /// A finding at a path, with the part of the body to show.
    #[inline(never)]
    pub(crate) fn new(
        rule: u16,
        level: Level,
        (path, declared): (Path, u16),
        (start, end): (u32, u32),
        values: &[Param],
    ) -> Entry {
        debug_assert!(values.len() <= MAX_PARAMS);
        let mut params = [None; MAX_PARAMS];
        for (place, param) in params.iter_mut().zip(values) {
            *place = Some(param.to_keep());
        }
        Entry { rule, level, path, declared, start, end, name: (0, 0), nth: 0, params }
    }

    /// The params that are set, which come first.
    pub(crate) fn params(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().map_while(Option::as_ref)
    }
}

/// Findings sort by rule, then by path (members that the policy declares in its order), then by
/// position in the body, then as they came.
impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        let key = |it: &Entry| (it.rule, it.path, it.declared, it.start, it.nth);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    // not covered: sorting compares with `cmp`; a type in order must have equality, too
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
