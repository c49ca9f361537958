//! Repairs: the smallest changes that make a request acceptable.

use super::edit::{self, Op, Splice, spliced};
use super::inquiry::{Inquiry, Seen};
use super::order::{sort_by, sort_by_key};
use super::outline::{NONE, Node, Outline, Step};
use super::search::{Bound, Id, Run, Search, limits};
use crate::append::text_of;
use crate::engine::Engine;
use crate::facts::Facts;
use crate::json::scan::byte_at;
use crate::operation::Operation;
use crate::path::Path;
use crate::report::Verdict;
use crate::schema::{self, Kind};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The most repairs that are given.
const MOST: usize = 5;

/// The most changes that are looked at, one by one.
const MOST_CHANGES: usize = 20_000;

/// The most findings that the smallest repair is looked for of.
const MOST_DENIALS: usize = 500;

/// The most checks that are kept for the repair that comes to mind.
const MOST_KEPT: usize = 1024;

/// The answer to [`Engine::repairs`].
#[derive(Clone, Debug)]
pub struct Repairs<'e> {
    /// Whether the request has findings at level deny. Unchecked rules don't matter here.
    pub verdict: Verdict,
    /// The smallest repairs, at most five.
    pub repairs: Vec<Repair>,
    /// The findings at level deny that no change of the body settles.
    pub beyond: Vec<Beyond<'e>>,
    /// Whether all changes were looked at, so that no repair is smaller than these.
    pub complete: bool,
    /// How many bodies were checked for the answer.
    pub checks: u32,
}

/// Changes that make a request acceptable, but for what is beyond them.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The changes, in the order in which they are to be made.
    pub changes: Vec<Change>,
    /// The paths of the values that stand for ones that only the sender knows.
    pub fill: Vec<String>,
    splices: Vec<Splice>,
}

impl Repair {
    /// The body with the changes made. `body` must be the body that was asked about.
    #[must_use]
    pub fn apply(&self, body: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        spliced(body, &self.splices, &mut out);
        out
    }

    /// The same changes as edits of the text, from its beginning to its end: what to put in the
    /// place of which bytes.
    pub fn edits(&self) -> impl ExactSizeIterator<Item = (Range<usize>, &str)> {
        self.splices.iter().map(|splice| (splice.range.clone(), splice.by.as_str()))
    }
}

/// An operation of JSON Patch (RFC 6902).
#[derive(Clone, Debug)]
pub struct Change {
    /// What it does.
    pub op: Op,
    /// Where, as a JSON Pointer.
    pub path: String,
    /// The new value as JSON. A removal has none.
    pub value: Option<String>,
}

/// A finding that no change of the body settles.
#[derive(Clone, Debug)]
pub struct Beyond<'e> {
    /// The rule's name.
    pub rule: &'e str,
    /// The finding's path, as a JSON Pointer.
    pub path: String,
}

pub(super) fn repairs<'a>(
    engine: &'a Engine,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
) -> Repairs<'a> {
    let mut answer = Repairs {
        verdict: Verdict::Accept,
        repairs: Vec::new(),
        beyond: Vec::new(),
        complete: true,
        checks: 1,
    };
    let mut inquiry = Inquiry::new(engine, operation, facts);
    let Some(now) = inquiry.look(body) else { return answer };
    let denials = now.denials();
    if denials.is_empty() {
        return answer;
    }
    answer.verdict = Verdict::Reject;
    let is_read = body.len() <= engine.max_body_bytes();
    let shape = schema::body(operation).filter(|_| is_read);
    let outline = shape.map_or(Ok(None), |shape| Outline::of(body, shape));
    match outline {
        Ok(Some(outline)) if !now.truncated => {
            let mut changes = changes(&outline);
            answer.complete = changes.len() <= MOST_CHANGES;
            changes.truncate(MOST_CHANGES);
            let search = Search::new(inquiry, &outline, now, changes);
            Mending { search, given_up: Vec::new(), sets: Vec::new(), is_complete: true }
                .answer(&mut answer);
        }
        Ok(None) => {
            // Nothing can be changed in what isn't an object.
            let all = denials.iter().filter_map(|at| now.entries.get(*at));
            answer.beyond = all.map(|entry| beyond(&inquiry, &now, entry)).collect();
        }
        _ => answer.complete = false,
    }
    answer
}

fn beyond<'e>(inquiry: &Inquiry<'e, '_>, now: &Seen, entry: &crate::findings::Entry) -> Beyond<'e> {
    let name = now.name(entry);
    let path = inquiry.pointer(entry.path, if name.is_empty() { "*" } else { name });
    Beyond { rule: inquiry.rule_name(entry.rule), path }
}

/// Every change of one place of a body, in document order.
fn changes(outline: &Outline<'_>) -> Vec<edit::Change> {
    let mut all = Vec::new();
    for (at, node) in (0..).zip(&outline.nodes) {
        if node.is_array {
            elements(outline, at, node, &mut all);
        } else {
            members(outline, at, node, &mut all);
        }
    }
    sort_by_key(&mut all, |change| (change.path, change.entry, change.op));
    all
}

fn members(outline: &Outline<'_>, at: u32, node: &Node, all: &mut Vec<edit::Change>) {
    for (index, member) in (0..).zip(node.shape.members) {
        let path = node.path.member(index);
        let mut add = |op, entry| {
            let value = match op {
                Op::Remove => String::new(),
                Op::Add | Op::Replace => text_of(|out| node.shape.put_example(index, out)),
            };
            let rank = edit::Change::EXAMPLE;
            all.push(edit::Change { op, path, node: at, entry, value, rank });
        };
        let Some((place, entry)) = outline.member(at, index) else {
            add(Op::Add, NONE);
            continue;
        };
        let is_opaque = match byte_at(outline.text, entry.value.0) {
            b'{' => matches!(member.kind, Kind::Opaque | Kind::Any),
            b'[' => matches!(member.kind, Kind::Any),
            _ => false,
        };
        if entry.is_absent {
            add(Op::Add, place);
        } else if entry.child == NONE && !is_opaque {
            add(Op::Replace, place);
        }
        if !entry.is_repeated {
            add(Op::Remove, place);
        }
    }
    for (place, entry) in outline.entries_of(at).filter(|(_, entry)| entry.step == Step::Unknown) {
        if !entry.is_repeated && !outline.shown_name(place).is_empty() {
            let (path, value) = (node.path.member(Path::UNKNOWN), String::new());
            let rank = edit::Change::EXAMPLE;
            all.push(edit::Change { op: Op::Remove, path, node: at, entry: place, value, rank });
        }
    }
}

fn elements(outline: &Outline<'_>, at: u32, node: &Node, all: &mut Vec<edit::Change>) {
    for (place, entry) in outline.entries_of(at).filter(|(_, entry)| entry.child == NONE) {
        let Step::Element(index) = entry.step else { continue };
        let path = node.path.element(index);
        for op in [Op::Replace, Op::Remove] {
            let value = match op {
                Op::Remove => String::new(),
                Op::Add | Op::Replace => text_of(|out| node.shape.put_complete(out)),
            };
            let rank = edit::Change::EXAMPLE;
            all.push(edit::Change { op, path, node: at, entry: place, value, rank });
        }
    }
}

/// The search, and what has come of it.
struct Mending<'a, 'o> {
    search: Search<'a, 'o>,
    /// Which denials no change settles.
    given_up: Vec<bool>,
    sets: Vec<Vec<Id>>,
    is_complete: bool,
}

impl<'a> Mending<'a, '_> {
    fn answer(mut self, answer: &mut Repairs<'a>) {
        self.given_up = self.search.denials.iter().map(|_| false).collect();
        // As many as `at_once` needs, if the search comes to nothing.
        let kept = self.given_up.len().saturating_add(1).min(MOST_KEPT);
        self.search.inquiry.keep(kept as u32);
        let is_within_bound = self.mend().is_ok();
        self.search.inquiry.keep(0);
        if !is_within_bound && self.sets.is_empty() {
            let set = self.at_once();
            self.sets.extend(set);
        }
        let by_rules = !self.search.inquiry.engine().has_custom_rules()
            || self.sets.iter().all(|set| set.len() == 1);
        answer.complete &= is_within_bound && self.is_complete && by_rules;
        for (at, _) in self.given_up.iter().enumerate().filter(|(_, given_up)| **given_up) {
            let entry = self.search.denial(at);
            let (inquiry, now) = (&self.search.inquiry, &self.search.now);
            answer.beyond.extend(entry.map(|entry| beyond(inquiry, now, entry)));
        }
        self.in_order();
        answer.checks = self.search.inquiry.checks();
        answer.repairs = self.sets.iter().map(|set| self.repair(set)).collect();
    }

    fn mend(&mut self) -> Result<(), Bound> {
        if self.given_up.len() > MOST_DENIALS {
            return Err(Bound);
        }
        self.probe()?;
        self.search.sort_out()?;
        for (given_up, rests_on) in self.given_up.iter_mut().zip(&self.search.rests_on) {
            *given_up = rests_on.is_empty();
        }
        self.give_up_hopeless()?;
        if self.given_up.iter().all(|given_up| *given_up) {
            return Ok(());
        }
        if !self.part_by_part()? {
            let most = self.search.changes.len();
            match self.search.run(&self.given_up, most)? {
                Run::Found(sets) => self.sets = sets,
                Run::TooLong => self.is_complete = false,
                Run::None => self.give_up_fewest()?,
            }
        }
        self.leave_nothing_out()
    }

    /// Settles findings apart from each other that depend on different changes, and puts the repairs
    /// together. Returns whether that makes repairs.
    ///
    /// A repair of all has a repair of each part in it: so if no change was thought of for two parts,
    /// and what is put together is a repair, none is smaller.
    fn part_by_part(&mut self) -> Result<bool, Bound> {
        let open = self.given_up.iter().enumerate().filter(|(_, given_up)| !**given_up);
        let mut parts: Vec<Part> =
            open.map(|(at, _)| Part::of(at, &self.search.rests_on)).collect();
        loop {
            join(&mut parts);
            if parts.len() < 2 {
                return Ok(false);
            }
            let Some(part) = parts.iter_mut().find(|part| part.sets.is_empty()) else { break };
            let but = (0..self.given_up.len()).map(|at| !part.denials.contains(&at));
            let but: Vec<bool> = but.collect();
            self.search.tried.clear();
            match self.search.run(&but, self.search.changes.len())? {
                Run::Found(sets) => self.sets = sets,
                Run::TooLong | Run::None => return Ok(false),
            }
            let tried = self.search.tried.iter().enumerate().filter(|(_, tried)| **tried);
            part.changes = tried.map(|(at, _)| at as Id).collect();
            self.in_order();
            part.sets = core::mem::take(&mut self.sets);
        }
        self.sets = Vec::from([Vec::new()]);
        for part in &parts {
            let pairs = self.sets.iter().flat_map(|one| part.sets.iter().map(move |it| (one, it)));
            self.sets = pairs.map(|(one, other)| [one.as_slice(), other].concat()).collect();
            self.in_order();
        }
        for set in self.sets.clone() {
            if !self.is_repair(&set)? {
                self.sets.clear();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tries every change alone: first those at a finding's place, then those of the body's own
    /// members, then the rest; and those that act together.
    fn probe(&mut self) -> Result<(), Bound> {
        self.add_limits();
        let denials: Vec<Path> = (0..self.search.denials.len())
            .filter_map(|at| Some(self.search.denial(at)?.path))
            .collect();
        let mut ids: Vec<Id> = self.search.ids().collect();
        let changes = &self.search.changes;
        sort_by_key(&mut ids, |id| match changes.get(usize::from(*id)) {
            Some(change) if denials.contains(&change.path) => 0,
            Some(change) if change.node == 0 => 1,
            _ => 2,
        });
        // At most half of the checks, so that some are left for the search.
        let most = (self.search.inquiry.left() / 2) as usize;
        self.is_complete &= ids.len() <= most;
        self.search.probe(ids.into_iter().take(most))?;
        self.search.probe_group(self.group())?;
        self.look_inside(&denials);
        Ok(())
    }

    /// The removals that keep an order from saving a payment method, or from being a Zero-Amount
    /// order: any of these members suffices for that, so that removing one may change nothing.
    fn group(&self) -> Vec<Id> {
        const NAMES: [&str; 3] = ["setup_future_use", "force_save_method", "payment_system"];
        let shape = self.search.outline.nodes.first().map(|root| root.shape);
        let paths = NAMES.map(|name| Some(Path::BODY.member(shape?.position(name.as_bytes())?)));
        let is_of_group =
            |change: &edit::Change| change.op == Op::Remove && paths.contains(&Some(change.path));
        let ids = self.search.ids().zip(&self.search.changes);
        ids.filter(|(_, change)| is_of_group(change)).map(|(id, _)| id).collect()
    }

    /// A finding at an array can depend on several of the numbers in it together.
    fn look_inside(&mut self, denials: &[Path]) {
        for (path, rests_on) in denials.iter().zip(&mut self.search.rests_on) {
            let is_array = |node: &&Node| node.is_array && node.path == *path;
            if self.search.outline.nodes.iter().find(is_array).is_none() {
                continue;
            }
            for (id, change) in (0..).zip(&self.search.changes) {
                let is_inside = change.path != *path && change.path.is_within(*path);
                let is_number = super::search::is_number(self.search.outline, change);
                if is_inside && is_number && !rests_on.contains(&id) {
                    rests_on.push(id);
                }
            }
        }
    }

    /// Where a finding names a limit, it is a value to put in.
    fn add_limits(&mut self) {
        for at in 0..self.search.denials.len() {
            let Some(entry) = self.search.denial(at).copied() else { continue };
            let limits = limits(&self.search.inquiry, &entry);
            let rank = if limits.len() == 1 { edit::Change::LIMIT } else { edit::Change::RANGE };
            let is_it = |it: &&edit::Change| it.op == Op::Replace && it.path == entry.path;
            let Some(change) = self.search.changes.iter().find(is_it).cloned() else { continue };
            for limit in limits {
                self.search.add_limit(&change, limit, rank);
            }
        }
    }

    /// Gives up each finding that nothing settles, even if the others may stay.
    fn give_up_hopeless(&mut self) -> Result<(), Bound> {
        for at in 0..self.given_up.len() {
            if self.given_up.get(at).is_some_and(|given_up| *given_up) || self.is_easy(at)? {
                continue;
            }
            let all_but_it: Vec<bool> = (0..self.given_up.len()).map(|other| other != at).collect();
            let most = self.search.changes.len();
            let quarter = self.search.inquiry.left() / 4;
            self.search.inquiry.allow(Some(quarter));
            let run = self.search.run(&all_but_it, most);
            self.search.inquiry.allow(None);
            match run {
                Ok(Run::None) => {
                    if let Some(given_up) = self.given_up.get_mut(at) {
                        *given_up = true;
                    }
                }
                Ok(Run::Found(_)) => {}
                Ok(Run::TooLong) | Err(Bound) => self.is_complete = false,
            }
        }
        Ok(())
    }

    /// Whether a single change settles a finding and adds none.
    fn is_easy(&mut self, at: usize) -> Result<bool, Bound> {
        for id in self.search.rests_on.get(at).cloned().unwrap_or_default() {
            let settled = self.search.settles(&[id])?;
            if settled.is_some_and(|settled| settled.get(at).is_some_and(|it| *it)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gives up as few findings more as it takes to settle the others: the first of these sets.
    fn give_up_fewest(&mut self) -> Result<(), Bound> {
        let open = self.given_up.iter().enumerate().filter(|(_, given_up)| !**given_up);
        let open: Vec<usize> = open.map(|(at, _)| at).collect();
        for count in 1..=open.len() {
            let mut chosen: Vec<usize> = (0..count).collect();
            loop {
                let mut given_up = self.given_up.clone();
                for at in chosen.iter().filter_map(|at| open.get(*at)) {
                    if let Some(given_up) = given_up.get_mut(*at) {
                        *given_up = true;
                    }
                }
                let is_all = given_up.iter().all(|given_up| *given_up);
                let most = self.search.changes.len();
                match if is_all { Run::None } else { self.search.run(&given_up, most)? } {
                    Run::Found(sets) => {
                        (self.sets, self.given_up) = (sets, given_up);
                        return Ok(());
                    }
                    Run::TooLong => self.is_complete = false,
                    Run::None if is_all => {
                        self.given_up = given_up;
                        return Ok(());
                    }
                    Run::None => {}
                }
                if !next_choice(&mut chosen, open.len()) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The changes that come to mind: at each finding's place, to add what is absent, replace what is
    /// wrong, or remove it. Those that aren't needed are left out again.
    fn at_once(&mut self) -> Option<Vec<Id>> {
        let mut set: Vec<Id> = Vec::new();
        for at in 0..self.given_up.len() {
            let path = self.search.denial(at)?.path;
            let mut here = self.search.ids().zip(&self.search.changes);
            let id = here.find(|(_, change)| change.path == path).map(|(id, _)| id);
            match id {
                Some(id) if !set.contains(&id) => set.push(id),
                Some(_) => {}
                None => *self.given_up.get_mut(at)? = true,
            }
        }
        if set.is_empty() || !self.is_repair(&set).unwrap_or_default() {
            return None;
        }
        for id in set.clone() {
            let mut less = set.clone();
            less.retain(|other| *other != id);
            match self.is_repair(&less) {
                Ok(true) if !less.is_empty() => set = less,
                Ok(_) => {}
                Err(Bound) => break,
            }
        }
        Some(set)
    }

    /// Whether a set of changes leaves only findings that are given up.
    fn is_repair(&mut self, set: &[Id]) -> Result<bool, Bound> {
        let settled = self.search.settles(set)?;
        Ok(settled.is_some_and(|settled| self.suffices(&settled)))
    }

    fn suffices(&self, settled: &[bool]) -> bool {
        settled.iter().zip(&self.given_up).all(|(settled, given_up)| *settled || *given_up)
    }

    /// Makes sure of what the search gave: without any one of its changes, a repair is none.
    fn leave_nothing_out(&mut self) -> Result<(), Bound> {
        self.in_order();
        for set in self.sets.clone() {
            for id in set.iter().filter(|_| set.len() > 1) {
                let less: Vec<Id> = set.iter().copied().filter(|other| other != id).collect();
                if self.is_repair(&less)? {
                    self.sets = Vec::from([less]);
                    self.is_complete = false;
                    return self.leave_nothing_out();
                }
            }
        }
        Ok(())
    }

    /// Puts the repairs in order, and keeps the first. Of those that differ only in values, one is
    /// kept.
    fn in_order(&mut self) {
        let changes = &self.search.changes;
        let entries = &self.search.outline.entries;
        let get = |id: &Id| changes.get(usize::from(*id));
        // Removals of elements come after all else in their array, from the last to the first.
        let place = |id: &Id| {
            let change = get(id);
            let path = change.map_or(Path::BODY, |change| change.path);
            let entry = change.map_or(NONE, |change| change.entry);
            let step = entries.get(entry as usize).map(|entry| entry.step);
            match (change.map(|change| change.op), step, path.array_and_index()) {
                (Some(Op::Remove), Some(Step::Element(_)), Some((array, index))) => {
                    (array.last_inside(), u32::MAX.wrapping_sub(index))
                }
                _ => (path, entry),
            }
        };
        let key = |id: &Id| {
            let change = get(id);
            change.map(|change| (change.path, change.entry, change.op))
        };
        for set in &mut self.sets {
            sort_by_key(set, place);
        }
        let rank = |set: &[Id]| -> u32 {
            set.iter().filter_map(get).map(|change| u32::from(change.rank)).sum()
        };
        sort_by(&mut self.sets, |one, other| {
            let keys = one.iter().map(key).cmp(other.iter().map(key));
            keys.then_with(|| (rank(one), one).cmp(&(rank(other), other)))
        });
        self.sets.dedup_by(|one, other| one.iter().map(key).eq(other.iter().map(key)));
        self.sets.truncate(MOST);
    }

    fn repair(&self, set: &[Id]) -> Repair {
        let changes = set.iter().filter_map(|id| self.search.changes.get(usize::from(*id)));
        let outline = self.search.outline;
        let mut repair = Repair {
            changes: Vec::new(),
            fill: Vec::new(),
            splices: outline.splices(changes.clone()),
        };
        for change in changes {
            let path = self.search.inquiry.pointer(change.path, &outline.shown_name(change.entry));
            let value = (change.op != Op::Remove).then(|| change.value.clone());
            let node = outline.nodes.get(change.node as usize);
            let member = node.zip(change.path.last_member());
            let is_word = member.is_some_and(|(node, index)| node.shape.has_one_value(index));
            if value.is_some() && !is_word {
                repair.fill.push(path.clone());
            }
            repair.changes.push(Change { op: change.op, path, value });
        }
        repair
    }
}

/// Findings that depend on the same changes.
struct Part {
    denials: Vec<usize>,
    /// In order.
    changes: Vec<Id>,
    /// The smallest sets that settle them; empty if they were not looked for.
    sets: Vec<Vec<Id>>,
}

impl Part {
    fn of(denial: usize, rests_on: &[Vec<Id>]) -> Part {
        let mut changes = rests_on.get(denial).cloned().unwrap_or_default();
        sort_by_key(&mut changes, |id| *id);
        Part { denials: Vec::from([denial]), changes, sets: Vec::new() }
    }
}

/// Joins the parts that depend on the same change.
fn join(parts: &mut Vec<Part>) {
    let mut apart: Vec<Part> = Vec::new();
    for mut part in core::mem::take(parts) {
        let mut rest = Vec::new();
        for other in apart {
            if part.changes.iter().all(|id| other.changes.binary_search(id).is_err()) {
                rest.push(other);
                continue;
            }
            part.denials.extend(other.denials);
            part.changes.extend(other.changes);
            sort_by_key(&mut part.changes, |id| *id);
            part.changes.dedup();
            part.sets = Vec::new();
        }
        rest.push(part);
        apart = rest;
    }
    *parts = apart;
}

/// The next choice of as many of so many things, in order.
fn next_choice(chosen: &mut [usize], of: usize) -> bool {
    let mut room = of;
    for at in (0..chosen.len()).rev() {
        room = room.saturating_sub(1);
        let Some(place) = chosen.get(at).copied().filter(|place| *place < room) else { continue };
        for (more, place_of) in (1..).zip(chosen.get_mut(at..).unwrap_or_default()) {
            *place_of = place.saturating_add(more);
        }
        return true;
    }
    false
}
