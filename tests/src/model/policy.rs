//! How strict to be: the policy, which can be laid together from several.

use std::collections::BTreeSet;

use super::basis::basis;
use super::catalogue::{Level, RULES, Rule};
use super::declared::{self, Declared, are_apart};
use super::json::{Json, parse};
use super::policy_rules::{self, PolicyRule};
use super::strict::{Fault, integer, members, one_of, string};

/// What a request is judged by.
pub(crate) struct Policy {
    /// Of each rule of the catalogue, by its place there.
    pub(crate) levels: Vec<Level>,
    pub(crate) members: Vec<Declared>,
    pub(crate) rules: Vec<PolicyRule>,
    /// Of each policy rule.
    pub(crate) own_levels: Vec<Level>,
    pub(crate) rejects_unchecked: bool,
    pub(crate) max_findings: usize,
    pub(crate) max_body_bytes: usize,
}

/// How many members a policy may declare, and how many rules it may have.
const MOST: usize = 256;

/// Lays policies over one another, the later over the earlier.
pub(crate) fn read(layers: &[&[u8]]) -> Result<Policy, Fault> {
    let mut all = Layer::default();
    for (number, text) in layers.iter().enumerate() {
        all = read_layer(text, number)?.over(all);
    }
    let entries: BTreeSet<(usize, usize)> = all.members.iter().map(|it| it.entry).collect();
    if entries.len() > MOST || all.rules.len() > MOST {
        return Err(Fault::at("", "too many members or rules"));
    }
    if !are_apart(&all.members) {
        return Err(Fault::at("members", "two that differ in case alone"));
    }
    if !all.rules.iter().all(|rule| rule.is_known(&all.members)) {
        return Err(Fault::at("rules", "a member that isn't known, or not of a type for this"));
    }
    if !all.levels.iter().all(|(name, _)| is_selector(name, &all.rules)) {
        return Err(Fault::at("levels", "selects nothing that is known, or a locked rule"));
    }
    Ok(Policy {
        levels: RULES.iter().map(|rule| level_of(rule, &all.levels)).collect(),
        own_levels: all.rules.iter().map(|rule| own_level(rule, &all)).collect(),
        members: all.members,
        rules: all.rules,
        rejects_unchecked: all.rejects_unchecked.unwrap_or(false),
        max_findings: all.max_findings.unwrap_or(100),
        max_body_bytes: all.max_body_bytes.unwrap_or(1_048_576),
    })
}

/// A policy as it was written.
#[derive(Default)]
struct Layer {
    levels: Entries,
    members: Vec<Declared>,
    rules: Vec<PolicyRule>,
    rejects_unchecked: Option<bool>,
    max_findings: Option<usize>,
    max_body_bytes: Option<usize>,
}

/// The entries of `levels`: what each selects, and the level.
type Entries = Vec<(String, Level)>;

impl Layer {
    /// This one's values, and the earlier one's where it has none; what is at one place takes the
    /// earlier one's.
    fn over(self, earlier: Layer) -> Layer {
        let same_selector = |(one, _): &(String, Level), (other, _): &(String, Level)| one == other;
        let same_name = |one: &PolicyRule, other: &PolicyRule| one.name == other.name;
        Layer {
            levels: join(earlier.levels, self.levels, same_selector),
            members: join(earlier.members, self.members, Declared::is_at_the_place_of),
            rules: join(earlier.rules, self.rules, same_name),
            rejects_unchecked: self.rejects_unchecked.or(earlier.rejects_unchecked),
            max_findings: self.max_findings.or(earlier.max_findings),
            max_body_bytes: self.max_body_bytes.or(earlier.max_body_bytes),
        }
    }
}

fn join<T>(mut earlier: Vec<T>, later: Vec<T>, same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    for one in later {
        match earlier.iter().position(|other| same(other, &one)) {
            Some(place) => earlier[place] = one,
            None => earlier.push(one),
        }
    }
    earlier
}

fn read_layer(text: &[u8], number: usize) -> Result<Layer, Fault> {
    let tree = parse(text).map_err(|_| Fault::at("", "not JSON"))?;
    let [label, levels, unchecked, members_, rules, max_findings, max_body_bytes] = members(
        &tree,
        "",
        ["label", "levels", "unchecked", "members", "rules", "max_findings", "max_body_bytes"],
    )?;
    let mut layer = Layer::default();
    if let Some(json) = label {
        read_label(json)?;
    }
    if let Some(json) = levels {
        layer.levels = read_levels(json)?;
    }
    if let Some(json) = unchecked {
        layer.rejects_unchecked =
            Some(one_of(json, "unchecked", &["accept", "reject"])? == "reject");
    }
    if let Some(json) = members_ {
        layer.members = declared::read(json, number)?;
    }
    if let Some(json) = rules {
        layer.rules = policy_rules::read(json)?;
    }
    if let Some(json) = max_findings {
        layer.max_findings = Some(integer(json, "max_findings", 1, 10_000)? as usize);
    }
    if let Some(json) = max_body_bytes {
        layer.max_body_bytes = Some(integer(json, "max_body_bytes", 1, 67_108_864)? as usize);
    }
    Ok(layer)
}

/// 1 to 64 of A–Z a–z 0–9 . _ -
fn read_label(json: &Json) -> Result<(), Fault> {
    let label = string(json, "label")?;
    let listed = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_' || c == '-';
    if label.chars().count() > 64 || !label.chars().all(listed) {
        return Err(Fault::at("label", "a character that a label can't have, or too many"));
    }
    Ok(())
}

fn read_levels(json: &Json) -> Result<Entries, Fault> {
    let Json::Object(members) = json else {
        return Err(Fault::at("levels", "not an object"));
    };
    let mut entries = Entries::new();
    for (name, value) in members {
        if find(&entries, name).is_some() {
            return Err(Fault::at("levels", "a repeated key"));
        }
        let level = match one_of(value, "levels", &["deny", "warn", "allow"])?.as_str() {
            "deny" => Level::Deny,
            "warn" => Level::Warn,
            _ => Level::Allow,
        };
        entries.push((name.clone(), level));
    }
    Ok(entries)
}

fn find(entries: &Entries, selector: &str) -> Option<Level> {
    entries.iter().find(|(known, _)| known == selector).map(|(_, level)| *level)
}

/// The level of a rule of the catalogue: by the narrowest entry that selects it.
fn level_of(rule: &Rule, entries: &Entries) -> Level {
    if let Some(own) = find(entries, rule.name) {
        return own;
    }
    if rule.locked {
        return rule.level;
    }
    if let Some(of_family) = find(entries, &format!("{}.*", rule.family())) {
        return of_family;
    }
    if rule.level == Level::Allow {
        return Level::Allow;
    }
    let of_basis = find(entries, &format!("basis.{}", basis(rule.name)));
    of_basis.or_else(|| find(entries, "*")).unwrap_or(rule.level)
}

/// The level of a policy rule, whose own is the default.
fn own_level(rule: &PolicyRule, all: &Layer) -> Level {
    let wide: &[&str] = match rule.level {
        Level::Allow => &["custom.*"],
        _ => &["custom.*", "basis.custom", "*"],
    };
    let old = rule
        .old_name
        .as_deref()
        .filter(|old| rule_called(old, &all.rules).is_some_and(|it| it.name == rule.name));
    let mut selectors = [rule.name.as_str()].into_iter().chain(old).chain(wide.iter().copied());
    selectors.find_map(|selector| find(&all.levels, selector)).unwrap_or(rule.level)
}

/// The policy rule that has a name, or else the first that had it.
fn rule_called<'r>(name: &str, rules: &'r [PolicyRule]) -> Option<&'r PolicyRule> {
    let now = rules.iter().find(|rule| rule.name == name);
    now.or_else(|| rules.iter().find(|rule| rule.old_name.as_deref() == Some(name)))
}

fn is_selector(name: &str, rules: &[PolicyRule]) -> bool {
    const WIDE: [&str; 7] = [
        "*",
        "basis.stated",
        "basis.inferred",
        "basis.convention",
        "basis.integrity",
        "basis.custom",
        "custom.*",
    ];
    WIDE.contains(&name)
        || RULES.iter().any(|rule| rule.name == name && !rule.locked)
        || RULES.iter().any(|rule| format!("{}.*", rule.family()) == name)
        || rule_called(name, rules).is_some()
}
