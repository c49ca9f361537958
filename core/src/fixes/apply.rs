//! Applying fixes: finding after finding, until nothing changes.

use super::edit::{edited, edits};
use super::propose::Proposal;
use super::trial::{Trial, means_the_same, new_denials};
use super::{Applicability, Change};
use crate::engine::Engine;
use crate::facts::Facts;
use crate::findings::Entry;
use crate::inquiry::Baseline;
use crate::level::Level;
use crate::operation::Operation;
use crate::rules::position_of;
use alloc::vec::Vec;
use core::ops::Range;

/// How often it is begun again, at most.
const MAX_ROUNDS: u32 = 8;

/// Does what [`Engine::apply`] describes.
pub(super) fn apply(
    engine: &Engine,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
    also_unsafe: bool,
) -> Vec<u8> {
    let mut trial = Trial::new(engine, operation, facts);
    let Some(now) = trial.look(body) else { return body.to_vec() };
    let mut state = State { trial, also_unsafe, body: body.to_vec(), now };
    for _ in 0..MAX_ROUNDS {
        if !state.round() {
            break;
        }
    }
    state.body
}

struct State<'e, 'f> {
    trial: Trial<'e, 'f>,
    also_unsafe: bool,
    body: Vec<u8>,
    /// What is found in it.
    now: Baseline,
}

impl State<'_, '_> {
    /// Goes through the findings once. Returns whether anything changed.
    fn round(&mut self) -> bool {
        let (entries, names) = (self.now.entries.clone(), self.now.names.clone());
        let mut changed = false;
        // What is left to do, the next on top. A group of findings is done at once or, if that fails, in halves.
        let mut rest: Vec<Range<usize>> = Vec::new();
        let mut next = 0;
        while let Some(group) = rest.pop().or_else(|| self.group(&entries, next)) {
            next = next.max(group.end);
            let of_group = entries.get(group.clone()).unwrap_or_default();
            let is_done = match of_group {
                [entry] => self.one(&names, entry),
                _ => self.all(&names, of_group),
            };
            changed |= is_done;
            if !is_done && group.len() > 1 {
                let middle = group.start + group.len() / 2;
                rest.push(middle..group.end);
                rest.push(group.start..middle);
            }
        }
        changed
    }

    /// The findings from `start` on that can be fixed at once: those of one rule whose changes are safe, and each of
    /// the member itself. Else the next finding alone.
    fn group(&self, entries: &[Entry], start: usize) -> Option<Range<usize>> {
        let first = entries.get(start)?;
        let of_rule = entries.iter().skip(start).take_while(|entry| entry.rule == first.rule);
        let count = if self.trial.fix(first.rule).is_local() { of_rule.count() } else { 1 };
        Some(start..start + count)
    }

    /// Fixes all of these findings that are still there with one change. Returns whether that helped.
    fn all(&mut self, names: &[u8], entries: &[Entry]) -> bool {
        let mut patch: Vec<Change> = Vec::new();
        let mut fixed: Vec<Entry> = Vec::new();
        for entry in entries {
            let Some(current) = self.now.find(names, entry).copied() else { continue };
            let mut proposals = self.trial.proposals(&self.body, &self.now, &current);
            match proposals.pop() {
                Some(Proposal { applicability: Applicability::Safe, patch: own, .. })
                    if proposals.is_empty() =>
                {
                    patch.extend(own);
                    fixed.push(current);
                }
                _ => {}
            }
        }
        let Some(edits) = edits(&self.body, &patch).filter(|edits| !edits.is_empty()) else {
            return false;
        };
        let body = edited(&self.body, &edits);
        let Some(found) = self.trial.look(&body) else { return false };
        let helps = means_the_same(&self.now, &found)
            && !found.truncated.deny
            && !fixed.iter().any(|entry| found.has(&self.now.names, entry))
            && new_denials(&self.now, &found).next().is_none();
        if helps {
            (self.body, self.now) = (body, found);
        }
        helps
    }

    /// Fixes a finding if it is still there, with its first choice, if that may be applied.
    fn one(&mut self, names: &[u8], entry: &Entry) -> bool {
        let Some(entry) = self.now.find(names, entry).copied() else { return false };
        let is_meant =
            entry.level == Level::Deny || entry.rule == const { position_of("field.misspelt") };
        let also_unsafe = self.also_unsafe && is_meant;
        let may_be_applied = |applicability| match applicability {
            Applicability::Safe => true,
            Applicability::Unsafe => also_unsafe,
            Applicability::Placeholder => false,
        };
        let proposals = self.trial.proposals(&self.body, &self.now, &entry);
        if !proposals.iter().any(|proposal| may_be_applied(proposal.applicability)) {
            return false;
        }
        for proposal in proposals {
            let Some(help) = self.trial.attempt(&self.body, &self.now, &entry, proposal) else {
                continue;
            };
            let applies = may_be_applied(help.choice.applicability);
            if applies {
                self.body = help.body;
                self.now = help.found;
            }
            return applies;
        }
        false
    }
}
