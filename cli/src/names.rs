//! Texts for output: unknown names and the nearest known ones, counts, places.

use crate::input::shown;
use anstyle::{AnsiColor, Style};
use paylint::facts::Fact;
use paylint::{Level, Report, Unchecked};
use paylint_traffic::Location;

pub(crate) use paylint::{nearest, shown_name, unknown_name as unknown};

/// A count with its noun: `1 error`, `2 errors`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A list of facts: `now, order.paid_at`.
pub(crate) fn facts(facts: impl Iterator<Item = Fact>) -> String {
    facts.map(Fact::name).collect::<Vec<_>>().join(", ")
}

/// Why rules are unchecked, after "can't be decided".
pub(crate) fn because(report: &Report) -> &'static str {
    let lacks_facts = report.unchecked().any(|unchecked| unchecked.needs().next().is_some());
    if lacks_facts { " because facts are missing" } else { "" }
}

/// The facts that would decide a rule. There are none if its total isn't known.
pub(crate) fn needs(unchecked: Unchecked<'_>) -> String {
    match facts(unchecked.needs()) {
        none if none.is_empty() => "the total isn't known".to_owned(),
        needs => needs,
    }
}

/// A list of examples: `cases.ndjson:3 "order-3", cases.ndjson:7, …`.
pub(crate) fn places(examples: &[Location], of: u64) -> String {
    let places = examples.iter().map(|Location { file, line, id }| match id {
        Some(id) => format!("{file}:{line} {}", shown(id.get())),
        None => format!("{file}:{line}"),
    });
    let mut text = places.collect::<Vec<_>>().join(", ");
    if examples.len() < usize::try_from(of).unwrap_or(usize::MAX) {
        text.push_str(", …");
    }
    text
}

/// The colour of a level.
pub(crate) fn level_style(level: Level) -> Style {
    match level {
        Level::Deny => AnsiColor::BrightRed.on_default(),
        Level::Warn => AnsiColor::Yellow.on_default(),
        Level::Allow => Style::new().dimmed(),
    }
}
