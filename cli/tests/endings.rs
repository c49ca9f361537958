//! How the command ends when the world around it does: closed pipes, full disks, threads that
//! cannot be had.

#![cfg(unix)]

mod common;

use common::{BAD, GOOD, in_workspace, paylint, scratch, text, unprivileged, wait};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn a_closed_pipe_is_no_error() {
    let input = |body: &str| format!("{body}\n").repeat(100_000);
    for (body, expected) in [(GOOD, 0), (BAD, 1)] {
        for jobs in ["1", "4"] {
            let file = scratch(&format!("pipe-{expected}-{jobs}.ndjson"), input(body).as_bytes());
            let mut child = paylint()
                .args(["batch", "--bodies", "-o", "order", "--jobs", jobs, text(&file)])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut line = String::new();
            // Dropping the reader closes the pipe.
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
            assert!(line.ends_with("}\n"));
            assert_eq!(wait(&mut child), (Some(expected), String::new()));
        }
    }
}

/// Nobody reads the output, and whoever writes the input goes on waiting.
#[test]
fn a_closed_pipe_ends_the_command_though_its_input_stays_open() {
    let mut command = paylint();
    command.args(["batch", "--bodies", "-o", "order", "--jobs", "2"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{GOOD}").unwrap();
    assert_eq!(wait(&mut child), (Some(0), String::new()));
    drop(stdin);
}

#[test]
fn every_command_takes_a_closed_pipe_quietly() {
    let orders = in_workspace("examples/orders.ndjson");
    let order = in_workspace("examples/order.json");
    let order = text(&order);
    let policy = scratch(
        "endings-strict.json",
        br#"{"rules":[{"name":"custom.none","on":["order"],
        "member":"/skip_capture","forbidden":true,"message":"no","level":"deny"}]}"#,
    );
    let policy = text(&policy);
    let commands: [(&[&str], i32); 14] = [
        (&["check", "-o", "order", order], 1),
        (&["check", "-o", "order", "--format", "json", order, order], 1),
        (&["check", "-o", "order", "--format", "sarif", order], 1),
        (&["check", "-o", "order", "--format", "github", order], 1),
        (&["batch", text(&orders)], 1),
        (&["batch", "--summary", text(&orders)], 1),
        (&["fields", "-o", "order", order], 0),
        (&["policy", policy], 0),
        (&["rules"], 0),
        (&["explain", "avs.zip_code_required"], 0),
        (&["matrix"], 0),
        (&["man"], 0),
        (&["completions", "bash"], 0),
        (&["--help"], 0),
    ];
    for (arguments, expected) in commands {
        let mut child = paylint();
        child.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        drop(child.stdout.take());
        let (code, err) = wait(&mut child);
        assert_eq!((code, err.as_str()), (Some(expected), ""), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let orders = in_workspace("examples/orders.ndjson");
    let order = in_workspace("examples/order.json");
    let order = text(&order);
    let commands: [&[&str]; 12] = [
        &["--help"],
        &["--version"],
        &["check", "--help"],
        &["check", "-o", "order", order],
        &["check", "-o", "order", "--format", "json", order],
        &["check", "-o", "order", "--format", "sarif", order],
        &["batch", text(&orders)],
        &["batch", "--summary", text(&orders)],
        &["rules"],
        &["matrix", "--format", "json"],
        &["man"],
        &["completions", "zsh"],
    ];
    for arguments in commands {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = paylint();
        let mut child = child.args(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let (code, err) = wait(&mut child);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(err.starts_with("error: cannot write the output: "), "{arguments:?}: {err}");
    }
}

/// Threads that cannot be started are reported; the limit is one of processes and threads.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_cannot_be_had_are_reported() {
    for command in [&["batch"][..], &["replay", "--policy", "default", "--against", "default"]] {
        for most in ["1", "2", "3"] {
            let limit = format!("--nproc={most}");
            let arguments = [command, &["--jobs", "8"]].concat();
            let mut child = unprivileged(&["prlimit", &limit], &arguments)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let (code, err) = wait(&mut child);
            assert_eq!(code, Some(2), "{err}");
            assert!(err.starts_with("error: cannot start "), "{err}");
            assert!(err.contains("--jobs"), "{err}");
        }
    }
}
