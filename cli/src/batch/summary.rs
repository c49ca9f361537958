//! The counts of a batch, for people and for programs.

use super::tally::Total;
use crate::names::counted;
use crate::page::{DecidedBy, decided_by};
use anstyle::{AnsiColor, Style};
use paylint::{Level, Policy};
use paylint_traffic::tally::{Counts, LevelCounts};
use serde::Serialize;
use std::fmt::Write;

/// Tables: verdicts, then findings by rule and level, then what was left unchecked.
pub(super) fn human(total: &Total, policy: &Policy, name: &str) -> String {
    let counts = total.reports.total();
    let mut text = String::new();
    let verdicts = [
        ("accept", counts.accepted, AnsiColor::BrightGreen.on_default()),
        ("reject", counts.rejected, AnsiColor::BrightRed.on_default()),
        ("not a case", total.problems.count, AnsiColor::BrightRed.on_default().bold()),
    ];
    for (name, count, style) in verdicts {
        if count > 0 || name != "not a case" {
            _ = writeln!(text, "{style}{name:10}{style:#}{count:>10}{}", share(count, total.lines));
        }
    }
    _ = writeln!(text, "{:10}{:>10}", "lines", total.lines);

    let findings: Vec<_> = findings(&counts).collect();
    let unchecked: Vec<_> = unchecked(&counts).collect();
    let names =
        findings.iter().map(|(name, ..)| name).chain(unchecked.iter().map(|(name, _)| name));
    let width = names.map(|name| name.len()).max().unwrap_or_default().max("unchecked".len());
    if !findings.is_empty() {
        _ = writeln!(text, "\n{:width$}  level  {:>10}{:>10}", "rule", "findings", "cases");
    }
    for (name, level, count) in findings {
        let style = level_style(level);
        let padding = " ".repeat(5 - level.name().len());
        let LevelCounts { findings, requests, .. } = count;
        _ = writeln!(
            text,
            "{name:width$}  {style}{level}{style:#}{padding}  {findings:>10}{requests:>10}",
        );
    }
    if !unchecked.is_empty() {
        _ = writeln!(text, "\n{:width$}  {:>17}{:>10}", "unchecked", "", "cases");
    }
    for (name, cases) in unchecked {
        _ = writeln!(text, "{name:width$}  {:>17}{cases:>10}", "");
    }
    unknown(&mut text, total);
    if counts.truncated > 0 {
        _ = writeln!(text, "\n{} reports had more findings than are kept", counts.truncated);
    }
    _ = writeln!(text, "\n{}", decided_by(name, policy));
    text
}

/// The unknown members by name, where that can be shown.
fn unknown(text: &mut String, total: &Total) {
    let named = total.unknown.sorted();
    let width = named.iter().map(|(place, ..)| place.path.len()).max().unwrap_or_default();
    let width = width.max("unknown member".len());
    if !named.is_empty() {
        _ = writeln!(text, "\n{:width$}  {:>10}  operation", "unknown member", "findings");
    }
    for (place, nearest, findings) in named {
        let meant = nearest.map_or(String::new(), |name| format!(" (probably {name})"));
        let operation = place.operation;
        _ = writeln!(text, "{:width$}  {findings:>10}  {operation}{meant}", place.path);
    }
    if total.unknown.unnamed > 0 {
        let members = counted(total.unknown.unnamed, "finding", "findings");
        _ = writeln!(text, "{members} about unknown members whose names aren't shown");
    }
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

/// What fired.
pub(super) fn findings(counts: &Counts) -> impl Iterator<Item = (&str, Level, LevelCounts)> {
    counts.rules().flat_map(|(name, rule)| {
        [(name, Level::Deny, rule.deny), (name, Level::Warn, rule.warn)]
            .into_iter()
            .filter(|(.., count)| count.findings > 0)
    })
}

/// What could not be decided.
pub(super) fn unchecked(counts: &Counts) -> impl Iterator<Item = (&str, u64)> {
    let rules =
        counts.rules().map(|(name, rule)| (name, rule.deny.unchecked + rule.warn.unchecked));
    rules.filter(|(_, cases)| *cases > 0)
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
    unknown_members: Vec<JsonUnknown<'a>>,
    unnamed_members: u64,
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

#[derive(Serialize)]
struct JsonUnknown<'a> {
    operation: &'static str,
    path: &'a str,
    findings: u64,
    nearest: Option<&'a str>,
}

/// The same as one line of JSON.
pub(super) fn json(total: &Total, policy: &Policy) -> String {
    let counts = total.reports.total();
    let json = Json {
        lines: total.lines,
        accept: counts.accepted,
        reject: counts.rejected,
        error: total.problems.count,
        truncated: counts.truncated,
        operations: total
            .reports
            .operations()
            .map(|(operation, counts)| JsonOperation {
                operation: operation.name(),
                accept: counts.accepted,
                reject: counts.rejected,
            })
            .collect(),
        findings: findings(&counts)
            .map(|(rule, level, count)| JsonFinding {
                rule,
                level: level.name(),
                findings: count.findings,
                cases: count.requests,
            })
            .collect(),
        unchecked: unchecked(&counts).map(|(rule, cases)| JsonUnchecked { rule, cases }).collect(),
        unknown_members: total
            .unknown
            .sorted()
            .into_iter()
            .map(|(place, nearest, findings)| JsonUnknown {
                operation: place.operation.name(),
                path: &place.path,
                findings,
                nearest,
            })
            .collect(),
        unnamed_members: total.unknown.unnamed,
        decided_by: DecidedBy::of(policy),
    };
    let mut text = serde_json::to_string(&json).unwrap_or_default();
    text.push('\n');
    text
}
