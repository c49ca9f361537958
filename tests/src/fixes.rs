//! Cases of fixes: one on each line, with the complete answer in `fixes`, the last member, in place of `expect`.
//!
//! A value `"…"` in the patch of a placeholder stands for the member's example.

use crate::cases::{self, Case, Placed};
use serde_json::Value;

/// The folder, from the workspace's root.
pub const FOLDER: &str = "tests/fixes";

/// A case, its place, and the expected answer.
pub struct Expected {
    /// The file and the line.
    pub place: String,
    /// The case.
    pub case: Case,
    /// The answer.
    pub fixes: Value,
}

/// Every case.
///
/// # Panics
/// If a file can't be read, or a line is no case.
pub fn all() -> Vec<Expected> {
    let of_line = |Placed { place, text }: Placed| {
        let (case, fixes) = text.rsplit_once(", \"fixes\": {\"fixes\": ").expect("fixes");
        let fixes = format!("{{\"fixes\": {}", fixes.strip_suffix('}').expect("an object"));
        let fixes = serde_json::from_str(&fixes).expect("JSON");
        let case = cases::read(&format!("{case}}}")).case.expect("a case");
        Expected { place, case, fixes }
    };
    cases::lines_of(FOLDER).into_iter().map(of_line).collect()
}

/// Normalizes an answer for comparison: a patch's operations in a fixed order, `replace` for `add` of an existing
/// member, numbers by value.
pub fn normal(answer: &Value, body: &[u8]) -> Value {
    let mut answer = answer.clone();
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    for choice in choices(&mut answer) {
        let patch = choice["patch"].as_array_mut().expect("a patch");
        for change in patch.iter_mut() {
            let path = change["path"].as_str().expect("a path").to_owned();
            if change["op"] == "add" && body.pointer(&path).is_some() && !path.is_empty() {
                change["op"] = "replace".into();
            }
            if let Some(number) = change.get("value").and_then(Value::as_f64) {
                change["value"] = number.into();
            }
        }
        patch.sort_by_key(|change| change["path"].to_string());
    }
    answer
}

/// Whether an answer is as expected.
pub fn is_as_expected(answer: &Value, expected: &Value, body: &[u8]) -> bool {
    let (mut answer, expected) = (normal(answer, body), normal(expected, body));
    let mut wanted = expected.clone();
    for (own, wanted) in choices(&mut answer).into_iter().zip(choices(&mut wanted)) {
        let own = own["patch"].as_array_mut().expect("a patch");
        for (own, wanted) in own.iter_mut().zip(wanted["patch"].as_array().expect("a patch")) {
            if let (Some(own), Some(wanted)) = (own.get_mut("value"), wanted.get("value")) {
                hide_examples(own, wanted);
            }
        }
    }
    answer == expected
}

/// Replaces values by `"…"` where that is expected.
fn hide_examples(own: &mut Value, expected: &Value) {
    if expected == "…" {
        *own = "…".into();
    } else if let (Value::Object(own), Value::Object(expected)) = (own, expected) {
        for (name, value) in own {
            expected.get(name).into_iter().for_each(|expected| hide_examples(value, expected));
        }
    }
}

fn choices(answer: &mut Value) -> Vec<&mut Value> {
    let fixes = answer["fixes"].as_array_mut().expect("fixes").iter_mut();
    fixes.flat_map(|fix| fix["choices"].as_array_mut().expect("choices")).collect()
}
