//! The search for the smallest sets of changes that settle all findings but some.
//!
//! A finding is settled only by a change that it depends on. So the search takes a finding that is
//! left, tries each change that this one depends on, and goes on with what is left then: a tree as
//! deep as a repair is long. It deepens step by step, so that the first sets found are the smallest.
//! A set that was checked once is not checked again.
//!
//! What a finding depends on is found out by asking: each change alone, and those together that act
//! as one (`groups`). A finding that a change adds is looked into when it is met
//! (`dependence.rs`).

mod dependence;
mod effect;

pub(super) use dependence::{is_number, limits};

use super::edit::Change;
use super::inquiry::{Inquiry, Seen};
use super::order::sort_by_key;
use super::outline::Outline;
use crate::findings::Entry;
use alloc::boxed::Box;
use alloc::vec::Vec;
use effect::Effect;

/// A change, by its position in [`Search::changes`].
pub(super) type Id = u16;

/// How many of the findings that are left are looked at to choose what to try next.
const MOST_LEFT: usize = 48;

/// How many findings and changes may be looked at. The bound on checks isn't enough, since what was
/// checked once isn't checked again: of findings that exclude each other there are exponentially many
/// choices to give up, and each looks at the same sets.
const MOST_LOOKED_AT: usize = 64 << 20;

/// The bound is reached.
pub(super) struct Bound;

pub(super) struct Search<'a, 'o> {
    pub(super) inquiry: Inquiry<'a, 'o>,
    pub(super) outline: &'o Outline<'o>,
    /// Every change of one place, in document order, then what limits add to them.
    pub(super) changes: Vec<Change>,
    /// What is found in the body as it was sent.
    pub(super) now: Seen,
    /// The findings at level deny, by position in `now`.
    pub(super) denials: Vec<usize>,
    /// What was asked before, by set.
    known: Vec<(Box<[Id]>, Effect)>,
    /// For each denial the changes that it depends on.
    pub(super) rests_on: Vec<Vec<Id>>,
    /// Changes that act together, where each alone may show nothing.
    groups: Vec<Id>,
    /// Changes that add what nothing settles: none of a repair's.
    hopeless: Vec<bool>,
    /// Changes that a run has considered.
    pub(super) tried: Vec<bool>,
    /// Whether a run that stops at a set, because another change would make it too long, still marks in
    /// `tried` the changes that would settle the findings it adds.
    pub(super) looks_ahead: bool,
    /// Whether no changed body was longer than the engine reads.
    pub(super) all_fit: bool,
    /// How many findings and changes may still be looked at.
    looks_left: usize,
    text: Vec<u8>,
}

impl<'a, 'o> Search<'a, 'o> {
    pub(super) fn new(
        inquiry: Inquiry<'a, 'o>,
        outline: &'o Outline<'o>,
        now: Seen,
        changes: Vec<Change>,
    ) -> Search<'a, 'o> {
        let denials = now.denials();
        let rests_on = denials.iter().map(|_| Vec::new()).collect();
        Search {
            inquiry,
            outline,
            changes,
            now,
            denials,
            known: Vec::new(),
            rests_on,
            groups: Vec::new(),
            hopeless: Vec::new(),
            tried: Vec::new(),
            looks_ahead: false,
            all_fit: true,
            looks_left: MOST_LOOKED_AT,
            text: Vec::new(),
        }
    }

    pub(super) fn denial(&self, at: usize) -> Option<&Entry> {
        self.now.entries.get(*self.denials.get(at)?)
    }

    fn change(&self, id: Id) -> Option<&Change> {
        self.changes.get(usize::from(id))
    }

    /// The changes, by identity.
    pub(super) fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        0..self.changes.len().min(usize::from(Id::MAX)) as Id
    }

    /// Whether two changes can't be made together: one is of what the other is in.
    fn clash(&self, one: Id, other: Id) -> bool {
        let (Some(one), Some(other)) = (self.change(one), self.change(other)) else { return true };
        if one.path == other.path {
            // Unknown members of an object have the same path.
            return one.entry == other.entry;
        }
        one.path.is_within(other.path) || other.path.is_within(one.path)
    }

    pub(super) fn clashes(&self, id: Id, set: &[Id]) -> bool {
        set.iter().any(|other| self.clash(id, *other))
    }

    /// Counts what is looked at.
    fn look_at(&mut self, count: usize) -> Result<(), Bound> {
        self.looks_left = self.looks_left.checked_sub(count).ok_or(Bound)?;
        Ok(())
    }

    /// The smallest sets that settle all denials but those given up, and add none: an empty list if
    /// no set does.
    pub(super) fn run(&mut self, given_up: &[bool]) -> Result<Vec<Vec<Id>>, Bound> {
        let listed = self.rests_on.iter().map(Vec::len);
        self.look_at(listed.fold(self.rests_on.len(), usize::saturating_add))?;
        let mut length = self.at_least(given_up).max(1);
        loop {
            let known = self.changes.len();
            let (sets, was_cut) = self.deepen(given_up, length)?;
            if known < self.changes.len() {
                // There are changes that weren't there when it began: they may be in a smaller set.
                length = self.at_least(given_up).max(1);
                continue;
            }
            // A set is never longer than there are changes, so that in the end none is cut.
            if !sets.is_empty() || !was_cut {
                return Ok(sets);
            }
            length = length.saturating_add(1);
        }
    }

    fn at_least(&self, given_up: &[bool]) -> usize {
        let left = given_up.iter().enumerate().filter(|(_, up)| !**up).map(|(at, _)| at);
        let left: Vec<Vec<Id>> =
            left.map(|at| self.rests_on.get(at).cloned().unwrap_or_default()).collect();
        apart(left)
    }

    /// All sets of this length that are none of a smaller one; and whether a longer one might be.
    /// The sets that contain a change are looked for before those that don't.
    fn deepen(&mut self, given_up: &[bool], length: usize) -> Result<(Vec<Vec<Id>>, bool), Bound> {
        let mut sets: Vec<Vec<Id>> = Vec::new();
        let mut was_cut = false;
        let mut set: Vec<Id> = Vec::new();
        let mut without: Vec<Id> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        loop {
            match self.next(given_up, &set, &without, length)? {
                Next::Settled => sets.push(set.clone()),
                Next::Cut => was_cut = true,
                Next::Dead => {}
                Next::Choices(choices) => {
                    open.push(Open { choices, next: 0, without: without.len() });
                    set.push(0);
                }
            }
            // The next choice of the innermost that has one.
            loop {
                let Some(innermost) = open.last_mut() else { return Ok((sets, was_cut)) };
                let tried = innermost.next.checked_sub(1);
                without.extend(tried.and_then(|tried| innermost.choices.get(tried)));
                if let Some(choice) = innermost.choices.get(innermost.next) {
                    innermost.next = innermost.next.saturating_add(1);
                    set.pop();
                    set.push(*choice);
                    break;
                }
                without.truncate(innermost.without);
                set.pop();
                open.pop();
            }
        }
    }

    /// What to try after a set of changes: those that the finding depends on that depends on fewest.
    fn next(
        &mut self,
        given_up: &[bool],
        set: &[Id],
        without: &[Id],
        length: usize,
    ) -> Result<Next, Bound> {
        let all = self.denials.len();
        let (settled, added) = if set.is_empty() {
            (core::iter::repeat_n(false, all).collect(), Vec::new())
        } else {
            let effect = self.effect(set)?;
            (effect.settled.clone(), effect.added.clone())
        };
        let is_left = |at: &usize| !given_up.get(*at).is_some_and(|up| *up) && !is(&settled, *at);
        let left: Vec<usize> = (0..all).filter(is_left).collect();
        if left.is_empty() && added.is_empty() {
            return Ok(if set.is_empty() { Next::Dead } else { Next::Settled });
        }
        let is_cut = set.len() >= length;
        if is_cut && left.is_empty() {
            // With another value the set may be long enough.
            for id in set {
                self.limit(*id, set)?;
            }
        }
        if is_cut && !(self.looks_ahead && left.is_empty()) {
            return Ok(Next::Cut);
        }
        // Most findings wait for the others, so that a few of them are enough to choose from.
        let first = left.iter().take(MOST_LEFT);
        let choices = first.map(|at| self.rests_on.get(*at).cloned().unwrap_or_default());
        let mut choices: Vec<Vec<Id>> = choices.collect();
        if left.is_empty() {
            for added in added {
                choices.push(self.added_rests_on(added, set)?);
            }
        }
        let mut is_excluded: Vec<bool> = self.ids().map(|_| false).collect();
        for id in without {
            if let Some(is_excluded) = is_excluded.get_mut(usize::from(*id)) {
                *is_excluded = true;
            }
        }
        for choices in &mut choices {
            self.look_at(choices.len().saturating_mul(set.len().max(1)))?;
            choices.retain(|id| !is(&is_excluded, usize::from(*id)) && !self.clashes(*id, set));
            for id in choices {
                if self.tried.len() <= usize::from(*id) {
                    self.tried.resize(usize::from(*id).saturating_add(1), false);
                }
                if let Some(tried) = self.tried.get_mut(usize::from(*id)) {
                    *tried = true;
                }
            }
        }
        if is_cut {
            return Ok(Next::Cut);
        }
        let fewest = choices.iter().min_by_key(|choices| choices.len()).cloned();
        let Some(fewest) = fewest.filter(|choices| !choices.is_empty()) else {
            return Ok(Next::Dead);
        };
        let is_too_long = set.len().saturating_add(apart(choices)) > length;
        Ok(if is_too_long { Next::Cut } else { Next::Choices(fewest) })
    }
}

/// A choice that the search has made, and what is left to choose.
struct Open {
    choices: Vec<Id>,
    next: usize,
    /// How many changes were excluded before it.
    without: usize,
}

/// What to do after a set of changes.
enum Next {
    /// Nothing: it is a repair.
    Settled,
    /// It might be one with more changes than are asked for.
    Cut,
    /// No more changes make it one.
    Dead,
    /// Try each of these.
    Choices(Vec<Id>),
}

fn is(bits: &[bool], at: usize) -> bool {
    bits.get(at).copied().unwrap_or_default()
}

/// How many of these lists have nothing in common, at least: so many changes are needed.
fn apart(mut lists: Vec<Vec<Id>>) -> usize {
    sort_by_key(&mut lists, Vec::len);
    let mut used: Vec<bool> = Vec::new();
    let mut count = 0usize;
    for list in lists {
        let Some(last) = list.iter().max().copied().map(usize::from) else { return usize::MAX };
        if list.iter().any(|id| is(&used, usize::from(*id))) {
            continue;
        }
        if used.len() <= last {
            used.resize(last.saturating_add(1), false);
        }
        for id in list {
            if let Some(used) = used.get_mut(usize::from(id)) {
                *used = true;
            }
        }
        count = count.saturating_add(1);
    }
    count
}

#[cfg(test)]
pub(super) mod tests;
