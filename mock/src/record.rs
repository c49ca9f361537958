//! Records of requests and answers for tests, without secrets.

use crate::gateway::Asked;
use crate::mask::{last_four, mask, mask_text};
use crate::space::bearer_of;
use http::Response;
use paylint::{Operation, Report};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Maximum length of a body to keep, in bytes.
const LONGEST: usize = 1 << 20;

/// Minimum length of an API key that is masked in bodies and queries; a shorter one may be a word.
const SHORTEST_KEY: usize = 8;

/// A request with its answer. The parts are text, whose memory is easy to count, and are parsed when a test asks.
#[derive(Serialize)]
pub(crate) struct Record {
    n: u64,
    at: Box<str>,
    method: Box<str>,
    path: Box<str>,
    #[serde(serialize_with = "as_json")]
    query: Box<str>,
    #[serde(serialize_with = "as_json")]
    headers: Box<str>,
    operation: Option<Operation>,
    #[serde(serialize_with = "as_json")]
    body: Box<str>,
    #[serde(serialize_with = "as_json")]
    findings: Box<str>,
    #[serde(serialize_with = "as_json")]
    unchecked: Box<str>,
    answer: Answer,
    /// Whether the client got the answer. `None` while it is waiting.
    pub(crate) delivered: Option<bool>,
}

const _: () = assert!(size_of::<Record>() <= 192, "what is counted beside its texts");

#[derive(Serialize)]
struct Answer {
    status: u16,
    #[serde(serialize_with = "as_json")]
    body: Box<str>,
}

/// Writes JSON as it is, and any other text as a string.
pub(crate) fn as_json<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(json) => json.serialize(to),
        Err(_) => to.serialize_str(text),
    }
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
        let headers = parts.headers.iter().map(|(name, value)| {
            let name = name.as_str();
            let secret = ["auth", "cookie", "token", "key", "secret", "signature"];
            let is_secret = secret.iter().any(|word| name.contains(word));
            let value = String::from_utf8_lossy(value.as_bytes());
            (name.to_owned(), Value::from(if is_secret { "***" } else { &*value }))
        });
        let status = response.status().as_u16();
        let key = String::from_utf8_lossy(bearer_of(&parts.headers));
        let without_key = |text: Box<str>| match key.len() {
            SHORTEST_KEY.. if text.contains(&*key) => text.replace(&*key, "***").into(),
            _ => text,
        };
        let mut answer = unless_long(response.body());
        mask_text(&mut answer);
        Record {
            n: number,
            at: asked.now.to_string().into(),
            method: parts.method.as_str().into(),
            path: masked_path(parts.uri.path()).into(),
            query: without_key(masked(Value::from_iter(query))),
            headers: masked(Value::from_iter(headers)),
            operation,
            body: without_key(body(operation, asked).into()),
            findings: written(report.map(|report| Vec::from_iter(report.findings()))),
            unchecked: written(report.map(|report| Vec::from_iter(report.unchecked()))),
            answer: Answer { status, body: answer.into() },
            delivered: None,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let Record { method, path, query, headers, body, findings, unchecked, answer, .. } = self;
        let texts = [method, path, query, headers, body, findings, unchecked, &answer.body];
        texts.into_iter().map(|text| text.len()).sum()
    }

    /// The log line, with its line feed: `POST /api/v0.6/orders/ order 400 product.price_minimum deny`.
    pub(crate) fn line(&self, report: Option<&Report>) -> String {
        let Record { method, path, operation, answer, .. } = self;
        let name = operation.map_or("-", Operation::name);
        let mut line = format!("{method} {path} {} {}", name, answer.status);
        let mut last = "";
        for finding in report.iter().flat_map(|report| report.findings()) {
            let rule = finding.rule().name;
            if std::mem::replace(&mut last, rule) != rule {
                line += &format!(" {rule} {}", finding.level());
            }
        }
        line + "\n"
    }
}

/// The path as sent or, if it has a card number, decoded and masked.
pub(crate) fn masked_path(path: &str) -> String {
    let mut decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy().into_owned();
    mask_text(&mut decoded);
    let is_masked = decoded.contains('*');
    if is_masked { decoded.escape_default().to_string() } else { path.to_owned() }
}

fn masked(mut value: Value) -> Box<str> {
    mask(&mut value);
    written(value)
}

fn written(value: impl Serialize) -> Box<str> {
    serde_json::to_string(&value).unwrap_or_default().into()
}

/// The body to keep; of a card post, only the card number's last digits.
fn body(operation: Option<Operation>, asked: &Asked<'_>) -> String {
    let length = asked.body.len();
    match &asked.json {
        _ if length > LONGEST => too_long(length),
        Some(post) if operation == Some(Operation::Payment) => {
            json!({ "card_number": post["card_number"].as_str().map(last_four) }).to_string()
        }
        None if length > 0 => format!("(not JSON: {length} bytes)"),
        _ => written(&asked.json).into(),
    }
}

fn unless_long(text: &str) -> String {
    if text.len() > LONGEST { too_long(text.len()) } else { text.to_owned() }
}

fn too_long(bytes: usize) -> String {
    format!("(too long to keep: {bytes} bytes)")
}
