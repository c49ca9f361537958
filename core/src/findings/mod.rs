//! What rules report to.

mod locate;

use crate::decimal::{Decimal, Total};
use crate::document::{Object, Place, Request, Slot};
use crate::facts::{FactSet, Missing};
use crate::feature::Feature;
use crate::json::JsonType;
use crate::level::Level;
use crate::path::Path;
use crate::rule::{Context, Outcome, Rule};
use crate::rule_set::{Levels, RuleSet};
use crate::rules::{catalogue::check_at, http};
use crate::schema::Shape;
use crate::time::Timestamp;
use locate::Places;
use smallvec::SmallVec;

/// The most members that a finding's `params` have.
pub(crate) const MAX_PARAMS: usize = 3;

/// A member of a finding's `params`.
#[derive(Clone, Copy, Debug)]
pub enum Param {
    /// An exact number; a string in JSON.
    Decimal(Decimal),
    /// A sum; a string in JSON.
    Total(Total),
    /// A whole number; a number in JSON.
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
    /// An unknown member's name, as a range of the report's names.
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
            *place = Some(*param);
        }
        Entry { rule, level, path, start, end, name: (0, 0), params }
    }

    /// The params, which are the first of their places.
    pub(crate) fn params(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().map_while(Option::as_ref)
    }
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
pub struct Findings<'r> {
    pub(crate) entries: &'r mut Vec<Entry>,
    pub(crate) undecided: &'r mut UndecidedList,
    /// How many findings to keep.
    pub(crate) most: usize,
    /// How many there were.
    pub(crate) count: usize,
    /// One was at level deny; one of those says that the authorization is wrong; which entry the first of them is.
    pub(crate) denied: bool,
    pub(crate) forbidden: bool,
    pub(crate) first_denied: usize,
    /// Made when something is found.
    pub(crate) places: Option<Places>,
    /// Only the verdict is wanted.
    pub(crate) verdict_only: bool,
    /// The levels of the catalogue's rules, and of the embedder's rule that runs.
    pub(crate) levels: Levels,
    pub(crate) custom_level: Option<Level>,
    /// The rule that runs, and the one that found something last.
    pub(crate) rule: u16,
    pub(crate) found_by: u16,
}

impl Findings<'_> {
    /// Reports a violation at a place.
    #[inline]
    pub fn at<'p>(&mut self, place: impl Into<Place<'p>>) {
        self.add(place.into(), &[]);
    }

    /// Reports a violation at a place, with the members of the rule's `params` in their order: at most three.
    #[inline]
    pub fn with<'p, const N: usize>(&mut self, place: impl Into<Place<'p>>, params: [Param; N]) {
        self.add(place.into(), &params);
    }

    /// Reports a violation of the request as a whole.
    #[cold]
    #[inline(never)]
    pub fn at_body(&mut self, context: &Context<'_>) {
        self.at(context.request.place());
    }

    #[inline]
    fn add(&mut self, place: Place<'_>, given: &[Param]) {
        let Object { request, slot } = place.object;
        self.add_parts(request, slot, place.member, given);
    }

    /// Takes a place in parts: a word each, so that little code is where findings are rare.
    #[cold]
    #[inline(never)]
    fn add_parts(&mut self, request: &Request<'_>, slot: &Slot, member: u8, given: &[Param]) {
        let (rule, level) = (self.rule, self.level());
        self.found_by = rule;
        if self.count(rule, level) {
            let place = Place { object: Object { request, slot }, member };
            let path = self.places.get_or_insert_default().path(place);
            self.entries.push(Entry::new(rule, level, path, place.span(), given));
        }
    }

    fn level(&self) -> Level {
        self.custom_level.unwrap_or(self.levels.of(self.rule))
    }

    /// Counts a finding. Whether it is to be kept: if there is room, and the first that rejects in any case.
    pub(crate) fn count(&mut self, rule: u16, level: Level) -> bool {
        self.count = self.count.saturating_add(1);
        let rejects = level == Level::Deny;
        let is_first = rejects && !self.denied;
        if is_first {
            self.denied = true;
            self.first_denied = self.entries.len();
        }
        self.forbidden |= rejects && rule == http::AUTHORIZATION_AT;
        !self.verdict_only && (is_first || self.entries.len() < self.most)
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
    pub(crate) fn run_each(&mut self, rules: RuleSet, context: &Context<'_>) {
        let mut first = 0;
        for mut rest in rules.and(self.levels.enabled).words() {
            while rest != 0 {
                let position = first | rest.trailing_zeros() as u16;
                if let Some(check) = check_at(position) {
                    self.rule = position;
                    let outcome = check(context, self);
                    self.heed(outcome);
                }
                rest &= rest.wrapping_sub(1);
            }
            first = 64;
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
