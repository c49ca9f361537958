//! Forms: converts a card post that a page sends to JSON.

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use paylint::schema::Kind;
use paylint::{Operation, members};
use serde_json::{Map, Value};

/// The fields of a body that is a form, urlencoded or multipart.
pub(crate) fn fields(headers: &HeaderMap, body: &[u8]) -> Option<Vec<(String, String)>> {
    let kind = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    if kind.starts_with("application/x-www-form-urlencoded") {
        return Some(form_urlencoded::parse(body).into_owned().collect());
    }
    let boundary = kind.strip_prefix("multipart/form-data")?.split_once("boundary=")?.1;
    let boundary = boundary.split(';').next()?.trim().trim_matches('"');
    let text = String::from_utf8_lossy(body);
    // A part has headers, a blank line, and the value, up to the next boundary.
    let part = |part: &str| {
        let (head, value) = part.split_once("\r\n\r\n")?;
        let name = head.split_once("name=\"")?.1.split('"').next()?;
        Some((name.to_owned(), value.strip_suffix("\r\n").unwrap_or(value).to_owned()))
    };
    Some(text.split(&format!("--{boundary}")).filter_map(part).collect())
}

/// A card post's fields as JSON members: numbers and flags by the member's type. Pages use another name for
/// `card_number`.
pub(crate) fn card_post(fields: Vec<(String, String)>) -> Value {
    let all = members(Operation::Payment);
    let fields = fields.into_iter().map(|(name, text)| {
        let name = if name == "number" { "card_number".to_owned() } else { name };
        let path = format!("/{name}");
        let known = all.iter().find(|known| known.path == path);
        let is_plain =
            known.is_some_and(|known| matches!(known.kind(), Kind::Integer | Kind::Bool));
        // Accepts a month such as 07.
        let digits = text.trim_start_matches('0');
        let value = serde_json::from_str(if digits.is_empty() { &text } else { digits });
        (name, value.ok().filter(|_| is_plain).unwrap_or(Value::String(text)))
    });
    Value::Object(fields.collect::<Map<_, _>>())
}
