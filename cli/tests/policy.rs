//! `paylint policy`: what several layers say, and what differs.

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

#[test]
fn difference_shows_messages_long_lists_and_members() {
    let write = |name: &str, last: &str, message: &str, kind: &str| {
        let policy = json!({
            "members": [
                {"member": "/x", "on": ["order"], "type": kind},
                {"member": "/x", "on": ["client"], "type": "string"},
            ],
            "rules": [{
                "name": "custom.city", "on": ["order"], "member": "/client/city", "message": message,
                "none_of": ["a", "b", "c", "d", "e", "f", "g", "h", "i", last],
            }],
            "max_findings": 100,
        });
        scratch(name, policy.to_string().as_bytes())
    };
    let one = write("differs-one.json", "j", "not here", "any");
    let other = write("differs-other.json", "k", "not there", "string");
    let out = policy(&[text(&one), "--against", text(&other)]);
    let lines: Vec<&str> = out.lines().skip(2).collect();
    let expected = [
        "- /x of order: any",
        "+ /x of order: string",
        r#"- custom.city.message.en: "not here""#,
        r#"+ custom.city.message.en: "not there""#,
        r#"- custom.city.none_of: "a", "b", "c", "d", "e", "f", "g", "h", "i", "j""#,
        r#"+ custom.city.none_of: "a", "b", "c", "d", "e", "f", "g", "h", "i", "k""#,
    ];
    assert_eq!(lines, expected);
}

#[test]
fn rules_to_look_at_have_file_and_line() {
    let file = scratch(
        "look-at.json",
        b"{\"rules\":[\n {\"name\":\"custom.never\",\"on\":[\"order\"],\"when\":{\"scenario\":\"full_refund\"},\n  \"member\":\"total\",\"maximum\":5}]}",
    );
    let out = policy(&[text(&file)]);
    let expected = format!("  {}:2:2: custom.never can never fire: ", text(&file));
    assert!(out.contains(&expected), "{out}");
}

/// Entries at members are compared, not compiled: 1,024 of them take no time.
#[test]
fn idle_levels_at_members_are_found() {
    let below = scratch(
        "idle-at-below.json",
        br#"{"levels":{"field.blank@/client/email":"deny","field.blank@/client/city":"warn"}}"#,
    );
    let above = scratch(
        "idle-at-above.json",
        br#"{"levels":{"field.blank@/client/email":"deny","field.null@/client/city":"deny"}}"#,
    );
    let out = policy(&[text(&below), text(&above), "--format", "json"]);
    let out: Value = serde_json::from_str(&out).unwrap();
    let idle = out["without_effect"].as_array().unwrap().iter();
    let idle: Vec<&str> = idle.map(|entry| entry["entry"].as_str().unwrap()).collect();
    let expected = [
        "levels.field.blank@/client/city",
        "levels.field.blank@/client/email",
        "levels.field.blank@/client/email",
    ];
    assert_eq!(idle, expected);
}

#[test]
fn expectation_that_compares_nothing_is_an_error() {
    let case = |expect: &str| {
        format!("{{\"operation\":\"client\",\"body\":{{}},\"expect\":{expect}}}\n").into_bytes()
    };
    let run = |expect: &str| run(&["batch", "--expect"], &case(expect));
    for none in ["[]", "null"] {
        let list = run(none);
        assert_eq!((list.code, list.out.as_str()), (Some(2), "0 cases as expected\n"));
        assert!(list.err.contains(":1: expect: expected an object"), "{}", list.err);
    }
    let text = run(r#"{"error":"true"}"#);
    assert!(text.code == Some(1) && text.out.contains("error: expected true or false"));
    let short = run(r#"{"findings":[["client.email_required"]]}"#);
    assert_eq!(short.code, Some(1), "{}", short.out);
    assert_eq!(run(r#"{"findings":[["client.email_required","/email"]]}"#).code, Some(0));
}

#[test]
fn expected_error_is_a_case() {
    let lines = br#"{"operation":"order","facts":{"now":"soon"},"expect":{"error":true}}"#;
    let out = run(&["batch", "--expect"], lines);
    assert_eq!((out.code, out.out.as_str()), (Some(0), "1 case as expected\n"), "{}", out.err);
}
