//! `paylint batch`: cases, or bare bodies, a line each.

mod summary;
mod tally;
mod worker;

use crate::args::{BatchArguments, Format};
use crate::exit::{Error, Exit, Result, complain};
use crate::host;
use crate::names::counted;
use crate::stream::{self, Done, Plan};
use paylint::Engine;
use std::io::Write;
use tally::Total;
use worker::{LineWorker, Standing};

/// Runs `paylint batch`.
pub(crate) fn run(arguments: &BatchArguments) -> Result<Exit> {
    let facts = host::facts(arguments.standing.facts.as_deref())?;
    let policy = host::policy(arguments.standing.policy.as_deref())?;
    // Workers outlive this function; what they share lives as long as the process.
    let standing: &'static Standing = Box::leak(Box::new(Standing {
        operation: arguments.lines.operation,
        bodies: arguments.lines.bodies,
        summary: arguments.summary,
        facts,
        engine: Engine::new(&policy),
    }));
    let plan = Plan::of(&arguments.lines, !arguments.summary)?;
    let mut total = Total::default();
    let mut out = std::io::stdout().lock();
    let outcome = stream::run(
        &plan,
        || LineWorker::new(standing),
        |done: Done<'_, _>| {
            let text = done.text;
            // What was seen counts, even if nobody is there to read it.
            total.add(done);
            Ok(out.write_all(text.as_bytes())?)
        },
    );
    let exit = match outcome {
        Ok(exit) => exit,
        Err(Error::Closed) => return Ok(total.exit()),
        Err(error) => return Err(error),
    };
    if let Some(first) = &total.first_error {
        let lines = counted(total.lines, "line", "lines");
        let verb = if total.tally.errors == 1 { "is no case" } else { "are no cases" };
        complain(&format_args!("{} of {lines} {verb}: {first}", total.tally.errors));
    }
    if exit == Exit::Interrupted {
        complain(&format_args!("interrupted after {}", counted(total.lines, "line", "lines")));
    }
    let exit = exit.and(total.exit());
    let ended = if arguments.summary {
        let text = match arguments.format {
            Format::Human => summary::human(&total),
            Format::Json => summary::json(&total),
        };
        drop(out);
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    } else {
        out.flush()
    };
    match ended.map_err(Error::from) {
        Err(Error::Closed) | Ok(()) => Ok(exit),
        Err(error) => Err(error),
    }
}
