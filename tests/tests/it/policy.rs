//! Policies: precedence of entries, effects of unchecked rules, labels, and fingerprints.

use paylint::{
    CustomRule, Engine, Facts, FactsBuf, Fingerprint, Level, Operation, Operations, Policy,
    PolicyError, Verdict, rule,
};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// An order about which only AVS is unknown.
const ORDER: &[u8] =
    br#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","price":12}]}"#;

fn policy(json: &str) -> Policy {
    Policy::from_json(json.as_bytes()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn level(policy: &Policy, name: &str) -> Level {
    let rule = policy.rules().find(|(rule, _)| rule.name == name);
    rule.map(|(_, level)| level).expect("a rule")
}

#[test]
fn narrowest_entry_wins_in_any_order() {
    let entries = [
        (r#""*":"allow""#, "order.client_required", Level::Allow),
        (r#""basis.inferred":"deny""#, "field.null", Level::Deny),
        (r#""field.*":"warn""#, "field.type", Level::Warn),
        (r#""field.blank":"allow""#, "field.blank", Level::Allow),
    ];
    // The four in every order.
    for start in 0..4 {
        for second in 0..3 {
            for swapped in [false, true] {
                let mut all = entries.map(|(entry, ..)| entry).to_vec();
                let mut mixed = vec![all.remove(start)];
                mixed.push(all.remove(second));
                if swapped {
                    all.reverse();
                }
                mixed.extend(all);
                let json = format!(r#"{{"levels":{{{}}}}}"#, mixed.join(","));
                let policy = policy(&json);
                assert_eq!(level(&policy, "order.client_required"), Level::Allow, "{json}");
                assert_eq!(level(&policy, "product.quantity_positive"), Level::Deny, "{json}");
                assert_eq!(level(&policy, "field.null"), Level::Warn, "{json}");
                assert_eq!(level(&policy, "field.blank"), Level::Allow, "{json}");
            }
        }
    }
    for (entry, name, expected) in entries {
        assert_eq!(level(&policy(&format!(r#"{{"levels":{{{entry}}}}}"#)), name), expected);
    }
}

#[test]
fn later_setter_of_equal_rank_wins() {
    let policy = Policy::default()
        .with_level("avs.zip_code_required", Level::Deny)
        .and_then(|policy| policy.with_level("avs.*", Level::Warn))
        .and_then(|policy| policy.with_level("*", Level::Allow))
        .and_then(|policy| policy.with_level("avs.*", Level::Allow))
        .expect("levels");
    assert_eq!(level(&policy, "avs.zip_code_required"), Level::Deny);
    assert_eq!(level(&policy, "avs.address_required"), Level::Allow);
    assert_eq!(level(&policy, "json.malformed"), Level::Deny);
}

#[test]
fn entry_applies_to_rules_added_later() {
    use paylint::rule::HOLDS;
    let with_rule = |policy: Policy, level| {
        let rule = CustomRule::new("custom.own", Operations::ORDER, "no", |_, _| HOLDS);
        policy.with_rule(rule.level(level)).expect("a rule")
    };
    let entries = [
        ("*", Level::Allow),
        ("basis.custom", Level::Deny),
        ("custom.*", Level::Allow),
        ("custom.*", Level::Warn),
    ];
    for default in [Level::Allow, Level::Warn, Level::Deny] {
        for from in 0..entries.len() {
            for to in from..=entries.len() {
                let set = |policy: Policy| {
                    entries[from..to].iter().fold(policy, |policy, (selector, level)| {
                        policy.with_level(selector, *level).expect("a level")
                    })
                };
                let [before, after] = [
                    with_rule(set(Policy::default()), default),
                    set(with_rule(Policy::default(), default)),
                ];
                let levels = [&before, &after].map(|policy| level(policy, "custom.own"));
                assert_eq!(levels[0], levels[1], "{default} {:?}", &entries[from..to]);
                assert_eq!(before.fingerprint(), after.fingerprint());
                // A narrower entry still wins afterwards, a wider one doesn't.
                let [before, after] = [before, after].map(|policy| {
                    let policy = policy.with_level("basis.custom", Level::Warn).expect("a level");
                    level(&policy, "custom.own")
                });
                assert_eq!(before, after, "{default} {:?}", &entries[from..to]);
            }
        }
    }
    // The name of a family by itself isn't a selector.
    assert!(Policy::default().with_level("custom", Level::Deny).is_err());
    // A policy rule, before a custom rule.
    let policy = with_rule(Policy::default(), Level::Warn);
    let policy = policy.with_level("custom.*", Level::Deny).expect("a level");
    let rule = r#"{"name":"custom.email","on":["client"],"member":"/email","required":true,
        "level":"warn"}"#;
    let policy = policy.with_json(format!(r#"{{"rules":[{rule}]}}"#).as_bytes()).expect("a rule");
    assert_eq!(level(&policy, "custom.email"), Level::Deny);
    assert_eq!(level(&policy, "custom.own"), Level::Deny);
}

#[test]
fn last_label_wins() {
    let of = |layers: &[&str]| {
        let below = |policy: Policy, json: &&str| policy.with_json(json.as_bytes()).expect(json);
        Engine::new(&layers.iter().fold(Policy::default(), below)).label().map(str::to_owned)
    };
    let (first, last, none) = (r#"{"label":"first"}"#, r#"{"label":"last"}"#, "{}");
    assert_eq!(of(&[first, last]).as_deref(), Some("last"));
    assert_eq!(of(&[first, last, none]).as_deref(), Some("last"));
    assert_eq!(of(&[none]), None);
}

#[test]
fn a_label_is_1_to_64_characters() {
    let long = "a".repeat(64);
    for label in ["a", "acme-2026.11_A", &long] {
        let engine = Engine::new(&policy(&format!(r#"{{"label":"{label}"}}"#)));
        assert_eq!(engine.label(), Some(label));
        let set = Policy::default().with_label(label).expect("a label");
        assert_eq!(set.label(), Some(label));
    }
    for label in ["", "a b", "ā", &"a".repeat(65)] {
        assert!(Policy::default().with_label(label).is_err(), "{label:?}");
    }
    assert_eq!(Engine::default().label(), None);
}

#[test]
fn unchecked_rejects_if_the_policy_says_so() {
    let strict = Engine::new(&policy(r#"{"unchecked":"reject"}"#));
    let report = strict.check(Operation::Order, ORDER, &Facts::default());
    assert_eq!((report.verdict(), report.status()), (Verdict::Reject, 400));
    assert!(!strict.accepts(Operation::Order, ORDER, &Facts::default()));
    let problem = concat!(
        r#"{"type":"rules/avs.address_required","title":"avs: address required","status":400,"#,
        r#""detail":"avs.address_required can't be decided without merchant.avs_permission","#,
        r##""errors":[{"pointer":"#","rule":"avs.address_required","level":"deny","##,
        r#""detail":"avs.address_required can't be decided without merchant.avs_permission","#,
        r#""needs":["merchant.avs_permission"]},"#,
        r##"{"pointer":"#","rule":"avs.zip_code_required","level":"deny","##,
        r#""detail":"avs.zip_code_required can't be decided without merchant.avs_permission","#,
        r#""needs":["merchant.avs_permission"]}]}"#
    );
    assert_eq!(report.to_problem().as_deref(), Some(problem));
    assert_eq!(report.rejecting().count(), 2);
    // A warning that is unchecked, too, is not among the errors.
    let mixed = policy(r#"{"unchecked":"reject","levels":{"avs.address_required":"warn"}}"#);
    let report = Engine::new(&mixed).check(Operation::Order, ORDER, &Facts::default());
    assert_eq!(report.unchecked().count(), 2);
    let rejecting: Vec<String> =
        report.rejecting().map(|rule| rule.rule().name.to_owned()).collect();
    assert_eq!(rejecting, ["avs.zip_code_required"]);
    let problem = report.to_problem().expect("a problem");
    assert!(problem.starts_with(r#"{"type":"rules/avs.zip_code_required""#), "{problem}");
    assert!(!problem.contains("avs.address_required"), "{problem}");
    // No fact decides a rule about a total that a tax hides.
    let capped = policy(
        r#"{"unchecked":"reject","rules":[{"name":"custom.cap","on":["order"],"member":"total","maximum":5}]}"#,
    );
    let taxed =
        br#"{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":9,"tax":"3f"}]}"#;
    let facts = FactsBuf::from_json(br#"{"merchant":{"avs_permission":false}}"#).unwrap();
    let report = Engine::new(&capped).check(Operation::Order, taxed, &facts.as_facts());
    let messages: Vec<String> = report.rejecting().map(|open| open.message()).collect();
    assert_eq!(messages, ["custom.cap can't be decided: the total isn't known"]);
    // If a finding rejects, the errors are the findings.
    let report = strict.check(Operation::Order, br#"{"client":{}}"#, &Facts::default());
    assert!(report.to_problem().is_some_and(|problem| !problem.contains("\"needs\"")));
    assert_eq!(report.rejecting().count(), 0);
    let known = FactsBuf::from_json(br#"{"merchant":{"avs_permission":false}}"#).expect("facts");
    let report = strict.check(Operation::Order, ORDER, &known.as_facts());
    assert_eq!(report.verdict(), Verdict::Accept);
    assert!(strict.accepts(Operation::Order, ORDER, &known.as_facts()));
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
    let rule =
        |name, message| CustomRule::new(name, Operations::ORDER, message, |_, _| rule::HOLDS);
    let of = |custom: CustomRule| {
        let policy = Policy::default().with_rule(custom).expect("a rule");
        Engine::new(&policy).policy_fingerprint()
    };
    let first = of(rule("custom.a", "one"));
    assert_eq!(first, of(rule("custom.a", "one")));
    assert_ne!(first, of(rule("custom.b", "one")));
    assert_ne!(first, of(rule("custom.a", "two")));
    assert_ne!(first, of(rule("custom.a", "one").level(Level::Warn)));
    assert_ne!(first, of(rule("custom.a", "one").source(Some("§1"))));
    let on = Operations::ORDER;
    let with_param = CustomRule::with_params("custom.a", on, "one", &["a"], |_, _| rule::HOLDS);
    assert_ne!(first, of(with_param));
    assert_ne!(first, of(rule("custom.a", "one").needs(&[paylint::facts::Fact::Now])));
    assert_ne!(first, Engine::default().policy_fingerprint());
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

/// The notes about a policy, and the levels of rules in it.
fn told(policy: Policy, rules: &[&str]) -> (Vec<String>, Vec<Level>) {
    let engine = Engine::new(&policy);
    assert_eq!(engine.policy_notes(), policy.notes());
    let level =
        |name: &&str| engine.rules().find(|(rule, _)| rule.name == *name).map(|(_, level)| level);
    (policy.notes().to_vec(), rules.iter().filter_map(level).collect())
}

/// A policy with rules of these names and old names, and levels.
fn renamed(rules: &[(&str, &str)], levels: Value) -> Result<Policy, PolicyError> {
    let rules: Vec<_> = rules
        .iter()
        .map(|(name, old)| {
            json!({"name": name, "renamed_from": old, "on": ["order"], "member": "/language", "required": true})
        })
        .collect();
    Policy::from_json(json!({"rules": rules, "levels": levels}).to_string().as_bytes())
}

#[test]
fn old_policy_rule_name_works_with_a_warning() {
    let one: &[(&str, &str)] = &[("custom.new", "custom.old")];
    let (notes, levels) =
        told(renamed(one, json!({"custom.old": "warn"})).expect("a policy"), &["custom.new"]);
    assert_eq!(notes, ["levels.custom.old: the rule is now called custom.new"]);
    assert_eq!(levels, [Level::Warn]);
    // Narrower than a family, wider than the name. Order doesn't matter, and no note is repeated.
    for (entries, expected) in [
        (json!({"custom.old": "warn", "custom.*": "allow"}), Level::Warn),
        (json!({"custom.old": "warn", "custom.new": "allow"}), Level::Allow),
        (json!({"custom.new": "allow", "custom.old": "warn"}), Level::Allow),
    ] {
        assert_eq!(
            told(renamed(one, entries).expect("a policy"), &["custom.new"]),
            (notes.clone(), vec![expected])
        );
    }
    let twice = renamed(one, json!({"custom.old": "allow"}))
        .expect("a policy")
        .with_level("custom.old", Level::Warn);
    assert_eq!(told(twice.expect("a level"), &["custom.new"]), (notes.clone(), levels));
    let said: [&str; 0] = [];
    assert_eq!(renamed(one, json!({"custom.new": "warn"})).expect("a policy").notes(), said);
    // It decides as it did under the new name.
    let [old, new] = ["custom.old", "custom.new"]
        .map(|name| renamed(one, json!({name: "warn"})).expect("a policy"));
    assert_eq!(old.fingerprint(), new.fingerprint());
}

#[test]
fn current_name_wins_over_old_names() {
    let rules: &[(&str, &str)] =
        &[("custom.a", "custom.b"), ("custom.b", "custom.c"), ("custom.d", "custom.c")];
    let entries = json!({"custom.b": "warn", "custom.c": "allow"});
    let (notes, levels) =
        told(renamed(rules, entries).expect("a policy"), &["custom.a", "custom.b", "custom.d"]);
    assert_eq!(levels, [Level::Deny, Level::Warn, Level::Deny]);
    assert_eq!(notes, ["levels.custom.c: the rule is now called custom.b"]);
    let error = renamed(rules, json!({"custom.e": "warn"})).expect_err("no such rule");
    assert!(error.problem().starts_with("unknown rule"), "{error}");
    let error =
        renamed(&[("custom.a", "avs.old")], json!({})).expect_err("not a policy rule's name");
    assert_eq!(
        error.to_string(),
        "invalid policy: rules.custom.a.renamed_from: not custom. and 1 to 48 of a–z 0–9 _"
    );
}

/// The old name's entry stays when the rule is replaced by a layer above.
#[test]
fn old_name_entry_reaches_a_later_layers_rule() {
    let below =
        renamed(&[("custom.new", "custom.old")], json!({"custom.old": "warn"})).expect("a policy");
    let above = json!({"rules": [{"name": "custom.new", "on": ["order"], "member": "/currency", "required": true}]});
    let both = below.with_json(above.to_string().as_bytes()).expect("a policy");
    assert_eq!(told(both, &["custom.new"]).1, [Level::Warn]);
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
        let (notes, levels) =
            told(policy().with_level(name, Level::Warn).expect("a level"), &["custom.new"]);
        assert_eq!(
            (&notes[..], &levels[..]),
            (
                &expected.iter().map(|level| level.to_string()).collect::<Vec<_>>()[..],
                &[Level::Warn][..]
            )
        );
    }
}

#[test]
fn layers_can_be_added_to_a_policy_that_has_some() {
    let below = json!({"rules": [{"name": "custom.a", "on": ["tax"], "member": "/name", "required": true}]})
        .to_string();
    let above = json!({"levels": {"custom.a": "warn"}}).to_string();
    let (below, above) = (below.as_bytes(), above.as_bytes());
    let at_once = Policy::default().with_layers(&[below, above]).expect("a policy");
    let later =
        Policy::default().with_layers(&[below]).and_then(|policy| policy.with_layers(&[above]));
    assert_eq!(later.expect("a policy").fingerprint(), at_once.fingerprint());
}

#[test]
fn unknown_preset_error_lists_the_known_ones() {
    assert_eq!(
        Policy::unknown_preset("chekout"),
        r#"unknown preset "chekout"; did you mean "checkout"? (presets are default, checkout, shop-members, strict)"#
    );
}

/// Names are looked up in the resulting policy, which doesn't have a replaced rule.
#[test]
fn replaced_rule_ignores_later_declarations() {
    let declared =
        |json_type: &str| json!([{"member": "/fee", "on": ["order"], "type": json_type}]);
    let rule = |constraint: &str, limit: Value| json!({"name": "custom.fee", "on": ["order"], "member": "/fee", constraint: limit});
    let below =
        json!({"members": declared("number"), "rules": [rule("maximum", json!(5))]}).to_string();
    let layers = |above: Value| {
        Policy::default().with_layers(&[below.as_bytes(), above.to_string().as_bytes()])
    };
    assert!(
        layers(json!({"members": declared("string"), "rules": [rule("required", json!(true))]}))
            .is_ok()
    );
    let error = layers(json!({"members": declared("string")})).expect_err("a number's constraint");
    assert_eq!(error.message(), error.to_string());
    assert_eq!(
        (error.layer(), error.to_string().as_str()),
        (
            0,
            "invalid policy: rules.custom.fee.member: order: /fee is of a type that can't have this constraint"
        )
    );
}

#[test]
fn level_at_a_member_outlives_later_layers() {
    let layers = [
        r#"{"levels":{"field.blank@/client/email":"deny"}}"#,
        r#"{"levels":{"field.blank":"allow"}}"#,
    ];
    let layers = layers.map(str::as_bytes);
    let policy = Policy::default().with_layers(&layers).expect("layers");
    let at: Vec<_> = policy.levels_at("field.blank").collect();
    assert_eq!(at, [("/client/email", Level::Deny)]);
    assert_eq!(level(&policy, "field.blank"), Level::Allow);
    let engine = Engine::new(&policy);
    let (_, own) = engine.rules().find(|(rule, _)| rule.name == "field.blank").expect("a rule");
    assert_eq!((own, engine.levels_at("field.blank").count()), (Level::Allow, 1));
    let repeated = policy.with_level("field.blank@/client/email", Level::Warn).expect("a level");
    assert_eq!(repeated.levels_at("field.blank").next(), Some(("/client/email", Level::Warn)));
}

#[test]
fn levels_at_members_are_at_most_1024() {
    let many = (0..1025).map(|n| format!(r#""field.unknown@/a{n}":"deny""#));
    let many = many.collect::<Vec<_>>().join(",");
    let error = Policy::from_json(format!(r#"{{"levels":{{{many}}}}}"#).as_bytes());
    assert!(error.expect_err("too many").to_string().contains("more than 1024"));
}
