//! The counts of a batch, for people and for programs.

use super::tally::{Count, Total};
use anstyle::{AnsiColor, Style};
use paylint::{Level, Rule, catalogue};
use serde::Serialize;
use std::fmt::Write;

/// Tables: verdicts, then findings by rule and level, then what was left unchecked.
pub(super) fn human(total: &Total) -> String {
    let tally = &total.tally;
    let mut text = String::new();
    let verdicts = [
        ("accept", tally.accepted, AnsiColor::BrightGreen.on_default()),
        ("reject", tally.rejected, AnsiColor::BrightRed.on_default()),
        ("no case", tally.errors, AnsiColor::BrightRed.on_default().bold()),
    ];
    for (name, count, style) in verdicts {
        if count > 0 || name != "no case" {
            _ = writeln!(text, "{style}{name:10}{style:#}{count:>10}{}", share(count, total.lines));
        }
    }
    _ = writeln!(text, "{:10}{:>10}", "lines", total.lines);

    let findings: Vec<_> = findings(total).collect();
    let unchecked: Vec<_> = unchecked(total).collect();
    let names =
        findings.iter().map(|(rule, ..)| rule).chain(unchecked.iter().map(|(rule, _)| rule));
    let width = names.map(|rule| rule.name.len()).max().unwrap_or_default().max("unchecked".len());
    if !findings.is_empty() {
        _ = writeln!(text, "\n{:width$}  level  {:>10}{:>10}", "rule", "findings", "cases");
    }
    for (rule, level, count) in findings {
        let style = level_style(level);
        let padding = " ".repeat(5 - level.name().len());
        let Count { findings, cases } = count;
        _ = writeln!(
            text,
            "{:width$}  {style}{level}{style:#}{padding}  {findings:>10}{cases:>10}",
            rule.name
        );
    }
    if !unchecked.is_empty() {
        _ = writeln!(text, "\n{:width$}  {:>17}{:>10}", "unchecked", "", "cases");
    }
    for (rule, cases) in unchecked {
        _ = writeln!(text, "{:width$}  {:>17}{cases:>10}", rule.name, "");
    }
    if tally.truncated > 0 {
        _ = writeln!(text, "\n{} reports had more findings than are kept", tally.truncated);
    }
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

/// What fired, in the order of the catalogue.
fn findings(total: &Total) -> impl Iterator<Item = (&'static Rule<'static>, Level, Count)> {
    catalogue().iter().flat_map(|rule| {
        let tally = total.tally.of(rule);
        [(rule, Level::Deny, tally.deny), (rule, Level::Warn, tally.warn)]
            .into_iter()
            .filter(|(.., count)| count.findings > 0)
    })
}

/// What could not be decided, in the order of the catalogue.
fn unchecked(total: &Total) -> impl Iterator<Item = (&'static Rule<'static>, u64)> {
    let counts = catalogue().iter().map(|rule| (rule, total.tally.of(rule).unchecked));
    counts.filter(|(_, cases)| *cases > 0)
}

#[derive(Serialize)]
struct Json {
    lines: u64,
    accept: u64,
    reject: u64,
    error: u64,
    truncated: u64,
    findings: Vec<JsonFinding>,
    unchecked: Vec<JsonUnchecked>,
}

#[derive(Serialize)]
struct JsonFinding {
    rule: &'static str,
    level: &'static str,
    findings: u64,
    cases: u64,
}

#[derive(Serialize)]
struct JsonUnchecked {
    rule: &'static str,
    cases: u64,
}

/// The same as one line of JSON.
pub(super) fn json(total: &Total) -> String {
    let json = Json {
        lines: total.lines,
        accept: total.tally.accepted,
        reject: total.tally.rejected,
        error: total.tally.errors,
        truncated: total.tally.truncated,
        findings: findings(total)
            .map(|(rule, level, count)| JsonFinding {
                rule: rule.name,
                level: level.name(),
                findings: count.findings,
                cases: count.cases,
            })
            .collect(),
        unchecked: unchecked(total)
            .map(|(rule, cases)| JsonUnchecked { rule: rule.name, cases })
            .collect(),
    };
    let mut text = serde_json::to_string(&json).unwrap_or_default();
    text.push('\n');
    text
}
