//! The door: its answers are the engine's.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use paylint::door::{self, AskStatus, QUESTIONS};
use paylint::{Engine, Facts, Operation};
use paylint_tests::cases;
use paylint_tests::engine::ready;
use serde_json::{Value, json};

fn ask(question: &Value) -> Result<String, door::AskError> {
    door::ask(&Engine::default(), question.to_string().as_bytes())
}

#[test]
fn door_answers_every_case_like_the_engine() {
    let standing = Engine::default();
    let mut count = 0;
    for case in cases::all() {
        let mut rest = format!(r#""id":7,"operation":"{}""#, case.operation);
        match case.body.as_deref().map(|body| (std::str::from_utf8(body), body)) {
            Some((Ok(raw), _)) => rest += &format!(r#","raw":{}"#, json!(raw)),
            Some((Err(_), body)) => rest += &format!(r#","raw_base64":"{}""#, BASE64.encode(body)),
            None => {}
        }
        for (name, json) in [("facts", &case.facts), ("policy", &case.policy)] {
            if let Some(json) = json {
                rest += &format!(r#","{name}":{json}"#);
            }
        }
        let (name, body, facts, policy) = case.parts();
        let Some(operation) = Operation::from_name(name) else { continue };
        let Some((engine, _, facts)) = ready(name, facts, policy) else {
            let question = format!(r#"{{"ask":"check",{rest}}}"#);
            let status = door::ask(&standing, question.as_bytes()).expect_err("an error").status;
            assert!(matches!(status, AskStatus::InvalidFacts | AskStatus::InvalidPolicy));
            continue;
        };
        let report = engine.check(operation, body, &facts.as_facts());
        let fixes = || engine.fixes(operation, body, &facts.as_facts()).to_json();
        let expected: [(&str, &dyn Fn() -> String); 3] = [
            ("check", &|| report.to_json()),
            ("problem", &|| report.to_problem().unwrap_or("null".to_owned())),
            ("fixes", &fixes),
        ];
        for (name, expected) in expected {
            let question = format!(r#"{{"ask":"{name}",{rest}}}"#);
            let answer = door::ask(&standing, question.as_bytes()).expect("an answer");
            assert_eq!(answer, expected(), "{}", case.name());
        }
        count += 1;
    }
    assert!(count > 1300, "only {count} cases");
}

#[test]
fn question_does_not_add_to_a_bodys_depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let body = |depth| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        let alone =
            Engine::default().check(Operation::Tax, body(128).as_bytes(), &Facts::default());
        let question = format!(r#"{{"ask":"check","operation":"tax","body":{}}}"#, body(128));
        let answer = door::ask(&Engine::default(), question.as_bytes()).expect("a report");
        assert_eq!((answer.contains("json.malformed"), answer), (false, alone.to_json()));
        let deeper = question.replace(&body(128), &body(129));
        assert!(door::ask(&Engine::default(), deeper.as_bytes()).is_err());
    }
}

#[test]
fn apply_makes_a_given_choice() {
    let question =
        |choice| json!({ "ask": "apply", "operation": "reversal", "raw": "{ }", "choice": choice });
    assert_eq!(ask(&question(json!([0, 0]))).expect("an answer"), r#"{"raw":""}"#);
    for (choice, problem) in [
        (json!([1, 0]), "there is no such choice"),
        (json!([0]), "expected two integers"),
        (json!([0, -1]), "a place is at least 0"),
    ] {
        let error = ask(&question(choice)).expect_err(problem);
        assert!(error.text.ends_with(problem), "{error}");
    }
}

#[test]
fn facts_layer_in_order_and_null_is_a_body() {
    let answer = |question| ask(&question).expect("an answer");
    let is_over = |facts: [u8; 2]| {
        let facts = facts.map(|amount| json!({ "order": { "amount": amount } }));
        let body = json!({ "total": 5 });
        answer(json!({ "ask": "check", "operation": "capture", "body": body, "facts": facts }))
            .contains("capture.exceeds_order")
    };
    assert_eq!([is_over([4, 6]), is_over([6, 4])], [false, true]);
    let report = Engine::default().check(Operation::Order, b"null", &Default::default());
    let of_null = answer(json!({ "ask": "check", "operation": "order", "body": null }));
    assert_eq!(of_null, report.to_json());

    let facts = json!([{ "website": "a" }, { "now": "2026-11-20T10:15:00Z" }]);
    assert_eq!(answer(json!({ "ask": "facts", "facts": facts })), r#"["now","website"]"#);
    let error = ask(&json!({ "ask": "facts", "facts": { "merchant": { "hold_days": 40 } } }));
    let json = r#"{"error":"invalid facts: merchant.hold_days: 40 is not in 6..=28","status":"invalid_facts","member":"merchant.hold_days"}"#;
    assert_eq!(error.expect_err("an error").to_json(), json);
    for (key, meant) in
        [("cardNo", r#"["card_number"]"#), ("cvv", r#"["csc"]"#), ("4111111111111111", "[]")]
    {
        assert_eq!(answer(json!({ "ask": "meant", "key": key })), meant);
    }
}

#[test]
fn every_question_needs_its_members() {
    let mut asked = BTreeSet::new();
    // One of each kind, with all its members.
    for line in include_str!("../data/questions.ndjson").lines() {
        let question: Value = serde_json::from_str(line).expect("JSON");
        let name = question["ask"].as_str().expect("a name").to_owned();
        ask(&question).expect("an answer");
        for (member, value) in question.as_object().expect("an object") {
            // A question has no answer if a required member is missing or wrong.
            let mut wrong = question.clone();
            wrong[member] = json!(7.5);
            let error = if member == "body" { None } else { Some(ask(&wrong).expect_err(member)) };
            let kind = QUESTIONS.iter().find(|kind| kind.name == name).expect("a kind");
            if kind.needs.contains(&&**member) {
                wrong.as_object_mut().expect("an object").remove(member);
                let error = ask(&wrong).expect_err(member);
                assert_eq!(error.text, format!("invalid question: {member}: is missing"));
            }
            let Some(error) = error else { continue };
            assert!(
                error.text.starts_with("invalid ") && !error.text.contains("7.5"),
                "{value}: {error}"
            );
        }
        assert!(asked.insert(name.clone()), "{name} twice");
    }
    let all = QUESTIONS.iter().map(|kind| kind.name.to_owned()).collect();
    assert_eq!(asked, all);
}

/// `bindings-python/tests/test_schemas.py` compares them with questions and answers.
#[test]
fn schema_defines_questions_and_answers() {
    let schema = door::schema();
    for kind in QUESTIONS {
        for part in ["question", "answer"] {
            let name = format!("{}.{part}", kind.name);
            assert!(schema["$defs"][&name].is_object(), "{name}");
        }
    }
}

#[test]
fn languages_page_lists_every_question() {
    let page = include_str!("../../docs/languages.md");
    let lines = QUESTIONS.iter().map(|kind| {
        let needs = kind.needs.iter().map(|name| (*name).to_owned());
        let takes = Vec::from_iter(needs.chain(kind.takes.iter().map(|name| format!("{name}?"))));
        format!("| `{}({})` | {} |\n", kind.name, takes.join(", "), kind.about)
    });
    let table = lines.collect::<String>();
    assert!(page.contains(&format!("|---|---|\n{table}\n")), "docs/languages.md lacks\n{table}");
}

/// Questions without an answer, each with the status and a part of the error.
const WRONG: &str = r#" => InvalidQuestion: empty, expected a JSON object
[] => InvalidQuestion: expected an object, found array
{ => InvalidQuestion: not JSON: line 1, column 2
{} => InvalidQuestion: ask: is missing
{"ask":"brnd"} => InvalidQuestion: ask: unknown question "brnd"; did you mean "brand"?
{"ask":"brand","digits":"4","digts":1} => InvalidQuestion: unknown member "digts"; did you mean "digits"?
{"ask":"brand","digits":"4","body":1} => InvalidQuestion: body: isn't a member of the question brand
{"ask":"brand","digits":"4","digits":"4"} => InvalidQuestion: digits: given twice
{"ask":"notes","id":7.5} => InvalidQuestion: id: expected a string or an integer
{"ask":"check","operation":"ordr"} => InvalidQuestion: operation: unknown operation "ordr"; did you mean "order"?
{"ask":"check","operation":"order","body":1,"raw":"1"} => InvalidQuestion: raw: a question has one of body, raw and raw_base64
{"ask":"check","operation":"order","raw_base64":"e"} => InvalidQuestion: raw_base64: not base64 (RFC 4648, with padding)
{"ask":"check","operation":"order","facts":[{},{"now":7}]} => InvalidFacts: now: expected a string
{"ask":"check","operation":"order","policy":[{},{"max_findings":0}]} => InvalidPolicy: max_findings: 0 is not in 1..=10000
{"ask":"notes","policy":"strct"} => InvalidPolicy: unknown preset "strct"; did you mean "strict"? (presets are default, checkout, shop-members, strict)
{"ask":"history","events":[]} => InvalidHistory: invalid history
{"ask":"rule","rule":"avs.adress_required"} => InvalidQuestion: did you mean "avs.address_required"?
{"ask":"schema","schema":"ordr"} => InvalidQuestion: unknown schema "ordr"; did you mean "order"?"#;

#[test]
fn errors_name_the_invalid_member() {
    for row in WRONG.lines() {
        let (question, expected) = row.split_once(" => ").expect("a row");
        let (status, text) = expected.split_once(": ").expect("a status");
        let error = door::ask(&Engine::default(), question.as_bytes()).expect_err(row);
        assert!(
            format!("{:?}", error.status) == status && error.text.contains(text),
            "{row}: {error}"
        );
    }
}

#[test]
fn id_is_returned_for_an_invalid_question() {
    assert_eq!(door::id(br#"{"ask":"x","id":"a/b"}"#), Some(r#""a/b""#));
    assert_eq!(door::id(br#"{"id": -7 }"#), Some("-7"));
    for none in ["", "[]", "{}", r#"{"id":1.5}"#, r#"{"id":[1]}"#, r#"{"id":1"#] {
        assert_eq!(door::id(none.as_bytes()), None, "{none}");
    }
}

#[test]
fn body_that_is_not_utf8_is_answered_in_base64() {
    let body = [b"{\"a\":1,\"b\":\"".as_slice(), &[0xff], b"\"}"].concat();
    let question =
        json!({ "ask": "apply", "operation": "order", "raw_base64": BASE64.encode(&body) });
    let answer: Value = serde_json::from_str(&ask(&question).expect("an answer")).expect("JSON");
    assert_eq!(answer, json!({ "raw_base64": BASE64.encode(&body) }));
}
