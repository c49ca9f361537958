//! The project's chores. `cargo xtask` lists them.
//!
//! What is decided here is what runs, in which order and with which arguments; what a chore does with other
//! programs (installing packages, compilers for C, browsers) stays in the shell scripts beside this crate.

mod bench;
mod bless;
mod lint;
mod release;
mod shell;
mod soak;
mod test;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// What a chore comes to: the error says which command failed.
type Result = std::result::Result<(), String>;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
/// The project's chores.
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run all the tests, or some: rust, c, js. Installs what they need and says so
    Test(test::Arguments),
    /// Check the format, lints and documentation of every crate
    Lint,
    /// Renew every generated file that is checked in
    Bless(bless::Arguments),
    /// Measure, and write docs/performance.md
    Bench(bench::Arguments),
    /// Run what takes long, or needs unusual tools: fuzzing, mutants, coverage …
    #[command(subcommand)]
    Soak(soak::Chore),
    /// Build what a release publishes, into target/release-files
    Release,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test(arguments) => test::run(&arguments),
        Chore::Lint => lint::run(),
        Chore::Bless(arguments) => bless::run(&arguments),
        Chore::Bench(arguments) => bench::run(&arguments),
        Chore::Soak(chore) => soak::run(&chore),
        Chore::Release => release::run(),
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

    /// Arguments are refused before anything is built: an error is clap's, with its exit code.
    fn refused(arguments: &str) -> bool {
        Arguments::try_parse_from(format!("xtask {arguments}").split(' ')).is_err()
    }

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn arguments_that_mean_nothing_are_refused() {
        for arguments in [
            "tset",
            "test rsut",
            "bench --peer",
            "bench order",
            "soak",
            "soak fuzz 0",
            "soak fuzz ten",
            "soak fuzz 10 chek",
            "soak mutants 3",
            "soak mutants 3/3",
            "soak mutants 0/0",
            "soak mutants 0/1 core/src/nowhere.rs",
            "soak identity many",
            "soak secrets -1",
        ] {
            assert!(refused(arguments), "{arguments}");
        }
        for arguments in [
            "test",
            "test rust js",
            "bench --peers --js",
            "soak fuzz",
            "soak fuzz 10 check reader",
            "soak fuzz-minimise",
            "soak mutants",
            "soak mutants 2/3 core/src/rules",
            "soak identity 1000",
            "soak secrets",
            "release",
        ] {
            assert!(!refused(arguments), "{arguments}");
        }
    }
}
