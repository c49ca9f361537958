//! The JSON form of the answer: the same bytes in every binding.

use super::{Change, Choice, Fixable, Fixes, Unfixable};
use crate::base::append::{put, text_of};
use crate::base::decimal::put_integer;
use crate::base::json::{put_comma, put_escaped};
use alloc::string::String;

impl Fixes<'_> {
    /// The answer as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        text_of(|out| self.write_json(out))
    }

    /// Appends the answer as JSON.
    pub fn write_json(&self, out: &mut String) {
        put(out, r#"{"fixes":["#);
        for Fixable { finding, rule, path, choices } in &self.fixes {
            put_comma(out);
            put(out, r#"{"finding":"#);
            put_integer(out, i64::try_from(*finding).unwrap_or(i64::MAX));
            put_text(out, r#","rule":""#, rule);
            put_text(out, r#","path":""#, path);
            put(out, r#","choices":["#);
            for Choice { applicability, patch, .. } in choices {
                put_comma(out);
                put_text(out, r#"{"applicability":""#, applicability.name());
                put(out, r#","patch":["#);
                for change in patch {
                    put_comma(out);
                    put_change(out, change);
                }
                put(out, "]}");
            }
            put(out, "]}");
        }
        put(out, r#"],"unfixable":["#);
        for Unfixable { rule, path } in &self.unfixable {
            put_comma(out);
            put_text(out, r#"{"rule":""#, rule);
            put_text(out, r#","path":""#, path);
            put(out, "}");
        }
        put(out, if self.complete { "]}" } else { r#"],"complete":false}"# });
    }
}

fn put_change(out: &mut String, change: &Change) {
    let (op, path) = match change {
        Change::Add { path, .. } => ("add", path),
        Change::Replace { path, .. } => ("replace", path),
        Change::Remove { path } => ("remove", path),
        Change::Move { path, .. } => ("move", path),
    };
    put_text(out, r#"{"op":""#, op);
    if let Change::Move { from, .. } = change {
        put_text(out, r#","from":""#, from);
    }
    put_text(out, r#","path":""#, path);
    if let Some(value) = change.value() {
        put(out, r#","value":"#);
        put(out, value);
    }
    put(out, "}");
}

/// Appends a member up to its opening quote, then its text and the closing quote.
fn put_text(out: &mut String, before: &str, text: &str) {
    put(out, before);
    put_escaped(out, text);
    put(out, "\"");
}
