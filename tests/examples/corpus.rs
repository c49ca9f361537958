//! Writes a corpus of cases for every binding, and the engine's reports of them:
//! `cargo run --release -p paylint-tests --example corpus -- FOLDER CASES [SEED]`.
//!
//! It has the conformance cases and the samples, the texts of JSONTestSuite if `JSON_TEST_SUITE` names its folder, and
//! CASES random cases, starting at SEED. `cases.ndjson` is for the command line, `cases.tsv` (id, operation, body in
//! base64 or `-`, facts or `-`, policy or `-`) for the others, and `rust` has the report's canonical JSON or `error` on
//! each line.

use std::env;
use std::fs::{self, File};
use std::io::{BufWriter, Error, Result, Write};
use std::path::{Path, PathBuf};

use paylint::Operation;
use paylint_tests::cases::{self, Case, to_base64};
use paylint_tests::engine::report_of;
use paylint_tests::generate::{self, Generated, Rng};
use serde_json::value::RawValue;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let folder =
        arguments.next().map(PathBuf::from).ok_or_else(|| Error::other("which folder?"))?;
    let mut number =
        |default| arguments.next().and_then(|argument| argument.parse().ok()).unwrap_or(default);
    let (random, start): (u64, u64) = (number(100_000), number(0));
    // Only the command line can take a line that isn't a case.
    let mut all = cases::all();
    if let Some(suite) = env::var_os("JSON_TEST_SUITE") {
        let texts = cases::files(&Path::new(&suite).join("test_parsing"), "json")?;
        for (text, operation) in texts.iter().zip(Operation::ALL.iter().cycle()) {
            let (operation, body) = (operation.name().to_owned(), Some(fs::read(text)?));
            all.push(Case { id: None, operation, body, facts: None, policy: None });
        }
    }
    let random = (start..start + random).map(|seed| of(generate::case(&mut Rng::new(seed))));
    let (mut count, mut errors, mut left_out) = (0, 0, 0);
    fs::create_dir_all(&folder)?;
    let file = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
    let [mut ndjson, mut tsv, mut rust] =
        [file("cases.ndjson")?, file("cases.tsv")?, file("rust")?];
    for case in all.into_iter().map(Some).chain(random) {
        let Some(case) = case else {
            left_out += 1;
            continue;
        };
        // White space between JSON's tokens makes no difference.
        let flat = |json: &Option<String>| Some(json.as_ref()?.replace(['\t', '\n', '\r'], " "));
        let (facts, policy) = (flat(&case.facts), flat(&case.policy));
        let body = case.body.as_deref().map(to_base64);
        let fields = [&body, &facts, &policy].map(|field| field.as_deref().unwrap_or("-"));
        writeln!(tsv, "{count}\t{}\t{}", case.operation, fields.join("\t"))?;
        let members = [
            ("operation", Some(serde_json::to_string(&case.operation)?)),
            ("raw_base64", body.map(|body| format!("\"{body}\""))),
            ("facts", facts),
            ("policy", policy),
        ];
        let members = members.into_iter().filter_map(|(name, json)| Some((name, json?)));
        let members: Vec<_> = members.map(|(name, json)| format!("\"{name}\":{json}")).collect();
        writeln!(ndjson, "{{{}}}", members.join(","))?;
        let report = report_of(&case);
        writeln!(rust, "{}", report.as_deref().unwrap_or("error"))?;
        count += 1;
        errors += usize::from(report.is_err());
    }
    println!(
        "{count} cases, {errors} of them errors of the host's; {left_out} left out, whose facts aren't JSON"
    );
    [ndjson, tsv, rust].iter_mut().try_for_each(Write::flush)
}

/// A random case; `None` if its facts or its policy aren't JSON and so don't fit into a line of cases.
fn of(random: Generated) -> Option<Case> {
    let json = |text: Option<Vec<u8>>| {
        let json = text.map(|text| serde_json::from_slice::<Box<RawValue>>(&text));
        json.transpose().ok().map(|json| json.map(|json| json.get().to_owned()))
    };
    let (facts, policy) = (json(random.facts)?, json(random.policy)?);
    let body = Some(random.body).filter(|body| !body.is_empty());
    Some(Case { id: None, operation: random.operation, body, facts, policy })
}
