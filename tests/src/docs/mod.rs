//! The generated pages: of the rules, `docs/rules.md`, and of the members, `docs/members.md`.

mod layout;
mod members;
pub mod words;

pub use members::members_page;

use std::fmt::Write;

use paylint::rule::Example;
use paylint::{Basis, Operation, Operations, Rule, catalogue};
use serde_json::Value;

use crate::audit::examples;

const NOTICE: &str = "<!-- Generated from the catalogue. Don't edit it: change the rules and run `cargo xtask bless`. -->\n";

/// The version that most rules have been there since.
const FIRST_VERSION: &str = "0.1.0";

/// The page.
///
/// # Errors
/// An example of the catalogue cannot be run.
pub fn rules() -> Result<String, String> {
    let mut page = format!("{NOTICE}\n{}", words::INTRODUCTION);
    contents(&mut page);
    summary(&mut page);
    for family in families() {
        _ = write!(page, "\n## {}\n", heading(family));
        for rule in catalogue().iter().filter(|rule| rule.family() == family) {
            section(&mut page, rule).map_err(|error| format!("{}: {error}", rule.name))?;
        }
    }
    Ok(page)
}

/// The families, in the order in which the catalogue comes to them.
pub fn families() -> Vec<&'static str> {
    let mut families = Vec::new();
    for rule in catalogue() {
        if !families.contains(&rule.family()) {
            families.push(rule.family());
        }
    }
    families
}

fn heading(family: &str) -> String {
    format!("`{family}`: {}", words::family(family))
}

/// The anchor that GitHub gives a heading: lower case, without punctuation, spaces as hyphens.
pub fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

fn contents(page: &mut String) {
    page.push_str("\n## Contents\n\n");
    for family in families() {
        let count = catalogue().iter().filter(|rule| rule.family() == family).count();
        let rules = if count == 1 { "rule" } else { "rules" };
        let (title, anchor) = (words::family(family), anchor(&heading(family)));
        _ = writeln!(page, "- [`{family}`](#{anchor}): {title}, {count} {rules}");
    }
}

fn summary(page: &mut String) {
    let count = catalogue().len();
    _ = write!(
        page,
        "\n## All {count} rules\n\nIn the order in which a report lists their findings.\n\n"
    );
    page.push_str("| rule | level | basis | what holds |\n|---|---|---|---|\n");
    for rule in catalogue() {
        let (name, anchor) = (rule.name, anchor(rule.name));
        let (level, basis, what) = (rule.level, rule.basis.name(), rule.docs.summary);
        _ = writeln!(page, "| [`{name}`](#{anchor}) | {level} | {basis} | {what} |");
    }
}

fn section(page: &mut String, rule: &Rule) -> Result<(), String> {
    let docs = &rule.docs;
    _ = write!(page, "\n### `{}`\n\n**{}.**\n", rule.name, capitalised(docs.summary));
    _ = write!(page, "{}.\n\n", capitalised(docs.why));
    if let Some(instead) = rule.deprecated {
        _ = writeln!(page, "- Deprecated: {instead}");
    }
    let locked = if rule.locked { ", locked" } else { "" };
    _ = writeln!(page, "- Level: `{}`{locked}", rule.level);
    _ = writeln!(page, "- Basis: `{}`{}", rule.basis.name(), source(rule));
    _ = writeln!(page, "- Operations: {}", operations(rule.on));
    if !rule.needs.is_empty() {
        _ = writeln!(page, "- Facts it reads: {}", facts(rule));
    }
    _ = writeln!(page, "- Number in the C interface: {}", rule.number);
    if let Some(version) = rule.since.filter(|version| *version != FIRST_VERSION) {
        _ = writeln!(page, "- Since: {version}");
    }
    let old_names: Vec<String> = rule.old_names().map(|name| format!("`{name}`")).collect();
    if !old_names.is_empty() {
        _ = writeln!(page, "- Old names: {}", old_names.join(", "));
    }
    let findings = examples::findings_of(rule, &docs.violated_by)?;
    let first = findings.first().ok_or("the example does not violate the rule")?;
    if !rule.params.is_empty() {
        _ = writeln!(page, "- Params: {}", params(rule, first)?);
    }
    page.push_str("\n<details><summary>Examples</summary>\n\n");
    case(page, "Violated by", &docs.violated_by);
    for finding in &findings {
        let text = |member: &str| finding[member].as_str().unwrap_or_default().to_owned();
        let place = match text("path") {
            path if path.is_empty() => "the whole request".to_owned(),
            path => format!("`{path}`"),
        };
        _ = writeln!(page, "> `{}` at {place}: {}", text("level"), text("message"));
    }
    page.push('\n');
    case(page, "Held by", &docs.held_by);
    page.push_str("</details>\n");
    Ok(())
}

fn source(rule: &Rule) -> String {
    match (rule.source, rule.basis) {
        (Some(source), _) => format!(", {source}"),
        (None, Basis::Stated) => ", but no section is named".to_owned(),
        (None, _) => String::new(),
    }
}

/// A set of operations, by what it has or by what it lacks, whichever is shorter.
fn operations(set: Operations) -> String {
    let listed = |operations: &mut dyn Iterator<Item = Operation>| {
        operations.map(|operation| format!("`{operation}`")).collect::<Vec<_>>().join(", ")
    };
    let mut others = Operation::ALL.iter().copied().filter(|operation| !set.contains(*operation));
    if set == Operations::ALL {
        "all".to_owned()
    } else if set.iter().count() > Operation::ALL.len() / 2 + 1 {
        format!("all but {}", listed(&mut others))
    } else {
        listed(&mut set.iter())
    }
}

fn facts(rule: &Rule) -> String {
    let fact = |name: &str| match words::has_default(rule.name, name) {
        true => format!("`{name}` (default)"),
        false => format!("`{name}`"),
    };
    rule.needs.iter().map(|need| fact(need.name())).collect::<Vec<_>>().join(", ")
}

/// The params with their types, as an example's finding has them.
fn params(rule: &Rule, finding: &Value) -> Result<String, String> {
    let one = |name: &&'static str| {
        let missing = || format!("the finding has no param {name}");
        let json_type = match finding["params"].get(*name).ok_or_else(missing)? {
            Value::String(_) => "string",
            Value::Number(_) => "integer",
            Value::Bool(_) => "boolean",
            Value::Array(_) => "array of strings",
            // Those that an example lacks are words.
            Value::Null => "string or null",
            Value::Object(_) => return Err(missing()),
        };
        Ok(format!("`{name}` ({json_type}): {}", words::param(rule.name, name)))
    };
    Ok(rule.params.iter().map(one).collect::<Result<Vec<_>, _>>()?.join("; "))
}

/// An example: the operation, then what is sent and known.
fn case(page: &mut String, title: &str, example: &Example) {
    let body = if example.body.is_empty() { " without a body" } else { "" };
    _ = write!(page, "{title} `{}`{body}\n\n", example.operation);
    for (what, text) in [("", example.body), ("facts", example.facts), ("policy", example.policy)] {
        if text.is_empty() {
            continue;
        }
        if !what.is_empty() {
            _ = write!(page, "with the {what}\n\n");
        }
        // As JSON, a body that isn't valid JSON would be marked as wrong all over.
        let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        let language = if is_json { "json" } else { "text" };
        _ = write!(page, "```{language}\n{}\n```\n\n", layout::json(text));
    }
}

fn capitalised(text: &str) -> String {
    let first_word = text.split([' ', ',']).next().unwrap_or_default();
    let mut characters = text.chars();
    match characters.next() {
        // The name of a member stays as it is.
        Some(_) if first_word.contains(['_', '.']) => text.to_owned(),
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
