//! Faults on purpose, and how tests see them.

use super::*;

#[test]
fn a_busy_gateway_says_when_to_come_back() {
    let mock = Mock::start(&[]);
    mock.control(
        "next",
        json!({"status": 503, "times": 2, "headers": {"Retry-After": "7"}, "body": {"busy": true}}),
    );
    for _ in 0..2 {
        let answer = mock.exchange("POST", "/api/v0.6/orders/", "", &order().to_string());
        let (head, body) = answer.unwrap();
        assert!(head.starts_with("HTTP/1.1 503") && head.contains("retry-after: 7"), "{head}");
        assert_eq!(body, r#"{"busy":true}"#);
    }
    assert_eq!(mock.done("/orders/", order())["number"], "1", "nothing was made before");
}

#[test]
fn a_lost_answer_is_repeated() {
    let mock = Mock::start(&[]);
    let held = mock.paid(hold());
    let capture = format!("/api/v0.6{}", path(&held, "capture/"));
    let body = json!({"total": 80}).to_string();
    for (cut, status) in [("before", "hold"), ("after", "paid")] {
        mock.control("next", json!({"operation": "capture", "cut": cut}));
        assert_eq!(mock.exchange("POST", &capture, "", &body), None, "{cut}");
        assert_eq!(mock.shown(&held)["status"], status, "{cut}");
        let requests = mock.requests();
        let lost = requests.iter().rfind(|request| request["operation"] == "capture").unwrap();
        let done = lost["answer"]["body"]["status"].clone();
        assert_eq!(
            (&lost["delivered"], done),
            (&json!(false), json!((cut == "after").then_some("paid")))
        );
    }
    mock.refused(&path(&held, "capture/"), json!({"total": 80}), "capture.only_once");
}

#[test]
fn polls_fail_by_method_and_path() {
    let mock = Mock::start(&[]);
    mock.control(
        "next",
        json!({"method": "GET", "path": "/api/v0.6/orders/*/", "status": 500, "times": 2}),
    );
    mock.control("next", json!({"method": "GET", "path": "/orders/", "status": 502}));
    let order = mock.done("/orders/", order());
    assert_eq!(mock.card(&order).1["status"], "paid");
    let poll = format!("/api/v0.6{}", path(&order, ""));
    let polls = [&*poll, poll.trim_end_matches('/'), &poll];
    assert_eq!(polls.map(|poll| mock.get(poll).0), [500, 500, 200]);
    assert_eq!([(); 2].map(|()| mock.get("/api/v0.6/orders/").0), [502, 200]);
}

#[test]
fn a_client_that_leaves_is_noted() {
    let mock = Mock::start(&[]);
    mock.control("latency", json!({"delay_ms": 60_000}));
    let leaving = mock.open("POST", "/api/v0.6/orders/", "", &order().to_string());
    wait_until("the request came", || !mock.requests().is_empty());
    drop(leaving);
    let patient = mock.open("POST", "/api/v0.6/orders/", "", &order().to_string());
    wait_until("the first answer was lost", || {
        let requests = mock.requests();
        let delivered = requests.iter().map(|request| &request["delivered"]);
        delivered.eq([&json!(false), &Value::Null])
    });
    drop(patient);
    mock.control("latency", json!({"delay_ms": 200}));
    mock.control("next", json!({"delay_ms": 100}));
    let start = Instant::now();
    mock.done("/orders/", order());
    assert!(start.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_webhook_that_failed_is_sent_again() {
    let (url, hooks) = receive(&[500, 200]);
    let mock = Mock::start(&[]);
    assert_eq!(mock.post("/_mock/webhooks", json!({"url": "https://shop.example"})).0, 400);
    mock.control("webhooks", json!({"url": url}));
    let order = mock.paid(order());
    assert_eq!(mock.webhooks(1)[0]["attempts"][0]["status"], 500);
    mock.control("webhooks/1/resend", Value::Null);
    assert_eq!(mock.post("/_mock/webhooks/2/resend", Value::Null).0, 404);
    let sent = mock.webhooks(2);
    assert_eq!(sent[0]["attempts"][1], json!({"status": 200, "at": "2026-11-20T10:15:00Z"}));
    assert_eq!((&sent[0]["body"]["id"], sent.len()), (&order["id"], 1));
    let hooks = hooks.requests();
    assert_eq!(["headers", "body"].map(|part| hooks[0][part] == hooks[1][part]), [true; 2]);
    mock.control("reset", Value::Null);
    assert_eq!(mock.webhooks(0), [] as [Value; 0]);
}

#[test]
fn each_key_has_its_own_gateway() {
    let mut mock = Mock::start(&[]);
    let (mut ids, mut requests) = (Vec::new(), Vec::new());
    for key in ["one", "two"] {
        mock.key = key;
        mock.control("next", json!({"operation": "payment", "decline": true}));
        let new = mock.done("/orders/", with(order(), json!({"number": "42"})));
        ids.push(new["id"].clone());
        assert_eq!(mock.get("/api/v0.6/orders/").1["results"].as_array().unwrap().len(), 1);
        // The card post names its order's space by its address, whatever key it is sent with.
        mock.key = "browser";
        assert_eq!(mock.card(&new).1["status"], "failed");
        mock.key = key;
    }
    assert_eq!(ids[0], ids[1]);
    mock.control("now", json!({"now": "2026-12-01T00:00:00Z"}));
    mock.control("reset", Value::Null);
    for key in ["one", "two", "browser"] {
        mock.key = key;
        requests.push(mock.requests().len());
        assert_eq!(mock.get("/_mock/now").1["now"], "2026-11-20T10:15:00Z");
    }
    assert_eq!(requests, [3, 0, 0]);
    mock.key = "two";
    assert_eq!(mock.done("/orders/", order())["id"], ids[0], "ids begin again");
}

#[test]
fn what_is_misspelt_is_refused_where_it_is_set() {
    let mock = Mock::start(&[]);
    for (next, message) in [
        (json!({"operation": "refnd", "decline": true}), "did you mean \\\"refund\\\"?"),
        (json!({"operation": "order", "decline": true}), "when its card is posted"),
        (json!({"method": "get", "status": 500}), "GET"),
        (json!({"path": "/api/v0.6/order/", "status": 500}), "nothing is at"),
        (json!({"status": 1000}), "from 200 to 599"),
        (json!({"status": 503, "headers": {"Retry-After": "1\r\nX: 2"}}), "can't be sent"),
        (json!({"status": 503, "headers": {"content-length": "2"}}), "can't be sent"),
        (json!({"status": 503, "times": 0}), "nonzero"),
        (json!({"status": 503, "cut": "before"}), "exclude each other"),
        (json!({"body": "x", "delay_ms": 1}), "need a status"),
        (json!({"statsu": 503}), "unknown field"),
        (json!({"operation": "refund"}), "expected one of"),
        (json!({"operation": "payment", "decline": ""}), "or the reason"),
        (json!({"operation": "payment", "decline": "a".repeat(41)}), "up to 40"),
        (json!({"operation": "order", "path": "/clients/", "status": 500}), "no order is sent"),
        (json!({"operation": "order", "method": "GET", "status": 500}), "no order is sent"),
        (json!({"operation": "card_webhook", "status": 500}), "no card_webhook is sent"),
        (json!({"path": "/_mock/next", "status": 500}), "nothing is at"),
    ] {
        let (status, error) = mock.post("/_mock/next", next);
        assert_eq!((status, error.to_string().contains(message)), (400, true), "{error}");
    }
    for name in ["success_redirect", "failure_redirect", "cancel_redirect"] {
        let broken = with(order(), json!({ name: "https://shop.example/\r\nX: 2" }));
        let (status, error) = mock.post("/api/v0.6/orders/", broken);
        assert_eq!((status, error.to_string().contains(name)), (400, true), "{error}");
    }
    assert_eq!(mock.post("/_mock/nxt", json!({})).0, 404);
    assert_eq!(mock.send("HEAD", "/_mock/requests", "", "").0, 200);
}

#[test]
fn what_came_is_recorded_without_secrets() {
    let mock = Mock::start(&[]);
    let key = mock.key;
    let secrets = json!({"csc": 1, "card_cvc": "1", "CVV2": 123, "cvn": 1, "securityCode": "999",
        "password": "top", "client_secret": "top", "token": "top", "apikey": "top", "api_key": "top"});
    let plain = json!({"at": 1795169700000_u64, "price": 12.5, "of": "6bf85136-2f8f-4ec6-9d66-b438a05ccd93"});
    let members = json!({"note": "4111 1111 1111 1111", "tags": [format!("of {key}")],
        "card": 4111111111111111_u64, CARD: 1, "secrets": secrets, "plain": plain});
    mock.send(
        "POST",
        &format!("/api/v0.6/orders/?cvc=123&token=top&by={key}"),
        "X-Api-Key: top\r\nCookie: top\r\nX-Signature: top\r\nX-Trace: 7\r\nX-Cvc: 123\r\n4111-1111-1111-1111: 8\r\n",
        &with(order(), members).to_string(),
    );
    mock.get("/api/v0.6/orders/4111%201111%201111%201111/");
    let requests = mock.requests();
    let [made, looked] = requests.as_slice() else { panic!("{requests:?}") };
    assert_eq!(made["query"], json!({"cvc": "***", "token": "***", "by": "***"}));
    let body = &made["body"];
    assert_eq!([&body["note"], &body["tags"][0]], ["**** **** **** 1111", "of ***"]);
    assert_eq!((&body["card"], &body["************1111"]), (&json!("************1111"), &json!(1)));
    assert!(body["secrets"].as_object().unwrap().values().all(|secret| secret == "***"), "{body}");
    assert_eq!(body["plain"], plain);
    for (name, value) in
        [("authorization", "***"), ("x-trace", "7"), ("x-cvc", "***"), ("****-****-****-1111", "8")]
    {
        assert_eq!(made["headers"][name], value);
    }
    assert!(made["findings"].to_string().contains("\"path\":\"/note\""), "{made}");
    assert_eq!((&made["answer"]["status"], &made["delivered"]), (&json!(200), &json!(true)));
    assert_eq!(made["at"], "2026-11-20T10:15:00Z");
    assert_eq!(
        (&looked["path"], &looked["answer"]["status"]),
        (&json!("/api/v0.6/orders/**** **** **** 1111/"), &json!(404))
    );
    let (to, received) = receive(&[200]);
    let to = to.replace("//", "//user:top@");
    mock.control("webhooks", json!({"url": format!("{to}/{CARD}?token=top")}));
    mock.paid(order());
    mock.webhooks(1);
    assert_eq!(received.requests()[0]["headers"]["host"], *received.address);
    mock.control("next", json!({"status": 200, "body": {"pan": CARD}}));
    assert_eq!(mock.get("/api/v0.6/orders/").1["pan"], CARD);
    let kept =
        [mock.get("/_mock/webhooks").1, mock.get("/_mock/requests").1].map(|kept| kept.to_string());
    assert!(!kept.iter().any(|kept| kept.contains("top") || kept.contains(CARD)), "{kept:?}");
}

#[test]
fn a_scenario_is_there_before_the_first_request() {
    let steps = json!([
        {"key": "sk_example", "path": "/api/v0.6/orders/", "body": order()},
        {"key": "sk_example", "path": "/pay/5a3b1e0c-7d2f-4a6b-8c9d-000000000001/", "body": card()},
        {"key": "sk_example", "path": "/_mock/next", "body": {"operation": "refund", "decline": true}},
    ]);
    let steps = file("scenario.json", &steps.to_string());
    let mock = Mock::start(&["--scenario", steps.to_str().unwrap()]);
    let paid = mock.get("/api/v0.6/orders/").1["results"][0].clone();
    assert_eq!(paid["status"], "paid");
    let refund = mock.done(&path(&paid, "refund/"), Value::Null);
    assert_eq!(refund["errors"][0]["on"], "refund");
    assert_eq!(mock.shown(&paid)["amount_refunded"], json!(0));
}

#[test]
fn templates_replace_answers() {
    let refund =
        file("answers/refund.json", r#"{"refunded": {{ order.refunded|number }}, "by": {{ id }}}"#);
    file(
        "answers/refusal.json",
        r#"{"why": {{ problem.detail }}, "code": {{ problem.errors[0].rule }}, "range": [{% for n in range(1) %}{{ n }}{% endfor %}]}"#,
    );
    let folder = refund.parent().unwrap().to_str().unwrap();
    let mock = Mock::start(&["--answers", folder, "--refuse-unchecked"]);
    let new = mock.paid(order());
    let part = mock.done(&path(&new, "refund/"), json!({"amount": 5}));
    assert_eq!(part, json!({"refunded": 5, "by": new["id"]}));
    let refused = mock.post(&format!("/api/v0.6{}", path(&new, "refund/")), json!({"amount": 500}));
    assert_eq!(refused.1["code"], "refund.exceeds_remaining");
    assert_eq!(refused.1["range"], json!([0]));
}

#[test]
fn what_is_wrong_is_said_at_the_start() {
    let folders = [
        file("broken/tax.json", "{{ id"),
        file("misnamed/refnd.json", "{}"),
        file("unknown/tax.json", "{\"id\": {{ idd }}}"),
        file("quoted/tax.json", "{\"id\": \"{{ id }}\"}"),
    ];
    let folders = folders.each_ref().map(|file| file.parent().unwrap().to_str().unwrap());
    let refused =
        file("refused.json", r#"[{"key": "k", "path": "/api/v0.6/orders/", "body": {}}]"#);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    for (option, value, message) in [
        ("--answers", folders[0], "tax.json: "),
        ("--answers", folders[1], "did you mean \"refund\"?"),
        ("--answers", folders[2], "tax.json: unknown value \"idd\"; did you mean \"id\"?"),
        ("--answers", folders[3], "tax.json: its output isn't JSON"),
        ("--answers", "nowhere", "nowhere: "),
        ("--scenario", refused.to_str().unwrap(), "[0] POST /api/v0.6/orders/: 400"),
        ("--listen", "0.0.0.0:0", "say --anywhere"),
        ("--listen", &taken.local_addr().unwrap().to_string(), "in use"),
        ("--webhook", "https://shop.example/", "webhooks are sent by http"),
        ("--policy", "chekout", "did you mean \"checkout\"?"),
    ] {
        let mut command = if option == "--listen" {
            Command::new(env!("CARGO_BIN_EXE_paylint-mock"))
        } else {
            command()
        };
        let output = command.args([option, value]).output().unwrap();
        let [error, out] =
            [output.stderr, output.stdout].map(|text| String::from_utf8(text).unwrap());
        assert_eq!((output.status.code(), error.contains(message)), (Some(2), true), "{error}");
        assert_eq!(out, "", "{message}");
    }
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command().stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let mut local = Command::new(env!("CARGO_BIN_EXE_paylint-mock"));
    _ = Mock::run(local.args(["--listen", "localhost:0"]));
}
