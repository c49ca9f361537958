//! `paylint policy`: what a policy does.

mod layers;
mod show;

use crate::args::{Format, PolicyArguments};
use crate::exit::{Exit, Result};
use crate::host;
use crate::input::name_of;
use crate::output::print;
use layers::{Entry, Layers};
use paylint::{Level, Policy, Rule};

/// What a policy does.
struct Effects<'p> {
    policy: &'p Policy,
    /// What the policies are called that it is made of, in the order in which they lie one over another.
    sources: Vec<String>,
    /// The rules whose level it changes, their level, and the entry of `levels` that changes it.
    changed: Vec<(Rule<'p>, Level, Option<Entry>)>,
    /// The entries without which it would come to the same.
    idle: Vec<Entry>,
}

/// Runs `paylint policy`.
pub(crate) fn run(arguments: &PolicyArguments) -> Result<Exit> {
    let texts = host::policy_texts(&arguments.policy)?;
    let policy = host::laid_over(&arguments.policy, &texts)?;
    let layers = Layers::of(&texts)?;
    let changed = policy.rules().filter(|(rule, level)| rule.level != *level);
    let effects = Effects {
        policy: &policy,
        sources: arguments.policy.iter().map(|source| name_of(source)).collect(),
        changed: changed
            .map(|(rule, level)| (rule, level, layers.deciding(&rule, &policy)))
            .collect(),
        idle: layers.idle(&policy),
    };
    let text = match arguments.format {
        Format::Human => show::human(&effects),
        Format::Json => show::json(&effects),
    };
    Exit::Accepted.unless_output_fails(print(&text))
}
