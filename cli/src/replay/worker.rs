//! What is done to a line of a replay.

use super::changes::Changes;
use crate::args::Lines;
use crate::cases::{self, Case, CaseFacts};
use crate::host::StandingFacts;
use crate::stream::Worker;
use paylint::Engine;
use paylint_traffic::log::LogMap;
use paylint_traffic::replay::Replay;

/// What the command line says, for all lines.
pub(super) struct Standing<'a> {
    pub(super) lines: &'a Lines,
    /// Where requests are in the lines, if these are a log's.
    pub(super) log: Option<LogMap>,
    pub(super) facts: StandingFacts,
    pub(super) before: Engine,
    pub(super) after: Engine,
    /// Rejections are counted by operation and by rule.
    pub(super) by_rule: bool,
}

/// Checks lines under two policies. One for each thread.
pub(super) struct ReplayWorker<'a> {
    standing: &'a Standing<'a>,
    facts: CaseFacts<'a>,
    replay: Replay,
}

impl<'a> ReplayWorker<'a> {
    pub(super) fn new(standing: &'a Standing<'a>) -> ReplayWorker<'a> {
        let facts = CaseFacts::new(standing.facts.as_facts());
        ReplayWorker { standing, facts, replay: Replay::default() }
    }

    /// Checks a case under both policies.
    fn check(&mut self, case: &Case<'_>) -> Result<(), String> {
        let Standing { before, after, .. } = self.standing;
        let facts = self.facts.of(case, before)?;
        before.check_into(case.operation, &case.body, &facts, &mut self.replay.before);
        // What follows from a history depends on the policy.
        let facts = match case.history {
            None => facts,
            Some(_) => self.facts.of(case, after)?,
        };
        after.check_into(case.operation, &case.body, &facts, &mut self.replay.after);
        Ok(())
    }
}

impl Worker for ReplayWorker<'_> {
    type Output = Changes;

    fn line(&mut self, number: u64, line: &[u8], _: &mut String, changes: &mut Changes) {
        if self.standing.lines.bodies {
            changes.problems.look_at_first(number, line);
        }
        let Standing { lines, log, .. } = self.standing;
        let case = match cases::read_line(line, lines, log.as_ref()) {
            Ok(None) => return changes.problems.passed_over += 1,
            Ok(Some(case)) => case,
            Err(no_case) => return changes.problems.add(number, no_case.problem),
        };
        match self.check(&case) {
            Err(problem) => changes.problems.add(number, problem),
            Ok(()) => {
                changes.own_policies += u64::from(case.policy.is_some());
                let id = case.id.as_deref();
                changes.add(&mut self.replay, number, id, self.standing.by_rule);
            }
        }
    }

    fn too_long(&mut self, number: u64, length: u64, _: &mut String, changes: &mut Changes) {
        let Standing { before, after, .. } = self.standing;
        match self.standing.lines.operation_of_bodies() {
            Some(operation) => {
                before.too_large_into(operation, length, &mut self.replay.before);
                after.too_large_into(operation, length, &mut self.replay.after);
                changes.add(&mut self.replay, number, None, self.standing.by_rule);
            }
            None => {
                let max_body_bytes = before.max_body_bytes().max(after.max_body_bytes());
                let problem = cases::too_long(cases::longest_line(max_body_bytes));
                changes.problems.add(number, problem);
            }
        }
    }
}
