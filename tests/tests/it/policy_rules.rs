//! Policy rules: every constraint, every operation that has members, every error.

use paylint::facts::Fact;
use paylint::{CustomRule, Engine, Facts, FactsBuf, Operation, Operations, Policy, rule};
use paylint_tests::cases;
use paylint_tests::engine::outcome;
use paylint_tests::workspace::{self, blocks};
use serde_json::{Value as Json, json};

fn policy(rules: Json) -> Policy {
    let text = json!({ "rules": rules }).to_string();
    Policy::from_json(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(rules: Json) -> String {
    let text = json!({ "rules": rules }).to_string();
    let error = Policy::from_json(text.as_bytes()).expect_err(&text).to_string();
    error.strip_prefix("invalid policy: ").expect("a prefix").to_owned()
}

/// The findings of policy rules, as the report writes them.
fn findings(rules: Json, operation: &str, body: Json, facts: &str) -> Vec<Json> {
    let operation = Operation::from_name(operation).expect("an operation");
    let facts = FactsBuf::from_json(facts.as_bytes()).expect("facts");
    let engine = Engine::new(&policy(rules));
    let report = engine.check(operation, body.to_string().as_bytes(), &facts.as_facts());
    let json: Json = serde_json::from_str(&report.to_json()).expect("JSON");
    let all = json["findings"].as_array().cloned().unwrap_or_default();
    all.into_iter().filter(|finding| finding["basis"] == "custom").collect()
}

#[test]
fn a_message_is_shown_as_it_stands() {
    let message = "say \"{actual}\" \\ {} {minimum} – ß";
    let rules = json!([{ "name": "custom.it", "on": ["tax"], "member": "/percent", "minimum": 5,
        "message": message }]);
    let found = findings(rules.clone(), "tax", json!({"name": "VAT", "percent": 4}), "{}");
    assert_eq!(found[0]["message"], message);
    let engine = Engine::new(&policy(rules));
    let report = engine.check(Operation::Tax, br#"{"name":"VAT","percent":4}"#, &Facts::default());
    let finding = report.findings().next().expect("a finding");
    assert_eq!(finding.message(), message);
    let problem: Json = serde_json::from_str(&report.to_problem().expect("one")).expect("JSON");
    assert_eq!(problem["detail"], message);
    let kept = report.clone();
    drop((engine, report));
    assert_eq!(kept.findings().next().expect("a finding").rule().message, message);
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
    for operation in Operation::ALL {
        let (members, operation) = (paylint::members(*operation), operation.name());
        for member in members.iter().map(|member| &member.path) {
            let rule = json!({ "name": "custom.it", "on": [operation], "member": member, "required": true });
            let found = findings(json!([rule]), operation, body_without(member), "{}");
            let paths: Vec<_> = found.iter().map(|finding| &finding["path"]).collect();
            assert_eq!(paths, [&json!(member.replace('*', "0"))], "{operation} {member}");
            // Without the object, the rule has no finding.
            let nothing = findings(json!([rule]), operation, json!([]), "{}");
            assert_eq!(nothing, [Json::Null; 0], "{operation} {member}");
        }
    }
}

#[test]
fn a_policy_has_at_most_256_rules() {
    let many = |count: usize| {
        let rule = |index| json!({"name": format!("custom.r{index}"), "on": ["client"], "member": "/email", "required": true});
        Json::Array((0..count).map(rule).collect())
    };
    assert_eq!(policy(many(256)).rules().filter(|(rule, _)| rule.number == 0).count(), 256);
    assert_eq!(error(many(257)), "rules: more than 256");
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
    let named =
        |(rule, level): (paylint::Rule<'_>, paylint::Level)| format!("{} {level}", rule.name);
    let listed: Vec<String> =
        policy.rules().map(named).filter(|name| name.starts_with("custom")).collect();
    assert_eq!(listed, expected);
    let engine = Engine::new(&policy);
    let listed: Vec<String> =
        engine.rules().map(named).filter(|name| name.starts_with("custom")).collect();
    assert_eq!(listed, expected);
    let report = engine.check(Operation::Order, br#"{"client":{}}"#, &Facts::default());
    let found: Vec<String> =
        report.findings().map(|found| format!("{} {}", found.rule().name, found.level())).collect();
    assert_eq!(found[found.len() - 3..], expected);
    let taken = policy.with_json(br#"{"rules":[{"name":"custom.last","on":["order"],"member":"/language","required":true}]}"#);
    assert!(taken.is_err_and(|error| error.member() == "rules.custom.last.name"));
}

#[test]
fn currency_condition_needs_fact_without_member() {
    let needs = |on: &str, member: &str, when: Option<Json>| {
        let mut rule = json!({"name": "custom.a", "on": [on], "member": member, "required": true});
        if let Some(when) = when {
            rule["when"] = when;
        }
        let policy = policy(json!([rule]));
        let (rule, _) = policy.rules().last().expect("a rule");
        rule.needs.to_vec()
    };
    let euros = || Some(json!({ "currency": "EUR" }));
    assert_eq!(needs("refund", "/amount", None), []);
    assert_eq!(needs("refund", "/amount", euros()), [Fact::OrderCurrency]);
    assert_eq!(needs("order", "/language", None), []);
    assert_eq!(needs("order", "/language", euros()), []);
}

#[test]
fn everyday_rules_on_the_page_pass_its_tests() {
    let page = workspace::read("docs/policies.md");
    let block = |language, text| {
        let found = blocks(&page, language).into_iter().find(|block| block.contains(text));
        found.expect("a block of the page")
    };
    let policy = block("json", "custom.gift_most").as_bytes();
    let mut fired = std::collections::BTreeSet::new();
    for line in block("ndjson", "april").lines() {
        let line = cases::read(line);
        let (case, expect) = (line.case.expect("a case"), line.expect.expect("an expectation"));
        let (operation, body, facts, _) = case.parts();
        let outcome = outcome(operation, body, facts, Some(policy));
        assert_eq!(cases::mismatches(&expect, &outcome), [""; 0], "{}", case.name());
        let report = outcome.expect("a report");
        let rules = report["findings"].as_array().into_iter().flatten();
        fired.extend(rules.map(|found| found["rule"].as_str().unwrap_or_default().to_owned()));
    }
    let policy = Policy::from_json(policy).expect("a policy");
    assert_eq!(policy.conflicts(None), [""; 0]);
    let cap = policy.rules().find(|(rule, _)| rule.name == "custom.cap").expect("a rule").0;
    let words = "the total of an order in EUR must be at most 5000, from 2027-04-01";
    assert_eq!((&*cap.summary(), cap.about()), (words, Some("owner: risk; ticket 4711")));
    for (rule, _) in policy.rules().filter(|(rule, _)| rule.family() == "custom") {
        let is_of_lines = rule.name == "custom.lines";
        assert_eq!(fired.contains(rule.name), !is_of_lines, "{}", rule.name);
        assert!(!rule.summary().contains('{'), "{}", rule.summary());
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

#[test]
fn summary_quotes_texts_and_joins_members() {
    let words = |rule: Json| {
        let policy = policy(json!([rule]));
        let (rule, _) = policy.rules().find(|(rule, _)| rule.family() == "custom").expect("a rule");
        rule.summary().into_owned()
    };
    let rule = json!({"name": "custom.a", "on": ["order"], "when": {"given": ["/client", "/language"],
        "website": "a b"}, "member": "/client/city", "one_of": ["Riga", "a\"", "x or\u{1b}\u{202e}"]});
    assert_eq!(
        words(rule),
        "`client.city` of an order with `client` and `language` where website is \"a b\" must be Riga, \"a\"\" \
         or \"x orU+001BU+202E\"",
    );
}

#[test]
fn equal_member_is_proposed_if_both_are_shown() {
    let rules = json!([{"name": "custom.a", "on": ["order"], "member": "/client/country", "same_as": "/service_location/country"},
        {"name": "custom.b", "on": ["order"], "member": "/client/city", "same_as": "/service_location/city"}]);
    let body = br#"{"client":{"country":"LV","city":"Riga"},"service_location":{"country":"EE","city":"Tartu"}}"#;
    let engine = Engine::new(&policy(rules));
    let fixes = engine.fixes(Operation::Order, body, &Facts::default()).to_json();
    assert!(fixes.contains(r#""path":"/client/country","value":"EE""#), "{fixes}");
    assert!(!fixes.contains("Tartu"), "{fixes}");
}
