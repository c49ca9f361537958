//! What is done to a line of a replay.

use super::changes::Changes;
use crate::cases::{self, Cache, Case, NoCase};
use crate::host::StandingFacts;
use crate::stream::Worker;
use paylint::replay::Replay;
use paylint::{Engine, Facts, FactsBuf, Operation};
use std::borrow::Cow;

/// What the command line says, for all lines.
pub(super) struct Standing {
    pub(super) operation: Option<Operation>,
    /// The lines are bare bodies of the operation.
    pub(super) bodies: bool,
    pub(super) facts: StandingFacts,
    pub(super) before: Engine,
    pub(super) after: Engine,
    /// Rejections are counted by operation and by rule.
    pub(super) by_rule: bool,
}

/// Checks lines under two policies. One for each thread.
pub(super) struct ReplayWorker<'a> {
    standing: &'a Standing,
    facts: Facts<'a>,
    replay: Replay,
    own_facts: Cache<FactsBuf>,
}

impl<'s> ReplayWorker<'s> {
    pub(super) fn new(standing: &'s Standing) -> ReplayWorker<'s> {
        ReplayWorker {
            standing,
            facts: standing.facts.as_facts(),
            replay: Replay::default(),
            own_facts: Cache::default(),
        }
    }

    fn case<'a>(&self, line: &'a [u8]) -> Result<Case<'a>, NoCase<'a>> {
        match self.standing.operation {
            Some(operation) if self.standing.bodies && !cases::is_empty(line) => Ok(Case {
                id: None,
                operation,
                body: Cow::Borrowed(line),
                facts: None,
                policy: None,
            }),
            operation => cases::read(line, operation),
        }
    }

    /// Checks a case under both policies.
    fn check(&mut self, case: &Case<'_>) -> Result<(), String> {
        let facts = match case.facts {
            None => self.facts,
            Some(text) => {
                let own = self.own_facts.get(text, |text| {
                    FactsBuf::from_json(text.as_bytes()).map_err(|error| error.to_string())
                });
                self.facts.overlaid(&own?.as_facts())
            }
        };
        let Standing { before, after, .. } = self.standing;
        before.check_into(case.operation, &case.body, &facts, &mut self.replay.before);
        after.check_into(case.operation, &case.body, &facts, &mut self.replay.after);
        Ok(())
    }
}

impl Worker for ReplayWorker<'_> {
    type Output = Changes;

    fn line(&mut self, number: u64, line: &[u8], _: &mut String, changes: &mut Changes) {
        if self.standing.bodies {
            changes.look_at_first(number, line);
        }
        let case = match self.case(line) {
            Ok(case) => case,
            Err(no_case) => return changes.add_error(number, no_case.problem),
        };
        match self.check(&case) {
            Err(problem) => changes.add_error(number, problem),
            Ok(()) => {
                changes.own_policies += u64::from(case.policy.is_some());
                let id = case.id.as_deref();
                changes.add(&mut self.replay, number, id, self.standing.by_rule);
            }
        }
    }

    fn too_long(&mut self, number: u64, length: u64, _: &mut String, changes: &mut Changes) {
        let Standing { before, after, .. } = self.standing;
        match self.standing.operation.filter(|_| self.standing.bodies) {
            Some(operation) => {
                before.too_large_into(operation, length, &mut self.replay.before);
                after.too_large_into(operation, length, &mut self.replay.after);
                changes.add(&mut self.replay, number, None, self.standing.by_rule);
            }
            None => {
                let max_body_bytes = before.max_body_bytes().max(after.max_body_bytes());
                changes.add_error(number, cases::too_long(cases::longest_line(max_body_bytes)));
            }
        }
    }
}
