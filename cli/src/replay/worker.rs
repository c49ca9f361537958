//! What is done to a line of a replay.

use super::changes::{Changes, What};
use crate::cases::{self, Cache, Case, NoCase};
use crate::host::StandingFacts;
use crate::stream::Worker;
use paylint::{Engine, Facts, FactsBuf, Operation, Report, Verdict};
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
    before: Both,
    after: Both,
    own_facts: Cache<FactsBuf>,
}

/// A report, and its canonical form.
#[derive(Default)]
struct Both {
    report: Report,
    json: String,
}

impl Both {
    fn check(&mut self, engine: &Engine, case: &Case<'_>, facts: &Facts<'_>) {
        engine.check_into(case.operation, &case.body, facts, &mut self.report);
        self.write();
    }

    fn too_large(&mut self, engine: &Engine, operation: Operation, length: u64) {
        engine.too_large_into(operation, length, &mut self.report);
        self.write();
    }

    fn write(&mut self) {
        self.json.clear();
        self.report.write_json(&mut self.json);
    }
}

impl<'s> ReplayWorker<'s> {
    pub(super) fn new(standing: &'s Standing) -> ReplayWorker<'s> {
        ReplayWorker {
            standing,
            facts: standing.facts.as_facts(),
            before: Both::default(),
            after: Both::default(),
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
    fn compare(&mut self, case: &Case<'_>) -> Result<What, String> {
        let facts = match case.facts {
            None => self.facts,
            Some(text) => {
                let own = self.own_facts.get(text, |text| {
                    FactsBuf::from_json(text.as_bytes()).map_err(|error| error.to_string())
                });
                self.facts.overlaid(&own?.as_facts())
            }
        };
        self.before.check(&self.standing.before, case, &facts);
        self.after.check(&self.standing.after, case, &facts);
        Ok(self.what_changes())
    }

    fn what_changes(&self) -> What {
        match (self.before.report.verdict(), self.after.report.verdict()) {
            (Verdict::Accept, Verdict::Reject) => What::Rejected,
            (Verdict::Reject, Verdict::Accept) => What::Accepted,
            _ if self.before.json != self.after.json => What::Differs,
            _ => What::Same,
        }
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
        match self.compare(&case) {
            Err(problem) => changes.add_error(number, problem),
            Ok(what) => {
                changes.own_policies += u64::from(case.policy.is_some());
                let reports = (&self.before.report, &self.after.report);
                changes.add(what, number, case.id.as_deref(), reports);
                if self.standing.by_rule {
                    changes.count(reports);
                }
            }
        }
    }

    fn too_long(&mut self, number: u64, length: u64, _: &mut String, changes: &mut Changes) {
        let Standing { before, after, .. } = self.standing;
        match self.standing.operation.filter(|_| self.standing.bodies) {
            Some(operation) => {
                self.before.too_large(before, operation, length);
                self.after.too_large(after, operation, length);
                let reports = (&self.before.report, &self.after.report);
                changes.add(self.what_changes(), number, None, reports);
                if self.standing.by_rule {
                    changes.count(reports);
                }
            }
            None => {
                let max_body_bytes = before.max_body_bytes().max(after.max_body_bytes());
                changes.add_error(number, cases::too_long(cases::longest_line(max_body_bytes)));
            }
        }
    }
}
