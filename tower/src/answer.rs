//! The layer's own answers.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Response, StatusCode};
use http_body_util::Full;
use paylint::Report;
use std::sync::Arc;

/// Problem details (RFC 9457) of a rejected report, with your status and what stands before each type. The report is in
/// the extensions.
pub(crate) fn rejected(report: &Arc<Report>, status: u16, base: &str) -> Response<Full<Bytes>> {
    let problem = report.to_problem().unwrap_or_default();
    let of_report = format!(r#""status":{}"#, report.status());
    // Type, title and status come first, and a title is made of a rule's name.
    let problem = problem.replacen(r#""type":""#, &format!(r#""type":"{base}"#), 1);
    let problem = problem.replacen(&of_report, &format!(r#""status":{status}"#), 1);
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    let mut response = response(status, problem);
    response.extensions_mut().insert(Arc::clone(report));
    response
}

/// Problem details of what no rule is about.
pub(crate) fn problem(status: StatusCode, detail: &str) -> Response<Full<Bytes>> {
    let title = status.canonical_reason().unwrap_or_default();
    let code = status.as_u16();
    let problem = format!(
        r#"{{"type":"about:blank","title":"{title}","status":{code},"detail":"{detail}"}}"#
    );
    response(status, problem)
}

fn response(status: StatusCode, problem: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(problem));
    *response.status_mut() = status;
    let problem_json = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(CONTENT_TYPE, problem_json);
    response
}
