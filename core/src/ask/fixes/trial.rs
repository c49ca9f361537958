//! Tries changes: makes each, checks again, and keeps it if it helps.

use super::edit::{Editor, edited};
use super::propose::{Proposal, asks_for_all};
use super::site::Site;
use super::{Applicability, Choice, Fixable, Fixes, Unfixable};
use crate::ask::inquiry::{Baseline, Bound, Inquiry, MemberPath};
use crate::base::level::Level;
use crate::check::engine::Engine;
use crate::check::findings::{Entry, PerLevel};
use crate::check::policy::Policy;
use crate::model::facts::Facts;
use crate::model::operation::Operation;
use alloc::vec;
use alloc::vec::Vec;

const MAX_CHOICES: usize = 4;

pub(super) const BOUND: Bound = Bound { members: 1 << 24, bytes: Policy::MAX_BODY_BYTES };

/// The most findings of each level that are compared. If there are more at level deny, no change is tried.
const MAX_COMPARED: usize = 1 << 17;

/// The most comparisons of new findings with the changes that may cause them.
const MAX_COMPARISONS: usize = 1 << 22;

pub(super) struct Trial<'e, 'f> {
    pub(super) inquiry: Inquiry<'e, 'f>,
    /// Whether every check so far was within the bound.
    pub(super) complete: bool,
}

pub(super) struct Help {
    pub(super) choice: Choice,
    pub(super) body: Vec<u8>,
    pub(super) found: Baseline,
}

impl<'e, 'f> Trial<'e, 'f> {
    pub(super) fn new(
        engine: &'e Engine,
        operation: Operation,
        facts: &'f Facts<'f>,
        body: &[u8],
        bound: Bound,
    ) -> Trial<'e, 'f> {
        let unlimited = engine.with_limits(MAX_COMPARED, engine.max_body_bytes());
        let inquiry = Inquiry::new(engine, unlimited, operation, facts, body, bound);
        Trial { inquiry, complete: true }
    }

    /// Findings in a body. `None` if that is beyond the bound.
    pub(super) fn baseline(&mut self, body: &[u8]) -> Option<Baseline> {
        let found = self.inquiry.baseline(body);
        self.complete &= found.is_some();
        found
    }

    /// The site of a finding in a body, whose findings are `now`.
    pub(super) fn site<'a>(
        &'a self,
        body: &'a [u8],
        now: &'a Baseline,
        entry: &'a Entry,
    ) -> Site<'a, 'e, 'f> {
        Site::new(&self.inquiry, body, now, entry)
    }

    /// Makes a change to a body, whose findings are `now`. `None` if it doesn't help.
    pub(super) fn attempt(
        &mut self,
        editor: &mut Editor<'_>,
        now: &Baseline,
        entry: &Entry,
        proposal: Proposal,
    ) -> Option<Help> {
        let edits = editor.edits(&proposal.patch)?;
        let changed = edited(editor.text(), &edits);
        let found = self.baseline(&changed)?;
        let fixes = [(*entry, proposal)];
        if !self.helps(now, &fixes, &changed, &found) {
            return None;
        }
        let [(_, Proposal { applicability, patch, .. })] = fixes;
        Some(Help { choice: Choice { applicability, patch, edits }, body: changed, found })
    }

    /// Whether the findings that the changes are for are gone, and no new one at level deny came that isn't allowed.
    pub(super) fn helps(
        &self,
        now: &Baseline,
        fixes: &[(Entry, Proposal)],
        changed: &[u8],
        found: &Baseline,
    ) -> bool {
        let is_safe = fixes.iter().all(|(_, choice)| choice.applicability == Applicability::Safe);
        let means_the_same = now.features == found.features && now.total == found.total;
        let are_gone = fixes.iter().all(|(entry, _)| self.is_gone(now, entry, found));
        let denials = found.entries.iter().filter(|entry| entry.level == Level::Deny);
        let new = denials.filter(|entry| !now.has(&found.details, entry));
        // If there would be too many comparisons, the changes are tried in smaller groups.
        let most = MAX_COMPARISONS.checked_div(fixes.len()).unwrap_or_default();
        let may_come = |(at, entry): (usize, &Entry)| {
            at < most && fixes.iter().any(|(_, of)| self.may_come(of, changed, found, entry))
        };
        (means_the_same || !is_safe)
            && are_gone
            && !found.truncated.deny
            && !asks_for_all(self.inquiry.operation(), changed)
            && new.enumerate().all(may_come)
    }

    /// Whether a finding isn't there after the change. If the change only respells a value, its rule must have no
    /// finding left there.
    fn is_gone(&self, now: &Baseline, entry: &Entry, found: &Baseline) -> bool {
        if self.inquiry.fix(entry.rule).respells() {
            return found.at(MemberPath::of_entry(entry)).all(|other| other.rule != entry.rule);
        }
        !found.has(&now.details, entry)
    }

    /// Whether a change may cause a finding: a move one at its target, a placeholder one that a placeholder fixes.
    fn may_come(
        &self,
        proposal: &Proposal,
        changed: &[u8],
        found: &Baseline,
        entry: &Entry,
    ) -> bool {
        proposal.target.is_some_and(|target| target.has(entry))
            || proposal.applicability == Applicability::Placeholder
                && self.site(changed, found, entry).placeholder().is_some()
    }
}

/// Implements [`Engine::fixes`].
pub(super) fn fixes<'e>(
    engine: &'e Engine,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
    bound: Bound,
) -> Fixes<'e> {
    if body.len() > engine.max_body_bytes() {
        return Fixes::of_too_large();
    }
    let mut trial = Trial::new(engine, operation, facts, body, bound);
    let mut answer = Fixes { complete: false, ..Fixes::NONE };
    let Some(now) = trial.baseline(body) else { return answer };
    let mut editor = Editor::new(body);
    let mut is_fixed = vec![false; now.entries.len()];
    let mut reported: Vec<(usize, &Entry)> = reported(engine.max_findings(), &now).collect();
    let mut looked_at = reported.len();
    for (finding, (at, entry)) in reported.iter().enumerate() {
        if !trial.complete {
            // The last finding's change wasn't checked.
            looked_at = finding.saturating_sub(1);
            break;
        }
        let mut choices = Vec::new();
        let site = trial.site(body, &now, entry);
        let (proposals, path) = (site.proposals(&mut editor), site.path);
        for proposal in proposals {
            if choices.len() >= MAX_CHOICES {
                break;
            }
            let Some(help) = trial.attempt(&mut editor, &now, entry, proposal) else { continue };
            if choices.is_empty() {
                for (is_fixed, other) in is_fixed.iter_mut().zip(&now.entries) {
                    *is_fixed |= other.level == Level::Deny && !help.found.has(&now.details, other);
                }
            }
            choices.push(help.choice);
        }
        if let (false, Some(is_fixed)) = (choices.is_empty(), is_fixed.get_mut(*at)) {
            *is_fixed = true;
            let rule = trial.inquiry.rule_name(entry.rule);
            answer.fixes.push(Fixable { finding, rule, path, choices });
        }
    }
    reported.truncate(looked_at);
    for (at, entry) in reported {
        if entry.level == Level::Deny && is_fixed.get(at) == Some(&false) {
            let rule = trial.inquiry.rule_name(entry.rule);
            let Site { path, .. } = trial.site(body, &now, entry);
            answer.unfixable.push(Unfixable { rule, path });
        }
    }
    answer.complete = trial.complete && !now.truncated.deny;
    answer.checks = trial.inquiry.checks();
    answer.work = trial.inquiry.work();
    answer
}

/// The findings that a report keeps: the first `most` of each level, each with its index among all.
fn reported(most: usize, now: &Baseline) -> impl Iterator<Item = (usize, &Entry)> {
    let mut kept = PerLevel { warn: 0, deny: 0 };
    now.entries.iter().enumerate().filter(move |(_, entry)| {
        let kept = if entry.level == Level::Deny { &mut kept.deny } else { &mut kept.warn };
        *kept += 1;
        *kept <= most
    })
}
