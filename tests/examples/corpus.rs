//! Writes cases for every binding, as lines that the command and `expected` read:
//! `cargo run --release -p paylint-tests --example corpus -- CASES [SEED] > cases.ndjson`.
//!
//! They are the texts of JSONTestSuite, if `JSON_TEST_SUITE` names its folder, and CASES random ones, starting at SEED.

use std::env;
use std::fs;
use std::io::{self, BufWriter, Result, Write};
use std::path::Path;

use paylint::Operation;
use paylint_tests::cases::{self, to_base64};
use paylint_tests::generate::{self, Generated, Rng};
use serde_json::value::RawValue;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let mut number =
        |default| arguments.next().and_then(|argument| argument.parse().ok()).unwrap_or(default);
    let (random, start): (u64, u64) = (number(100_000), number(0));
    let mut out = BufWriter::new(io::stdout().lock());
    if let Some(suite) = env::var_os("JSON_TEST_SUITE") {
        let texts = cases::files(&Path::new(&suite).join("test_parsing"), "json")?;
        for (text, operation) in texts.iter().zip(Operation::ALL.iter().cycle()) {
            let (operation, body) = (operation.name().to_owned(), fs::read(text)?);
            let case = Generated { operation, body, facts: None, policy: None };
            line(&case).map_or(Ok(()), |line| writeln!(out, "{line}"))?;
        }
    }
    for seed in start..start + random {
        let line = line(&generate::case(&mut Rng::new(seed)));
        line.map_or(Ok(()), |line| writeln!(out, "{line}"))?;
    }
    out.flush()
}

/// A line of cases; `None` if the facts or the policy aren't JSON and so don't fit into one.
fn line(case: &Generated) -> Option<String> {
    let body = to_base64(&case.body);
    let mut line = format!(r#"{{"operation":"{}","raw_base64":"{body}""#, case.operation);
    for (name, text) in [("facts", &case.facts), ("policy", &case.policy)] {
        let Some(text) = text else { continue };
        let json: &RawValue = serde_json::from_slice(text).ok()?;
        // White space between JSON's tokens makes no difference.
        let json = json.get().replace(['\t', '\n', '\r'], " ");
        line += &format!(r#","{name}":{json}"#);
    }
    Some(line + "}")
}
