//! No secret and no personal data in the log or in a rejection.

use crate::support::{Server, start};
use std::collections::BTreeSet;

/// Each is planted where the service could be led to repeat it.
pub(crate) const SECRETS: [&str; 10] = [
    "sk_live_planted",
    "4000056655665556",
    "737198",
    "LV80BANK0000435195001",
    "planted.person",
    "Plantedname",
    "Planted Street",
    "ord_planted",
    "query_planted",
    "x-planted",
];

/// Sends requests that carry them: accepted, rejected, malformed, and on no route.
pub(crate) fn send_all(server: &Server) -> Vec<String> {
    let client = concat!(
        r#"{"client":{"email":"planted.person@mail.example","first_name":"Plantedname","#,
        r#""address":"Planted Street 1","zip_code":"737198"},"#,
        r#""products":[{"title":"Plantedname","price":1}]"#
    );
    let order = format!("{client}}}");
    let odd_order = format!(
        "{client},{}",
        concat!(
            r#""recipient_client":{"account_number":"LV80BANK0000435195001"},"#,
            r#""language":"Plantedname","currency":"4000056655665556","#,
            r#""4000056655665556":"4000056655665556"}"#
        )
    );
    let card = concat!(
        r#"{"cardholder_name":"Plantedname","card_number":"4000056655665556","#,
        r#""exp_month":13,"exp_year":40,"csc":"737198","ip_address":"planted.person"}"#
    );
    let payout = concat!(
        r#"{"sender_account_number":"LV80BANK0000435195001","#,
        r#""sender_name":"Plantedname","amount":"4000056655665556"}"#
    );
    let cut = r#"{"card_number":"4000056655665556"#;
    let bodies = [&odd_order, &order, card, payout, cut];
    let paths = [
        "/api/v0.6/orders/?key=query_planted",
        "/api/v0.6/orders/ord_planted/capture/",
        "/api/v0.6/orders/init_a2a/?query_planted",
        "/pay/ord_planted/?query_planted",
        "/webhooks/card/",
        "/api/v0.6/orders/ord_planted/4000056655665556/",
    ];
    let mut answers = Vec::new();
    for path in paths {
        for body in bodies {
            for authorization in ["Bearer sk_live_planted", "sk_live_planted"] {
                let headers = [
                    ("Authorization", authorization),
                    ("x-planted", "Plantedname"),
                    ("Content-Type", "text/Plantedname"),
                ];
                answers.push(server.send_with("POST", path, &headers, body.as_bytes()).body);
            }
        }
    }
    answers
}

#[track_caller]
pub(crate) fn assert_none_in(text: &str) {
    for secret in SECRETS {
        assert!(!text.to_lowercase().contains(&secret.to_lowercase()), "{secret} is in: {text}");
    }
}

#[test]
fn no_secret_is_logged_or_answered() {
    let server = start();
    let answers = send_all(&server);
    assert_eq!(answers.len(), 60);
    answers.iter().for_each(|answer| assert_none_in(answer));

    let log = server.log_text(60);
    assert_eq!(log.len(), 60);
    log.iter().for_each(|line| assert_none_in(line));
    let lines = server.log(60);
    // The searched text isn't empty.
    let statuses: BTreeSet<u64> = lines.iter().filter_map(|line| line["status"].as_u64()).collect();
    assert_eq!(statuses, BTreeSet::from([200, 400, 403, 404]));
    for line in &lines {
        let members: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        let known =
            ["denied", "micros", "operation", "policy", "status", "unchecked", "verdict", "warned"];
        assert_eq!(BTreeSet::from_iter(members), BTreeSet::from(known));
    }
}
