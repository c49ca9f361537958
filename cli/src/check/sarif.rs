//! SARIF 2.1.0: for code scanning and editors.

use super::position::{Columns, Lines};
use super::{Checked, help};
use crate::exit::Exit;
use crate::names;
use crate::output::pretty;
use paylint::fixes::{Applicability, Choice, Edit, Fixes};
use paylint::{Finding, Policy, Rule};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// A log that grows with each body.
pub(super) struct Log<'a> {
    /// The rules that the policy knows.
    rules: Vec<Rule<'a>>,
    results: Vec<Value>,
    notifications: Vec<Value>,
}

impl<'a> Log<'a> {
    /// A log of checks under a policy.
    pub(super) fn of(policy: &'a Policy) -> Log<'a> {
        let rules = policy.rules().map(|(rule, _)| rule).collect();
        Log { rules, results: Vec::new(), notifications: Vec::new() }
    }

    /// Adds the results of a body. An unchecked rule is a result of the kind `open`: it lacks
    /// information.
    pub(super) fn add(&mut self, checked: &Checked<'_>, fixes: &Fixes<'_>) {
        let spans = checked.report.findings().filter_map(|finding| span(checked.body, finding));
        let choices = fixes.fixes.iter().flat_map(|fix| &fix.choices).filter(can_be_made);
        let edits = choices.flat_map(|choice| &choice.edits).map(|edit| edit.start..edit.end);
        let places = Places {
            lines: Lines::of(checked.body),
            columns: Columns::of(
                checked.body,
                spans.chain(edits).flat_map(|s| [s.start, s.end]).collect(),
            ),
        };
        for (at, finding) in checked.report.findings().enumerate() {
            let mut result = result(checked, &places, finding);
            let choices = help::choices(fixes, at).iter().filter(can_be_made);
            let fixes: Vec<Value> = choices.map(|choice| fix(checked, &places, choice)).collect();
            if !fixes.is_empty() {
                result["fixes"] = fixes.into();
            }
            self.results.push(result);
        }
        for unchecked in checked.report.unchecked() {
            let needs: Vec<&str> = unchecked.needs().map(|fact| fact.name()).collect();
            let because = if needs.is_empty() { "" } else { " because facts are missing" };
            let text = format!("can't be decided{because}: {}", names::needs(unchecked));
            self.results.push(json!({
                "ruleId": unchecked.rule().name,
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
    pub(super) fn finish(&self, exit: Exit) -> String {
        let rules: Vec<Value> = self.rules.iter().map(descriptor).collect();
        pretty(&json!({
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
        }))
    }
}

/// Where the findings of a body are.
struct Places {
    lines: Lines,
    columns: Columns,
}

fn result(checked: &Checked<'_>, places: &Places, finding: Finding<'_>) -> Value {
    let rule = finding.rule();
    let path = finding.path();
    let mut physical = json!({ "artifactLocation": artifact(checked) });
    if let Some(span) = span(checked.body, finding) {
        physical["region"] = places.region(&span);
    }
    let mut location = json!({ "physicalLocation": physical });
    if !path.is_empty() {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": path, "kind": "member" }]);
    }
    let params: Map<String, Value> =
        serde_json::from_str(&finding.params_json()).unwrap_or_default();
    json!({
        "ruleId": rule.name,
        "level": level(finding.level()),
        "message": { "text": finding.message() },
        "locations": [location],
        "properties": { "path": path, "params": params },
    })
}

/// Whether a tool can make the change. For a placeholder, only the sender knows the value.
fn can_be_made(choice: &&Choice) -> bool {
    choice.applicability != Applicability::Placeholder
}

/// A choice of a fix, as replacements of bytes.
fn fix(checked: &Checked<'_>, places: &Places, choice: &Choice) -> Value {
    let replacement = |edit: &Edit| {
        json!({
            "deletedRegion": places.region(&(edit.start..edit.end)),
            "insertedContent": { "text": edit.text },
        })
    };
    let replacements: Vec<Value> = choice.edits.iter().map(replacement).collect();
    json!({
        "description": { "text": help::text(choice) },
        "artifactChanges": [{
            "artifactLocation": artifact(checked),
            "replacements": replacements,
        }],
    })
}

fn descriptor(rule: &Rule<'_>) -> Value {
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

/// The part of the body to show for a finding.
fn span(body: &[u8], finding: Finding<'_>) -> Option<Range<usize>> {
    Some(finding.span()).filter(|span| !body.is_empty() && span.end <= body.len())
}

impl Places {
    /// A part of the body as a SARIF region, whose columns count characters.
    fn region(&self, range: &Range<usize>) -> Value {
        let line = |at: usize| self.lines.position(at).line;
        json!({
            "startLine": line(range.start),
            "startColumn": self.columns.column(range.start),
            "endLine": line(range.end),
            "endColumn": self.columns.column(range.end),
            "byteOffset": range.start,
            "byteLength": range.len(),
        })
    }
}

fn artifact(checked: &Checked<'_>) -> Value {
    if checked.is_standard_input() {
        return json!({ "description": { "text": "standard input" } });
    }
    json!({ "uri": uri(checked.path) })
}

/// A file's path as a relative or absolute URI reference. Bytes that aren't plain are percent-encoded,
/// valid UTF-8 or not.
fn uri(path: &Path) -> String {
    let mut uri = String::new();
    if path.has_root() {
        uri.push_str("file://");
    }
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(*byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            _ => _ = write!(uri, "%{byte:02X}"),
        }
    }
    uri
}

fn level(level: paylint::Level) -> &'static str {
    match level {
        paylint::Level::Deny => "error",
        paylint::Level::Warn => "warning",
        paylint::Level::Allow => "none",
    }
}
