//! The command as people meet it: what they type, and what they see. `PAYLINT_BLESS=1` writes the transcripts anew.

#![cfg(unix)]

mod common;

use common::{folder, in_workspace, shell};
use paylint::Engine;
use paylint_tests::workspace::{blocks, read};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Whether a line is as shown: `[..]` stands for any text.
fn is_line(shown: &str, wrote: &str) -> bool {
    let Some((before, after)) = shown.split_once("[..]") else { return shown == wrote };
    let Some(rest) = wrote.strip_prefix(before) else { return false };
    (0..=rest.len()).filter_map(|at| rest.get(at..)).any(|rest| is_line(after, rest))
}

/// Whether lines are as shown: `...` stands for any lines.
fn are_lines(shown: &[&str], wrote: &[&str]) -> bool {
    match (shown, wrote) {
        (["...", rest @ ..], _) => (0..=wrote.len()).any(|at| are_lines(rest, &wrote[at..])),
        ([line, rest @ ..], [first, others @ ..]) => {
            is_line(line, first) && are_lines(rest, others)
        }
        _ => shown == wrote,
    }
}

/// A command, its exit code unless that is 0, and its output, as a transcript shows them.
fn transcribed(folder: &Path, line: &str, engine: &Engine) -> String {
    let output = shell(folder, &format!("{line} 2>&1"));
    let code = match output.status.code() {
        Some(0) => String::new(),
        code => format!("? {}\n", code.expect("an exit code")),
    };
    let wrote = String::from_utf8(output.stdout).expect("output in UTF-8");
    // They change with every rule and message, and no page should.
    let wrote = wrote.replace(&engine.rules_fingerprint().to_string(), "[RULES]");
    let wrote = wrote.replace(&engine.policy_fingerprint().to_string(), "[DEFAULT]");
    format!("{line}\n{code}{wrote}").trim_end().to_owned()
}

/// A folder with the transcripts' files, and with the policy of docs/policies.md and its tests.
fn files() -> PathBuf {
    let folder = folder("transcripts");
    for file in fs::read_dir(in_workspace("cli/tests/transcripts/files")).unwrap() {
        let file = file.unwrap();
        symlink(file.path(), folder.join(file.file_name())).unwrap();
    }
    let page = read("docs/policies.md");
    let policy = blocks(&page, "json").into_iter().find(|block| block.contains("custom.titles"));
    fs::write(folder.join("shop.json"), policy.unwrap()).unwrap();
    fs::write(folder.join("tests.ndjson"), blocks(&page, "ndjson")[0].to_owned() + "\n").unwrap();
    folder
}

#[test]
fn commands_write_what_is_shown() {
    let (mut commands, engine, folder) = (0, Engine::default(), files());
    for entry in fs::read_dir(in_workspace("cli/tests/transcripts")).unwrap() {
        let page = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(&page) else { continue };
        let (mut renewed, mut new) = (text.clone(), Vec::new());
        for shown in blocks(&text, "console").iter().flat_map(|block| block.split("\n\n$ ")) {
            let shown = shown.trim_start_matches("$ ");
            let wrote = transcribed(&folder, shown.lines().next().unwrap(), &engine);
            let [lines, written] = [shown, &wrote].map(|text| Vec::from_iter(text.lines()));
            if !are_lines(&lines, &written) {
                renewed = renewed.replace(shown, &wrote);
                new.push(wrote);
            }
            commands += 1;
        }
        if std::env::var_os("PAYLINT_BLESS").is_some() {
            fs::write(&page, &renewed).unwrap();
            continue;
        }
        let page = page.display();
        assert!(new.is_empty(), "{page}: `cargo xtask bless` renews it\n{}", new.join("\n\n"));
    }
    assert!(commands >= 60, "{commands} commands");
}
