//! Ctrl-C: the run ends between two lines, and says how far it came.

#![cfg(unix)]

mod common;

use common::{BAD, GOOD, paylint, scratch, start, text, wait};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command};

/// The command, with Ctrl-C as it is at a terminal: what a shell runs in the background ignores it,
/// and this test may be run there.
fn interruptible() -> Command {
    if !cfg!(target_os = "linux") {
        return paylint();
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM", env!("CARGO_BIN_EXE_paylint")]);
    command
}

/// Starts a batch of orders' bodies. Returns it with its output.
fn bodies(arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut command = interruptible();
    let mut child = start(command.args(["batch", "--bodies", "-o", "order"]).args(arguments));
    let out = BufReader::new(child.stdout.take().unwrap());
    (child, out)
}

fn send(signal: &str, child: &Child) {
    // The shell's own: not every system has the program.
    let kill = format!("kill {signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// Number of lines said to be done.
fn lines_said(err: &str) -> usize {
    let (_, rest) = err.split_once("error: interrupted after ").unwrap_or_else(|| panic!("{err}"));
    rest.split_once(" line").unwrap().0.parse().unwrap()
}

/// The command ends, though its input does not.
#[test]
fn a_live_stream_is_interrupted() {
    for (jobs, signal) in [("1", "-INT"), ("2", "-INT"), ("2", "-TERM")] {
        let (mut child, mut out) = bodies(&["--jobs", jobs]);
        let mut stdin = child.stdin.take().unwrap();
        let mut line = String::new();
        for _ in 0..3 {
            writeln!(stdin, "{GOOD}").unwrap();
            // Each line comes back before the next one is sent.
            line.clear();
            out.read_line(&mut line).unwrap();
            assert!(line.starts_with("{\"verdict\":\"accept\""));
        }
        send(signal, &child);
        let (code, err) = wait(&mut child);
        assert_eq!((code, err.as_str()), (Some(130), "error: interrupted after 3 lines\n"));
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
        drop(stdin);
    }
}

/// JSON and pages of a part would look as if they were of the whole.
#[test]
fn an_interrupted_summary_is_for_people_alone() {
    for (arguments, is_written) in [
        (&["batch", "--summary", "--format=html"][..], false),
        (&["batch", "--summary"], true),
        (&["calibrate", "--format=policy"], false),
        (&["replay", "--policy=default", "--against=strict", "--format=json"], false),
    ] {
        let mut child = start(interruptible().args(arguments));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(format!("{GOOD}\n").repeat(10_000).as_bytes()).unwrap();
        send("-INT", &child);
        let (code, err) = wait(&mut child);
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert_eq!((code, !out.is_empty()), (Some(130), is_written), "{err}{out}");
    }
}

/// At a terminal Ctrl-C ends both sides of a pipe: the input or the output ends at the same moment.
#[test]
fn end_of_input_at_interrupt_changes_nothing() {
    for round in 0..10 {
        let (mut child, mut out) = bodies(&[]);
        let mut stdin = child.stdin.take().unwrap();
        // More than the pipe of the output holds.
        stdin.write_all(format!("{GOOD}\n").repeat(400).as_bytes()).unwrap();
        out.read_line(&mut String::new()).unwrap();
        send("-INT", &child);
        match round % 2 {
            0 => drop(stdin),
            _ => drop(out),
        }
        let (code, err) = wait(&mut child);
        assert_eq!(code, Some(130), "{err}");
        assert!(lines_said(&err) <= 400);
    }
}

/// While somebody reads, all lines are whole, and as many as the command says.
#[test]
fn no_line_is_cut_in_two() {
    let file = scratch("interrupts-many.ndjson", format!("{BAD}\n").repeat(200_000).as_bytes());
    for after in [1, 1000, 10_000] {
        let (mut child, mut out) = bodies(&[text(&file)]);
        let mut line = String::new();
        for _ in 0..after {
            out.read_line(&mut line).unwrap();
        }
        send("-INT", &child);
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        let (code, err) = wait(&mut child);
        assert_eq!(code, Some(130), "{err}");
        assert!(rest.ends_with("}\n") || rest.is_empty());
        assert_eq!(lines_said(&err), after + rest.lines().count());
    }
}

/// Nobody reads what is written: the command ends all the same.
#[test]
fn interrupt_works_while_output_is_blocked() {
    let file = scratch("interrupts-blocked.ndjson", format!("{BAD}\n").repeat(20_000).as_bytes());
    let (mut child, mut out) = bodies(&[text(&file)]);
    out.read_line(&mut String::new()).unwrap();
    send("-INT", &child);
    let (code, err) = wait(&mut child);
    assert_eq!(code, Some(130), "{err}");
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    // What was said to be written was; the line at which it was blocked may be cut.
    let whole = 1 + rest.matches('\n').count();
    assert!(lines_said(&err) <= whole && whole < 20_000, "{err}");
}
