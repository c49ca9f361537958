//! Policy rules: every constraint, every operation that has members, every error.

use paylint::{CustomRule, Engine, Facts, Operation, Operations, Policy, rule};
use paylint_tests::workspace::{self, blocks};
use serde_json::{Value as Json, json};

fn policy(rules: Json) -> Policy {
    let text = json!({ "rules": rules }).to_string();
    Policy::from_json(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The findings of policy rules, as the report writes them.
fn findings(rules: Json, operation: Operation, body: Json) -> Vec<Json> {
    let engine = Engine::new(&policy(rules));
    let report = engine.check(operation, body.to_string().as_bytes(), &Facts::default());
    let json: Json = serde_json::from_str(&report.to_json()).expect("JSON");
    let all = json["findings"].as_array().cloned().unwrap_or_default();
    all.into_iter().filter(|finding| finding["basis"] == "custom").collect()
}

/// A body that has the objects around a member, but not the member.
fn body_without(path: &str) -> Json {
    let (around, _) = path.rsplit_once('/').expect("a path");
    let around = around.rsplit('/').filter(|step| !step.is_empty());
    around.fold(json!({}), |inner, step| match step {
        "*" => json!([inner]),
        name => json!({ name: inner }),
    })
}

#[test]
fn every_member_can_be_required() {
    for operation in Operation::ALL.iter().copied() {
        for member in paylint::members(operation).iter().map(|member| &member.path) {
            let on = operation.name();
            let rule =
                json!({ "name": "custom.it", "on": [on], "member": member, "required": true });
            let found = findings(json!([rule]), operation, body_without(member));
            let paths: Vec<_> = found.iter().map(|finding| &finding["path"]).collect();
            assert_eq!(paths, [&json!(member.replace('*', "0"))], "{operation} {member}");
            // Without the object, the rule has no finding.
            let nothing = findings(json!([rule]), operation, json!([]));
            assert_eq!(nothing, [Json::Null; 0], "{operation} {member}");
        }
    }
}

#[test]
fn a_policy_has_at_most_256_rules_and_members() {
    let rule = |index| {
        json!({ "name": format!("custom.r{index}"), "on": ["client"], "member": "/email",
        "required": true })
    };
    let member =
        |index| json!({ "member": format!("/m{index}"), "on": ["order"], "type": "string" });
    let entries: [(&str, &dyn Fn(usize) -> Json); 2] = [("rules", &rule), ("members", &member)];
    for (list, entry) in entries {
        let read = |count| {
            let policy = json!({ list: Vec::from_iter((0..count).map(entry)) }).to_string();
            Policy::from_json(policy.as_bytes()).map_err(|error| error.to_string())
        };
        assert!(read(256).is_ok(), "{list}");
        assert_eq!(read(257).err(), Some(format!("invalid policy: {list}: more than 256")));
    }
}

#[test]
fn policy_rules_run_before_custom_rules() {
    let custom = CustomRule::new("custom.last", Operations::ORDER, "never", |c, findings| {
        findings.at(c);
        rule::HOLDS
    });
    let json = br#"{"levels":{"custom.last":"warn","custom.first":"warn"},"rules":[
        {"name":"custom.first","on":["order"],"member":"/language","required":true},
        {"name":"custom.second","on":["order"],"member":"/currency","required":true}]}"#;
    let policy = Policy::default()
        .with_rule(custom)
        .and_then(|policy| policy.with_json(json))
        .expect("a policy");
    let expected = ["custom.first warn", "custom.second deny", "custom.last warn"];
    let engine = Engine::new(&policy);
    let listed: Vec<String> =
        engine.rules().map(|(rule, level)| format!("{} {level}", rule.name)).collect();
    assert_eq!(listed[listed.len() - 3..], expected);
    let report = engine.check(Operation::Order, br#"{"client":{}}"#, &Facts::default());
    let found: Vec<String> =
        report.findings().map(|found| format!("{} {}", found.rule().name, found.level())).collect();
    assert_eq!(found[found.len() - 3..], expected);
    let taken = policy.with_json(br#"{"rules":[{"name":"custom.last","on":["order"],"member":"/language","required":true}]}"#);
    assert!(taken.is_err_and(|error| error.member() == "rules.custom.last.name"));
}

/// The command's transcript runs the page's tests, each of which is about one or more of its rules.
#[test]
fn everyday_rules_are_tested() {
    let page = workspace::read("docs/policies.md");
    let policy = blocks(&page, "json").into_iter().find(|block| block.contains("custom.titles"));
    let (policy, tests) = (policy.expect("the everyday rules"), blocks(&page, "ndjson")[0]);
    let policy = Policy::from_json(policy.as_bytes()).expect("a policy");
    assert_eq!(policy.conflicts(None), [""; 0]);
    for (rule, _) in policy.rules().filter(|(rule, _)| rule.family() == "custom") {
        let finding = format!("[\"{}\", ", rule.name);
        assert_eq!(tests.contains(&finding), rule.name != "custom.lines", "{}", rule.name);
    }
}

/// The notes of `tests/data/conflicts.ndjson` about rules that exclude or repeat each other, or can never fire.
#[test]
fn conflicting_rules_get_notes() {
    #[derive(serde::Deserialize)]
    struct Row {
        rules: Json,
        notes: Vec<String>,
    }
    for line in include_str!("../../data/conflicts.ndjson").lines() {
        let Row { rules, notes } = serde_json::from_str(line).expect("a row");
        assert_eq!(policy(rules).conflicts(None), notes, "{line}");
    }
}
