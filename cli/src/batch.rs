//! `paylint batch`: checks cases, or bare bodies, one per line.

mod examples;
mod expect;
mod html;
mod summary;

use crate::args::{BatchArguments, CountsFormat};
use crate::cases::{self, Case, CaseFacts, Check, Engines, Line, Outcome, RunSettings};
use crate::exit::{Error, Exit, Result};
use crate::{host, input};
use examples::Examples;
use paylint::{Engine, Operation, Policy, Report, Timestamp, Verdict};
use paylint_traffic::tally::Tally;
use serde_json::json;
use std::path::PathBuf;

/// Runs `paylint batch`.
pub(crate) fn run(arguments: &BatchArguments) -> Result<Exit> {
    if arguments.format == CountsFormat::Html && !arguments.summary {
        return Err(Error::unusable("a page has the counts of a batch: add --summary"));
    }
    let settings = RunSettings::new(&arguments.lines, &arguments.standing.facts)?;
    let policy = host::policy(&arguments.standing.policy)?;
    let engine = Engine::new(&policy);
    if arguments.expect {
        return expect::run(&settings, &engine);
    }
    let make =
        || Checker { engine: &engine, own: Engines::default(), report: Report::new(), arguments };
    let mut counts = Counts::default();
    let outcome =
        cases::run(&settings, engine.max_body_bytes(), !arguments.summary, make, |done| {
            counts.merge(done.output);
        })?;
    let refused = if counts.refused > 0 { Exit::Rejected } else { Exit::Accepted };
    let exit = outcome.exit.max(refused);
    outcome.problems.complain(outcome.lines);
    outcome.problems.note();
    if !arguments.summary {
        return Ok(exit);
    }
    let name = host::policy_name(&arguments.standing.policy);
    let total = Total { outcome, counts, policy: &policy, name, arguments };
    let text = match arguments.format {
        CountsFormat::Human => summary::human(&total),
        CountsFormat::Json => format!("{}\n", summary::value(&total)),
        CountsFormat::Html => html::page(&total)?,
    };
    exit.unless_interrupted(arguments.format == CountsFormat::Human, &text)
}

/// Names of the files, and the day on which the latest was written.
fn files(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| input::name_of(file)).collect();
    let names = if names.is_empty() { input::STANDARD_INPUT.to_owned() } else { names.join(", ") };
    let written = files.iter().filter_map(|file| file.metadata().ok()?.modified().ok()).max();
    match written.and_then(|instant| Timestamp::try_from(instant).ok()) {
        Some(instant) => format!("{names}, of {}", instant.to_string().split_at(10).0),
        None => names,
    }
}

/// Totals of the run, and the command line's policy.
struct Total<'p> {
    outcome: Outcome,
    counts: Counts,
    policy: &'p Policy,
    name: String,
    arguments: &'p BatchArguments,
}

/// The counts of some lines.
#[derive(Default)]
struct Counts {
    /// Counts of the reports, if a summary is wanted.
    reports: Tally,
    /// Cases that are rejected, or have what `--deny` asks for.
    refused: u64,
    /// Example findings, for a page.
    examples: Examples,
    /// Times of the first and the last request, if known, for a page.
    sent: Option<[Timestamp; 2]>,
}

impl Counts {
    fn merge(&mut self, next: Counts) {
        let Counts { reports, refused, examples, sent } = next;
        sent.into_iter().flatten().for_each(|at| self.sent_at(at));
        self.reports.merge(&reports);
        self.refused += refused;
        self.examples.merge(examples);
    }

    fn sent_at(&mut self, at: Timestamp) {
        let [first, last] = self.sent.unwrap_or([at, at]);
        self.sent = Some([first.min(at), last.max(at)]);
    }
}

/// Checks cases, and writes their reports or counts them.
struct Checker<'a> {
    engine: &'a Engine,
    /// The engines of cases with a policy of their own.
    own: Engines,
    report: Report,
    arguments: &'a BatchArguments,
}

impl Checker<'_> {
    fn reported(&self, id: Option<&str>, Line { text, output: counts, .. }: Line<'_, Counts>) {
        let report = &self.report;
        let is_denied = self.arguments.deny.iter().any(|deny| deny.concerns(report));
        counts.refused += u64::from(is_denied || report.verdict() == Verdict::Reject);
        if self.arguments.summary {
            counts.reports.add(report);
            return;
        }
        let start = text.len();
        report.write_json(text);
        end_object(text, start, id);
    }
}

impl Check for Checker<'_> {
    type Output = Counts;

    fn case(
        &mut self,
        case: &mut Case<'_>,
        facts: &mut CaseFacts<'_>,
        line: Line<'_, Counts>,
    ) -> std::result::Result<(), String> {
        let engine = engine_of(case, self.engine, &mut self.own)?;
        let facts = facts.check_into(case, engine, &mut self.report)?;
        if self.arguments.format == CountsFormat::Html {
            let place = line.location(case.request.id.as_deref());
            line.output.examples.add(engine, case, &facts, &self.report, &place);
            if let Some(at) = case.request.at.or(facts.now) {
                line.output.sent_at(at);
            }
        }
        self.reported(case.request.id.as_deref(), line);
        Ok(())
    }

    fn too_large(&mut self, operation: Operation, length: u64, line: Line<'_, Counts>) {
        self.engine.too_large_into(operation, length, &mut self.report);
        self.reported(None, line);
    }

    fn error(&mut self, id: Option<&str>, problem: &str, line: Line<'_, Counts>) -> bool {
        if !self.arguments.summary {
            let start = line.text.len();
            *line.text += &json!({ "error": problem }).to_string();
            end_object(line.text, start, id);
        }
        false
    }
}

/// The engine for a case's own policy, or else the given one.
fn engine_of<'e>(
    case: &Case<'_>,
    standing: &'e Engine,
    own: &'e mut Engines,
) -> std::result::Result<&'e Engine, String> {
    let Some(text) = case.policy else { return Ok(standing) };
    own.of(text).map_err(ToString::to_string)
}

/// Ends the line of an object that begins at `start`, whose first member is the case's name.
fn end_object(text: &mut String, start: usize, id: Option<&str>) {
    if let Some(id) = id {
        text.insert_str(start + 1, &format!("\"id\":{id},"));
    }
    text.push('\n');
}
