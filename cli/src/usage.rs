//! Help that was asked for, and errors in the command line itself.

use crate::args::Arguments;
use crate::exit::{self, Exit, complain};
use crate::names::shown_name;
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::io::Write;

/// Stands for an argument that may not be shown.
const MASK: &str = "…";

/// The command line; or how the command ends without one, after it has said why.
pub(crate) fn parse() -> Result<Arguments, Exit> {
    Arguments::try_parse().map_err(|mut error| {
        mask(&mut error);
        let text = error.render();
        if error.use_stderr() {
            // Where standard error is closed, too, nobody can be told.
            _ = write!(anstream::stderr().lock(), "{}", text.ansi());
            return Exit::Unusable;
        }
        let mut out = anstream::stdout().lock();
        let written = write!(out, "{}", text.ansi()).and_then(|()| out.flush());
        match written.map_err(exit::Error::from) {
            Ok(()) | Err(exit::Error::Closed) => Exit::Accepted,
            Err(error) => {
                complain(&error);
                Exit::Unusable
            }
        }
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
