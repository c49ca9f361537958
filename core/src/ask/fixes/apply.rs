//! Applies fixes, finding by finding, until nothing changes.

use super::edit::{Editor, edited};
use super::propose::Proposal;
use super::trial::{BOUND, Help, Trial};
use super::{Applicability, Applied};
use crate::ask::inquiry::Baseline;
use crate::base::level::Level;
use crate::check::engine::Engine;
use crate::check::findings::{Details, Entry};
use crate::model::facts::Facts;
use crate::model::operation::Operation;
use alloc::vec::Vec;
use core::ops::Range;

const MAX_ROUNDS: u32 = 8;

/// Implements [`Engine::applied`].
pub(super) fn apply(
    engine: &Engine,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
    also_unsafe: bool,
) -> Applied {
    let mut trial = Trial::new(engine, operation, facts, body, BOUND);
    let body = body.to_vec();
    let Some(now) = trial.baseline(&body) else { return Applied { body, complete: false } };
    let is_seen = !now.truncated.deny;
    let mut state = State { trial, also_unsafe, body, now };
    for _ in 0..MAX_ROUNDS {
        if !state.round() {
            break;
        }
    }
    Applied { body: state.body, complete: is_seen && state.trial.complete }
}

struct State<'e, 'f> {
    trial: Trial<'e, 'f>,
    also_unsafe: bool,
    body: Vec<u8>,
    /// The findings in `body`.
    now: Baseline,
}

impl State<'_, '_> {
    /// Goes through the findings once. Returns whether anything changed.
    fn round(&mut self) -> bool {
        let (entries, details) = (self.now.entries.clone(), self.now.details.clone());
        let mut changed = false;
        // A stack of findings to fix. A group is fixed at once or, if that fails, in halves.
        let mut rest: Vec<Range<usize>> = Vec::new();
        let mut next = 0;
        while let Some(group) = rest.pop().or_else(|| self.group(&entries, next)) {
            if !self.trial.complete {
                break;
            }
            next = next.max(group.end);
            let of_group = entries.get(group.clone()).unwrap_or_default();
            let is_done = match of_group {
                [entry] => self.fix_alone(&details, entry),
                _ => self.fix_together(&details, of_group),
            };
            changed |= is_done == Some(true);
            if is_done == Some(false) && group.len() > 1 {
                let middle = group.start + group.len() / 2;
                rest.push(middle..group.end);
                rest.push(group.start..middle);
            }
        }
        changed
    }

    /// The findings from `start` on that can be fixed at once: all of one rule, if each fix changes only the finding's
    /// own member; otherwise only the next finding.
    fn group(&self, entries: &[Entry], start: usize) -> Option<Range<usize>> {
        let first = entries.get(start)?;
        let of_rule = entries.iter().skip(start).take_while(|entry| entry.rule == first.rule);
        let count = if self.trial.inquiry.fix(first.rule).is_local() { of_rule.count() } else { 1 };
        Some(start..start + count)
    }

    /// Fixes those of the findings that are still there with one change. Returns whether that helped; `None` if there
    /// is nothing to fix.
    fn fix_together(&mut self, details: &Details, entries: &[Entry]) -> Option<bool> {
        let mut editor = Editor::new(&self.body);
        let mut fixes: Vec<(Entry, Proposal)> = Vec::new();
        for entry in entries {
            let Some(entry) = self.now.find(details, entry) else { continue };
            let mut proposals =
                self.trial.site(&self.body, &self.now, entry).proposals(&mut editor);
            if let (Some(proposal), true) = (proposals.pop(), proposals.is_empty())
                && self.may_be_applied(entry, proposal.applicability)
                && editor.edits(&proposal.patch).is_some()
            {
                fixes.push((*entry, proposal));
            }
        }
        if fixes.is_empty() {
            return None;
        }
        let patch =
            Vec::from_iter(fixes.iter().flat_map(|(_, choice)| choice.patch.iter().cloned()));
        let Some(edits) = editor.edits(&patch) else { return Some(false) };
        let body = edited(&self.body, &edits);
        let found = self.trial.baseline(&body)?;
        let helps =
            self.keeps_scenario(&found) && self.trial.helps(&self.now, &fixes, &body, &found);
        if helps {
            (self.body, self.now) = (body, found);
        }
        Some(helps)
    }

    /// Fixes a finding that is still there with its first choice, if that may be applied and is the only one that could
    /// be meant. Returns `Some(true)` if it did.
    fn fix_alone(&mut self, details: &Details, entry: &Entry) -> Option<bool> {
        let entry = self.now.find(details, entry).copied()?;
        if self.trial.inquiry.fix(entry.rule).is_placeholder() {
            return None;
        }
        let mut editor = Editor::new(&self.body);
        let proposals = self.trial.site(&self.body, &self.now, &entry).proposals(&mut editor);
        let mut first: Option<Help> = None;
        for proposal in proposals {
            if first.is_some() && proposal.applicability == Applicability::Placeholder {
                continue;
            }
            let help = self.trial.attempt(&mut editor, &self.now, &entry, proposal);
            let Some(help) = help else { continue };
            if first.is_some() || !self.may_be_applied(&entry, help.choice.applicability) {
                return None;
            }
            let is_safe = help.choice.applicability == Applicability::Safe;
            first = Some(help);
            if is_safe {
                break;
            }
        }
        // If the bound was reached, another choice might help, too.
        let help = first.filter(|help| self.trial.complete && self.keeps_scenario(&help.found))?;
        (self.body, self.now) = (help.body, help.found);
        Some(true)
    }

    /// Whether the scenario is the same: a hold stays a hold, and a Partial Refund stays partial.
    fn keeps_scenario(&self, found: &Baseline) -> bool {
        self.now.features.0 == found.features.0
    }

    fn may_be_applied(&self, entry: &Entry, applicability: Applicability) -> bool {
        match applicability {
            Applicability::Safe => true,
            Applicability::Unsafe => {
                let moves = self.trial.inquiry.fix(entry.rule).moves();
                self.also_unsafe && (moves || entry.level == Level::Deny)
            }
            Applicability::Placeholder => false,
        }
    }
}
