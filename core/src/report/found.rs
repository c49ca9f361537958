//! What rules report to.

use super::Path;
use crate::facts::{FactSet, Missing};
use crate::policy::Levels;
use crate::request::Place;
use crate::rule::{Context, Level, Outcome, Param, Rule};
use crate::rules::{catalogue::check_at, http};
use core::ops::Range;
use smallvec::SmallVec;

/// The most members that a finding's `params` have.
pub(crate) const MOST_PARAMS: usize = 3;

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
    /// An unknown member's name, as a range of the report's names.
    pub(crate) name: (u32, u32),
    pub(crate) params: [Option<Param>; MOST_PARAMS],
}

/// A rule that could not be decided.
#[derive(Clone, Copy)]
pub(crate) struct Undecided {
    pub(crate) rule: u16,
    pub(crate) level: Level,
    pub(crate) needs: FactSet,
}

/// More rules than this are rarely unchecked at once.
pub(crate) type UndecidedList = SmallVec<[Undecided; 20]>;

/// Collects what rules find. A rule reports places; it neither sees levels nor what others found.
pub struct Found<'r> {
    pub(crate) entries: &'r mut Vec<Entry>,
    pub(crate) undecided: &'r mut UndecidedList,
    /// How many findings to keep.
    pub(crate) most: usize,
    /// How many there were.
    pub(crate) count: usize,
    /// One was at level deny; one of those says that the authorization is wrong; the first of them.
    pub(crate) denied: bool,
    pub(crate) forbidden: bool,
    pub(crate) first_denied: Option<Entry>,
    /// Only the verdict is wanted.
    pub(crate) verdict_only: bool,
    /// The levels of the catalogue's rules, and of the embedder's rule that runs.
    pub(crate) levels: Levels,
    pub(crate) custom_level: Option<Level>,
    /// The rule that runs, and the one that found something last.
    pub(crate) rule: u16,
    pub(crate) found_by: u16,
}

impl Found<'_> {
    /// Reports a violation at a place.
    #[inline]
    pub fn at(&mut self, place: impl Into<Place>) {
        let Place { path, start, end } = place.into();
        self.add(path, start, end, &[]);
    }

    /// Reports a violation at a place, with the members of the rule's `params` in their order: at most three.
    #[inline]
    pub fn with<const N: usize>(&mut self, place: impl Into<Place>, params: [Param; N]) {
        let Place { path, start, end } = place.into();
        self.add(path, start, end, &params);
    }

    /// Reports a violation of the request as a whole.
    #[inline]
    pub fn at_body(&mut self, context: &Context<'_>) {
        self.at(context.request.place());
    }

    /// Takes a place in parts: a word each, so that little code is where findings are rare.
    #[cold]
    #[inline(never)]
    fn add(&mut self, path: Path, start: u32, end: u32, given: &[Param]) {
        let (rule, level) = (self.rule, self.level());
        self.found_by = rule;
        let mut params = [None; MOST_PARAMS];
        for (place, param) in params.iter_mut().zip(given) {
            *place = Some(*param);
        }
        self.keep(Entry { rule, level, path, start, end, name: (0, 0), params });
    }

    fn level(&self) -> Level {
        self.custom_level.unwrap_or(self.levels.of(self.rule))
    }

    /// Counts a finding, and keeps it if there is room.
    pub(crate) fn keep(&mut self, entry: Entry) {
        self.count = self.count.saturating_add(1);
        if entry.level == Level::Deny {
            self.denied = true;
            self.forbidden |= entry.rule == http::AUTHORIZATION_AT;
            self.first_denied.get_or_insert(entry);
        }
        if !self.verdict_only && self.entries.len() < self.most {
            self.entries.push(entry);
        }
    }

    /// Runs a rule: what it finds is kept; if it found nothing and facts are missing, it is unchecked.
    #[inline(always)]
    pub(crate) fn run(&mut self, position: u16, rule: &Rule, context: &Context<'_>) {
        self.rule = position;
        let outcome = rule.run(context, self);
        self.heed(outcome);
    }

    /// Runs those rules at these positions of the catalogue that are looked at, in order.
    #[inline(never)]
    pub(crate) fn run_each(&mut self, positions: Range<u16>, context: &Context<'_>) {
        // No family has more rules than a word has bits.
        let mut rest = self.levels.enabled.wrapping_shr(u32::from(positions.start)) as u64;
        rest &= !u64::MAX.wrapping_shl(positions.len() as u32);
        while rest != 0 {
            let position = positions.start.wrapping_add(rest.trailing_zeros() as u16);
            if let Some(check) = check_at(position) {
                self.rule = position;
                let outcome = check(context, self);
                self.heed(outcome);
            }
            rest &= rest.wrapping_sub(1);
        }
    }

    /// Runs a rule of the embedder's, that may report places in any order, and puts them in document order.
    pub(crate) fn run_custom(
        &mut self,
        position: u16,
        rule: &Rule,
        level: Level,
        context: &Context<'_>,
    ) {
        let before = self.entries.len();
        self.custom_level = Some(level);
        self.run(position, rule, context);
        self.entries.get_mut(before..).unwrap_or_default().sort_by_key(|entry| entry.path);
    }

    #[inline(always)]
    fn heed(&mut self, outcome: Outcome) {
        if let Err(Missing(needs)) = outcome {
            self.leave_unchecked(needs);
        }
    }

    #[inline(never)]
    fn leave_unchecked(&mut self, needs: FactSet) {
        if self.found_by != self.rule && !self.verdict_only {
            self.undecided.push(Undecided { rule: self.rule, level: self.level(), needs });
        }
    }
}
