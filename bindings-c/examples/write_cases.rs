//! Writes the conformance cases and their expected reports for test programs in other languages:
//! `cargo run -p paylint-c --example write_cases -- FOLDER`.
//!
//! - `cases.tsv` has one case per line, with tabs between the fields: id, operation, body in base64
//!   or `-`, facts or `-`, policy or `-`. These programs need no JSON parser.
//! - `expected.ndjson` has the canonical JSON of each case's report, or `{"error":…}`.
//! - `questions.ndjson` has questions, and `answers.ndjson` what the engine answers to each, or `error`: fields, fixes and
//!   what both kinds of changes come to of each case, and every history.

use paylint_core::{Engine, FactsBuf, Operation, Policy};
use paylint_tests::cases::{self, Case, to_base64};
use paylint_tests::engine::{order_facts, report_of};
use paylint_tests::fixes;
use std::fs;
use std::io::{Error, Result};
use std::path::PathBuf;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| Error::other("usage: write_cases FOLDER"))?;
    fs::create_dir_all(&folder)?;
    let (mut lines, mut expected) = (String::new(), String::new());
    let mut asked = Vec::new();
    // A line that isn't a case is the command's matter, not a library's.
    for case in cases::all().into_iter().chain(fixes::all().into_iter().map(|it| it.case)) {
        lines.push_str(&separated(&case)?);
        expected.push_str(&answer(&case));
        asked.extend(questions(&case));
    }
    for (events, policy) in cases::histories() {
        let order = order_facts(&events, policy.as_deref());
        let policy = policy.unwrap_or_else(|| "null".to_owned());
        let question = format!(r#"{{"ask":"history","events":{events},"policy":{policy}}}"#);
        asked.push((question, order.unwrap_or_else(|_| "error".to_owned())));
    }
    fs::write(folder.join("cases.tsv"), lines)?;
    fs::write(folder.join("expected.ndjson"), expected)?;
    let (questions, answers): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
    fs::write(folder.join("questions.ndjson"), questions.join("\n") + "\n")?;
    fs::write(folder.join("answers.ndjson"), answers.join("\n") + "\n")
}

/// The questions about a case, each with its answer; one with an error if the operation's name, the facts or the policy
/// can't be used.
fn questions(case: &Case) -> Vec<(String, String)> {
    // Line breaks in JSON can only be white space.
    let flat = |json: &Option<String>| json.as_deref().unwrap_or("null").replace(['\n', '\r'], " ");
    let request = format!(
        r#""operation":{},"raw_base64":"{}","facts":{},"policy":{}"#,
        serde_json::json!(case.operation),
        to_base64(case.body.as_deref().unwrap_or_default()),
        flat(&case.facts),
        flat(&case.policy),
    );
    let question = |ask: &str, more: &str| format!(r#"{{"ask":"{ask}",{request}{more}}}"#);
    let asked = [("fields", ""), ("fixes", ""), ("apply", ""), ("apply", r#","unsafe":true"#)];
    let answers = answers(case).unwrap_or_else(|| ["error"; 4].map(str::to_owned));
    let questions = asked.into_iter().map(|(ask, more)| question(ask, more));
    questions.zip(answers).collect()
}

/// What the engine answers; `None` if it can't be asked.
fn answers(case: &Case) -> Option<[String; 4]> {
    let operation = Operation::from_name(&case.operation)?;
    let body = case.body.as_deref().unwrap_or_default();
    let facts = FactsBuf::from_json(case.facts.as_deref().unwrap_or("{}").as_bytes()).ok()?;
    let policy = Policy::from_json(case.policy.as_deref().unwrap_or("{}").as_bytes()).ok()?;
    let (engine, facts) = (Engine::new(&policy), facts.as_facts());
    let applied =
        |also_unsafe| match String::from_utf8(engine.apply(operation, body, &facts, also_unsafe)) {
            Ok(raw) => serde_json::json!({ "raw": raw }).to_string(),
            Err(bytes) => format!(r#"{{"raw_base64":"{}"}}"#, to_base64(bytes.as_bytes())),
        };
    Some([
        engine.fields(operation, body, &facts).to_json(),
        engine.fixes(operation, body, &facts).to_json(),
        applied(false),
        applied(true),
    ])
}

fn separated(case: &Case) -> Result<String> {
    let or_none = |json: &Option<String>| match json {
        // A tab in JSON can only be white space.
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
