//! Findings that depend on different changes are settled apart from each other.

use super::mending::Mending;
use crate::whatif::order::sort_by_key;
use crate::whatif::search::{Bound, Id};
use alloc::vec::Vec;

impl Mending<'_, '_> {
    /// Settles findings apart from each other that depend on different changes, and puts the repairs
    /// together. Returns whether that makes repairs.
    ///
    /// A repair of the whole contains a repair of each part. So if no change was considered for two
    /// parts, and the parts' repairs together are a repair, none is smaller. A set may settle its part
    /// but add findings: the changes that would settle those count as considered, since they may be in
    /// the repair of another part.
    pub(super) fn part_by_part(&mut self) -> Result<bool, Bound> {
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
            self.search.looks_ahead = true;
            let run = self.search.run(&but);
            self.search.looks_ahead = false;
            self.sets = run?;
            if self.sets.is_empty() {
                return Ok(false);
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
            let is_repair = self.is_repair(&set);
            if !matches!(is_repair, Ok(true)) {
                // What can't be checked any more is no repair, either.
                self.sets.clear();
                return is_repair;
            }
        }
        Ok(true)
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
