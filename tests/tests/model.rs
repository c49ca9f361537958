//! The model decides every conformance case as the case expects.

use std::fs;
use std::path::PathBuf;

use paylint_tests::cases::{self, Line};
use paylint_tests::model::judge;

fn files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ndjson"))
        .collect();
    files.sort();
    files
}

#[test]
fn the_model_matches_every_case() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in files() {
        let text = fs::read_to_string(&file).expect("a file of cases");
        for (index, line) in text.lines().enumerate() {
            let Line { expect, case } = cases::read(line);
            let place = format!("{}:{}", file.display(), index + 1);
            let Some(expect) = expect else {
                wrong.push(format!("{place}: nothing is expected: {case:?}"));
                continue;
            };
            let id = case.as_ref().ok().and_then(|case| case.id.clone()).unwrap_or_default();
            let outcome = case.and_then(|case| {
                let body = case.body.unwrap_or_default();
                let facts = case.facts.as_ref().map(String::as_bytes);
                let policy = case.policy.as_ref().map(String::as_bytes);
                judge(&case.operation, &body, facts, policy)
            });
            for mismatch in cases::mismatches(&expect, &outcome) {
                wrong.push(format!("{place} {id}: {mismatch}"));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 500, "only {count} cases");
}

/// A comparison that finds nothing is worth nothing: every member of an expectation is compared.
#[test]
fn what_differs_is_found() {
    let outcome = judge("order", br#"{"skip_capture":true,"note":1}"#, None, None);
    let differing = [
        r#"{"verdict":"accept"}"#,
        r#"{"status":200}"#,
        r#"{"scenario":null}"#,
        r#"{"capabilities":["moto"]}"#,
        r#"{"total":"1"}"#,
        r#"{"findings":[]}"#,
        r#"{"findings":[["field.unknown","/note","deny"],["order.client_required","/client"],
            ["order.products_required","/products"]]}"#,
        r#"{"findings":[["field.unknown","/note"],["order.client_required","/client"],
            ["order.products_required","/products"],["json.malformed",""]]}"#,
        r#"{"unchecked":["compat.pair"]}"#,
        r#"{"obligations":["capture"]}"#,
        r#"{"valid_until":"2026-11-20T10:15:00Z"}"#,
        r#"{"truncated":true}"#,
        r#"{"error":true}"#,
    ];
    for text in differing {
        let line = format!(r#"{{"operation":"order","expect":{text}}}"#);
        let expect = cases::read(&line).expect.expect("an expectation");
        assert_eq!(cases::mismatches(&expect, &outcome).len(), 1, "{text}");
    }
    let same = r#"{"operation":"order","expect":{"verdict":"reject","status":400,"total":null,
        "findings":[["field.unknown","/note","warn"],["order.client_required","/client"],
        ["order.products_required","/products"]],"unchecked":[],"scenario":"two_step"}}"#;
    let expect = cases::read(same).expect.expect("an expectation");
    assert_eq!(cases::mismatches(&expect, &outcome), [""; 0]);
}

/// Neither facts nor bodies are echoed where something is wrong with them.
#[test]
fn errors_do_not_echo() {
    let secret = "4111111111111111";
    for facts in [
        format!(r#"{{"{secret}":1}}"#),
        format!(r#"{{"website":{secret}}}"#),
        format!(r#"{{"terminal":"{secret}"}}"#),
        format!(r#"{{"request":{{"headers":{{"{secret}":1}}}}}}"#),
    ] {
        let error = judge("client", b"{}", Some(facts.as_bytes()), None).expect_err("an error");
        assert!(!error.contains(secret), "{error}");
    }
    let case = cases::read(&format!(r#"{{"operation":"client","raw":"{secret}"}}"#)).case;
    assert!(!format!("{case:?}").contains(secret));
    let case = cases::read(&format!(r#"{{"operation":"client","{secret}":"{secret}"}}"#)).case;
    assert!(!format!("{case:?}").contains(secret));
}
