//! Writes every conformance case and sample with its expected report, as tab-separated lines: id, operation, body in
//! base64 or `-`, facts or `-`, policy or `-`; then either the report, its problem details or `-`, its fields, its
//! fixes, and in base64 the body after the safe changes and after all permitted ones; or `!` and the error. A long body
//! has no fields and fixes, which would take long. Every history is a line, too: its operation is `history`, its id and
//! its body are the events, and the facts `order` stand in place of the report.
//!
//! `cargo run -p paylint-tests --example expected > cases.tsv`

use paylint_tests::cases::{self, Case, to_base64};
use paylint_tests::engine::{order_facts, ready, report_of};
use std::io::{self, BufWriter, Write};
use std::{env, fs};

/// The longest body whose fields are written.
const LONGEST: usize = 4096;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    // Lines that aren't cases are only for the command line.
    for case in cases::all().into_iter().chain(cases::all_of(cases::FIXES)) {
        writeln!(out, "{}", line_of(&case, report(&case)))?;
    }
    for (events, policy) in cases::histories() {
        let order = order_facts(&events, policy.as_deref()).map(|order| order + "\t-");
        let (id, body) = (Some(events.as_str().into()), Some(events.into_bytes()));
        let case = Case { id, operation: "history".to_owned(), body, facts: None, policy };
        writeln!(out, "{}", line_of(&case, order))?;
    }
    for file in env::args_os().skip(1) {
        let text = fs::read_to_string(file)?;
        for case in text.lines().filter_map(|line| cases::read(line).case.ok()) {
            writeln!(out, "{}", line_of(&case, report(&case)))?;
        }
    }
    out.flush()
}

fn line_of(case: &Case, expected: Result<String, String>) -> String {
    // In JSON text, tabs and line breaks can only be white space.
    let flat =
        |text: &Option<String>| text.as_deref().unwrap_or("-").replace(['\t', '\n', '\r'], " ");
    let fields = [
        case.name(),
        case.operation.clone(),
        case.body.as_deref().map_or_else(|| "-".to_owned(), to_base64),
        flat(&case.facts),
        flat(&case.policy),
    ];
    let outcome = expected.unwrap_or_else(|error| format!("!\t{error}"));
    format!("{}\t{outcome}", fields.join("\t"))
}

fn report(case: &Case) -> Result<String, String> {
    let (operation, body, facts, policy) = case.parts();
    // Reports come from the function that all tests share, the rest from core itself.
    let mut outcome = vec![report_of(case)?];
    let (engine, operation, facts) = ready(operation, facts, policy).ok_or("not a case")?;
    let facts = facts.as_facts();
    let problem = engine.check(operation, body, &facts).to_problem();
    outcome.push(problem.unwrap_or_else(|| "-".to_owned()));
    if body.len() <= LONGEST {
        outcome.push(engine.fields(operation, body, &facts).to_json());
        outcome.push(engine.fixes(operation, body, &facts).to_json());
        for also_unsafe in [false, true] {
            outcome.push(to_base64(&engine.apply(operation, body, &facts, also_unsafe)));
        }
    }
    Ok(outcome.join("\t"))
}
