//! What is done to a line of a batch.

use super::tally::Tally;
use crate::args::Deny;
use crate::cases::{self, Cache, Case, NoCase};
use crate::host::StandingFacts;
use crate::stream::Worker;
use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report};

/// What the command line says, for all lines.
pub(super) struct Standing {
    pub(super) operation: Option<Operation>,
    /// The lines are bare bodies of the operation.
    pub(super) bodies: bool,
    /// What else counts as a rejection in the exit code.
    pub(super) deny: Vec<Deny>,
    /// Only the counts are wanted.
    pub(super) summary: bool,
    pub(super) facts: StandingFacts,
    pub(super) engine: Engine,
}

/// Checks lines. One for each thread.
pub(super) struct LineWorker<'a> {
    standing: &'a Standing,
    facts: Facts<'a>,
    report: Report,
    own_facts: Cache<FactsBuf>,
    own_engines: Cache<Engine>,
}

impl<'a> LineWorker<'a> {
    pub(super) fn new(standing: &'a Standing) -> LineWorker<'a> {
        LineWorker {
            standing,
            facts: standing.facts.as_facts(),
            report: Report::new(),
            own_facts: Cache::default(),
            own_engines: Cache::default(),
        }
    }

    fn body(&mut self, operation: Operation, body: &[u8]) {
        self.standing.engine.check_into(operation, body, &self.facts, &mut self.report);
    }

    /// Checks a case; its own facts are laid over the command line's, its own policy replaces it.
    fn case(&mut self, case: &Case<'_>) -> Result<(), String> {
        let engine = match case.policy {
            None => &self.standing.engine,
            Some(text) => self.own_engines.get(text, |text| {
                let policy = Policy::from_json(text.as_bytes());
                policy.map(|policy| Engine::new(&policy)).map_err(|error| error.to_string())
            })?,
        };
        let facts = match case.facts {
            None => self.facts,
            Some(text) => {
                let own = self.own_facts.get(text, |text| {
                    FactsBuf::from_json(text.as_bytes()).map_err(|error| error.to_string())
                });
                self.facts.overlaid(&own?.as_facts())
            }
        };
        engine.check_into(case.operation, &case.body, &facts, &mut self.report);
        Ok(())
    }

    /// Writes the report, with the case's name put first.
    fn write(&self, id: Option<&str>, text: &mut String, tally: &mut Tally) {
        tally.add(&self.report, self.standing.summary, &self.standing.deny);
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
    type Output = Tally;

    fn line(&mut self, number: u64, line: &[u8], text: &mut String, tally: &mut Tally) {
        if self.standing.bodies
            && let Some(operation) = self.standing.operation
            && !cases::is_empty(line)
        {
            tally.look_at_first(number, line);
            self.body(operation, line);
            return self.write(None, text, tally);
        }
        let outcome = match cases::read(line, self.standing.operation) {
            Ok(case) => self
                .case(&case)
                .map(|()| case.id.clone())
                .map_err(|problem| NoCase { id: case.id, problem }),
            Err(no_case) => Err(no_case),
        };
        match outcome {
            Ok(id) => self.write(id.as_deref(), text, tally),
            Err(NoCase { id, problem }) => {
                self.write_error(id.as_deref(), &problem, text);
                tally.add_error(number, problem);
            }
        }
    }

    fn too_long(&mut self, number: u64, length: u64, text: &mut String, tally: &mut Tally) {
        let engine = &self.standing.engine;
        match self.standing.operation.filter(|_| self.standing.bodies) {
            Some(operation) => {
                engine.too_large_into(operation, length, &mut self.report);
                self.write(None, text, tally);
            }
            None => {
                let problem = cases::too_long(cases::longest_line(engine.max_body_bytes()));
                self.write_error(None, &problem, text);
                tally.add_error(number, problem);
            }
        }
    }
}
