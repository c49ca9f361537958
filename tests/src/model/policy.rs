//! How strict to be: the policy.

use super::basis::basis;
use super::catalogue::{Level, RULES, Rule};
use super::json::{Json, parse};
use super::strict::{Fault, integer, members, one_of, string};
use super::tenant::{self, Tenant};

/// A level for each rule of the catalogue and each of the tenant's own, by its place there; the tenant's rules; what
/// an unchecked rule at level deny does; and the two limits.
pub(crate) struct Policy {
    pub(crate) levels: Vec<Level>,
    pub(crate) tenants: Vec<Tenant>,
    pub(crate) tenant_levels: Vec<Level>,
    pub(crate) rejects_unchecked: bool,
    pub(crate) max_findings: usize,
    pub(crate) max_body_bytes: usize,
}

impl Policy {
    pub(crate) fn standard() -> Policy {
        Policy {
            levels: RULES.iter().map(|rule| rule.level).collect(),
            tenants: Vec::new(),
            tenant_levels: Vec::new(),
            rejects_unchecked: false,
            max_findings: 100,
            max_body_bytes: 1_048_576,
        }
    }
}

pub(crate) fn read(text: &[u8]) -> Result<Policy, Fault> {
    let tree = parse(text).map_err(|_| Fault::at("", "no JSON text"))?;
    let [label, levels, unchecked, rules, max_findings, max_body_bytes] = members(
        &tree,
        "",
        ["label", "levels", "unchecked", "rules", "max_findings", "max_body_bytes"],
    )?;
    let mut policy = Policy::standard();
    if let Some(json) = label {
        read_label(json)?;
    }
    if let Some(json) = unchecked {
        policy.rejects_unchecked = one_of(json, "unchecked", &["accept", "reject"])? == "reject";
    }
    if let Some(json) = rules {
        policy.tenants = tenant::read(json)?;
    }
    let entries = match levels {
        Some(json) => read_levels(json, &policy.tenants)?,
        None => Vec::new(),
    };
    policy.levels = RULES.iter().map(|rule| level_of(rule, &entries)).collect();
    let own = |tenant: &Tenant| {
        let entry = |names: &[&str]| {
            let entry = names.iter().find_map(|name| find(&entries, name));
            entry.unwrap_or(tenant.level)
        };
        match tenant.level {
            Level::Allow => entry(&[&tenant.name, "custom.*"]),
            _ => entry(&[&tenant.name, "custom.*", "basis.custom", "*"]),
        }
    };
    policy.tenant_levels = policy.tenants.iter().map(own).collect();
    if let Some(json) = max_findings {
        policy.max_findings = integer(json, "max_findings", 1, 10_000)? as usize;
    }
    if let Some(json) = max_body_bytes {
        policy.max_body_bytes = integer(json, "max_body_bytes", 1, 67_108_864)? as usize;
    }
    Ok(policy)
}

/// 1 to 64 of A–Z a–z 0–9 . _ -
fn read_label(json: &Json) -> Result<(), Fault> {
    let label = string(json, "label")?;
    let listed = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_' || c == '-';
    if label.chars().count() > 64 || !label.chars().all(listed) {
        return Err(Fault::at("label", "a character that a label has not, or too many"));
    }
    Ok(())
}

/// The entries of `levels`: what each selects, and the level.
type Entries = Vec<(String, Level)>;

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

fn read_levels(json: &Json, tenants: &[Tenant]) -> Result<Entries, Fault> {
    let Json::Object(members) = json else {
        return Err(Fault::at("levels", "no object"));
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
        if !is_selector(name, tenants) {
            return Err(Fault::at("levels", "selects nothing that is known, or a locked rule"));
        }
        entries.push((name.clone(), level));
    }
    Ok(entries)
}

fn is_selector(name: &str, tenants: &[Tenant]) -> bool {
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
        || tenants.iter().any(|tenant| tenant.name == name)
}
