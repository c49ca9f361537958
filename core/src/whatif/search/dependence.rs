//! What findings depend on, found out by asking: the changes that settle a finding, or that make it
//! another one.

use super::effect::{Added, Effect};
use super::{Bound, Id, Search, is};
use crate::append::text_of;
use crate::decimal::put_integer;
use crate::findings::{Entry, Param};
use crate::path::Path;
use crate::schema::Kind;
use crate::whatif::edit::{Change, Op};
use crate::whatif::inquiry::Inquiry;
use crate::whatif::order::sort_by_key;
use crate::whatif::outline::Outline;
use alloc::string::String;
use alloc::vec::Vec;

impl Search<'_, '_> {
    /// Finds out what the denials depend on. These changes are tried alone.
    pub(in crate::whatif) fn probe(&mut self, ids: impl Iterator<Item = Id>) -> Result<(), Bound> {
        for id in ids {
            self.depend(&[id])?;
            self.limit(id, &[id])?;
        }
        Ok(())
    }

    /// Tries the changes of a group together: each that no denial depends on by itself.
    pub(in crate::whatif) fn probe_group(&mut self, group: Vec<Id>) -> Result<(), Bound> {
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
    /// limit; and so on, if that is over another.
    pub(super) fn limit(&mut self, id: Id, set: &[Id]) -> Result<(), Bound> {
        let mut limited = self.changes.len();
        self.limit_once(id, set)?;
        while limited < self.changes.len() {
            let id = limited as Id;
            self.depend(&[id])?;
            self.limit_once(id, &[id])?;
            limited = limited.saturating_add(1);
        }
        Ok(())
    }

    fn limit_once(&mut self, id: Id, set: &[Id]) -> Result<(), Bound> {
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
                self.add_limit(&change, value, Change::LIMIT);
            }
        }
        Ok(())
    }

    /// Adds the change that puts in this number instead, unless there is one.
    pub(in crate::whatif) fn add_limit(
        &mut self,
        change: &Change,
        value: String,
        rank: u8,
    ) -> Option<Id> {
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

    /// The changes that a finding depends on that a set adds: of those at its place or inside, and of
    /// the body's own members; of one inside a member also those beside it, and inside of other
    /// members, but for elements that it isn't in.
    pub(super) fn added_rests_on(&mut self, added: Added, set: &[Id]) -> Result<Vec<Id>, Bound> {
        for id in set {
            self.limit(*id, set)?;
        }
        self.look_at(self.changes.len())?;
        let mut rests_on = Vec::new();
        let mut more: Vec<Id> = set.to_vec();
        for id in self.ids() {
            let Some(change) = self.change(id) else { continue };
            let is_own = change.node == 0;
            let is_there = added.path != Path::BODY && change.path.is_within(added.path);
            let element = change.path.array_and_index();
            let is_beside = added.path.depth() > 1
                && (element.is_none() || element == added.path.array_and_index());
            if !(is_own || is_there || is_beside)
                || is(&self.hopeless, id.into())
                || self.clashes(id, set)
            {
                continue;
            }
            more.push(id);
            if self.changes_added(&added, &more)? {
                rests_on.push(id);
            }
            more.pop();
        }
        let group = self.groups.iter().copied();
        let group: Vec<Id> = group.filter(|id| !self.clashes(*id, set)).collect();
        // If one of them alone settles it, the others needn't.
        if group.len() > 1 && !group.iter().any(|id| rests_on.contains(id)) {
            more.extend_from_slice(&group);
            if self.changes_added(&added, &more)? {
                rests_on.extend(group);
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
    pub(in crate::whatif) fn sort_out(&mut self) -> Result<(), Bound> {
        self.hopeless = self.changes.iter().map(|_| false).collect();
        let mut all: Vec<Id> = self.rests_on.iter().flatten().copied().collect();
        sort_by_key(&mut all, |id| *id);
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

/// Whether a change puts in a number.
pub(in crate::whatif) fn is_number(outline: &Outline<'_>, change: &Change) -> bool {
    let node = outline.nodes.get(change.node as usize);
    let member = node.zip(change.path.last_member()).and_then(|(it, at)| it.shape.member(at));
    let kind = member.map(|member| member.kind);
    matches!(kind, Some(Kind::Number | Kind::Integer | Kind::NumberOrText))
}

/// The limits that a finding names, as JSON.
pub(in crate::whatif) fn limits(inquiry: &Inquiry<'_, '_>, entry: &Entry) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whatif::search::tests::{TWO_WRONG, search};
    use alloc::vec;

    /// The card is issued in the EU, the merchant is in Europe, and the key has 3-D Secure off: so
    /// the order mustn't save the payment method.
    #[test]
    fn of_changes_that_act_together_a_finding_depends_on_the_fewest() {
        let facts = concat!(
            r#"{"saving_side":"merchant","merchant":{"country":"LV"},"#,
            r#""card":{"issuer_country":"DE"},"key":{"three_ds":false}}"#
        );
        let body = concat!(
            r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","price":12}],"#,
            r#""is_moto":false,"force_save_method":true,"setup_future_use":"one-click"}"#
        );
        let names: [&[&str]; 3] = [&["is_moto"], &["force_save_method"], &["setup_future_use"]];
        search(body, facts, &names.map(|name| (name, "")), |search| {
            assert!(search.probe_group(vec![0, 1, 2]).is_ok());
            assert_eq!(search.rests_on, [[1, 2]]);
        });
    }

    #[test]
    fn a_limit_is_added_once() {
        search(TWO_WRONG, "{}", &[(&["products", "0", "price"], "12")], |search| {
            let price = search.changes[0].clone();
            for (limit, added) in [("12", None), ("10", Some(1)), ("10", None), ("20", Some(2))] {
                assert_eq!(search.add_limit(&price, limit.into(), Change::LIMIT), added, "{limit}");
            }
        });
    }

    /// No mode is called so, and what else might be put there is another change of the same place.
    #[test]
    fn a_change_that_adds_what_nothing_settles_is_sorted_out_if_there_is_time() {
        search(TWO_WRONG, "{}", &[(&["setup_future_use"], r#""weekly""#)], |search| {
            search.rests_on = vec![vec![0], vec![]];
            for (checks, rests_on) in [(63, vec![0]), (64, vec![])] {
                search.inquiry.allow(Some(checks));
                assert!(search.sort_out().is_ok());
                assert_eq!(search.rests_on[0], rests_on);
            }
        });
    }

    #[test]
    fn what_is_added_does_not_depend_on_members_inside_of_others() {
        let changes: [(&[&str], &str); 3] = [
            (&["setup_future_use"], r#""weekly""#),
            (&["client", "email"], ""),
            (&["products", "0", "title"], ""),
        ];
        search(TWO_WRONG, "{}", &changes, |search| {
            let added = search.effect(&[0]).ok().unwrap().added[0];
            assert!(search.added_rests_on(added, &[0]).is_ok_and(|it| it.is_empty()));
            assert_eq!(search.known.len(), 1, "no other change is tried");
            search.groups = vec![1, 2];
            assert!(search.added_rests_on(added, &[0]).is_ok_and(|it| it.is_empty()));
        });
    }

    #[test]
    fn what_is_added_inside_a_member_does_not_depend_on_elements_that_it_is_not_in() {
        let changes: [(&[&str], &str); 4] = [
            (&["client", "email"], "5"),
            (&["products", "0", "title"], ""),
            (&["language"], ""),
            (&["client", "city"], ""),
        ];
        let body = TWO_WRONG.replacen(r#"{"email""#, r#"{"city":"Riga","email""#, 1);
        search(&body, "{}", &changes, |search| {
            let added = search.effect(&[0]).ok().unwrap().added[0];
            assert!(search.added_rests_on(added, &[0]).is_ok_and(|it| it.is_empty()));
            let tried: Vec<&[Id]> = search.known.iter().map(|(set, _)| &**set).collect();
            assert_eq!(tried, [&[0][..], &[0, 2], &[0, 3]]);
        });
    }

    /// The price is too high for two of them.
    #[test]
    fn what_is_added_depends_on_what_is_inside_its_place() {
        let changes: [(&[&str], &str); 2] =
            [(&["products", "0", "price"], "600000000000"), (&["products", "0", "quantity"], "")];
        let body = TWO_WRONG.replacen("12", r#"12,"quantity":2"#, 1);
        search(&body, "{}", &changes, |search| {
            let added = search.effect(&[0]).ok().unwrap().added[0];
            assert_eq!(added.path.depth(), 1, "the total, at the products");
            assert_eq!(search.added_rests_on(added, &[0]).ok(), Some(vec![1]));
        });
    }

    /// With travel data, the mode can't be recurring.
    #[test]
    fn what_is_added_does_not_depend_on_a_change_that_was_sorted_out() {
        let body = concat!(
            r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","price":12}],"#,
            r#""setup_future_use":"recurring","travel_data":5}"#
        );
        let hotel = concat!(
            r#"{"lodging":{"booking_number":"BN-1001","checkin_date":"20261220","#,
            r#""checkout_date":"20261222"}}"#
        );
        let changes: [(&[&str], &str); 2] =
            [(&["travel_data"], hotel), (&["setup_future_use"], "")];
        search(body, "{}", &changes, |search| {
            search.groups = vec![1];
            let mode = search.changes[1].path;
            let added = search.effect(&[0]).ok().unwrap().added.clone();
            let added = added.into_iter().find(|added| added.path == mode).unwrap();
            for (is_hopeless, rests_on) in [(false, vec![1]), (true, vec![])] {
                search.hopeless = vec![false, is_hopeless];
                assert_eq!(search.added_rests_on(added, &[0]).ok(), Some(rests_on));
            }
        });
    }

    #[test]
    fn a_group_of_one_is_not_tried() {
        search(TWO_WRONG, "{}", &[(&["setup_future_use"], "")], |search| {
            assert!(search.probe_group(vec![0]).is_ok());
            assert!(search.known.is_empty());
        });
    }
}
