//! Facts of the command line: files over files, single facts over both, a case's own over all.

mod common;

use common::{run, scratch, text};

const ORDER: &[u8] =
    br#"{"client":{"email":"a@shop.example"},"products":[{"title":"Pot","price":1}]}"#;

/// The rules that are unchecked with these facts, by name.
fn unchecked(facts: &[&str]) -> Vec<String> {
    let arguments = [&["check", "-o", "order", "--format", "json"], facts].concat();
    let run = run(&arguments, ORDER);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
    let unchecked = report["unchecked"].as_array().unwrap().iter();
    unchecked.map(|entry| entry["rule"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn later_files_replace_top_level_members_and_single_facts_single_ones() {
    let first = scratch(
        "first.json",
        br#"{"terminal":"standard","merchant":{"avs_permission":false},"key":{"brands":["visa"]}}"#,
    );
    let second = scratch("second.json", br#"{"merchant":{"country":"LV"}}"#);
    let files = ["--facts", text(&first), "--facts", text(&second)];
    assert_eq!(unchecked(&files[..2]), ["key.brand"]);
    let avs = ["avs.address_required", "avs.zip_code_required", "key.brand"];
    assert_eq!(unchecked(&files), avs);
    // In whatever order they are given.
    let single = ["--fact", "merchant.avs_permission=false"];
    assert_eq!(unchecked(&[&single[..], &files].concat()), ["key.brand"]);
    let brand = [&files[..], &single, &["--fact", "card.brand=visa"]].concat();
    assert_eq!(unchecked(&brand), [] as [&str; 0]);
}

#[test]
fn a_fact_that_is_wrong_is_told_without_its_value() {
    for (fact, expected) in [
        ("nwo=2026", "unknown fact \"nwo\"; did you mean \"now\"?"),
        ("merchant.avs_permision=true", "did you mean \"merchant.avs_permission\"?"),
        (
            "merchant=true",
            "merchant is a group of facts: name one of them, such as merchant.country",
        ),
        ("now", "--fact takes NAME=VALUE"),
        ("4111111111111111", "--fact takes NAME=VALUE"),
        ("4111111111111111=1", "unknown fact, whose name is not shown"),
        ("now=hunter2", "--fact now: not an RFC 3339 time"),
        ("merchant.avs_permission=hunter2", "expected true or false"),
        ("merchant.hold_days=hunter2", "--fact merchant.hold_days: expected an integer"),
        ("merchant.hold_days=+40", "--fact merchant.hold_days: 40 is not in 6..=28"),
        ("key.brands=hunter2", "--fact key.brands: expected a list as JSON"),
        ("key.brands={\"hunter2\":1}", "--fact key.brands: expected an array"),
        ("request.headers=hunter2", "--fact request.headers: expected an object as JSON"),
        ("website=", "--fact website: is blank"),
    ] {
        for command in [&["check", "-o", "order"][..], &["batch", "-o", "order", "--bodies"]] {
            let run = run(&[command, &["--fact", fact]].concat(), ORDER);
            assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{fact}");
            assert!(run.err.contains(expected), "{fact}: {}", run.err);
            assert!(!run.err.contains("hunter2") && !run.err.contains("4111"), "{}", run.err);
        }
    }
}
