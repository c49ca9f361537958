//! `Calibration` holds against a naive count over the JSON of the same reports.

use paylint::{Engine, Facts, Operation, Policy, Report};
use paylint_tests::generate::Rng;
use paylint_traffic::Place;
use paylint_traffic::calibration::{Answer, Calibration, Observation};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Orders and what is wrong with them; the gateway's answers are planted beside them.
const BODIES: [&str; 6] = [
    r#"{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":4}]}"#,
    r#"{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":0},{"title":"Jug","price":0}]}"#,
    r#"{"client":{"email":"a@b.example","country":"Latvia"},"products":[{"title":"Cup","price":4}]}"#,
    r#"{"products":[{"title":"Cup","price":0}],"currency":"eur"}"#,
    r#"{"client":{"email":"ab"},"products":[{"title":"Cup","price":4}],"currency":"eur"}"#,
    "[",
];
const STATUSES: [Option<u16>; 7] =
    [Some(200), Some(201), Some(400), Some(422), Some(401), Some(502), None];

/// The rules at each level of a report, by its JSON.
fn rules(report: &Value, level: &str) -> BTreeSet<String> {
    let findings = report["findings"].as_array().expect("findings").iter();
    let of_level = findings.filter(|finding| finding["level"] == level);
    of_level.map(|finding| finding["rule"].as_str().expect("a rule").to_owned()).collect()
}

#[test]
fn counts_are_those_of_the_reports() {
    const LINES: u64 = 100_000;
    let policy = br#"{"levels":{"contact.*":"deny","code.currency":"allow"}}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let (mut whole, mut block) = (Calibration::default(), Calibration::default());
    let mut naive: BTreeMap<String, u64> = BTreeMap::new();
    let (mut report, mut rng) = (Report::new(), Rng::new(1));
    for line in 1..=LINES {
        let (body, status) = (rng.below(6), rng.pick(&STATUSES));
        // A gateway that takes gifts, and refuses countries that it doesn't know.
        let status = match (body, status) {
            (1, Some(400 | 422)) => Some(200),
            (2, Some(200 | 201)) => Some(400),
            (_, status) => status,
        };
        engine.check_into(
            Operation::Order,
            BODIES[body].as_bytes(),
            &Facts::default(),
            &mut report,
        );
        let named = || vec!["/currency".to_owned()];
        let observation = Observation::of(&report, status);
        block.observe(&observation, &Answer::REFUSED, Place::new(line, None), named);
        if line % 977 == 0 || line == LINES {
            whole.merge(std::mem::take(&mut block));
        }

        let json: Value = serde_json::from_str(&report.to_json()).expect("JSON");
        let (deny, warn) = (rules(&json, "deny"), rules(&json, "warn"));
        let mut count = |what: String| *naive.entry(what).or_default() += 1;
        let answer = match status {
            Some(200..=299) => "accepted",
            Some(400 | 422) => "refused",
            Some(401) => "unauthorised",
            _ => "none",
        };
        if answer == "unauthorised" {
            // No rule about keys fires here.
            count("accept unauthorised".to_owned());
            continue;
        }
        count(format!("{} {answer}", json["verdict"].as_str().expect("a verdict")));
        for rule in &deny {
            count(format!("{rule} fired {answer}"));
            if deny.len() == 1 {
                count(format!("{rule} alone {answer}"));
            }
        }
        for rule in &warn {
            count(format!("{rule} fired {answer}"));
            if deny.len() + warn.len() == 1 {
                count(format!("{rule} alone {answer}"));
            }
        }
        if answer == "refused" && deny.is_empty() && warn.is_empty() {
            count("missed /currency".to_owned());
        }
    }

    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    let total = whole.total();
    for answer in Answer::ALL {
        let name = answer.name();
        counted.insert(format!("accept {name}"), total.accept.of(answer));
        counted.insert(format!("reject {name}"), total.reject.of(answer));
        for (rule, counts) in whole.rules() {
            counted.insert(format!("{rule} fired {name}"), counts.fired.of(answer));
            counted.insert(format!("{rule} alone {name}"), counts.alone.of(answer));
        }
    }
    for (path, missed) in whole.missed() {
        counted.insert(format!("missed {path}"), missed.count);
    }
    counted.retain(|_, count| *count > 0);
    assert_eq!(counted, naive);

    let without_places = |calibration: &Calibration| {
        let mut json = serde_json::to_value(calibration.summary(3)).expect("JSON");
        for list in ["rules", "missed"] {
            for entry in json[list].as_array_mut().expect("a list") {
                entry.as_object_mut().expect("an entry").remove("places");
            }
        }
        json
    };
    assert_eq!(without_places(&through_a_table(&whole)), without_places(&whole));

    let proposals: Vec<_> = whole.proposals(3).map(|it| (it.rule, it.to.name())).collect();
    assert_eq!(proposals, [("product.price_minimum", "warn"), ("code.country", "deny")]);
    let (_, gifts) = whole
        .rules()
        .into_iter()
        .find(|(rule, _)| *rule == "product.price_minimum")
        .expect("it fired");
    let places: Vec<u64> = gifts.places().map(|place| place.line).collect();
    assert!(places.len() == 3 && places.is_sorted(), "{places:?}");
}

/// The table of a calibration makes the same calibration again, but for the places.
fn through_a_table(calibration: &Calibration) -> Calibration {
    let mut again = Calibration::default();
    let added = calibration
        .for_each_row(|row| if again.add_row(row) { Ok(()) } else { Err(format!("{row:?}")) });
    added.expect("a row");
    again
}

#[test]
fn what_is_proposed_rests_on_what_was_seen() {
    let mut seen = Calibration::default();
    for line in [
        // Rejected since a rule couldn't be decided: what is at warn would have prevented nothing.
        r#"{"operation":"order","verdict":"reject","rules":{"contact.email_format":"warn"},"status":400}"#,
        // A report that was cut may have had others.
        r#"{"operation":"order","verdict":"reject","rules":{"product.price_minimum":"deny"},"status":200,"truncated":true}"#,
        // The gateway was as strict about the key, once.
        r#"{"operation":"order","verdict":"reject","rules":{"key.website":"deny"},"status":200}"#,
        r#"{"operation":"order","verdict":"reject","rules":{"key.website":"deny"},"status":401}"#,
    ] {
        let observation = Observation::from_json(line).expect("an observation");
        seen.observe(&observation, &Answer::REFUSED, Place::new(1, None), Vec::new);
    }
    assert_eq!(seen.total().would_have_been_prevented().count, 1);
    assert_eq!(seen.proposals(1).map(|it| it.rule.to_owned()).collect::<Vec<_>>(), [""; 0]);
}
