//! Output of a policy's effects, for people and for programs.

use super::Effects;
use super::layers::{EntryMembers, defaults};
use crate::names::counted;
use crate::output::{WIDTH, pretty};
use anstyle::{AnsiColor, Style};
use paylint::Engine;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const HEAD: Style = Style::new().bold();

pub(super) fn human(effects: &Effects<'_>) -> String {
    let mut text = String::new();
    let label = effects.policy.label().map_or(String::new(), |label| format!(" ({label})"));
    _ = writeln!(text, "{HEAD}{}{label}{HEAD:#}", effects.sources.join(" + "));
    let engine = Engine::new(effects.policy);
    let (policy, rules) = (engine.policy_fingerprint(), engine.rules_fingerprint());
    _ = writeln!(text, "fingerprints: policy {policy}, rules {rules}\n");
    levels(&mut text, effects);
    let said = said(effects);
    let width = said.iter().map(|(name, ..)| name.len()).max().unwrap_or_default();
    let said = said
        .iter()
        .map(|(name, words, layer)| format!("  {name:width$}  {words}  {}", from(effects, *layer)));
    list(&mut text, "It says", said);
    if effects.policy.rejects_unchecked() {
        text.push_str("It rejects if a rule at level deny can't be decided.\n\n");
    }
    let idle =
        effects.idle.iter().map(|(entry, layer)| format!("  {entry}  {}", from(effects, *layer)));
    list(&mut text, "Entries that change nothing", idle);
    list(&mut text, "Rules to check", effects.conflicts.iter().map(|line| format!("  {line}")));
    // Names in notes must stay whole, so that they can be copied.
    let options = textwrap::Options::new(WIDTH).subsequent_indent("    ").break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    let notes = effects.policy.notes().iter();
    let notes = notes.map(|note| textwrap::fill(&format!("  {note}"), &options));
    list(&mut text, "Outdated entries", notes);
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
    let by = changed.iter().map(|(.., (by, _))| by.len()).max().unwrap_or_default();
    let rules = counted(changed.len() as u64, "rule", "rules");
    _ = writeln!(text, "{HEAD}It changes the level of {rules}{HEAD:#}");
    for (rule, level, (entry, layer)) in changed {
        let change = format!("{} → {level}", rule.level);
        let line =
            format!("  {:width$}  {change:13}  {entry:by$}  {}", rule.name, from(effects, *layer));
        _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
}

/// Levels at members, declared members and policy rules: the name, description and layer of each.
fn said(effects: &Effects<'_>) -> Vec<(String, String, usize)> {
    let Effects { policy, layers, .. } = effects;
    let mut said = Vec::new();
    for (rule, _) in policy.rules() {
        said.extend(policy.levels_at(rule.name).map(|(member, level)| {
            let (_, layer) = policy.deciding_entry(rule.name, Some(member)).unwrap_or_default();
            (format!("{}@{member}", rule.name), level.to_string(), layer)
        }));
    }
    for entry in layers.entries("members") {
        let EntryMembers { member, on, kind, total, .. } = entry.members;
        let words = format!("{kind} of {}{}", on.join(", "), on_total(&total));
        said.push((member, words, entry.layer));
    }
    for (rule, level) in policy.rules() {
        let Some((layer, _)) = policy.place_of_rule(rule.name) else { continue };
        let about =
            rule.about().map_or(String::new(), |about| format!(" [{}]", about.escape_debug()));
        let level = if level == rule.level { String::new() } else { format!(" ({level})") };
        let words = format!("{}{level}{about}", rule.summary());
        said.push((rule.name.to_owned(), words, layer));
    }
    said
}

/// A declared member's effect on the total, in words.
fn on_total(effect: &str) -> String {
    if effect.is_empty() { String::new() } else { format!(", {effect} the total") }
}

/// Adds, by path, the parts of a rule's entry that its description omits: messages, its old name, and long
/// lists.
fn unsaid(rule: &str, path: &str, part: &Value, all: &mut BTreeMap<String, String>) {
    match part {
        Value::Object(members) => {
            for (name, member) in members {
                let dot = if path.is_empty() { "" } else { "." };
                unsaid(rule, &format!("{path}{dot}{name}"), member, all);
            }
        }
        Value::Array(values) if values.len() > 8 => {
            let mut values: Vec<String> = values.iter().map(|value| format!("{value}")).collect();
            values.sort();
            all.insert(format!("{rule}.{path}"), values.join(", "));
        }
        // A single message is the English one.
        Value::String(text) if path == "message" => {
            all.insert(format!("{rule}.message.en"), format!("{text:?}"));
        }
        Value::String(text) if path == "renamed_from" || path.starts_with("message.") => {
            all.insert(format!("{rule}.{path}"), format!("{text:?}"));
        }
        _ => {}
    }
}

/// A policy's effects, by name: levels that differ from the rules' own, and other entries in words.
fn all(effects: &Effects<'_>) -> BTreeMap<String, String> {
    let changed = effects
        .changed
        .iter()
        .map(|(rule, level, _)| (format!("levels.{}", rule.name), level.to_string()));
    let said = said(effects).into_iter().map(|(name, words, _)| (name, words));
    let effective = effects.layers.effective();
    let rest = defaults().into_iter().filter_map(|(name, default)| {
        let (value, default) = (effective.get(name)?.get(), default.to_string());
        (value != default).then(|| (name.to_owned(), value.to_owned()))
    });
    let mut all: BTreeMap<String, String> = changed.chain(said).chain(rest).collect();
    for entry in effects.layers.entries("members") {
        let EntryMembers { member, on, kind, total, .. } = entry.members;
        all.remove(&member);
        let words = kind + &on_total(&total);
        // Two entries can declare the same path, for different operations.
        all.extend(on.iter().map(|on| (format!("{member} of {on}"), words.clone())));
    }
    for entry in effects.layers.entries("rules") {
        let json = serde_json::from_str(entry.json.get()).unwrap_or_default();
        unsaid(&entry.members.name, "", &json, &mut all);
    }
    all
}

/// Differences between two policies: each name with its two effects.
fn differing(
    one: &Effects<'_>,
    other: &Effects<'_>,
) -> Vec<(String, Option<String>, Option<String>)> {
    let (one, other) = (all(one), all(other));
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let both = names
        .into_iter()
        .map(|name| (name.clone(), one.get(name).cloned(), other.get(name).cloned()));
    both.filter(|(_, one, other)| one != other).collect()
}

pub(super) fn difference(one: &Effects<'_>, other: &Effects<'_>) -> String {
    let mut text = format!("--- {}\n+++ {}\n", one.sources.join(" + "), other.sources.join(" + "));
    for (name, before, after) in differing(one, other) {
        for (sign, words) in [('-', before), ('+', after)] {
            if let Some(words) = words {
                _ = writeln!(text, "{sign} {name}: {words}");
            }
        }
    }
    text
}

pub(super) fn difference_json(one: &Effects<'_>, other: &Effects<'_>) -> String {
    let differing = differing(one, other);
    let differing = differing
        .iter()
        .map(|(name, before, after)| json!({ "entry": name, "policy": before, "against": after }));
    pretty(&json!({ "differing": differing.collect::<Vec<_>>() }))
}

/// The policy that an entry comes from, if there are several.
fn from(effects: &Effects<'_>, layer: usize) -> String {
    match &effects.sources[..] {
        [_] => String::new(),
        sources => sources.get(layer).map_or(String::new(), |source| format!("({source})")),
    }
}

/// Writes a list of entries, if there are any.
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
    let changed = effects.changed.iter().map(|(rule, level, (entry, layer))| {
        json!({
            "rule": rule.name, "default": rule.level.name(), "level": level.name(),
            "by": entry, "from": from(*layer),
        })
    });
    let idle =
        effects.idle.iter().map(|(entry, layer)| json!({ "entry": entry, "from": from(*layer) }));
    let rest = json!({
        "label": effects.policy.label(),
        "fingerprints": {
            "policy": engine.policy_fingerprint().text(),
            "rules": engine.rules_fingerprint().text(),
        },
        "policies": effects.sources,
        "changed": changed.collect::<Vec<_>>(),
        "says": said(effects).iter().map(|(name, words, layer)| {
            json!({ "entry": name, "words": words, "from": from(*layer) })
        }).collect::<Vec<_>>(),
        "conflicts": effects.conflicts,
        "notes": effects.policy.notes(),
        "without_effect": idle.collect::<Vec<_>>(),
    });
    pretty(&Output { rest, policy: effects.layers.effective() })
}

/// The output for programs. The policy is raw JSON, since numbers can have more digits than a double.
#[derive(Serialize)]
struct Output {
    #[serde(flatten)]
    rest: Value,
    policy: BTreeMap<String, Box<RawValue>>,
}
