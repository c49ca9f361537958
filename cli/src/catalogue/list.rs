//! The rules as a list.

use crate::names::counted;
use anstyle::{AnsiColor, Style};
use paylint::door::rule_with;
use paylint::{Level, Rule};
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

/// The list as JSON, a rule a line. Levels are those of the policy.
pub(super) fn json(rules: &[(Rule<'_>, Level)]) -> String {
    let mut text = String::from("[");
    for (index, (rule, level)) in rules.iter().enumerate() {
        text.push_str(if index > 0 { ",\n" } else { "\n" });
        text.push_str(&serde_json::to_string(&rule_with((*rule, *level))).unwrap_or_default());
    }
    text.push_str("\n]\n");
    text
}
