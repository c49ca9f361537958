//! Policies: precedence of entries, answers to questions with a policy, labels, and fingerprints.

use paylint::door::Question;
use paylint::facts::Fact;
use paylint::{CustomRule, Engine, Fingerprint, Level, Operations, Policy, rule};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

fn policy(json: &str) -> Policy {
    Policy::from_json(json.as_bytes()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn level(policy: &Policy, name: &str) -> Level {
    let rule = policy.rules().find(|(rule, _)| rule.name == name);
    rule.map(|(_, level)| level).expect("a rule")
}

/// Layers of a policy in `tests/data/policies.ndjson`: levels of rules, and at members, the label and all notes of the
/// policy that they make, or the error. Layers that are added later make the same.
#[test]
fn layers_make_the_listed_policies() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row<'a> {
        #[serde(borrow)]
        layers: Vec<&'a RawValue>,
        #[serde(default)]
        levels: BTreeMap<&'a str, Level>,
        #[serde(default)]
        levels_at: BTreeMap<&'a str, BTreeMap<&'a str, Level>>,
        #[serde(default)]
        notes: Vec<String>,
        label: Option<&'a str>,
        error: Option<String>,
    }
    for line in include_str!("../../data/policies.ndjson").lines() {
        let Row { layers, levels, levels_at, notes, label, error } =
            serde_json::from_str(line).expect("a row");
        let layers = Vec::from_iter(layers.iter().map(|layer| layer.get().as_bytes()));
        let policy = match (Policy::default().with_layers(&layers), error) {
            (Ok(policy), None) => policy,
            (Err(found), Some(error)) => {
                assert_eq!((found.layer(), found.message()), (0, error), "{line}");
                continue;
            }
            (outcome, _) => panic!("{line}: {outcome:?}"),
        };
        let later = layers
            .iter()
            .try_fold(Policy::default(), |policy, layer| policy.with_layers(&[layer]))
            .expect(line);
        for policy in [policy, later] {
            let found = levels.keys().map(|name| (*name, level(&policy, name)));
            assert_eq!(found.collect::<BTreeMap<_, _>>(), levels, "{line}");
            assert_eq!((policy.notes(), policy.label()), (&notes[..], label), "{line}");
            let engine = Engine::new(&policy);
            assert_eq!((engine.policy_notes(), engine.label()), (&notes[..], label), "{line}");
            let rules = policy.rules().map(|(rule, level)| (rule.name, level));
            assert!(engine.rules().map(|(rule, level)| (rule.name, level)).eq(rules), "{line}");
            for (rule, expected) in &levels_at {
                assert_eq!(policy.levels_at(rule).collect::<BTreeMap<_, _>>(), *expected, "{line}");
                assert!(engine.levels_at(rule).eq(policy.levels_at(rule)), "{line}");
            }
        }
    }
}

#[test]
fn entry_applies_to_rules_added_later() {
    use paylint::rule::HOLDS;
    let with_rule = |policy: Policy, level| {
        let rule = CustomRule::new("custom.own", Operations::ORDER, "no", |_, _| HOLDS);
        policy.with_rule(rule.level(level)).expect("a rule")
    };
    for default in [Level::Allow, Level::Warn, Level::Deny] {
        for (selector, given) in [("*", Level::Warn), ("basis.custom", Level::Deny)] {
            let levels = json!({ "levels": { selector: given } }).to_string();
            let set = |policy: Policy| policy.with_json(levels.as_bytes()).expect("a level");
            let before = with_rule(set(Policy::default()), default);
            let after = set(with_rule(Policy::default(), default));
            assert_eq!(before.fingerprint(), after.fingerprint(), "{default} {selector}");
            // These selectors skip rules that are off by default.
            let expected = if default == Level::Allow { default } else { given };
            assert_eq!(level(&before, "custom.own"), expected, "{default} {selector}");
        }
    }
    // The name of a family by itself isn't a selector.
    assert!(Policy::from_json(br#"{"levels":{"custom":"deny"}}"#).is_err());
    // A policy rule, before a custom rule.
    let policy = with_rule(Policy::default(), Level::Warn);
    let policy = policy.with_json(br#"{"levels":{"custom.*":"deny"}}"#).expect("a level");
    let rule = r#"{"name":"custom.email","on":["client"],"member":"/email","required":true,
        "level":"warn"}"#;
    let policy = policy.with_json(format!(r#"{{"rules":[{rule}]}}"#).as_bytes()).expect("a rule");
    assert_eq!(level(&policy, "custom.email"), Level::Deny);
    assert_eq!(level(&policy, "custom.own"), Level::Deny);
}

/// Each question of `tests/data/answers.ndjson`, with its answer.
#[test]
fn questions_with_a_policy_have_their_answers() {
    for line in include_str!("../../data/answers.ndjson").lines() {
        let [question, answer]: [&RawValue; 2] = serde_json::from_str(line).expect("a row");
        let question = Question::read(question.get().as_bytes()).expect("a question");
        let policy = question.policy().expect("one").expect("a policy");
        assert_eq!(question.answer(&Engine::new(&policy)).expect("an answer"), answer.get());
    }
}

fn fingerprint(json: &str) -> Fingerprint {
    Engine::new(&policy(json)).policy_fingerprint()
}

/// Policies on one line of `tests/data/fingerprints.ndjson` are equivalent, and those on different lines aren't.
#[test]
fn equivalent_policies_share_a_fingerprint() {
    let mut known = BTreeMap::new();
    for line in include_str!("../../data/fingerprints.ndjson").lines() {
        let policies: Vec<&RawValue> = serde_json::from_str(line).expect("policies");
        let all = policies.iter().map(|policy| fingerprint(policy.get()).to_string());
        let all: Vec<String> = BTreeSet::from_iter(all).into_iter().collect();
        let [one] = &all[..] else { panic!("{all:?}: {line}") };
        assert_eq!(known.insert(one.clone(), line), None, "{line}");
    }
    assert!(known.contains_key(&Engine::default().policy_fingerprint().to_string()));
}

#[test]
fn all_metadata_of_a_custom_rule_counts() {
    let on = Operations::ORDER;
    let rule = |name, message| CustomRule::new(name, on, message, |_, _| rule::HOLDS);
    let rules = [
        rule("custom.a", "one"),
        rule("custom.b", "one"),
        rule("custom.a", "two"),
        rule("custom.a", "one").level(Level::Warn),
        rule("custom.a", "one").source(Some("§1")),
        rule("custom.a", "one").needs(&[Fact::Now]),
        CustomRule::with_params("custom.a", on, "one", &["a"], |_, _| rule::HOLDS),
    ];
    let with = |rule: &CustomRule| Policy::default().with_rule(rule.clone()).expect("a rule");
    let all = || rules.iter().map(with).chain([Policy::default()]);
    let known = BTreeSet::from_iter(all().map(|policy| policy.fingerprint().to_string()));
    assert_eq!(known.len(), rules.len() + 1);
    assert!(all().all(|policy| known.contains(&policy.fingerprint().to_string())));
}

#[test]
fn a_fingerprint_is_sixteen_hexadecimal_digits() {
    let engine = Engine::default();
    for fingerprint in [engine.rules_fingerprint(), engine.policy_fingerprint()] {
        let text = fingerprint.to_string();
        assert_eq!(text.len(), 16, "{text}");
        assert!(text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')), "{text}");
        assert_eq!((format!("{fingerprint:?}"), fingerprint.text()), (text.clone(), text));
    }
    assert_ne!(engine.rules_fingerprint(), engine.policy_fingerprint());
    let other = Engine::new(&policy(r#"{"levels":{"*":"allow"}}"#));
    assert_eq!(other.rules_fingerprint(), engine.rules_fingerprint());
}

/// The old name's entry stays when the rule is replaced by a layer above.
#[test]
fn old_name_entry_reaches_a_later_layers_rule() {
    let below = policy(
        r#"{"rules":[{"name":"custom.new","renamed_from":"custom.old","on":["order"],
        "member":"/language","required":true}],"levels":{"custom.old":"warn"}}"#,
    );
    let above =
        br#"{"rules":[{"name":"custom.new","on":["order"],"member":"/currency","required":true}]}"#;
    assert_eq!(level(&below.with_json(above).expect("a policy"), "custom.new"), Level::Warn);
}

#[test]
fn deprecated_rule_gives_a_warning_with_advice() {
    let rule = CustomRule::new("custom.new", Operations::ORDER, "no", |_, _| rule::HOLDS)
        .renamed_from("custom.old custom.older")
        .deprecated(Some("use custom.other"));
    assert_eq!(rule.rule().old_names().collect::<Vec<_>>(), ["custom.old", "custom.older"]);
    let policy = || Policy::default().with_rule(rule.clone()).expect("a rule");
    for (name, expected) in [
        ("custom.new", &["levels.custom.new: the rule is deprecated: use custom.other"][..]),
        (
            "custom.older",
            &[
                "levels.custom.older: the rule is now called custom.new",
                "levels.custom.older: the rule is deprecated: use custom.other",
            ],
        ),
        ("custom.*", &[]),
        ("*", &[]),
    ] {
        let levels = json!({ "levels": { name: "warn" } }).to_string();
        let policy = policy().with_json(levels.as_bytes()).expect("a level");
        assert_eq!(policy.notes(), expected);
        assert_eq!(level(&policy, "custom.new"), Level::Warn);
    }
}

#[test]
fn levels_at_members_are_at_most_1024() {
    let many = (0..1025).map(|n| format!(r#""field.unknown@/a{n}":"deny""#));
    let many = many.collect::<Vec<_>>().join(",");
    let error = Policy::from_json(format!(r#"{{"levels":{{{many}}}}}"#).as_bytes());
    assert!(error.expect_err("too many").to_string().contains("more than 1024"));
}
