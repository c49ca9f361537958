//! SARIF 2.1.0: for code scanning and editors.

use super::Checked;
use super::position::Lines;
use crate::exit::Exit;
use paylint::{Finding, Rule};
use serde_json::{Map, Value, json};

/// A log that grows with each body.
#[derive(Default)]
pub(super) struct Log {
    results: Vec<Value>,
    notifications: Vec<Value>,
}

impl Log {
    /// Adds the results of a body. What is unchecked is a result of the kind `open`: there was not
    /// enough to go by.
    pub(super) fn add(&mut self, checked: &Checked<'_>) {
        let lines = Lines::of(checked.body);
        for finding in checked.report.findings() {
            self.results.push(result(checked, &lines, finding));
        }
        for unchecked in checked.report.unchecked() {
            let needs: Vec<&str> = unchecked.needs().map(|fact| fact.name()).collect();
            let text = format!("not checked for want of facts: {}", needs.join(", "));
            self.results.push(json!({
                "ruleId": unchecked.rule().name,
                "ruleIndex": index_of(unchecked.rule()),
                "kind": "open",
                "level": "none",
                "message": { "text": text },
                "locations": [{ "physicalLocation": { "artifactLocation": artifact(checked) } }],
                "properties": { "needs": needs },
            }));
        }
    }

    /// Notes that a file could not be read.
    pub(super) fn unread(&mut self, problem: &str) {
        self.notifications.push(json!({ "level": "error", "message": { "text": problem } }));
    }

    /// The log as JSON.
    pub(super) fn finish(self, exit: Exit) -> Vec<u8> {
        let rules: Vec<Value> = paylint::catalogue().iter().map(descriptor).collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "paylint",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": rules,
                } },
                "columnKind": "unicodeCodePoints",
                "invocations": [{
                    "executionSuccessful": exit < Exit::Unusable,
                    "exitCode": exit as u8,
                    "toolExecutionNotifications": self.notifications,
                }],
                "results": self.results,
            }],
        });
        let mut text = serde_json::to_vec_pretty(&log).unwrap_or_default();
        text.push(b'\n');
        text
    }
}

fn result(checked: &Checked<'_>, lines: &Lines, finding: Finding<'_>) -> Value {
    let rule = finding.rule();
    let path = finding.path().to_string();
    let mut physical = json!({ "artifactLocation": artifact(checked) });
    if let Some(region) = region(checked.body, lines, finding) {
        physical["region"] = region;
    }
    let mut location = json!({ "physicalLocation": physical });
    if !path.is_empty() {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": path, "kind": "member" }]);
    }
    let params: Map<String, Value> =
        serde_json::from_str(&finding.params_json()).unwrap_or_default();
    json!({
        "ruleId": rule.name,
        "ruleIndex": index_of(rule),
        "level": level(finding.level()),
        "message": { "text": finding.message().to_string() },
        "locations": [location],
        "properties": { "path": path, "params": params },
    })
}

fn descriptor(rule: &Rule) -> Value {
    let needs: Vec<&str> = rule.needs.iter().map(|fact| fact.name()).collect();
    let mut descriptor = json!({
        "id": rule.name,
        "defaultConfiguration": {
            "enabled": rule.level != paylint::Level::Allow,
            "level": level(rule.level),
        },
        "properties": {
            "basis": rule.basis.name(),
            "source": rule.source,
            "needs": needs,
            "tags": [rule.family(), rule.basis.name()],
        },
    });
    if !rule.docs.summary.is_empty() {
        descriptor["shortDescription"] = json!({ "text": rule.docs.summary });
    }
    if !rule.docs.why.is_empty() {
        descriptor["fullDescription"] = json!({ "text": rule.docs.why });
        descriptor["help"] = json!({ "text": rule.docs.why });
    }
    descriptor
}

/// What is shown for a finding. The columns of the format are those of characters, not of bytes.
fn region(body: &[u8], lines: &Lines, finding: Finding<'_>) -> Option<Value> {
    let span = finding.span();
    if body.is_empty() || span.end > body.len() {
        return None;
    }
    let place = |at: usize| {
        let line = lines.position(at).line;
        let before = &body[lines.start(line)..at];
        // Every byte but those that continue a character; soon done on a long line.
        (line, before.iter().filter(|byte| **byte & 0xC0 != 0x80).count() + 1)
    };
    let ((start_line, start_column), (end_line, end_column)) = (place(span.start), place(span.end));
    Some(json!({
        "startLine": start_line,
        "startColumn": start_column,
        "endLine": end_line,
        "endColumn": end_column,
        "byteOffset": span.start,
        "byteLength": span.len(),
    }))
}

fn artifact(checked: &Checked<'_>) -> Value {
    if checked.is_standard_input {
        return json!({ "description": { "text": "standard input" } });
    }
    json!({ "uri": uri(checked.name) })
}

/// A file's name as a relative reference of a URI, or as an absolute one.
fn uri(name: &str) -> String {
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let mut uri = String::with_capacity(name.len());
    if name.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in name.bytes() {
        if plain(byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn index_of(rule: &Rule) -> Option<usize> {
    paylint::catalogue().iter().position(|known| known.name == rule.name)
}

fn level(level: paylint::Level) -> &'static str {
    match level {
        paylint::Level::Deny => "error",
        paylint::Level::Warn => "warning",
        paylint::Level::Allow => "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_references() {
        assert_eq!(uri("orders/a b.json"), "orders/a%20b.json");
        assert_eq!(uri("/tmp/ä.json"), "file:///tmp/%C3%A4.json");
        assert_eq!(uri("c:d.json"), "c%3Ad.json");
    }
}
