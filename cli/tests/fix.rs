//! `check --fix`: how it writes, and what it says. What it changes, `transcripts/fix.md` shows.

#![cfg(unix)]

mod common;

use common::{Run, folder, run, scratch, text};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const BODY: &str = "{\n  \"client\": { \"email\": \"ada@mail.example\", \"country\": \"lv\" },\n  \
    \"products\": [ { \"title\": \"Tea\", \"price\": \"5.00\" } ],\n  \"skip_capture\": \"false\"\n}\n";

/// The body with the safe changes made.
fn fixed() -> String {
    BODY.replace("\"lv\"", "\"LV\"").replace("\"5.00\"", "5")
}

const FACTS: [&str; 4] = ["--fact", "terminal=standard", "--fact", "merchant.avs_permission=false"];

/// Checks orders with these arguments.
fn check(arguments: &[&str], input: &str) -> Run {
    run(&[&["check", "--operation", "order"], &FACTS[..], arguments].concat(), input.as_bytes())
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

/// An empty folder, with the body in a file.
fn body_in(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let file = folder.join("order.json");
    fs::write(&file, BODY).unwrap();
    (folder, file)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_fixed_in_place_and_the_rest_is_said() {
    let (folder, file) = body_in("fix-place");
    let Run { code, out, err } = check(&["--fix", text(&file)], "");
    assert_eq!((read(&file), err), (fixed(), format!("note: fixed {}\n", file.display())));
    assert!(out.contains("error[field.type]") && !out.contains("code.country"), "{out}");
    assert_eq!((code, names_in(&folder)), (Some(1), vec!["order.json".to_owned()]));
    // `--unsafe-fixes` implies `--fix`.
    let Run { code, out, .. } = check(&["--unsafe-fixes", text(&file)], "");
    assert_eq!((code, read(&file)), (Some(0), fixed().replace("\"false\"", "false")));
    assert!(out.starts_with("accept "), "{out}");
    // What needs no fix isn't written.
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    let Run { code, err, .. } = check(&["--unsafe-fixes", text(&file)], "");
    assert_eq!((code, err), (Some(0), String::new()));
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
    // Nor is a diff shown, and of several files each is fixed.
    assert_eq!(check(&["--fix", "--diff", "-"], &fixed()).out, "");
    let (folder, file) = body_in("fix-several");
    fs::write(folder.join("other.json"), BODY).unwrap();
    check(&["--fix", text(&folder)], "");
    assert_eq!([read(&file), read(&folder.join("other.json"))], [fixed(), fixed()]);
}

/// The diff has the bytes of the body, so that `patch` applies it.
#[test]
fn diff_keeps_bytes_and_colours_on_request() {
    let file = scratch("fix-bytes.json", b"{\"a\": \"\xe9\xff\"}\n");
    let mut command = common::paylint();
    command.args(["check", "--operation", "reversal", "--unsafe-fixes", "--diff"]).arg(&file);
    let output = command.output().unwrap();
    assert!(output.stdout.ends_with(b"-{\"a\": \"\xe9\xff\"}\n"), "{:?}", output.stdout);
    let output = command.env("CLICOLOR_FORCE", "1").output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("\u{1b}[31m-{") && out.contains("\u{1b}[36m@@"), "{out}");
}

/// With more findings than can be compared, no change is tried, and that is said.
#[test]
fn a_body_with_too_many_findings_is_left_alone() {
    let body = format!("{{\"products\":[{}]}}", vec!["{}"; 70_000].join(","));
    let file = scratch("fix-many.json", body.as_bytes());
    let Run { err, .. } = check(&["--fix", "--format", "json", text(&file)], "");
    let name = file.display();
    let expected =
        format!("note: nothing was changed in {name}: it is too long, or has too many findings\n");
    assert_eq!((err, read(&file) == body), (expected, true));
    let body = format!("{{\"products\":[{}]}}", vec!["{\"price\":\"5\"}"; 3_000].join(","));
    let Run { out, .. } = check(&["--fixes", "--format", "json"], &body);
    assert!(out.trim_end().ends_with(",\"complete\":false}}"), "{}", &out[out.len() - 100..]);
    assert!(check(&["--fixes"], &body).out.contains("… and not every fix was looked for"));
    // One that is too large was only counted.
    let policy = scratch("fix-large.json", br#"{"max_body_bytes":20}"#);
    let Run { out, .. } = check(&["--fixes", "--format", "json", "--policy", text(&policy)], BODY);
    let expected = r#""fixes":{"fixes":[],"unfixable":[{"rule":"json.too_large","path":""}]}}"#;
    assert!(out.trim_end().ends_with(expected), "{out}");
}

#[test]
fn unwritable_file_is_kept_and_reported() {
    let (folder, file) = body_in("fix-read-only");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let compressed = folder.join("order.json.gz");
    fs::write(&compressed, common::gz(BODY.as_bytes())).unwrap();
    for (file, why) in [(&file, "is read-only\n"), (&compressed, "is compressed; add --stdout")] {
        let before = fs::read(file).unwrap();
        let Run { code, out, err } = check(&["--fix", text(file)], "");
        assert!(
            err.starts_with(&format!("error: cannot write {}: it {why}", file.display())),
            "{err}"
        );
        assert!(code == Some(2) && out.contains("warning[field.number_as_string]"), "{out}");
        assert_eq!((fs::read(file).unwrap(), names_in(&folder).len()), (before, 2));
        assert_eq!(check(&["--fix", "--stdout", text(file)], "").out, fixed());
    }
}

#[test]
fn the_mode_the_owner_and_a_symbolic_link_stay() {
    let (folder, file) = body_in("fix-mode");
    let [link, far] = ["link.json", "far.json"].map(|name| folder.join(name));
    symlink("order.json", &link).unwrap();
    symlink(&link, &far).unwrap();
    // Only root can give a file away, so as somebody else there is little to see.
    _ = chown(&file, Some(4711), Some(4712));
    for (mode, path) in [(0o640, &file), (0o604, &link), (0o4755, &far)] {
        fs::write(&file, BODY).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let before = fs::metadata(&file).unwrap();
        check(&["--fix", text(path)], "");
        let after = fs::symlink_metadata(&file).unwrap();
        assert_eq!((read(&file), after.is_symlink()), (fixed(), false));
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_eq!(after.permissions().mode() & 0o7777, mode);
        assert!([&link, &far].iter().all(|path| fs::symlink_metadata(path).unwrap().is_symlink()));
    }
    assert_eq!(names_in(&folder), ["far.json", "link.json", "order.json"]);
}

/// A user who may write to the folder could replace the file, but not write to it.
#[test]
fn a_file_of_somebody_else_is_not_replaced() {
    let (folder, file) = body_in("fix-of-another");
    if fs::metadata(&file).unwrap().uid() != 0 {
        return;
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let (mut command, _folder) =
        common::unprivileged(&["check", "--operation", "order", "--fix", "order.json"]);
    let output = command.current_dir(&folder).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("error: cannot write order.json: Permission denied"), "{err}");
    assert_eq!((output.status.code(), read(&file)), (Some(2), BODY.to_owned()));
    assert_eq!(names_in(&folder), ["order.json"]);
}

#[test]
fn a_hard_link_is_taken_apart_and_said() {
    let (folder, file) = body_in("fix-hard-link");
    let other = folder.join("other.json");
    fs::hard_link(&file, &other).unwrap();
    let Run { err, .. } = check(&["--fix", text(&file)], "");
    let name = file.display();
    let expected = format!(
        "note: fixed {name}\nnote: {name} had 2 hard links; the other names still have the old content\n"
    );
    assert_eq!((err, read(&other), read(&file)), (expected, BODY.to_owned(), fixed()));
}

/// A file that may not grow stands for a disk that is full.
#[test]
fn a_full_disk_leaves_the_file_as_it_is() {
    let (folder, file) = body_in("fix-full");
    let command = format!(
        "trap '' XFSZ; ulimit -f 0; exec {} check --operation order --fix {}",
        env!("CARGO_BIN_EXE_paylint"),
        file.display(),
    );
    let output = std::process::Command::new("sh").args(["-c", &command]).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("error: cannot write ") && err.contains("File too large"), "{err}");
    assert_eq!((read(&file), names_in(&folder)), (BODY.to_owned(), vec!["order.json".into()]));
}

/// The name and the age of a file don't say whose it is.
#[test]
fn files_of_others_are_never_removed() {
    let (folder, file) = body_in("fix-left");
    let policy = folder.join(".paylint-policy.json");
    let old = fs::File::create(&policy).unwrap();
    (&old).write_all(b"{}").unwrap();
    old.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    symlink("nowhere", folder.join(".paylint-link")).unwrap();
    check(&["--fix", "--policy", text(&policy), text(&file)], "");
    let names = [".paylint-link", ".paylint-policy.json", "order.json"];
    assert_eq!((names_in(&folder), read(&file)), (names.map(str::to_owned).into(), fixed()));
}

/// Replacing the bytes that a log names makes the change.
#[test]
fn a_log_has_the_replacements() {
    let body = BODY.replace("Tea", "Tēa").replace("\"skip", "\"language\": null,\n  \"skip");
    let Run { out, .. } = check(&["--format", "sarif"], &body);
    let log: Value = serde_json::from_str(&out).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fixes = results.iter().flat_map(|result| result["fixes"].as_array()).flatten();
    let seen = fixes.map(|fix| {
        let mut edited = body.clone().into_bytes();
        let replacements = fix["artifactChanges"][0]["replacements"].as_array().unwrap();
        for replacement in replacements.iter().rev() {
            let region = &replacement["deletedRegion"];
            let [at, length] = ["byteOffset", "byteLength"]
                .map(|member| usize::try_from(region[member].as_u64().unwrap()).unwrap());
            let inserted = replacement["insertedContent"]["text"].as_str().unwrap();
            edited.splice(at..at + length, inserted.bytes());
        }
        let description = fix["description"]["text"].as_str().unwrap().to_owned();
        (description, String::from_utf8(edited).unwrap())
    });
    let expected = [
        ("replace `/products/0/price` (safe)", body.replace("\"5.00\"", "5")),
        (
            "replace `/skip_capture` (unsafe: only if you mean it)",
            body.replace("\"false\"", "false"),
        ),
        ("remove `/language` (safe)", body.replace("\"language\": null,\n  ", "")),
        ("replace `/client/country` (safe)", body.replace("\"lv\"", "\"LV\"")),
    ];
    assert_eq!(seen.collect::<Vec<_>>(), expected.map(|(text, body)| (text.to_owned(), body)));
    // Only the sender knows the value of a placeholder.
    let Run { out, .. } = check(&["--format", "sarif"], "{\"products\": []}");
    assert!(!out.contains("\"fixes\""), "{out}");
}
