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
    let digest = script(&fakes, &["xtask/scripts/digest.sh", "fuzz"]).output().unwrap();
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

/// Six mutants in two shards, each tried by one set of tests after another until one catches it.
#[test]
fn mutants_of_all_shards_are_added_up() {
    let fakes = Fakes::new("mutants");
    fakes.add("cargo-mutants", "");
    fakes.add(
        "cargo",
        r#"case "$*" in
run*) shift 8; mkdir -p "$1"; echo a line >"$1/model"; exit ;;
clean*) exit ;;
*--list*) for name in one two three four five six; do echo "core/src/a.rs:1:1: $name"; done; exit ;;
esac
while [ "$1" != -o ]; do shift; done
cd "$2"; rm -rf mutants.out.old; mv mutants.out mutants.out.old
mkdir mutants.out
to() { # list, names
    list=mutants.out/$1.txt; shift
    for name in "$@"; do
        line="core/src/a.rs:1:1: $name"
        grep -qxF "$line" mutants.out.old/previously_caught.txt || echo "$line" >>"$list"
    done
}
case "$*" in
*--test=outcomes*) to unviable one; to caught two; to timeout six; to missed three four five ;;
*--lib*) to caught three; to missed four five ;;
*) to caught four; to missed five ;;
esac
exit 2"#,
    );
    let last = |shard: &str| {
        let output = script(&fakes, &["xtask/scripts/mutants.sh", shard]).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let said = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<_> = said.lines().rev().take(3).map(str::to_owned).collect();
        let [result, survivor, row] = &lines[..] else { panic!("{said}") };
        assert_eq!(survivor, "core/src/a.rs:1:1: five");
        (row.clone(), result.clone())
    };
    let (row, result) = last("0/2");
    assert_eq!(row, "| `core/src/a.rs` | 3 | 1 |  | 1 |  | 1 |");
    let sentence = "1 caught, 1 don't compile, 0 run over time, 1 survive";
    assert_eq!(result, format!("result: 3 of 6 mutants tried: {sentence}"));
    let (row, result) = last("1/2");
    assert_eq!(row, "| `core/src/a.rs` | 6 | 1 | 1 | 2 | 1 | 1 |");
    let sentence = "3 caught, 1 don't compile, 1 run over time, 1 survive";
    assert_eq!(result, format!("result: 6 of 6 mutants tried: {sentence}"));
}
