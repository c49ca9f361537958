//! What each endpoint accepts and rejects.

use crate::support::{ORDER, ORDERS, example, start, start_with};
use paylint::{FactsBuf, Operation};
use std::sync::Arc;

const CARD: &str = concat!(
    r#"{"cardholder_name":"A B","card_number":"4111111111111111","#,
    r#""exp_month":12,"exp_year":99,"csc":"123"}"#
);

#[test]
fn an_order_is_accepted() {
    let server = start();
    let answer = server.post(ORDERS, ORDER);
    answer.assert_accepted("order");
    assert_eq!(answer.json()["report"]["total"], "12.5");
    assert_eq!(answer.json()["received_bytes"], ORDER.len());
    for header in ["unchecked", "obligations", "warnings", "valid-until"] {
        assert_eq!(answer.header(&format!("paylint-{header}")), None);
    }
}

#[test]
fn what_must_be_done_beside_stands_in_headers() {
    let server = start();
    let saving = ORDER.replacen(
        '{',
        r#"{"sku":1,"colour":2,"skip_capture":true,"setup_future_use":"one-click","#,
        1,
    );
    let answer = server.post(ORDERS, saving);
    answer.assert_accepted("order");
    assert_eq!(answer.header("paylint-unchecked"), None);
    assert_eq!(answer.header("paylint-warnings"), Some("field.unknown"));
    let obligations = answer.header("paylint-obligations").unwrap();
    let both = r#"three_ds;needs="card.issuer_country", capture;by="20"#;
    assert!(obligations.starts_with(both), "{obligations}");
    assert!(obligations.ends_with("Z\""), "{obligations}");
}

#[test]
fn an_order_is_rejected_with_all_that_is_wrong() {
    let server = start();
    let order = concat!(
        r#"{"client":{"address":"Pils iela 8"},"#,
        r#""products":[{"title":"Lock","price":"12.5"},{"price":0}]}"#
    );
    server.post(ORDERS, order).assert_rejected(
        400,
        &[
            "field.type #/products/0/price",
            "product.title_required #/products/1/title",
            "product.price_minimum #/products/1/price",
            "avs.zip_code_required #/client/zip_code",
        ],
    );
    server.post(ORDERS, "").assert_rejected(400, &["body.required #"]);
}

#[test]
fn a_wrong_authorization_is_403() {
    let server = start();
    for authorization in ["", "Bearer", "Bearer ", "Basic c2s6", "Bearer a b"] {
        let headers = [("Content-Type", "application/json"), ("Authorization", authorization)];
        let answer = server.send_with("POST", ORDERS, &headers, ORDER.as_bytes());
        answer.assert_rejected(403, &["http.authorization #"]);
    }
    let answer = server.send_with("POST", ORDERS, &[], ORDER.as_bytes());
    answer.assert_rejected(403, &["http.authorization #", "http.content_type #"]);
}

#[test]
fn every_endpoint_leads_to_its_operation() {
    let server = start();
    for (line, operation) in Operation::ALL.iter().enumerate() {
        let path = match operation {
            Operation::Payment => "/pay/held/".to_owned(),
            Operation::CardWebhook => "/webhooks/card/".to_owned(),
            other => format!("/api/v0.6{}?a=b", other.endpoint().unwrap()),
        };
        server.post(&path.replace("{order_id}", "held"), "{}");
        assert_eq!(server.log(line + 1)[line]["operation"], operation.name());
    }
}

#[test]
fn what_is_known_of_the_order_decides() {
    let server = start();
    let post = |path: &str, body: &str| server.post(&format!("{ORDERS}{path}/"), body);
    let answer = post("held/capture", r#"{"total":100.00}"#);
    answer.assert_accepted("capture");
    assert!(answer.header("paylint-valid-until").unwrap().ends_with('Z'));
    post("held/capture", r#"{"total":100.01}"#)
        .assert_rejected(400, &["capture.exceeds_order #/total"]);
    post("paid/capture", r#"{"total":1}"#).assert_rejected(400, &["capture.two_step_only #"]);
    post("part-refunded/refund", r#"{"amount":50}"#).assert_accepted("refund");
    post("part-refunded/refund", r#"{"amount":50.01}"#)
        .assert_rejected(400, &["refund.exceeds_remaining #/amount"]);
    let answer = post("part-refunded/refund", "");
    answer.assert_accepted("refund");
    assert_eq!(answer.header("paylint-warnings"), Some("refund.full_after_partial"));
    post("held/reverse", "").assert_rejected(400, &["reversal.same_day #"]);
    post("paid/reverse", "").assert_accepted("reversal");
    post("paid/reverse", "{}").assert_rejected(400, &["reversal.body_forbidden #"]);
}

#[test]
fn of_an_unknown_order_nothing_is_said() {
    let server = start();
    let answer = server.post("/api/v0.6/orders/nobody/reverse/", "");
    answer.assert_accepted("reversal");
    let unchecked = answer.header("paylint-unchecked").unwrap();
    assert!(unchecked.contains(r#"reversal.same_day;needs="order.paid_at""#), "{unchecked}");
    assert_eq!(answer.header("paylint-valid-until"), None);
}

#[test]
fn a_card_post_has_a_separate_path() {
    let server = start();
    server.post("/pay/held/", CARD).assert_accepted("payment");
    server
        .post("/pay/held/", CARD.replace("\"123\"", "null"))
        .assert_rejected(400, &["field.null #/csc", "payment.csc_required #/csc"]);
    let avs = CARD.replacen('{', "{\"avs\":true,", 1);
    server.post("/pay/held/", &avs).assert_accepted("payment");
    server.post("/pay/paid/", &avs).assert_rejected(400, &["payment.avs_without_address #/avs"]);
}

#[test]
fn webhooks_are_received() {
    let server = start();
    let path = "/webhooks/card/";
    let good = [
        ("Host", "localhost:8080"),
        ("Content-Type", "application/json"),
        ("X-Webhook-Event", "card"),
        ("X-Webhook-Version", "v1.0"),
    ];
    for method in ["POST", "PUT", "PATCH"] {
        server.send_with(method, path, &good, b"{}").assert_accepted("card_webhook");
    }
    assert_eq!(server.send_with("GET", path, &good, b"").status, 405);
    let answer = server.send_with("POST", path, &good[..2], br#"{"masked_pan":"4111111111111"}"#);
    assert_eq!(answer.status, 400);
    let errors = answer.errors();
    for rule in ["webhook.event #", "webhook.version #", "webhook.pan_not_masked #/masked_pan"] {
        assert!(errors.iter().any(|error| error == rule), "{errors:?}");
    }
    let elsewhere = start_with(|setup, _| {
        let facts = br#"{"webhook":{"host":"shop.example","allowed_sources":["192.0.2.7"]}}"#;
        setup.standing = Arc::new(FactsBuf::from_json(facts).unwrap());
    });
    let errors = elsewhere.send_with("POST", path, &good, b"{}").errors();
    for rule in ["webhook.host #", "webhook.source_address #"] {
        assert!(errors.iter().any(|error| error == rule), "{errors:?}");
    }
}

#[test]
fn other_routes_are_404_and_other_methods_405() {
    let server = start();
    for path in [
        "/",
        "/orders/",
        "/api/v0.6/orders",
        "/api/v0.7/orders/",
        "/api/v0.6/orders//capture/",
        "/api/v0.6/orders/a/b/capture/",
        "/api/v0.6/orders/%2e%2e/",
        "/api/v0.6/ORDERS/",
    ] {
        let answer = server.post(path, ORDER);
        assert_eq!((answer.status, answer.errors().len()), (404, 0), "{path}");
    }
    for (method, path) in [("GET", ORDERS), ("PUT", ORDERS), ("GET", "/pay/a/"), ("ODD", ORDERS)] {
        let answer = server.send(method, path, b"");
        assert_eq!((answer.status, answer.errors().len()), (405, 0), "{method} {path}");
        assert_eq!(answer.header("allow"), Some("POST"));
    }
    for line in server.log(12) {
        assert!(line["operation"].is_null() && line["verdict"].is_null(), "{line}");
    }
}

#[test]
fn the_clock_is_the_systems() {
    // Were this the present time, the hold would have run out.
    let facts = String::from_utf8(example("facts.json")).unwrap();
    let facts = facts.replacen('{', r#"{"now":"2199-01-01T00:00:00Z","#, 1);
    let server = start_with(|setup, _| {
        setup.standing = Arc::new(FactsBuf::from_json(facts.as_bytes()).unwrap());
    });
    server.post("/api/v0.6/orders/held/capture/", r#"{"total":1}"#).assert_accepted("capture");
}
