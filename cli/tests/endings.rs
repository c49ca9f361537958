//! How the command ends when the world around it does: closed pipes, full disks, threads that
//! can't be had.

#![cfg(unix)]

mod common;

use common::{BAD, GOOD, in_workspace, paylint, scratch, start, text, unprivileged, wait};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

#[test]
fn a_closed_pipe_is_no_error() {
    let input = |body: &str| format!("{body}\n").repeat(100_000);
    for (body, expected) in [(GOOD, 0), (BAD, 1)] {
        for jobs in ["1", "4"] {
            let file = scratch(&format!("pipe-{expected}-{jobs}.ndjson"), input(body).as_bytes());
            let arguments = ["batch", "--bodies", "-o", "order", "--jobs", jobs, text(&file)];
            let mut child = start(paylint().args(arguments));
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
fn closed_pipe_ends_command_with_open_input() {
    // Closed before the start: a process that another test is starting may hold a copy of the reader for a while.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = paylint();
    command.args(["batch", "--bodies", "-o", "order", "--jobs", "2"]);
    command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{GOOD}").unwrap();
    assert_eq!(wait(&mut child), (Some(0), String::new()));
    drop(stdin);
}

#[test]
#[cfg(target_os = "linux")]
fn commands_survive_closed_pipe_and_full_disk() {
    for (line, expected) in [
        ("check -o order order.json", 1),
        ("check -o order --format json order.json order.json", 1),
        ("check -o order --format sarif order.json", 1),
        ("check -o order --format github order.json", 1),
        ("batch orders.ndjson", 1),
        ("batch --summary orders.ndjson", 1),
        ("fields -o order order.json", 0),
        ("policy policy.json", 0),
        ("rules", 0),
        ("explain avs.zip_code_required", 0),
        ("matrix", 0),
        ("man", 0),
        ("completions bash", 0),
        ("--help", 0),
        ("--version", 0),
    ] {
        let mut command = paylint();
        command.args(line.split(' ')).current_dir(in_workspace("examples"));
        let mut child = start(&mut command);
        drop(child.stdout.take());
        assert_eq!(wait(&mut child), (Some(expected), String::new()), "{line}");

        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, err) = wait(&mut command.stdout(full).spawn().unwrap());
        assert_eq!(code, Some(2), "{line}");
        assert!(err.starts_with("error: cannot write the output: "), "{line}: {err}");
    }
}

/// Threads that can't be started are reported; the limit is one of processes and threads.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_cannot_be_had_are_reported() {
    let (paylint, _folder) = unprivileged(&["batch", "--jobs", "8"]);
    for most in 1..=10 {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nproc={most}")).arg(paylint.get_program()).args(paylint.get_args());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let (code, err) = wait(&mut command.spawn().unwrap());
        assert_eq!(code, Some(2), "{most}: {err}");
        assert!(err.starts_with("error: cannot start ") && err.contains("--jobs"), "{most}: {err}");
    }
}
