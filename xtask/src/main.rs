//! The project's chores. `cargo xtask` lists them.
//!
//! This crate decides what runs, in which order and with which arguments. What takes other programs
//! (installing packages, compilers for C, browsers) stays in the shell scripts of `scripts`.

mod long;
mod shell;
mod site;
mod test;

use clap::{Parser, Subcommand};
use shell::{Result, cargo, command, output, program, say, script};
use std::path::Path;
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
    Bench {
        /// Also the npm and Python packages, and other readers, validators and engines: builds and
        /// installs many
        #[arg(long)]
        all: bool,
    },
    /// Run a long test: fuzzing, mutants, coverage …
    #[command(subcommand)]
    Long(long::Test),
    /// Build the static site: the documentation and the playground, in target/site
    Site(site::Arguments),
    /// Build everything that a release has, in target/release-files, and use each file in an empty project
    Release,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test(arguments) => test::run(&arguments),
        Chore::Lint => lint(),
        Chore::Bless => bless(),
        Chore::Bench { all } => shell::run(script("bench.sh").args(all.then_some("--all"))),
        Chore::Long(test) => long::run(&test),
        Chore::Site(arguments) => site::run(&arguments),
        Chore::Release => release(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Checks every crate as it ships, its tests, and the workflows.
fn lint() -> Result {
    say("format");
    cargo("fmt --all --check")?;
    say("lint");
    cargo("clippy --workspace --all-targets -- -D warnings")?;
    say("documentation");
    let mut doc = command("cargo doc --workspace --no-deps");
    shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    say("workflows");
    let go = Path::new(&output(&mut script("go.sh"))?).join("go");
    // Without the linters of scripts that a machine may have or not.
    let actionlint = ["run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"];
    shell::run(program(go).args(actionlint).args(["-shellcheck=", "-pyflakes="]))
}

/// Renews what the tests of generated files compare; a later one may read what an earlier one wrote.
fn bless() -> Result {
    for writer in [
        "cargo test -q -p paylint-tests --test it catalogue",
        "cargo test -q -p paylint-c",
        "cargo test -q -p paylint-cli --test readme --test transcripts",
    ] {
        say(writer);
        shell::run(command(writer).env("PAYLINT_BLESS", "1").env("TRYCMD", "overwrite"))?;
    }
    say("what changed");
    shell::run(&mut command("git status --short"))
}

/// Builds everything that a release has, and uses each file in an empty project of its kind; then the site, in
/// target/site. Publishes nothing: .github/workflows/release.yml does, what a pushed tag `vVERSION` builds.
fn release() -> Result {
    say("the files of a release, in target/release-files");
    shell::run(&mut script("release.sh"))?;
    say("each file in an empty project of its kind");
    shell::run(&mut script("release-check.sh"))?;
    say("the site, in target/site");
    site::run(&site::Arguments { check: false })
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
