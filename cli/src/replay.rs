//! `paylint replay`: what would change if one policy took another's place.

mod changes;
mod show;
mod worker;

use crate::args::{Format, ReplayArguments};
use crate::exit::{Error, Exit, Result, note};
use crate::host::{self, StandingFacts};
use crate::stream::{self, Plan};
use changes::Total;
use paylint::{Engine, Policy};
use std::io::Write;
use std::path::Path;
use worker::{ReplayWorker, Standing};

/// Runs `paylint replay`.
pub(crate) fn run(arguments: &ReplayArguments) -> Result<Exit> {
    let standing = Standing {
        operation: arguments.lines.operation,
        bodies: arguments.lines.bodies,
        facts: StandingFacts::read(&arguments.facts)?,
        before: Engine::new(&policy(&arguments.policy)?),
        after: Engine::new(&policy(&arguments.against)?),
    };
    let max_body_bytes = standing.before.max_body_bytes().max(standing.after.max_body_bytes());
    let plan = Plan::of(&arguments.lines, false, max_body_bytes)?;
    let mut total = Total::default();
    let worker = || ReplayWorker::new(&standing);
    let exit = stream::run(&plan, worker, |done| total.add(done))?;
    let text = match arguments.format {
        Format::Human => show::human(&total, &arguments.policy, &arguments.against),
        Format::Json => show::json(&total),
    };
    for oddity in &total.oddities {
        note(oddity);
    }
    let exit = exit.and(total.exit());
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::from) {
        Err(Error::Closed) | Ok(()) => Ok(exit),
        Err(error) => Err(error),
    }
}

/// The policy of a file; `default` for the default one.
fn policy(file: &Path) -> Result<Policy> {
    host::policy(Some(file).filter(|file| file.as_os_str() != "default"))
}
