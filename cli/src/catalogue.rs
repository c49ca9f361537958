//! `paylint rules` and `paylint explain`: the catalogue.

mod explain;
mod list;

use crate::args::{ExplainArguments, Format, RulesArguments};
use crate::exit::{Error, Exit, Result};
use crate::{host, names};
use paylint::{Rule, catalogue};
use std::collections::BTreeSet;
use std::io::Write;

/// Runs `paylint rules`.
pub(crate) fn rules(arguments: &RulesArguments) -> Result<Exit> {
    let policy = host::policy(arguments.policy.as_deref())?;
    let on = |rule: &Rule| arguments.operation.is_none_or(|operation| rule.on.contains(operation));
    let rules: Vec<_> = policy.rules().filter(|(rule, _)| on(rule)).collect();
    let text = match arguments.format {
        Format::Human => list::human(&rules),
        Format::Json => list::json(&rules),
    };
    write(&text)
}

/// Runs `paylint explain`.
pub(crate) fn explain(arguments: &ExplainArguments) -> Result<Exit> {
    let name = arguments.rule.trim_end_matches(".*");
    if let Some(rule) = catalogue().iter().find(|rule| rule.name == name) {
        return write(&explain::rule(rule));
    }
    let family: Vec<_> = catalogue().iter().filter(|rule| rule.family() == name).collect();
    if !family.is_empty() {
        return write(&explain::family(name, &family));
    }
    let families: BTreeSet<&str> = catalogue().iter().map(|rule| rule.family()).collect();
    let known = catalogue().iter().map(|rule| rule.name).chain(families);
    let problem = names::unknown("rule", name, known);
    Err(Error::unusable(format!("{problem}\n`paylint rules` lists them all")))
}

fn write(text: &str) -> Result<Exit> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Accepted)
}
