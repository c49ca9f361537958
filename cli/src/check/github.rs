//! Annotations for GitHub workflows: one workflow command per finding.

use super::position::Lines;
use super::{Checked, help};
use crate::names;
use paylint::fixes::Fixes;
use paylint::{Level, Verdict};
use std::fmt::Write;

/// The workflow commands for a report, each with the first choice of the finding's fix. Columns are in bytes.
pub(super) fn annotations(checked: &Checked<'_>, fixes: &Fixes<'_>) -> String {
    let Checked { body, report, .. } = checked;
    let lines = Lines::of(body);
    let mut text = String::new();
    for (index, finding) in report.findings().enumerate() {
        let rule = finding.rule();
        let command = if finding.level() == Level::Deny { "error" } else { "warning" };
        _ = write!(text, "::{command} {}", file(checked));
        let span = finding.span();
        if !body.is_empty() && span.end <= body.len() {
            let (start, end) = (lines.position(span.start), lines.position(span.end));
            _ = write!(text, "line={},", start.line);
            if start.line == end.line {
                // GitHub accepts columns only within one line.
                _ = write!(
                    text,
                    "col={},endColumn={},",
                    start.column,
                    end.column.max(start.column)
                );
            } else {
                _ = write!(text, "endLine={},", end.line);
            }
        }
        _ = write!(text, "title={}::", property(rule.name));
        let path = finding.path();
        let at = if path.is_empty() { String::new() } else { format!("{path}: ") };
        let mut message = format!("{at}{} ({})", finding.message(), rule.citation());
        if let Some(choice) = help::choices(fixes, index).first() {
            _ = write!(message, "\nhelp: {}", help::text(choice));
        }
        text.push_str(&data(&message));
        text.push('\n');
    }
    if report.unchecked().len() > 0 {
        let entries = report
            .unchecked()
            .map(|unchecked| format!("{}: {}", unchecked.rule().name, names::needs(unchecked)));
        let is_why = report.verdict() == Verdict::Reject && report.first_denial().is_none();
        let (command, and) =
            if is_why { ("error", ", and the policy rejects that") } else { ("notice", "") };
        let message = format!(
            "rules that can't be decided{}{and}\n{}",
            names::because(report),
            entries.collect::<Vec<_>>().join("\n")
        );
        _ = writeln!(text, "::{command} {}title=unchecked::{}", file(checked), data(&message));
    }
    text
}

fn file(checked: &Checked<'_>) -> String {
    if checked.is_standard_input() {
        String::new()
    } else {
        format!("file={},", property(checked.name))
    }
}

/// The text of a command, escaped as GitHub's toolkit does it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a command's property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_in_a_command_is_escaped() {
        assert_eq!(data("50%, a:b\r\nc"), "50%25, a:b%0D%0Ac");
        assert_eq!(property("a,b:c%"), "a%2Cb%3Ac%25");
    }
}
