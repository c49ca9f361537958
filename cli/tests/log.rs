//! Lines of a host's own logs, and the histories of orders.

mod common;

use common::{GOOD, Run, run, scratch, text};
use paylint::{Engine, FactsBuf, Operation};
use serde_json::Value;

const ROUTED: [&str; 9] = [
    "batch",
    "--log",
    "--body-at=/request/body",
    "--method-at=/request/method",
    "--path-at=/request/url",
    "--id-at=/request_id",
    "--jobs=2",
    "--fact=now@/time",
    "--fact=merchant.avs_permission=false",
];

fn line(id: &str, method: &str, url: &str, body: &str) -> String {
    format!(
        r#"{{"time":"2026-11-20T10:15:00Z","request_id":{id},"level":"info","request":{{"headers":{{"a":[1]}},"method":"{method}","url":"{url}","body":{body}}},"ms":1.5e0}}"#
    ) + "\n"
}

/// What the library says of a request, as a line of a batch.
fn report(id: &str, operation: Operation, body: &str, facts: &str) -> String {
    let facts = FactsBuf::from_json(facts.as_bytes()).unwrap();
    let json = Engine::default().check(operation, body.as_bytes(), &facts.as_facts()).to_json();
    json.replacen('{', &format!("{{\"id\":{id},"), 1)
}

#[test]
fn lines_of_a_log_are_checked_where_the_pointers_say() {
    let quoted = serde_json::to_string(GOOD).unwrap();
    let input = [
        line("\"a\"", "POST", "/api/v0.6/orders/", GOOD),
        line("2", "POST", "https://gate.example/api/v0.6/orders/?x=1", &quoted),
        line("\"c\"", "GET", "/health", "null"),
        line("\"d\"", "POST", "/api/v0.6/orders/17/refund/", "null"),
        line("\"e\"", "POST", "/api/v0.6/orders/17/capture/", "[1]"),
    ];
    let Run { code, out, err } = run(&ROUTED, input.concat().as_bytes());
    let facts = |path: &str| {
        format!(
            r#"{{"now":"2026-11-20T10:15:00Z","merchant":{{"avs_permission":false}},"request":{{"method":"POST","path":"{path}"}}}}"#
        )
    };
    let expected = [
        report("\"a\"", Operation::Order, GOOD, &facts("/api/v0.6/orders/")),
        report("2", Operation::Order, GOOD, &facts("/api/v0.6/orders/?x=1")),
        report("\"d\"", Operation::Refund, "", &facts("/api/v0.6/orders/17/refund/")),
        report("\"e\"", Operation::Capture, "[1]", &facts("/api/v0.6/orders/17/capture/")),
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    assert_eq!(code, Some(1));
    assert_eq!(err, "note: 1 line was passed over: its method and path lead to no operation\n");
}

#[test]
fn what_is_wrong_with_a_line_is_said_of_that_line() {
    let good = line("\"good\"", "POST", "/orders/", GOOD);
    let broken = [
        (r#"{"request":"#.to_owned(), r#"{"error":"not a line of a log: not JSON at column 11"}"#),
        (String::new(), r#"{"error":"an empty line isn't a line of a log"}"#),
        (
            r#"{"request_id":"a","request":{"method":"POST","body":{}}}"#.to_owned(),
            r#"{"id":"a","error":"nothing at /request/url"}"#,
        ),
        (
            r#"{"request_id":"c","request":{"method":1,"url":"/orders/"}}"#.to_owned(),
            r#"{"id":"c","error":"method: expected a string"}"#,
        ),
        (
            r#"{"request_id":"d","request":{"method":"POST","url":"/orders/","body":7}}"#
                .to_owned(),
            r#"{"id":"d","error":"body: expected an object, an array or a string, found number"}"#,
        ),
        (
            r#"{"request_id":1.5,"request":{}}"#.to_owned(),
            r#"{"error":"id: expected a string or an integer"}"#,
        ),
        (
            r#"{"request_id":"f","request":{"method":"POST","url":"/orders/","body":{}},"time":7}"#
                .to_owned(),
            r#"{"id":"f","error":"invalid facts: now: expected a string, found number"}"#,
        ),
        (
            r#"{"request_id":"g","request":{"url":"/orders/","url":"/x/","method":"POST"}}"#
                .to_owned(),
            r#"{"id":"g","error":"the line has two values at /request/url"}"#,
        ),
    ];
    let lines: Vec<&str> = broken.iter().map(|(line, _)| line.as_str()).collect();
    let input = format!("{}{}\n{good}", good, lines.join("\n"));
    let Run { code, out, err } = run(&ROUTED, input.as_bytes());
    let out: Vec<&str> = out.lines().collect();
    assert_eq!(out.len(), broken.len() + 2, "{out:?}");
    for ((line, expected), actual) in broken.iter().zip(&out[1..]) {
        assert_eq!(actual, expected, "{line}");
    }
    assert!(out[0].starts_with(r#"{"id":"good","verdict":"#), "{}", out[0]);
    assert_eq!(out.first(), out.last());
    assert_eq!(code, Some(2));
    let expected = "error: 8 of 10 lines can't be checked: <stdin>:2: not a line of a log: not JSON at \
                    column 11\n";
    assert_eq!(err, expected);
}

#[test]
fn every_kind_of_fact_can_come_from_a_line() {
    let arguments = [
        "batch",
        "--log",
        "--body-at=/body",
        "--operation-at=/op",
        "--operation=capture",
        "--fact=now@/now",
        "--fact=merchant.hold_days@/hold",
        "--fact=merchant.avs_permission@/avs",
        "--fact=order.amount@/amount",
        "--fact=order.capabilities@/features",
        "--fact=key.brands@/brands",
        "--fact=request.headers@/headers",
        "--fact=request.method=POST",
        "--fact=merchant.country=LV",
    ];
    let facts = r#"{"now":"2026-11-20T10:15:00Z","merchant":{"hold_days":7,"avs_permission":true,"country":"LV"},"order":{"amount":12.50,"capabilities":[]},"key":{"brands":["visa","a\"b"]},"request":{"method":"POST","headers":{"Authorization":"Bearer abc","Content-Type":"text/plain"}}}"#;
    let line = r#"{"op":"order","now":"2026-11-20T10:15:00Z","hold":7,"avs":true,"amount":12.50,"features":[],"brands":["visa","a\"b"],"headers":{"Authorization":"Bearer abc","Content-Type":"text/plain"},"body":BODY}"#
        .replace("BODY", GOOD);
    // Without a name of its own a line takes that of the command line; without facts it has none.
    let input = format!(
        "{line}\n{}\n{{\"body\":{{\"total\":1}}}}\n",
        line.replace("\"op\":\"order\",", "")
    );
    let Run { code, out, err } = run(&arguments, input.as_bytes());
    let out: Vec<&str> = out.lines().collect();
    let expected = |operation, body, facts| {
        let facts = FactsBuf::from_json(str::as_bytes(facts)).unwrap();
        Engine::default().check(operation, str::as_bytes(body), &facts.as_facts()).to_json()
    };
    assert_eq!(out[0], expected(Operation::Order, GOOD, facts));
    assert_eq!(out[1], expected(Operation::Capture, GOOD, facts));
    let standing = r#"{"request":{"method":"POST"},"merchant":{"country":"LV"}}"#;
    assert_eq!(out[2], expected(Operation::Capture, r#"{"total":1}"#, standing));
    assert_eq!((code, err.as_str()), (Some(1), ""));
}

#[test]
fn a_replay_reads_logs_too() {
    let unknown = GOOD.replacen('{', r#"{"colour":"red","#, 1);
    let input = [line("1", "POST", "/orders/", &unknown), line("2", "GET", "/", "null")].concat();
    let file = scratch("log.ndjson", input.as_bytes());
    let strict = scratch("log-policy.json", br#"{"levels":{"field.unknown":"deny"}}"#);
    let at = [
        "--log",
        "--body-at=/request/body",
        "--method-at=/request/method",
        "--path-at=/request/url",
    ];
    let replay = [
        &["replay", "--policy=default", "--against", text(&strict), "--format=json"],
        &at[..],
        &[text(&file)],
    ];
    let Run { code, out, err } = run(&replay.concat(), b"");
    let changes: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &changes["accept_to_reject"]["cases"]),
        (Some(1), &Value::from(1)),
        "{out}{err}"
    );
    assert!(err.contains("1 line was passed over"), "{err}");
}

#[test]
fn options_that_make_no_map_are_refused() {
    let file = scratch("log-none.ndjson", b"");
    let at = "--body-at=/b";
    for (arguments, expected) in [
        (vec!["--log"], "--body-at"),
        (vec![at], "--log"),
        (
            vec!["--log", at],
            "a log needs --operation-at, --method-at and --path-at, or --operation",
        ),
        (vec!["--log", at, "--method-at=/m"], "--path-at"),
        (
            vec!["--log", at, "--operation-at=/o", "--method-at=/m", "--path-at=/p"],
            "cannot be used with",
        ),
        (vec!["--log", at, "--bodies", "-o", "tax"], "cannot be used with"),
        (
            vec!["--log", "-o=tax", "--body-at=b"],
            "--body-at: a JSON Pointer begins with /, for example /b",
        ),
        (vec!["--log", "-o=tax", "--body-at=/b~"], "--body-at: in a JSON Pointer ~ is written ~0"),
        (
            vec!["--log", "-o=tax", at, "--fact=noww@/n"],
            "unknown fact \"noww\"; did you mean \"now\"?",
        ),
        (vec!["--log", "-o=tax", at, "--fact=now@n"], "--fact now: a JSON Pointer begins with /"),
        (vec!["--fact=now@/n"], "it needs --log"),
    ] {
        let arguments = [vec!["batch"], arguments, vec![text(&file)]].concat();
        let Run { code, err, .. } = run(&arguments, b"");
        assert!(code == Some(2) && err.contains(expected), "{arguments:?}: {err}");
    }
}

const EVENTS: &str = r#"[{"operation":"order","at":"2026-11-18T09:00:00Z","body":{"products":[{"title":"Tea","price":100}],"discount":30}},
{"operation":"refund","at":"2026-11-19T09:00:00Z","body":{"amount":20}}]"#;

#[test]
fn a_history_is_added_up() {
    let Run { code, out, err } = run(&["history"], EVENTS.as_bytes());
    let order = "{\"scenario\":\"one_step\",\"amount\":\"100\",\"refunded\":\"20\",\
                 \"last_refund\":\"20\",\"paid_at\":\"2026-11-18T09:00:00Z\",\"reversed\":false,\"chargeback\":false,\
                 \"billing_address\":false}\n";
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), order, ""));

    let file = scratch("history.json", EVENTS.as_bytes());
    let policy = r#"{"members":[{"member":"/discount","on":["order"],"type":"number","total":"subtracts"}]}"#;
    let policy = scratch("history-policy.json", policy.as_bytes());
    let Run { out, .. } = run(&["history", "--policy", text(&policy), text(&file)], b"");
    assert!(out.contains("\"amount\":\"70\""), "{out}");

    let file =
        scratch("history-wrong.json", br#"[{"operation":"refund","at":"2026-11-18T09:00:00Z"}]"#);
    let Run { code, out, err } = run(&["history", text(&file)], b"");
    let expected = format!(
        "error: {}: invalid history: [0]: a history begins with the order or the payout\n",
        file.display()
    );
    assert_eq!((code, out.as_str(), err), (Some(2), "", expected));
}

/// In a case it is a history by the case's policy, and in a replay by each of the two.
#[test]
fn a_case_can_have_a_history() {
    let case = |history: &str, facts: &str| {
        let history = history.replace('\n', "");
        format!(
            r#"{{"id":1,"operation":"refund","body":{{"amount":60}},"history":{history}{facts}}}"#
        ) + "\n"
    };
    let declared = r#","policy":{"members":[{"member":"/discount","on":["order"],"type":"number","total":"subtracts"}]}"#;
    let input = [
        case(EVENTS, ""),
        case(EVENTS, declared),
        case(EVENTS, r#","facts":{"order":{"amount":"1"}}"#),
        case("null", ""),
        case(&EVENTS.replace("19T", "17T"), ""),
    ];
    let Run { out, err, code } = run(&["batch"], input.concat().as_bytes());
    let out: Vec<&str> = out.lines().collect();
    assert!(out[0].contains("\"verdict\":\"accept\""), "{}", out[0]);
    assert!(out[1].contains("\"rule\":\"refund.exceeds_remaining\""), "{}", out[1]);
    assert_eq!(out[2], r#"{"id":1,"error":"facts.order and history: a case has one of them"}"#);
    assert_eq!(out[3], r#"{"id":1,"error":"invalid history: expected an array, found null"}"#);
    assert_eq!(
        out[4],
        r#"{"id":1,"error":"invalid history: [1].at: before the event that precedes it"}"#
    );
    assert_eq!(code, Some(2));
    assert!(err.starts_with("error: 3 of 5 lines aren't cases: <stdin>:3: "), "{err}");

    let policy = format!("{{{}}}", &declared[",\"policy\":{".len()..declared.len() - 1]);
    let policy = scratch("case-history-policy.json", policy.as_bytes());
    let file = scratch("case-history.ndjson", case(EVENTS, "").as_bytes());
    let replay =
        ["replay", "--policy=default", "--against", text(&policy), "--format=json", text(&file)];
    let Run { code, out, err } = run(&replay, b"");
    let changes: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &changes["accept_to_reject"]["cases"]),
        (Some(1), &Value::from(1)),
        "{out}{err}"
    );
}
