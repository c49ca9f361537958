//! `paylint replay`: what would change if one policy took another's place.

mod changes;
mod html;
mod show;
mod worker;

use crate::args::{CountsFormat, ReplayArguments};
use crate::exit::{Exit, Result};
use crate::host::{self, StandingFacts};
use crate::log;
use crate::output::print;
use crate::stream::{self, Plan};
use changes::Total;
use paylint::Engine;
use worker::{ReplayWorker, Standing};

/// Runs `paylint replay`.
pub(crate) fn run(arguments: &ReplayArguments) -> Result<Exit> {
    let policies = [host::policy(&arguments.policy)?, host::policy(&arguments.against)?];
    let log = log::map(&arguments.lines, &arguments.facts.fact)?;
    let standing = Standing {
        lines: &arguments.lines,
        facts: StandingFacts::beside(log.is_some(), &arguments.facts)?,
        log,
        before: Engine::new(&policies[0]),
        after: Engine::new(&policies[1]),
        by_rule: arguments.format == CountsFormat::Html,
    };
    let max_body_bytes = standing.before.max_body_bytes().max(standing.after.max_body_bytes());
    let plan = Plan::of(&arguments.lines, false, max_body_bytes)?;
    let mut total = Total::default();
    let worker = || ReplayWorker::new(&standing);
    let exit = stream::run(&plan, worker, |done| total.add(done))?;
    let names = [&arguments.policy, &arguments.against].map(|sources| host::policy_name(sources));
    let [before, after] = [0, 1].map(|at| (names[at].as_str(), &policies[at]));
    let text = match arguments.format {
        CountsFormat::Human => show::human(&total, before, after),
        CountsFormat::Json => show::json(&total, before.1, after.1),
        CountsFormat::Html => html::page(&total, before, after),
    };
    total.problems.note();
    let exit = exit.and(total.exit());
    exit.unless_output_fails(print(&text))
}
