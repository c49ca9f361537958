//! `check --fix`: what it changes, how it writes, and what it says.

mod common;

use common::{Run, folder, run, scratch, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

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

/// A folder of its own, with the body in a file.
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
    assert_eq!(read(&file), fixed());
    assert_eq!(err, format!("note: fixed {}\n", file.display()));
    assert!(out.contains("error[field.type]") && !out.contains("code.country"), "{out}");
    assert_eq!(code, Some(1));
    assert_eq!(names_in(&folder), ["order.json"]);
    // `--unsafe-fixes` implies `--fix`.
    let Run { code, out, .. } = check(&["--unsafe-fixes", text(&file)], "");
    assert_eq!(read(&file), fixed().replace("\"false\"", "false"));
    assert!(out.starts_with("accept "), "{out}");
    assert_eq!(code, Some(0));
    // What needs no fix isn't written.
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    let Run { code, err, .. } = check(&["--unsafe-fixes", text(&file)], "");
    assert_eq!((code, err), (Some(0), String::new()));
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
}

#[test]
fn a_diff_writes_nothing() {
    let (_, file) = body_in("fix-diff");
    let Run { code, out, err } = check(&["--fix", "--diff", text(&file)], "");
    assert_eq!(read(&file), BODY);
    assert!(out.contains("-    \"price\"") || out.contains("\"price\": 5"), "{out}");
    assert!(err.contains("error[field.type]") && err.contains("reject "), "{err}");
    assert_eq!(code, Some(1));
    // The exit code is that of the body as it would be.
    let Run { code, err, .. } = check(&["--unsafe-fixes", "--diff", text(&file)], "");
    assert_eq!(code, Some(0), "{err}");
    let Run { out, .. } = check(&["--fix", "--diff", "-"], &fixed());
    assert_eq!(out, "");
}

#[test]
fn a_diff_is_coloured_where_colours_are_wanted() {
    let (_, file) = body_in("fix-colours");
    let Run { out, .. } = check(&["--diff", "--fix", "--color", "always", text(&file)], "");
    assert!(out.contains("\u{1b}[31m-  ") && out.contains("\u{1b}[32m+  "), "{out}");
}

/// The diff has the bytes of the body, so that `patch` applies it.
#[test]
fn a_diff_of_what_is_not_utf_8_has_its_bytes() {
    let folder = folder("fix-bytes");
    let file = folder.join("reversal.json");
    fs::write(&file, b"{\"a\": \"\xe9\xff\"}\n").unwrap();
    let mut command = common::paylint();
    command.args(["check", "--operation", "reversal", "--unsafe-fixes", "--diff"]).arg(&file);
    let output = command.output().unwrap();
    assert!(output.stdout.ends_with(b"-{\"a\": \"\xe9\xff\"}\n"), "{:?}", output.stdout);
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
    let Run { out, .. } = check(&["--fixes"], &body);
    assert!(out.contains("… and not every fix was looked for"));
}

#[test]
fn a_fixed_body_is_printed() {
    let (_, file) = body_in("fix-stdout");
    let Run { code, out, err } = check(&["--fix", "--stdout", text(&file)], "");
    assert_eq!((code, out, read(&file)), (Some(1), fixed(), BODY.to_owned()));
    assert!(err.contains("error[field.type]"), "{err}");
    for input in [BODY, &fixed()] {
        let Run { out, .. } = check(&["--fix", "--stdout"], input);
        assert_eq!(out, fixed());
    }
    let Run { out, err, .. } = check(&["--fix", "--stdout", "--format", "json"], BODY);
    assert_eq!(out, fixed());
    assert!(err.starts_with("{\"verdict\":\"reject\""), "{err}");
    // A reversal has no body.
    let arguments = ["check", "--operation", "reversal", "--fix", "--stdout"];
    assert_eq!(run(&arguments, b"{}").out, "");
}

#[test]
fn standard_input_and_several_files_need_somewhere_to_go() {
    let Run { code, out, err } = check(&["--fix", "-"], BODY);
    assert_eq!((code, &*out), (Some(2), ""));
    assert!(
        err.starts_with("error: standard input can't be fixed in place: add --stdout"),
        "{err}"
    );
    let (folder, file) = body_in("fix-several");
    fs::write(folder.join("other.json"), BODY).unwrap();
    for files in [&[text(&folder)][..], &[text(&file), text(&file)]] {
        let Run { code, err, .. } = check(&[&["--fix", "--stdout"], files].concat(), "");
        assert_eq!(code, Some(2));
        assert!(err.starts_with("error: --stdout prints one body: name one file"), "{err}");
    }
    assert_eq!(check(&["--fix", "--stdout", "--diff", text(&file)], "").code, Some(2));
    let Run { err, .. } = check(&["--fix", text(&folder)], "");
    assert_eq!(err.lines().count(), 2, "{err}");
    assert_eq!(read(&folder.join("other.json")), fixed());
}

#[test]
fn what_cannot_be_written_stays_as_it_is() {
    use std::io::Write;
    let folder = folder("fix-compressed");
    let file = folder.join("order.json.gz");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(BODY.as_bytes()).unwrap();
    let compressed = gz.finish().unwrap();
    fs::write(&file, &compressed).unwrap();
    let Run { code, out, err } = check(&["--fix", text(&file)], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("it is compressed; add --stdout"), "{err}");
    assert!(out.contains("warning[field.number_as_string]"), "{out}");
    assert_eq!(fs::read(&file).unwrap(), compressed);
    assert_eq!(check(&["--fix", "--stdout", text(&file)], "").out, fixed());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
    use std::process::Stdio;
    use std::time::Duration;

    #[test]
    fn the_mode_and_a_symbolic_link_stay() {
        let (folder, file) = body_in("fix-mode");
        let link = folder.join("link.json");
        symlink("order.json", &link).unwrap();
        let far = folder.join("far.json");
        symlink(&link, &far).unwrap();
        for (mode, path) in [(0o640, &file), (0o604, &link), (0o755, &far)] {
            fs::write(&file, BODY).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            check(&["--fix", text(path)], "");
            assert_eq!(read(&file), fixed());
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, mode);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert!(fs::symlink_metadata(&far).unwrap().is_symlink());
            assert!(!fs::symlink_metadata(&file).unwrap().is_symlink());
        }
        assert_eq!(names_in(&folder), ["far.json", "link.json", "order.json"]);
    }

    #[test]
    fn a_file_that_is_read_only_is_not_written() {
        let (folder, file) = body_in("fix-read-only");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        let Run { code, out, err } = check(&["--fix", text(&file)], "");
        assert_eq!(code, Some(2));
        assert_eq!(err, format!("error: cannot write {}: it is read-only\n", file.display()));
        assert!(out.contains("warning[field.number_as_string]"), "what is wrong is said: {out}");
        assert_eq!((read(&file), names_in(&folder)), (BODY.to_owned(), vec!["order.json".into()]));
    }

    /// Only root can give a file away, so as somebody else there is nothing to see.
    fn is_root(folder: &Path) -> bool {
        fs::metadata(folder).unwrap().uid() == 0
    }

    #[test]
    fn the_owner_and_the_group_stay() {
        let (folder, file) = body_in("fix-owner");
        let (owner, group) = if is_root(&folder) { (4711, 4712) } else { (own(&file), 0) };
        _ = chown(&file, Some(owner), Some(group));
        let before = fs::metadata(&file).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o4755)).unwrap();
        check(&["--fix", text(&file)], "");
        let after = fs::metadata(&file).unwrap();
        assert_eq!(read(&file), fixed());
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_eq!(after.permissions().mode() & 0o7777, 0o4755);
    }

    fn own(file: &Path) -> u32 {
        fs::metadata(file).unwrap().uid()
    }

    /// Who may write to the folder could replace the file, but not write to it.
    #[test]
    fn a_file_of_somebody_else_is_not_replaced() {
        let (folder, file) = body_in("fix-of-another");
        if !is_root(&folder) {
            return;
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        let mut command =
            common::unprivileged(&[], &["check", "--operation", "order", "--fix", "order.json"]);
        let output = command.current_dir(&folder).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.starts_with("error: cannot write order.json: Permission denied"), "{err}");
        assert_eq!((read(&file), own(&file)), (BODY.to_owned(), 0));
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

    #[test]
    fn what_a_killed_process_left_is_removed_the_next_time() {
        let (folder, file) = body_in("fix-left");
        for (name, age) in [(".paylint-old", 3_600), (".paylint-new", 0)] {
            let left = fs::File::create(folder.join(name)).unwrap();
            left.set_modified(std::time::SystemTime::now() - Duration::from_secs(age)).unwrap();
        }
        check(&["--fix", text(&file)], "");
        assert_eq!(names_in(&folder), [".paylint-new", "order.json"]);
    }

    /// Whenever it is killed, the file is as it was or as it should be.
    #[test]
    fn a_file_is_never_half_written() {
        let (folder, file) = body_in("fix-killed");
        let product = "{ \"title\": \"Tea\", \"price\": \"5.00\" }";
        let long = BODY.replace(product, &[product; 8_000].join(", "));
        let whole = long.replace("\"lv\"", "\"LV\"").replace("\"5.00\"", "5");
        let mut seen = [0, 0];
        // On a busy machine it takes longer until it has written anything.
        for round in (0..60).cycle().take(240) {
            if round == 0 && seen[0] > 0 && seen[1] > 0 {
                break;
            }
            fs::write(&file, &long).unwrap();
            let mut command = common::paylint();
            command.args(["check", "--operation", "order", "--format", "json", "--fix"]);
            command.arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            std::thread::sleep(Duration::from_millis((4 * round) << (seen[0].min(180) / 60)));
            _ = child.kill();
            child.wait().unwrap();
            let now = read(&file);
            assert!(now == long || now == whole, "half written");
            // What is left is removed by a later run.
            for left in names_in(&folder).iter().filter(|name| name.starts_with(".paylint-")) {
                fs::remove_file(folder.join(left)).unwrap();
            }
            assert_eq!(names_in(&folder), ["order.json"]);
            seen[usize::from(now == whole)] += 1;
        }
        assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
    }
}

/// Replacing the bytes that a log names makes the change.
#[test]
fn a_log_has_the_replacements() {
    let body = BODY.replace("Tea", "Tēa").replace("\"skip", "\"language\": null,\n  \"skip");
    let file = scratch("fix-sarif.json", body.as_bytes());
    let Run { out, .. } = check(&["--format", "sarif", text(&file)], "");
    let log: Value = serde_json::from_str(&out).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let mut seen = Vec::new();
    for result in results {
        for fix in result["fixes"].as_array().into_iter().flatten() {
            let changes = &fix["artifactChanges"][0];
            assert_eq!(
                changes["artifactLocation"],
                result["locations"][0]["physicalLocation"]["artifactLocation"]
            );
            let mut edited = body.clone().into_bytes();
            for replacement in changes["replacements"].as_array().unwrap().iter().rev() {
                let region = &replacement["deletedRegion"];
                let [at, length] = ["byteOffset", "byteLength"].map(|it| region[it].as_u64());
                let at = at.unwrap() as usize;
                let inserted = replacement["insertedContent"]["text"].as_str().unwrap();
                edited.splice(at..at + length.unwrap() as usize, inserted.bytes());
            }
            let description = fix["description"]["text"].as_str().unwrap().to_owned();
            seen.push((description, String::from_utf8(edited).unwrap()));
        }
    }
    let expected = [
        ("replace `/products/0/price` (safe)", body.replace("\"5.00\"", "5")),
        (
            "replace `/skip_capture` (unsafe: only if you mean it)",
            body.replace("\"false\"", "false"),
        ),
        ("remove `/language` (safe)", body.replace("\"language\": null,\n  ", "")),
        ("replace `/client/country` (safe)", body.replace("\"lv\"", "\"LV\"")),
    ];
    assert_eq!(seen, expected.map(|(text, body)| (text.to_owned(), body)));
    // Only the sender knows the value of a placeholder.
    let Run { out, .. } = check(&["--format", "sarif"], "{\"products\": []}");
    assert!(!out.contains("\"fixes\""), "{out}");
}

/// A body that is too large was only counted.
#[test]
fn a_body_that_is_too_large_is_left_alone() {
    let folder = folder("fix-large");
    let (file, policy) = (folder.join("order.json"), folder.join("policy.json"));
    fs::write(&file, BODY).unwrap();
    fs::write(&policy, r#"{"max_body_bytes":20}"#).unwrap();
    let arguments =
        ["--fix", "--fixes", "--format", "json", "--policy", text(&policy), text(&file)];
    let Run { code, out, .. } = check(&arguments, "");
    assert_eq!((code, read(&file)), (Some(1), BODY.to_owned()));
    let expected = r#""fixes":{"fixes":[],"unfixable":[{"rule":"json.too_large","path":""}]}}"#;
    assert!(out.trim_end().ends_with(expected), "{out}");
}
