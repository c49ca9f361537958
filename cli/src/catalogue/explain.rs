//! Rules, facts, features and members, explained to people.

use super::list::style;
use super::probe::Where;
use super::subject::{Levelled, Member, Subject};
use super::words;
use anstyle::Style;
use paylint::compatibility::{Compatibility, compatibility, row_of};
use paylint::facts::Fact;
use paylint::rule::Example;
use paylint::{Feature, KnownMember, Operations, catalogue};
use std::fmt::Write;

/// How wide prose is set.
const PROSE: usize = 88;
const HEAD: Style = Style::new().bold();

/// All that there is to say of a subject.
pub(super) fn subject(subject: &Subject<'_>) -> String {
    match subject {
        Subject::Rule(levelled) => rule(**levelled),
        Subject::Family(name, rules) => {
            let list = rule_lines(rules.iter().copied(), "");
            format!("{HEAD}{name}.*{HEAD:#}\n\n{list}\n{MORE}")
        }
        Subject::Fact(fact, rules) => of_fact(*fact, rules),
        Subject::Facts(name, facts) => group(name, facts),
        Subject::Feature(feature) => of_feature(*feature),
        Subject::Member(member) => of_member(member),
    }
}

const MORE: &str = "`paylint explain RULE` says more of one\n";

/// All that the catalogue says of a rule.
fn rule((rule, level): Levelled<'_>) -> String {
    let mut text = format!("{HEAD}{}{HEAD:#}\n", rule.name);
    if !rule.docs.summary.is_empty() {
        _ = writeln!(text, "{}", textwrap::fill(rule.docs.summary, PROSE));
    }
    text.push('\n');
    let colour = style(level);
    let remark = match level {
        _ if rule.locked => ", locked: no policy changes it".to_owned(),
        level if level != rule.level => format!(", by the policy; otherwise {}", rule.level),
        _ => String::new(),
    };
    if let Some(instead) = rule.deprecated {
        entry(&mut text, "deprecated", instead);
    }
    entry(&mut text, "level", &format!("{colour}{level}{colour:#}{remark}"));
    entry(&mut text, "rests on", &rule.citation().to_string());
    entry(&mut text, "operations", &operations(rule.on));
    if !rule.needs.is_empty() {
        let needs: Vec<&str> = rule.needs.iter().map(|fact| fact.name()).collect();
        entry(&mut text, "facts", &needs.join(", "));
    }
    if let Some(version) = rule.since {
        entry(&mut text, "since", version);
    }
    if !rule.renamed_from.is_empty() {
        entry(&mut text, "old names", &rule.old_names().collect::<Vec<_>>().join(", "));
    }
    entry(&mut text, "message", rule.message);
    if !rule.params.is_empty() {
        entry(&mut text, "params", &rule.params.join(", "));
    }
    if !rule.docs.why.is_empty() {
        _ = writeln!(text, "\n{HEAD}Why{HEAD:#}\n{}", textwrap::fill(rule.docs.why, PROSE));
    }
    example(&mut text, "Violated by", &rule.docs.violated_by);
    example(&mut text, "Held by", &rule.docs.held_by);
    text
}

/// Rules in a line each.
fn rule_lines<'p>(rules: impl Iterator<Item = Levelled<'p>> + Clone, indent: &str) -> String {
    let width = rules.clone().map(|(rule, _)| rule.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (rule, level) in rules {
        let style = style(level);
        let padding = " ".repeat(5 - level.name().len());
        let said = if rule.docs.summary.is_empty() { rule.message } else { rule.docs.summary };
        _ = writeln!(
            text,
            "{indent}{:width$}  {style}{level}{style:#}{padding}  {said}",
            rule.name
        );
    }
    text
}

fn of_fact(fact: Fact, rules: &[Levelled<'_>]) -> String {
    let mut text = format!("{HEAD}{fact}{HEAD:#}, a fact\n{}\n\n", fact.doc(), fact = fact.name());
    entry(&mut text, "holds", &words::kind(fact.kind()));
    entry(&mut text, "to give it", &format!("--fact {}", words::example(fact)));
    if rules.is_empty() {
        _ = writeln!(text, "\nNo rule is unchecked without it.");
    } else {
        let list = rule_lines(rules.iter().copied(), "");
        _ = writeln!(text, "\n{HEAD}Rules that read it{HEAD:#}\n{list}\n{MORE}");
        text.pop();
    }
    text
}

fn group(name: &str, facts: &[Fact]) -> String {
    let mut text = format!("{HEAD}{name}{HEAD:#}, a group of facts\n\n");
    let width = facts.iter().map(|fact| fact.name().len()).max().unwrap_or_default();
    for fact in facts {
        _ = writeln!(text, "{:width$}  {}", fact.name(), fact.doc());
    }
    _ = writeln!(text, "\n`paylint explain {}` says more of one", facts[0].name());
    text
}

fn of_feature(feature: Feature) -> String {
    let kind = if feature.is_scenario() { "a scenario" } else { "a capability" };
    let mut text = format!("{HEAD}{feature}{HEAD:#}, {kind}\n{}\n\n", feature.doc());
    let row = match row_of(feature) {
        Some(row) => format!("\"{}\"", row.title),
        None => "none of its own: the other feature's row decides".to_owned(),
    };
    entry(&mut text, "its row", &row);
    for (title, wanted) in [
        ("goes with", Compatibility::Compatible),
        ("not with", Compatibility::Incompatible),
        ("disputed", Compatibility::Disputed),
    ] {
        let others = with(feature, wanted);
        if !others.is_empty() {
            entry(&mut text, title, &others.join(", "));
        }
    }
    _ = writeln!(text, "\n`paylint matrix {feature} FEATURE` says which row says what");
    text
}

/// The features of which the table says this together with a feature.
pub(super) fn with(feature: Feature, wanted: Compatibility) -> Vec<&'static str> {
    let says = |other: &&Feature| {
        compatibility(feature, **other).is_some_and(|pair| pair.compatibility == wanted)
    };
    Feature::ALL.iter().filter(says).map(|other| other.name()).collect()
}

fn of_member(member: &Member) -> String {
    let Member { path, operations, dependents, known } = member;
    let about = known.as_ref().map_or("", |known| known.about());
    let mut text = format!("{HEAD}{path}{HEAD:#}, a member: {about}\n\n");
    let mut types: Vec<&str> = operations.iter().map(|(_, kind)| *kind).collect();
    types.dedup();
    entry(&mut text, "type", &types.join(", "));
    // That of an object or array is the examples of its members.
    let example = known.as_ref().map(KnownMember::example);
    if let Some(example) = example.filter(|it| !it.starts_with(['{', '['])) {
        entry(&mut text, "example", &example);
    }
    let operations: Vec<&str> = operations.iter().map(|(operation, _)| operation.name()).collect();
    entry(&mut text, "operations", &operations.join(", "));
    if !dependents.features.is_empty() {
        entry(&mut text, "decides on", &dependents.feature_names().join(", "));
    }
    for (place, title) in [
        (Where::AtIt, "Rules that report at it"),
        (Where::Inside, "Rules that report inside it"),
        (Where::Elsewhere, "Rules that look at it and report elsewhere"),
        (Where::Undecided, "Rules that look at it once they know more facts"),
    ] {
        // Each rule once, where it is nearest.
        let is_here = |name: &str| {
            dependents.rules.get(name).and_then(|places| places.first()) == Some(&place)
        };
        let rules = catalogue().iter().filter(|rule| is_here(rule.name));
        let list = rule_lines(rules.map(|rule| (*rule, rule.level)), "");
        if !list.is_empty() {
            _ = write!(text, "\n{HEAD}{title}{HEAD:#}\n{list}");
        }
    }
    _ = writeln!(text, "\n{}", textwrap::fill(HOW, PROSE));
    text
}

/// What the list of a member's rules is.
pub(super) const HOW: &str = "The list was found by trying: the catalogue's examples were checked again \
     with this member alone changed. Every rule here does look at the member; one that no example \
     brings out is missing.";

fn entry(text: &mut String, name: &str, value: &str) {
    let indent = " ".repeat(12);
    let options = textwrap::Options::new(PROSE).subsequent_indent(&indent);
    let line = format!("{name:12}{value}");
    _ = writeln!(text, "{}", textwrap::fill(&line, options));
}

fn operations(operations: Operations) -> String {
    if operations == Operations::ALL {
        return "all".to_owned();
    }
    let names: Vec<&str> = operations.iter().map(|operation| operation.name()).collect();
    names.join(", ")
}

/// An example as the rule's page shows it.
fn example(text: &mut String, title: &str, example: &Example) {
    let Example { operation, body, facts, policy } = example;
    if operation.is_empty() {
        return;
    }
    let without = if body.is_empty() { " without a body" } else { "" };
    _ = writeln!(text, "\n{HEAD}{title} {operation}{without}{HEAD:#}");
    for (label, json) in [("", body), ("with the facts\n", facts), ("with the policy\n", policy)] {
        if !json.is_empty() {
            _ = writeln!(text, "{label}{json}");
        }
    }
}
