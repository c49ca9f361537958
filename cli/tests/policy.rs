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
fn what_is_added_is_shown_with_the_policy_that_it_comes_from() {
    let below = scratch(
        "effects-below.json",
        br#"{"levels":{"code.*":"deny","avs.*":"warn"},"members":[
            {"member":"/client/phone","on":["order","payout_b2p"],"type":"string"},
            {"member":"/fee","on":["order"],"type":"number","total":"adds"}],
            "rules":[{"name":"custom.a","on":["order"],"member":"/client","forbidden":true},
            {"name":"custom.b","on":["order"],"member":"total","maximum":"12345678901.10",
             "when":{"currency":["EUR","USD"],"given":"/travel_data"}}]}"#,
    );
    let above = scratch(
        "effects-above.json",
        br#"{"levels":{"code.*":"warn"},"max_findings":100,"members":[
            {"member":"/client/phone","on":["order"],"type":"any"}],
            "rules":[{"name":"custom.a","on":["order"],"member":"/language","required":true}]}"#,
    );
    let files = [text(&below), text(&above)];
    let told = run(&["policy", files[0], files[1]], b"");
    assert_eq!(told.code, Some(0), "{}{}", told.out, told.err);
    let one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let out = one(&told.out);
    for part in [
        &format!("avs.address_required deny → warn avs.* ({})", files[0]),
        &format!("custom.a deny order: /language required ({})", files[1]),
        &format!(
            "custom.b deny order: total maximum \"12345678901.10\", when currency is EUR or USD and /travel_data is given ({})",
            files[0]
        ),
        &format!("/client/phone string payout_b2p ({})", files[0]),
        &format!("/client/phone any order ({})", files[1]),
        &format!("/fee number order, adds the total ({})", files[0]),
        &format!("levels.code.* ({})", files[0]),
        &format!("max_findings ({})", files[1]),
    ] {
        assert!(out.contains(part), "{part}: {}", told.out);
    }
    let json =
        run(&["policy", "--format", "json", "--policy", files[0], "--policy", files[1]], b"");
    let effects: Value = serde_json::from_str(&json.out).expect(&json.err);
    assert_eq!(effects["policies"], json!(files));
    assert_eq!(effects["added"][0]["from"], files[1]);
    assert_eq!(effects["added"][1]["when"]["currency"], json!(["EUR", "USD"]));
    assert_eq!(effects["added"][1]["maximum"], "12345678901.10");
    assert_eq!(effects["members"][1]["total"], "adds");
    let both = run(&["policy", files[0], "--policy", files[1]], b"");
    assert_eq!(both.code, Some(2));
}

#[test]
fn people_are_told_the_same() {
    let file =
        scratch("effects-human.json", br#"{"levels":{"compat.disputed":"deny","code.*":"warn"}}"#);
    let run = run(&["policy", text(&file)], b"");
    assert_eq!(run.code, Some(0));
    for part in [
        "compat.disputed  warn → deny    compat.disputed\n",
        "levels.code.*",
        "fingerprints: policy ",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
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

#[test]
fn an_old_name_is_of_the_rule_that_bears_it_or_did_first() {
    let rule = |name: &str| json!({"name": name, "on": ["order"], "member": "/language", "required": true});
    let renamed = |name: &str| {
        let mut rule = rule(name);
        rule["renamed_from"] = json!("custom.b");
        rule
    };
    let by = |rules: [Value; 2], levels: Value| {
        let content = json!({"rules": rules, "levels": levels}).to_string();
        let (effects, _) = policy("old-names", &content);
        let changed = effects["changed"].as_array().expect("changes");
        let by = changed.iter().map(|it| (it["rule"].clone(), it["by"].clone()));
        by.collect::<Vec<_>>()
    };
    let both = json!({"custom.*": "warn", "custom.b": "allow"});
    assert_eq!(
        by([renamed("custom.a"), rule("custom.b")], both.clone()),
        [(json!("custom.a"), json!("custom.*")), (json!("custom.b"), json!("custom.b"))]
    );
    assert_eq!(
        by([renamed("custom.a"), renamed("custom.c")], both),
        [(json!("custom.a"), json!("custom.b")), (json!("custom.c"), json!("custom.*"))]
    );
}
