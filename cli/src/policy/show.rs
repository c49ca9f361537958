//! What a policy does, for people and for programs.

use super::Effects;
use super::reach::Loss;
use crate::names::counted;
use anstyle::{AnsiColor, Style};
use paylint::{Engine, Feature};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;

const HEAD: Style = Style::new().bold();
/// How wide lists are set.
const WIDTH: usize = 88;

pub(super) fn human(effects: &Effects<'_>, file: &Path) -> String {
    let mut text = String::new();
    let label = effects.policy.label().map_or(String::new(), |label| format!(" ({label})"));
    _ = writeln!(text, "{HEAD}{}{label}{HEAD:#}", crate::input::name_of(file));
    let engine = Engine::new(effects.policy);
    let (policy, rules) = (engine.policy_fingerprint(), engine.rules_fingerprint());
    _ = writeln!(text, "fingerprints: policy {policy}, rules {rules}\n");
    levels(&mut text, effects);
    losses(&mut text, effects);
    _ = writeln!(
        text,
        "{HEAD}Cells of the table that no request reaches, whatever the policy{HEAD:#}"
    );
    for a in Feature::ALL {
        let others = effects.unreachable.iter().filter(|(first, _)| first == a);
        let others: Vec<&str> = others.map(|(_, b)| b.name()).collect();
        if !others.is_empty() {
            let options =
                textwrap::Options::new(WIDTH).initial_indent("  ").subsequent_indent("    ");
            let line = format!("{a} × {}", others.join(", "));
            _ = writeln!(text, "{}", textwrap::fill(&line, options));
        }
    }
    text
}

fn levels(text: &mut String, Effects { policy, changed, added, idle, .. }: &Effects<'_>) {
    let names = changed.iter().map(|(name, ..)| name).chain(added.iter().map(|(name, _)| name));
    let width = names.map(|name| name.len()).max().unwrap_or_default();
    if changed.is_empty() {
        _ = writeln!(text, "It changes no rule's level.\n");
    } else {
        let rules = counted(changed.len() as u64, "rule", "rules");
        _ = writeln!(text, "{HEAD}It changes the level of {rules}{HEAD:#}");
        for (name, before, after) in changed {
            _ = writeln!(text, "  {name:width$}  {before} → {after}");
        }
        text.push('\n');
    }
    if !added.is_empty() {
        let rules = counted(added.len() as u64, "rule", "rules");
        _ = writeln!(text, "{HEAD}It adds {rules} of its own{HEAD:#}");
        for (name, level) in added {
            _ = writeln!(text, "  {name:width$}  {level}");
        }
        text.push('\n');
    }
    if policy.rejects_unchecked() {
        text.push_str("It rejects where a rule at level deny can't be decided.\n\n");
    }
    if !idle.is_empty() {
        let style = AnsiColor::Yellow.on_default().bold();
        _ = writeln!(text, "{style}Entries that change nothing{style:#}");
        for entry in idle {
            _ = writeln!(text, "  {entry}");
        }
        text.push('\n');
    }
}

fn losses(text: &mut String, effects: &Effects<'_>) {
    let facts: Vec<&str> = effects.facts.iter().map(|fact| fact.name()).collect();
    let given = match facts.len() {
        0 => "Whatever the facts".to_owned(),
        _ => "With the facts given".to_owned(),
    };
    if effects.losses.is_empty() {
        _ = writeln!(text, "{given}, all that the default policy allows is still possible.");
    } else {
        let style = AnsiColor::BrightRed.on_default().bold();
        _ = writeln!(text, "{style}{given}, these have become impossible{style:#}");
        let width = effects.losses.iter().map(|loss| name(loss).chars().count()).max();
        let width = width.unwrap_or_default();
        for loss in &effects.losses {
            let rules: Vec<&str> = loss.rules.iter().map(String::as_str).collect();
            _ = writeln!(text, "  {:10}  {:width$}  {}", loss.kind(), name(loss), rules.join(", "));
        }
    }
    if !facts.is_empty() {
        let line = format!("(given: {})", facts.join(", "));
        _ = writeln!(text, "{}", textwrap::fill(&line, WIDTH));
    }
    text.push('\n');
}

fn name(loss: &Loss) -> String {
    let names: Vec<&str> = loss.features.iter().map(|feature| feature.name()).collect();
    names.join(" × ")
}

pub(super) fn json(effects: &Effects<'_>) -> String {
    let engine = Engine::new(effects.policy);
    let facts: Vec<&str> = effects.facts.iter().map(|fact| fact.name()).collect();
    let loss = |loss: &Loss| {
        let features: Vec<&str> = loss.features.iter().map(|feature| feature.name()).collect();
        json!({ "kind": loss.kind(), "features": features, "rules": loss.rules })
    };
    let changed = effects.changed.iter().map(|(name, before, after)| {
        json!({ "rule": name, "default": before.name(), "level": after.name() })
    });
    let added =
        effects.added.iter().map(|(name, level)| json!({ "rule": name, "level": level.name() }));
    let unreachable = effects.unreachable.iter().map(|(a, b)| json!([a.name(), b.name()]));
    let json = json!({
        "label": effects.policy.label(),
        "fingerprints": {
            "policy": engine.policy_fingerprint().text(),
            "rules": engine.rules_fingerprint().text(),
        },
        "facts": facts,
        "changed": changed.collect::<Vec<_>>(),
        "added": added.collect::<Vec<_>>(),
        "without_effect": effects.idle,
        "impossible": effects.losses.iter().map(loss).collect::<Vec<_>>(),
        "unreachable": unreachable.collect::<Vec<_>>(),
    });
    let mut text = serde_json::to_string_pretty(&json).unwrap_or_default();
    text.push('\n');
    text
}
