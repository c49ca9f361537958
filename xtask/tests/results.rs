//! The fuzzer: its sentence, which adds up what several runs have left behind, and what ends a campaign.
#![cfg(unix)]

#[allow(dead_code, reason = "not every test needs all of it")]
mod fakes;

use fakes::{Fakes, errors};
use std::env;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

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
    let digest = |target| {
        let output = script(&fakes, &["xtask/scripts/digest.sh", "fuzz", target]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let (check, reader) = (digest("check"), digest("reader"));
    let soak = fakes.folder().join("soak/fuzz");
    for target in ["check", "reader"] {
        fs::create_dir_all(soak.join("corpus").join(target)).unwrap();
    }
    let logs = [
        ("check", &*check, "turn.1", 700, "50.5 4.5"),
        ("check", &check, "turn.2", 34, "30 5"),
        ("reader", &reader, "turn.1", 1_000_000, "60 0"),
        ("check", "0123456789abcdef", "turn.3", 5_000_000, "6000 0"),
    ];
    for (target, sources, name, inputs, cpu) in logs {
        let folder = soak.join("log").join(target).join(sources);
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
    // Nor is it run where only what was kept is left.
    let kept = fakes.folder().join("soak/results/fuzz.known");
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    let keep = |text: String| fs::write(&kept, text).unwrap();
    keep(format!("check {check} 3000000000 120.5\nreader {reader} 7 60.000\n"));
    fs::remove_dir_all(soak.join("log")).unwrap();
    assert_eq!(
        result(&mut fuzz),
        "result: 3000000007 inputs in 3 minutes of a processor, and no fault (3000000000 check, 7 reader)"
    );
    // What is kept adds to what is here only what is missing.
    keep(format!("check {check} 3000000006 130.5\nreader {reader} 5 50.000\n"));
    assert_eq!(
        result(&mut fuzz),
        "result: 3000000013 inputs in 3 minutes of a processor, and no fault (3000000006 check, 7 reader)"
    );
    // Nor does what was kept of one target count for another, or of a file in another form.
    keep(format!("{reader}\n\ncheck {reader} 9 1000\nreader 9 1000\n"));
    assert_eq!(
        result(&mut fuzz),
        "result: 3000000013 inputs in 3 minutes of a processor, and no fault (3000000006 check, 7 reader)"
    );
    let found = soak.join("found/check").join(check).join("crash-1");
    fs::write(found, "").unwrap();
    assert_eq!(fuzz.output().unwrap().status.code(), Some(1));
}

/// A target of the fuzzer that does this.
fn fuzzing(name: &str, line: &str) -> Fakes {
    let fakes = Fakes::new(&format!("fuzz {name}"));
    fakes.add("check", line);
    let built = fakes.folder().join("soak/fuzz/bin");
    fs::create_dir_all(&built).unwrap();
    fs::rename(fakes.folder().join("check"), built.join("check")).unwrap();
    fakes
}

/// What comes within a minute.
fn until<T>(is_there: impl Fn() -> Option<T>) -> Option<T> {
    (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        is_there()
    })
}

/// libFuzzer prints how many inputs it has tried when it is ended.
#[test]
fn the_minutes_of_a_campaign_that_is_ended_count() {
    let ended = "trap 'echo stat::number_of_executed_units: 9; exit 72' TERM; timeout 1 yes >/dev/null; touch \"$1/began\"; sleep 60 & wait";
    let fakes = fuzzing("ended", ended);
    let mut fuzz = script(&fakes, &["xtask/scripts/fuzz.sh", "1", "check"]);
    let mut campaign = fuzz.process_group(0).spawn().unwrap();
    let began = fakes.folder().join("soak/fuzz/corpus/check/began");
    until(|| began.exists().then_some(())).unwrap();
    let group = format!("-{}", campaign.id());
    assert!(Command::new("kill").args(["-TERM", "--", &group]).status().unwrap().success());
    campaign.wait().unwrap();
    let kept = fakes.folder().join("soak/results/fuzz.known");
    let line = until(|| fs::read_to_string(&kept).ok()?.lines().next().map(str::to_owned));
    let inputs = line.as_deref().and_then(|it| it.strip_prefix("check ")?.split(' ').nth(1));
    assert_eq!(inputs, Some("9"), "{line:?}");
}

/// Its turns would end at once, again and again.
#[test]
fn a_target_that_fails_has_one_turn() {
    for (name, line) in [("broken", "exit 1"), ("finding", "touch \"${9#*=}crash-1\"; exit 77")] {
        let fakes = fuzzing(name, line);
        let output = script(&fakes, &["xtask/scripts/fuzz.sh", "1", "check"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = errors(&output);
        assert!(said.contains("check is stopped, exit status "), "{said}");
        assert_eq!(said.contains("findings are in "), name == "finding", "{said}");
        assert_eq!(fakes.calls().lines().count(), 1, "{}", fakes.calls());
    }
}

/// Another machine sees only the minutes, not the finding, so it would report that there was no fault.
#[test]
fn minutes_of_a_target_with_a_finding_are_not_kept() {
    let turn = "timeout 1 yes >/dev/null; echo stat::number_of_executed_units: 9";
    let finding = r#"[ ! -e "$1/before" ] || touch "${9#*=}crash-1"; touch "$1/before""#;
    let fakes = fuzzing("kept", &format!("{turn}; {finding}"));
    let kept = fakes.folder().join("soak/results/fuzz.known");
    script(&fakes, &["xtask/scripts/fuzz.sh", "1", "check"]).output().unwrap();
    assert_eq!(fakes.calls().lines().count(), 2);
    assert_eq!(fs::read_to_string(kept).unwrap(), "");
}
