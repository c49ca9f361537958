//! The layer's own answers, and the header that it adds to answers.

use crate::body::CheckBody;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{HeaderMap, Response, StatusCode};
use paylint::Report;
use std::mem;

/// How long the head of a response may become by the header that says what was found, in bytes. It is
/// what nginx, by default, takes from the servers behind it.
const MAX_HEAD: usize = 4096;
/// What is left of that for the status line, and for headers that a server adds (`date`, for example).
const RESERVED: usize = 512;

/// Problem details (RFC 9457) of a rejected report, with your status and what stands before each type.
pub(crate) fn rejected<B>(report: &Report, status: u16, base: &str) -> Response<CheckBody<B>> {
    let problem = report.to_problem().unwrap_or_default();
    let of_report = format!(r#""status":{}"#, report.status());
    // Type, title and status come first, and a title is made of a rule's name.
    let problem = problem.replacen(r#""type":""#, &format!(r#""type":"{base}"#), 1);
    let problem = problem.replacen(&of_report, &format!(r#""status":{status}"#), 1);
    response(StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST), problem)
}

/// Problem details of what no rule is about.
pub(crate) fn problem<B>(status: StatusCode, detail: &str) -> Response<CheckBody<B>> {
    let title = status.canonical_reason().unwrap_or_default();
    let code = status.as_u16();
    let problem = format!(
        r#"{{"type":"about:blank","title":"{title}","status":{code},"detail":"{detail}"}}"#
    );
    response(status, problem)
}

fn response<B>(status: StatusCode, problem: String) -> Response<CheckBody<B>> {
    let mut response = Response::new(CheckBody::whole(Bytes::from(problem), None));
    *response.status_mut() = status;
    let problem_json = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(CONTENT_TYPE, problem_json);
    response
}

/// What was found, as a dictionary of structured fields (RFC 9651):
/// `verdict=accept, rules=(field.unknown), unchecked=(avs.address_required)`. What has no room beside the headers
/// that are there is left out, and `truncated` says so. `None` if not even the verdict has room.
pub(crate) fn summary(report: &Report, name: &str, headers: &HeaderMap) -> Option<HeaderValue> {
    let line = |name: &str, value: usize| name.len() + ": \r\n".len() + value;
    let used = headers.iter().map(|(name, value)| line(name.as_str(), value.len()));
    let used = used.sum::<usize>() + line(name, 0) + RESERVED;
    const TRUNCATED: &str = ", truncated";
    let room = MAX_HEAD.checked_sub(used + TRUNCATED.len())?;

    let mut value = format!("verdict={}", report.verdict());
    if value.len() > room {
        return None;
    }
    let rules = report.findings().map(|finding| finding.rule().name);
    let has_rules = list(&mut value, "rules", rules, room);
    let unchecked = report.unchecked().map(|unchecked| unchecked.rule().name);
    let has_unchecked = list(&mut value, "unchecked", unchecked, room);
    if !has_rules || !has_unchecked || report.truncated() {
        value.push_str(TRUNCATED);
    }
    HeaderValue::try_from(value).ok()
}

/// Appends an inner list of different names, as many as have room. Returns whether all have.
fn list<'n>(
    value: &mut String,
    key: &str,
    names: impl Iterator<Item = &'n str>,
    room: usize,
) -> bool {
    let (mut listed, mut last, mut has_room) = (String::new(), "", true);
    for name in names.filter(|name| mem::replace(&mut last, name) != *name) {
        let separator = if listed.is_empty() { "" } else { " " };
        let brackets = ", =()".len() + key.len();
        let length = brackets + listed.len() + separator.len() + name.len();
        has_room = value.len() + length <= room;
        if !has_room {
            break;
        }
        listed += separator;
        listed += name;
    }
    if !listed.is_empty() {
        *value += &format!(", {key}=({listed})");
    }
    has_room
}
