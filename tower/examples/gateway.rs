//! An HTTP service that checks every card-payment request before it passes it on: one file to start from.
//!
//! `gateway POLICY FACTS [ADDRESS [SHADOW]]`
//!
//! - `GET /metrics` has metrics for Prometheus; the log has a line for each check. Neither has a value of a request.
//! - On SIGHUP it reads its policies again. If one is wrong, the old one stays.
//! - SHADOW is a policy that is to come: what it would change is counted and logged.
//! - On SIGTERM or Ctrl-C it answers what has begun, for at most ten seconds, and stops.
//!
//! What is behind it is a stub that says what it received.

use axum::body::Bytes;
use axum::extract::{ConnectInfo, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Extension, Router};
use paylint::{FactsBuf, Operation, Report};
use paylint_tower::{CheckLayer, Checked, SharedEngine, Tenant};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;
use tokio::time::sleep;

type Error = Box<dyn std::error::Error>;

const USAGE: &str = "usage: gateway POLICY FACTS [ADDRESS [SHADOW]]";
/// How long a request that has begun may take once the service is to stop.
const GRACE: Duration = Duration::from_secs(10);

#[tokio::main]
async fn main() -> Result<(), Error> {
    let mut arguments = env::args().skip(1);
    let (policy, facts) = arguments.next().zip(arguments.next()).ok_or(USAGE)?;
    let address = arguments.next().unwrap_or("127.0.0.1:8080".to_owned());
    // From here on, no signal ends the process.
    let [hangups, terminate, interrupt] =
        [SignalKind::hangup(), SignalKind::terminate(), SignalKind::interrupt()].map(signal);

    let mut policies = Policies::default();
    let facts = fs::read(&facts).map_err(|error| format!("{facts}: {error}"))?;
    let mut tenant = Tenant::new(policies.add(policy).await?).facts(FactsBuf::from_json(&facts)?);
    if let Some(shadow) = arguments.next() {
        tenant = tenant.shadow(policies.add(shadow).await?);
    }

    let metrics = Arc::new(Metrics::new());
    let counts = Arc::clone(&metrics);
    let check =
        CheckLayer::new(tenant).route(route).source_address(peer).on_check(move |checked| {
            counts.count(checked);
            // A log that nobody reads any more is no reason to stop.
            _ = writeln!(io::stdout(), "{checked}");
        });
    let app = Router::new()
        .fallback(upstream)
        .layer(check)
        .route("/metrics", get(exposition))
        .with_state(metrics)
        .into_make_service_with_connect_info::<SocketAddr>();

    let listener =
        TcpListener::bind(&address).await.map_err(|error| format!("{address}: {error}"))?;
    eprintln!("listening on {}", listener.local_addr()?);
    tokio::spawn(policies.reload_on(hangups?));
    let (stopping, stopped) = oneshot::channel();
    let end = ended(terminate?, interrupt?, stopping);
    tokio::select! {
        served = axum::serve(listener, app).with_graceful_shutdown(end) => served?,
        () = async { _ = stopped.await; sleep(GRACE).await } => eprintln!("some requests were cut off"),
    }
    eprintln!("stopped");
    Ok(())
}

/// The operation of a request. Where card posts and webhooks arrive is up to you.
fn route(request: &Parts) -> Option<Operation> {
    match request.uri.path() {
        "/webhooks/card/" => Some(Operation::CardWebhook),
        path if path.starts_with("/pay/") => Some(Operation::Payment),
        path => Operation::route(request.method.as_str(), path),
    }
}

/// Where a request comes from. Behind a proxy, take that from what *your* proxy adds.
fn peer(request: &Parts) -> Option<IpAddr> {
    let ConnectInfo(address) = request.extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(address.ip())
}

/// Stands in for what is behind.
async fn upstream(report: Option<Extension<Arc<Report>>>, body: Bytes) -> String {
    let verdict = report.map_or("no", |Extension(report)| report.verdict().name());
    format!("received {} bytes, verdict: {verdict}\n", body.len())
}

/// The engines that can be replaced, and the files of their policies.
#[derive(Default)]
struct Policies(Vec<(SharedEngine, String)>);

impl Policies {
    async fn add(&mut self, path: String) -> Result<SharedEngine, Error> {
        let engine = SharedEngine::default();
        engine.reload(&path).await?;
        self.0.push((engine.clone(), path));
        Ok(engine)
    }

    async fn reload_on(self, mut hangups: Signal) {
        while hangups.recv().await.is_some() {
            for (engine, path) in &self.0 {
                match engine.reload(path).await {
                    Ok(new) => eprintln!("{path}: the policy is now {}", new.policy_fingerprint()),
                    Err(error) => eprintln!("{error}"),
                }
            }
        }
    }
}

/// Until the process is told to end.
async fn ended(mut terminate: Signal, mut interrupt: Signal, stopping: oneshot::Sender<()>) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    _ = stopping.send(());
}

/// Names and their values. All are of small sets: operations, verdicts, rules, levels, facts.
type Labels = Vec<(&'static str, String)>;

fn labels<const N: usize>(labels: [(&'static str, &str); N]) -> Labels {
    labels.map(|(name, value)| (name, value.to_owned())).to_vec()
}

struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    findings: Family<Labels, Counter>,
    missing: Family<Labels, Counter>,
    shadow: Family<Labels, Counter>,
    took: Histogram,
}

impl Metrics {
    fn new() -> Metrics {
        let mut registry = Registry::with_prefix("paylint");
        let mut family = |name, help| {
            let family = Family::<Labels, Counter>::default();
            registry.register(name, help, family.clone());
            family
        };
        let requests = family("requests", "Requests that were checked");
        let findings = family("findings", "Requests that violate a rule");
        let missing = family("missing_facts", "Requests for which a fact was missing");
        let shadow = family("shadow", "What the shadow policy would change");
        let took = Histogram::new(exponential_buckets(1e-6, 4.0, 8));
        registry.register_with_unit("check", "How long checks take", Unit::Seconds, took.clone());
        Metrics { registry, requests, findings, missing, shadow, took }
    }

    fn count(&self, checked: &Checked<'_>) {
        let operation = ("operation", checked.operation().name());
        let one = |family: &Family<Labels, Counter>, other| {
            family.get_or_create(&labels([operation, other])).inc();
        };
        one(&self.requests, ("verdict", checked.verdict().name()));
        for (rule, level) in checked.rules() {
            let labels = labels([operation, ("rule", rule), ("level", level.name())]);
            self.findings.get_or_create(&labels).inc();
        }
        for fact in checked.missing() {
            one(&self.missing, ("fact", fact.name()));
        }
        if let Some((change, _)) = checked.shadow() {
            one(&self.shadow, ("change", change.name()));
        }
        self.took.observe(checked.took().as_secs_f64());
    }
}

async fn exposition(State(metrics): State<Arc<Metrics>>) -> impl IntoResponse {
    let mut text = String::new();
    // Writing to a string doesn't fail.
    _ = encode(&mut text, &metrics.registry);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text)
}
