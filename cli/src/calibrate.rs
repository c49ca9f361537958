//! `paylint calibrate`: verdicts held against what the gateway answered.

mod html;
mod show;

use crate::args::{CalibrateArguments, CalibrateFormat};
use crate::cases::{self, Case, CaseFacts, Check, Line, Outcome, Standing};
use crate::exit::{Error, Exit, Result, complain, note};
use crate::host;
use crate::log;
use crate::names::counted;
use paylint::{Engine, Operation, Policy, Report};
use paylint_traffic::Place;
use paylint_traffic::answer::KnownPaths;
use paylint_traffic::calibration::{Answer, Calibration, Observation};
use paylint_traffic::log::LogMap;
use serde_json::value::RawValue;

/// Runs `paylint calibrate`.
pub(crate) fn run(arguments: &CalibrateArguments) -> Result<Exit> {
    let policy = host::policy(&arguments.standing.policy)?;
    let engine = Engine::new(&policy);
    if arguments.lines.bodies {
        return Err(Error::unusable("bodies alone have no answers: --bodies can't be calibrated"));
    }
    let mut standing = Standing::new(&arguments.lines, &arguments.standing.facts)?;
    standing.log = standing.log.map(|log| with_answers(log, arguments)).transpose()?;
    let known = Operation::ALL.iter().map(|operation| KnownPaths::new(&engine, *operation));
    let known: Vec<KnownPaths> = known.collect();
    let refused = match &arguments.refused[..] {
        [] => &Answer::REFUSED,
        named => named,
    };
    let is_log = standing.log.is_some();
    let make =
        || Checker { engine: &engine, is_log, known: &known, refused, report: Report::new() };
    let mut counts = Counts::default();
    let outcome = cases::run(&standing, engine.max_body_bytes(), false, make, |done| {
        let mut block = done.output;
        for place in block.calibration.places_mut() {
            done.source.clone_into(&mut place.file);
            place.line += done.first_line;
        }
        counts.calibration.merge(block.calibration);
        counts.observations += block.observations;
    })?;
    let problems = &outcome.problems;
    problems.first.iter().for_each(|problem| complain(problem));
    if problems.count > problems.first.len() as u64 {
        let more = problems.count - problems.first.len() as u64;
        complain(&format_args!("{more} more lines can't be read"));
    }
    problems.note();
    if counts.observations > 0 && !arguments.standing.policy.is_empty() {
        let lines = counted(counts.observations, "line has its", "lines have their");
        note(&format_args!("{lines} verdict already, which --policy doesn't change"));
    }
    let is_stopped = counts.calibration.total().would_have_been_stopped().count > 0;
    let exit = outcome.exit.and(if is_stopped { Exit::Rejected } else { Exit::Accepted });
    let name = host::policy_name(&arguments.standing.policy);
    let answered =
        Answered { outcome, counts, policy: &policy, name: &name, at_least: arguments.at_least };
    let text = match arguments.format {
        CalibrateFormat::Human => show::human(&answered),
        CalibrateFormat::Json => show::json(&answered),
        CalibrateFormat::Html => html::page(&answered),
        CalibrateFormat::Policy => show::policy(&answered),
    };
    exit.unless_interrupted(arguments.format == CalibrateFormat::Human, &text)
}

/// Where the answers are in the lines of a log, too.
fn with_answers(log: LogMap, arguments: &CalibrateArguments) -> Result<LogMap> {
    let Some(status) = &arguments.status_at else {
        return Err(Error::unusable("a log needs --status-at: where the gateway's answer is"));
    };
    let log = log.with_status(status).map_err(log::wrong("--status-at"))?;
    match &arguments.answer_at {
        Some(answer) => log.with_answer(answer).map_err(log::wrong("--answer-at")),
        None => Ok(log),
    }
}

/// What some lines came to.
#[derive(Default)]
struct Counts {
    calibration: Calibration,
    /// Lines that bring their verdict with them.
    observations: u64,
}

/// What is written, and by what it was decided.
struct Answered<'a> {
    outcome: Outcome,
    counts: Counts,
    policy: &'a Policy,
    name: &'a str,
    at_least: u64,
}

/// Checks cases and looks at the answers.
struct Checker<'a> {
    engine: &'a Engine,
    is_log: bool,
    /// The members of each operation, by its position.
    known: &'a [KnownPaths],
    /// The statuses that refuse a request.
    refused: &'a [u16],
    report: Report,
}

impl Check for Checker<'_> {
    type Output = Counts;

    fn takes(
        &mut self,
        line: &[u8],
        Line { number, output: counts, .. }: Line<'_, Counts>,
    ) -> std::result::Result<bool, String> {
        let text = std::str::from_utf8(line).ok().filter(|_| !self.is_log);
        let Some(line) = text.filter(|line| Observation::is_meant_by(line)) else {
            return Ok(false);
        };
        let observation = Observation::from_json(line).map_err(|error| error.to_string())?;
        let place = Place::new(number, observation.id.as_deref().map(RawValue::get));
        counts.calibration.observe(&observation, self.refused, place, Vec::new);
        counts.observations += 1;
        Ok(true)
    }

    fn case(
        &mut self,
        case: &Case<'_>,
        facts: &mut CaseFacts<'_>,
        line: Line<'_, Counts>,
    ) -> std::result::Result<(), String> {
        let (status, body) = case.answered()?;
        let facts = facts.of(case, self.engine)?;
        self.engine.check_into(case.operation, &case.body, &facts, &mut self.report);
        let known = &self.known[case.operation as usize];
        let named = || body.map_or_else(Vec::new, |body| known.named_by(body));
        let place = Place::new(line.number, case.id.as_deref());
        let observation = Observation::of(&self.report, status);
        line.output.calibration.observe(&observation, self.refused, place, named);
        Ok(())
    }
}
