//! The program itself: its options, and what it says about those it can't use.

use crate::gateway::command;
use std::process::Output;

#[test]
fn what_cannot_be_used_is_said_at_the_start() {
    let facts = "examples/gateway/facts.json";
    let cases: [(&[&str], &str); 12] = [
        (&["--facts"], "error: a value is required for '--facts <FILE>'"),
        (&["--unknown"], "error: unexpected argument '--unknown' found"),
        (&["--head-timeout", "-1"], "error: unexpected argument '-1' found"),
        (&["--stop-timeout", "1e9"], "error: invalid value '1e9' for '--stop-timeout <SECONDS>'"),
        (&["--log-queue", "0"], "error: invalid value '0' for '--log-queue <LINES>'"),
        (&["--facts", "no/such.json"], "paylint-gateway: no/such.json: "),
        (&["--policy", facts], "paylint-gateway: examples/gateway/facts.json: invalid policy: "),
        (&["--shadow", facts], "paylint-gateway: examples/gateway/facts.json: invalid policy: "),
        (&["--shadow", "no/such.json"], "paylint-gateway: no/such.json: "),
        (&["--connections", "0"], "error: invalid value '0' for '--connections <NUMBER>'"),
        (
            &["--listen", "127.0.0.1:0", "--metrics", "nowhere"],
            "paylint-gateway: cannot listen on nowhere: ",
        ),
        (&["--listen", "nowhere"], "paylint-gateway: cannot listen on nowhere: "),
    ];
    for (args, expected) in cases {
        let Output { status, stderr, stdout } = command(args).output().unwrap();
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{said}");
        assert!(said.starts_with(expected), "{said}");
        assert!(stdout.is_empty());
    }
}

#[test]
fn the_readme_has_every_option_and_its_default() {
    let readme = String::from_utf8(crate::support::example("README.md")).unwrap();
    // Each option on a line of its own: the help may be wrapped.
    let help = command(&["--help"]).env("COLUMNS", "1000").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let mut options = 0;
    for line in help.lines().map(str::trim).filter(|line| line.starts_with("--")) {
        let option = line.split_whitespace().next().unwrap();
        let default = line.split("[default: ").nth(1).map(|text| text.trim_end_matches(']'));
        let default = default.map(|text| format!("`{text}` ")).unwrap_or_default();
        let row = format!("| `{option}` | {default}|");
        assert!(readme.contains(&row), "the README has no row {row}");
        options += 1;
    }
    assert_eq!(options, 13, "{help}");
}
