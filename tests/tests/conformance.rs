//! The engine decides every case of `cases/` and of the samples as the case expects.

use std::fs;
use std::path::{Path, PathBuf};

use paylint_tests::cases::{self, Line};
use paylint_tests::engine::outcome;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder of cases");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ndjson"))
        .collect();
    files.sort();
    files
}

fn check(folder: &str) -> usize {
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in files(folder) {
        let text = fs::read_to_string(&file).expect("a file of cases");
        for (index, line) in text.lines().enumerate() {
            let Line { expect, case } = cases::read(line);
            let expect = expect.expect("every case expects something");
            let id = case.as_ref().ok().and_then(|case| case.id.clone()).unwrap_or_default();
            let outcome = case.and_then(|case| {
                let body = case.body.unwrap_or_default();
                let facts = case.facts.as_ref().map(String::as_bytes);
                let policy = case.policy.as_ref().map(String::as_bytes);
                outcome(&case.operation, &body, facts, policy)
            });
            for mismatch in cases::mismatches(&expect, &outcome) {
                wrong.push(format!("{}:{} {id}: {mismatch}", file.display(), index + 1));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
    count
}

#[test]
fn every_case_is_decided_as_it_expects() {
    assert!(check("cases") >= 552);
}

#[test]
fn every_sample_is_decided_as_it_expects() {
    assert!(check("../examples") >= 60);
}
