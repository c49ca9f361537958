//! The search for repairs, step by step: what findings depend on, which of them nothing settles, and
//! the smallest sets of changes that settle the rest.

use super::{Repairs, beyond};
use crate::findings::Entry;
use crate::path::Path;
use crate::whatif::edit::{self, Op};
use crate::whatif::order::sort_by_key;
use crate::whatif::outline::Node;
use crate::whatif::search::{Bound, Id, Search, is_number, limits};
use alloc::vec::Vec;

/// The most checks that are kept for the repair that comes to mind.
const MOST_KEPT: usize = 1024;

/// The most findings that the smallest repair is looked for of.
const MOST_DENIALS: usize = 500;

/// The search, and what has come of it.
pub(super) struct Mending<'a, 'o> {
    pub(super) search: Search<'a, 'o>,
    /// Which denials no change settles.
    pub(super) given_up: Vec<bool>,
    pub(super) sets: Vec<Vec<Id>>,
    pub(super) is_complete: bool,
}

impl<'a, 'o> Mending<'a, 'o> {
    pub(super) fn new(search: Search<'a, 'o>) -> Mending<'a, 'o> {
        Mending { search, given_up: Vec::new(), sets: Vec::new(), is_complete: true }
    }

    pub(super) fn answer(mut self, answer: &mut Repairs<'a>) {
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
        // A rule of the embedder's can ask for several changes together, and a changed body that was too
        // long to be read might not be so with another change. So there may be a repair of what was
        // given up, or a smaller one.
        let may_hide = self.search.inquiry.engine().has_custom_rules() || !self.search.all_fit;
        let is_proven = !may_hide
            || self.sets.iter().all(|set| set.len() == 1) && !self.given_up.contains(&true);
        answer.complete &= is_within_bound && self.is_complete && is_proven;
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
            self.sets = self.search.run(&self.given_up)?;
            if self.sets.is_empty() {
                self.give_up_fewest()?;
            }
        }
        self.leave_nothing_out()
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
                let is_number = is_number(self.search.outline, change);
                if is_inside && is_number && !rests_on.contains(&id) {
                    rests_on.push(id);
                }
            }
        }
    }

    /// Where a finding beside a denial names a limit, it is a value to put in.
    fn add_limits(&mut self) {
        for at in 0..self.search.denials.len() {
            let Some(path) = self.search.denial(at).map(|entry| entry.path) else { continue };
            let is_it = |it: &&edit::Change| it.op == Op::Replace && it.path == path;
            let Some(change) = self.search.changes.iter().find(is_it).cloned() else { continue };
            let there: Vec<Entry> = self.search.now.at(path).copied().collect();
            for entry in there {
                let limits = limits(&self.search.inquiry, &entry);
                let is_one = limits.len() == 1;
                let rank = if is_one { edit::Change::LIMIT } else { edit::Change::RANGE };
                for limit in limits {
                    self.search.add_limit(&change, limit, rank);
                }
            }
        }
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
                Some(id) if self.search.clashes(id, &set) => {}
                Some(id) => set.push(id),
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
    pub(super) fn is_repair(&mut self, set: &[Id]) -> Result<bool, Bound> {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::facts::FactsBuf;
    use crate::operation::Operation;
    use crate::schema::ORDER;
    use crate::whatif::inquiry::Inquiry;
    use crate::whatif::outline::Outline;
    use crate::whatif::repairs::changes::changes;
    use alloc::string::String;
    use alloc::vec;

    /// Runs a test on the search for repairs of an order.
    fn mending(body: &str, facts: &str, test: impl FnOnce(&mut Mending<'_, '_>)) {
        let engine = Engine::default();
        let facts = FactsBuf::from_json(facts.as_bytes()).unwrap();
        let facts = facts.as_facts();
        let outline = Outline::of(body.as_bytes(), &ORDER).ok().unwrap().unwrap();
        let mut inquiry = Inquiry::new(&engine, Operation::Order, &facts);
        let now = inquiry.look(body.as_bytes()).unwrap();
        let mut mending = Mending::new(Search::new(inquiry, &outline, now, changes(&outline)));
        mending.given_up = mending.search.denials.iter().map(|_| false).collect();
        test(&mut mending);
    }

    fn order(more: &str) -> String {
        alloc::format!(
            r#"{{"client":{{"email":"ada@mail.example"}},"products":[{{"title":"Mug","price":12}}]{more}}}"#
        )
    }

    /// The second finding, at the body, depends on a member of its own.
    #[test]
    fn changes_at_findings_are_tried_first_then_those_of_the_body_s_own_members() {
        let body = order(r#","setup_future_use":"one-click""#).replace("12", r#""free""#);
        let facts = concat!(
            r#"{"saving_side":"merchant","merchant":{"country":"LV"},"#,
            r#""card":{"issuer_country":"DE"},"key":{"three_ds":false}}"#
        );
        mending(&body, facts, |mending| {
            assert_eq!(mending.given_up.len(), 2);
            let own = mending.search.changes.iter().filter(|change| change.node == 0).count();
            // The price can be replaced or removed. Half of the checks are kept.
            mending.search.inquiry.allow(Some(2 * (2 + own as u32)));
            assert!(mending.probe().is_ok());
            // It settles the price, too, to remove the products.
            let counts = mending.search.rests_on.iter().map(Vec::len);
            assert_eq!(counts.collect::<Vec<_>>(), [3, 1]);
            assert!(!mending.is_complete);
        });
    }

    #[test]
    fn a_finding_at_an_array_may_depend_on_any_number_in_it() {
        let body = order(r#","travel_data":{"airline_addendum":{"n_legs":1}}"#);
        mending(&body, "{}", |mending| {
            let root = |name: &str| Path::BODY.member(ORDER.position(name.as_bytes()).unwrap());
            let places = [root("products"), Path::BODY, root("client")];
            mending.search.rests_on = vec![vec![]; 3];
            mending.look_inside(&places);
            let names = mending.search.rests_on.iter().map(|ids| {
                let paths = ids.iter().map(|id| mending.search.changes[usize::from(*id)].path);
                paths.map(|path| mending.search.inquiry.pointer(path, "")).collect::<Vec<_>>()
            });
            let price = "/products/0/price";
            let expected = vec![vec![price, price, "/products/0/quantity"], vec![], vec![]];
            assert_eq!(names.collect::<Vec<_>>(), expected);
        });
    }

    #[test]
    fn a_finding_that_one_change_settles_is_not_searched_for_more() {
        mending(&order(r#","currency":978"#), "{}", |mending| {
            let currency = mending.search.denial(0).unwrap().path;
            let changes = mending.search.ids().zip(&mending.search.changes);
            let there = changes.filter(|(_, change)| change.path == currency);
            mending.search.rests_on = vec![there.map(|(id, _)| id).collect()];
            assert_eq!(mending.search.rests_on[0].len(), 2, "it can be replaced or removed");
            let checks = mending.search.inquiry.checks();
            assert!(mending.give_up_hopeless().is_ok());
            assert_eq!(mending.given_up, [false]);
            assert_eq!(mending.search.inquiry.checks(), checks + 1);
        });
    }

    #[test]
    fn findings_that_depend_on_different_changes_are_settled_apart() {
        for (more, repairs) in
            [(r#","currency":978"#, None), (r#","currency":978,"language":1"#, Some(4))]
        {
            mending(&order(more), "{}", |mending| {
                assert!(mending.probe().is_ok());
                assert_eq!(mending.part_by_part().ok(), Some(repairs.is_some()));
                assert!(repairs.is_none_or(|count| mending.sets.len() == count));
            });
        }
    }

    #[test]
    fn a_repair_of_one_change_needs_no_more_checks() {
        mending(&order(r#","currency":978"#), "{}", |mending| {
            mending.sets = vec![vec![0]];
            let checks = mending.search.inquiry.checks();
            assert!(mending.leave_nothing_out().is_ok());
            assert_eq!(mending.search.inquiry.checks(), checks);
        });
    }
}
