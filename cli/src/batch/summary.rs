//! The counts of a batch, for people and for programs.

use super::tally::{Count, RuleTally, Total};
use crate::page::{DecidedBy, decided_by};
use anstyle::{AnsiColor, Style};
use paylint::{Level, Policy, catalogue};
use serde::Serialize;
use std::fmt::Write;

/// Tables: verdicts, then findings by rule and level, then what was left unchecked.
pub(super) fn human(total: &Total, policy: &Policy, name: &str) -> String {
    let tally = &total.tally;
    let mut text = String::new();
    let verdicts = [
        ("accept", tally.verdicts.accepted, AnsiColor::BrightGreen.on_default()),
        ("reject", tally.verdicts.rejected, AnsiColor::BrightRed.on_default()),
        ("not a case", tally.errors, AnsiColor::BrightRed.on_default().bold()),
    ];
    for (name, count, style) in verdicts {
        if count > 0 || name != "not a case" {
            _ = writeln!(text, "{style}{name:10}{style:#}{count:>10}{}", share(count, total.lines));
        }
    }
    _ = writeln!(text, "{:10}{:>10}", "lines", total.lines);

    let findings: Vec<_> = findings(total).collect();
    let unchecked: Vec<_> = unchecked(total).collect();
    let names =
        findings.iter().map(|(name, ..)| name).chain(unchecked.iter().map(|(name, _)| name));
    let width = names.map(|name| name.len()).max().unwrap_or_default().max("unchecked".len());
    if !findings.is_empty() {
        _ = writeln!(text, "\n{:width$}  level  {:>10}{:>10}", "rule", "findings", "cases");
    }
    for (name, level, count) in findings {
        let style = level_style(level);
        let padding = " ".repeat(5 - level.name().len());
        let Count { findings, cases } = count;
        _ = writeln!(
            text,
            "{name:width$}  {style}{level}{style:#}{padding}  {findings:>10}{cases:>10}",
        );
    }
    if !unchecked.is_empty() {
        _ = writeln!(text, "\n{:width$}  {:>17}{:>10}", "unchecked", "", "cases");
    }
    for (name, cases) in unchecked {
        _ = writeln!(text, "{name:width$}  {:>17}{cases:>10}", "");
    }
    if tally.truncated > 0 {
        _ = writeln!(text, "\n{} reports had more findings than are kept", tally.truncated);
    }
    _ = writeln!(text, "\n{}", decided_by(name, policy));
    text
}

fn share(count: u64, of: u64) -> String {
    if of == 0 { String::new() } else { format!("{:>8.1} %", count as f64 * 100.0 / of as f64) }
}

fn level_style(level: Level) -> Style {
    match level {
        Level::Deny => AnsiColor::BrightRed.on_default(),
        _ => AnsiColor::Yellow.on_default(),
    }
}

/// All rules by name, in the order of the catalogue, then policy rules.
fn rules(total: &Total) -> impl Iterator<Item = (&str, RuleTally)> {
    let catalogue = catalogue().iter().map(|rule| (rule.name, total.tally.of(rule)));
    catalogue.chain(total.tally.own_rules())
}

/// What fired.
pub(super) fn findings(total: &Total) -> impl Iterator<Item = (&str, Level, Count)> {
    rules(total).flat_map(|(name, tally)| {
        [(name, Level::Deny, tally.deny), (name, Level::Warn, tally.warn)]
            .into_iter()
            .filter(|(.., count)| count.findings > 0)
    })
}

/// What could not be decided.
pub(super) fn unchecked(total: &Total) -> impl Iterator<Item = (&str, u64)> {
    let counts = rules(total).map(|(name, tally)| (name, tally.unchecked));
    counts.filter(|(_, cases)| *cases > 0)
}

#[derive(Serialize)]
struct Json<'a> {
    lines: u64,
    accept: u64,
    reject: u64,
    error: u64,
    truncated: u64,
    operations: Vec<JsonOperation>,
    findings: Vec<JsonFinding<'a>>,
    unchecked: Vec<JsonUnchecked<'a>>,
    decided_by: DecidedBy,
}

#[derive(Serialize)]
struct JsonOperation {
    operation: &'static str,
    accept: u64,
    reject: u64,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    rule: &'a str,
    level: &'static str,
    findings: u64,
    cases: u64,
}

#[derive(Serialize)]
struct JsonUnchecked<'a> {
    rule: &'a str,
    cases: u64,
}

/// The same as one line of JSON.
pub(super) fn json(total: &Total, policy: &Policy) -> String {
    let json = Json {
        lines: total.lines,
        accept: total.tally.verdicts.accepted,
        reject: total.tally.verdicts.rejected,
        error: total.tally.errors,
        truncated: total.tally.truncated,
        operations: total
            .tally
            .operations()
            .map(|(operation, verdicts)| JsonOperation {
                operation: operation.name(),
                accept: verdicts.accepted,
                reject: verdicts.rejected,
            })
            .collect(),
        findings: findings(total)
            .map(|(rule, level, count)| JsonFinding {
                rule,
                level: level.name(),
                findings: count.findings,
                cases: count.cases,
            })
            .collect(),
        unchecked: unchecked(total).map(|(rule, cases)| JsonUnchecked { rule, cases }).collect(),
        decided_by: DecidedBy::of(policy),
    };
    let mut text = serde_json::to_string(&json).unwrap_or_default();
    text.push('\n');
    text
}
