//! What takes long, or needs tools that few machines have.

use crate::shell::{self, command, root, script};
use crate::{Result, proofs};
use clap::{Subcommand, ValueEnum, value_parser};
use std::process::Command;

#[derive(Subcommand)]
pub(crate) enum Chore {
    /// All of these, and their results into docs/reliability.md; goes on where it stopped
    All(proofs::Arguments),
    /// The public JSON test suite, if JSON_TEST_SUITE names its folder, and texts like it
    JsonSuite,
    /// Fuzz the targets, two at once, each until it has had so many minutes of a processor
    Fuzz {
        /// Minutes for each target
        #[arg(default_value_t = proofs::FUZZ_MINUTES, value_parser = value_parser!(u32).range(1..))]
        minutes: u32,
        /// The targets; all by default
        targets: Vec<Target>,
    },
    /// Renew fuzz/corpus from what the campaigns kept
    FuzzMinimise,
    /// Random cases and all others through every binding: one digest
    Identity {
        /// How many random cases
        #[arg(default_value_t = 100_000, value_parser = value_parser!(u32).range(1..))]
        cases: u32,
    },
    /// The engine and the naive model on random requests: the same reports
    Agreement {
        /// How many requests
        #[arg(default_value_t = 1_000_000, value_parser = value_parser!(u32).range(1..))]
        cases: u32,
        /// Where the random requests begin
        #[arg(default_value_t = 20_261_122)]
        seed: u64,
    },
    /// Mutants of the core; a shard that was stopped goes on where it was
    Mutants {
        /// Shard K of N, from 0
        #[arg(default_value = "0/1", value_parser = shard)]
        shard: String,
        /// Files or folders of core/src; all by default
        #[arg(value_parser = existing)]
        files: Vec<String>,
    },
    /// Bodies with fresh secrets through every binding: no secret in any output
    Secrets {
        /// How many bodies
        #[arg(default_value_t = 1_000_000, value_parser = value_parser!(u32).range(1..))]
        bodies: u32,
    },
    /// What in the machine code behind the entry points can panic, recurse or use much stack
    Panics,
    /// Which lines of the core the tests reach
    Coverage,
    /// ThreadSanitizer over a million checks (nightly)
    Threads,
    /// Licences, sources and known vulnerabilities of what is built in
    Supply,
    /// Two builds in two folders produce the same bytes
    Reproducible,
    /// The npm package in small projects: bundlers, servers, test runners, frameworks
    Hosts {
        /// Folders of bindings-wasm/hosts; all by default
        names: Vec<String>,
    },
    /// The Python package on a Spark cluster: what a row takes, over 8 to 64 partitions
    Cluster {
        /// How many requests
        #[arg(default_value_t = 2_000_000, value_parser = value_parser!(u32).range(1..))]
        rows: u32,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Target {
    /// Bytes as the body of every operation
    Check,
    /// The reader against serde_json
    Reader,
    /// Requests against the naive model
    Model,
    /// Facts and policies from bytes
    Host,
    /// The C calls in random order
    CCalls,
    /// Corrupt Arrow streams
    Arrow,
    /// Policies with policy rules, against the naive model
    Policies,
    /// What may be given, and how to mend a body
    Repairs,
}

/// Runs a chore; each installs what it needs and says so.
pub(crate) fn run(chore: &Chore) -> Result {
    if let Chore::All(arguments) = chore {
        return proofs::run(arguments);
    }
    shell::run(&mut program(chore))
}

/// What does a chore; prints a line `result: …` at the end, which [`proofs`] keeps.
pub(crate) fn program(chore: &Chore) -> Command {
    match chore {
        Chore::All(_) => command("cargo xtask soak all"),
        Chore::JsonSuite => {
            command("cargo test -q -p paylint-tests --test json_suite -- --nocapture")
        }
        Chore::Fuzz { minutes, targets } => {
            let mut fuzz = with("fuzz.sh", minutes);
            for target in targets.iter().filter_map(Target::to_possible_value) {
                fuzz.arg(target.get_name());
            }
            fuzz
        }
        Chore::FuzzMinimise => with("fuzz.sh", "minimise"),
        Chore::Identity { cases } => with("identity.sh", cases),
        Chore::Agreement { cases, seed } => {
            let test = "-p paylint-tests --test agreement -- --nocapture";
            let mut agreement = command(&format!("cargo test -q --release {test}"));
            agreement.env("PAYLINT_CASES", cases.to_string());
            agreement.env("PAYLINT_SEED", seed.to_string());
            agreement
        }
        Chore::Mutants { shard, files } => {
            let mut mutants = with("mutants.sh", shard);
            mutants.args(files);
            mutants
        }
        Chore::Secrets { bodies } => with("secrets.sh", bodies),
        Chore::Panics => script("panics.sh"),
        Chore::Coverage => script("coverage.sh"),
        Chore::Threads => script("threads.sh"),
        Chore::Supply => script("supply.sh"),
        Chore::Reproducible => script("reproducible.sh"),
        Chore::Hosts { names } => {
            let mut hosts = script("hosts.sh");
            hosts.args(names);
            hosts
        }
        Chore::Cluster { rows } => with("cluster.sh", rows),
    }
}

fn with(name: &str, argument: impl ToString) -> Command {
    let mut command = script(name);
    command.arg(argument.to_string());
    command
}

/// `K/N` with K below N.
fn shard(text: &str) -> std::result::Result<String, String> {
    let parts = text.split_once('/').map(|(k, n)| (k.parse::<u32>(), n.parse::<u32>()));
    match parts {
        Some((Ok(k), Ok(n))) if k < n => Ok(text.to_owned()),
        _ => Err("a shard is K/N with K from 0 to N - 1, such as 0/8".to_owned()),
    }
}

/// A path, or a pattern whose first part without `*` is one.
fn existing(path: &str) -> std::result::Result<String, String> {
    let (fixed, _) = path.split_once('*').unwrap_or((path, ""));
    let there = !fixed.is_empty() && root().join(fixed).exists();
    if there { Ok(path.to_owned()) } else { Err("there is no such file or folder".to_owned()) }
}
