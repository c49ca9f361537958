//! Fields of random cases agree with their definition: the engine checks bodies that are filled in according to the
//! fields.
//!
//! `PAYLINT_CASES` sets the number of cases (2,000 by default), `PAYLINT_SEED` the first seed.

use paylint::fields::{Fields, State};
use paylint::{Engine, Facts, Operation, Policy, door};
use paylint_tests::fields::{Question, each, filled, shown};
use paylint_tests::generate::Generated;
use paylint_tests::workspace;
use serde_json::{Value, json};

#[test]
fn filling_required_leaves_only_given_findings() {
    each(2_000, |seed, case, question| {
        let Some((body, given)) = filled(question, &case.body) else { return };
        // An unknown member and a repeated one are given, but aren't fields.
        let written =
            ["field.unknown", "field.misspelt", "json.ambiguous_key", "json.duplicate_key"];
        let denials = question.denials(&body).into_iter();
        for told in denials.filter(|told| !written.contains(&told.rule.as_str())) {
            let is_given = given
                .iter()
                .any(|path| told.path == *path || told.path.starts_with(&format!("{path}/")));
            assert!(is_given || told.path.is_empty(), "{}\n{told:?}", shown(seed, case));
        }
    });
}

/// The cost of an answer in checks of the body, which is exact on any machine. The benchmark `fields` measures the
/// time.
#[test]
fn answers_cost_at_most_so_many_checks() {
    let body = include_bytes!("../../../benches/bodies/order_800.json");
    let engine = Engine::default();
    let fields = engine.fields(Operation::Order, body, &Facts::default());
    assert!(fields.complete && fields.checks <= 150, "{}", fields.checks);
    for case in paylint_tests::cases::all() {
        let (facts, policy) = (case.facts.map(String::into_bytes), case.policy);
        let (operation, policy) = (case.operation, policy.map(String::into_bytes));
        let body = case.body.unwrap_or_default();
        let generated = Generated { operation, body, facts, policy };
        let Some(question) = Question::of(&generated) else { continue };
        let (facts, body) = (question.facts(), &generated.body);
        let work = question.engine.fields(question.operation, body, &facts).work;
        assert!(work <= MAX_WORK, "{:?}: {work}", case.id);
    }
}

/// The bound on the work for an answer. The last check can exceed it by the findings of two levels and the unchecked
/// rules that it compares, each of which counts as eight members.
const MAX_WORK: u64 = 1 << 24;
const LAST_CHECK: u64 = 8 * (2 * 10_000 + 512);

/// The work is counted exactly: the members of the body for each check, those that policy rules read, and eight for
/// each finding or unchecked rule.
#[test]
fn work_is_counted() {
    let rules = |count: usize, member: &str| {
        let rules = (0..count).map(|n| {
            json!({ "name": format!("custom.r{n}"), "on": ["order"],
            "member": member, "maximum": 1000 })
        });
        let policy = json!({ "rules": rules.collect::<Vec<_>>(), "levels": { "*": "allow" } });
        Engine::new(&Policy::from_json(policy.to_string().as_bytes()).expect("a policy"))
    };
    let products =
        |count: usize| order_of(&[r#"{"title":"Mug","price":12}"#].repeat(count).join(","));
    let of = |engine: &Engine, body: &str| {
        let answer = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
        assert!(answer.complete);
        (u64::from(answer.checks), answer.work)
    };
    let (checks, work) = of(&rules(0, ""), &products(10));
    assert_eq!(work % checks, 0, "nothing is found");
    let members = work / checks;
    assert_eq!(
        of(&rules(3, "/products/*/price"), &products(10)),
        (checks, checks * (members + 3 * 12))
    );
    assert_eq!(of(&rules(3, "total"), &products(10)), (checks, checks * (members + 3)));
}

/// Long bodies and many policy rules take bounded work.
#[test]
fn an_answer_takes_bounded_work() {
    let product = r#"{"title":"Mug","price":12}"#;
    for (count, rules, max_work) in
        [(1_000, 9, MAX_WORK), (2_300, 256, MAX_WORK), (10_000, 256, MAX_WORK)]
    {
        for constraint in
            [json!({ "maximum": "0.01" }), json!({ "maximum": 1000 }), json!({ "required": true })]
        {
            let rules = (0..rules).map(|n| {
                let mut rule = constraint.clone();
                rule["name"] = json!(format!("custom.r{n}"));
                rule["on"] = json!(["order"]);
                rule["member"] = json!("/products/*/price");
                rule
            });
            let policy = json!({ "rules": rules.collect::<Vec<_>>() }).to_string();
            let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
            let body = order_of(&[product].repeat(count).join(","));
            let answer = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
            assert!(answer.work <= max_work + LAST_CHECK, "{}", answer.work);
            assert!(!answer.complete, "{count} products");
        }
    }
}

/// A body of almost the maximal length may become too long with another member, which isn't the member's fault.
#[test]
fn member_is_not_forbidden_near_the_body_limit() {
    let engine =
        Engine::new(&Policy::from_json(br#"{"max_body_bytes":67108864}"#).expect("a policy"));
    let body = r#"{"amount":5}"#;
    for short_by in [0, 1, 20] {
        let padded = format!("{body}{}", " ".repeat((64 << 20) - body.len() - short_by));
        let answer = engine.fields(Operation::Refund, padded.as_bytes(), &Facts::default());
        let blamed = answer.fields.iter().any(|field| field.rules.contains(&"json.too_large"));
        assert!(!blamed && !answer.complete);
    }
}

/// The example of each page has a body, facts, and an entry of the answer.
#[test]
fn pages_show_the_actual_answers() {
    for list in ["fields", "fixes"] {
        let page = workspace::read(&format!("docs/{list}.md"));
        let [body, facts, shown] = workspace::blocks(&page, "json")[..] else { panic!("{page}") };
        let question =
            format!(r#"{{"ask":"{list}","operation":"order","body":{body},"facts":{facts}}}"#);
        let answer = door::ask(&Engine::default(), question.as_bytes()).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let shown: Value = serde_json::from_str(shown).expect("JSON");
        assert!(answer[list].as_array().expect("a list").contains(&shown), "{shown}\n{answer}");
    }
}

#[test]
fn absent_list_is_tried_with_one_element() {
    let engine = Engine::default();
    let answer = engine.fields(Operation::Order, b"{}", &Facts::default());
    let inside = answer.fields.iter().filter(|field| field.under.as_deref() == Some("/products"));
    let inside: Vec<_> = inside.map(|field| (field.path.as_str(), field.state.name())).collect();
    assert_eq!(
        inside,
        [
            ("/products/0/title", "required"),
            ("/products/0/price", "required"),
            ("/products/0/quantity", "optional"),
            ("/products/0/description", "optional"),
            ("/products/0/tax", "optional"),
        ]
    );
}

/// An order with a client, and these products.
fn order_of(products: &str) -> String {
    format!(r#"{{"client":{{"email":"ada@mail.example"}},"products":[{products}]}}"#)
}

#[test]
fn limits_of_the_policy_do_not_matter() {
    let body = order_of(r#"{"title":"Mug"},{"price":0}"#);
    let limited = Policy::from_json(br#"{"max_body_bytes":1,"max_findings":1}"#).expect("limits");
    let [one, other] = [Policy::default(), limited].map(|policy| {
        let engine = Engine::new(&policy);
        engine.fields(Operation::Order, body.as_bytes(), &Facts::default()).to_json()
    });
    assert_eq!(one, other);
}

/// There are more findings than are compared.
#[test]
fn body_over_every_limit_has_no_fields() {
    let engine = Engine::default();
    let body = vec![b' '; Policy::MAX_BODY_BYTES + 1];
    for (operation, complete) in [(Operation::Order, false), (Operation::Reversal, true)] {
        let fields = engine.fields(operation, &body, &Facts::default());
        assert_eq!(fields.to_json(), Fields::of_too_large(operation).to_json());
        assert_eq!((fields.fields.len(), fields.complete), (0, complete));
    }
}

#[test]
fn a_body_with_very_many_findings_has_no_fields() {
    // The finding about the missing client isn't kept.
    let body = format!(r#"{{"products":[{}]}}"#, ["1"; 10_001].join(","));
    let engine = Engine::default();
    let answer = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
    assert!(answer.fields.is_empty() && !answer.complete && answer.checks == 1);
}

/// With more warnings than are compared, the answer still has everything that findings at level deny determine.
#[test]
fn many_warnings_keep_the_denied_fields() {
    let json = r#"{"levels":{"tax.percent_required":"warn"},"rules":[{"name":"custom.unsigned",
        "on":["tax"],"member":"/signature","forbidden":true,"level":"warn"}]}"#;
    let engine = Engine::new(&Policy::from_json(json.as_bytes()).expect("a policy"));
    let states = |unknown: usize| {
        let unknown: Vec<_> = (0..unknown).map(|n| format!(r#""{n:x}":0"#)).collect();
        let body = format!("{{{}}}", unknown.join(","));
        let answer = engine.fields(Operation::Tax, body.as_bytes(), &Facts::default());
        let states = answer.fields.iter().map(|field| (field.path.clone(), field.state));
        (states.collect::<Vec<_>>(), answer.complete)
    };
    let expected = |states: [State; 3]| {
        let paths = ["/name", "/percent", "/signature"].map(str::to_owned);
        Vec::from_iter(paths.into_iter().zip(states))
    };
    let all = expected([State::Required, State::Advised, State::Discouraged]);
    assert_eq!(states(1), (all, true));
    // The missing percentage is a warning, too, so these reach the limit, and the signature is one more.
    let without_it = expected([State::Required, State::Advised, State::Optional]);
    assert_eq!(states(9_999), (without_it, false));
    let what_rejects = expected([State::Required, State::Optional, State::Optional]);
    assert_eq!(states(10_000), (what_rejects, false));
    // A null is a warning that sorts before the others. With it there is one more than is compared, and with a value
    // instead there isn't.
    let states = |unknown: usize| {
        let unknown: String = (0..unknown).map(|n| format!(r#","{n:x}":0"#)).collect();
        let body = format!(r#"{{"name":"VAT","percent":20,"signature":null{unknown}}}"#);
        let engine = Engine::default();
        let answer = engine.fields(Operation::Tax, body.as_bytes(), &Facts::default());
        (answer.fields.last().map(|field| field.state), answer.complete)
    };
    assert_eq!(states(1), (Some(State::Advised), true));
    assert_eq!(states(10_000), (Some(State::Optional), false));
}

/// An answer has at most 65,536 members, even if they are given and need no check.
#[test]
fn huge_body_has_its_first_fields_answered() {
    let product =
        r#"{"title":"Mug","price":12,"quantity":1,"description":"blue","tax":{"name":"VAT"}}"#;
    let body = order_of(&[product; 13_200].join(","));
    let policy = Policy::from_json(br#"{"max_body_bytes":2097152}"#).expect("a limit");
    let engine = Engine::new(&policy);
    let answer = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
    assert_eq!((answer.fields.len(), answer.complete), (65_536, false));
    let last = answer.fields.last().map(|field| field.path.starts_with("/products/"));
    assert_eq!(last, Some(true));
}

/// The bound on checked bytes ends the answer.
#[test]
fn long_body_gets_an_incomplete_answer() {
    let engine = Engine::default();
    let mut all = None;
    for length in (0..1_000_000).step_by(20_000) {
        let title = "a".repeat(length.max(1));
        let body = order_of(&format!(r#"{{"title":"{title}","price":12}}"#));
        let answer = engine.fields(Operation::Order, body.as_bytes(), &Facts::default());
        let checked = answer.checks as usize * body.len();
        let all = *all.get_or_insert(answer.fields.len());
        assert!(checked < (64 << 20) + body.len(), "{length}: {checked}");
        assert_eq!(answer.complete, answer.fields.len() == all, "{length}");
        assert_eq!(answer.complete, length < 838_000, "{length}");
    }
}
