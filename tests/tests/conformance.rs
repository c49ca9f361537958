//! The engine and the naive model decide every case of `cases/` and every sample as it expects.

use paylint_tests::cases::{Decide, decide_all};
use paylint_tests::engine::outcome;
use paylint_tests::model::judge;

/// Fails unless a folder has so many cases, and each is decided as it expects.
fn check(folder: &str, least: usize, decide: Decide) {
    let (count, wrong) = decide_all(folder, decide);
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= least, "only {count} cases");
}

#[test]
fn the_engine_decides_every_case() {
    check("tests/cases", 552, outcome);
}

#[test]
fn the_engine_decides_every_sample() {
    check("examples", 60, outcome);
}

#[test]
fn the_model_decides_every_case() {
    check("tests/cases", 552, judge);
}

#[test]
fn the_model_decides_every_sample() {
    check("examples", 60, judge);
}
