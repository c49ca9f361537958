//! `paylint calibrate`: verdicts held against what the gateway answered.

mod html;
mod show;
mod worker;

use crate::args::{CalibrateArguments, CalibrateFormat};
use crate::cases::AllProblems;
use crate::exit::{Error, Exit, Result, complain, note};
use crate::host::{self, StandingFacts};
use crate::log;
use crate::names::counted;
use crate::output::print;
use crate::stream::{self, Done, Plan};
use paylint::{Engine, Operation, Policy};
use paylint_traffic::answer::KnownPaths;
use paylint_traffic::calibration::{Answer, Calibration};
use paylint_traffic::log::LogMap;
use worker::{Block, CalibrateWorker, Standing};

/// How many lines that can't be read are said one by one.
const ERRORS: u64 = 20;

/// Runs `paylint calibrate`.
pub(crate) fn run(arguments: &CalibrateArguments) -> Result<Exit> {
    let policy = host::policy(&arguments.standing.policy)?;
    let engine = Engine::new(&policy);
    let log = log_map(arguments)?;
    let facts = StandingFacts::beside(log.is_some(), &arguments.standing.facts)?;
    let known = Operation::ALL.iter().map(|operation| KnownPaths::new(&engine, *operation));
    let refused = match &arguments.refused[..] {
        [] => Answer::REFUSED.to_vec(),
        named => named.to_vec(),
    };
    let known = known.collect();
    let standing = Standing { lines: &arguments.lines, log, facts, engine, known, refused };
    let plan = Plan::of(&arguments.lines, false, standing.engine.max_body_bytes())?;
    let mut total = Total::default();
    let exit = stream::run(&plan, || CalibrateWorker::new(&standing), |done| total.add(done))?;
    total.note();
    if total.observations > 0 && !arguments.standing.policy.is_empty() {
        let lines = counted(total.observations, "line has its", "lines have their");
        note(&format_args!("{lines} verdict already, which --policy doesn't change"));
    }

    let name = host::policy_name(&arguments.standing.policy);
    let answered =
        Answered { total: &total, policy: &policy, name: &name, at_least: arguments.at_least };
    let text = match arguments.format {
        CalibrateFormat::Human => show::human(&answered),
        CalibrateFormat::Json => show::json(&answered),
        CalibrateFormat::Html => html::page(&answered),
        CalibrateFormat::Policy => show::policy(&answered),
    };
    exit.and(total.exit()).unless_output_fails(print(&text))
}

/// Where requests and answers are in the lines, if these are a log's.
fn log_map(arguments: &CalibrateArguments) -> Result<Option<LogMap>> {
    if arguments.lines.bodies {
        return Err(Error::unusable("bodies alone have no answers: --bodies can't be calibrated"));
    }
    let Some(map) = log::map(&arguments.lines, &arguments.standing.facts.fact)? else {
        return Ok(None);
    };
    let Some(status) = &arguments.status_at else {
        return Err(Error::unusable("a log needs --status-at: where the gateway's answer is"));
    };
    let map = map.with_status(status).map_err(log::wrong("--status-at"))?;
    Ok(Some(match &arguments.answer_at {
        Some(answer) => map.with_answer(answer).map_err(log::wrong("--answer-at"))?,
        None => map,
    }))
}

/// What all lines came to.
#[derive(Default)]
struct Total {
    lines: u64,
    calibration: Calibration,
    /// Cases with a policy of their own, which was put aside.
    own_policies: u64,
    /// Lines that bring their verdict with them.
    observations: u64,
    problems: AllProblems,
}

/// What is written, and by what it was decided.
struct Answered<'a> {
    total: &'a Total,
    policy: &'a Policy,
    name: &'a str,
    at_least: u64,
}

impl Total {
    fn add(&mut self, done: Done<'_, Block>) {
        let Block { mut calibration, own_policies, observations, errors, problems } = done.output;
        for place in calibration.places_mut() {
            done.source.clone_into(&mut place.file);
            place.line += done.first_line;
        }
        self.lines += done.lines;
        self.own_policies += own_policies;
        self.observations += observations;
        self.calibration.merge(calibration);
        let said = usize::try_from(ERRORS.saturating_sub(self.problems.count)).unwrap_or_default();
        for (number, problem) in errors.iter().take(said) {
            complain(&format_args!("{}:{}: {problem}", done.source, done.first_line + number));
        }
        self.problems.add(done.source, done.first_line, problems);
    }

    /// Says on standard error what people may have overlooked.
    fn note(&self) {
        if self.problems.count > ERRORS {
            let more = self.problems.count - ERRORS;
            complain(&format_args!("{more} more lines can't be read"));
        }
        self.problems.note();
    }

    /// How the command ends: an accepted request that would have been rejected counts as a reject does.
    fn exit(&self) -> Exit {
        match self {
            total if total.problems.count > 0 => Exit::Unusable,
            total if total.calibration.total().would_have_been_stopped().count > 0 => {
                Exit::Rejected
            }
            _ => Exit::Accepted,
        }
    }
}
