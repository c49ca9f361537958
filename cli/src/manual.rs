//! Completions and manual pages, from the same description of the command line as the help.

use crate::args::Arguments;
use crate::exit::{Error, Exit, Result};
use crate::names;
use crate::output::print_bytes;
use clap::CommandFactory;
use clap::builder::Resettable;
use clap_mangen::roff::{Roff, roman};

/// Writes the completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "paylint", &mut text);
    print_bytes(&text)?;
    Ok(Exit::Accepted)
}

/// Writes the manual page of a command, or of the whole.
pub(crate) fn man(command: Option<&str>) -> Result<Exit> {
    // The page of `help` would say nothing.
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
    let behind = wanted.get_after_help().map(ToString::to_string).unwrap_or_default();
    // What the help ends with has headings of its own here, and the version is in the footer.
    let rest = wanted.after_help(Resettable::Reset);
    let rest = rest.version(Resettable::Reset).long_version(Resettable::Reset);
    clap_mangen::Man::new(rest).source(version).render(&mut text)?;
    sections(&behind).to_writer(&mut text)?;
    print_bytes(&text)?;
    Ok(Exit::Accepted)
}

/// What the help of a command ends with: the examples, then prose. Lines that are indented stay as
/// they are.
fn sections(behind: &str) -> Roff {
    let mut roff = Roff::new();
    let mut is_headed = false;
    for paragraph in behind.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let (examples, lines) = match paragraph.strip_prefix("Examples:\n") {
            Some(examples) => (true, examples),
            None => (false, paragraph),
        };
        match (examples, is_headed) {
            (true, _) => roff.control("SH", ["EXAMPLES"]),
            (false, false) => roff.control("SH", ["NOTES"]),
            (false, true) => roff.control("PP", []),
        };
        is_headed = !examples;
        let is_laid_out = lines.starts_with(' ');
        if is_laid_out {
            roff.control("nf", []);
        }
        for line in lines.lines() {
            roff.text([roman(line.trim_start())]);
        }
        if is_laid_out {
            roff.control("fi", []);
        }
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_not_set_as_prose() {
        let page =
            sections("Examples:\n  paylint one    a\n  paylint two\n\nIt\nends.\n\n  {…}").render();
        let (_, page) = page.split_once(".SH EXAMPLES\n").unwrap();
        let lines =
            ".nf\npaylint one    a\npaylint two\n.fi\n.SH NOTES\nIt\nends.\n.PP\n.nf\n{…}\n.fi\n";
        assert_eq!(page, lines);
        assert!(!sections("").render().contains(".SH"));
    }
}
