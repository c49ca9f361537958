//! A span of `tracing` for each request, made of names and numbers that this service chose.
//!
//! No path (it can hold an order's id, or whatever a client writes there), no header, no body, no
//! address. What becomes of the spans is up to the subscriber: [`crate::access_log`] is one.

use crate::layer::{Decision, rules};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use paylint::{Level, Operation, Report};
use tracing::field::Empty;
use tracing::{Instrument, Span, info_span};

/// What tells these spans from those of other crates.
pub const TARGET: &str = "paylint_gateway::request";

/// Opens the span of a request. Its fields are recorded when the response is ready; all but
/// `status` only if there is something to say. `denied`, `warned` and `unchecked` are names of
/// rules with spaces between them.
pub async fn open(request: Request, next: Next) -> Response {
    let span = info_span!(
        target: TARGET,
        "request",
        operation = Empty,
        verdict = Empty,
        status = Empty,
        policy = Empty,
        denied = Empty,
        warned = Empty,
        unchecked = Empty,
    );
    let response = next.run(request).instrument(span.clone()).await;
    if !span.is_disabled() {
        record(&span, &response);
    }
    response
}

fn record(span: &Span, response: &Response) {
    span.record("status", response.status().as_u16());
    let extensions = response.extensions();
    if let Some(Decision { engine, report, .. }) = extensions.get() {
        span.record("operation", report.operation().name());
        span.record("verdict", report.verdict().name());
        span.record("policy", engine.policy_fingerprint().to_string());
        record_rules(span, report);
    } else if let Some(operation) = extensions.get::<Operation>() {
        span.record("operation", operation.name());
    }
}

fn record_rules(span: &Span, report: &Report) {
    let unchecked = report.unchecked().map(|unchecked| unchecked.rule().name).collect();
    let lists = [
        ("denied", rules(report, Level::Deny)),
        ("warned", rules(report, Level::Warn)),
        ("unchecked", unchecked),
    ];
    for (field, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
        span.record(field, names.join(" "));
    }
}
