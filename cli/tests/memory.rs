//! Tests of what the command holds in memory, whatever it is given.

#![cfg(target_os = "linux")]

mod common;

use common::{GOOD, gz, paylint, scratch, start, text, wait, zst};
use paylint::{Engine, Facts, Operation};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::{Child, Command};

/// The most memory that a process had so far, in kB.
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Runs lines through a batch, and gives what comes out, its peak of memory, and how it ended.
fn batch(arguments: &[&str], lines: &[&[u8]]) -> (Vec<String>, u64, Option<i32>) {
    let mut child = start(paylint().arg("batch").args(arguments));
    let mut stdin = BufWriter::new(child.stdin.take().unwrap());
    let (out, count) = (child.stdout.take().unwrap(), lines.len());
    let reader = std::thread::spawn(move || BufReader::new(out).lines().take(count).collect());
    for line in lines {
        stdin.write_all(line).unwrap();
        stdin.write_all(b"\n").unwrap();
    }
    stdin.flush().unwrap();
    let out: std::io::Result<Vec<String>> = reader.join().unwrap();
    let peak = peak(&child);
    drop(stdin);
    (out.unwrap(), peak, wait(&mut child).0)
}

/// However much goes through, little of it is held.
#[test]
fn memory_is_bounded() {
    let bodies = ["--bodies", "-o", "order", "--jobs", "2"];
    let lines = 400_000;
    let (out, peak, code) = batch(&bodies, &vec![GOOD.as_bytes(); lines]);
    assert_eq!((out.len(), code), (lines, Some(0)));
    // 33 MB went in, and four times as much came out.
    assert!(peak < 32 << 10, "{peak} kB");
}

/// Lines that are just short enough are checked one after another where there is no room for more.
#[test]
fn long_lines_share_what_memory_there_is() {
    let case = format!("{{\"operation\":\"order\",\"raw\":\"{}\"}}", "\\u0020".repeat(1_160_000));
    assert!(case.len() > 6 << 20);
    let (out, peak, code) = batch(&["--jobs", "16"], &[case.as_bytes(); 24]);
    assert!(out.iter().all(|line| line.contains("\"rule\":\"json.too_large\"")));
    assert_eq!((out.len(), code), (24, Some(1)));
    assert!(peak < 96 << 10, "{peak} kB");
}

/// Lines of a block with much output wait until it is written.
#[test]
fn output_of_a_block_is_bounded() {
    let policy = scratch("memory-many.json", br#"{"max_findings":10000}"#);
    let body = format!("{{\"products\":[{}{{}}]}}\n", "{},".repeat(3_000));
    let file = scratch("memory-many.ndjson", body.repeat(200).as_bytes());
    let bodies = ["batch", "--bodies", "-o", "order", "--jobs=4", "--policy", text(&policy)];
    let mut child = start(paylint().args(bodies).arg(&file));
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(out.by_ref().take(199).all(|line| line.unwrap().len() > 1 << 20));
    // It ends once nobody reads.
    let peak = peak(&child);
    drop(out);
    assert!(peak < 64 << 10, "{peak} kB");
    assert_eq!(wait(&mut child).0, Some(1));
}

/// A line longer than any body within the policy's limit is not kept; the others are checked.
#[test]
fn a_line_that_is_too_long_is_not_held() {
    let long = vec![b'x'; 120 << 20];
    let lines = [GOOD.as_bytes(), &long, GOOD.as_bytes()];
    let (out, peak, code) = batch(&["--bodies", "-o", "order"], &lines);
    assert_eq!(code, Some(1));
    assert!(out[0].contains("accept") && out[2] == out[0]);
    let engine = Engine::default();
    assert_eq!(out[1], engine.check(Operation::Order, &long, &Facts::default()).to_json());
    assert!(peak < 32 << 10, "{peak} kB");

    let (out, peak, code) = batch(&[], &lines);
    assert_eq!(code, Some(2));
    assert!(out[0].starts_with(r#"{"error":"unknown member \"client\": "#), "{}", out[0]);
    let expected = r#"{"error":"not a case: the line is longer than 7340032 bytes (6 × max_body_bytes of --policy, and 1 MiB)"}"#;
    assert_eq!(out[1], expected);
    assert!(peak < 48 << 10, "{peak} kB");
}

/// A small file that unpacks to far more than the policy's limit: its length is counted, and no more
/// is held than may be.
#[test]
fn a_body_that_is_too_large_is_not_held() {
    let blanks = vec![b' '; 8 << 20];
    let (frame, member) = (zst(&blanks), gz(&blanks));
    let files =
        [scratch("bomb.json.zst", &frame.repeat(32)), scratch("bomb.json.gz", &member.repeat(32))];
    let actual = format!("\"params\":{{\"maximum\":1048576,\"actual\":{}}}", 256 << 20);
    for file in files {
        for format in ["json", "human", "sarif", "github"] {
            let limited = "ulimit -v 131072; exec \"$@\"";
            let mut shell = Command::new("sh");
            shell.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_paylint")]);
            let mut child =
                start(shell.args(["check", "-o", "order", "--format", format, text(&file)]));
            let mut out = String::new();
            child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
            let (code, err) = wait(&mut child);
            assert_eq!(code, Some(1), "{format}: {err}");
            assert!(out.contains("json.too_large"));
            assert!(format != "json" || out.contains(&actual), "{out}");
        }
    }
}

/// A log whose requests each have a part, a member, or an answer of their own.
#[test]
fn very_many_names_in_a_log_are_not_held() {
    for (part, member, answer) in [(true, false, false), (false, true, false), (false, false, true)]
    {
        let mut child = start(paylint().args(["calibrate", "--jobs=1", "--format=policy"]));
        let mut stdin = BufWriter::new(child.stdin.take().unwrap());
        for line in 1..30_000 {
            let name: String =
                line.to_string().bytes().map(|b| char::from(b - b'0' + b'a')).collect();
            let name_if = |is_own: bool| if is_own { &*name } else { "x" };
            let (part, member, answer) = (name_if(part), name_if(member), name_if(answer));
            writeln!(
                stdin,
                r#"{{"operation":"order","body":{{"currency":{line},"{member}":1}},"answer":{{"status":400,"body":{{"errors":{{"client.{answer}":"bad"}}}}}},"by":"{part}"}}"#
            )
            .unwrap();
        }
        stdin.flush().unwrap();
        let peak = peak(&child);
        assert!(peak < 44 << 10, "{peak} kB of {part}, {member}, {answer}");
        drop(stdin);
        assert_eq!(wait(&mut child).0, Some(0));
    }
}
