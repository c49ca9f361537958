//! Generated files.

use crate::shell::{self, Result, command, say};

/// The tests that compare a generated file with what it should be, and write it when blessed. A
/// later one may read what an earlier one wrote.
const WRITERS: &[&str] = &[
    "cargo test -q -p paylint-tests --test it catalogue",
    "cargo test -q -p paylint-c",
    "cargo test -q -p paylint-cli --test readme --test transcripts",
];

/// Renews what these tests write; read the difference before you commit it.
pub(crate) fn run() -> Result {
    for writer in WRITERS {
        say(writer);
        shell::run(command(writer).env("PAYLINT_BLESS", "1").env("TRYCMD", "overwrite"))?;
    }
    say("what changed");
    shell::run(&mut command("git status --short"))
}
