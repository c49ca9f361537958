//! How the command ends.

use crate::output::print;
use anstyle::AnsiColor;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Outcome of the command. The worse wins: see [`Exit::and`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// Nothing was rejected.
    Accepted,
    /// Something was rejected.
    Rejected,
    /// The command, the facts, the policy or a case could not be used.
    Unusable,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The worse of the two.
    pub(crate) fn and(self, other: Exit) -> Exit {
        self.max(other)
    }

    /// This exit, if what it came to could be written; also if the reader of the output has gone.
    pub(crate) fn unless_output_fails(self, written: Result<()>) -> Result<Exit> {
        match written {
            Ok(()) | Err(Error::Closed) => Ok(self),
            Err(error) => Err(error),
        }
    }

    /// Writes what a run came to. Of an interrupted one it is for people alone: pages and JSON would look whole.
    pub(crate) fn unless_interrupted(self, is_for_people: bool, text: &str) -> Result<Exit> {
        match self {
            Exit::Interrupted if !is_for_people => Ok(self),
            _ => self.unless_output_fails(print(text)),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Accepted => 0,
            Exit::Rejected => 1,
            Exit::Unusable => 2,
            // As a shell has it of a command that SIGINT ended.
            Exit::Interrupted => 130,
        })
    }
}

/// Why the command cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Something that was asked for or given is wrong: what, and what to do.
    #[error("{0}")]
    Unusable(String),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// The reader of the output has gone, which is not an error.
    #[error("the output is closed")]
    Closed,
}

impl Error {
    /// The error that `what` cannot be used.
    pub(crate) fn unusable(what: impl Into<String>) -> Error {
        Error::Unusable(what.into())
    }
}

/// An error while writing the output. Reading names its files itself.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::Closed,
            _ => Error::Output(error),
        }
    }
}

/// Result of most of the command's functions.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Says on standard error what may be wrong.
pub(crate) fn note(said: &dyn Display) {
    say("note", AnsiColor::Yellow, said);
}

/// Says on standard error what is wrong.
pub(crate) fn complain(error: &dyn Display) {
    say("error", AnsiColor::BrightRed, error);
}

fn say(kind: &str, colour: AnsiColor, said: &dyn Display) {
    let style = colour.on_default().bold();
    // Where standard error is closed, too, nobody can be told.
    _ = writeln!(anstream::stderr().lock(), "{style}{kind}{style:#}: {said}");
}
