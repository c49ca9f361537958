//! Help that was asked for, and errors in the command line itself.

use crate::args::Arguments;
use crate::exit::{Exit, Result};
use crate::names::shown_name;
use crate::output::print;
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::io::Write;

/// Stands for an argument that may not be shown.
const MASK: &str = "…";

/// The command line; or how the command ends without one, after it has said why.
pub(crate) fn parse() -> std::result::Result<Arguments, Result<Exit>> {
    Arguments::try_parse().map_err(|mut error| {
        mask(&mut error);
        let text = error.render();
        if error.use_stderr() {
            // Where standard error is closed, too, nobody can be told.
            _ = write!(anstream::stderr().lock(), "{}", text.ansi());
            return Ok(Exit::Unusable);
        }
        print(&text.ansi().to_string()).map(|()| Exit::Accepted)
    })
}

/// Takes out of an error what it repeats of the command line, unless that cannot be a card number.
fn mask(error: &mut clap::Error) {
    let repeated = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => ContextKind::InvalidValue,
    };
    // A tip that repeats the argument whole, of which the error itself may show but a part.
    error.remove(ContextKind::Suggested);
    if let Some(ContextValue::String(text)) = error.get(repeated)
        // An empty one stands for a value that is missing.
        && !text.is_empty()
        && shown_name(text.trim_start_matches('-')).is_none()
    {
        error.insert(repeated, ContextValue::String(MASK.to_owned()));
    }
}
