//! Histories of rows, and lines of logs.

mod common;

use arrow_array::{ArrayRef, NullArray, StringArray};
use common::{NO_FACTS, rows};
use paylint::facts::Fact;
use paylint::{Engine, Operation, Policy};
use paylint_arrow::{
    Changes, FactsColumn, OperationColumn, Want, check_batch, log_fields, log_requests,
};
use paylint_tests::cases;
use paylint_traffic::log::{LogMap, Part};
use serde_json::{Value, json};
use std::sync::Arc;

fn texts<const N: usize>(texts: [Option<&str>; N]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

/// Every case that has a history gives what it expects, with the history as a column.
#[test]
fn a_history_stands_for_the_facts_of_an_order() {
    let mut count = 0;
    for line in cases::lines_of("tests/cases") {
        let members: Value = serde_json::from_str(&line.text).expect("JSON");
        let Some(history) = members.get("history").map(Value::to_string) else { continue };
        let case = cases::read(&line.text).case;
        let policy = members.get("policy").map_or("{}".to_owned(), Value::to_string);
        let engine = Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"));
        let own = members.get("facts").map(Value::to_string);
        let body = members.get("body").map(Value::to_string);
        let [own, body, history] =
            [own.as_deref(), body.as_deref(), Some(history.as_str())].map(|text| texts([text]));
        let operation = members["operation"].as_str().and_then(Operation::from_name);
        let operation = OperationColumn::All(operation.expect("an operation"));
        let facts = FactsColumn { standing: &NO_FACTS, own: Some(&own), history: Some(&history) };
        let result = check_batch(&engine, operation, &body, facts, Want::Json).expect("columns");
        let row = &rows(&result)[0];
        match case.and_then(|case| paylint_tests::engine::report_of(&case)) {
            Ok(report) => assert_eq!(row["report"], report, "{}", line.place),
            Err(_) => {
                assert!(
                    row["report"].is_null() && row["error"].is_string(),
                    "{}: {row}",
                    line.place
                );
            }
        }
        count += 1;
    }
    assert!(count > 25, "{count}");
}

const EVENTS: &str = r#"[{"operation":"order","at":"2026-11-18T09:00:00Z","body":{"products":[{"title":"Tea","price":100}],"off":30}}]"#;

/// Under the second policy the total is another.
#[test]
fn facts_of_a_history_depend_on_the_policy() {
    let bodies = texts([Some(r#"{"amount":80}"#); 4]);
    let history = texts([Some(EVENTS), Some("[]"), Some(EVENTS), None]);
    let facts = FactsColumn { standing: &NO_FACTS, own: None, history: Some(&history) };
    let declared =
        r#"{"members":[{"member":"/off","on":["order"],"type":"number","total":"subtracts"}]}"#;
    let after = Engine::new(&Policy::from_json(declared.as_bytes()).expect("a policy"));
    let (mut changes, refund) = (Changes::default(), OperationColumn::All(Operation::Refund));
    changes.replay(&Engine::default(), &after, refund, &bodies, facts).expect("columns");
    let changes = rows(&changes.table().expect("a table"));
    let count = |name: &str| {
        let change = changes.iter().find(|row| row["name"] == name && row["kind"] != "rejection");
        change.map_or(0, |row| row["count"].as_i64().expect("a count"))
    };
    assert_eq!((count("accept_to_reject"), count("history")), (2, 1), "{changes:?}");
}

#[test]
fn lines_of_a_log_become_columns() {
    let map = LogMap::new("/body")
        .and_then(|map| map.with_route("/m", "/p"))
        .and_then(|map| map.with(Part::Id, "/id"))
        .and_then(|map| map.with_fact(Fact::Now, "/t"))
        .expect("a map");
    let lines = texts([
        Some(
            r#"{"id":"a","m":"POST","p":"https://x.example/taxes/","t":"2026-11-20T10:15:00Z","body":{"name":"VAT"}}"#,
        ),
        Some(r#"{"id":2,"m":"POST","p":"/orders/7/refund/","body":null}"#),
        Some(r#"{"id":3,"m":"GET","p":"/"}"#),
        Some(r#"{"id":4,"p":"/"}"#),
        Some("["),
        None,
    ]);
    let result = log_requests(&map, &lines).expect("text");
    assert_eq!(*result.fields(), log_fields());
    let row = |id: Option<&str>, operation: Option<&str>, body: Option<&str>, facts, error| {
        let (facts, error): (Option<&str>, Option<&str>) = (facts, error);
        json!({"id": id, "operation": operation, "body": body, "facts": facts, "error": error})
    };
    let [first, second] = [
        r#"{"now":"2026-11-20T10:15:00Z","request":{"method":"POST","path":"/taxes/"}}"#,
        r#"{"request":{"method":"POST","path":"/orders/7/refund/"}}"#,
    ];
    let error = |id, error| row(id, None, None, None, Some(error));
    let expected = [
        row(Some("\"a\""), Some("tax"), Some(r#"{"name":"VAT"}"#), Some(first), None),
        row(Some("2"), Some("refund"), None, Some(second), None),
        row(None, None, None, None, None),
        error(Some("4"), "nothing at /m"),
        error(None, "not a line of a log: expected a JSON object"),
        error(None, "an empty line isn't a line of a log"),
    ];
    assert_eq!(rows(&result), expected);
    assert!(log_requests(&map, &arrow_array::Int32Array::from(vec![1])).is_err());
    assert_eq!(rows(&log_requests(&map, &NullArray::new(1)).expect("text"))[0]["id"], Value::Null);
}
