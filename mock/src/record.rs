//! Requests and answers as tests see them, without secrets.

use crate::gateway::Asked;
use crate::mask::{last_four, mask, mask_text};
use http::request::Parts;
use http::{Response, StatusCode};
use paylint::{Operation, Report};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::borrow::Cow;

/// Bytes of a body that are kept at most.
const LONGEST: usize = 1 << 20;

/// An exchange as JSON text, so that it takes as much memory as is counted.
pub(crate) struct Record {
    /// An object without its end.
    json: String,
    /// Whether the client got the answer. `None` while it waits for it.
    pub(crate) delivered: Option<bool>,
}

/// The part of a report that is recorded.
#[derive(Default, Deserialize)]
struct Found<'r> {
    #[serde(borrow)]
    findings: Option<&'r RawValue>,
    #[serde(borrow)]
    unchecked: Option<&'r RawValue>,
}

/// An exchange as it is shown, but for whether the answer arrived.
#[derive(Serialize)]
struct Exchange<'r> {
    n: u64,
    at: String,
    method: &'r str,
    path: String,
    query: Value,
    headers: Value,
    operation: Option<&'static str>,
    body: Cow<'r, Value>,
    findings: Option<&'r RawValue>,
    unchecked: Option<&'r RawValue>,
    answer: Answer<'r>,
}

#[derive(Serialize)]
struct Answer<'r> {
    status: u16,
    body: Body<'r>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body<'r> {
    Json(&'r RawValue),
    Text(&'r str),
}

impl Record {
    pub(crate) fn new(
        asked: &Asked<'_>,
        number: u64,
        operation: Option<Operation>,
        report: Option<&Report>,
        response: &Response<String>,
    ) -> Record {
        let parts = asked.parts;
        let query = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        let query = query.map(|(name, value)| (name.into_owned(), Value::from(value)));
        let mut query = Value::Object(query.collect());
        mask(&mut query);
        let headers = parts.headers.iter().map(|(name, value)| {
            let name = name.as_str();
            let secret = ["auth", "cookie", "token", "key", "secret", "signature"];
            let mut value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            if secret.iter().any(|word| name.contains(word)) {
                value = "***".to_owned();
            }
            (name.to_owned(), Value::from(value))
        });
        let mut headers = Value::Object(headers.collect());
        mask(&mut headers);
        let report = report.map(Report::to_json);
        let found = report.as_deref().and_then(|report| serde_json::from_str(report).ok());
        let Found { findings, unchecked } = found.unwrap_or_default();
        let long = too_long(response.body().len());
        let answer = match response.body() {
            text if text.len() > LONGEST => Body::Text(&long),
            text => serde_json::from_str(text).map_or(Body::Text(text), Body::Json),
        };
        let exchange = Exchange {
            n: number,
            at: asked.now.to_string(),
            method: parts.method.as_str(),
            path: path(parts),
            query,
            headers,
            operation: operation.map(Operation::name),
            body: body(operation, asked),
            findings,
            unchecked,
            answer: Answer { status: response.status().as_u16(), body: answer },
        };
        let mut json = serde_json::to_string(&exchange).unwrap_or_default();
        json.pop();
        json.shrink_to_fit();
        Record { json, delivered: None }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.json.len()
    }

    pub(crate) fn shown(&self) -> String {
        let delivered = self.delivered.map_or("null", |is| if is { "true" } else { "false" });
        format!("{},\"delivered\":{delivered}}}", self.json)
    }
}

/// The line of a log: `POST /api/v0.6/orders/ order 400 product.price_minimum deny`.
pub(crate) fn line(
    parts: &Parts,
    operation: Option<Operation>,
    report: Option<&Report>,
    status: StatusCode,
) -> String {
    let name = operation.map_or("-", Operation::name);
    let mut line = format!("{} {} {name} {}", parts.method, path(parts), status.as_u16());
    let mut last = "";
    for finding in report.iter().flat_map(|report| report.findings()) {
        let rule = finding.rule().name;
        if std::mem::replace(&mut last, rule) != rule {
            line += &format!(" {rule} {}", finding.level());
        }
    }
    line
}

/// A path as it was sent; decoded, if a card number has to be masked in it.
fn path(parts: &Parts) -> String {
    let path = parts.uri.path();
    let mut decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy().into_owned();
    mask_text(&mut decoded);
    let is_masked = decoded.contains('*');
    if is_masked { decoded.escape_default().to_string() } else { path.to_owned() }
}

/// A body as it may be kept: of a card post only the number's last digits.
fn body<'a>(operation: Option<Operation>, asked: &Asked<'a>) -> Cow<'a, Value> {
    let length = asked.body.len();
    match asked.json {
        _ if length > LONGEST => Cow::Owned(too_long(length).into()),
        Some(post) if operation == Some(Operation::Payment) => {
            Cow::Owned(json!({ "card_number": post["card_number"].as_str().map(last_four) }))
        }
        Some(json) => Cow::Borrowed(json),
        None if length == 0 => Cow::Owned(Value::Null),
        None => Cow::Owned(format!("(not JSON: {length} bytes)").into()),
    }
}

fn too_long(bytes: usize) -> String {
    format!("(too long to keep: {bytes} bytes)")
}
