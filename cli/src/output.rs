//! Standard output.

use crate::exit::Result;
use std::io::{ErrorKind, Write};

/// Width of prose, in characters.
pub(crate) const WIDTH: usize = 88;

/// Writes a text, with colours only where a terminal shows them.
pub(crate) fn print(text: &str) -> Result<()> {
    write(anstream::stdout().lock(), text.as_bytes())
}

/// Writes bytes as they are.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<()> {
    write(std::io::stdout().lock(), bytes)
}

/// A value as indented JSON.
pub(crate) fn pretty(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn write(mut out: impl Write, bytes: &[u8]) -> Result<()> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        // The reader has gone, which isn't an error.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}
