//! What is done to a line of a batch.

use super::tally::Counts;
use crate::args::{Deny, Lines};
use crate::cases::{self, Cache, Case, CaseFacts, NoCase};
use crate::host::StandingFacts;
use crate::stream::Worker;
use paylint::log::LogMap;
use paylint::{Engine, Policy, Report};

/// What the command line says, for all lines.
pub(super) struct Standing<'a> {
    pub(super) lines: &'a Lines,
    /// What else counts as a rejection in the exit code.
    pub(super) deny: &'a [Deny],
    /// Only the counts are wanted.
    pub(super) summary: bool,
    /// Where requests are in the lines, if these are a log's.
    pub(super) log: Option<LogMap>,
    pub(super) facts: StandingFacts,
    pub(super) engine: Engine,
}

/// Checks lines. One for each thread.
pub(super) struct LineWorker<'a> {
    standing: &'a Standing<'a>,
    facts: CaseFacts<'a>,
    report: Report,
    own_engines: Cache<Engine>,
}

impl<'a> LineWorker<'a> {
    pub(super) fn new(standing: &'a Standing<'a>) -> LineWorker<'a> {
        LineWorker {
            standing,
            facts: CaseFacts::new(standing.facts.as_facts()),
            report: Report::new(),
            own_engines: Cache::default(),
        }
    }

    /// Checks a case; its own policy takes the place of the command line's.
    fn check(&mut self, case: &Case<'_>) -> Result<(), String> {
        let engine = match case.policy {
            None => &self.standing.engine,
            Some(text) => self.own_engines.get(text, |text| {
                let policy = Policy::from_json(text.as_bytes());
                policy.map(|policy| Engine::new(&policy)).map_err(|error| error.to_string())
            })?,
        };
        let facts = self.facts.of(case, engine)?;
        engine.check_into(case.operation, &case.body, &facts, &mut self.report);
        Ok(())
    }

    /// Writes the report, with the case's name put first.
    fn write(&self, id: Option<&str>, text: &mut String, counts: &mut Counts) {
        counts.add(&self.report, self.standing.summary, self.standing.deny);
        if self.standing.summary {
            return;
        }
        let start = text.len();
        if let Some(id) = id {
            text.push_str("{\"id\":");
            text.push_str(id);
        }
        let report = text.len();
        self.report.write_json(text);
        if report > start {
            text.replace_range(report..=report, ",");
        }
        text.push('\n');
    }

    fn write_error(&self, id: Option<&str>, problem: &str, text: &mut String) {
        if self.standing.summary {
            return;
        }
        text.push('{');
        if let Some(id) = id {
            text.push_str("\"id\":");
            text.push_str(id);
            text.push(',');
        }
        text.push_str("\"error\":");
        text.push_str(&serde_json::to_string(problem).unwrap_or_default());
        text.push_str("}\n");
    }
}

impl Worker for LineWorker<'_> {
    type Output = Counts;

    fn line(&mut self, number: u64, line: &[u8], text: &mut String, counts: &mut Counts) {
        if self.standing.lines.bodies {
            counts.problems.look_at_first(number, line);
        }
        let Standing { lines, log, .. } = self.standing;
        let outcome = match cases::read_line(line, lines, log.as_ref()) {
            Ok(None) => return counts.problems.passed_over += 1,
            Ok(Some(case)) => match self.check(&case) {
                Ok(()) => Ok(case.id),
                Err(problem) => Err(NoCase { id: case.id, problem }),
            },
            Err(no_case) => Err(no_case),
        };
        match outcome {
            Ok(id) => self.write(id.as_deref(), text, counts),
            Err(NoCase { id, problem }) => {
                self.write_error(id.as_deref(), &problem, text);
                counts.problems.add(number, problem);
            }
        }
    }

    fn too_long(&mut self, number: u64, length: u64, text: &mut String, counts: &mut Counts) {
        let engine = &self.standing.engine;
        match self.standing.lines.operation_of_bodies() {
            Some(operation) => {
                engine.too_large_into(operation, length, &mut self.report);
                self.write(None, text, counts);
            }
            None => {
                let problem = cases::too_long(cases::longest_line(engine.max_body_bytes()));
                self.write_error(None, &problem, text);
                counts.problems.add(number, problem);
            }
        }
    }
}
