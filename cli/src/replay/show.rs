//! Output of the changes, for people and for programs.

use super::Total;
use super::changes::Affected;
use crate::names::{counted, places};
use crate::output::pretty;
use crate::page::{decided_by, decided_by_json};
use anstyle::{AnsiColor, Style};
use paylint::Policy;
use serde_json::json;
use std::fmt::Write;

/// The changes, kind by kind and rule by rule, with the first few examples.
pub(super) fn human(total: &Total, before: (&str, &Policy), after: (&str, &Policy)) -> String {
    let changes = &total.changes;
    let lines = counted(total.outcome.lines, "line", "lines");
    let mut text = format!("{lines}, if {} took the place of {}:\n\n", after.0, before.0);
    let kinds = [
        (
            &changes.accept_to_reject,
            "accepted, would be rejected",
            AnsiColor::BrightRed.on_default().bold(),
        ),
        (
            &changes.reject_to_accept,
            "rejected, would be accepted",
            AnsiColor::BrightGreen.on_default().bold(),
        ),
        (&changes.differ, "verdict stays, report differs", AnsiColor::Yellow.on_default()),
    ];
    for (change, words, style) in kinds {
        _ = writeln!(text, "{:>8}  {style}{words}{style:#}", change.cases);
        rules(&mut text, change);
    }
    _ = writeln!(text, "{:>8}  the same", changes.same);
    if let Some(first) = total.outcome.problems.first.first() {
        let style = Style::new().bold();
        _ = writeln!(
            text,
            "{:>8}  {style}not a case{style:#}: {first}",
            total.outcome.problems.count
        );
    }
    if let Some(ignored_policies) = total.outcome.problems.ignored_policies() {
        _ = writeln!(text, "\nnote: {ignored_policies}");
    }
    text.push('\n');
    for (name, policy) in [before, after] {
        _ = writeln!(text, "{}", decided_by(name, policy));
    }
    text
}

/// Writes the rules that cause a change, those with the most cases first; without any, the examples.
fn rules(text: &mut String, change: &Affected) {
    if change.cases == 0 {
        return;
    }
    if change.rules.is_empty() {
        _ = writeln!(text, "            {}", places(&change.examples, change.cases));
        return;
    }
    let mut rules: Vec<_> = change.rules.iter().collect();
    rules.sort_by_key(|(_, rule)| std::cmp::Reverse(rule.cases));
    let width = rules.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, rule) in rules {
        let places = places(&rule.examples, rule.cases);
        _ = writeln!(text, "{:>8}    {name:width$}  {places}", rule.cases);
    }
}

/// The replay as JSON.
pub(super) fn json(total: &Total, before: &Policy, after: &Policy) -> String {
    let Total { outcome, changes } = total;
    let decided_by = [before, after].map(decided_by_json);
    pretty(&json!({
        "lines": outcome.lines,
        "accept_to_reject": changes.accept_to_reject,
        "reject_to_accept": changes.reject_to_accept,
        "differ": changes.differ,
        "same": changes.same,
        "error": outcome.problems.count,
        "own_policies": outcome.problems.own_policies,
        "decided_by": decided_by,
    }))
}
