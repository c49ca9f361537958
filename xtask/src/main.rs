//! The project's chores. `cargo xtask` lists them.
//!
//! This crate decides what runs, in which order and with which arguments. Work with other programs
//! (package managers, C compilers, browsers) is in the shell scripts of `scripts`.

mod long;
mod shell;
mod site;
mod test;

use clap::{Parser, Subcommand};
use shell::{Result, cargo, command, say, script};
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
    /// Run all tests, or some parts. Installs what they need, and skips those that can't run here
    Test(test::Arguments),
    /// Check the format, lints and documentation of every crate, and the workflows
    Lint,
    /// Renew the command's transcripts
    Bless,
    /// Run the benchmarks; with --all also of other packages, and write docs/performance.md
    Bench {
        /// Also measure the npm and Python packages, and other readers, validators and engines. Builds
        /// and installs many packages
        #[arg(long)]
        all: bool,
    },
    /// Run a long test: fuzzing, mutants, coverage …
    #[command(subcommand)]
    Long(long::Test),
    /// Build the static site: the documentation and the playground, in target/site
    Site(site::Arguments),
    /// Build the files of a release in target/release-files, and try each in an empty project
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
    cargo("fmt --manifest-path benches/Cargo.toml --check")?;
    say("lint");
    cargo("clippy --workspace --all-targets -- -D warnings")?;
    cargo("clippy --manifest-path benches/Cargo.toml --all-targets -- -D warnings")?;
    say("documentation");
    let mut doc = command("cargo doc --workspace --no-deps");
    shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    say("workflows");
    // Without linters of scripts, which not every machine has.
    let actionlint = ["run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"];
    let mut go = shell::program_of("go", "go")?;
    shell::run(go.args(actionlint).args(["-shellcheck=", "-pyflakes="]))
}

/// Renews the command's transcripts.
fn bless() -> Result {
    let mut test = command("cargo test -q -p paylint-cli --test transcripts");
    shell::run(test.env("PAYLINT_BLESS", "1"))?;
    say("what changed");
    shell::run(&mut command("git status --short"))
}

/// Builds the files of a release, and tries each in an empty project of its kind; then builds the site, in
/// target/site. Publishes nothing: .github/workflows/release.yml does so for a pushed tag `vVERSION`.
fn release() -> Result {
    say("the files of a release, in target/release-files");
    shell::run(&mut script("release.sh"))?;
    say("each file in an empty project of its kind");
    shell::run(&mut script("release-check.sh"))?;
    let mut tests = command("cargo xtask test --all c crates php python java go wasm");
    shell::run(tests.env("RELEASE", shell::target_folder().join("release-files")))?;
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
