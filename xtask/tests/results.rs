//! The sentences of the fuzzer and of the mutants, which add up what several runs have left behind.
#![cfg(unix)]

#[allow(dead_code, reason = "not every test needs all of it")]
mod fakes;

use fakes::{Fakes, errors};
use std::env;
use std::fs;
use std::process::Command;

/// A script of `xtask/scripts` with the fakes before the machine's own commands.
fn script(fakes: &Fakes, arguments: &[&str]) -> Command {
    let path = env::var_os("PATH").unwrap();
    let path = std::iter::once(fakes.folder().to_owned()).chain(env::split_paths(&path));
    let mut command = fakes.command("bash", arguments);
    command.env("PATH", env::join_paths(path).unwrap());
    command.env("SOAK_FOLDER", fakes.folder().join("soak")).env("SOAK_BUILT", "1");
    command.env("CARGO_TARGET_DIR", fakes.folder().join("target"));
    command
}

/// The last line that a script prints.
fn result(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn minutes_of_the_fuzzer_count_for_the_same_sources() {
    let fakes = Fakes::new("fuzz");
    let digest = script(&fakes, &["xtask/scripts/digest.sh"]).output().unwrap();
    let digest = String::from_utf8(digest.stdout).unwrap();
    let soak = fakes.folder().join("soak/fuzz");
    for target in ["check", "reader"] {
        fs::create_dir_all(soak.join("corpus").join(target)).unwrap();
    }
    let logs = [
        (digest.trim(), "check.1", 700, "50.5 4.5"),
        (digest.trim(), "check.2", 34, "30 5"),
        (digest.trim(), "reader.1", 1_000_000, "60 0"),
        ("0123456789abcdef", "check.3", 5_000_000, "6000 0"),
    ];
    for (sources, name, inputs, cpu) in logs {
        let folder = soak.join("log").join(sources);
        fs::create_dir_all(&folder).unwrap();
        let log = format!("stat::number_of_executed_units: {inputs}\ncpu: {cpu}\n");
        fs::write(folder.join(name), log).unwrap();
    }
    // A target that has had its minutes isn't run; there is none to run.
    let mut fuzz = script(&fakes, &["xtask/scripts/fuzz.sh", "1", "check", "reader"]);
    assert_eq!(
        result(&mut fuzz),
        "result: 1000734 inputs in 2 minutes of a processor, and no fault (734 check, 1000000 reader)"
    );
    let found = soak.join("found").join(digest.trim()).join("check-crash-1");
    fs::write(found, "").unwrap();
    assert_eq!(fuzz.output().unwrap().status.code(), Some(1));
}

/// Six mutants in two shards: a pass lists what it has caught, and what the passes before it caught.
#[test]
fn mutants_of_all_shards_are_added_up() {
    let fakes = Fakes::new("mutants");
    fakes.add("cargo-mutants", "");
    fakes.add(
        "cargo",
        r#"case "$*" in *--list*) printf '%s\n' 1 2 3 4 5 6; exit ;; esac
while [ "$1" != -o ]; do shift; done
shard=${2##*/}; out=$2/mutants.out
first=; [ -d "$out" ] || first=1
rm -rf "$out"; mkdir -p "$out"; cd "$out"
touch caught.txt unviable.txt missed.txt timeout.txt previously_caught.txt
case $shard$first in
shard-0*1) echo one >unviable.txt; echo two >caught.txt; echo three >missed.txt ;;
shard-0*) printf '%s\n' one two >previously_caught.txt; echo three >caught.txt ;;
*1) echo four >caught.txt; echo five >missed.txt; echo six >timeout.txt; exit 2 ;;
*) echo four >previously_caught.txt; echo five >missed.txt; echo six >timeout.txt; exit 3 ;;
esac"#,
    );
    let soak = fakes.folder().join("soak/mutants");
    for count in [3_000, 30_000] {
        let cases = soak.join(format!("cases-{count}"));
        fs::create_dir_all(&cases).unwrap();
        fs::write(cases.join("model"), "a line\n").unwrap();
    }
    for (shard, sentence) in [
        (
            "0/2",
            "result: 3 of 6 mutants tried: 2 caught, 1 don't compile, 0 survive, 0 run over time",
        ),
        (
            "1/2",
            "result: 6 of 6 mutants tried: 3 caught, 1 don't compile, 1 survive, 1 run over time",
        ),
    ] {
        assert_eq!(result(&mut script(&fakes, &["xtask/scripts/mutants.sh", shard])), sentence);
    }
}
