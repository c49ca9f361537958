//! The HTTP request around the body, as a fact.

use paylint::Operation;

use crate::codes::ADDRESSES;
use crate::node::Node;
use crate::odds::{Group, Odds, calm_or_any};
use crate::rng::Rng;

pub(crate) fn request(rng: &mut Rng, operation: &str, odds: Odds) -> Group {
    let mut request = Group::new(odds);
    let methods = ["POST", "PUT", "PATCH", "DELETE", "GET", "post", "POST "];
    request.text(rng, "method", &methods);
    let path = path(rng, operation, odds);
    request.text(rng, "path", &[&path]);
    request.text(rng, "source_address", ADDRESSES);
    let headers = headers(rng, odds);
    request.put(rng, "headers", headers);
    request
}

fn path(rng: &mut Rng, operation: &str, odds: Odds) -> String {
    let calm = rng.chance(odds.calm) || rng.chance(80);
    let operation = if calm { operation } else { rng.pick(Operation::ALL).name() };
    let id = calm_or_any(rng, odds, &["ord_1", "42", "", "a/b", "é", "capture", "init_a2a"]);
    let endpoint = match operation {
        "order" => "/orders/".to_owned(),
        "capture" => format!("/orders/{id}/capture/"),
        "refund" => format!("/orders/{id}/refund/"),
        "reversal" => format!("/orders/{id}/reverse/"),
        "payout_sdwo" => "/orders/init_sdwo_payout/".to_owned(),
        "client" => "/clients/".to_owned(),
        "tax" => "/taxes/".to_owned(),
        payout => format!("/orders/init_{}/", payout.trim_start_matches("payout_")),
    };
    let prefix = calm_or_any(
        rng,
        odds,
        &[
            "/api/v0.6",
            "/api/v10.12",
            "/api/v0.5",
            "/api/v0.60",
            "/api/v00.06",
            "/api/v0.0",
            "/api/v6.6",
            "/api/v0.4294967302",
            "",
            "/api/v0.6/api/v0.6",
            "/api/v0",
            "/api/v.6",
            "/api/v0.",
            "/API/v0.6",
            "/api/v0.6x",
            "/api/v0.6.1",
            "/api/v٠.6",
            "api/v0.6",
        ],
    );
    let end = calm_or_any(rng, odds, &["", "?a=b", "?", "?/orders/", "x", "/", "?a?b", "#x"]);
    let mut whole = format!("{prefix}{endpoint}{end}");
    if rng.chance(2) {
        whole = whole.trim_end_matches('/').to_owned() + rng.pick(&["", " ", "//"]);
    }
    if whole.is_empty() { "/".to_owned() } else { whole }
}

fn headers(rng: &mut Rng, odds: Odds) -> Node {
    let mut members = Vec::new();
    for (names, values) in [
        (
            &["Authorization", "Authorization", "authorization", "AUTHORIZATION"][..],
            &[
                "Bearer sk_test_9",
                "bearer x",
                "BEARER  y",
                "Bearer",
                "Bearer ",
                "Basic aGk6aG8=",
                "Bearer a b",
                "\tBearer x \t",
                "Bearer\tx",
                "Bearerx",
                "Bearer é",
                "",
                "Bearer x\u{7f}",
                "Bearer ~!",
                " Bearer  x ",
                "Bearer x,y",
            ][..],
        ),
        (
            &["Content-Type", "Content-Type", "content-type", "CONTENT-type"],
            &[
                "application/json",
                "application/json; charset=utf-8",
                "application/json;charset=UTF-8",
                "Application/JSON; Charset=\"utf-8\"",
                "application/json; charset=latin-1",
                "text/plain",
                "application/json; charset=utf8",
                "application/jsonx",
                "",
                " application/json ",
                "application/json;",
                "application/json; version=1; charset=UTF-8",
                "json",
                "application/json ; charset=utf-8",
                "application/json; charset=",
                "text/json; charset=utf-8",
            ],
        ),
        (
            &["X-Webhook-Event", "x-webhook-event"],
            &[
                "card.created",
                "Card.Updated",
                "card.",
                "card",
                "cards.created",
                "order.paid",
                " order.paid\t",
                "",
                " \t",
            ],
        ),
        (
            &["X-Webhook-Version", "x-webhook-VERSION"],
            &[
                "v0.6", "v10.12", "0.6", "v0", "v0.", "V0.6", "v0.6.1", " v0.6\t", "v.6", "v0 .6",
                "",
            ],
        ),
        (
            &["Host", "host"],
            &[
                "merchant.example",
                "Merchant.Example:8443",
                "other.example",
                "",
                " merchant.example ",
                "merchant.example:80",
                "merchant.example.",
                "hooks.example",
            ],
        ),
    ] {
        if rng.chance(odds.calm.max(88)) {
            members.push((rng.pick(names).to_owned(), Node::text(calm_or_any(rng, odds, values))));
        }
        if rng.chance(4) {
            members.push((names[0].to_uppercase(), Node::text(rng.pick(values))));
        }
    }
    // One name twice is an error, and not meant here.
    members.dedup_by(|one, other| one.0 == other.0);
    if rng.chance(30) {
        let at = rng.below(members.len() + 1);
        members.insert(at, ("Accept".to_owned(), Node::text("application/json")));
    }
    Node::Object(members)
}
