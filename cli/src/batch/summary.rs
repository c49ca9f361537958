//! The counts of a batch, for people and for programs.

use super::Total;
use crate::names::{counted, level_style};
use crate::output::WIDTH;
use crate::page::{decided_by, decided_by_json, share};
use anstyle::{AnsiColor, Style};
use paylint::Level;
use paylint_traffic::tally::{Counts, RuleCounts};
use serde_json::{Value, json};
use std::fmt::Write;

/// Tables: verdicts, findings by rule and level, and unchecked rules.
pub(super) fn human(total: &Total<'_>) -> String {
    let counts = total.counts.reports.total();
    let mut text = String::new();
    let verdicts = [
        ("accept", counts.accepted, AnsiColor::BrightGreen.on_default()),
        ("reject", counts.rejected, AnsiColor::BrightRed.on_default()),
        ("not a case", total.outcome.problems.count, AnsiColor::BrightRed.on_default().bold()),
    ];
    for (name, count, style) in verdicts {
        if count > 0 || name != "not a case" {
            let share = share(count, total.outcome.lines).map(|share| format!("{share:>8.1} %"));
            _ = writeln!(text, "{style}{name:10}{style:#}{count:>10}{}", share.unwrap_or_default());
        }
    }
    _ = writeln!(text, "{:10}{:>10}", "lines", total.outcome.lines);

    let findings: Vec<_> = findings(&counts).collect();
    let unchecked = unchecked(&counts);
    let names =
        findings.iter().map(|(name, ..)| name).chain(unchecked.iter().map(|(name, _)| name));
    let width = names.map(|name| name.len()).max().unwrap_or_default().max("unchecked".len());
    if !findings.is_empty() {
        _ = writeln!(text, "\n{:width$}  level  {:>10}{:>10}", "rule", "findings", "cases");
    }
    for (name, level, RuleCounts { findings, requests, .. }) in findings {
        let (style, level) = (level_style(level), level.name());
        _ = writeln!(
            text,
            "{name:width$}  {style}{level:5}{style:#}  {findings:>10}{requests:>10}"
        );
    }
    if !unchecked.is_empty() {
        _ = writeln!(text, "\n{:width$}  {:>17}{:>10}", "unchecked", "", "cases");
    }
    for (name, cases) in unchecked {
        _ = writeln!(text, "{name:width$}  {:>17}{cases:>10}", "");
    }
    if counts.truncated > 0 {
        _ = writeln!(text, "\n{} reports exceeded the policy's max_findings", counts.truncated);
    }
    for (title, rules) in coverage(total).into_iter().filter(|_| total.arguments.coverage) {
        let bold = Style::new().bold();
        _ = writeln!(
            text,
            "\n{bold}{title}{bold:#}  {}",
            counted(rules.len() as u64, "rule", "rules")
        );
        if title != VIOLATED && !rules.is_empty() {
            // Names must stay whole, so that they can be copied.
            let options =
                textwrap::Options::new(WIDTH).initial_indent("  ").subsequent_indent("  ");
            let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
            _ = writeln!(text, "{}", textwrap::fill(&rules.join(", "), options));
        }
    }
    _ = writeln!(text, "\n{}", decided_by(&total.name, total.policy));
    text
}

/// Rules that fired, with their counts.
fn findings(counts: &Counts) -> impl Iterator<Item = (&str, Level, &RuleCounts)> {
    counts.rules().filter(|(.., count)| count.findings > 0)
}

/// Rules that could not be decided.
fn unchecked(counts: &Counts) -> Vec<(&str, u64)> {
    let mut rules: Vec<(&str, u64)> = Vec::new();
    for (name, _, count) in counts.rules().filter(|(.., count)| count.unchecked > 0) {
        match rules.last_mut().filter(|(last, _)| *last == name) {
            Some((_, cases)) => *cases += count.unchecked,
            None => rules.push((name, count.unchecked)),
        }
    }
    rules
}

const VIOLATED: &str = "violated";

/// Rules that the policy doesn't switch off, by coverage. A rule is never reached if no request of its operations can be
/// read and has the facts that the rule needs.
fn coverage<'p>(total: &Total<'p>) -> [(&'static str, Vec<&'p str>); 3] {
    let mut rules = [("never reached", vec![]), ("only held", vec![]), (VIOLATED, vec![])];
    for (rule, _) in total.policy.rules().filter(|(_, level)| *level != Level::Allow) {
        let (mut reached, mut violated) = (0, 0);
        let operations = total.counts.reports.operations();
        for (_, counts) in operations.filter(|(operation, _)| rule.on.contains(*operation)) {
            reached += counts.requests();
            for (name, _, counts) in counts.rules() {
                if name == rule.name {
                    violated += counts.requests;
                    reached -= counts.unchecked;
                } else if matches!(name, "json.malformed" | "json.too_large") {
                    reached -= counts.requests;
                }
            }
        }
        rules[if violated > 0 { 2 } else { usize::from(reached > 0) }].1.push(rule.name);
    }
    rules
}

/// The summary for programs.
pub(super) fn value(total: &Total<'_>) -> Value {
    let counts = total.counts.reports.total();
    let operations = total.counts.reports.operations().map(|(operation, counts)| {
        json!({ "operation": operation.name(), "accept": counts.accepted, "reject": counts.rejected })
    });
    let findings = findings(&counts).map(|(rule, level, count)| {
        json!({
            "rule": rule, "level": level.name(), "findings": count.findings, "cases": count.requests,
        })
    });
    let unchecked = unchecked(&counts).into_iter();
    let unchecked = unchecked.map(|(rule, cases)| json!({ "rule": rule, "cases": cases }));
    let mut json = json!({
        "lines": total.outcome.lines,
        "accept": counts.accepted,
        "reject": counts.rejected,
        "error": total.outcome.problems.count,
        "truncated": counts.truncated,
        "operations": operations.collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
        "unchecked": unchecked.collect::<Vec<_>>(),
        "decided_by": decided_by_json(total.policy),
    });
    if total.arguments.coverage {
        let rules = coverage(total).map(|(title, rules)| (title.replace(' ', "_"), rules));
        json["coverage"] = rules.into_iter().collect::<Value>();
    }
    json
}
