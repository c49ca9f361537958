//! The project's chores. `cargo xtask` lists them.
//!
//! This crate decides what runs, in which order and with which arguments. What takes other programs
//! (installing packages, compilers for C, browsers) stays in the shell scripts of `scripts`.

mod bench;
mod bless;
mod lint;
mod long;
mod release;
mod shell;
mod site;
mod test;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
/// The project's chores.
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run all the tests, or some parts. Installs what they need and says so; skips what can't be had
    Test(test::Arguments),
    /// Check the format, lints and documentation of every crate, and the workflows
    Lint,
    /// Renew the generated files that are checked in; CONTRIBUTING.md lists them
    Bless,
    /// Measure; with --all, beside other packages, and write docs/performance.md
    Bench(bench::Arguments),
    /// Run a long test: fuzzing, mutants, coverage …
    #[command(subcommand)]
    Long(long::Test),
    /// Build the static site: the documentation and the playground, in target/site
    Site(site::Arguments),
    /// Say how to publish; with --dry-run, build and check what would be published
    Release(release::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test(arguments) => test::run(&arguments),
        Chore::Lint => lint::run(),
        Chore::Bless => bless::run(),
        Chore::Bench(arguments) => bench::run(&arguments),
        Chore::Long(test) => long::run(&test),
        Chore::Site(arguments) => site::run(&arguments),
        Chore::Release(arguments) => release::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }
}
