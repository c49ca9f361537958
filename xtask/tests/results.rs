//! The fuzzer: its sentence, which adds up what several runs have left behind, and what ends a campaign.
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

/// Its turns would end at once, again and again.
#[test]
fn a_target_that_fails_has_one_turn() {
    for (name, line) in [("broken", "exit 1"), ("finding", "touch \"${9#*=}crash-1\"; exit 77")] {
        let fakes = Fakes::new(&format!("fuzz {name}"));
        fakes.add("check", line);
        let built = fakes.folder().join("soak/fuzz/bin");
        fs::create_dir_all(&built).unwrap();
        fs::rename(fakes.folder().join("check"), built.join("check")).unwrap();
        let output = script(&fakes, &["xtask/scripts/fuzz.sh", "1", "check"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = errors(&output);
        assert!(said.contains("check is stopped, exit status "), "{said}");
        assert_eq!(said.contains("findings are in "), name == "finding", "{said}");
        assert_eq!(fakes.calls().lines().count(), 1, "{}", fakes.calls());
    }
}
