//! Writes a corpus of cases for every binding, and the engine's reports of them:
//! `cargo run --release -p paylint-tests --example corpus -- FOLDER CASES [SEED]`.
//!
//! The conformance cases and the samples, the texts of JSONTestSuite where `JSON_TEST_SUITE` names
//! its folder, and as many random cases as you ask for, from a seed on. `cases.ndjson` is for the command line,
//! `cases.tsv` (id, operation, body in base64 or `-`, facts or `-`, policy or `-`) for the others,
//! and `rust` has the report's canonical JSON or `error` on each line.

use std::env;
use std::fs::{self, File};
use std::io::{BufWriter, Error, Result, Write};
use std::path::{Path, PathBuf};

use paylint::Operation;
use paylint_tests::cases::{self, Case, to_base64};
use paylint_tests::engine::report;
use paylint_tests::generate::{self, Generated, Rng};
use serde_json::value::RawValue;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let folder =
        arguments.next().map(PathBuf::from).ok_or_else(|| Error::other("which folder?"))?;
    let mut number = |default| arguments.next().and_then(|it| it.parse().ok()).unwrap_or(default);
    let (random, start): (u64, u64) = (number(100_000), number(0));
    fs::create_dir_all(&folder)?;
    let mut out = Corpus::create(&folder)?;
    // A line that isn't a case can be given to the command line alone.
    for case in cases::all() {
        out.add(&case)?;
    }
    if let Some(suite) = env::var_os("JSON_TEST_SUITE") {
        let texts = cases::files(&Path::new(&suite).join("test_parsing"), "json")?;
        for (index, text) in texts.iter().enumerate() {
            let operation = Operation::ALL[index % Operation::ALL.len()].name().to_owned();
            let body = Some(fs::read(text)?);
            out.add(&Case { id: None, operation, body, facts: None, policy: None, history: None })?;
        }
    }
    for seed in start..start + random {
        out.add_random(generate::case(&mut Rng::new(seed)))?;
    }
    out.finish()
}

struct Corpus {
    ndjson: BufWriter<File>,
    tsv: BufWriter<File>,
    rust: BufWriter<File>,
    cases: usize,
    errors: usize,
    left_out: usize,
}

impl Corpus {
    fn create(folder: &Path) -> Result<Corpus> {
        let file = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
        Ok(Corpus {
            ndjson: file("cases.ndjson")?,
            tsv: file("cases.tsv")?,
            rust: file("rust")?,
            cases: 0,
            errors: 0,
            left_out: 0,
        })
    }

    /// Facts that aren't JSON can't stand in a line of cases.
    fn add_random(&mut self, case: Generated) -> Result<()> {
        let json = |text: Option<Vec<u8>>| {
            let json = |text| serde_json::from_slice::<Box<RawValue>>(text).ok();
            text.as_deref().map_or(Some(None), |text| Some(Some(json(text)?.get().to_owned())))
        };
        match (json(case.facts), json(case.policy)) {
            (Some(facts), Some(policy)) => {
                let body = Some(case.body).filter(|body| !body.is_empty());
                self.add(&Case {
                    id: None,
                    operation: case.operation,
                    body,
                    facts,
                    policy,
                    history: None,
                })
            }
            _ => {
                self.left_out += 1;
                Ok(())
            }
        }
    }

    fn add(&mut self, case: &Case) -> Result<()> {
        // All white space between JSON's tokens is the same.
        let flat =
            |json: &Option<String>| json.as_ref().map(|it| it.replace(['\t', '\n', '\r'], " "));
        let (facts, policy) = (flat(&case.facts), flat(&case.policy));
        let body = case.body.as_deref().map(to_base64);
        let members = [
            ("operation", Some(serde_json::to_string(&case.operation)?)),
            ("raw_base64", body.as_ref().map(|body| format!("\"{body}\""))),
            ("facts", facts.clone()),
            ("policy", policy.clone()),
        ];
        let members = members.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let members: Vec<_> = members.map(|(name, json)| format!("\"{name}\":{json}")).collect();
        writeln!(self.ndjson, "{{{}}}", members.join(","))?;
        let fields = [&body, &facts, &policy].map(|field| field.as_deref().unwrap_or("-"));
        writeln!(self.tsv, "{}\t{}\t{}", self.cases, case.operation, fields.join("\t"))?;
        let [facts, policy] = [&facts, &policy].map(|json| json.as_deref().map(str::as_bytes));
        let body = case.body.as_deref().unwrap_or_default();
        let report = report(&case.operation, body, facts, policy);
        self.cases += 1;
        self.errors += usize::from(report.is_err());
        writeln!(self.rust, "{}", report.as_deref().unwrap_or("error"))
    }

    fn finish(mut self) -> Result<()> {
        println!(
            "{} cases, {} of them errors of the host's; {} left out, whose facts aren't JSON",
            self.cases, self.errors, self.left_out
        );
        [&mut self.ndjson, &mut self.tsv, &mut self.rust].into_iter().try_for_each(Write::flush)
    }
}
