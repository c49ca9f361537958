//! Every case of a corpus comes out as the naive model says: the agreement of engine and model
//! without building the model anew, for the mutants of `./soak mutants`.
//!
//! `PAYLINT_OUTCOMES` names the folder that `paylint-tests`' example `corpus` wrote.

#![allow(clippy::print_stdout, reason = "who runs this should know what was left out")]

use std::path::Path;
use std::{env, fs};

use paylint::{Engine, FactsBuf, Operation, Policy, Report, Verdict};

#[test]
fn every_case_comes_out_as_the_model_says() {
    let Some(folder) = env::var_os("PAYLINT_OUTCOMES") else {
        println!("skipped: PAYLINT_OUTCOMES does not name a folder of cases");
        return;
    };
    let read = |name| fs::read_to_string(Path::new(&folder).join(name)).expect("a file of cases");
    let (cases, expected) = (read("cases.tsv"), read("model"));
    assert_eq!(cases.lines().count(), expected.lines().count());
    let standard = Engine::default();
    for (case, expected) in cases.lines().zip(expected.lines()) {
        assert_eq!(outcome(&standard, case).as_deref().unwrap_or("error"), expected, "{case}");
    }
}

/// What comes of a case: id, operation, body in base64, facts, policy.
fn outcome(standard: &Engine, case: &str) -> Option<String> {
    let fields: Vec<&str> = case.split('\t').collect();
    let [_, operation, body, facts, policy] = fields[..] else { panic!("five fields") };
    let operation = Operation::from_name(operation)?;
    let body = if body == "-" { Vec::new() } else { base64(body) };
    let facts = match facts {
        "-" => FactsBuf::new(),
        facts => FactsBuf::from_json(facts.as_bytes()).ok()?,
    };
    let own = match policy {
        "-" => None,
        policy => Some(Engine::new(&Policy::from_json(policy.as_bytes()).ok()?)),
    };
    let engine = own.as_ref().unwrap_or(standard);
    let report = engine.check(operation, &body, &facts.as_facts());
    let accepts = engine.accepts(operation, &body, &facts.as_facts());
    assert_eq!(accepts, report.verdict() == Verdict::Accept, "accepts and check agree: {case}");
    Some(line(&report))
}

/// As the example `corpus` writes an outcome.
fn line(report: &Report) -> String {
    let shown = |it: Option<String>| it.unwrap_or_else(|| "-".to_owned());
    let mut parts = vec![
        report.verdict().name().to_owned(),
        report.status().to_string(),
        shown(report.scenario().map(|it| it.name().to_owned())),
        shown(report.total().map(|it| it.to_string())),
        shown(report.valid_until().map(|it| it.to_string())),
    ];
    let capabilities: Vec<_> = report.capabilities().iter().map(|it| it.name()).collect();
    parts.push(format!("[{}]", capabilities.join(",")));
    for finding in report.findings() {
        let (rule, level) = (finding.rule().name, finding.level().name());
        parts.push(format!("{rule} {level} {}", finding.path()));
    }
    parts.push(if report.truncated() { "…" } else { "." }.to_owned());
    for unchecked in report.unchecked() {
        let needs: Vec<_> = unchecked.needs().map(|it| it.name()).collect();
        let (rule, level) = (unchecked.rule().name, unchecked.level().name());
        parts.push(format!("{rule} {level} [{}]", needs.join(",")));
    }
    for due in report.obligations() {
        parts.push(format!("{} {}", due.kind(), shown(due.by().map(|it| it.to_string()))));
    }
    parts.join(" ")
}

/// RFC 4648, section 4.
fn base64(text: &str) -> Vec<u8> {
    let (mut out, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for byte in text.bytes().take_while(|byte| *byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    out
}
