//! Samples are accepted, each mistake has the finding that it names, and the same seed gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use paylint::{Engine, Level, Operation, Policy, catalogue};
use paylint_tests::cases::{self, Line};
use paylint_tests::generate::{Mistake, Sample, Samples};
use paylint_tests::{engine, tries};
use serde_json::{Value, json};

/// The rules that no change of a request violates, because facts alone decide them.
const BY_FACTS: &[&str] = &[
    "capture.two_step_only",
    "capture.only_once",
    "capture.hold_expired",
    "capture.reversed",
    "capture.unpaid",
    "refund.nothing_left",
    "refund.not_captured",
    "refund.too_old",
    "refund.chargeback",
    "refund.reversed",
    "refund.unpaid",
    "refund.of_avs",
    "reversal.same_day",
    "reversal.after_partial_capture",
    "reversal.after_refund",
    "reversal.already_reversed",
    "reversal.unpaid",
    "payout.ipsp_partner_only",
    "payment.of_payout",
    "payment.already_paid",
    "key.test_in_live",
    "key.brand",
    "key.website",
];

/// Checks a sample by its line alone, like a reader of the line.
fn is_as_expected(sample: &Sample) {
    let Line { expect, case, .. } = cases::read(&sample.to_case());
    let case = case.expect("a case");
    let (operation, body, facts, policy) = case.parts();
    let outcome = engine::outcome(operation, body, facts, policy);
    let wrong = cases::mismatches(&expect.expect("what is expected"), &outcome);
    assert!(wrong.is_empty(), "{}: {}", sample.id, wrong.join("\n"));
}

#[test]
fn every_sample_is_accepted() {
    let engine = Engine::default();
    for operation in Operation::ALL {
        let samples = Samples::new(&engine, *operation, 1).take(tries(10_000) as usize);
        let count = samples.inspect(is_as_expected).count() as u64;
        assert_eq!(count, tries(10_000), "{operation}");
    }
}

#[test]
fn every_violable_rule_has_a_mistake() {
    let mut found = BTreeSet::new();
    for operation in Operation::ALL {
        for mistake in Samples::new(&Engine::default(), *operation, 1).mistakes(1) {
            let Mistake { rule, path, level, accepted, mistaken } = mistake;
            is_as_expected(&accepted);
            is_as_expected(&mistaken);
            let violated = &mistaken.findings;
            assert!(accepted.accepted);
            assert_eq!(mistaken.accepted, violated.iter().all(|finding| finding.2 == Level::Warn));
            let at_level: Vec<_> = violated.iter().filter(|finding| finding.2 == level).collect();
            assert_eq!(at_level, [&(rule.clone(), path, level)], "{}", mistaken.id);
            found.insert(rule);
        }
    }
    let on = catalogue().iter().filter(|rule| rule.level != Level::Allow);
    // Samples are too small for `json.too_large`, unless a policy has a lower limit.
    let never =
        on.map(|rule| rule.name).filter(|name| !found.contains(*name) && *name != "json.too_large");
    let never: Vec<_> = never.collect();
    assert_eq!(never, BY_FACTS, "no sample violates one: add a value to samples/src/edges.json");

    let low = Engine::new(&Policy::from_json(br#"{"max_body_bytes":500}"#).expect("a policy"));
    let mistakes = Samples::new(&low, Operation::Tax, 1).mistakes(1);
    assert!(mistakes.iter().any(|mistake| mistake.rule == "json.too_large"));
}

/// A policy's own rules and members have samples and mistakes, too.
#[test]
fn samples_follow_a_policy_and_facts() {
    let policy = br#"{"members":[{"member":"/gift","on":["order"],"type":"bool"}],"rules":[
        {"name":"custom.euro","on":["order"],"member":"/currency","one_of":["EUR"]},
        {"name":"custom.spoken","on":["order"],"member":"/language","required":true}]}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let samples = || {
        let samples = Samples::new(&engine, Operation::Order, 1);
        let samples = samples.with_facts(br#"{"terminal":"qcash"}"#).expect("facts");
        samples.with_single_facts(br#"{"merchant":{"country":"EE"}}"#).expect("facts")
    };
    let mut gifts = 0;
    for sample in samples().take(100) {
        let body = sample.body.expect("a body");
        assert!(body.contains("\"language\":") && !body.contains("\"USD\""));
        assert!(
            sample.facts.contains(r#""terminal":"qcash""#)
                && sample.facts.contains("avs_permission")
        );
        gifts += usize::from(body.contains("\"gift\":"));
    }
    assert!(gifts > 5, "{gifts}");
    let rules: Vec<String> =
        samples().mistakes(1).into_iter().map(|mistake| mistake.rule).collect();
    assert!(rules.ends_with(&["custom.euro".to_owned(), "custom.spoken".to_owned()]), "{rules:?}");

    let mut none = Samples::new(&engine, Operation::Order, 1);
    none = none.with_facts(br#"{"key":{"test":true},"environment":"live"}"#).expect("facts");
    assert!(none.next().is_none());
    assert!(
        none.obstacle().is_some_and(|obstacle| obstacle.starts_with("key.test_in_live: ")),
        "{:?}",
        none.obstacle()
    );
    assert!(Samples::new(&engine, Operation::Tax, 1).with_facts(b"{\"now\":1}").is_err());
}

/// All compatible pairs occur, and the orders look real.
#[test]
fn samples_differ() {
    let samples = Samples::new(&Engine::default(), Operation::Order, 1).covering();
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for sample in &samples {
        let body: Value =
            serde_json::from_str(sample.body.as_ref().expect("a body")).expect("JSON");
        let products = body["products"].as_array().map_or(0, Vec::len);
        let mut see = |what, value: String| _ = seen.entry(what).or_default().insert(value);
        see("currency", body["currency"].to_string());
        see("name", body["client"]["first_name"].to_string());
        see("country", body["client"]["country"].to_string());
        see("products", products.to_string());
        let travel = body["travel_data"].as_object().into_iter().flatten();
        travel.for_each(|(mode, _)| see("travel", mode.clone()));
        for feature in ["is_moto", "recipient_client", "sdwo_merchant_id", "dynamic_descriptor"] {
            if body["skip_capture"] == true && body.get(feature).is_some() {
                see("held", feature.to_owned());
            }
        }
    }
    let counts =
        seen.into_iter().map(|(what, values)| (what, values.len())).collect::<BTreeMap<_, _>>();
    let least = [
        ("currency", 8),
        ("name", 20),
        ("country", 12),
        ("products", 9),
        ("travel", 5),
        ("held", 3),
    ];
    assert!(least.iter().all(|(what, least)| counts[what] >= *least), "{counts:?}");
}

#[test]
fn a_seed_gives_the_same_bytes() {
    let engine = Engine::default();
    for operation in Operation::ALL {
        let written = |seed| -> Vec<String> {
            let samples = Samples::new(&engine, *operation, seed).take(20);
            samples.map(|sample| sample.to_case()).collect()
        };
        assert!(written(66) == written(66) && written(66) != written(67), "{operation}");
    }
}

/// Dates follow the fact `now`, an order's products differ, legs connect, and facts are of the sandbox.
#[test]
fn samples_are_coherent() {
    let engine = Engine::default();
    let samples = Samples::new(&engine, Operation::Order, 1);
    let samples = samples.with_single_facts(br#"{"now":"2029-05-01T10:00:00Z"}"#).expect("facts");
    let mut described = BTreeMap::new();
    let mut legs = 0;
    for sample in samples.take(400) {
        let body: Value =
            serde_json::from_str(sample.body.as_ref().expect("a body")).expect("JSON");
        let facts: Value = serde_json::from_str(&sample.facts).expect("JSON");
        assert_eq!(
            (&facts["environment"], &facts["key"]["test"]),
            (&json!("sandbox"), &json!(true))
        );
        assert!(
            facts["order"].is_null() || facts["order"]["paid_at"].as_str() > Some("2029-05-01")
        );
        assert!(body["client"]["email"].is_string() && body["service_location"] != json!({}));
        let name = body["client"]["last_name"].as_str().unwrap_or_default();
        assert!(name.chars().all(|letter| letter < '\u{250}'));
        let products = || body["products"].as_array().into_iter().flatten();
        let titles: BTreeSet<String> =
            products().map(|product| product["title"].to_string()).collect();
        assert_eq!(titles.len(), products().count());
        for product in products() {
            if let Some(text) = product["description"].as_str() {
                let known =
                    described.entry(product["title"].to_string()).or_insert(text.to_owned());
                assert_eq!(known, text);
            }
        }
        for (_, travel) in body["travel_data"].as_object().into_iter().flatten() {
            for (name, date) in travel.as_object().into_iter().flatten() {
                let is_late = name.ends_with("_date") && name != "ticket_issue_date";
                assert!(!is_late || date.as_str() > Some("20290501"), "{name}");
            }
            for pair in
                travel["legs"].as_array().into_iter().flatten().collect::<Vec<_>>().windows(2)
            {
                let (to, from) = (&pair[0]["destination_airport"], &pair[1]["departure_airport"]);
                legs += usize::from(to.is_string() && from.is_string());
                assert!(to.is_null() || from.is_null() || to == from);
            }
        }
    }
    assert!(legs > 3 && described.len() == 8, "{legs} {}", described.len());
}
