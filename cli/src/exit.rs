//! Exit codes and errors of the command.

use crate::output::print;
use anstyle::AnsiColor;
use std::fmt::Display;
use std::io::{self, Write};

/// Outcome of the command, with its exit code, the best first. Of two, the worse wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// Nothing was rejected.
    Accepted,
    /// Something was rejected.
    Rejected,
    /// The command, the facts, the policy or a case could not be used.
    Unusable,
    /// Ctrl-C: the code with which shells report a command that SIGINT ended.
    Interrupted = 130,
}

impl Exit {
    /// Writes the result of a run. For an interrupted run only if people read it: pages and JSON would look complete.
    pub(crate) fn unless_interrupted(self, is_for_people: bool, text: &str) -> Result<Exit> {
        if self != Exit::Interrupted || is_for_people {
            print(text)?;
        }
        Ok(self)
    }
}

/// Why the command cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// An argument or an input is wrong: what, and what to do.
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

/// An I/O error while writing the output. Errors of reading name their files, and are made elsewhere.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::Closed,
            _ => Error::Output(error),
        }
    }
}

/// Result of most functions of the command.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Writes a note to standard error.
pub(crate) fn note(said: &dyn Display) {
    say("note", AnsiColor::Yellow, said);
}

/// Writes an error to standard error.
pub(crate) fn complain(error: &dyn Display) {
    say("error", AnsiColor::BrightRed, error);
}

fn say(kind: &str, colour: AnsiColor, said: &dyn Display) {
    let style = colour.on_default().bold();
    // If standard error is closed, too, there is nowhere to report it.
    _ = writeln!(anstream::stderr().lock(), "{style}{kind}{style:#}: {said}");
}
