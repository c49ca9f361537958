//! Completions and manual pages, generated from the same definition as the help.

use crate::args::Arguments;
use crate::exit::{Error, Result};
use crate::names;
use clap::CommandFactory;

/// Writes the completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "paylint", &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes the manual page of a command, or of paylint itself.
pub(crate) fn man(command: Option<&str>) -> Result<String> {
    // A page for `help` would be empty.
    let mut all = Arguments::command().disable_help_subcommand(true);
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
    Ok(String::from_utf8(text).unwrap_or_default())
}
