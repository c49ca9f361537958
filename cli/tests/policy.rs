//! `policy`: what a policy does.

mod common;

use common::{run, scratch, text};
use serde_json::{Value, json};

/// What a policy does with these facts, and the exit code.
fn policy(name: &str, content: &str, facts: &[&str]) -> (Value, Option<i32>) {
    let file = scratch(&format!("effects-{name}.json"), content.as_bytes());
    let facts: Vec<&str> = facts.iter().flat_map(|fact| ["--fact", *fact]).collect();
    let run = run(&[&["policy", text(&file), "--format", "json"], &facts[..]].concat(), b"");
    (serde_json::from_str(&run.out).expect(&run.err), run.code)
}

/// What is impossible, and by which rules.
fn impossible(effects: &Value) -> Vec<(String, String)> {
    let words = |list: &Value| {
        let words = list.as_array().unwrap().iter().map(|word| word.as_str().unwrap());
        words.collect::<Vec<_>>().join(" ")
    };
    let losses = effects["impossible"].as_array().unwrap().iter();
    losses.map(|loss| (words(&loss["features"]), words(&loss["rules"]))).collect()
}

fn without_effect(effects: &Value) -> Vec<&str> {
    let entries = effects["without_effect"].as_array().unwrap().iter();
    entries.map(|entry| entry["entry"].as_str().unwrap()).collect()
}

fn own(features: &str, rules: &str) -> (String, String) {
    (features.to_owned(), rules.to_owned())
}

#[test]
fn levels_that_change_and_entries_that_do_not() {
    let (effects, code) = policy(
        "levels",
        r#"{"levels":{"*":"warn","avs.*":"deny","code.*":"warn","basis.convention":"warn",
            "payment.csc_format":"deny"},"max_findings":100,"unchecked":"accept"}"#,
        &[],
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
    assert_eq!(effects["impossible"], json!([]));
    let (effects, _) = policy("default", "{}", &[]);
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
        let (effects, code) = policy("long", &policy_of(maximum), &[]);
        let idle = vec!["levels.code.currency", "levels.custom.*"];
        assert_eq!((without_effect(&effects), code), (idle, Some(0)), "{maximum}");
    }
}

#[test]
fn what_is_ruled_out_is_told_with_the_rules() {
    let strict = r#"{"levels":{"compat.disputed":"deny"}}"#;
    let (effects, code) = policy("strict", strict, &[]);
    let disputed = [
        // An order of amount zero saves a payment method, which is disputed with MOTO.
        "zero_amount × moto",
        "zero_amount × avs",
        "full_refund × account_funding",
        "partial_refund × account_funding",
        "reversal × account_funding",
        "payment_method_saving × moto",
    ];
    let expected = disputed.map(|pair| own(&pair.replace(" × ", " "), "compat.disputed"));
    assert_eq!((impossible(&effects), code), (expected.to_vec(), Some(0)));
    // Where AVS is on for every order, none of amount zero is left.
    let (effects, code) = policy("strict", strict, &["merchant.avs_permission=true"]);
    assert_eq!(code, Some(1));
    assert_eq!(effects["facts"], json!(["merchant.avs_permission"]));
    assert!(impossible(&effects).contains(&own("zero_amount", "compat.disputed")), "{effects}");
    // But where the method was saved earlier, no AVS is asked for.
    let facts = ["merchant.avs_permission=true", "subsequent=recurring"];
    let (effects, code) = policy("strict", strict, &facts);
    assert_eq!(
        (impossible(&effects).contains(&own("zero_amount", "compat.disputed")), code),
        (false, Some(0))
    );
    // What the facts alone rule out is not the policy's doing.
    let (effects, _) =
        policy("strict", strict, &["terminal=standard", "merchant.avs_permission=false"]);
    assert!(
        impossible(&effects).iter().all(|(features, _)| !features.contains("avs")),
        "{effects}"
    );
    let (effects, _) = policy("lenient", r#"{"levels":{"compat.*":"allow"}}"#, &[]);
    assert_eq!(impossible(&effects), []);
}

#[test]
fn the_cells_that_no_request_reaches_are_those_of_the_documents_limits() {
    let (effects, _) = policy("default", "{}", &[]);
    let cells: Vec<String> =
        effects["unreachable"].as_array().unwrap().iter().map(Value::to_string).collect();
    let has = |a: &str, b: &str| cells.contains(&format!("[\"{a}\",\"{b}\"]"));
    for (a, b) in [
        ("one_step", "two_step"),
        ("zero_amount", "taxes"),
        ("qcash", "sdwo_funding"),
        ("recurring", "avs"),
        ("avs", "payout_a2a"),
        ("full_refund", "partial_refund"),
    ] {
        assert!(has(a, b), "{a} {b}: {cells:?}");
    }
    for (a, b) in [
        ("one_step", "moto"),
        ("full_refund", "qcash"),
        ("two_step", "reversal"),
        ("moto", "payout_og"),
        ("zero_amount", "avs"),
        ("recurring_automatic", "payout_sdwo"),
    ] {
        assert!(!has(a, b), "{a} {b}");
    }
}

#[test]
fn policy_rules_count() {
    let forbids = r#"{"label":"acme","rules":[
        {"name":"custom.no_moto","on":["order"],"level":"deny",
         "member":"/is_moto","forbidden":true},
        {"name":"custom.no_hold","on":["order"],"level":"deny",
         "member":"/skip_capture","forbidden":true},
        {"name":"custom.soft","on":["order"],"level":"warn",
         "member":"/travel_data","forbidden":true},
        {"name":"custom.limit","on":["order"],"level":"deny","member":"total","maximum":"10"}]}"#;
    let (effects, code) = policy("forbids", forbids, &[]);
    let expected = [own("two_step", "custom.no_hold"), own("moto", "custom.no_moto")];
    assert_eq!((impossible(&effects), code), (expected.to_vec(), Some(1)));
    assert_eq!(effects["label"], "acme");
    assert_eq!(effects["added"].as_array().unwrap().len(), 4);
    // Where every order funds an account, it can't be held, and needs no capture.
    let asks = r#"{"rules":[
        {"name":"custom.funds","on":["order"],"level":"deny",
         "member":"/recipient_client","required":true},
        {"name":"custom.named","on":["order"],"level":"deny",
         "member":"/recipient_client/city","required":true}]}"#;
    let (effects, code) = policy("asks", asks, &[]);
    assert_eq!(code, Some(1));
    let lost = impossible(&effects);
    for scenario in ["two_step", "zero_amount"] {
        let (_, rules) = lost.iter().find(|(features, _)| features == scenario).expect(scenario);
        assert!(rules.contains("custom.funds") || rules.contains("compat.pair"), "{rules}");
    }
    assert!(!lost.iter().any(|(features, _)| features == "one_step"), "{lost:?}");
    let off = asks.replace("\"rules\"", "\"levels\":{\"custom.*\":\"allow\"},\"rules\"");
    assert_eq!(policy("off", &off, &[]).1, Some(0));
}

/// What the catalogue asks for, the policy must not forbid.
#[test]
fn what_the_catalogue_requires_counts() {
    let forbids = |on: &str, member: &str| {
        format!(
            r#"{{"rules":[{{"name":"custom.a","on":["{on}"],"member":"{member}","forbidden":true}}]}}"#
        )
    };
    for (on, member, lost, rules) in [
        ("order", "/client", &["one_step", "two_step", "zero_amount"][..], "order.client_required"),
        ("order", "/products", &["one_step", "two_step"], "order.products_required"),
        ("order", "/products/*/title", &["one_step", "two_step"], "product.title_required"),
        ("payout_b2p", "/amount", &["payout_b2p"], "payout.amount_required"),
        ("refund", "/amount", &["partial_refund"], "refund.amount_required"),
        ("order", "/client/email", &[], ""),
        ("order", "/travel_data/lodging", &[], ""),
    ] {
        let (effects, code) = policy("requires", &forbids(on, member), &[]);
        let both = format!("custom.a {rules}");
        let is_scenario = |loss: &&Value| loss["kind"] == "scenario";
        let losses = effects["impossible"].as_array().unwrap();
        let scenarios: Vec<&str> = losses
            .iter()
            .filter(is_scenario)
            .map(|loss| loss["features"][0].as_str().unwrap())
            .collect();
        assert_eq!(scenarios, lost, "{on} {member}");
        assert_eq!(code, Some(i32::from(!lost.is_empty())), "{on} {member}");
        for lost in lost {
            assert!(impossible(&effects).contains(&own(lost, &both)), "{effects}");
        }
    }
    // So it is with operations that have no scenario.
    for (on, member, rules) in [
        ("capture", "/total", ["capture.total_required", "custom.a"]),
        ("payment", "/card_number", ["custom.a", "payment.field_required"]),
    ] {
        let (effects, code) = policy("operations", &forbids(on, member), &[]);
        let expected = json!([{ "kind": "operation", "operation": on, "rules": rules }]);
        assert_eq!((&effects["impossible"], code), (&expected, Some(1)));
    }
    // What only facts ask for counts with those facts.
    let (effects, code) = policy("avs", &forbids("order", "/client/zip_code"), &[]);
    assert_eq!(
        (impossible(&effects), code),
        (vec![own("avs", "avs.zip_code_required custom.a")], Some(0))
    );
    let facts = ["merchant.avs_permission=true"];
    assert_eq!(policy("avs", &forbids("order", "/client/zip_code"), &facts).1, Some(1));
    // Where any of several members will do, that isn't a loss.
    let funds = r#"{"levels":{"funding.*":"deny"}}"#;
    let facts = ["account_funding=other", "saving_side=service"];
    assert_eq!(impossible(&policy("funds", funds, &facts).0), []);
    // And what the policy itself raises to deny.
    let raised =
        forbids("payout_a2a", "/sender_name").replacen('{', r#"{"levels":{"*":"deny"},"#, 1);
    let (effects, _) = policy("raised", &raised, &[]);
    assert!(
        impossible(&effects).contains(&own("payout_a2a", "custom.a payout.field_missing")),
        "{effects}"
    );
}

/// No policy is blamed for requests of which only a part was made.
#[test]
fn whatever_can_be_written_stays_possible() {
    for (name, content) in [
        ("all", r#"{"levels":{"*":"deny","compat.*":"warn","refund.of_avs":"warn"}}"#),
        (
            "travel",
            r#"{"rules":[{"name":"custom.a","on":["order"],"member":"/travel_data/cruise","required":true}]}"#,
        ),
        (
            "number",
            r#"{"rules":[{"name":"custom.a","on":["order"],"member":"/recurring_number","required":true,
            "when":{"given":"/setup_future_use"}}]}"#,
        ),
        (
            "flags",
            r#"{"rules":[{"name":"custom.a","on":["order"],"member":"/is_moto","required":true},
            {"name":"custom.b","on":["order"],"member":"/skip_capture","required":true},
            {"name":"custom.c","on":["order"],"member":"/payment_system","required":true}]}"#,
        ),
        (
            "declared",
            r#"{"members":[{"member":"/products/*/sku","on":["order"],"type":"any"}],
            "rules":[{"name":"custom.a","on":["order"],"member":"/products/*/sku","required":true}]}"#,
        ),
        (
            "values",
            r#"{"rules":[{"name":"custom.a","on":["order"],"member":"/currency","one_of":["XTS"]},
            {"name":"custom.b","on":["order"],"member":"total","maximum":0}]}"#,
        ),
    ] {
        let (effects, code) = policy(name, content, &[]);
        assert_eq!((impossible(&effects), code), (vec![], Some(0)), "{name}");
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
        "at level deny and by custom.a; not at what values must be, by custom.b)",
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
    assert_eq!(effects["not_looked_at"], json!(["custom.b"]));
    let both = run(&["policy", files[0], "--policy", files[1]], b"");
    assert_eq!(both.code, Some(2));
}

#[test]
fn people_are_told_the_same() {
    let file =
        scratch("effects-human.json", br#"{"levels":{"compat.disputed":"deny","code.*":"warn"}}"#);
    let run = run(&["policy", text(&file), "--fact", "merchant.avs_permission=true"], b"");
    assert_eq!(run.code, Some(1));
    for part in [
        "compat.disputed  warn → deny    compat.disputed\n",
        "levels.code.*",
        "scenario    zero_amount",
        "(given: merchant.avs_permission)",
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
    let (effects, _) = policy("renamed", content, &[]);
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
        let (effects, _) = policy("old-names", &content, &[]);
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
