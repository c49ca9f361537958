//! `explain` and the filters of `rules`.

mod common;

use common::{in_workspace, run, scratch, text};
use paylint::facts::Fact;
use paylint::{Feature, catalogue};
use serde_json::Value;

fn explain(names: &[&str]) -> String {
    let run = run(&[&["explain"], names].concat(), b"");
    assert_eq!(run.code, Some(0), "{names:?}: {}", run.err);
    run.out
}

fn explain_json(names: &[&str]) -> Vec<Value> {
    let out = explain(&[&["--format", "json"], names].concat());
    serde_json::from_str(&out).unwrap()
}

#[test]
fn everything_that_has_a_name_is_explained() {
    let rules: Vec<&str> = catalogue().iter().map(|rule| rule.name).collect();
    let families = catalogue().iter().map(|rule| rule.family());
    let facts = Fact::ALL.iter().map(|fact| fact.name());
    let groups = Fact::ALL.iter().filter_map(|fact| Some(fact.name().split_once('.')?.0));
    let features = Feature::ALL.iter().map(|feature| feature.name());
    let names: Vec<&str> =
        rules.iter().copied().chain(families).chain(facts).chain(groups).chain(features).collect();
    let human = explain(&names);
    for name in &names {
        assert!(human.contains(name), "{name}");
    }
    let kinds: std::collections::BTreeSet<String> =
        explain_json(&names).iter().map(|one| one["kind"].to_string()).collect();
    let expected = ["fact", "facts", "family", "feature", "rule"].map(|kind| format!("\"{kind}\""));
    assert!(kinds.iter().eq(&expected), "{kinds:?}");
}

#[test]
fn a_fact_says_which_rules_read_it() {
    let fact = &explain_json(&["key.brands"])[0];
    assert_eq!(fact["rules"], serde_json::json!(["key.brand"]));
    for fact in Fact::ALL {
        let human = explain(&[fact.name()]);
        let given =
            human.split("--fact ").nth(1).unwrap().lines().next().unwrap().replace('\'', "");
        let order = br#"{"client":{},"products":[{"title":"Pot","price":1}]}"#;
        let run = run(&["check", "-o", "order", "--fact", &given], order);
        assert_eq!(run.err, "", "{given}");
    }
}

/// The rules that are said to look at a member, and where they report.
fn of_member(path: &str) -> Vec<(String, String)> {
    let member = &explain_json(&[path])[0];
    assert_eq!((&member["kind"], &member["complete"]), (&"member".into(), &false.into()));
    let rule =
        |rule: &Value| (rule["rule"].as_str().unwrap().to_owned(), rule["reports"].to_string());
    member["rules"].as_array().unwrap().iter().map(rule).collect()
}

#[test]
fn a_member_says_which_rules_look_at_it() {
    let rules = of_member("/client/zip_code");
    let reports = |rules: &[(String, String)], name: &str| {
        rules.iter().find(|(rule, _)| rule == name).map(|(_, reports)| reports.clone())
    };
    for rule in ["avs.zip_code_required", "field.type", "field.null", "json.duplicate_key"] {
        let reports = reports(&rules, rule).unwrap_or_default();
        assert!(reports.starts_with("[\"at_it\""), "{rule}: {rules:?}");
    }
    assert_eq!(reports(&rules, "avs.address_required"), None, "{rules:?}");
    let rules = of_member("/skip_capture");
    assert_eq!(
        reports(&rules, "compat.pair").as_deref(),
        Some("[\"elsewhere\",\"unchecked\"]"),
        "{rules:?}"
    );
    let price = of_member("/products/0/price");
    assert_eq!(price, of_member("/products/*/price"));
    assert!(reports(&price, "product.price_minimum").is_some());
    assert_eq!(explain_json(&["/is_moto"])[0]["features"], serde_json::json!(["moto"]));
    assert_eq!(
        explain(&["/total"]).lines().next(),
        Some("/total, a member: the amount to capture, at least 0.01")
    );
}

/// Where a conformance case has a rule fire at a member, the rule is in the member's list: nearly
/// always, and the list says that it may not be whole.
#[test]
fn the_list_of_a_member_has_the_rules_that_fire_at_it() {
    let mut fired = std::collections::BTreeMap::<String, std::collections::BTreeSet<String>>::new();
    for file in std::fs::read_dir(in_workspace("tests/cases")).unwrap() {
        let cases = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for case in cases.lines() {
            let case: Value = serde_json::from_str(case).unwrap();
            for finding in case["expect"]["findings"].as_array().into_iter().flatten() {
                let (rule, path) = (finding[0].as_str().unwrap(), finding[1].as_str().unwrap());
                let is_index = |step: &str| step.bytes().all(|byte| byte.is_ascii_digit());
                let steps =
                    path.split('/').skip(1).map(|step| if is_index(step) { "*" } else { step });
                let path: String = steps.map(|step| format!("/{step}")).collect();
                fired.entry(path).or_default().insert(rule.to_owned());
            }
        }
    }
    let (mut missing, mut all) = (Vec::new(), 0);
    // One in three is enough, and they take their time.
    for (path, rules) in fired.into_iter().step_by(3) {
        if run(&["explain", &path], b"").code != Some(0) {
            // The whole, an element, or an unknown member.
            continue;
        }
        let listed = of_member(&path);
        let is_listed = |name: &String| listed.iter().any(|(rule, _)| rule == name);
        // Own rules are those of the cases' own policies.
        let is_asked = |rule: &&String| *rule != "field.unknown" && !rule.starts_with("custom.");
        let rules = rules.iter().filter(is_asked);
        all += rules.clone().count();
        missing.extend(rules.filter(|rule| !is_listed(rule)).map(|rule| format!("{path}: {rule}")));
    }
    assert!(all > 40 && missing.len() * 20 < all, "{} of {all}: {missing:?}", missing.len());
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
    let list = |words: &[&str]| {
        let run = run(&[&["rules", "--format", "json"], words].concat(), b"");
        let rules: Vec<Value> = serde_json::from_str(&run.out).expect(&run.err);
        rules.into_iter().map(|rule| rule["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let known = |is_in: &dyn Fn(&paylint::Rule) -> bool| {
        catalogue().iter().filter(|rule| is_in(rule)).map(|rule| rule.name).collect::<Vec<_>>()
    };
    assert_eq!(list(&["--family", "avs"]), known(&|rule| rule.family() == "avs"));
    assert_eq!(list(&["--family", "avs.*"]), known(&|rule| rule.family() == "avs"));
    let convention = known(&|rule| rule.basis.name() == "convention");
    assert_eq!(list(&["--basis", "convention"]), convention);
    let both = known(&|rule| rule.basis.name() == "convention" && rule.level.name() == "deny");
    assert_eq!(list(&["--basis", "convention", "--level", "deny"]), both);
    assert_eq!(list(&["--fact", "key.brands"]), ["key.brand"]);
    let policy = scratch("no-avs.json", br#"{"levels":{"avs.*":"allow"}}"#);
    let off = list(&["--level", "allow", "--policy", text(&policy)]);
    assert!(off.contains(&"avs.zip_code_required".to_owned()), "{off:?}");
    for (words, expected) in [
        (["--family", "avss"], "unknown family \"avss\"; did you mean \"avs\"?"),
        (["--fact", "nwo"], "unknown fact \"nwo\"; did you mean \"now\"?"),
    ] {
        let run = run(&["rules", words[0], words[1]], b"");
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(expected), "{}", run.err);
    }
}
