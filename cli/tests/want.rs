//! `batch --want`: the other answers to a case, each as the library has it; and cases that say where they are sent.

mod common;

use common::{BAD, Run, run};
use paylint::{Engine, Facts, Operation};

const EVENTS: &str = r#"[{"operation":"order","at":"2026-11-18T09:00:00Z","body":{"products":[{"title":"Tea","price":100}]}}]"#;

#[test]
fn lines_are_answered_with_what_is_wanted() {
    let engine = Engine::default();
    let body = r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Tea","price":"5.00","quantity":0}],"langauge":"lv"}"#;
    let input = format!("{{\"id\":7,\"operation\":\"order\",\"body\":{body}}}\n");
    let (operation, bytes, facts) = (Operation::Order, body.as_bytes(), Facts::default());
    let fixed = |also_unsafe| {
        let fixed = String::from_utf8(engine.apply(operation, bytes, &facts, also_unsafe)).unwrap();
        format!("{{\"raw\":{}}}", serde_json::to_string(&fixed).unwrap())
    };
    assert_ne!(fixed(false), fixed(true));
    for (want, expected) in [
        ("report", engine.check(operation, bytes, &facts).to_json()),
        ("fields", engine.fields(operation, bytes, &facts).to_json()),
        ("fixes", engine.fixes(operation, bytes, &facts).to_json()),
        ("fixed", fixed(false)),
        ("fixed-unsafe", fixed(true)),
    ] {
        let Run { code, out, err } = run(&["batch", "--want", want], input.as_bytes());
        assert_eq!(out, expected.replacen('{', "{\"id\":7,", 1) + "\n");
        assert_eq!((code, err.as_str()), (Some(i32::from(want == "report")), ""), "{want}");
    }
}

#[test]
fn a_body_that_is_not_text_comes_back_as_its_bytes() {
    let input = br#"{"operation":"order","raw_base64":"e/8="}"#;
    let Run { out, .. } = run(&["batch", "--want", "fixed"], input);
    assert_eq!(out, "{\"raw_base64\":\"e/8=\"}\n");
}

#[test]
fn a_history_is_answered_with_what_follows_from_it() {
    let input = format!(
        "{{\"operation\":\"refund\",\"history\":{EVENTS}}}\n{{\"operation\":\"refund\",\"history\":[]}}\n{{\"operation\":\"refund\"}}\n"
    );
    let Run { code, out, .. } = run(&["batch", "--want", "order"], input.as_bytes());
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], Engine::default().order_facts_json(EVENTS.as_bytes()).unwrap());
    assert!(lines[1].starts_with("{\"error\":\"invalid history: "), "{}", lines[1]);
    assert_eq!((lines[2], code), (r#"{"error":"no history"}"#, Some(2)));
}

#[test]
fn what_is_too_long_is_an_error_unless_reports_are_wanted() {
    let policy = common::scratch("want-short.json", br#"{"max_body_bytes":1000}"#);
    let line = format!("{{\"a\":\"{}\"}}", "x".repeat(2_000_000));
    let arguments = ["batch", "--bodies", "-o", "order", "--policy", common::text(&policy)];
    let Run { out, .. } = run(&arguments, line.as_bytes());
    assert!(out.starts_with("{\"verdict\":\"reject\""), "{out}");
    let Run { out, .. } = run(&[&arguments[..], &["--want", "fields"]].concat(), line.as_bytes());
    assert!(out.starts_with("{\"error\":\"not a case: the line is longer than"), "{out}");
}

#[test]
fn a_case_can_say_where_it_is_sent() {
    let case = |members: &str| format!("{{{members},\"body\":{BAD}}}\n");
    let input = [
        case(r#""http":["POST","/api/v0.6/orders/?draft=1"]"#),
        case(r#""http":["POST","https://gate.example/api/v0.6/orders/42/refund/"]"#),
        case(r#""http":["GET","/api/v0.6/orders/42/"]"#),
        case(r#""http":"/orders/""#),
        case(r#""http":["POST","/orders/"],"operation":"order""#),
    ];
    let Run { out, .. } = run(&["batch"], input.concat().as_bytes());
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains(r#""operation":"order""#), "{}", lines[0]);
    assert!(lines[1].contains(r#""operation":"refund""#), "{}", lines[1]);
    assert_eq!(lines[2], r#"{"error":"http: this method and path lead to no operation"}"#);
    assert_eq!(
        lines[3],
        r#"{"error":"http: expected a method and a path, such as [\"POST\",\"/orders/\"]"}"#
    );
    assert_eq!(lines[4], r#"{"error":"operation and http: a case has one of them"}"#);
}
