//! The long tests, which are too slow to run for every change, or need tools that few machines have.
//!
//! Each installs the tools it needs, starts anew, and prints its figure.

use crate::shell::{self, Result, cargo, command, output, root, script};
use clap::{Subcommand, value_parser};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum Test {
    /// The public JSON test suite, if JSON_TEST_SUITE names its folder, and similar texts
    JsonSuite,
    /// Fuzz the targets, one after another (nightly)
    Fuzz {
        /// Minutes for each target
        #[arg(long, default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
        minutes: u32,
        /// The targets; all by default
        targets: Vec<String>,
    },
    /// Compare the engine with the naive model on random requests
    Agreement {
        /// Number of requests
        #[arg(long, default_value_t = 1_000_000, value_parser = value_parser!(u32).range(1..))]
        cases: u32,
        /// Number of the first random request; by default after those of the ordinary test
        #[arg(long, default_value_t = 100_000)]
        seed: u64,
    },
    /// Compare the reports of all bindings on random cases and all others
    Identity {
        /// Number of random cases
        #[arg(long, default_value_t = 100_000, value_parser = value_parser!(u32).range(1..))]
        cases: u32,
        /// Number of the first random case
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Change the core in one place after another: a test must fail for each
    Mutants(Mutants),
    /// Find lines of the core that the tests don't reach
    Coverage,
    /// Find panics in the machine code of the entry points
    Panics,
    /// Try the npm package in small projects: bundlers, servers, test runners, frameworks
    Hosts {
        /// Folders of bindings-wasm/hosts; all by default
        names: Vec<String>,
    },
    /// Validate the SARIF of `paylint check` with the standard's schema
    Sarif,
    /// Check licences, sources and known vulnerabilities of the linked crates
    Supply,
    /// Check that the crates' versions follow semver since the last release
    Semver,
    /// Build a release twice, in two folders, and compare the bytes
    Reproducible,
}

#[derive(clap::Args)]
pub(crate) struct Mutants {
    /// Only lines that differ from this revision
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// More options of cargo-mutants, such as --shard 0/8
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

pub(crate) fn run(test: &Test) -> Result {
    match test {
        Test::JsonSuite => cargo("test -p paylint-tests --test it json_suite -- --nocapture"),
        Test::Fuzz { minutes, targets } => {
            let all = all_targets();
            let targets = if targets.is_empty() { &all } else { targets };
            shell::run(script("fuzz.sh").arg(minutes.to_string()).args(targets))
        }
        Test::Agreement { cases, seed } => {
            let mut test =
                command("cargo test --release -p paylint-tests --test it agreement -- --nocapture");
            test.env("PAYLINT_CASES", cases.to_string()).env("PAYLINT_SEED", seed.to_string());
            shell::run(&mut test)
        }
        Test::Identity { cases, seed } => {
            let arguments = [cases.to_string(), seed.to_string()];
            shell::run(script("identity.sh").args(arguments))
        }
        Test::Mutants(arguments) => mutants(arguments),
        Test::Coverage => shell::run(&mut script("coverage.sh")),
        Test::Panics => panics(),
        Test::Hosts { names } => shell::run(script("test-js.sh").arg("hosts").args(names)),
        Test::Sarif => {
            cargo("build -q --bin paylint")?;
            shell::run(shell::program_of("node", "node")?.arg("xtask/scripts/sarif.mjs"))
        }
        Test::Supply => {
            shell::run(script("cargo-tool.sh").args(["cargo-deny", "0.20.2"]))?;
            cargo("deny --locked --log-level error check --hide-inclusion-graph --allow duplicate")
        }
        Test::Semver => semver(),
        Test::Reproducible => shell::run(&mut script("reproducible.sh")),
    }
}

/// `.cargo/mutants.toml` sets the files to change and the tests to run.
fn mutants(arguments: &Mutants) -> Result {
    shell::run(script("cargo-tool.sh").args(["cargo-mutants", "27.1.0"]))?;
    let folder = long_folder()?;
    let mut mutants = command("cargo mutants --colors=never --output");
    // Enough random cases to detect most mutants.
    mutants.arg(&folder).env("PAYLINT_CASES", "3000");
    if let Some(base) = &arguments.base {
        let diff = output(command("git diff --merge-base").args([base, "--", "core"]))?;
        let file = folder.join("mutants.diff");
        fs::write(&file, diff + "\n").map_err(|error| format!("{}: {error}", file.display()))?;
        mutants.arg("--in-diff").arg(file);
    }
    shell::run(mutants.args(&arguments.options))
}

/// Compares with the last tag before this commit.
fn semver() -> Result {
    let tags = output(&mut command("git tag --list v* --no-contains HEAD --sort=-creatordate"))?;
    let Some(last) = tags.lines().next() else {
        println!("result: there is no release before this one to compare with");
        return Ok(());
    };
    shell::run(script("cargo-tool.sh").args(["cargo-semver-checks", "0.51.0"]))?;
    cargo(&format!("semver-checks --workspace --baseline-rev {last}"))
}

/// `xtask/scripts/panics.txt` lists those that are left, with the reasons.
fn panics() -> Result {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("this reads the machine code of x86-64 Linux only".to_owned());
    }
    shell::run(&mut shell::installation("cc:gcc objdump:binutils python3:python3"))?;
    cargo("build --profile panics -p paylint-panics")?;
    let library = shell::target_folder().join("panics/libpaylint_panics.so");
    shell::run(command("python3 xtask/scripts/panics.py").arg(library))
}

/// The folder for output of the long tests.
fn long_folder() -> std::result::Result<PathBuf, String> {
    let folder = shell::target_folder().join("long");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The targets of the fuzzer, in order.
fn all_targets() -> Vec<String> {
    let files = fs::read_dir(root().join("fuzz/fuzz_targets")).into_iter().flatten().flatten();
    let name =
        |file: fs::DirEntry| Some(Path::new(&file.file_name()).file_stem()?.to_str()?.to_owned());
    let mut targets: Vec<_> = files.filter_map(name).collect();
    targets.sort();
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_test_and_every_target_runs_at_night() {
        let nightly = root().join(".github/workflows/nightly.yml");
        let nightly = fs::read_to_string(nightly).unwrap();
        let arguments = crate::Arguments::command();
        let tests = arguments.find_subcommand("long").unwrap().get_subcommands();
        for name in tests.map(|test| test.get_name().to_owned()).chain(all_targets()) {
            let words = nightly.split(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
            assert!(words.into_iter().any(|word| word == name), "{name}");
        }
    }
}
