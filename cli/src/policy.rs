//! `paylint policy`: what a policy does.

mod reach;
mod requests;
mod show;

use crate::args::{Format, PolicyArguments};
use crate::exit::{Error, Exit, Result};
use crate::host::{self, StandingFacts};
use crate::output::print;
use paylint::facts::Fact;
use paylint::{Feature, Level, Policy};
use reach::Loss;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;

/// The members of a policy, each as it is written: numbers in it may have more digits than a double.
type Members<'t> = BTreeMap<String, &'t RawValue>;

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
    let text = host::policy_text(&arguments.policy)?;
    let policy = Policy::from_json(&text)
        .map_err(|error| Error::unusable(format!("{}: {error}", arguments.policy.display())))?;
    let members: Members<'_> = serde_json::from_slice(&text)
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
        idle: idle(&members, &policy),
        losses: reach::losses(&policy, &members, &facts),
        unreachable: reach::unreachable(),
    };
    let text = match arguments.format {
        Format::Human => show::human(&effects, &arguments.policy),
        Format::Json => show::json(&effects),
    };
    let is_scenario_lost = effects.losses.iter().any(Loss::is_scenario);
    let exit = if is_scenario_lost { Exit::Rejected } else { Exit::Accepted };
    exit.unless_output_fails(print(&text))
}

/// The entries without which the policy would come to the same: its fingerprint says so.
fn idle(members: &Members<'_>, policy: &Policy) -> Vec<String> {
    let is_idle = |without: &Members<'_>| {
        let text = serde_json::to_vec(without).unwrap_or_default();
        Policy::from_json(&text).is_ok_and(|other| other.fingerprint() == policy.fingerprint())
    };
    let levels: BTreeMap<String, String> =
        members.get("levels").map_or_else(BTreeMap::new, as_type);
    let mut idle = Vec::new();
    for selector in levels.keys() {
        let mut others = levels.clone();
        others.remove(selector);
        let others = to_raw_value(&others).unwrap_or_default();
        let mut without = members.clone();
        without.insert("levels".to_owned(), &others);
        if is_idle(&without) {
            idle.push(format!("levels.{selector}"));
        }
    }
    for member in ["unchecked", "max_findings", "max_body_bytes"] {
        let mut without = members.clone();
        if without.remove(member).is_some() && is_idle(&without) {
            idle.push(member.to_owned());
        }
    }
    idle
}

/// Reads a part of a policy, which the policy's reader has accepted.
fn as_type<'t, T: Deserialize<'t> + Default>(json: &&'t RawValue) -> T {
    serde_json::from_str(json.get()).unwrap_or_default()
}
