//! Completions and manual pages, from the same description of the command line as the help.

use crate::args::Arguments;
use crate::exit::{Error, Exit, Result};
use crate::names;
use clap::CommandFactory;
use std::io::Write;

/// Writes the completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "paylint", &mut text);
    write(&text)
}

/// Writes the manual page of a command, or of the whole.
pub(crate) fn man(command: Option<&str>) -> Result<Exit> {
    let mut all = Arguments::command();
    all.build();
    let wanted = match command {
        None => all,
        Some(name) => {
            let known: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
            let problem = || Error::unusable(names::unknown("command", name, known));
            let full_name = format!("paylint-{name}");
            all.find_subcommand(name).cloned().ok_or_else(problem)?.display_name(full_name)
        }
    };
    let mut text = Vec::new();
    let version = concat!("paylint ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(wanted).source(version).render(&mut text)?;
    write(&text)
}

fn write(text: &[u8]) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Accepted)
}
