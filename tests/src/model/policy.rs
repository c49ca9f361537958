//! How strict to be: the policy.

use super::catalogue::{Level, RULES};
use super::json::{Json, parse};
use super::strict::{Fault, integer, members, one_of};

/// A level for each rule of the catalogue, by its place there, and the two limits.
pub(crate) struct Policy {
    pub(crate) levels: Vec<Level>,
    pub(crate) max_findings: usize,
    pub(crate) max_body_bytes: usize,
}

impl Policy {
    pub(crate) fn standard() -> Policy {
        Policy {
            levels: RULES.iter().map(|rule| rule.level).collect(),
            max_findings: 100,
            max_body_bytes: 1_048_576,
        }
    }
}

pub(crate) fn read(text: &[u8]) -> Result<Policy, Fault> {
    let tree = parse(text).map_err(|_| Fault::at("", "no JSON text"))?;
    let [levels, max_findings, max_body_bytes] =
        members(&tree, "", ["levels", "max_findings", "max_body_bytes"])?;
    let mut policy = Policy::standard();
    if let Some(json) = levels {
        read_levels(json, &mut policy.levels)?;
    }
    if let Some(json) = max_findings {
        policy.max_findings = integer(json, "max_findings", 1, 10_000)? as usize;
    }
    if let Some(json) = max_body_bytes {
        policy.max_body_bytes = integer(json, "max_body_bytes", 1, 67_108_864)? as usize;
    }
    Ok(policy)
}

fn read_levels(json: &Json, levels: &mut [Level]) -> Result<(), Fault> {
    let Json::Object(entries) = json else {
        return Err(Fault::at("levels", "no object"));
    };
    let mut own = Vec::new();
    for (index, (name, value)) in entries.iter().enumerate() {
        if entries[..index].iter().any(|(earlier, _)| earlier == name) {
            return Err(Fault::at("levels", "a repeated key"));
        }
        let level = match one_of(value, "levels", &["deny", "warn", "allow"])?.as_str() {
            "deny" => Level::Deny,
            "warn" => Level::Warn,
            _ => Level::Allow,
        };
        if let Some(family) = name.strip_suffix(".*") {
            let mut known = false;
            for (rule, slot) in RULES.iter().zip(levels.iter_mut()) {
                if rule.family() == family {
                    known = true;
                    if !rule.locked {
                        *slot = level;
                    }
                }
            }
            if !known {
                return Err(Fault::at("levels", "an unknown family"));
            }
        } else {
            match RULES.iter().position(|rule| rule.name == name) {
                None => return Err(Fault::at("levels", "an unknown rule")),
                Some(place) if RULES[place].locked => {
                    return Err(Fault::at("levels", "a locked rule"));
                }
                Some(place) => own.push((place, level)),
            }
        }
    }
    // A rule's own entry wins over its family's, whichever is written first.
    for (place, level) in own {
        levels[place] = level;
    }
    Ok(())
}
