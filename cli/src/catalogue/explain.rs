//! Rules, facts and members, explained.

use super::{Levelled, summary};
use crate::names::{self, level_style};
use crate::output::WIDTH;
use crate::{matrix, members};
use anstyle::Style;
use paylint::facts::Fact;
use paylint::rule::Example;
use paylint::{
    Engine, FactsBuf, Feature, FeatureSet, JsonSchema, KnownMember, Operation, Operations, Policy,
    Rule, catalogue,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

const HEAD: Style = Style::new().bold();
const MORE: &str = "`paylint explain RULE` shows one in full\n";

/// Explanation of a name: a rule, a family of rules, a fact, a group of facts, a feature, the path of a member.
pub(super) fn name(name: &str, rules: &[Levelled<'_>], policy: &Policy) -> Result<String, String> {
    if name.starts_with('/') {
        return member(name);
    }
    let name = name.trim_end_matches(".*");
    let named = rules.iter().find(|(rule, _)| rule.name == name);
    let renamed = || rules.iter().find(|(rule, _)| rule.old_names().any(|old| old == name));
    let mut texts: Vec<String> =
        named.or_else(renamed).map(|levelled| rule(*levelled, policy)).into_iter().collect();
    let family: Vec<_> = rules.iter().filter(|(rule, _)| rule.family() == name).copied().collect();
    if !family.is_empty() {
        texts.push(format!("{HEAD}{name}.*{HEAD:#}\n\n{}\n{MORE}", rule_lines(&family)));
    }
    let is_in = |fact: &&Fact| {
        fact.name() == name || fact.name().split_once('.').is_some_and(|(group, _)| group == name)
    };
    texts.extend(Fact::ALL.iter().filter(is_in).map(|fact| of_fact(*fact, rules)));
    if let Some(feature) = Feature::from_name(name) {
        let pairs = matrix::pairs(FeatureSet::from_iter([feature]));
        texts.push(format!("{HEAD}{name}{HEAD:#}, a feature\n\n{pairs}"));
    }
    if texts.is_empty() { Err(unknown(name, rules)) } else { Ok(texts.join("\n")) }
}

/// Explanation of a rule, as the catalogue has it.
fn rule((rule, level): Levelled<'_>, policy: &Policy) -> String {
    let mut text = format!("{HEAD}{}{HEAD:#}\n", rule.name);
    if !rule.summary().is_empty() {
        _ = writeln!(text, "{}", textwrap::fill(&rule.summary(), WIDTH));
    }
    text.push('\n');
    let colour = level_style(level);
    let remark = match level {
        _ if rule.locked => ", locked: no policy changes it".to_owned(),
        level if level != rule.level => format!(", by the policy; otherwise {}", rule.level),
        _ => String::new(),
    };
    if let Some(instead) = rule.deprecated {
        entry(&mut text, "deprecated", instead);
    }
    entry(&mut text, "level", &format!("{colour}{level}{colour:#}{remark}"));
    for (member, level) in policy.levels_at(rule.name) {
        let colour = level_style(level);
        entry(&mut text, "", &format!("{colour}{level}{colour:#} at {member}, by the policy"));
    }
    entry(&mut text, "rests on", &rule.citation());
    entry(&mut text, "operations", &operations(rule.on));
    if !rule.needs.is_empty() {
        entry(&mut text, "facts", &names::facts(rule.needs.iter().copied()));
    }
    if let Some(version) = rule.since {
        entry(&mut text, "since", version);
    }
    if !rule.renamed_from.is_empty() {
        entry(&mut text, "old names", &rule.old_names().collect::<Vec<_>>().join(", "));
    }
    if let Some(about) = rule.about() {
        entry(&mut text, "about", &about.escape_debug().to_string());
    }
    // For a policy rule without a message of its own, the summary says the same without placeholders.
    if rule.literal || rule.docs.summary == rule.summary() {
        entry(&mut text, "message", rule.message);
    }
    if !rule.params.is_empty() {
        entry(&mut text, "params", &rule.params.join(", "));
    }
    if !rule.docs.why.is_empty() {
        _ = writeln!(text, "\n{HEAD}Why{HEAD:#}\n{}", textwrap::fill(rule.docs.why, WIDTH));
    }
    example(&mut text, "Violated by", &rule.docs.violated_by);
    example(&mut text, "Held by", &rule.docs.held_by);
    text
}

/// Rules in a line each.
fn rule_lines(rules: &[Levelled<'_>]) -> String {
    let width = rules.iter().map(|(rule, _)| rule.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (rule, level) in rules {
        let (style, level, said) = (level_style(*level), level.name(), summary(rule));
        _ = writeln!(text, "{:width$}  {style}{level:5}{style:#}  {said}", rule.name);
    }
    text
}

fn of_fact(fact: Fact, rules: &[Levelled<'_>]) -> String {
    let mut text = format!("{HEAD}{fact}{HEAD:#}, a fact\n{}\n\n", fact.doc(), fact = fact.name());
    let (group, member) = fact.name().split_once('.').unwrap_or(("", fact.name()));
    let schema: Value = serde_json::from_str(&JsonSchema::Facts.to_json()).unwrap_or_default();
    let schema = if group.is_empty() { &schema } else { &schema["properties"][group] };
    let schema = &schema["properties"][member];
    let choices: Vec<&str> =
        schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let holds = if choices.is_empty() { schema["type"].to_string() } else { choices.join(" or ") };
    entry(&mut text, "holds", &holds.replace(['"', '[', ']'], "").replace(',', " or "));
    let example = match &schema["examples"][0] {
        Value::String(text) => text.clone(),
        list @ (Value::Array(_) | Value::Object(_)) => format!("'{list}'"),
        other => other.to_string(),
    };
    entry(&mut text, "to give it", &format!("--fact {}={example}", fact.name()));
    let readers: Vec<_> =
        rules.iter().filter(|(rule, _)| rule.needs.contains(&fact)).copied().collect();
    if readers.is_empty() {
        _ = writeln!(text, "\nIf it is missing, no rule is unchecked.");
    } else {
        let list = rule_lines(&readers);
        _ = write!(text, "\n{HEAD}Rules that read it{HEAD:#}\n{list}\n{MORE}");
    }
    text
}

/// Explanation of a member.
fn member(path: &str) -> Result<String, String> {
    let path = members::path(path);
    let of = |operation: &Operation| {
        let member = paylint::members(*operation).into_iter().find(|member| member.path == path);
        Some((*operation, member?))
    };
    let all: Vec<(Operation, KnownMember)> = Operation::ALL.iter().filter_map(of).collect();
    let Some((_, first)) = all.first() else { return Err(unknown_member(&path)) };
    let mut text = format!("{HEAD}{path}{HEAD:#}, a member: {}\n\n", first.about());
    let mut types: Vec<&str> = all.iter().map(|(_, member)| member.json_type()).collect();
    types.dedup();
    entry(&mut text, "type", &types.join(", "));
    // The example of an object or array is made of its members' examples.
    let example = first.example();
    if !example.starts_with(['{', '[']) {
        entry(&mut text, "example", &example);
    }
    let operations: Vec<&str> = all.iter().map(|(operation, _)| operation.name()).collect();
    entry(&mut text, "operations", &operations.join(", "));
    let reports = |rule: &&Rule<'_>| reports_at(rule, &path);
    let reporting = catalogue().iter().filter(reports).map(|rule| (*rule, rule.level));
    let reporting: Vec<_> = reporting.collect();
    if !reporting.is_empty() {
        let list = rule_lines(&reporting);
        _ = write!(text, "\n{HEAD}Rules whose example reports at it{HEAD:#}\n{list}");
    }
    Ok(text)
}

/// Whether the rule's example violates it at a member.
fn reports_at(rule: &Rule<'_>, path: &str) -> bool {
    let Example { operation, body, facts, .. } = rule.docs.violated_by;
    let Some(operation) = Operation::from_name(operation) else { return false };
    let facts = FactsBuf::from_json(facts.as_bytes()).unwrap_or_default();
    let report = Engine::default().check(operation, body.as_bytes(), &facts.as_facts());
    report
        .findings()
        .any(|finding| finding.rule().name == rule.name && members::path(&finding.path()) == path)
}

fn entry(text: &mut String, name: &str, value: &str) {
    let indent = " ".repeat(12);
    let options = textwrap::Options::new(WIDTH).subsequent_indent(&indent);
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

/// An example as the rule's page shows it.
fn example(text: &mut String, title: &str, example: &Example) {
    let Example { operation, body, facts, policy } = example;
    if operation.is_empty() {
        return;
    }
    let without = if body.is_empty() { " without a body" } else { "" };
    _ = writeln!(text, "\n{HEAD}{title} {operation}{without}{HEAD:#}");
    for (label, json) in [("", body), ("with the facts\n", facts), ("with the policy\n", policy)] {
        if !json.is_empty() {
            _ = writeln!(text, "{label}{json}");
        }
    }
}

fn unknown(name: &str, rules: &[Levelled<'_>]) -> String {
    let families: BTreeSet<&str> = rules.iter().map(|(rule, _)| rule.family()).collect();
    let groups = Fact::ALL.iter().filter_map(|fact| fact.name().split_once('.'));
    let groups: BTreeSet<&str> = groups.map(|(group, _)| group).collect();
    let known = rules.iter().map(|(rule, _)| rule.name);
    let known = known.chain(families).chain(Feature::ALL.iter().map(|feature| feature.name()));
    let known = known.chain(Fact::ALL.iter().map(|fact| fact.name())).chain(groups);
    let problem = names::unknown("rule, feature or fact", name, known);
    format!(
        "{problem}\n`paylint rules` lists the rules, `paylint matrix` the features; a member is named by its \
         path, such as /client/zip_code"
    )
}

/// Error for an unknown member, with the one that may be meant. Shows no part of a path that could be
/// secret.
fn unknown_member(path: &str) -> String {
    let is_shown = |step: &str| step == "*" || names::shown_name(step).is_some();
    let paths = members::all_paths();
    if !path.split('/').skip(1).all(is_shown) {
        return "unknown member, whose path is not shown".to_owned();
    }
    match names::nearest(path, paths.iter().map(String::as_str)) {
        Some(near) => format!("unknown member \"{path}\"; did you mean \"{near}\"?"),
        None => format!("unknown member \"{path}\""),
    }
}
