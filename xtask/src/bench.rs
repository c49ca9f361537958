//! The benchmarks.

use crate::Result;
use crate::shell::{self, script};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Other readers and validators too: many crates to build
    #[arg(long)]
    peers: bool,
    /// The npm package in Node too: builds it
    #[arg(long)]
    js: bool,
}

/// Measures, and writes docs/performance.md; without the options target/performance.md.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let mut bench = script("bench.sh");
    for (wanted, option) in [(arguments.peers, "--peers"), (arguments.js, "--js")] {
        if wanted {
            bench.arg(option);
        }
    }
    shell::run(&mut bench)
}
