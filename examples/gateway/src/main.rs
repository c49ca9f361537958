//! An HTTP service that checks every card-payment request before it passes it on: one file to
//! start from.
//!
//! [`check`] is the part to copy, an axum middleware. What is behind it is a stub that says what it
//! received. The policy's file is read again when it changes.

#![forbid(unsafe_code)]

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use paylint::facts::HttpRequest;
use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report, Timestamp, Verdict};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use std::{env, fs};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// How often to look whether the policy's file has changed.
const POLICY_INTERVAL: Duration = Duration::from_secs(2);

/// What requests are checked with.
#[derive(Clone)]
struct Gate {
    /// The compiled policy. It is replaced when the file changes; a request keeps the one it began
    /// with.
    engine: watch::Receiver<Arc<Engine>>,
    /// The facts that are the same for every request.
    standing: Arc<FactsBuf>,
}

/// `paylint-gateway [ADDRESS [POLICY [FACTS]]]`
#[tokio::main]
async fn main() -> Result<(), String> {
    let mut arguments = env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or(default.to_owned());
    let address = argument("127.0.0.1:8080");
    let policy = argument("examples/gateway/policy.json");
    let facts = argument("examples/gateway/facts.json");

    let (engine, text) = read_policy(&policy)?;
    let (sender, engine) = watch::channel(Arc::new(engine));
    let standing = read(&facts)?;
    let standing = FactsBuf::from_json(&standing).map_err(|error| format!("{facts}: {error}"))?;
    tokio::spawn(reload(policy, text, sender));

    let gate = Gate { engine, standing: Arc::new(standing) };
    let app = Router::new().fallback(upstream).layer(from_fn_with_state(gate, check));
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    let cannot = |error| format!("cannot listen on {address}: {error}");
    let listener = TcpListener::bind(&address).await.map_err(cannot)?;
    eprintln!("listening on {}", listener.local_addr().map_err(cannot)?);
    axum::serve(listener, app).await.map_err(|error| error.to_string())
}

/// Checks a request and passes it on, with its report in its extensions; or answers with problem
/// details (RFC 9457). A request that leads to no operation goes no further.
async fn check(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let engine = Arc::clone(&gate.engine.borrow());
    let (head, body) = request.into_parts();
    let Some(operation) = operation(&head) else {
        return problem(StatusCode::NOT_FOUND, "this isn't the endpoint of an operation");
    };
    let limit = engine.max_body_bytes();
    let (report, body) = match declared_length(&head) {
        Some(length) if length > limit as u64 => {
            let mut report = Report::new();
            engine.too_large_into(operation, length, &mut report);
            (report, Bytes::new())
        }
        _ => match timeout(BODY_TIMEOUT, to_bytes(body, limit)).await {
            // Microseconds for an ordinary body, so there is no need to leave the async thread.
            Ok(Ok(body)) => (ask(&engine, operation, &head, &body, &gate.standing), body),
            Ok(Err(_)) => {
                let detail = "the body is too long, or ended early";
                return problem(StatusCode::BAD_REQUEST, detail);
            }
            Err(_) => return problem(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
        },
    };
    log(&engine, &report);
    if report.verdict() == Verdict::Reject {
        let status = StatusCode::from_u16(report.status()).unwrap_or(StatusCode::BAD_REQUEST);
        return problem_response(status, report.to_problem().unwrap_or_default());
    }
    let mut request = Request::from_parts(head, Body::from(body));
    request.extensions_mut().insert(Arc::new(report));
    next.run(request).await
}

/// The operation, by method and path. Where card posts and webhooks arrive is up to you.
fn operation(head: &Parts) -> Option<Operation> {
    match head.uri.path() {
        "/webhooks/card/" => Some(Operation::CardWebhook),
        path if path.starts_with("/pay/") => Some(Operation::Payment),
        path => Operation::route(head.method.as_str(), path),
    }
}

fn declared_length(head: &Parts) -> Option<u64> {
    head.headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Asks the engine, with what is known of this request added to the standing facts.
fn ask(
    engine: &Engine,
    operation: Operation,
    head: &Parts,
    body: &[u8],
    standing: &FactsBuf,
) -> Report {
    // A value that isn't text becomes an empty one: if it were left out, a second header of that
    // name would count instead.
    let headers = head.headers.iter();
    let headers: Vec<(&str, &str)> =
        headers.map(|(name, value)| (name.as_str(), value.to_str().unwrap_or_default())).collect();
    let peer = head.extensions.get::<ConnectInfo<SocketAddr>>();
    let request = HttpRequest {
        method: Some(head.method.as_str()),
        path: head.uri.path_and_query().map(|path| path.as_str()),
        // Behind a proxy, take the address from what your proxy adds. A socket for both families
        // shows IPv4 addresses as IPv6, which the engine keeps apart.
        source_address: peer.map(|ConnectInfo(address)| address.ip().to_canonical()),
        headers: Some(headers.as_slice().into()),
    };
    // For captures, refunds and card posts, lay what you know of the order over this:
    // `standing.as_facts().overlaid(&order)`. Rules whose facts are missing are unchecked.
    let standing = standing.as_facts();
    // The engine has no clock.
    let now = Timestamp::try_from(SystemTime::now()).ok();
    engine.check(operation, body, &Facts { now, request: Some(request), ..standing })
}

/// A line on standard output: names and numbers only, nothing that the request contains.
fn log(engine: &Engine, report: &Report) {
    let rules = report.findings().map(|finding| finding.rule().name);
    let line = serde_json::json!({
        "operation": report.operation().name(),
        "verdict": report.verdict().name(),
        "status": report.status(),
        "findings": rules.collect::<Vec<_>>(),
        "unchecked": report.unchecked().map(|entry| entry.rule().name).collect::<Vec<_>>(),
        "policy": engine.policy_fingerprint().to_string(),
    });
    println!("{line}");
}

/// Problem details of what isn't the engine's matter.
fn problem(status: StatusCode, detail: &str) -> Response {
    let problem = serde_json::json!({
        "type": "about:blank",
        "title": status.canonical_reason(),
        "status": status.as_u16(),
        "detail": detail,
    });
    problem_response(status, problem.to_string())
}

fn problem_response(status: StatusCode, problem: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/problem+json")], problem).into_response()
}

/// Stands in for what is behind. It needs the report, so a route that isn't behind [`check`]
/// answers 500.
async fn upstream(axum::Extension(report): axum::Extension<Arc<Report>>, body: Bytes) -> Response {
    let received = body.len();
    let answer = format!("{{\"received_bytes\":{received},\"report\":{}}}", report.to_json());
    ([(header::CONTENT_TYPE, "application/json")], answer).into_response()
}

/// Reads the policy again when its file changes. If the new one is wrong, the old one stays.
async fn reload(path: String, mut text: Vec<u8>, engine: watch::Sender<Arc<Engine>>) {
    loop {
        sleep(POLICY_INTERVAL).await;
        match tokio::fs::read(&path).await {
            Ok(new) if new == text => continue,
            Ok(new) => text = new,
            Err(_) => continue,
        }
        match compile(&path, &text) {
            Ok(new) => {
                let fingerprint = new.policy_fingerprint();
                engine.send_replace(Arc::new(new));
                eprintln!("{path}: the policy is now {fingerprint}");
            }
            Err(error) => eprintln!("{error} (the old policy stays)"),
        }
    }
}

fn read_policy(path: &str) -> Result<(Engine, Vec<u8>), String> {
    let text = read(path)?;
    Ok((compile(path, &text)?, text))
}

fn compile(path: &str, text: &[u8]) -> Result<Engine, String> {
    let policy = Policy::from_json(text).map_err(|error| format!("{path}: {error}"))?;
    Ok(Engine::new(&policy))
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{path}: {error}"))
}
