//! `paylint policy`: what a policy does.

mod layers;
mod show;

use crate::args::{Format, PolicyArguments};
use crate::exit::{Error, Result};
use crate::host::{self, StandingFacts};
use crate::input::name_of;
use layers::{Entry, Layers};
use paylint::{Engine, Level, Policy, Rule, Timestamp};
use std::path::PathBuf;

/// Effects of a policy.
struct Effects<'p> {
    policy: &'p Policy,
    layers: &'p Layers<'p>,
    /// Names of the policy's layers, from the lowest up.
    sources: Vec<String>,
    /// The rules whose level the policy changes, with that level and the entry of `levels` that sets it.
    changed: Vec<(Rule<'p>, Level, Entry)>,
    /// Entries without an effect.
    idle: Vec<Entry>,
    /// Rules that exclude each other, or can never fire.
    conflicts: Vec<String>,
}

/// Runs `paylint policy`.
pub(crate) fn run(arguments: &PolicyArguments) -> Result<String> {
    if arguments.compile {
        let texts = host::policy_texts(&arguments.policy)?;
        let engine = Engine::new(&host::laid_over(&arguments.policy, &texts)?);
        let compiled = engine.compiled().map_err(|error| Error::unusable(error.message()))?;
        return Ok(format!("export default '{compiled}';\n"));
    }
    let facts = StandingFacts::read(&arguments.facts)?;
    let now = facts.as_facts().now;
    of(&arguments.policy, now, &|effects| {
        if arguments.against.is_empty() {
            return Ok(match arguments.format {
                Format::Human => show::human(effects),
                Format::Json => show::json(effects),
            });
        }
        of(&arguments.against, now, &|other| {
            Ok(match arguments.format {
                Format::Human => show::difference(effects, other),
                Format::Json => show::difference_json(effects, other),
            })
        })
    })
}

/// Calls `show` with the effects of policies laid one over another.
fn of(
    sources: &[PathBuf],
    now: Option<Timestamp>,
    show: &dyn Fn(&Effects<'_>) -> Result<String>,
) -> Result<String> {
    let texts = host::policy_texts(sources)?;
    let policy = host::laid_over(sources, &texts)?;
    let layers = Layers::of(&texts)?;
    let changed = policy.rules().filter(|(rule, level)| rule.level != *level);
    let changed = changed.filter_map(|(rule, level)| {
        let (selector, layer) = policy.deciding_entry(rule.name, None)?;
        Some((rule, level, (selector.to_owned(), layer)))
    });
    // A note begins with the name of its rule.
    let placed = |note: String| {
        let name = note.split(' ').next().unwrap_or_default();
        let (layer, at) = policy.place_of_rule(name).unzip();
        format!("{}: {note}", host::place(sources, &texts, layer.unwrap_or_default(), at))
    };
    show(&Effects {
        policy: &policy,
        layers: &layers,
        sources: sources.iter().map(|source| name_of(source)).collect(),
        changed: changed.collect(),
        idle: layers.idle(&policy),
        conflicts: policy.conflicts(now).into_iter().map(placed).collect(),
    })
}
