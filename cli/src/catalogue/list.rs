//! The rules as a list.

use crate::names::counted;
use anstyle::{AnsiColor, Style};
use paylint::rule::Example;
use paylint::{Level, Rule};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::fmt::Write;

/// A table, family by family.
pub(super) fn human(rules: &[(Rule<'_>, Level)]) -> String {
    let width = rules.iter().map(|(rule, _)| rule.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    let mut family = "";
    for (rule, level) in rules {
        if rule.family() != family && !family.is_empty() {
            text.push('\n');
        }
        family = rule.family();
        let style = style(*level);
        let padding = " ".repeat(5 - level.name().len());
        let changed = if *level == rule.level { ' ' } else { '*' };
        let said = if rule.docs.summary.is_empty() { rule.message } else { rule.docs.summary };
        let (name, citation) = (rule.name, rule.citation());
        _ = writeln!(
            text,
            "{name:width$}  {style}{level}{style:#}{padding}{changed} {said} ({citation})"
        );
    }
    let changed = rules.iter().filter(|(rule, level)| rule.level != *level).count();
    let count = counted(rules.len() as u64, "rule", "rules");
    _ = write!(text, "\n{count}");
    if changed > 0 {
        _ = write!(text, "; * {changed} whose level the policy changes");
    }
    text.push_str(match rules {
        [] => "\n",
        _ => "; `paylint explain RULE` says more of one\n",
    });
    text
}

/// The colour of a level.
pub(super) fn style(level: Level) -> Style {
    match level {
        Level::Deny => AnsiColor::BrightRed.on_default(),
        Level::Warn => AnsiColor::Yellow.on_default(),
        Level::Allow => Style::new().dimmed(),
    }
}

/// All that is known of each rule. An example is a case, as `paylint batch` takes it.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    family: &'a str,
    number: u16,
    since: Option<&'a str>,
    renamed_from: Vec<&'a str>,
    deprecated: Option<&'a str>,
    operations: Vec<&'a str>,
    level: &'a str,
    locked: bool,
    basis: &'a str,
    source: Option<&'a str>,
    needs: Vec<&'a str>,
    summary: &'a str,
    why: &'a str,
    message: &'a str,
    params: &'static [&'static str],
    violated_by: Option<Case<'a>>,
    held_by: Option<Case<'a>>,
}

/// An example, as a case on one line.
#[derive(Serialize)]
struct Case<'a> {
    operation: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Box<RawValue>>,
}

impl Case<'_> {
    /// The case of an example; `None` if there is none.
    fn of(example: &Example) -> Option<Case<'static>> {
        if example.operation.is_empty() {
            return None;
        }
        let body = on_one_line(example.body);
        Some(Case {
            operation: example.operation,
            raw: (body.is_none() && !example.body.is_empty()).then_some(example.body),
            body,
            facts: on_one_line(example.facts),
            policy: on_one_line(example.policy),
        })
    }
}

/// A JSON text without white space between its tokens, which stay as they are: a key that is there twice, the digits of
/// a number. `None` if it isn't JSON.
fn on_one_line(text: &str) -> Option<Box<RawValue>> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let (mut is_string, mut is_escaped) = (false, false);
    let is_kept = |character: &char| {
        is_string ^= *character == '"' && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        is_string || !character.is_ascii_whitespace()
    };
    RawValue::from_string(text.chars().filter(is_kept).collect()).ok()
}

/// All that is known of a rule.
pub(super) fn entry<'a>(rule: &Rule<'a>, level: Level) -> impl Serialize + use<'a> {
    Entry {
        name: rule.name,
        family: rule.family(),
        number: rule.number,
        since: rule.since,
        renamed_from: rule.old_names().collect(),
        deprecated: rule.deprecated,
        operations: rule.on.iter().map(|operation| operation.name()).collect(),
        level: level.name(),
        locked: rule.locked,
        basis: rule.basis.name(),
        source: rule.source,
        needs: rule.needs.iter().map(|fact| fact.name()).collect(),
        summary: rule.docs.summary,
        why: rule.docs.why,
        message: rule.message,
        params: rule.params,
        violated_by: Case::of(&rule.docs.violated_by),
        held_by: Case::of(&rule.docs.held_by),
    }
}

/// The list as JSON, a rule a line. Levels are those of the policy.
pub(super) fn json(rules: &[(Rule<'_>, Level)]) -> String {
    let mut text = String::from("[");
    for (index, (rule, level)) in rules.iter().enumerate() {
        text.push_str(if index > 0 { ",\n" } else { "\n" });
        text.push_str(&serde_json::to_string(&entry(rule, *level)).unwrap_or_default());
    }
    text.push_str("\n]\n");
    text
}
