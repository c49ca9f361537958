//! `paylint policy`: what a policy does.

mod layers;
mod show;

use crate::args::{Format, PolicyArguments};
use crate::exit::{Exit, Result};
use crate::host;
use crate::output::print;
use layers::Layers;
use paylint::{Level, Policy, Rule};

/// What a policy does.
struct Effects<'p> {
    policy: &'p Policy,
    /// What the policies are called that it is made of, in the order in which they lie one over another.
    sources: Vec<String>,
    /// The rules whose level it changes.
    changed: Vec<Changed<'p>>,
    /// The entries without which it would come to the same, each with its layer.
    idle: Vec<(String, usize)>,
}

/// A rule of the catalogue whose level the policy changes.
struct Changed<'p> {
    rule: Rule<'p>,
    level: Level,
    /// The entry of `levels` that changes it, and its layer.
    by: Option<(String, usize)>,
}

/// Runs `paylint policy`.
pub(crate) fn run(arguments: &PolicyArguments) -> Result<Exit> {
    let sources = [&arguments.files[..], &arguments.policy].concat();
    let texts = host::policy_texts(&sources)?;
    let policy = host::laid_over(&sources, &texts)?;
    let layers = Layers::of(&texts)?;
    let changed = policy.rules().filter(|(rule, level)| rule.level != *level);
    let effects = Effects {
        policy: &policy,
        sources: sources.iter().map(|source| crate::input::name_of(source)).collect(),
        changed: changed
            .map(|(rule, level)| Changed { rule, level, by: layers.deciding(&rule, &policy) })
            .collect(),
        idle: layers.idle(&policy),
    };
    let text = match arguments.format {
        Format::Human => show::human(&effects),
        Format::Json => show::json(&effects),
    };
    Exit::Accepted.unless_output_fails(print(&text))
}
