//! The findings of a request, as a report keeps them.

use super::entry::{Details, Entry, UncheckedRules};
use super::locate::Elements;
use crate::base::level::Level;
use crate::base::sort::sort;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// Findings collected about a request. They are part of a report, which reuses its memory for the next
/// request.
#[derive(Clone)]
pub(crate) struct Collected {
    /// The findings that are kept, by rule and then in document order.
    pub(crate) entries: Vec<Entry>,
    pub(crate) details: Details,
    pub(crate) unchecked: UncheckedRules,
    /// Whether the request is rejected: a finding, kept or not, was at level deny; a rule at that level is unchecked,
    /// and the policy rejects that; or nothing was checked yet.
    pub(crate) rejected: bool,
    /// Whether the gateway answers with 403: the authorization is wrong, at level deny.
    pub(crate) forbidden: bool,
    /// The levels that had more findings than are kept.
    pub(crate) truncated: PerLevel<bool>,
    /// Number of entries that are sorted. After them come those that are reported in any order: while the body is
    /// read, or by a custom rule.
    pub(super) in_order: usize,
    /// The findings reported in any order, once there are too many: each level's heap keeps those that sort first,
    /// with the last of them on top.
    pub(super) unordered: PerLevel<BinaryHeap<Entry>>,
    /// Not part of the findings: memory for finding paths.
    pub(super) elements: Elements,
}

/// One value for level warn, and one for level deny.
#[derive(Clone, Copy, Default)]
pub(crate) struct PerLevel<T> {
    pub(crate) warn: T,
    pub(crate) deny: T,
}

impl<T> PerLevel<T> {
    pub(super) fn of(&mut self, level: Level) -> &mut T {
        if level == Level::Deny { &mut self.deny } else { &mut self.warn }
    }
}

impl Collected {
    /// Rejected, because nothing was checked.
    pub(crate) const fn new() -> Collected {
        Collected {
            entries: Vec::new(),
            details: Details::NONE,
            unchecked: UncheckedRules::new_const(),
            rejected: true,
            forbidden: false,
            truncated: PerLevel { warn: false, deny: false },
            in_order: 0,
            unordered: PerLevel { warn: BinaryHeap::new(), deny: BinaryHeap::new() },
            elements: [Vec::new(), Vec::new()],
        }
    }

    /// Removes everything, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.details.clear();
        self.unchecked.clear();
        self.rejected = false;
        self.forbidden = false;
        self.truncated = PerLevel::default();
        self.in_order = 0;
        self.unordered.warn.clear();
        self.unordered.deny.clear();
    }

    /// Sorts the findings that were reported in any order, after the others.
    pub(super) fn put_in_order(&mut self) {
        let Collected { entries, in_order, unordered: PerLevel { warn, deny }, .. } = self;
        entries.extend(warn.drain().chain(deny.drain()));
        sort(invariant!(entries.get_mut(*in_order..)).unwrap_or_default());
    }

    /// Moves the findings that were reported in any order to the heaps.
    #[cold]
    pub(super) fn move_to_heaps(&mut self) {
        let Collected { entries, in_order, unordered, .. } = self;
        while entries.len() > *in_order
            && let Some(entry) = entries.pop()
        {
            unordered.of(entry.level).push(entry);
        }
    }
}
