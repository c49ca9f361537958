//! The engine before the endpoints of a payment service: an example of where to put it, not a
//! gateway.
//!
//! [`layer`] is the part to copy. The rest is what it needs around it: the endpoints, what is known
//! of orders, policies that can be replaced and tried, spans, metrics and an access log that hold
//! no secret, connections with limits, and a stub in place of the service behind.

#![forbid(unsafe_code)]

pub mod access_log;
pub mod layer;
pub mod log;
pub mod metrics;
pub mod orders;
pub mod policies;
pub mod server;
pub mod shadow;
pub mod signals;
pub mod spans;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on, post};
use axum::{Extension, Router};
use layer::{PaylintLayer, SharedEngine, problem};
use metrics::Metrics;
use orders::Orders;
use paylint::{FactsBuf, Operation, Report};
use shadow::Shadow;
use std::sync::Arc;
use std::time::Duration;

/// Where a card post is sent: the service recognises it by this path.
pub const CARD_POST: &str = "/pay/{order_id}/";
/// Where the webhook receiver is.
pub const CARD_WEBHOOK: &str = "/webhooks/card/";

/// What the service runs on.
pub struct Setup {
    /// The compiled policy that decides.
    pub engine: SharedEngine,
    /// The facts that are the same for every request.
    pub standing: Arc<FactsBuf>,
    /// What is known of single orders.
    pub orders: Arc<Orders>,
    /// How long a body may take to come.
    pub body_timeout: Duration,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// The policy that is compared with the one that decides.
    pub shadow: Option<Shadow>,
}

/// The service. [`server::serve`] passes it each client's address, by which webhooks are checked.
/// Its spans go to the subscriber that is current where it is called.
pub fn app(setup: Setup) -> Router {
    let mut check =
        PaylintLayer::new(setup.engine, setup.standing).with_body_timeout(setup.body_timeout);
    if setup.shadow.is_some() {
        check = check.keeping_requests();
    }
    let mut api = Router::new();
    for endpoint in Operation::ALL.iter().filter_map(|operation| operation.endpoint()) {
        api = api.route(&format!("/api/v0.6{endpoint}"), post(upstream));
    }
    let webhook =
        MethodFilter::POST.or(MethodFilter::PUT).or(MethodFilter::PATCH).or(MethodFilter::DELETE);
    // Layers of routes: a path without a route is answered below, without a check.
    let app = api
        .route_layer(check.clone())
        .merge(
            Router::new()
                .route(CARD_POST, post(upstream))
                .route_layer(check.clone().for_operation(Operation::Payment)),
        )
        .merge(
            Router::new()
                .route(CARD_WEBHOOK, on(webhook, upstream))
                .route_layer(check.for_operation(Operation::CardWebhook)),
        )
        // The policy's limit is the only one.
        .route_layer(DefaultBodyLimit::disable())
        .route_layer(from_fn_with_state(setup.orders, orders::find))
        .method_not_allowed_fallback(|| async {
            problem(StatusCode::METHOD_NOT_ALLOWED, "this path takes another method")
        })
        .fallback(|| async { problem(StatusCode::NOT_FOUND, "there is nothing at this path") });
    let app = match setup.shadow {
        Some(shadow) => app.layer(from_fn_with_state(shadow, shadow::compare)),
        None => app,
    };
    app.layer(from_fn_with_state(setup.metrics, metrics::count)).layer(from_fn(spans::open))
}

/// Stands in for the service behind. It asks for the report, so that a route that was left out of
/// the layer answers 500 and not 200.
async fn upstream(Extension(report): Extension<Arc<Report>>, body: Bytes) -> Response {
    let answer = format!(
        "{{\"upstream\":\"stub: nothing was sent on\",\"received_bytes\":{},\"report\":{}}}",
        body.len(),
        report.to_json()
    );
    ([(header::CONTENT_TYPE, "application/json")], answer).into_response()
}

#[cfg(test)]
mod tests {
    use super::upstream;
    use axum::Router;
    use axum::body::Body;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::routing::any;
    use tower::Service;

    #[tokio::test]
    async fn a_route_outside_the_layer_gets_nothing() {
        let mut bare = Router::<()>::new().route("/", any(upstream));
        let response = bare.call(Request::new(Body::empty())).await;
        assert_eq!(response.map(|answer| answer.status()), Ok(StatusCode::INTERNAL_SERVER_ERROR));
    }
}
