//! `paylint replay`: what would change if one policy took another's place.

mod changes;
mod show;
mod worker;

use crate::args::{Format, ReplayArguments};
use crate::exit::{Error, Exit, Result, complain};
use crate::host;
use crate::names::counted;
use crate::stream::{self, Done, Plan};
use changes::Total;
use paylint::{Engine, Policy};
use std::io::Write;
use std::path::Path;
use worker::{ReplayWorker, Standing};

/// Runs `paylint replay`.
pub(crate) fn run(arguments: &ReplayArguments) -> Result<Exit> {
    // Workers outlive this function; what they share lives as long as the process.
    let standing: &'static Standing = Box::leak(Box::new(Standing {
        operation: arguments.lines.operation,
        bodies: arguments.lines.bodies,
        facts: host::facts(arguments.facts.as_deref())?,
        before: Engine::new(&policy(&arguments.policy)?),
        after: Engine::new(&policy(&arguments.against)?),
    }));
    let plan = Plan::of(&arguments.lines, false)?;
    let mut total = Total::default();
    let exit = stream::run(
        &plan,
        || ReplayWorker::new(standing),
        |done: Done<'_, _>| {
            total.add(done);
            Ok(())
        },
    )?;
    if exit == Exit::Interrupted {
        complain(&format_args!("interrupted after {}", counted(total.lines, "line", "lines")));
    }
    let text = match arguments.format {
        Format::Human => show::human(&total, &arguments.policy, &arguments.against),
        Format::Json => show::json(&total),
    };
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
