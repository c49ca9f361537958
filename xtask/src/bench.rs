//! The benchmarks.

use crate::shell::{self, Result, script};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Also the npm and Python packages, and other readers, validators and engines: builds and
    /// installs many
    #[arg(long)]
    all: bool,
}

/// Measures, and writes target/performance.md; with `--all` docs/performance.md.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let mut bench = script("bench.sh");
    if arguments.all {
        bench.arg("--all");
    }
    shell::run(&mut bench)
}
