//! Generated files.

use crate::shell::{self, Result, command, say};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Accept a break of libpaylint's binary interface
    #[arg(long)]
    abi: bool,
}

/// The tests that compare a generated file with what it should be, and write it when blessed. A
/// later one may read what an earlier one wrote.
const WRITERS: &[&str] = &[
    "cargo test -q -p paylint-tests --test it catalogue",
    "cargo test -q -p paylint-c",
    "cargo test -q -p paylint-cli --test readme --test transcripts",
];

/// Renews what these tests and options write; read the difference before you commit it.
pub(crate) fn run(arguments: &Arguments) -> Result {
    for writer in WRITERS {
        say(writer);
        let blessing = if arguments.abi && writer.contains("paylint-c") { "abi" } else { "1" };
        shell::run(command(writer).env("PAYLINT_BLESS", blessing).env("TRYCMD", "overwrite"))?;
    }
    say("what changed");
    shell::run(&mut command("git status --short"))
}
