//! `explain` for every name that there is, and the facts of the command line.

mod common;

use common::{Run, run, scratch, text};
use paylint::catalogue;
use paylint::facts::Fact;

const ORDER: &[u8] =
    br#"{"client":{"email":"a@b.example"},"products":[{"title":"Pot","price":1}]}"#;

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

/// The argument that a fact's explanation shows is taken.
#[test]
fn a_fact_can_be_given_as_its_explanation_says() {
    for fact in Fact::ALL {
        let human = explain(&[fact.name()]);
        let given = human.split("--fact ").nth(1).unwrap_or_else(|| panic!("{human}"));
        let given = given.lines().next().unwrap().replace('\'', "");
        assert_eq!(run(&["check", "-o", "order", "--fact", &given], ORDER).err, "", "{given}");
    }
}

#[test]
fn later_facts_files_replace_top_level_members() {
    let unchecked = |facts: &[&str]| -> Vec<String> {
        let run = run(&[&["check", "-o", "order", "--format", "json"], facts].concat(), ORDER);
        let report: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
        let unchecked = report["unchecked"].as_array().unwrap().iter();
        unchecked.map(|entry| entry["rule"].as_str().unwrap().to_owned()).collect()
    };
    let first =
        r#"{"terminal":"standard","merchant":{"avs_permission":false},"key":{"brands":["visa"]}}"#;
    let first = scratch("first.json", first.as_bytes());
    let second = scratch("second.json", br#"{"merchant":{"country":"LV"}}"#);
    let files = ["--facts", text(&first), "--facts", text(&second)];
    assert_eq!(unchecked(&files[..2]), ["key.brand"]);
    let avs = ["avs.address_required", "avs.zip_code_required", "key.brand"];
    assert_eq!(unchecked(&files), avs);
    // In whatever order they are given.
    let single = ["--fact", "merchant.avs_permission=false"];
    assert_eq!(unchecked(&[&single[..], &files].concat()), ["key.brand"]);
    let brand = [&files[..], &single, &["--fact", "card.brand=visa"]].concat();
    assert_eq!(unchecked(&brand), [] as [&str; 0]);
}

#[test]
fn fields_of_a_broken_body_say_so() {
    let Run { code, err, .. } = run(&["fields", "-o", "tax"], br#"{"name": "VAT","#);
    assert_eq!(code, Some(0));
    assert!(err.contains("isn't valid JSON") && err.contains("of an empty body"), "{err}");
}

#[test]
fn single_facts_are_read_as_json_has_them() {
    let check = |fact: &str| run(&["check", "-o", "refund", "--fact", fact], b"");
    assert_eq!(check("order.amount=1e2").code, Some(0));
    assert!(check("order.amount=59.899999999999999").err.contains("binary floating-point"));
    for days in ["07", "+7", "7.0"] {
        let Run { code, err, .. } = check(&format!("merchant.hold_days={days}"));
        assert!(code == Some(2) && err.contains("expected an integer"), "{err}");
    }
}

#[test]
#[cfg(unix)]
fn file_without_end_is_not_read_whole() {
    for option in ["--facts", "--policy"] {
        let Run { code, err, .. } = run(&["check", "-o", "refund", option, "/dev/zero"], b"");
        assert!(code == Some(2) && err.contains("longer than 16 MiB"), "{err}");
    }
}

#[test]
fn few_of_many_members_are_left_out_by_name() {
    let own = |at: u8| [b'a' + at / 26, b'a' + at % 26].map(char::from);
    let names =
        (0..=255).flat_map(|at| [1, 2].map(|twice| String::from_iter(own(at)).repeat(twice)));
    let bodies: String = names.map(|name| format!("{{\"x{name}\":1}}\n")).collect();
    let learn = ["members", "tax", "--bodies", "--learn"];
    let Run { code, err, .. } = run(&learn, bodies.as_bytes());
    assert_eq!((code, err.matches("note: left out: ").count()), (Some(0), 20), "{err}");
    assert!(err.contains("note: 236 more members are left out"), "{err}");
}
