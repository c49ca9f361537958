//! `explain` and the filters of `rules`.

mod common;

use common::run;
use paylint::catalogue;
use paylint::facts::Fact;
use serde_json::Value;

fn explain(names: &[&str]) -> String {
    let run = run(&[&["explain"], names].concat(), b"");
    assert_eq!(run.code, Some(0), "{names:?}: {}", run.err);
    run.out
}

#[test]
fn everything_that_has_a_name_is_explained() {
    let rules = catalogue().iter().flat_map(|rule| [rule.name, rule.family()]);
    let groups = Fact::ALL.iter().filter_map(|fact| Some(fact.name().split_once('.')?.0));
    let names = rules.chain(Fact::ALL.iter().map(|fact| fact.name())).chain(groups);
    let names: Vec<&str> = names.collect();
    let human = explain(&names);
    names.iter().for_each(|name| assert!(human.contains(name), "{name}"));
}

/// What a fact's explanation says to give is taken.
#[test]
fn a_fact_can_be_given_as_its_explanation_says() {
    for fact in Fact::ALL {
        let human = explain(&[fact.name()]);
        let given = human.split("--fact ").nth(1).unwrap_or_else(|| panic!("{human}"));
        let given = given.lines().next().unwrap().replace('\'', "");
        let order = br#"{"client":{},"products":[{"title":"Pot","price":1}]}"#;
        let run = run(&["check", "-o", "order", "--fact", &given], order);
        assert_eq!(run.err, "", "{given}");
    }
}

#[test]
fn unknown_names_get_the_nearest_of_all_kinds() {
    for (name, nearest) in [
        ("avs.adress_required", "avs.address_required"),
        ("merchant.avs_permision", "merchant.avs_permission"),
        ("two_stp", "two_step"),
        ("refnd", "refund"),
        ("merchnt", "merchant"),
        ("/client/zipcode", "/client/zip_code"),
        ("/zip_code", "/client/zip_code"),
        ("zip_code", "/client/zip_code"),
    ] {
        let run = run(&["explain", name], b"");
        assert_eq!(run.code, Some(2), "{name}");
        assert!(run.err.contains(nearest), "{name}: {}", run.err);
    }
    for secret in ["4111111111111111", "/4111111111111111", "/client/4111111111111111"] {
        let run = run(&["explain", secret], b"");
        assert_eq!(run.code, Some(2));
        assert!(!run.err.contains("4111"), "{}", run.err);
    }
}

#[test]
fn rules_can_be_filtered() {
    let avs = catalogue().iter().map(|rule| rule.name).filter(|name| name.starts_with("avs."));
    let avs: Vec<&str> = avs.collect();
    for family in ["avs", "avs.*"] {
        let run = run(&["rules", "--format", "json", "--family", family], b"");
        let rules: Vec<Value> = serde_json::from_str(&run.out).expect(&run.err);
        assert_eq!(rules.iter().map(|rule| &rule["name"]).collect::<Vec<_>>(), avs);
    }
    let run = run(&["rules", "--family", "avss"], b"");
    assert!(run.err.contains("unknown family \"avss\"; did you mean \"avs\"?"), "{}", run.err);
}
