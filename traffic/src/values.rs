//! Values in lines of JSON, as JSON, that aren't read any further.

use paylint::Timestamp;
use std::borrow::Cow;

/// The content of a JSON string.
///
/// # Errors
/// What is wrong with the `member`, if it isn't one; without its value.
pub fn text<'a>(member: &str, json: &'a str) -> Result<Cow<'a, str>, String> {
    match json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(content) if !content.contains('\\') => Ok(Cow::Borrowed(content)),
        Some(_) => serde_json::from_str::<String>(json)
            .map(Cow::Owned)
            .map_err(|_| format!("{member}: an escaped surrogate without its partner")),
        None => Err(format!("{member}: expected a string")),
    }
}

/// The HTTP status that a gateway answered with; `None` for no answer.
///
/// # Errors
/// As [`status_in`], without the value.
pub fn status(json: &str) -> Result<Option<u16>, String> {
    match json {
        "null" => Ok(None),
        text if text.starts_with('"') => status_in(&self::text("status", json)?),
        number => status_in(number),
    }
}

/// The HTTP status that a text says: three digits, from 100 to 599. `None` for no answer: a blank, `-` or `0`.
///
/// # Errors
/// What is wrong, if it is anything else; without its value.
pub fn status_in(text: &str) -> Result<Option<u16>, String> {
    match text.as_bytes() {
        b"-" | b"0" => Ok(None),
        [b'1'..=b'5', rest @ ..] if rest.len() == 2 && rest.iter().all(u8::is_ascii_digit) => {
            Ok(text.parse().ok())
        }
        _ if text.trim().is_empty() => Ok(None),
        _ => Err("status: expected an HTTP status, from 100 to 599, or nothing".to_owned()),
    }
}

/// An instant, in RFC 3339.
///
/// # Errors
/// If it isn't one. The text doesn't show the value.
pub fn time(json: &str) -> Result<Timestamp, String> {
    let read = text("at", json).ok().and_then(|text| text.parse().ok());
    read.ok_or_else(|| "at: expected an instant, such as \"2026-11-20T10:15:00Z\"".to_owned())
}

/// The name that a host has for a request, as JSON: a string in its canonical form, an integer as it is written.
///
/// # Errors
/// What is wrong, if it is neither; without its value.
pub fn id(json: &str) -> Result<Cow<'_, str>, String> {
    let digits = json.strip_prefix('-').unwrap_or(json);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Cow::Borrowed(json));
    }
    if !json.starts_with('"') {
        return Err("id: expected a string or an integer".to_owned());
    }
    Ok(match text("id", json)? {
        // Without escapes it is canonical already.
        Cow::Borrowed(_) => Cow::Borrowed(json),
        Cow::Owned(text) => Cow::Owned(serde_json::to_string(&text).unwrap_or_default()),
    })
}
