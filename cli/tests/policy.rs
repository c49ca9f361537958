//! `paylint policy`: what several layers say. The rest is in `transcripts/policy.md`.

mod common;

use common::{run, scratch, text};
use serde_json::{Value, json};

fn policy(arguments: &[&str]) -> String {
    let run = run(&[&["policy"], arguments].concat(), b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out
}

/// A later entry for one of an entry's operations leaves it the rest.
#[test]
fn effective_policy_is_the_layers_policy() {
    let below = scratch(
        "effective-below.json",
        br#"{"members":[{"member":"/x","on":["order","client"],"type":"any"},{"member":"/y","on":["order"],"type":"any"}]}"#,
    );
    let above = scratch(
        "effective-above.json",
        br#"{"members":[{"member":"/x","on":["order"],"type":"string"}]}"#,
    );
    let out = policy(&[text(&below), text(&above), "--format", "json"]);
    let layers: Value = serde_json::from_str(&out).unwrap();
    let members = &layers["policy"]["members"];
    let expected = json!([
        {"member": "/x", "on": ["order"], "type": "string"},
        {"member": "/x", "on": ["client"], "type": "any"},
        {"member": "/y", "on": ["order"], "type": "any"},
    ]);
    assert_eq!(*members, expected);
    let effective = scratch("effective.json", layers["policy"].to_string().as_bytes());
    let alone: Value =
        serde_json::from_str(&policy(&[text(&effective), "--format", "json"])).unwrap();
    assert_eq!(alone["fingerprints"], layers["fingerprints"]);
    let human = policy(&[text(&below), text(&above)]);
    assert!(human.contains("any of client  "), "{human}");
}
