//! Lives of orders.

use super::*;

#[test]
fn nothing_moves_before_the_card_is_posted() {
    let mock = Mock::start(&[]);
    let [sale, held] = [order(), hold()].map(|body| mock.done("/orders/", body));
    assert_eq!((&sale["status"], &sale["is_payable"]), (&json!("issued"), &json!(true)));
    mock.refused(&path(&held, "capture/"), json!({"total": 100}), "capture.unpaid");
    mock.refused(&path(&sale, "refund/"), Value::Null, "refund.unpaid");
    mock.refused(&path(&sale, "reverse/"), Value::Null, "reversal.unpaid");
    assert_eq!(mock.post("/_mock/chargeback", json!({"order": sale["id"]})).0, 400);
    // Looking at it doesn't pay it, whatever the method.
    for method in ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"] {
        for address in ["full_page_checkout", "api_do_url"] {
            mock.exchange(method, sale[address].as_str().unwrap(), "", "");
        }
    }
    assert_eq!(mock.shown(&sale)["status"], "issued");
}

#[test]
fn a_declined_card_is_followed_by_another() {
    let mock = Mock::start(&[]);
    let new = mock.done("/orders/", order());
    mock.control("next", json!({"operation": "payment", "decline": "insufficient_funds"}));
    // The rules refuse it, so the decline waits.
    assert_eq!(mock.post(new["api_do_url"].as_str().unwrap(), json!({})).0, 400);
    assert_eq!(mock.card(&new).1["status"], "failed");
    mock.refused(&path(&new, "refund/"), Value::Null, "refund.unpaid");
    for _ in 0..2 {
        let error = &mock.shown(&new)["transaction_details"]["errors"][0]["code"];
        assert_eq!(error, "insufficient_funds");
    }
    assert_eq!(mock.card(&new).1["status"], "paid");
    let paid = mock.shown(&new);
    assert_eq!((&paid["amount_captured"], &paid["errors"]), (&json!(100), &json!([])));
    let statuses: Vec<_> = paid["status_changes"].as_array().unwrap().iter().collect();
    assert_eq!(
        statuses.iter().map(|change| &change["status"]).collect::<Vec<_>>(),
        ["issued", "failed", "paid"]
    );
    assert_eq!(mock.card(&new).1["errors"][0]["rule"], "payment.already_paid");
}

#[test]
fn one_step_is_paid_refunded_and_never_captured() {
    let mock = Mock::start(&[]);
    let order = mock.paid(order());
    mock.refused(&path(&order, "capture/"), json!({"total": 100}), "capture.two_step_only");
    let part = mock.done(&path(&order, "refund/"), json!({"amount": 30.5}));
    assert_eq!(part["status"], "partially_refunded");
    mock.refused(&path(&order, "refund/"), json!({"amount": 69.51}), "refund.exceeds_remaining");
    assert_eq!(mock.shown(&order)["amount_refunded"], json!(30.5));
    let rest = mock.done(&path(&order, "refund/"), json!({"amount": 69.5}));
    assert_eq!((&rest["amount_refunded"], &rest["status"]), (&json!(100), &json!("refunded")));
}

#[test]
fn two_step_is_captured_once_within_its_hold() {
    let mock = Mock::start(&[]);
    let late = mock.done("/orders/", hold());
    let first = mock.paid(hold());
    assert_eq!((&first["status"], &first["amount_captured"]), (&json!("hold"), &json!(0)));
    mock.refused(&path(&first, "capture/"), json!({"total": 100.01}), "capture.exceeds_order");
    let captured = mock.done(&path(&first, "capture/"), json!({"total": 80}));
    assert_eq!((&captured["status"], &captured["amount_captured"]), (&json!("paid"), &json!(80)));
    mock.refused(&path(&first, "capture/"), json!({"total": 20}), "capture.only_once");
    mock.done(&path(&first, "refund/"), json!({"amount": 50}));
    mock.refused(&path(&first, "refund/"), json!({"amount": 30.01}), "refund.exceeds_remaining");
    assert_eq!(mock.done(&path(&first, "refund/"), json!({"amount": 30}))["status"], "refunded");
    // The hold begins with the card post.
    mock.control("now", json!({"now": "2026-11-23T10:15:00Z"}));
    assert_eq!(mock.card(&late).1["paid"], "2026-11-23T10:15:00Z");
    mock.control("now", json!({"now": "2026-11-30T10:15:00Z"}));
    assert_eq!(mock.shown(&late)["status"], "hold");
    mock.control("now", json!({"now": "2026-11-30T10:15:01Z"}));
    mock.refused(&path(&late, "capture/"), json!({"total": 80}), "capture.hold_expired");
    let late = mock.shown(&late);
    assert_eq!((&late["status"], &late["permitted_actions"]), (&json!("expired"), &json!([])));
    let (status, error) = mock.post("/_mock/now", json!({"now": "2026-11-20T10:15:00Z"}));
    assert_eq!((status, error["detail"].as_str().unwrap().contains("forward only")), (400, true));
}

#[test]
fn a_policy_without_rules_changes_no_life() {
    let policy = file(
        "lenient.json",
        r#"{"levels":{"capture.*":"allow","refund.*":"allow","reversal.*":"allow"}}"#,
    );
    let mock = Mock::start(&["--policy", policy.to_str().unwrap()]);
    let [new, held] = [mock.done("/orders/", order()), mock.paid(hold())];
    let refunded = mock.done(&path(&mock.paid(order()), "refund/"), Value::Null);
    for (order, action, statuses) in [
        (new, "refund/", [400; 2]),
        (held, "capture/", [200, 400]),
        (refunded, "reverse/", [400; 2]),
    ] {
        let endpoint = format!("/api/v0.6{}", path(&order, action));
        assert_eq!([(); 2].map(|()| mock.post(&endpoint, Value::Null).0), statuses, "{action}");
    }
}

#[test]
fn a_payment_is_reversed_on_its_own_day_only() {
    let mock = Mock::start(&[]);
    let [today, tomorrow] = [(); 2].map(|()| mock.paid(order()));
    mock.control("now", json!({"now": "2026-11-20T21:59:00Z"}));
    assert_eq!(mock.done(&path(&today, "reverse/"), Value::Null)["status"], "reversed");
    // In Latvia, the next day has begun.
    mock.control("now", json!({"now": "2026-11-20T22:00:00Z"}));
    mock.refused(&path(&tomorrow, "reverse/"), Value::Null, "reversal.same_day");
    mock.refused(&path(&today, "refund/"), Value::Null, "refund.reversed");
    mock.control("chargeback", json!({"order": tomorrow["id"]}));
    assert_eq!(mock.shown(&tomorrow)["status"], "charged_back");
    assert_eq!(mock.post(&format!("/api/v0.6{}", path(&tomorrow, "refund/")), Value::Null).0, 200);
    let requests = mock.requests();
    assert_eq!(requests.last().unwrap()["findings"][0]["rule"], "refund.chargeback");
}

#[test]
fn cards_are_saved_on_both_sides() {
    let (url, hooks) = receive(&[200; 4]);
    let mock = Mock::start(&["--webhook", &url]);
    let client = mock.done("/clients/", json!({"email": "ada@mail.example"}));
    let saving = json!({"setup_future_use": "one-click", "force_save_method": true});
    let mut service = with(order(), saving);
    service["client"]["original_client"] = client["id"].clone();
    mock.paid(service);
    let client = mock.get(&format!("/api/v0.6/clients/{}/", client["id"].as_str().unwrap())).1;
    assert_eq!(client["saved_methods"][0]["card"]["masked_pan"], "************1111");

    let merchant = mock.done("/orders/", with(order(), json!({"setup_future_use": "one-click"})));
    let post = with(card(), json!({"saved_by_merchant": true, "ip_address": "192.0.2.7"}));
    assert_eq!(mock.post(merchant["api_do_url"].as_str().unwrap(), post).0, 200);

    mock.webhooks(4);
    let events = ["order.payment_success", "card.created", "order.payment_success", "card.created"];
    let engine = paylint::Engine::default();
    let hooks = hooks.requests();
    assert_eq!(hooks.len(), events.len());
    for (hook, event) in hooks.iter().zip(events) {
        let headers = &hook["headers"];
        assert_eq!(headers["x-webhook-event"], event);
        assert_eq!(headers["x-webhook-version"], "v0.6");
        if event == "card.created" {
            let (webhook, body) = (paylint::Operation::CardWebhook, hook["body"].to_string());
            let report = engine.check(webhook, body.as_bytes(), &paylint::Facts::default());
            assert_eq!(report.findings().len(), 0, "{}", report.to_json());
        }
    }

    let zero = json!({"client": {"email": "ada@mail.example"}, "payment_system": "AUTH", "force_save_method": true});
    assert_eq!(mock.paid(zero)["status"], "saved");
}

#[test]
fn account_funding_and_each_payout_are_paid() {
    let mock = Mock::start(&[]);
    let recipient = json!({"first_name": "Ilze", "last_name": "Liepa", "birth_date": "1990-05-17", "city": "Riga",
        "country": "LV", "account_type": "01", "account_number": "LV80BANK0000435195001"});
    assert_eq!(mock.paid(with(order(), json!({"recipient_client": recipient})))["status"], "paid");
    let cases = include_str!("../../../tests/cases/payout.ndjson");
    let cases = cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    for name in ["a2a", "b2p", "og", "p2p", "sdwo_payout"] {
        let operation = format!("payout_{}", name.trim_end_matches("_payout"));
        let plain = [&json!(operation), &json!("accept"), &Value::Null];
        let is_plain = |case: &Value| {
            [&case["operation"], &case["expect"]["verdict"], &case["policy"]] == plain
        };
        let body = &cases.clone().find(is_plain).unwrap()["body"];
        let pay = || mock.done(&format!("/orders/init_{name}/"), body.clone())["status"].clone();
        assert_eq!(pay(), "paid", "{name}");
        mock.control("next", json!({"operation": operation, "decline": true}));
        assert_eq!(pay(), "failed", "{name}");
    }
}

#[test]
fn a_header_sets_the_time_of_its_request_alone() {
    let mock = Mock::start(&[]);
    let order = order().to_string();
    let later = "Paylint-Mock-Now: 2026-12-20T11:00:00Z\r\n";
    let (_, new) = mock.send("POST", "/api/v0.6/orders/", later, &order);
    assert_eq!(new["issued"], "2026-12-20T11:00:00Z");
    assert_eq!(mock.get("/_mock/now").1["now"], "2026-11-20T10:15:00Z");
    assert_eq!(mock.card(&new).1["status"], "paid", "time doesn't run back for an order");
    let wrong = mock.send("POST", "/api/v0.6/orders/", "Paylint-Mock-Now: tomorrow\r\n", &order);
    assert_eq!(wrong.0, 400);
}
