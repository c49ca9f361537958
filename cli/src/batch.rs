//! `paylint batch`: cases, or bare bodies, a line each.

mod html;
mod summary;
mod tally;
mod worker;

use crate::args::{BatchArguments, CountsFormat};
use crate::cases::AllProblems;
use crate::exit::{Error, Exit, Result, complain};
use crate::host::{self, StandingFacts};
use crate::log;
use crate::names::counted;
use crate::output::print;
use crate::stream::{self, Plan};
use paylint::Engine;
use tally::Total;
use worker::{LineWorker, Standing};

/// Runs `paylint batch`.
pub(crate) fn run(arguments: &BatchArguments) -> Result<Exit> {
    if arguments.format == CountsFormat::Html && !arguments.summary {
        return Err(Error::unusable("a page has the counts of a batch: add --summary"));
    }
    let log = log::map(&arguments.lines, &arguments.standing.facts.fact)?;
    let facts = StandingFacts::beside(log.is_some(), &arguments.standing.facts)?;
    let policy = host::policy(&arguments.standing.policy)?;
    let standing = Standing {
        lines: &arguments.lines,
        deny: &arguments.deny,
        summary: arguments.summary,
        want: arguments.want,
        log,
        facts,
        engine: Engine::new(&policy),
    };
    let max_body_bytes = standing.engine.max_body_bytes();
    let plan = Plan::of(&arguments.lines, !arguments.summary, max_body_bytes)?;
    let mut total = Total::default();
    let worker = || LineWorker::new(&standing);
    let exit = match stream::run(&plan, worker, |done| total.add(done)) {
        Ok(exit) => exit,
        Err(Error::Closed) => return Ok(total.exit()),
        Err(error) => return Err(error),
    };
    let AllProblems { count, first, .. } = &total.problems;
    if let Some(first) = first {
        let lines = counted(total.lines, "line", "lines");
        let verb = match (standing.log.is_some(), *count) {
            (true, _) => "can't be checked",
            (_, 1) => "isn't a case",
            _ => "aren't cases",
        };
        complain(&format_args!("{count} of {lines} {verb}: {first}"));
    }
    total.problems.note();
    let exit = exit.and(total.exit());
    if !arguments.summary {
        return Ok(exit);
    }
    let name = host::policy_name(&arguments.standing.policy);
    let text = match arguments.format {
        CountsFormat::Human => summary::human(&total, &policy, &name),
        CountsFormat::Json => summary::json(&total, &policy),
        CountsFormat::Html => html::page(&total, &policy, &name),
    };
    exit.unless_output_fails(print(&text))
}
