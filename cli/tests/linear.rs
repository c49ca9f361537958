//! The time that a report takes to write grows in step with its findings, though they all stand in
//! one long line: instructions are counted, under valgrind.

#![cfg(target_os = "linux")]

mod common;

use common::{scratch, text};
use std::process::Command;

/// Numbers of findings: the second line is four times as long, with four times as many.
const FINDINGS: [usize; 2] = [200, 800];
/// How much more work the longer body may be than four times the shorter. What takes the square of
/// the time would be at nearly 4; a sort is a little above 1.
const MOST: f64 = 1.3;
/// The blanks between one finding and the next: excerpts show blanks as they are.
const BETWEEN: usize = 1500;

/// The instructions of a check of the file.
fn instructions(format: &str, findings: usize) -> f64 {
    let product = format!("{{\"title\":\"x\"}}{}", " ".repeat(BETWEEN));
    let end = " ".repeat(findings);
    let body = format!("{{\"products\":[{}]}}{end}", vec![product; findings].join(","));
    let file = scratch(&format!("linear-{format}-{findings}.json"), body.as_bytes());
    let policy = scratch(
        &format!("linear-{format}-policy.json"),
        br#"{"max_findings":10000,"max_body_bytes":67108864}"#,
    );
    let mut check = Command::new(env!("CARGO_BIN_EXE_paylint"));
    check.args(["check", "-o", "order", "--format", format, "--policy", text(&policy)]).arg(&file);
    let (count, code) = paylint_tests::instructions(&mut check);
    assert_eq!(code, Some(1), "{format}");
    count as f64
}

#[test]
#[ignore = "needs valgrind: cargo xtask test linear"]
fn reports_take_linear_time() {
    for format in ["human", "sarif", "github"] {
        let [few, many] = FINDINGS.map(|findings| instructions(format, findings));
        assert!(many < 4.0 * few * MOST, "{format}: {few} instructions, then {many}");
    }
}
