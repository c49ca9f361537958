//! What is done to a line of a batch.

use super::tally::Counts;
use crate::args::{Deny, Lines, Want};
use crate::cases::{self, Cache, Case, CaseFacts, NoCase};
use crate::host::StandingFacts;
use crate::stream::Worker;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use paylint::{Engine, Policy, Report};
use paylint_traffic::log::LogMap;
use std::fmt::Write as _;

/// What the command line says, for all lines.
pub(super) struct Standing<'a> {
    pub(super) lines: &'a Lines,
    /// What else counts as a rejection in the exit code.
    pub(super) deny: &'a [Deny],
    /// Only the counts are wanted.
    pub(super) summary: bool,
    pub(super) want: Want,
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

    /// Writes what is wanted of a case; its own policy takes the place of the command line's.
    fn answer(
        &mut self,
        case: &Case<'_>,
        text: &mut String,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let engine = match case.policy {
            None => &self.standing.engine,
            Some(text) => self.own_engines.get(text, |text| {
                let policy = Policy::from_json(text.as_bytes());
                policy.map(|policy| Engine::new(&policy)).map_err(|error| error.to_string())
            })?,
        };
        let (id, operation, body) = (case.id.as_deref(), case.operation, &*case.body);
        if self.standing.want == Want::Order {
            let events = case.history.ok_or("no history")?;
            let order = engine.order_facts_json(events.as_bytes());
            let order = order.map_err(|error| error.to_string())?;
            write_object(id, text, |text| text.push_str(&order));
            return Ok(());
        }
        let facts = self.facts.of(case, engine)?;
        match self.standing.want {
            Want::Report | Want::Order => {
                engine.check_into(operation, body, &facts, &mut self.report);
                self.write_report(id, text, counts);
            }
            Want::Fields => write_object(id, text, |text| {
                text.push_str(&engine.fields(operation, body, &facts).to_json());
            }),
            Want::Fixes => write_object(id, text, |text| {
                text.push_str(&engine.fixes(operation, body, &facts).to_json());
            }),
            want @ (Want::Fixed | Want::FixedUnsafe) => {
                let fixed = engine.apply(operation, body, &facts, want == Want::FixedUnsafe);
                write_object(id, text, |text| write_body(text, &fixed));
            }
        }
        Ok(())
    }

    fn write_report(&self, id: Option<&str>, text: &mut String, counts: &mut Counts) {
        counts.add(&self.report, self.standing.summary, self.standing.deny);
        if !self.standing.summary {
            write_object(id, text, |text| self.report.write_json(text));
        }
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
            Ok(Some(case)) => {
                self.answer(&case, text, counts).map_err(|problem| NoCase { id: case.id, problem })
            }
            Err(no_case) => Err(no_case),
        };
        if let Err(NoCase { id, problem }) = outcome {
            self.write_error(id.as_deref(), &problem, text);
            counts.problems.add(number, problem);
        }
    }

    fn too_long(&mut self, number: u64, length: u64, text: &mut String, counts: &mut Counts) {
        let engine = &self.standing.engine;
        match (self.standing.lines.operation_of_bodies(), self.standing.want) {
            (Some(operation), Want::Report) => {
                engine.too_large_into(operation, length, &mut self.report);
                self.write_report(None, text, counts);
            }
            _ => {
                let problem = cases::too_long(cases::longest_line(engine.max_body_bytes()));
                self.write_error(None, &problem, text);
                counts.problems.add(number, problem);
            }
        }
    }
}

/// Writes an object on a line of its own, with the case's name put first.
fn write_object(id: Option<&str>, text: &mut String, write: impl FnOnce(&mut String)) {
    let start = text.len();
    if let Some(id) = id {
        text.push_str("{\"id\":");
        text.push_str(id);
    }
    let object = text.len();
    write(text);
    if object > start {
        text.replace_range(object..=object, ",");
    }
    text.push('\n');
}

/// Writes a body as the member of a case that holds its exact bytes.
fn write_body(text: &mut String, body: &[u8]) {
    let (member, value) = match std::str::from_utf8(body) {
        Ok(body) => ("raw", serde_json::to_string(body).unwrap_or_default()),
        Err(_) => ("raw_base64", format!("\"{}\"", BASE64.encode(body))),
    };
    _ = write!(text, "{{\"{member}\":{value}}}");
}
