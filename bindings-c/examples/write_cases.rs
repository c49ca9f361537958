//! Writes the conformance cases and their expected reports for test programs in other languages:
//! `cargo run -p paylint-c --example write_cases -- FOLDER`.
//!
//! - `cases.tsv` has one case per line, with tabs between the fields: id, operation, body in base64
//!   or `-`, facts or `-`, policy or `-`. These programs need no JSON parser.
//! - `expected.ndjson` has the canonical JSON of each case's report, or `{"error":…}`.
//! - `fields.ndjson` has the fields of each case, or `error`; `fixes.ndjson` its fixes.
//! - `applied` has the body of each case with the safe changes applied, a space, and the body with all that may be, in base64;
//!   or `error`.
//! - `histories.tsv` has one history per line: policy or `-`, events; `orders.ndjson` the facts of each,
//!   or `error`.
//! - `payouts.expected` has what the COBOL program prints.

use paylint_core::{Engine, FactsBuf, Operation, Policy};
use paylint_tests::cases::{self, Case, to_base64};
use paylint_tests::engine::{order_facts, report, report_of};
use paylint_tests::fixes;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// The facts that the COBOL program passes.
const PAYOUT_FACTS: &[u8] = br#"{"now":"2026-11-20T10:15:00Z"}"#;

fn main() -> Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| Error::other("usage: write_cases FOLDER"))?;
    fs::create_dir_all(&folder)?;
    let (mut lines, mut expected) = (String::new(), String::new());
    let mut answers: [String; 3] = Default::default();
    // A line that isn't a case is the command's matter, not a library's.
    for case in cases::all().into_iter().chain(fixes::all().into_iter().map(|it| it.case)) {
        lines.push_str(&separated(&case)?);
        expected.push_str(&answer(&case));
        let of_case = asked(&case).unwrap_or_else(|| ["error"; 3].map(str::to_owned));
        for (answers, answer) in answers.iter_mut().zip(of_case) {
            answers.push_str(&answer);
            answers.push('\n');
        }
    }
    fs::write(folder.join("cases.tsv"), lines)?;
    fs::write(folder.join("expected.ndjson"), expected)?;
    for (name, answers) in ["fields.ndjson", "fixes.ndjson", "applied"].into_iter().zip(answers) {
        fs::write(folder.join(name), answers)?;
    }
    let (mut histories, mut orders) = (String::new(), String::new());
    for (events, policy) in cases::histories() {
        histories.push_str(&format!("{}\t{events}\n", policy.as_deref().unwrap_or("-")));
        let order = order_facts(&events, policy.as_deref());
        orders.push_str(&(order.unwrap_or_else(|_| "error".to_owned()) + "\n"));
    }
    fs::write(folder.join("histories.tsv"), histories)?;
    fs::write(folder.join("orders.ndjson"), orders)?;
    let payouts = fs::read_to_string(here.join("tests/cobol/payouts.dat"))?;
    fs::write(folder.join("payouts.expected"), payouts.lines().map(payout).collect::<String>())
}

fn separated(case: &Case) -> Result<String> {
    let or_none = |json: &Option<String>| match json {
        // In JSON, a tab can only be white space.
        Some(json) => json.replace('\t', " "),
        None => "-".to_owned(),
    };
    let fields = [
        case.name(),
        case.operation.clone(),
        case.body.as_deref().map_or_else(|| "-".to_owned(), to_base64),
        or_none(&case.facts),
        or_none(&case.policy),
    ];
    if fields.iter().any(|field| field.contains(['\t', '\n'])) {
        return Err(Error::other(format!(
            "case {:?} has a tab or a line feed in a field",
            case.name()
        )));
    }
    Ok(fields.join("\t") + "\n")
}

fn answer(case: &Case) -> String {
    match report_of(case) {
        Ok(json) => json + "\n",
        // The programs only check that there is an error, not its text.
        Err(_) => "{\"error\":\"\"}\n".to_owned(),
    }
}

/// The fields, the fixes, and the body with them applied. `None` if the operation's name, the facts or the policy can't be
/// used.
fn asked(case: &Case) -> Option<[String; 3]> {
    let operation = Operation::from_name(&case.operation)?;
    let body = case.body.as_deref().unwrap_or_default();
    let facts = FactsBuf::from_json(case.facts.as_deref().unwrap_or("{}").as_bytes()).ok()?;
    let policy = Policy::from_json(case.policy.as_deref().unwrap_or("{}").as_bytes()).ok()?;
    let (engine, facts) = (Engine::new(&policy), facts.as_facts());
    let applied =
        [false, true].map(|also_unsafe| engine.apply(operation, body, &facts, also_unsafe));
    let [safe, all] = applied.map(|body| to_base64(&body));
    Some([
        engine.fields(operation, body, &facts).to_json(),
        engine.fixes(operation, body, &facts).to_json(),
        format!("{safe} {all}"),
    ])
}

/// The expected output for a line of the COBOL program's input: the operation in twelve columns,
/// then the body.
fn payout(line: &str) -> String {
    let (operation, body) = line.split_at(12);
    match report(operation.trim_end(), body.trim_end().as_bytes(), Some(PAYOUT_FACTS), None) {
        Ok(json) => json + "\n",
        Err(error) => format!("{error}\n"),
    }
}
