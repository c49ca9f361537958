//! `paylint rules` and `paylint explain`: the catalogue.

mod explain;

use crate::args::{ExplainArguments, Format, RulesArguments};
use crate::exit::{Error, Result};
use crate::host;
use crate::names::{self, counted, level_style};
use paylint::door::rule_with;
use paylint::{Level, Policy, Rule};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A rule, and its level under the policy.
type Levelled<'p> = (Rule<'p>, Level);

/// Runs `paylint rules`.
pub(crate) fn rules(arguments: &RulesArguments) -> Result<String> {
    let policy = host::policy(&arguments.policy)?;
    // `avs` or, as in a policy, `avs.*`.
    let family = arguments.family.as_deref().map(|family| family.trim_end_matches(".*"));
    let families: BTreeSet<&str> = policy.rules().map(|(rule, _)| rule.family()).collect();
    if let Some(family) = family.filter(|family| !families.contains(family)) {
        return Err(Error::Unusable(names::unknown("family", family, families)));
    }
    let is_wanted = |(rule, _): &Levelled<'_>| {
        arguments.operation.is_none_or(|operation| rule.on.contains(operation))
            && family.is_none_or(|family| rule.family() == family)
    };
    let rules: Vec<_> = policy.rules().filter(is_wanted).collect();
    Ok(match arguments.format {
        Format::Human => table(&rules, &policy),
        Format::Json => json(&rules, &policy),
    })
}

/// A table, family by family.
fn table(rules: &[Levelled<'_>], policy: &Policy) -> String {
    let width = rules.iter().map(|(rule, _)| rule.name.len()).max().unwrap_or_default();
    let (mut text, mut family) = (String::new(), "");
    for (rule, level) in rules {
        if rule.family() != family && !family.is_empty() {
            text.push('\n');
        }
        family = rule.family();
        let (style, name) = (level_style(*level), level.name());
        let changed = if *level == rule.level { ' ' } else { '*' };
        let (said, citation) = (summary(rule), rule.citation());
        _ = writeln!(
            text,
            "{:width$}  {style}{name:5}{style:#}{changed} {said} ({citation})",
            rule.name
        );
        for (member, level) in policy.levels_at(rule.name) {
            let (style, member) = (level_style(level), format!("  @{member}"));
            _ = writeln!(text, "{member:width$}  {style}{level}{style:#}");
        }
    }
    let changed = rules.iter().filter(|(rule, level)| rule.level != *level).count();
    _ = write!(text, "\n{}", counted(rules.len() as u64, "rule", "rules"));
    if changed > 0 {
        _ = write!(text, "; * {changed} whose level the policy changes");
    }
    text + "; `paylint explain RULE` shows one in full\n"
}

/// A rule's summary.
fn summary<'p>(rule: &Rule<'p>) -> Cow<'p, str> {
    let summary = rule.summary();
    if summary.is_empty() { rule.message.into() } else { summary }
}

/// The list as JSON, one rule per line, with the policy's levels.
fn json(rules: &[Levelled<'_>], policy: &Policy) -> String {
    let lines = rules
        .iter()
        .map(|rule| serde_json::to_string(&rule_with(*rule, &mut policy.levels_at(rule.0.name))));
    let lines: Vec<String> = lines.map(std::result::Result::unwrap_or_default).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// Runs `paylint explain`.
pub(crate) fn explain(arguments: &ExplainArguments) -> Result<String> {
    let policy = host::policy(&arguments.policy)?;
    let rules: Vec<_> = policy.rules().collect();
    let texts = arguments.names.iter().map(|name| explain::name(name, &rules, &policy));
    let texts = texts.collect::<std::result::Result<Vec<_>, _>>().map_err(Error::Unusable)?;
    Ok(texts.join("\n"))
}
