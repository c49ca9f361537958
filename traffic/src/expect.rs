//! Expectation of a case, held against its report.

use serde_json::{Map, Value};

/// Expectations, by the names of the report's members; what is left out isn't compared. `findings` are rule and
/// path, with or without the level; `unchecked` and `obligations` the name, or the name and its needs. `error` says
/// whether there is an error instead of a report; `fields` lists some fields by path, state, rules, and perhaps needs.
pub type Expect = Map<String, Value>;

/// Where an outcome is not as expected, in words; nothing if it is.
pub fn mismatches(expect: &Expect, outcome: &Result<Value, String>) -> Vec<String> {
    let is_error = match expect.get("error") {
        None => false,
        Some(Value::Bool(is_error)) => *is_error,
        Some(_) => return vec!["error: expected true or false".to_owned()],
    };
    let report = match (is_error, outcome) {
        (true, Err(_)) => return Vec::new(),
        (true, Ok(_)) => return vec!["a report instead of an error".to_owned()],
        (false, Err(error)) => return vec![format!("an error instead of a report: {error}")],
        (false, Ok(report)) => report,
    };
    let compared = expect.iter().filter(|(name, _)| !["error", "fields"].contains(&name.as_str()));
    let mismatches = compared.filter_map(|(name, expected)| {
        let Some(actual) = report.get(name) else { return Some(format!("{name}: not a member")) };
        let actual = match name.as_str() {
            "findings" => told(actual, expected, &["rule", "path", "level"]),
            "unchecked" => told(actual, expected, &["rule", "needs"]),
            "obligations" => told(actual, expected, &["kind", "needs"]),
            _ => actual.clone(),
        };
        (*expected != actual).then(|| format!("{name}: expected {expected}, got {actual}"))
    });
    mismatches.collect()
}

/// The entries of a list, each with as many of its members as the entry expected in its place.
fn told(actual: &Value, expected: &Value, members: &[&str]) -> Value {
    let entries = actual.as_array().into_iter().flatten().enumerate();
    let told = entries.map(|(at, entry)| match &expected[at] {
        Value::String(_) => entry[members[0]].clone(),
        one => {
            // An entry of one member says too little: it differs from every other.
            let count = one.as_array().map_or(members.len(), |entry| entry.len().max(2));
            members.iter().take(count).map(|name| entry[*name].clone()).collect()
        }
    });
    told.collect()
}
