//! What sets of changes do to the findings at level deny: asked once for each set.

use super::{Bound, Id, Search};
use crate::level::Level;
use crate::path::Path;
use crate::whatif::edit::{Op, spliced};
use crate::whatif::inquiry::{Inquiry, Params, Seen, are_like};
use crate::whatif::order::sort_by_key;
use crate::whatif::outline::Step;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How many added findings are kept of a changed body. Those of the rest come up once these are
/// settled.
const MOST_ADDED: usize = 16;

/// Looking up a set takes as long as looking at so many findings.
const LOOKING_UP: usize = 16;

/// What changes do to the findings at level deny.
pub(super) struct Effect {
    /// Which findings of the body as it was sent are settled.
    pub(super) settled: Vec<bool>,
    /// Which of the others have other params.
    pub(super) touched: Vec<bool>,
    /// The first of those that are added: rule, path in the body as it was sent, limit.
    pub(super) added: Vec<Added>,
}

/// A finding that changes add.
#[derive(Clone, Copy)]
pub(super) struct Added {
    rule: u16,
    pub(super) path: Path,
    params: Params,
}

impl Added {
    /// Whether it is the same finding, but for a param.
    pub(super) fn is(&self, other: &Added, but: usize) -> bool {
        (self.rule, self.path) == (other.rule, other.path)
            && are_like(&self.params, &other.params, but)
    }
}

impl Search<'_, '_> {
    /// What a set of changes does, asked only once.
    pub(super) fn effect(&mut self, set: &[Id]) -> Result<&Effect, Bound> {
        self.look_at(self.denials.len().saturating_add(set.len()).saturating_add(LOOKING_UP))?;
        let mut sorted: Box<[Id]> = set.into();
        sort_by_key(&mut sorted, |id| *id);
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

    pub(super) fn ask(&mut self, set: &[Id]) -> Result<Effect, Bound> {
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
        sort_by_key(&mut removed, |path| *path);
        let splices = self.outline.splices(changes);
        spliced(self.outline.text, &splices, &mut self.text);
        self.inquiry.ask(&self.text).ok_or(Bound)?;
        let mut effect = compare(&self.now, &self.denials, &self.inquiry, &removed);
        if self.text.len() > self.inquiry.engine().max_body_bytes() {
            // It isn't read: that nothing else is found settles nothing.
            effect.settled.fill(false);
            self.all_fit = false;
        }
        Ok(effect)
    }

    /// Which denials a set settles, given that it adds none.
    pub(in crate::whatif) fn settles(&mut self, set: &[Id]) -> Result<Option<Vec<bool>>, Bound> {
        let effect = self.effect(set)?;
        Ok(effect.added.is_empty().then(|| effect.settled.clone()))
    }
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
                let is_touched = before.is_some_and(|before| before.params != entry.params);
                if let Some(settled) = settled.get_mut(denial) {
                    *settled = false;
                }
                if let Some(touched) = touched.get_mut(denial) {
                    *touched = is_touched;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whatif::search::tests::search;
    use alloc::format;

    /// Each product has neither a title nor a price.
    #[test]
    fn of_the_findings_that_a_change_adds_the_first_are_kept() {
        for (products, kept) in [(7, 14), (8, MOST_ADDED), (9, MOST_ADDED)] {
            let empty = format!("[{}{{}}]", "{},".repeat(products - 1));
            let body = r#"{"client":{"email":"ada@mail.example"},"products":5}"#;
            search(body, "{}", &[(&["products"], &empty)], |search| {
                let added = search.effect(&[0]).ok().unwrap().added.len();
                assert_eq!(added, kept, "{products}");
            });
        }
    }
}
