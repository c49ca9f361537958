//! `policy`: what a policy does.

mod common;

use common::{run, scratch, text};
use serde_json::{Value, json};

/// What a policy does, and the exit code.
fn policy(name: &str, content: &str) -> (Value, Option<i32>) {
    let file = scratch(&format!("effects-{name}.json"), content.as_bytes());
    let run = run(&["policy", text(&file), "--format", "json"], b"");
    (serde_json::from_str(&run.out).expect(&run.err), run.code)
}

fn without_effect(effects: &Value) -> Vec<&str> {
    let entries = effects["without_effect"].as_array().unwrap().iter();
    entries.map(|entry| entry["entry"].as_str().unwrap()).collect()
}

#[test]
fn levels_that_change_and_entries_that_do_not() {
    let (effects, code) = policy(
        "levels",
        r#"{"levels":{"*":"warn","avs.*":"deny","code.*":"warn","basis.convention":"warn",
            "payment.csc_format":"deny"},"max_findings":100,"unchecked":"accept"}"#,
    );
    assert_eq!(code, Some(0));
    let changed = effects["changed"].as_array().unwrap();
    let is_listed = |rule: &str, default: &str, level: &str| {
        changed.iter().any(|entry| {
            (&entry["rule"], &entry["default"], &entry["level"])
                == (&json!(rule), &json!(default), &json!(level))
        })
    };
    assert!(is_listed("product.title_required", "deny", "warn"));
    assert!(is_listed("payment.csc_format", "warn", "deny"));
    assert!(!changed.iter().any(|entry| entry["rule"] == "avs.zip_code_required"));
    assert!(!changed.iter().any(|entry| entry["rule"] == "json.malformed"));
    // `*` alone would do what these two say.
    let idle = ["levels.basis.convention", "levels.code.*", "unchecked", "max_findings"];
    assert_eq!(without_effect(&effects), idle);
    let (effects, _) = policy("default", "{}");
    assert_eq!((&effects["changed"], &effects["without_effect"]), (&json!([]), &json!([])));
}

/// A policy is read as it is written: a double hasn't so many digits.
#[test]
fn numbers_of_a_policy_may_be_long() {
    let rule = r#"{"name":"custom.limit","on":["order"],"member":"/products/*/price","#;
    let policy_of = |maximum: &str| {
        format!(
            r#"{{"levels":{{"custom.*":"deny","code.currency":"warn"}},"rules":[{rule}"maximum":{maximum},
               "message":"too much","level":"deny"}}]}}"#
        )
    };
    for maximum in ["12.10", "123456789012345.12345678"] {
        let (effects, code) = policy("long", &policy_of(maximum));
        let idle = vec!["levels.code.currency", "levels.custom.*"];
        assert_eq!((without_effect(&effects), code), (idle, Some(0)), "{maximum}");
    }
}

#[test]
fn of_several_policies_the_one_is_named_that_an_entry_comes_from() {
    let below = scratch("effects-below.json", br#"{"levels":{"code.*":"deny","avs.*":"warn"}}"#);
    let above =
        scratch("effects-above.json", br#"{"levels":{"code.*":"warn"},"max_findings":100}"#);
    let files = [text(&below), text(&above)];
    let told = run(&["policy", files[0], files[1]], b"");
    let out = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        &format!("avs.address_required deny → warn avs.* ({})", files[0]),
        &format!("levels.code.* ({})", files[0]),
        &format!("max_findings ({})", files[1]),
    ] {
        assert!(out.contains(part), "{part}: {}", told.out);
    }
    let both = run(&["policy", files[0], "--policy", files[1]], b"");
    assert_eq!(both.code, Some(2));
}

/// A pipe can be read once only.
#[cfg(unix)]
#[test]
fn the_policy_may_come_from_a_pipe() {
    let run = run(&["policy", "/dev/stdin"], br#"{"levels":{"*":"warn"}}"#);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("product.title_required"), "{}", run.out);
}

#[test]
fn an_old_name_works_and_is_said_to_be_old() {
    let content = r#"{"rules":[{"name":"custom.new","renamed_from":"custom.old","on":["order"],
        "member":"/language","required":true}],"levels":{"custom.old":"warn"}}"#;
    let said = "levels.custom.old: the rule is now called custom.new";
    let (effects, _) = policy("renamed", content);
    assert_eq!(effects["notes"], json!([said]));
    let changed = &effects["changed"][0];
    assert_eq!((&changed["rule"], &changed["by"]), (&json!("custom.new"), &json!("custom.old")));
    let file = scratch("renamed.json", content.as_bytes());
    let human = run(&["policy", text(&file)], b"");
    assert!(human.out.contains(&format!("Entries to renew\n  {said}\n")), "{}", human.out);
    assert_eq!(human.err, "");
    // The other commands say it beside their output.
    let explained = run(&["explain", "custom.old", "--policy", text(&file)], b"");
    assert!(explained.out.starts_with("custom.new\n"), "{}", explained.out);
    assert!(explained.out.contains("old names   custom.old\n"), "{}", explained.out);
    assert_eq!(explained.err, format!("note: {said}\n"));
    let rules =
        run(&["rules", "--family", "custom", "--format", "json", "--policy", text(&file)], b"");
    let rules: Value = serde_json::from_str(&rules.out).expect("JSON");
    let Value::Object(rule) = &rules[0] else { panic!("{rules}") };
    let lifecycle = ["since", "renamed_from", "deprecated"].map(|member| rule[member].clone());
    assert_eq!(lifecycle, [Value::Null, json!(["custom.old"]), Value::Null]);
}
