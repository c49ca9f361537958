//! The layer by itself, around a service that is not the example's.

use crate::support::{ORDER, ORDERS, Server, padded, serve};
use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use paylint::{Engine, FactsBuf, Policy};
use paylint_gateway::layer::PaylintLayer;
use paylint_gateway::policies::shared;
use std::sync::Arc;
use tracing::Dispatch;

/// Echoes the body, whatever the path.
fn echo(policy: Policy) -> Server {
    let layer = PaylintLayer::new(shared(Engine::new(&policy)), Arc::new(FactsBuf::new()));
    let echo = |headers: HeaderMap, body: Bytes| async move {
        ([("seen-content-type", headers["content-type"].clone())], body)
    };
    let app = Router::new().fallback(echo).layer(layer).layer(DefaultBodyLimit::disable());
    serve(app, Arc::default(), Dispatch::none())
}

#[test]
fn an_accepted_body_is_passed_on_intact() {
    let server = echo(Policy::default());
    let odd =
        ORDER.replacen('{', " {\n\t\"\\u0063urrency\" : \"EUR\", \"gar\u{e7}on\": 1.10e0,\r\n", 1);
    let odd = odd.replace(",\"currency\":\"EUR\"", "");
    let title = "\u{1f6b2}\\ud83d\\udeb2".repeat(50_000);
    let long = ORDER.replace("Lock", &title);
    for body in [ORDER, &odd, &long] {
        let answer = server.post(ORDERS, body);
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(answer.body == body, "the body was changed");
        assert_eq!(answer.header("seen-content-type"), Some("application/json"));
    }
}

#[test]
fn a_path_without_an_operation_goes_no_further() {
    let server = echo(Policy::default());
    for path in ["/", "/orders", "/api/v0.6/refunds/"] {
        assert_eq!(server.post(path, ORDER).status, 404);
    }
    assert_eq!(server.send("GET", ORDERS, b"").status, 404);
    // Any version, or none with a warning, is the engine's to judge.
    assert_eq!(server.post("/api/v12.0/orders/", ORDER).status, 200);
    assert_eq!(
        server.post("/orders/", ORDER).header("paylint-warnings"),
        Some("http.version_prefix")
    );
}

#[test]
fn the_limit_is_the_policys() {
    for limit in [ORDER.len(), 1 << 20, (1 << 21) + 7] {
        let server = echo(Policy::default().with_max_body_bytes(limit).unwrap());
        assert_eq!(server.post(ORDERS, padded(ORDER, limit)).status, 200);
        let answer = server.post(ORDERS, padded(ORDER, limit + 1));
        answer.assert_rejected(400, &["json.too_large #"]);
    }
}
