//! The command `paylint`: checks card-payment requests in files and streams.

#![forbid(unsafe_code)]

mod args;
mod ask;
mod batch;
mod calibrate;
mod cases;
mod catalogue;
mod check;
mod exit;
mod fields;
mod files;
mod history;
mod host;
mod input;
mod learn;
mod log;
mod manual;
mod matrix;
mod members;
mod names;
mod openapi;
mod output;
mod page;
mod policy;
mod replay;
mod sample;
mod schema;
mod stream;
mod usage;

use args::{Arguments, Command};
use exit::{Error, Exit, Result, complain};
use std::process::ExitCode;

fn main() -> ExitCode {
    let said_by_std = std::panic::take_hook();
    // Other threads would wait forever for one that panicked.
    std::panic::set_hook(Box::new(move |panic| {
        said_by_std(panic);
        complain(&"this is a bug in paylint");
        std::process::exit(2);
    }));
    let exit = match usage::parse().map_or_else(|exit| exit, |arguments| run(&arguments)) {
        Ok(exit) => exit,
        // Commands that check return the outcome up to the closed pipe themselves.
        Err(Error::Closed) => Exit::Accepted,
        Err(error) => {
            complain(&error);
            Exit::Unusable
        }
    };
    ExitCode::from(exit as u8)
}

fn run(arguments: &Arguments) -> Result<Exit> {
    output::print(&match &arguments.command {
        Command::Check(arguments) => return check::run(arguments),
        Command::Batch(arguments) => return batch::run(arguments),
        Command::Replay(arguments) => return replay::run(arguments),
        Command::Calibrate(arguments) => return calibrate::run(arguments),
        Command::Ask(arguments) => return ask::run(arguments),
        Command::Sample(arguments) => return sample::run(arguments),
        Command::Members(arguments) => match &arguments.learn {
            Some(files) => return learn::run(arguments, files),
            None => schema::list(arguments)?,
        },
        Command::Fields(arguments) => fields::run(arguments)?,
        Command::History(arguments) => history::run(arguments)?,
        Command::Rules(arguments) => catalogue::rules(arguments)?,
        Command::Explain(arguments) => catalogue::explain(arguments)?,
        Command::Schema(arguments) => schema::schema(arguments)?,
        Command::Matrix(arguments) => matrix::run(arguments),
        Command::Policy(arguments) => policy::run(arguments)?,
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man { command } => manual::man(command.as_deref())?,
    })?;
    Ok(Exit::Accepted)
}
