//! The random cases reach every rule: each fires, each holds, and each that can be is unchecked.

use std::collections::BTreeSet;

use paylint_tests::generate::{Generated, Rng, case, layers};
use paylint_tests::model::{OPERATIONS, Outcome, RULES, judge, judge_in_layers};

const CASES: u64 = 60_000;

fn decide(case: &Generated) -> Result<Outcome, String> {
    judge(&case.operation, &case.body, case.facts.as_deref(), case.policy.as_deref())
}

#[test]
fn a_seed_gives_one_sequence() {
    for seed in 0..200 {
        assert!(case(&mut Rng::new(seed)) == case(&mut Rng::new(seed)), "seed {seed}");
    }
}

#[test]
fn every_rule_is_reached() {
    let mut fired = BTreeSet::new();
    let mut unchecked = BTreeSet::new();
    let mut held = BTreeSet::new();
    let (mut accepted, mut errors, mut truncated) = (0, 0, 0);
    let mut needs_of_three_ds = BTreeSet::new();
    let mut is_shown = BTreeSet::new();
    let mut own_rules = BTreeSet::new();
    for seed in 0..CASES {
        let mut case = case(&mut Rng::new(seed));
        let own_policy = case.policy.is_some();
        // The one rule that is off by itself is to be seen, too.
        case.policy.get_or_insert_with(|| br#"{"levels":{"avs.issuer_support":"warn"}}"#.to_vec());
        let outcome = match decide(&case) {
            Ok(outcome) => outcome,
            Err(_) => {
                errors += 1;
                continue;
            }
        };
        accepted += u64::from(outcome.verdict == "accept");
        truncated += u64::from(outcome.truncated);
        let three_ds = outcome.obligations.iter().filter(|due| due.kind == "three_ds");
        needs_of_three_ds.extend(three_ds.map(|due| due.needs.clone()));
        let tails = outcome.findings.iter().filter(|f| f.rule == "number.binary_tail");
        is_shown.extend(tails.map(|f| f.value.is_some()));
        let own = outcome.unchecked.iter().filter(|u| u.rule.starts_with("custom."));
        own_rules.extend(
            own.flat_map(
                |u| if u.needs.is_empty() { vec![String::new()] } else { u.needs.clone() },
            ),
        );
        let violated: Vec<&str> = outcome.findings.iter().map(|f| f.rule.as_str()).collect();
        let open: Vec<&str> = outcome.unchecked.iter().map(|u| u.rule.as_str()).collect();
        fired.extend(violated.iter().map(|rule| (*rule).to_owned()));
        unchecked.extend(open.iter().map(|rule| (*rule).to_owned()));
        let unread = ["json.too_large", "json.malformed", "body.required"];
        if outcome.truncated || violated.iter().any(|rule| unread.contains(rule)) {
            continue;
        }
        for rule in RULES {
            // A rule that is off says nothing, and a random policy may turn off any.
            let asked = rule.operations.contains(&case.operation.as_str());
            if asked && !own_policy && !violated.contains(&rule.name) && !open.contains(&rule.name)
            {
                held.insert(rule.name);
            }
        }
    }
    let mut missing = Vec::new();
    for rule in RULES {
        if !fired.contains(rule.name) {
            missing.push(format!("{} never fires", rule.name));
        }
        if !held.contains(rule.name) {
            missing.push(format!("{} never holds", rule.name));
        }
        if unchecked.contains(rule.name) != rule.can_be_unchecked {
            let how = if rule.can_be_unchecked { "never" } else { "against expectation" };
            missing.push(format!("{} is {how} unchecked", rule.name));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    // Most cases are near to right, and few are unusable.
    assert!(accepted > CASES / 10, "only {accepted} accepted");
    assert!(errors < CASES / 20, "{errors} errors");
    assert!(truncated > 0, "none truncated");
    // Neither country is missing, either, or both; what a number stands for is shown, or not.
    assert_eq!(needs_of_three_ds.len(), 4, "{needs_of_three_ds:?}");
    assert_eq!(is_shown.len(), 2, "{is_shown:?}");
    // Every fact that leaves a policy rule open, and none where the total is hidden.
    let facts = [
        "",
        "environment",
        "merchant.avs_permission",
        "order.currency",
        "order.scenario",
        "terminal",
        "website",
    ];
    assert!(own_rules.iter().eq(facts), "{own_rules:?}");
}

/// The order of findings is that of the catalogue, and the parts of a report agree.
#[test]
fn outcomes_are_consistent() {
    for seed in 0..CASES / 4 {
        let Ok(outcome) = decide(&case(&mut Rng::new(seed))) else {
            continue;
        };
        // Policy rules come last.
        let place = |name: &str| RULES.iter().position(|rule| rule.name == name);
        let place = |name: &str| place(name).unwrap_or(RULES.len());
        let findings: Vec<&str> = outcome.findings.iter().map(|f| f.rule.as_str()).collect();
        let unchecked: Vec<&str> = outcome.unchecked.iter().map(|u| u.rule.as_str()).collect();
        assert!(findings.is_sorted_by_key(|name| place(name)), "seed {seed}");
        assert!(unchecked.is_sorted_by_key(|name| place(name)), "seed {seed}");
        assert!(unchecked.iter().all(|rule| !findings.contains(rule)), "seed {seed}");
        let depends =
            |name: &str, needs: &[String]| !needs.is_empty() || name.starts_with("custom.");
        assert!(outcome.unchecked.iter().all(|u| depends(&u.rule, &u.needs)), "seed {seed}");
        assert_eq!(outcome.verdict == "accept", outcome.status == 200, "seed {seed}");
    }
}

/// Most layers can be used together, and some only together.
#[test]
fn layers_are_reached() {
    let (mut usable, mut only_together) = (0, 0);
    for seed in 0..CASES / 10 {
        let mut rng = Rng::new(seed);
        let operation = rng.pick(OPERATIONS);
        let layers = layers(&mut rng, operation);
        let layers: Vec<&[u8]> = layers.iter().map(Vec::as_slice).collect();
        let alone = |layer: &&[u8]| judge(operation, b"{}", None, Some(layer)).is_ok();
        if judge_in_layers(operation, b"{}", None, &layers).is_ok() {
            usable += 1;
            only_together += u64::from(!layers.iter().all(alone));
        }
    }
    assert!(usable > CASES / 20, "only {usable} can be used");
    assert!(only_together > 100, "only {only_together} can be used only together");
}
