//! Repairs as they are given: in order, as patches.

use super::mending::Mending;
use super::{Change, Repair};
use crate::path::Path;
use crate::whatif::edit::Op;
use crate::whatif::outline::{NONE, Step};
use crate::whatif::search::Id;
use alloc::vec::Vec;

/// The most repairs that are given.
const MOST: usize = 5;

impl Mending<'_, '_> {
    /// Puts the repairs in order, and keeps the first. Of those that differ only in values, one is
    /// kept.
    pub(super) fn in_order(&mut self) {
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
            set.sort_by_key(&place);
        }
        let rank = |set: &[Id]| -> u32 {
            set.iter().filter_map(get).map(|change| u32::from(change.rank)).sum()
        };
        self.sets.sort_by(|one, other| {
            let keys = one.iter().map(key).cmp(other.iter().map(key));
            keys.then_with(|| (rank(one), one).cmp(&(rank(other), other)))
        });
        self.sets.dedup_by(|one, other| one.iter().map(key).eq(other.iter().map(key)));
        self.sets.truncate(MOST);
    }

    pub(super) fn repair(&self, set: &[Id]) -> Repair {
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
