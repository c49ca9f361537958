//! The files of a check: what is below a directory, and what cannot be read.

#![cfg(unix)]

mod common;

use common::{GOOD, Run, folder, run, scratch, text, unprivileged, wait};
use serde_json::Value;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

/// The lines of `--format json`: each file, with its verdict or with the error.
fn lines(out: &str) -> Vec<(String, String)> {
    let lines = out.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let said = line["verdict"].as_str().or(line["error"].as_str());
        (line["file"].as_str().unwrap().to_owned(), said.unwrap().to_owned())
    });
    lines.collect()
}

#[test]
fn what_is_below_a_directory_is_checked_or_reported() {
    let folder = folder("files-special");
    let path = |name: &str| folder.join(name);
    std::fs::create_dir(path("inner")).unwrap();
    std::fs::write(path("inner/good.json"), GOOD).unwrap();
    std::fs::write(path("notes.txt"), "").unwrap();
    std::fs::create_dir(path(".hidden")).unwrap();
    std::fs::write(path(".hidden/good.json"), GOOD).unwrap();
    symlink(path("inner/good.json"), path("link.json")).unwrap();
    symlink(path("nowhere"), path("broken.json")).unwrap();
    symlink(path("."), path("circle")).unwrap();
    assert!(Command::new("mkfifo").arg(path("pipe.json")).status().unwrap().success());

    let arguments = ["check", "-o", "order", "--format", "json", text(&folder)];
    let Run { code, out, err } = run(&arguments, b"");
    let name = |name: &str| text(&path(name)).to_owned();
    let cannot = |name: &str, why: &str| format!("cannot read {}: {why}", text(&path(name)));
    let broken = cannot("broken.json", "No such file or directory (os error 2)");
    let pipe = cannot("pipe.json", "it is not a file");
    let expected = [
        (name("broken.json"), broken.clone()),
        (name("inner/good.json"), "accept".to_owned()),
        (name("link.json"), "accept".to_owned()),
        (name("pipe.json"), pipe.clone()),
    ];
    assert_eq!(lines(&out), expected);
    assert_eq!(code, Some(2));
    assert_eq!(err, format!("error: {broken}\nerror: {pipe}\n"));
}

#[test]
fn a_directory_that_cannot_be_read_is_named_and_the_others_are_checked() {
    let folder = std::env::temp_dir().join(format!("paylint-closed-{}", std::process::id()));
    for name in ["a", "b/closed", "c"] {
        std::fs::create_dir_all(folder.join(name)).unwrap();
    }
    std::fs::write(folder.join("a/good.json"), GOOD).unwrap();
    std::fs::write(folder.join("c/good.json"), GOOD).unwrap();
    let closed = folder.join("b/closed");
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).unwrap();
    let arguments = ["check", "-o", "order", "--format", "json", text(&folder)];
    let mut child = unprivileged(&[], &arguments);
    let out = child.stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();

    let problem = format!("cannot read {}: Permission denied (os error 13)", text(&closed));
    let name = |path: &Path| text(path).to_owned();
    let expected = [
        (name(&folder.join("a/good.json")), "accept".to_owned()),
        (name(&closed), problem.clone()),
        (name(&folder.join("c/good.json")), "accept".to_owned()),
    ];
    assert_eq!(lines(std::str::from_utf8(&out.stdout).unwrap()), expected);
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(String::from_utf8(out.stderr).unwrap(), format!("error: {problem}\n"));
}

/// No compressor gives a file of no bytes: it was cut off at its very beginning.
#[test]
fn a_compressed_file_of_no_bytes_is_an_error() {
    for name in ["nothing.ndjson.zst", "nothing.ndjson.gz"] {
        let file = scratch(name, b"");
        for command in [&["batch"][..], &["check", "-o", "reversal"]] {
            let Run { code, out, err } = run(&[command, &[text(&file)]].concat(), b"");
            assert_eq!((code, out.as_str()), (Some(2), ""), "{name}");
            assert!(err.starts_with(&format!("error: cannot read {}: ", text(&file))), "{err}");
        }
    }
    // What holds nothing else is a whole file all the same.
    let empty =
        ruzstd::encoding::compress_to_vec(&b""[..], ruzstd::encoding::CompressionLevel::Fastest);
    let skippable = [0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 0];
    for (name, data) in [("empty.zst", &empty[..]), ("skippable.zst", &skippable)] {
        let file = scratch(name, data);
        let Run { code, out, err } = run(&["batch", text(&file)], b"");
        assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "", ""), "{name}");
    }
}

/// A pipe that has a name is read where it is named itself.
#[test]
fn a_pipe_can_be_named() {
    let pipe = folder("files-pipe").join("pipe.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut child = common::paylint()
        .args(["check", "-o", "order", text(&pipe)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::fs::write(&pipe, GOOD).unwrap();
    assert_eq!(wait(&mut child), (Some(0), String::new()));
}
