//! Every case of a corpus has the outcome that the naive model computed: the agreement of engine
//! and model without building the model, for the mutants of `cargo xtask soak mutants`.
//!
//! `PAYLINT_OUTCOMES` names the folder that the example `corpus` of `paylint-tests` wrote.

use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use paylint::{Engine, FactsBuf, Operation, Policy, Report, Verdict};

#[test]
#[ignore = "reads a folder of cases, which `cargo xtask soak mutants` writes"]
fn every_case_comes_out_as_the_model_says() {
    let folder = env::var_os("PAYLINT_OUTCOMES").expect("PAYLINT_OUTCOMES names a folder of cases");
    let read = |name| fs::read_to_string(Path::new(&folder).join(name)).expect("a file of cases");
    let (cases, expected) = (read("cases.tsv"), read("model"));
    assert_eq!(cases.lines().count(), expected.lines().count());
    let standard = Engine::default();
    for (case, expected) in cases.lines().zip(expected.lines()) {
        assert_eq!(outcome(&standard, case).as_deref().unwrap_or("error"), expected, "{case}");
    }
}

/// The outcome of a case: id, operation, body in base64, facts, policy.
fn outcome(standard: &Engine, case: &str) -> Option<String> {
    let fields: Vec<&str> = case.split('\t').collect();
    let [_, operation, body, facts, policy] = fields[..] else { panic!("five fields") };
    let operation = Operation::from_name(operation)?;
    let body = if body == "-" { Vec::new() } else { BASE64.decode(body).expect("base64") };
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

/// An outcome as the example `corpus` writes it.
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
