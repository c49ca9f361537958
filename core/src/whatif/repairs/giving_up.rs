//! Giving up findings: those that nothing settles, and as few more as it takes.

use super::mending::Mending;
use crate::whatif::search::Bound;
use alloc::vec::Vec;

impl Mending<'_, '_> {
    /// Gives up each finding that nothing settles, even if the others may stay.
    pub(super) fn give_up_hopeless(&mut self) -> Result<(), Bound> {
        for at in 0..self.given_up.len() {
            if self.given_up.get(at).is_some_and(|given_up| *given_up) || self.is_easy(at)? {
                continue;
            }
            let all_but_it: Vec<bool> = (0..self.given_up.len()).map(|other| other != at).collect();
            let quarter = self.search.inquiry.left() / 4;
            self.search.inquiry.allow(Some(quarter));
            let run = self.search.run(&all_but_it);
            self.search.inquiry.allow(None);
            match run {
                Ok(sets) => {
                    if let Some(given_up) = self.given_up.get_mut(at) {
                        *given_up = sets.is_empty();
                    }
                }
                Err(Bound) => self.is_complete = false,
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
    pub(super) fn give_up_fewest(&mut self) -> Result<(), Bound> {
        let open = self.given_up.iter().enumerate().filter(|(_, given_up)| !**given_up);
        let open: Vec<usize> = open.map(|(at, _)| at).collect();
        for count in 1..open.len() {
            let mut chosen: Vec<usize> = (0..count).collect();
            loop {
                let mut given_up = self.given_up.clone();
                for at in chosen.iter().filter_map(|at| open.get(*at)) {
                    if let Some(given_up) = given_up.get_mut(*at) {
                        *given_up = true;
                    }
                }
                self.sets = self.search.run(&given_up)?;
                if !self.sets.is_empty() {
                    self.given_up = given_up;
                    return Ok(());
                }
                if !next_choice(&mut chosen, open.len()) {
                    break;
                }
            }
        }
        self.given_up.fill(true);
        Ok(())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_in_order() {
        let mut chosen = [0, 1];
        let mut all = Vec::from([chosen]);
        while next_choice(&mut chosen, 4) {
            all.push(chosen);
        }
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    }
}
