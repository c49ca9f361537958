//! The gateway's endpoints, and those by which tests steer it.

use crate::gateway::{Asked, Gateway, Next, Received, Reply, Seen};
use axum::body::{Body, Bytes};
use axum::extract::{Query, Request, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE, HOST, LOCATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::{self, Next as Inner};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use http_body_util::BodyExt;
use paylint::{Operation, Report, Timestamp};
use paylint_tower::CheckLayer;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

type Shared = State<Arc<Gateway>>;

pub(crate) fn router(gateway: Arc<Gateway>) -> Router {
    let (tenant, clock) = (gateway.tenant(), Arc::clone(&gateway));
    let check = CheckLayer::for_tenants(move |request| {
        let order = request.extensions.get::<Seen>().and_then(|seen| seen.facts.clone());
        order.map_or_else(|| tenant.clone(), |order| tenant.clone().request_facts(order))
    });
    let check = check.route(route).clock(move || clock.now());
    let record = middleware::from_fn_with_state(Arc::clone(&gateway), record);
    Router::new()
        .fallback(answer)
        .layer(check)
        .layer(record)
        .route("/_mock/now", get(now).post(set_now))
        .route("/_mock/next", post(set_next))
        .route("/_mock/chargeback", post(charge_back))
        .route("/_mock/requests", get(requests))
        .route("/_mock/reset", post(reset))
        .with_state(gateway)
}

/// The operation of a request. Cards are posted to the address that came with the order.
fn route(request: &Parts) -> Option<Operation> {
    let (method, path) = (&request.method, request.uri.path());
    if method == Method::POST && path.starts_with("/pay/") {
        return Some(Operation::Payment);
    }
    Operation::route(method.as_str(), path)
}

/// Answers a request, and remembers both; the check is in between.
async fn record(State(gateway): Shared, request: Request, inner: Inner) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Some(to) = parts.headers.get("paylint-mock-now") {
        let to = to.to_str().ok().and_then(|to| to.parse().ok());
        let moved = to.ok_or_else(|| WRONG_TIME.to_owned()).and_then(|to| gateway.set_now(to));
        if let Err(error) = moved {
            return reply(Reply::problem(400, &format!("paylint-mock-now: {error}")));
        }
    }
    let Ok(body) = read(body, gateway.max_body_bytes()).await else {
        return reply(Reply::problem(400, "the body didn't arrive"));
    };
    let operation = route(&parts);
    let (method, path) = (parts.method.clone(), parts.uri.path().to_owned());
    if let Some(seen) = gateway.look(&path) {
        parts.extensions.insert(seen);
    }
    let mut response = inner.run(Request::from_parts(parts, Body::from(body.clone()))).await;
    let report = response.extensions_mut().remove::<Arc<Report>>();
    let (status, name) = (response.status().as_u16(), operation.map(Operation::name));
    let mut line = format!("{method} {path} {} {status}", name.unwrap_or("-"));
    let mut last = "";
    for finding in report.iter().flat_map(|report| report.findings()) {
        let rule = finding.rule().name;
        if std::mem::replace(&mut last, rule) != rule {
            line += &format!(" {rule} {}", finding.level());
        }
    }
    // A log that nobody reads any more is no reason to stop.
    _ = writeln!(std::io::stderr(), "{line}");

    let body_shown = shown(operation, &body);
    let report = report.and_then(|report| RawValue::from_string(report.to_json()).ok());
    let bytes = body.len() + report.as_ref().map_or(0, |report| report.get().len());
    let method = method.to_string();
    gateway.remember(
        bytes,
        Received { method, path, operation: name, status, report, body: body_shown },
    );
    if operation == Some(Operation::Payment) {
        // The connection's buffer is freed, and so overwritten.
        response
            .headers_mut()
            .insert(CONNECTION, const { axum::http::HeaderValue::from_static("close") });
    }
    response
}

/// A body's bytes; of a longer one than the policy allows only as many as show that.
async fn read(mut body: Body, most: usize) -> Result<Bytes, axum::Error> {
    let mut read = Vec::new();
    while read.len() <= most
        && let Some(frame) = body.frame().await
    {
        if let Ok(data) = frame?.into_data() {
            read.extend_from_slice(&data);
        }
    }
    Ok(read.into())
}

/// A body as it may be kept: of a card post only the number's last digits, of others no card data.
fn shown(operation: Option<Operation>, body: &[u8]) -> Value {
    let mut value: Value = serde_json::from_slice(body).unwrap_or_default();
    if operation == Some(Operation::Payment) {
        let number = value["card_number"].as_str().map(crate::mask::last_four);
        return json!({ "card_number": number });
    }
    crate::mask::mask(&mut value);
    value
}

/// Answers what the check has accepted, or isn't about.
async fn answer(
    State(gateway): Shared,
    report: Option<Extension<Arc<Report>>>,
    seen: Option<Extension<Seen>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let base = base(&headers);
    let path = uri.path();
    if let Some(Extension(report)) = report {
        let next = match headers
            .get("paylint-mock-next")
            .map(|next| serde_json::from_slice(next.as_bytes()))
        {
            Some(Err(error)) => {
                return reply(Reply::problem(400, &format!("paylint-mock-next: {error}")));
            }
            next => next.and_then(Result::ok),
        };
        let seen = seen.as_ref().map(|Extension(seen)| seen);
        let operation = report.operation();
        let made = Asked { operation, body: &body, report: &report, seen, next, base: &base };
        let made = gateway.perform(&made);
        // Even no time at all takes a timer a millisecond.
        if made.silent_ms > 0 {
            tokio::time::sleep(Duration::from_millis(made.silent_ms)).await;
        }
        return (Extension(report), reply(made)).into_response();
    }
    if path.starts_with("/checkout/") {
        return checkout(&gateway, &method, path, &base);
    }
    let found = match method {
        Method::GET if path.ends_with("/clients/") || path.ends_with("/clients") => {
            let filter = Query::<Filter>::try_from_uri(&uri).unwrap_or_default();
            Some(gateway.clients(filter.email.as_deref(), filter.phone.as_deref(), &base))
        }
        Method::GET => gateway.get(path, &base),
        _ => None,
    };
    reply(found.unwrap_or_else(|| {
        let mistake = Operation::ALL.iter().find_map(|operation| operation.mistake_in(path));
        let detail = match mistake {
            Some(mistake) => format!("nothing is at this path: {mistake}"),
            None => format!("nothing is at this path for {method}; the endpoints are those of §4"),
        };
        Reply::problem(404, &detail)
    }))
}

#[derive(Default, Deserialize)]
struct Filter {
    #[serde(rename = "filter_email")]
    email: Option<String>,
    #[serde(rename = "filter_phone")]
    phone: Option<String>,
}

/// The page to which a shop sends its shopper: one button, which pays with a made-up card.
fn checkout(gateway: &Gateway, method: &Method, path: &str, base: &str) -> Response {
    if method == Method::GET && gateway.look(path).is_some() {
        let page = "<!doctype html><title>Mock gateway</title><form method=post><button>Pay</button></form>";
        return ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    }
    let (seen, report) = (gateway.look(path), Report::new());
    let (operation, seen) = (Operation::Payment, seen.as_ref());
    let asked = Asked { operation, body: MADE_UP_CARD, report: &report, seen, next: None, base };
    let paid = gateway.perform(&asked);
    let order: Value = serde_json::from_str(&paid.json).unwrap_or_default();
    let is_paid = order["transaction_details"]["errors"].as_array().is_none_or(Vec::is_empty);
    match order[if is_paid { "success_redirect" } else { "failure_redirect" }].as_str() {
        Some(address) => (StatusCode::SEE_OTHER, [(LOCATION, address.to_owned())]).into_response(),
        None => reply(paid),
    }
}

const MADE_UP_CARD: &[u8] = br#"{"card_number":"4111111111111111","exp_month":12,"exp_year":49,"cardholder_name":"A SHOPPER"}"#;

fn base(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    format!("http://{host}")
}

fn reply(reply: Reply) -> Response {
    let kind = if reply.status < 400 { "application/json" } else { "application/problem+json" };
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, kind)], reply.json).into_response()
}

const WRONG_TIME: &str = "not a time such as 2026-11-20T10:15:00Z";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Time {
    now: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    order: String,
}

fn told(outcome: Result<(), String>) -> Response {
    match outcome {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => reply(Reply::problem(400, &error)),
    }
}

async fn now(State(gateway): Shared) -> Json<Value> {
    Json(json!({ "now": gateway.now().map(|now| now.to_string()) }))
}

async fn set_now(State(gateway): Shared, Json(time): Json<Time>) -> Response {
    let time = time.now.parse::<Timestamp>().map_err(|_| WRONG_TIME.to_owned());
    told(time.and_then(|time| gateway.set_now(time)))
}

async fn set_next(State(gateway): Shared, Json(next): Json<Next>) -> Response {
    told(gateway.add_next(next))
}

async fn charge_back(State(gateway): Shared, Json(order): Json<Order>) -> Response {
    told(gateway.charge_back(&order.order))
}

async fn requests(State(gateway): Shared) -> Response {
    reply(Reply { status: 200, json: gateway.seen_requests(), silent_ms: 0 })
}

async fn reset(State(gateway): Shared) -> Response {
    gateway.reset();
    told(Ok(()))
}
