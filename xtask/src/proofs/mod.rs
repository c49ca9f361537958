//! `cargo xtask soak all`: the proofs of docs/reliability.md, one after another, and their results.
//!
//! A result counts for the sources that it was taken of, so that no page mixes days: each is kept
//! with their digest, and a proof that has one is not run again. `digest.sh` says which sources a
//! proof is about.

mod kept;
mod page;

use crate::Result;
use crate::shell::{self, command, root, say};
use crate::soak::{self, Chore};
use kept::{Kept, Results};
use std::env;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The proofs to run; all by default
    #[arg(value_parser = named)]
    names: Vec<String>,
    /// Begin nothing new after so many minutes
    #[arg(long)]
    minutes: Option<u64>,
    /// Where to write the results
    #[arg(long, default_value = "docs/reliability.md", value_name = "FILE")]
    page: PathBuf,
}

/// What `cargo xtask soak NAME` shows.
struct Proof {
    name: &'static str,
    /// As the page says it, after the number of its section.
    claim: &'static str,
    /// What to run, in parts that a sitting has time for.
    parts: Vec<Chore>,
}

/// Minutes of a processor for each target of the fuzzer.
pub(crate) const FUZZ_MINUTES: u32 = 120;
/// Of these in a part, which takes half an hour with two processors.
const FUZZ_PART: u32 = 6;
/// A shard of so many takes some minutes, but for the first, which compiles what all run.
const SHARDS: u32 = 8;

/// In the order of the page.
fn proofs() -> Vec<Proof> {
    let proof = |name, claim, parts| Proof { name, claim, parts };
    let one = |name, claim, part| Proof { name, claim, parts: vec![part] };
    // Every part brings all targets to so many minutes.
    let minutes = (FUZZ_PART..=FUZZ_MINUTES).step_by(FUZZ_PART as usize);
    let fuzz = minutes.map(|minutes| Chore::Fuzz { minutes, targets: Vec::new() });
    let shards = (0..SHARDS).map(|shard| format!("{shard}/{SHARDS}"));
    let shards = shards.map(|shard| Chore::Mutants { shard, files: Vec::new() });
    vec![
        one("json-suite", "1. JSON is read as RFC 8259 says", Chore::JsonSuite),
        proof("fuzz", "2. No input makes anything fail", fuzz.collect()),
        one("identity", "3. All bindings give one report", Chore::Identity { cases: 100_000 }),
        one(
            "agreement",
            "3. The engine decides as the naive model does",
            Chore::Agreement { cases: 1_000_000, seed: 20_261_122 },
        ),
        proof("mutants", "4. The tests notice a changed line", shards.collect()),
        one("coverage", "5. The tests reach every line", Chore::Coverage),
        one("panics", "6. No panic, no recursion, a bounded stack", Chore::Panics),
        one("threads", "7. No data race", Chore::Threads),
        one("secrets", "8. No secret in any output", Chore::Secrets { bodies: 1_000_000 }),
        one("supply", "9. What is built in is known", Chore::Supply),
        one("hosts", "9. The npm package works where it is used", Chore::Hosts { names: vec![] }),
        one("reproducible", "9. Builds are reproducible", Chore::Reproducible),
        one("cluster", "10. A cluster takes no more", Chore::Cluster { rows: 2_000_000 }),
    ]
}

fn named(name: &str) -> std::result::Result<String, String> {
    let names: Vec<_> = proofs().iter().map(|proof| proof.name).collect();
    if names.contains(&name) {
        Ok(name.to_owned())
    } else {
        Err(format!("the proofs are {}", names.join(", ")))
    }
}

/// Runs what has no result for the present sources, and writes the page after each part.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let end = arguments.minutes.map(|it| Instant::now() + Duration::from_secs(60 * it));
    let all = proofs();
    let digests = all.iter().map(|proof| Ok((proof.name, digest(proof.name)?)));
    let digests = digests.collect::<std::result::Result<_, String>>()?;
    let results = Results::new(folder(), shell::output(&mut shell::script("digest.sh"))?, digests);
    let page = root().join(&arguments.page);
    page::write(&page, &all, &results)?;
    let asked =
        |it: &&Proof| arguments.names.is_empty() || arguments.names.iter().any(|n| n == it.name);
    let mut order: Vec<_> = all.iter().filter(asked).collect();
    // What takes days comes last.
    order.sort_by_key(|proof| proof.parts.len());
    let mut failed = Vec::new();
    for proof in order {
        while let Some(part) = proof.parts.get(results.done(proof.name)) {
            if end.is_some_and(|end| Instant::now() >= end) {
                say("the time is over: the next run goes on here");
                return outcome(&failed);
            }
            let is_good = run_part(proof, part, &results)?;
            page::write(&page, &all, &results)?;
            if !is_good {
                failed.push(proof.name);
                break;
            }
        }
    }
    outcome(&failed)
}

fn outcome(failed: &[&str]) -> Result {
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// Runs a part and keeps its result; false if it fails. An error if nothing can be kept.
fn run_part(proof: &Proof, part: &Chore, results: &Results) -> std::result::Result<bool, String> {
    let number = results.done(proof.name) + 1;
    say(&format!("{}, part {number} of {}", proof.name, proof.parts.len()));
    let mut sentence = None;
    let ended = shell::listen(&mut soak::program(part), |line| {
        if let Some(said) = line.strip_prefix("result: ") {
            sentence = Some(said.trim().to_owned());
        }
    });
    if digest(proof.name)? != results.sources_of(proof.name) {
        return Err(format!(
            "the sources changed while {} ran, so its result is of neither",
            proof.name
        ));
    }
    let sentence = ended.and_then(|()| sentence.ok_or_else(|| "it says no result".to_owned()));
    let (today, machine) = (shell::output(&mut command("date -u +%F"))?, machine()?);
    match sentence {
        Ok(sentence) => {
            results.keep(proof.name, &Kept::passed(number, sentence, today, machine))?;
            Ok(true)
        }
        Err(error) => {
            eprintln!("{}: {error}", proof.name);
            results.keep(proof.name, &Kept::failed(number - 1, today, machine))?;
            Ok(false)
        }
    }
}

/// Where results are kept from one run to the next, and from one machine to another: with the page.
fn folder() -> PathBuf {
    let named = shell::folder("SOAK_FOLDER").map(|folder| folder.join("results"));
    named.unwrap_or_else(|| root().join("docs/proofs"))
}

/// The digest of the sources that a proof is about, as they are.
fn digest(proof: &str) -> std::result::Result<String, String> {
    shell::output(shell::script("digest.sh").arg(proof))
}

/// The machine in a few words.
fn machine() -> std::result::Result<String, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let system = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = system.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.map_or(env::consts::OS, |name| name.trim_matches('"'));
    let rustc = shell::output(&mut command("rustc --version"))?;
    let rustc = rustc.split(" (").next().unwrap_or_default();
    Ok(format!("{cores} cores, {name} ({}), {rustc}", env::consts::ARCH))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::Target;
    use clap::{CommandFactory, Parser};

    /// The page says `cargo xtask soak NAME`, and by default that is what ran.
    #[test]
    fn a_proof_has_the_name_of_its_chore_and_its_defaults() {
        let chores = crate::Arguments::command();
        let soak = chores.find_subcommand("soak").unwrap();
        for proof in proofs() {
            assert!(soak.find_subcommand(proof.name).is_some(), "{}", proof.name);
            let arguments = crate::Arguments::parse_from(["xtask", "soak", proof.name]);
            let crate::Chore::Soak(chore) = arguments.chore else { panic!("not a long test") };
            if let [part] = &proof.parts[..] {
                let [run, shown] =
                    [part, &chore].map(|chore| format!("{:?}", soak::program(chore)));
                assert_eq!(run, shown);
            }
        }
    }

    #[test]
    fn every_target_and_every_mutant_has_a_part() {
        use clap::ValueEnum;
        let all = proofs();
        let parts = |name| &all.iter().find(|proof| proof.name == name).unwrap().parts;
        let Some(last @ Chore::Fuzz { minutes: 120, .. }) = parts("fuzz").last() else {
            panic!("not two hours of each")
        };
        // Without names after the minutes it takes all that it knows.
        assert_eq!(soak::program(last).get_args().skip(1).collect::<Vec<_>>(), ["120"]);
        let script = std::fs::read_to_string(root().join("xtask/scripts/fuzz.sh")).unwrap();
        let known = script.lines().find_map(|it| it.strip_prefix("all=(")?.strip_suffix(')'));
        let targets = Target::value_variants().iter().filter_map(Target::to_possible_value);
        let targets: Vec<_> = targets.map(|it| it.get_name().to_owned()).collect();
        assert_eq!(known.unwrap(), targets.join(" "));
        assert_eq!(parts("mutants").len(), 8);
    }
}
