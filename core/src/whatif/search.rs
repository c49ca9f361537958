//! The search for the smallest sets of changes that settle all findings but some.
//!
//! A finding is settled only by a change that it depends on. So the search takes a finding that is
//! left, tries each change that this one depends on, and goes on with what is left then: a tree as
//! deep as a repair is long. It deepens step by step, so that the first sets found are the smallest.
//! A set that was checked once is not checked again.
//!
//! What a finding depends on is found out by asking: each change alone, and those together that act
//! as one (`groups`). A finding that a change adds is looked into when it is met.

use super::edit::{Change, Op, spliced};
use super::inquiry::{Inquiry, Params, Seen, are_like};
use super::outline::{Outline, Step};
use crate::append::text_of;
use crate::decimal::put_integer;
use crate::findings::{Entry, Param};
use crate::level::Level;
use crate::path::Path;
use crate::schema::Kind;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A change, by its position in [`Search::changes`].
pub(super) type Id = u16;

/// How many of the findings that are left are looked at to choose what to try next.
const MOST_LEFT: usize = 48;

/// How many added findings are kept of a changed body. Those of the rest come up once these are
/// settled.
const MOST_ADDED: usize = 16;

/// What changes do to the findings at level deny.
struct Effect {
    /// Which findings of the body as it was sent are settled.
    settled: Vec<bool>,
    /// Which of the others have other params.
    touched: Vec<bool>,
    /// The first of those that are added: rule, path in the body as it was sent, limit.
    added: Vec<Added>,
}

/// A finding that changes add.
#[derive(Clone, Copy)]
struct Added {
    rule: u16,
    path: Path,
    params: Params,
}

impl Added {
    /// Whether it is the same finding, but for a param.
    fn is(&self, other: &Added, but: usize) -> bool {
        (self.rule, self.path) == (other.rule, other.path)
            && are_like(&self.params, &other.params, but)
    }
}

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
    /// Changes that a run has thought of.
    pub(super) tried: Vec<bool>,
    text: Vec<u8>,
}

/// What a run of the search came to.
pub(super) enum Run {
    /// The sets of this length, which are the smallest.
    Found(Vec<Vec<Id>>),
    /// There is none.
    None,
    /// There is none of at most the length asked for.
    TooLong,
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

    fn clashes(&self, id: Id, set: &[Id]) -> bool {
        set.iter().any(|other| self.clash(id, *other))
    }

    /// What a set of changes does, asked only once.
    fn effect(&mut self, set: &[Id]) -> Result<&Effect, Bound> {
        let mut sorted: Box<[Id]> = set.into();
        sorted.sort_unstable();
        let at = match self.known.binary_search_by(|(known, _)| known.cmp(&sorted)) {
            Ok(at) => at,
            Err(at) => {
                let effect = self.ask(&sorted)?;
                self.known.insert(at, (sorted, effect));
                at
            }
        };
        self.known.get(at).map(|(_, effect)| effect).ok_or(Bound)
    }

    fn ask(&mut self, set: &[Id]) -> Result<Effect, Bound> {
        let changes = set.iter().filter_map(|id| self.changes.get(usize::from(*id)));
        let mut removed: Vec<Path> = Vec::new();
        for change in changes.clone() {
            let entry = self.outline.entries.get(change.entry as usize);
            if change.op == Op::Remove
                && entry.is_some_and(|it| matches!(it.step, Step::Element(_)))
            {
                removed.push(change.path);
            }
        }
        removed.sort_unstable();
        let splices = self.outline.splices(changes);
        spliced(self.outline.text, &splices, &mut self.text);
        self.inquiry.ask(&self.text).ok_or(Bound)?;
        Ok(compare(&self.now, &self.denials, &self.inquiry, &removed))
    }

    /// Which denials a set settles, given that it adds none.
    pub(super) fn settles(&mut self, set: &[Id]) -> Result<Option<Vec<bool>>, Bound> {
        let effect = self.effect(set)?;
        Ok(effect.added.is_empty().then(|| effect.settled.clone()))
    }

    /// Finds out what the denials depend on. These changes are tried alone.
    pub(super) fn probe(&mut self, ids: impl Iterator<Item = Id>) -> Result<(), Bound> {
        for id in ids {
            self.depend(&[id])?;
            self.limit(id, &[id])?;
        }
        Ok(())
    }

    /// Tries the changes of a group together: each that no denial depends on by itself.
    pub(super) fn probe_group(&mut self, group: Vec<Id>) -> Result<(), Bound> {
        for bits in 0..1u32.wrapping_shl(group.len() as u32) {
            let chosen = (0..).zip(&group).filter(|(at, _)| bits.wrapping_shr(*at) & 1 == 1);
            let set: Vec<Id> = chosen.map(|(_, id)| *id).collect();
            if set.len() > 1 {
                self.depend(&set)?;
            }
        }
        self.groups = group;
        Ok(())
    }

    /// Notes that the denials that a set settles depend on its changes.
    fn depend(&mut self, set: &[Id]) -> Result<(), Bound> {
        let Effect { settled, touched, .. } = self.effect(set)?;
        let changed = settled.iter().zip(touched).map(|(settled, touched)| *settled || *touched);
        let changed: Vec<bool> = changed.collect();
        for (denial, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
            let Some(rests_on) = self.rests_on.get_mut(denial) else { continue };
            // If one of them alone settles it, the others needn't.
            if !set.iter().any(|id| rests_on.contains(id)) {
                rests_on.extend_from_slice(set);
            }
        }
        Ok(())
    }

    /// If a value that a change puts in is over a limit, or under, adds the change that puts in the
    /// limit.
    fn limit(&mut self, id: Id, set: &[Id]) -> Result<(), Bound> {
        let Some(change) = self.change(id).filter(|change| change.op != Op::Remove) else {
            return Ok(());
        };
        let change = change.clone();
        let at_it = self.effect(set)?.added.iter().any(|added| added.path == change.path);
        if at_it {
            // Asked again, since limits aren't kept.
            self.ask(set)?;
            let found = self.inquiry.last().entries.iter();
            let there = found.filter(|entry| entry.path == change.path);
            let limits: Vec<String> =
                there.flat_map(|entry| limits(&self.inquiry, entry)).collect();
            for value in limits {
                if let Some(limited) = self.add_limit(&change, value, Change::LIMIT) {
                    self.depend(&[limited])?;
                }
            }
        }
        Ok(())
    }

    /// Adds the change that puts in this number instead, unless there is one.
    pub(super) fn add_limit(&mut self, change: &Change, value: String, rank: u8) -> Option<Id> {
        if !is_number(self.outline, change) {
            return None;
        }
        let is_same = |it: &Change| {
            (it.op, it.path, it.entry) == (change.op, change.path, change.entry)
                && it.value == value
        };
        if self.changes.iter().any(is_same) || self.changes.len() >= usize::from(Id::MAX) {
            return None;
        }
        self.changes.push(Change { value, rank, ..change.clone() });
        (self.changes.len() as Id).checked_sub(1)
    }

    /// The smallest sets, of at most so many changes, that settle all denials but those given up,
    /// and add none.
    pub(super) fn run(&mut self, given_up: &[bool], most: usize) -> Result<Run, Bound> {
        let mut length = self.at_least(given_up).max(1);
        while length <= most {
            let known = self.changes.len();
            let (sets, was_cut) = self.deepen(given_up, length)?;
            if known < self.changes.len() {
                // There are changes that weren't there when it began.
                continue;
            }
            if !sets.is_empty() {
                return Ok(Run::Found(sets));
            }
            if !was_cut {
                return Ok(Run::None);
            }
            length = length.saturating_add(1);
        }
        Ok(Run::TooLong)
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
        if set.len() >= length {
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
        for choices in &mut choices {
            choices.retain(|id| !without.contains(id) && !self.clashes(*id, set));
            for id in choices {
                if self.tried.len() <= usize::from(*id) {
                    self.tried.resize(usize::from(*id).saturating_add(1), false);
                }
                if let Some(tried) = self.tried.get_mut(usize::from(*id)) {
                    *tried = true;
                }
            }
        }
        let fewest = choices.iter().min_by_key(|choices| choices.len()).cloned();
        if set.len().saturating_add(apart(choices)) > length {
            return Ok(if fewest.is_none_or(|it| it.is_empty()) { Next::Dead } else { Next::Cut });
        }
        Ok(match fewest {
            Some(choices) if !choices.is_empty() => Next::Choices(choices),
            _ => Next::Dead,
        })
    }

    /// The changes that a finding depends on that a set adds: of those at its place or inside, and of
    /// the body's own members.
    fn added_rests_on(&mut self, added: Added, set: &[Id]) -> Result<Vec<Id>, Bound> {
        for id in set {
            self.limit(*id, set)?;
        }
        let mut rests_on = Vec::new();
        let mut more: Vec<Id> = set.to_vec();
        for id in self.ids() {
            let Some(change) = self.change(id) else { continue };
            let is_own = change.node == 0;
            let is_there = added.path != Path::BODY && change.path.is_within(added.path);
            if (!is_own && !is_there) || is(&self.hopeless, id.into()) || self.clashes(id, set) {
                continue;
            }
            more.push(id);
            if self.changes_added(&added, &more)? {
                rests_on.push(id);
            }
            more.pop();
        }
        if rests_on.is_empty() {
            let group = self.groups.iter().copied();
            let group: Vec<Id> = group.filter(|id| !self.clashes(*id, set)).collect();
            more.extend_from_slice(&group);
            if group.len() > 1 && self.changes_added(&added, &more)? {
                rests_on = group;
            }
        }
        Ok(rests_on)
    }

    /// Whether a set leaves a finding that another adds as it is.
    fn changes_added(&mut self, added: &Added, set: &[Id]) -> Result<bool, Bound> {
        let effect = self.effect(set)?;
        Ok(!effect.added.iter().any(|it| it.is(added, usize::MAX)))
    }

    /// Sorts out the changes that add a finding that nothing settles, so that no repair has them.
    pub(super) fn sort_out(&mut self) -> Result<(), Bound> {
        self.hopeless = self.changes.iter().map(|_| false).collect();
        let mut all: Vec<Id> = self.rests_on.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        // Each takes about as many checks as the body has members.
        let most = (self.inquiry.left() / 64) as usize;
        for id in all.into_iter().take(most) {
            let added = self.effect(&[id])?.added.first().copied();
            if let Some(added) = added
                && self.added_rests_on(added, &[id])?.is_empty()
                && let Some(hopeless) = self.hopeless.get_mut(usize::from(id))
            {
                *hopeless = true;
            }
        }
        for rests_on in &mut self.rests_on {
            rests_on.retain(|id| !is(&self.hopeless, usize::from(*id)));
        }
        Ok(())
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
    lists.sort_by_key(Vec::len);
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

/// Whether a change puts in a number.
pub(super) fn is_number(outline: &Outline<'_>, change: &Change) -> bool {
    let node = outline.nodes.get(change.node as usize);
    let member = node.zip(change.path.last_member()).and_then(|(it, at)| it.shape.member(at));
    let kind = member.map(|member| member.kind);
    matches!(kind, Some(Kind::Number | Kind::Integer | Kind::NumberOrText))
}

/// What is found now, against what was found in the body as it was sent.
fn compare(now: &Seen, denials: &[usize], inquiry: &Inquiry<'_, '_>, removed: &[Path]) -> Effect {
    let found = inquiry.last();
    let mut settled: Vec<bool> = denials.iter().map(|_| true).collect();
    let mut touched: Vec<bool> = denials.iter().map(|_| false).collect();
    let mut added = Vec::new();
    for entry in found.entries.iter().filter(|entry| entry.level == Level::Deny) {
        let path = as_sent(entry.path, removed);
        let known = now.like(&found.names, entry, path, inquiry.compared(entry.rule));
        match known.and_then(|known| denials.binary_search(&known).ok()) {
            Some(denial) => {
                let before = denials.get(denial).and_then(|at| now.entries.get(*at));
                if let (Some(settled), Some(touched)) =
                    (settled.get_mut(denial), touched.get_mut(denial))
                {
                    *settled = false;
                    *touched = before.is_some_and(|before| before.params != entry.params);
                }
            }
            None if added.len() < MOST_ADDED => {
                added.push(Added { rule: entry.rule, path, params: entry.params });
            }
            None => {}
        }
    }
    Effect { settled, touched, added }
}

/// The path that a place had before elements were removed.
fn as_sent(path: Path, removed: &[Path]) -> Path {
    let Some((array, mut index)) = path.array_and_index() else { return path };
    for gone in removed {
        if let Some((from, before)) = gone.array_and_index()
            && from == array
            && before <= index
        {
            index = index.saturating_add(1);
        }
    }
    path.in_element(index)
}

/// The limits that a finding names, as JSON.
pub(super) fn limits(inquiry: &Inquiry<'_, '_>, entry: &Entry) -> Vec<String> {
    let Some(rule) = inquiry.engine().listed_at(entry.rule) else { return Vec::new() };
    let values = (0..).zip(rule.constants.iter().chain(entry.params()));
    values
        .filter(|(at, _)| rule.limits.checked_shr(*at).unwrap_or_default() & 1 == 1)
        .filter_map(|(_, param)| match *param {
            Param::Decimal(limit) | Param::Limit(limit) => Some(text_of(|out| limit.write(out))),
            Param::Integer(limit) => Some(text_of(|out| put_integer(out, limit))),
            _ => None,
        })
        .collect()
}
