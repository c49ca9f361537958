//! What a policy does, for people and for programs.

use super::Effects;
use crate::names::counted;
use crate::output::pretty;
use anstyle::{AnsiColor, Style};
use paylint::Engine;
use serde_json::json;
use std::fmt::Write;

const HEAD: Style = Style::new().bold();
/// How wide lists are set.
const WIDTH: usize = 88;

pub(super) fn human(effects: &Effects<'_>) -> String {
    let mut text = String::new();
    let label = effects.policy.label().map_or(String::new(), |label| format!(" ({label})"));
    _ = writeln!(text, "{HEAD}{}{label}{HEAD:#}", effects.sources.join(" + "));
    let engine = Engine::new(effects.policy);
    let (policy, rules) = (engine.policy_fingerprint(), engine.rules_fingerprint());
    _ = writeln!(text, "fingerprints: policy {policy}, rules {rules}\n");
    levels(&mut text, effects);
    if effects.policy.rejects_unchecked() {
        text.push_str("It rejects where a rule at level deny can't be decided.\n\n");
    }
    let idle =
        effects.idle.iter().map(|(entry, layer)| format!("  {entry}  {}", from(effects, *layer)));
    list(&mut text, "Entries that change nothing", idle);
    // What is copied from a note must be whole, so nothing is parted at a hyphen.
    let options = textwrap::Options::new(WIDTH).subsequent_indent("    ").break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    let notes = effects.policy.notes().iter();
    let notes = notes.map(|note| textwrap::fill(&format!("  {note}"), &options));
    list(&mut text, "Entries to renew", notes);
    text.pop(); // the line between two sections
    text
}

fn levels(text: &mut String, effects: &Effects<'_>) {
    let changed = &effects.changed;
    if changed.is_empty() {
        _ = writeln!(text, "It changes no rule's level.\n");
        return;
    }
    let width = changed.iter().map(|(rule, ..)| rule.name.len()).max().unwrap_or_default();
    let by = changed.iter().filter_map(|(.., by)| Some(by.as_ref()?.0.len())).max();
    let by = by.unwrap_or_default();
    let rules = counted(changed.len() as u64, "rule", "rules");
    _ = writeln!(text, "{HEAD}It changes the level of {rules}{HEAD:#}");
    for (rule, level, entry) in changed {
        let (entry, layer) = entry.as_ref().map_or(("", 0), |(entry, layer)| (entry, *layer));
        let change = format!("{} → {level}", rule.level);
        let line =
            format!("  {:width$}  {change:13}  {entry:by$}  {}", rule.name, from(effects, layer));
        _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
}

/// Where an entry comes from, if that could be more than one policy.
fn from(effects: &Effects<'_>, layer: usize) -> String {
    match &effects.sources[..] {
        [_] => String::new(),
        sources => sources.get(layer).map_or(String::new(), |source| format!("({source})")),
    }
}

/// A list of entries, if there are any.
fn list(text: &mut String, title: &str, lines: impl IntoIterator<Item = String>) {
    let lines: String = lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect();
    if !lines.is_empty() {
        let style = AnsiColor::Yellow.on_default().bold();
        _ = writeln!(text, "{style}{title}{style:#}\n{lines}");
    }
}

pub(super) fn json(effects: &Effects<'_>) -> String {
    let engine = Engine::new(effects.policy);
    let from = |layer: usize| effects.sources.get(layer);
    let changed = effects.changed.iter().map(|(rule, level, by)| {
        let (entry, layer) = by.clone().unzip();
        json!({
            "rule": rule.name, "default": rule.level.name(), "level": level.name(),
            "by": entry, "from": layer.map(from),
        })
    });
    let idle =
        effects.idle.iter().map(|(entry, layer)| json!({ "entry": entry, "from": from(*layer) }));
    pretty(&json!({
        "label": effects.policy.label(),
        "fingerprints": {
            "policy": engine.policy_fingerprint().text(),
            "rules": engine.rules_fingerprint().text(),
        },
        "policies": effects.sources,
        "changed": changed.collect::<Vec<_>>(),
        "notes": effects.policy.notes(),
        "without_effect": idle.collect::<Vec<_>>(),
    }))
}
