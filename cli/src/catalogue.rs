//! `paylint rules` and `paylint explain`: the catalogue.

mod explain;
mod json;
mod list;
mod probe;
mod subject;
mod words;

use crate::args::{ExplainArguments, Format, RulesArguments};
use crate::exit::{Error, Exit, Result};
use crate::output::print;
use crate::{host, names};
use paylint::facts::Fact;
use paylint::{Level, Policy, Rule};
use std::collections::BTreeSet;

/// Runs `paylint rules`.
pub(crate) fn rules(arguments: &RulesArguments) -> Result<Exit> {
    let policy = host::policy(&arguments.policy)?;
    let filter = Filter::of(arguments, &policy)?;
    let rules: Vec<_> = policy.rules().filter(|rule| filter.passes(rule)).collect();
    let text = match arguments.format {
        Format::Human => list::human(&rules),
        Format::Json => list::json(&rules),
    };
    print(&text)?;
    Ok(Exit::Accepted)
}

/// Which rules to list.
struct Filter<'a> {
    arguments: &'a RulesArguments,
    fact: Option<Fact>,
}

impl Filter<'_> {
    fn of<'a>(arguments: &'a RulesArguments, policy: &Policy) -> Result<Filter<'a>> {
        if let Some(family) = &arguments.family {
            let families: BTreeSet<&str> = policy.rules().map(|(rule, _)| rule.family()).collect();
            if !families.contains(family_name(family)) {
                let problem = names::unknown("family", family_name(family), families);
                return Err(Error::Unusable(problem));
            }
        }
        let named = |name: &String| Fact::ALL.iter().copied().find(|fact| fact.name() == name);
        let fact = match &arguments.fact {
            Some(name) => {
                Some(named(name).ok_or_else(|| Error::Unusable(host::unknown_fact(name)))?)
            }
            None => None,
        };
        Ok(Filter { arguments, fact })
    }

    fn passes(&self, (rule, level): &(Rule<'_>, Level)) -> bool {
        let Filter { arguments, fact } = self;
        let family = arguments.family.as_deref().map(family_name);
        arguments.operation.is_none_or(|operation| rule.on.contains(operation))
            && family.is_none_or(|family| rule.family() == family)
            && arguments.basis.is_none_or(|basis| rule.basis == basis)
            && arguments.level.is_none_or(|wanted| *level == wanted)
            && fact.is_none_or(|fact| rule.needs.contains(&fact))
    }
}

/// The family that is meant: `avs` or, as in a policy, `avs.*`.
fn family_name(name: &str) -> &str {
    name.trim_end_matches(".*")
}

/// Runs `paylint explain`.
pub(crate) fn explain(arguments: &ExplainArguments) -> Result<Exit> {
    let policy = host::policy(&arguments.policy)?;
    let rules: Vec<_> = policy.rules().collect();
    let mut subjects = Vec::new();
    for name in &arguments.names {
        subjects.extend(subject::of(name, &rules).map_err(Error::Unusable)?);
    }
    let text = match arguments.format {
        Format::Human => subjects.iter().map(explain::subject).collect::<Vec<_>>().join("\n"),
        Format::Json => json::subjects(&subjects),
    };
    print(&text)?;
    Ok(Exit::Accepted)
}
