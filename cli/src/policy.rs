//! `paylint policy`: what a policy does.

mod layers;
mod reach;
mod requests;
mod show;

use crate::args::{Format, PolicyArguments};
use crate::exit::{Exit, Result};
use crate::host::{self, StandingFacts};
use crate::output::print;
use layers::{Layers, OwnMember, OwnRule};
use paylint::facts::Fact;
use paylint::{Feature, Level, Policy, Rule};
use reach::Loss;

/// What a policy does.
struct Effects<'p> {
    policy: &'p Policy,
    /// What the policies are called that it is made of, in the order in which they lie one over another.
    sources: Vec<String>,
    /// The facts that were given.
    facts: Vec<Fact>,
    /// The rules whose level it changes.
    changed: Vec<Changed<'p>>,
    /// The rules that it adds.
    added: Vec<(OwnRule<'p>, Level)>,
    /// The members that it declares.
    members: Vec<OwnMember>,
    /// The entries without which it would come to the same, each with its layer.
    idle: Vec<(String, usize)>,
    /// What the default policy allows and this one doesn't.
    losses: Vec<Loss>,
    /// The cells of the table that no request reaches.
    unreachable: Vec<(Feature, Feature)>,
}

impl Effects<'_> {
    /// The policy rules that say whether a member may or must be there, and the others, by name.
    fn looked_at(&self) -> (Vec<&str>, Vec<&str>) {
        let of = |is_about_presence: bool| {
            let added = self.added.iter().map(|(rule, _)| rule);
            let added = added.filter(move |rule| rule.is_about_presence() == is_about_presence);
            added.map(|rule| rule.name.as_str()).collect()
        };
        (of(true), of(false))
    }
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
    let standing = StandingFacts::read(&arguments.facts)?;
    let facts = standing.as_facts();
    let level_of = |name: &str| policy.rules().find(|(rule, _)| rule.name == name);
    let added: Vec<(OwnRule<'_>, Level)> = layers
        .rules()
        .into_iter()
        .filter_map(|rule| level_of(&rule.name).map(|(_, level)| (rule, level)))
        .collect();
    let changed = policy.rules().filter(|(rule, level)| rule.level != *level);
    let effects = Effects {
        policy: &policy,
        sources: sources.iter().map(|source| crate::input::name_of(source)).collect(),
        facts: Fact::ALL.iter().copied().filter(|fact| facts.has(*fact)).collect(),
        changed: changed
            .map(|(rule, level)| Changed { rule, level, by: layers.deciding(&rule, &policy) })
            .collect(),
        members: layers.members(),
        idle: layers.idle(&policy),
        losses: reach::losses(&policy, added.iter().map(|(rule, _)| rule), &facts),
        added,
        unreachable: reach::unreachable(),
    };
    let text = match arguments.format {
        Format::Human => show::human(&effects),
        Format::Json => show::json(&effects),
    };
    let is_lost = effects.losses.iter().any(Loss::is_of_whole_requests);
    let exit = if is_lost { Exit::Rejected } else { Exit::Accepted };
    exit.unless_output_fails(print(&text))
}
