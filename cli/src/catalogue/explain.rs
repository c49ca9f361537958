//! A rule, or a family of rules, explained.

use super::list::{Case, style};
use anstyle::Style;
use paylint::rule::Example;
use paylint::{Operations, Rule};
use std::fmt::Write;

/// How wide prose is set.
const PROSE: usize = 88;
const HEAD: Style = Style::new().bold();

/// All that the catalogue says of a rule.
pub(super) fn rule(rule: &Rule) -> String {
    let mut text = format!("{HEAD}{}{HEAD:#}\n", rule.name);
    if !rule.docs.summary.is_empty() {
        _ = writeln!(text, "{}", textwrap::fill(rule.docs.summary, PROSE));
    }
    text.push('\n');
    let style = style(rule.level);
    let locked = if rule.locked { ", locked: no policy changes it" } else { "" };
    entry(&mut text, "level", &format!("{style}{}{style:#}{locked}", rule.level));
    entry(&mut text, "rests on", &rule.citation().to_string());
    entry(&mut text, "operations", &operations(rule.on));
    if !rule.needs.is_empty() {
        let needs: Vec<&str> = rule.needs.iter().map(|fact| fact.name()).collect();
        entry(&mut text, "facts", &needs.join(", "));
    }
    entry(&mut text, "message", rule.message);
    if !rule.params.is_empty() {
        entry(&mut text, "params", &rule.params.join(", "));
    }
    if !rule.docs.why.is_empty() {
        _ = writeln!(text, "\n{HEAD}Why{HEAD:#}\n{}", textwrap::fill(rule.docs.why, PROSE));
    }
    example(&mut text, "A case that violates it", &rule.docs.violated_by);
    example(&mut text, "A case that holds", &rule.docs.held_by);
    text
}

/// The rules of a family, in a line each.
pub(super) fn family(name: &str, rules: &[&Rule]) -> String {
    let mut text = format!("{HEAD}{name}.*{HEAD:#}\n\n");
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    for rule in rules {
        let style = style(rule.level);
        let padding = " ".repeat(5 - rule.level.name().len());
        let said = if rule.docs.summary.is_empty() { rule.message } else { rule.docs.summary };
        let level = rule.level;
        _ = writeln!(text, "{:width$}  {style}{level}{style:#}{padding}  {said}", rule.name);
    }
    text.push_str("\n`paylint explain RULE` says more of one\n");
    text
}

fn entry(text: &mut String, name: &str, value: &str) {
    let indent = " ".repeat(12);
    let options = textwrap::Options::new(PROSE).subsequent_indent(&indent);
    let line = format!("{name:12}{value}");
    _ = writeln!(text, "{}", textwrap::fill(&line, options));
}

fn operations(operations: Operations) -> String {
    if operations == Operations::ALL {
        return "all".to_owned();
    }
    let names: Vec<&str> = operations.iter().map(|operation| operation.name()).collect();
    names.join(", ")
}

fn example(text: &mut String, title: &str, example: &Example) {
    let Some(case) = Case::of(example) else { return };
    let case = serde_json::to_string(&case).unwrap_or_default();
    _ = writeln!(text, "\n{HEAD}{title}{HEAD:#}\n{case}");
}
