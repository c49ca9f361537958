//! The access log: one line of JSON for each request, made of names and numbers that this service
//! chose.
//!
//! No path (it can hold an order's id, or whatever a client writes there), no header, no body, no
//! address.

use crate::layer::rules;
use crate::log::Log;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use paylint::{Level, Operation, Report};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

#[derive(Serialize)]
struct Line<'a> {
    /// `None` if the path leads to no operation.
    operation: Option<&'static str>,
    /// `None` if the engine wasn't asked.
    verdict: Option<&'static str>,
    status: u16,
    denied: Vec<&'a str>,
    warned: Vec<&'a str>,
    unchecked: Vec<&'a str>,
    /// From the end of the request's head to the answer.
    micros: u128,
}

/// Writes the line of a request when its response is ready.
pub async fn write(State(log): State<Log>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let response = next.run(request).await;
    let report = response.extensions().get::<Arc<Report>>();
    let operation = response.extensions().get::<Operation>().copied();
    let operation = report.map(|report| report.operation()).or(operation);
    let names = |level| report.map(|report| rules(report, level)).unwrap_or_default();
    let unchecked = report.into_iter().flat_map(|report| report.unchecked());
    let line = Line {
        operation: operation.map(Operation::name),
        verdict: report.map(|report| report.verdict().name()),
        status: response.status().as_u16(),
        denied: names(Level::Deny),
        warned: names(Level::Warn),
        unchecked: unchecked.map(|unchecked| unchecked.rule().name).collect(),
        micros: start.elapsed().as_micros(),
    };
    // Texts and numbers: this cannot fail.
    log.write(serde_json::to_string(&line).unwrap_or_default());
    response
}
