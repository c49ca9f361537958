//! `paylint policy`: what a policy does.

mod reach;
mod requests;
mod show;

use crate::args::{Format, PolicyArguments};
use crate::exit::{Error, Exit, Result};
use crate::host::{self, StandingFacts};
use paylint::facts::Fact;
use paylint::{Feature, Level, Policy};
use reach::Loss;
use serde_json::Value;
use std::io::Write;

/// What a policy does.
struct Effects<'p> {
    policy: &'p Policy,
    /// The facts that were given.
    facts: Vec<Fact>,
    /// The rules whose level it changes: their own level, and that of the policy.
    changed: Vec<(&'p str, Level, Level)>,
    /// The rules that it adds.
    added: Vec<(&'p str, Level)>,
    /// The entries without which it would come to the same.
    idle: Vec<String>,
    /// What the default policy allows and this one doesn't.
    losses: Vec<Loss>,
    /// The cells of the table that no request reaches.
    unreachable: Vec<(Feature, Feature)>,
}

/// Runs `paylint policy`.
pub(crate) fn run(arguments: &PolicyArguments) -> Result<Exit> {
    let text = host::read("policy", &arguments.policy)?;
    let policy = host::policy_of(&text, &arguments.policy)?;
    let json: Value = serde_json::from_slice(&text)
        .map_err(|_| Error::unusable("the policy can be read, but not taken apart"))?;
    let standing = StandingFacts::read(&arguments.facts)?;
    let facts = standing.as_facts();
    let given = Fact::ALL.iter().copied().filter(|fact| facts.has(*fact)).collect();
    let is_own = |name: &str| name.starts_with("custom.");
    let effects = Effects {
        policy: &policy,
        facts: given,
        changed: policy
            .rules()
            .filter(|(rule, level)| rule.level != *level)
            .map(|(rule, level)| (rule.name, rule.level, level))
            .collect(),
        added: policy
            .rules()
            .filter(|(rule, _)| is_own(rule.name))
            .map(|(rule, level)| (rule.name, level))
            .collect(),
        idle: idle(&json, &policy),
        losses: reach::losses(&policy, &json, &facts),
        unreachable: reach::unreachable(),
    };
    let text = match arguments.format {
        Format::Human => show::human(&effects, &arguments.policy),
        Format::Json => show::json(&effects),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    let is_scenario_lost = effects.losses.iter().any(Loss::is_scenario);
    Ok(if is_scenario_lost { Exit::Rejected } else { Exit::Accepted })
}

/// The entries without which the policy would come to the same: its fingerprint says so.
fn idle(json: &Value, policy: &Policy) -> Vec<String> {
    let is_idle = |without: &Value| {
        Policy::from_json(without.to_string().as_bytes())
            .is_ok_and(|other| other.fingerprint() == policy.fingerprint())
    };
    let mut idle = Vec::new();
    for selector in json["levels"].as_object().into_iter().flat_map(|levels| levels.keys()) {
        let mut without = json.clone();
        if let Some(levels) = without["levels"].as_object_mut() {
            levels.remove(selector);
        }
        if is_idle(&without) {
            idle.push(format!("levels.{selector}"));
        }
    }
    for member in ["unchecked", "max_findings", "max_body_bytes"] {
        let mut without = json.clone();
        let removed = without.as_object_mut().and_then(|members| members.remove(member));
        if removed.is_some() && is_idle(&without) {
            idle.push(member.to_owned());
        }
    }
    idle
}
