//! Help output, and errors in the command line itself.

use crate::args::Arguments;
use crate::exit::{Exit, Result};
use crate::names::shown_name;
use crate::output::print;
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::io::Write;

/// Replaces an argument that may be secret.
const MASK: &str = "…";

/// Parses the command line. If that fails, or help was requested, prints the text and returns the exit.
pub(crate) fn parse() -> std::result::Result<Arguments, Result<Exit>> {
    Arguments::try_parse().map_err(|mut error| {
        mask(&mut error);
        let text = error.render();
        if error.use_stderr() {
            // If standard error is closed, too, there is nowhere to report it.
            _ = write!(anstream::stderr().lock(), "{}", text.ansi());
            return Ok(Exit::Unusable);
        }
        print(&text.ansi().to_string()).map(|()| Exit::Accepted)
    })
}

/// Masks arguments that an error repeats, unless they can't be card numbers.
fn mask(error: &mut clap::Error) {
    let repeated = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => ContextKind::InvalidValue,
    };
    // A tip that repeats the whole argument, of which the error may only show a part.
    error.remove(ContextKind::Suggested);
    if let Some(ContextValue::String(text)) = error.get(repeated)
        // An empty text means that the value is missing.
        && !text.is_empty()
        && shown_name(text.trim_start_matches('-')).is_none()
    {
        error.insert(repeated, ContextValue::String(MASK.to_owned()));
    }
}
