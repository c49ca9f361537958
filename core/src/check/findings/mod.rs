//! The collector that the reader and the rules report to.

mod collected;
mod entry;
mod locate;

pub(crate) use collected::{Collected, PerLevel};
pub(crate) use entry::{Details, Entry, MAX_PARAMS, UncheckedRule};
pub use entry::{Param, ParamValue};

use crate::base::decimal::ascii;
use crate::base::level::Level;
use crate::check::rule_set::Levels;
use crate::model::document::{MemberRef, Object, Place, Present, Request, Slot};
use crate::model::facts::{FactSet, Missing};
use crate::model::path::Path;
use core::fmt;
use core::ops::ControlFlow;
use locate::PathFinder;

/// Collects findings. A rule reports places; it sees neither levels nor the findings of others.
pub(crate) struct Findings<'r> {
    collected: &'r mut Collected,
    /// The levels of the rules that are checked.
    pub(crate) levels: Levels<'r>,
    /// Whether only the verdict is needed, so that no finding is kept.
    pub(crate) verdict_only: bool,
    /// Whether an unchecked rule at level deny rejects.
    rejects_unchecked: bool,
    /// Greatest number of findings to keep of each level, and the number kept.
    max: usize,
    kept: PerLevel<usize>,
    /// Created with the first finding.
    places: Option<PathFinder>,
    /// The rule that is running, and the last one that reported a finding.
    rule: u16,
    found_by: u16,
    /// If the rule that is running reports places in any order, how many it has reported.
    unordered: Option<u32>,
}

/// Shows how many findings are kept, and whether the request is rejected so far.
impl fmt::Debug for Findings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Collected { entries, unordered: PerLevel { warn, deny }, .. } = &*self.collected;
        let kept = entries.iter().chain(warn).chain(deny);
        f.debug_struct("Findings")
            .field("len", &kept.count())
            .field("rejected", &self.rejected())
            .finish_non_exhaustive()
    }
}

impl<'r> Findings<'r> {
    /// Clears `collected`, and collects at most `max` findings of each level into it.
    pub(crate) fn new(
        collected: &'r mut Collected,
        levels: Levels<'r>,
        max: usize,
        (verdict_only, rejects_unchecked): (bool, bool),
    ) -> Findings<'r> {
        collected.clear();
        // Warnings don't change the verdict.
        let levels = if verdict_only { levels.that_deny() } else { levels };
        let (kept, places) = (PerLevel::default(), None);
        Findings {
            collected,
            levels,
            verdict_only,
            rejects_unchecked,
            max,
            kept,
            places,
            rule: 0,
            found_by: u16::MAX,
            unordered: None,
        }
    }

    pub(crate) fn rejected(&self) -> bool {
        self.collected.rejected
    }
}

impl Findings<'_> {
    /// Reports a violation at a place.
    #[inline]
    pub(crate) fn at<'p>(&mut self, place: impl Into<Place<'p>>) {
        self.add(place.into(), &[]);
    }

    /// Reports a violation at a place if `is_violated`. Always returns `Ok`, so that a check can end with it.
    #[inline]
    pub(crate) fn at_if<'p>(
        &mut self,
        place: impl Into<Place<'p>>,
        is_violated: bool,
    ) -> Result<(), Missing> {
        if is_violated {
            self.at(place);
        }
        Ok(())
    }

    /// Reports a violation at a place, with the values of the rule's `params` in their order: at
    /// most four.
    #[inline]
    pub(crate) fn with<'p, const N: usize>(
        &mut self,
        place: impl Into<Place<'p>>,
        params: [Param; N],
    ) {
        const { assert!(N <= MAX_PARAMS, "a finding has at most four params") };
        self.add(place.into(), &params);
    }

    /// Records that the gateway answers with 403, if the running rule is at level deny.
    #[cold]
    pub(crate) fn forbid(&mut self) {
        self.collected.forbidden |= self.levels.at_body(self.rule) == Level::Deny;
    }

    /// Reports a violation at a place, with the values of the rule's `params`.
    #[inline]
    pub(crate) fn add(&mut self, place: Place<'_>, params: &[Param]) {
        let Object { request, slot } = place.object;
        self.add_parts(request, slot, place.member, params);
    }

    /// Reports a violation at a member of the schema or a declared one.
    pub(crate) fn at_member(&mut self, object: Object<'_>, member: MemberRef, params: &[Param]) {
        match member {
            MemberRef::Own(index) => self.add(object.field::<Present>(index).place(), params),
            MemberRef::Declared(position) => {
                // Only policy rules look at declared members, and these have no levels at members.
                let level = self.levels.of(self.rule);
                self.found_by = self.rule;
                if self.has_room(level) {
                    let path = self.path(object.place());
                    let slot = object.value(member).slot;
                    let shown = if slot.is_unseen() { object.slot } else { slot };
                    let (at, span) = (path.member(Path::DECLARED), (shown.start(), shown.end()));
                    self.keep(Entry::new(self.rule, level, (at, position), span), params);
                }
            }
        }
    }

    /// The place comes in parts, a word each, so that callers need little code for a rare case.
    #[cold]
    #[inline(never)]
    fn add_parts(&mut self, request: &Request<'_>, slot: &Slot, member: u8, params: &[Param]) {
        let place = Place { object: Object { request, slot }, member };
        let (rule, level) = (self.rule, self.level_at(place));
        if level == Level::Allow {
            return;
        }
        self.found_by = rule;
        let has_room = self.has_room(level);
        if !has_room && self.unordered.is_none() {
            return;
        }
        let path = self.path(place);
        let mut entry = Entry::new(rule, level, (path, 0), place.span());
        match &mut self.unordered {
            None => self.keep(entry, params),
            Some(count) => {
                entry.nth = *count;
                *count += 1;
                self.keep_unordered(entry, params, has_room);
            }
        }
    }

    fn path(&mut self, place: Place<'_>) -> Path {
        self.places.get_or_insert_default().path(place, &mut self.collected.elements)
    }

    /// The level of the running rule's findings at a place.
    fn level_at(&mut self, place: Place<'_>) -> Level {
        if self.levels.are_at_members() {
            let path = self.path(place);
            self.levels.at(self.rule, (path, 0), "")
        } else {
            self.levels.of(self.rule)
        }
    }

    /// Whether the running rule is at level allow at a place. Asked where missing facts decide whether there is a
    /// finding.
    #[cold]
    #[inline(never)]
    pub(crate) fn ignores<'p>(&mut self, place: impl Into<Place<'p>>) -> bool {
        self.level_at(place.into()) == Level::Allow
    }

    /// Counts a finding. Returns whether it can be kept.
    fn has_room(&mut self, level: Level) -> bool {
        if level == Level::Deny {
            self.collected.rejected = true;
        }
        if self.verdict_only {
            return false;
        }
        let kept = self.kept.of(level);
        let has_room = *kept < self.max;
        *kept += usize::from(has_room);
        *self.collected.truncated.of(level) |= !has_room;
        has_room
    }

    /// Runs a rule. If it finds nothing and facts are missing, it is unchecked.
    #[inline(always)]
    pub(crate) fn run(&mut self, rule: u16, check: impl FnOnce(&mut Self) -> Result<(), Missing>) {
        self.rule = rule;
        if let Err(Missing(needs)) = check(self) {
            self.leave_unchecked(needs);
        }
    }

    /// Runs a rule that may report places in any order, and sorts its findings.
    pub(crate) fn run_unordered(
        &mut self,
        rule: u16,
        check: impl FnOnce(&mut Self) -> Result<(), Missing>,
    ) {
        self.unordered = (!self.verdict_only).then_some(0);
        self.collected.in_order = self.collected.entries.len();
        self.run(rule, check);
        self.unordered = None;
        self.collected.put_in_order();
    }

    #[inline(never)]
    fn leave_unchecked(&mut self, needs: FactSet) {
        if self.found_by == self.rule {
            return;
        }
        let rule = self.rule;
        let level = match self.levels.of_members(rule) {
            [] => self.levels.of(rule),
            of_rule => {
                let mut at = of_rule.iter().filter(|level| level.may_be_unchecked).peekable();
                let is_elsewhere = at.peek().is_none();
                let is_found = is_elsewhere || at.any(|at| at.level != Level::Allow);
                let highest = of_rule.iter().map(|at| at.level).max();
                highest.filter(|_| is_found).unwrap_or(Level::Allow)
            }
        };
        if level == Level::Allow {
            return;
        }
        self.collected.rejected |= self.rejects_unchecked && level == Level::Deny;
        if !self.verdict_only {
            self.collected.unchecked.push(UncheckedRule { rule, level, needs });
        }
    }

    /// Adds a finding to those kept.
    fn keep(&mut self, entry: Entry, params: &[Param]) {
        let Collected { entries, details, .. } = &mut *self.collected;
        entries.push(entry.with_params(params, details));
    }

    /// Keeps a finding that is reported in any order. Without room, it replaces the last one kept, if it sorts before
    /// it. Returns whether it is kept.
    fn keep_unordered(&mut self, entry: Entry, params: &[Param], has_room: bool) -> bool {
        if has_room {
            self.keep(entry, params);
            return true;
        }
        self.collected.move_to_heaps();
        let Collected { unordered, details, .. } = &mut *self.collected;
        let kept = unordered.of(entry.level);
        if let Some(mut last) = kept.peek_mut()
            && entry < *last
        {
            *last = entry.in_place_of(&last, params, details);
            return true;
        }
        false
    }

    /// Rejects a request that can't be checked, without a finding.
    pub(crate) fn refuse(&mut self) {
        self.collected.clear();
        self.collected.rejected = true;
    }

    /// Reports the only finding of a body that can't be read. All others are dropped.
    #[cold]
    #[inline(never)]
    pub(crate) fn only(&mut self, rule: u16, at: u32, params: &[Param]) {
        self.refuse();
        self.keep(Entry::new(rule, Level::Deny, (Path::BODY, 0), (at, at)), params);
    }

    /// Reports a finding made while a body is read, if its rule is checked. These come in the
    /// order of the text. Breaks if reading can stop.
    #[inline(never)]
    pub(crate) fn while_reading(
        &mut self,
        rule: u16,
        place: (Path, u16),
        span: (u32, u32),
        name: &[u8],
        params: &[Param],
    ) -> ControlFlow<()> {
        if !self.levels.enabled.contains(rule) {
            return ControlFlow::Continue(());
        }
        let level = if self.levels.are_at_members() {
            self.levels.at(rule, place, ascii(name))
        } else {
            self.levels.of(rule)
        };
        if level == Level::Allow || self.verdict_only && level != Level::Deny {
            return ControlFlow::Continue(());
        }
        let has_room = self.has_room(level);
        if self.verdict_only {
            return ControlFlow::Break(());
        }
        let mut entry = Entry::new(rule, level, place, span);
        let names = &mut self.collected.details.names;
        let before = names.len();
        if place.0.is_unknown() {
            entry.nth = before as u32;
            names.extend_from_slice(name);
            names.push(0);
        }
        if !self.keep_unordered(entry, params, has_room) {
            self.collected.details.names.truncate(before);
        }
        ControlFlow::Continue(())
    }

    /// Sorts the findings made while the body was read.
    pub(crate) fn finish_reading(&mut self) {
        if (self.kept.warn, self.kept.deny) != (0, 0) {
            self.collected.put_in_order();
        }
    }
}
