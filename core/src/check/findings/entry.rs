//! Findings as they are stored: numbers, without text of the body.

use crate::base::decimal::{Decimal, Total, ascii};
use crate::base::json::JsonType;
use crate::base::level::Level;
use crate::base::time::{Date, Timestamp};
use crate::model::facts::FactSet;
use crate::model::feature::Feature;
use crate::model::path::{Path, Step};
use crate::model::schema::Shape;
use alloc::vec::Vec;
use core::ops::Range;
use smallvec::SmallVec;

pub(crate) const MAX_PARAMS: usize = 4;

/// Greatest depth of a member that isn't in an array.
pub(crate) const MAX_STEPS: usize = 4;

/// A value of a finding's `params`, as a rule passes it.
pub type Param = ParamValue<'static>;

/// A value of a finding's `params`. Names of declared members are borrowed from the report.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum ParamValue<'a> {
    /// A number from the body; a string in JSON. The report replaces a number with twelve or more digits before the
    /// point with [`Param::Hidden`].
    Decimal(Decimal),
    /// A number that isn't from the body, such as a limit or a fact; a string in JSON. It is always
    /// shown.
    Limit(Decimal),
    /// A total; a string in JSON.
    Total(Total),
    /// An integer, such as a count; a number in JSON. The report replaces an integer with twelve or more digits with
    /// [`Param::Hidden`].
    Integer(i64),
    /// A word that may be shown; a string in JSON.
    Word(&'a str),
    /// A declared member, by its position. Reports show its name, a [`Param::Word`], instead.
    #[doc(hidden)]
    Declared(u16),
    /// Fixed words; an array in JSON.
    Words(&'static [&'static str]),
    /// Card networks; an array in JSON. Bit *n* stands for the network at that place of `CardBrand::ALL`.
    Brands(u8),
    /// A truth value; a boolean in JSON.
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
    /// The path where a member belongs, `/client/email`; a string in JSON. It is stored as the body's type and the
    /// positions of the members on the path, counted from 1 and padded with zeros.
    Place(&'static Shape, [u8; MAX_STEPS]),
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

/// A report may keep ten thousand findings of each level, so params must stay small.
const _: () = assert!(size_of::<Param>() <= 24, "a param is three words");

impl Param {
    /// A code of two or three characters.
    pub(crate) fn code(text: &str) -> Param {
        let mut code = [0; 3];
        for (place, byte) in code.iter_mut().zip(text.bytes()) {
            *place = byte;
        }
        Param::Code(code)
    }

    /// The place of a member that isn't in an array, in a body of type `root`.
    pub(crate) fn place(root: &'static Shape, path: Path) -> Param {
        let mut steps = [0; MAX_STEPS];
        for (place, step) in steps.iter_mut().zip(path.steps()) {
            *place = match step {
                Step::Member(index) => index + 1,
                Step::Element(_) => 0, // not covered: no element leads to such a member
            };
        }
        Param::Place(root, steps)
    }

    pub(crate) fn day(date: Date) -> Param {
        Param::Day { year: date.year(), month: date.month(), day: date.day() }
    }

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

/// A finding as the report stores it: four words. Its text is made when asked for. Findings sort by rule, then by
/// path (declared members in the policy's order), then by position in the body, then in the order of reporting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    /// The rule's position.
    pub(crate) rule: u16,
    pub(crate) path: Path,
    /// If the path ends with a declared member, its position.
    pub(crate) declared: u16,
    /// The part of the body to show.
    pub(crate) start: u32,
    /// If the rule reports places in any order, the number of its findings before this one. If the path ends with an
    /// unknown member, where its name begins in [`Details::names`].
    pub(super) nth: u32,
    pub(crate) end: u32,
    /// Where its params begin in [`Details::params`], and how many it has.
    first_param: u32,
    param_count: u8,
    pub(crate) level: Level,
}

const _: () = assert!(size_of::<Entry>() == 32);

/// Details that findings refer to.
#[derive(Clone)]
pub(crate) struct Details {
    params: Vec<Param>,
    /// The names of unknown members: ASCII, each ended by a zero byte. A name that isn't shown is empty.
    pub(super) names: Vec<u8>,
}

impl Details {
    pub(super) const NONE: Details = Details { params: Vec::new(), names: Vec::new() };

    /// Removes everything, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.params.clear();
        self.names.clear();
    }
}

impl Entry {
    /// A finding at a path, with the part of the body to show.
    pub(crate) fn new(
        rule: u16,
        level: Level,
        (path, declared): (Path, u16),
        (start, end): (u32, u32),
    ) -> Entry {
        let (first_param, param_count, nth) = (0, 0, 0);
        Entry { path, start, end, first_param, param_count, level, rule, declared, nth }
    }

    /// Returns the finding with these params, which are stored after all others.
    #[inline(never)]
    pub(super) fn with_params(mut self, params: &[Param], details: &mut Details) -> Entry {
        debug_assert!(params.len() <= MAX_PARAMS);
        self.first_param = details.params.len() as u32;
        self.param_count = params.len() as u8;
        details.params.extend(params.iter().map(|param| param.to_keep()));
        self
    }

    /// Returns the finding with these params, in place of a dropped one. Reuses the room of its params if there are
    /// as many, because a body can have many more findings than are kept.
    #[cold]
    pub(super) fn in_place_of(
        mut self,
        dropped: &Entry,
        params: &[Param],
        details: &mut Details,
    ) -> Entry {
        if usize::from(dropped.param_count) != params.len() {
            return self.with_params(params, details);
        }
        (self.first_param, self.param_count) = (dropped.first_param, dropped.param_count);
        let places = details.params.get_mut(dropped.param_range());
        for (place, param) in invariant!(places).unwrap_or_default().iter_mut().zip(params) {
            *place = param.to_keep();
        }
        self
    }

    fn param_range(&self) -> Range<usize> {
        let first = self.first_param as usize;
        first..first + usize::from(self.param_count)
    }

    pub(crate) fn params<'d>(&self, details: &'d Details) -> &'d [Param] {
        invariant!(details.params.get(self.param_range())).unwrap_or_default()
    }

    /// The name of the unknown member that the finding is about. Empty if it isn't shown, or there is none.
    pub(crate) fn name<'d>(&self, details: &'d Details) -> &'d str {
        if !self.path.is_unknown() {
            return "";
        }
        let names = invariant!(details.names.get(self.nth as usize..)).unwrap_or_default();
        let length = invariant!(names.iter().position(|byte| *byte == 0)).unwrap_or_default();
        ascii(names.get(..length).unwrap_or_default())
    }
}

/// A rule that couldn't be decided.
#[derive(Clone, Copy)]
pub(crate) struct UncheckedRule {
    pub(crate) rule: u16,
    pub(crate) level: Level,
    pub(crate) needs: FactSet,
}

/// More rules are rarely unchecked at once.
pub(crate) type UncheckedRules = SmallVec<[UncheckedRule; 20]>;
