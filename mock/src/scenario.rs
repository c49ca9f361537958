//! Scenarios: calls and requests to perform before the mock listens.

use crate::gateway::Gateway;
use crate::{in_file, read};
use http::Request;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// POST by default.
    method: Option<String>,
    path: String,
    /// The bearer key.
    key: Option<String>,
    body: Option<Value>,
}

/// Performs the steps of a file. An order's `api_do_url` can be shortened to `/pay/<id>/`.
///
/// # Errors
/// If the file can't be read, or a step isn't answered with success.
pub(crate) fn play(gateway: &Gateway, file: &Path, host: &str) -> Result<(), String> {
    let wrong = |error: &dyn std::fmt::Display| in_file(file, error);
    let steps: Vec<Step> = serde_json::from_slice(&read(file)?).map_err(|error| wrong(&error))?;
    for (index, step) in steps.iter().enumerate() {
        let method = step.method.as_deref().unwrap_or("POST");
        let at = format!("[{index}] {method} {}", step.path);
        let mut request = Request::builder().method(method).uri(&step.path);
        request = request.header(HOST, host).header(CONTENT_TYPE, "application/json");
        if let Some(key) = &step.key {
            request = request.header(AUTHORIZATION, format!("Bearer {key}"));
        }
        let request = request.body(()).map_err(|error| wrong(&format!("{at}: {error}")))?;
        let body = step.body.as_ref().map_or(String::new(), Value::to_string);
        let answer = gateway.answer(&request.into_parts().0, body.as_bytes()).response;
        if !answer.status().is_success() {
            return Err(wrong(&format!("{at}: {} {}", answer.status(), answer.body())));
        }
    }
    Ok(())
}
