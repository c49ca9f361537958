//! The engine as a tower layer. This file doesn't depend on the rest of the example: copy it.
//!
//! The layer reads the body, lays what is known of this request over the standing facts, and asks
//! the engine. A rejected request is answered with problem details (RFC 9457) and goes no further.
//! An accepted one is passed on as it came, with its report in the request's extensions; what the
//! report adds to the verdict is in response headers, and so is which policy decided. Nothing
//! passes unchecked: a request that leads to no operation is answered with 404.
//!
//! The engine can be replaced at any time. A request keeps the one that it began with.

use arc_swap::ArcSwap;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use paylint::facts::HttpRequest;
use paylint::{Engine, Facts, FactsBuf, Level, Obligation, Operation, Report};
use paylint::{Timestamp, Verdict};
use std::mem;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tower::{Layer, Service};

/// Rules that couldn't be decided because facts are missing: a structured field (RFC 9651),
/// `capture.exceeds_order;needs="order.amount"`.
pub const UNCHECKED: HeaderName = HeaderName::from_static("paylint-unchecked");
/// Obligations: a structured field, `three_ds;needs="card.issuer_country"`,
/// `capture;by="2026-11-27T10:15:00Z"`.
pub const OBLIGATIONS: HeaderName = HeaderName::from_static("paylint-obligations");
/// Rules of an accepted request that found something worth a warning: a structured field.
pub const WARNINGS: HeaderName = HeaderName::from_static("paylint-warnings");
/// Until when the operation's time rule holds: RFC 3339.
pub const VALID_UNTIL: HeaderName = HeaderName::from_static("paylint-valid-until");

/// What decided, rejected or accepted: a structured field with the engine's fingerprints,
/// `rules="…", policy="…", label="…"`.
pub const POLICY: HeaderName = HeaderName::from_static("paylint-policy");

/// How much of a body that is too long is read and thrown away, in bytes: many clients look for an
/// answer only when they have sent all.
const DISCARDED: usize = 8 << 20;

/// What is known of this request alone: the order acted on, the card. An earlier middleware puts it
/// into the request's extensions; its members replace those of the standing facts.
#[derive(Clone)]
pub struct RequestFacts(pub Arc<FactsBuf>);

/// An engine that can be replaced while requests are checked.
pub type SharedEngine = Arc<ArcSwap<Engine>>;

/// What was decided about a request, in the extensions of its response: for logs and metrics.
#[derive(Clone)]
pub struct Decision {
    /// The engine that decided.
    pub engine: Arc<Engine>,
    /// Its report.
    pub report: Arc<Report>,
    /// How long the check took.
    pub took: Duration,
    /// What was checked, if the layer [keeps requests](PaylintLayer::keeping_requests).
    pub question: Option<Arc<Question>>,
}

/// Checks requests before they reach the service inside.
#[derive(Clone)]
pub struct PaylintLayer {
    gate: Gate,
}

impl PaylintLayer {
    /// Checks with this engine under these standing facts. The operation follows from method and
    /// path.
    #[must_use]
    pub fn new(engine: SharedEngine, standing: Arc<FactsBuf>) -> PaylintLayer {
        let body_timeout = Duration::from_secs(10);
        let gate = Gate { engine, standing, operation: None, body_timeout, keeps_requests: false };
        PaylintLayer { gate }
    }

    /// The same for one operation, where the path doesn't say which: a card post, a webhook.
    #[must_use]
    pub fn for_operation(mut self, operation: Operation) -> PaylintLayer {
        self.gate.operation = Some(operation);
        self
    }

    /// How long to wait for the whole of a body before answering 408; 10 seconds if this isn't
    /// called.
    #[must_use]
    pub fn with_body_timeout(mut self, timeout: Duration) -> PaylintLayer {
        self.gate.body_timeout = timeout;
        self
    }

    /// Puts what was checked into each [`Decision`], so that another engine can be asked later.
    /// That costs a copy of the request's head; the body is shared.
    #[must_use]
    pub fn keeping_requests(mut self) -> PaylintLayer {
        self.gate.keeps_requests = true;
        self
    }
}

impl<S> Layer<S> for PaylintLayer {
    type Service = Checked<S>;

    fn layer(&self, inner: S) -> Checked<S> {
        Checked { gate: self.gate.clone(), inner }
    }
}

/// A service behind the engine.
#[derive(Clone)]
pub struct Checked<S> {
    gate: Gate,
    inner: S,
}

impl<S> Service<Request> for Checked<S>
where
    S: Service<Request, Response = Response> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let gate = self.gate.clone();
        // The service that was polled is the one that is ready; its clone need not be.
        let clone = self.inner.clone();
        let mut inner = mem::replace(&mut self.inner, clone);
        Box::pin(async move {
            let (request, decision) = match gate.check(request).await {
                Ok(accepted) => accepted,
                Err(answer) => return Ok(answer),
            };
            let mut response = inner.call(request).await?;
            add_headers(&decision.report, &mut response);
            Ok(with_decision(response, decision))
        })
    }
}

#[derive(Clone)]
struct Gate {
    engine: SharedEngine,
    standing: Arc<FactsBuf>,
    operation: Option<Operation>,
    body_timeout: Duration,
    keeps_requests: bool,
}

impl Gate {
    /// The request to pass on, and what was decided; or the response to return instead.
    async fn check(&self, request: Request) -> Result<(Request, Decision), Response> {
        // The only time that it is asked for: the body is read by the limit of the engine that
        // checks it.
        let engine = self.engine.load_full();
        let (head, body) = request.into_parts();
        let operation = self
            .operation
            .or_else(|| Operation::route(head.method.as_str(), path_and_query(&head)));
        let Some(operation) = operation else {
            return Err(problem(
                StatusCode::NOT_FOUND,
                "this path isn't the endpoint of an operation",
            ));
        };
        let read = self.read(body, engine.max_body_bytes()).await;
        let (body, length) = read.map_err(|mut answer| {
            answer.extensions_mut().insert(operation);
            answer
        })?;
        let (body, standing, now) = (body.into(), Arc::clone(&self.standing), now());
        let question = Question { operation, head, body, length, standing, now };
        // Microseconds for an ordinary body: no need to leave the async thread.
        let start = Instant::now();
        let report = Arc::new(question.ask(&engine));
        let took = start.elapsed();
        let kept = self.keeps_requests.then(|| Arc::new(question.clone()));
        let decision = Decision { engine, report, took, question: kept };
        if decision.report.verdict() == Verdict::Reject {
            return Err(rejection(decision));
        }
        let Question { mut head, body, .. } = question;
        head.extensions.insert(Arc::clone(&decision.report));
        Ok((Request::from_parts(head, Body::from(body)), decision))
    }

    /// The body and its length. Of one that is too long nothing is kept, and if it is far too long,
    /// the length is what was read of it.
    async fn read(&self, mut body: Body, limit: usize) -> Result<(Vec<u8>, usize), Response> {
        let read = async {
            let (mut kept, mut length) = (Vec::new(), 0);
            while let Some(frame) = body.frame().await {
                let Ok(data) = frame?.into_data() else { continue };
                length += data.len();
                if length <= limit {
                    kept.extend_from_slice(&data);
                    continue;
                }
                kept = Vec::new();
                if length - limit > DISCARDED {
                    break;
                }
            }
            Ok::<_, axum::Error>((kept, length))
        };
        match tokio::time::timeout(self.body_timeout, read).await {
            Ok(Ok(read)) => Ok(read),
            Ok(Err(_)) => Err(problem(StatusCode::BAD_REQUEST, "the body could not be read whole")),
            Err(_) => Err(problem(StatusCode::REQUEST_TIMEOUT, "the body took too long to come")),
        }
    }
}

/// All that an engine is asked about a request, so that a second one can be asked the same.
#[derive(Clone)]
pub struct Question {
    operation: Operation,
    head: Parts,
    /// Empty if the body was too long to be kept.
    body: Bytes,
    /// The length of the body, in bytes.
    length: usize,
    standing: Arc<FactsBuf>,
    now: Option<Timestamp>,
}

impl Question {
    /// The report of an engine. If the body [was cut](Question::is_whole), ask only the engine that
    /// was asked first.
    #[must_use]
    pub fn ask(&self, engine: &Engine) -> Report {
        if self.length > engine.max_body_bytes() {
            let mut report = Report::new();
            engine.too_large_into(self.operation, self.length as u64, &mut report);
            return report;
        }
        let mut standing = self.standing.as_facts();
        if let Some(RequestFacts(known)) = self.head.extensions.get() {
            standing = standing.overlaid(&known.as_facts());
        }
        // A value that isn't text becomes an empty one: if it were left out, a second header of
        // that name would count instead.
        let headers = self.head.headers.iter();
        let headers: Vec<(&str, &str)> = headers
            .map(|(name, value)| (name.as_str(), value.to_str().unwrap_or_default()))
            .collect();
        let peer = self.head.extensions.get::<ConnectInfo<SocketAddr>>();
        let request = HttpRequest {
            method: Some(self.head.method.as_str()),
            path: Some(path_and_query(&self.head)),
            // Behind a proxy this is the proxy's address: take the client's from what the proxy
            // adds. A socket for both families shows IPv4 addresses as IPv6, which the engine keeps
            // apart.
            source_address: peer.map(|ConnectInfo(address)| address.ip().to_canonical()),
            headers: Some(headers.as_slice().into()),
        };
        let facts = Facts { now: self.now, request: Some(request), ..standing };
        engine.check(self.operation, &self.body, &facts)
    }

    /// Whether the body was kept. One over the limit of the engine that was asked first wasn't.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.body.len() == self.length
    }

    /// How many bytes of the body are kept.
    #[must_use]
    pub fn kept_bytes(&self) -> usize {
        self.body.len()
    }
}

/// The current time: the engine has no clock.
#[must_use]
pub fn now() -> Option<Timestamp> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Timestamp::from_unix_nanos(since.as_nanos().try_into().ok()?)
}

fn path_and_query(head: &Parts) -> &str {
    head.uri.path_and_query().map_or("", |path| path.as_str())
}

/// The answer to a rejected request: 400 or 403, and everything that is wrong.
fn rejection(decision: Decision) -> Response {
    let report = &decision.report;
    let status = StatusCode::from_u16(report.status()).unwrap_or(StatusCode::BAD_REQUEST);
    let answer = problem_response(status, report.to_problem().unwrap_or_default());
    with_decision(answer, decision)
}

/// Says in the header what decided, and leaves the decision for whoever wants to log it.
fn with_decision(mut response: Response, decision: Decision) -> Response {
    add(&mut response, POLICY, fingerprints(&decision.engine));
    response.extensions_mut().insert(decision);
    response
}

fn fingerprints(engine: &Engine) -> Vec<String> {
    let mut members = vec![
        format!("rules=\"{}\"", engine.rules_fingerprint()),
        format!("policy=\"{}\"", engine.policy_fingerprint()),
    ];
    members.extend(engine.label().map(|label| format!("label=\"{label}\"")));
    members
}

/// Problem details of what is not the engine's matter: no more than the status says, and a
/// sentence.
#[must_use]
pub fn problem(status: StatusCode, detail: &'static str) -> Response {
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

/// Adds headers for what the report adds to the verdict.
fn add_headers(report: &Report, response: &mut Response) {
    let with_needs = |name: &str, needs: Vec<&str>| match needs.is_empty() {
        true => name.to_owned(),
        false => format!("{name};needs=\"{}\"", needs.join(" ")),
    };
    let unchecked = report.unchecked().map(|unchecked| {
        with_needs(unchecked.rule().name, unchecked.needs().map(|fact| fact.name()).collect())
    });
    let obligations = report.obligations().iter().map(|obligation| match obligation {
        Obligation::Capture(Some(by)) => format!("capture;by=\"{by}\""),
        other => with_needs(other.kind(), other.needs().map(|fact| fact.name()).collect()),
    });
    let warnings = rules(report, Level::Warn).into_iter().map(str::to_owned);
    let valid_until = report.valid_until().into_iter().map(|until| until.to_string());
    add(response, UNCHECKED, unchecked.collect());
    add(response, OBLIGATIONS, obligations.collect());
    add(response, WARNINGS, warnings.collect());
    add(response, VALID_UNTIL, valid_until.collect());
}

fn add(response: &mut Response, name: HeaderName, items: Vec<String>) {
    // Names, times and fingerprints: a header can hold them.
    if let (false, Ok(value)) = (items.is_empty(), HeaderValue::try_from(items.join(", "))) {
        response.headers_mut().insert(name, value);
    }
}

/// The names of the rules that found something, each once: a body can break one rule many times.
#[must_use]
pub fn rules(report: &Report, level: Level) -> Vec<&str> {
    let findings = report.findings().filter(|finding| finding.level() == level);
    let mut names: Vec<&str> = findings.map(|finding| finding.rule().name).collect();
    // Findings come in the order of the rules.
    names.dedup();
    names
}
