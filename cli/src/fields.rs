//! `paylint fields`: which members of a body may be given, and which must be.

use crate::args::{FieldsArguments, Format};
use crate::exit::{Result, note};
use crate::host::{self, StandingFacts};
use crate::names::facts;
use crate::{input, members};
use anstyle::{AnsiColor, Style};
use paylint::Engine;
use paylint::fields::{Fields, State};
use std::fmt::Write;

/// Runs `paylint fields`.
pub(crate) fn run(arguments: &FieldsArguments) -> Result<String> {
    let facts = StandingFacts::read(&arguments.standing.facts)?;
    let policy = host::policy(&arguments.standing.policy)?;
    let (_, body) = input::whole(&arguments.file, "the body")?;
    let engine = Engine::new(&policy);
    let answer = engine.fields(arguments.operation, &body, &facts.as_facts());
    let report = engine.check(arguments.operation, &body, &facts.as_facts());
    let mut findings = report.findings();
    if let Some(malformed) = findings.find(|finding| finding.rule().name == "json.malformed") {
        note(&format!("{}; these are the fields of an empty body", malformed.message()));
    }
    Ok(match arguments.format {
        Format::Human if answer.fields.is_empty() => members::none_of(arguments.operation),
        Format::Human => list(&answer),
        Format::Json => answer.to_json() + "\n",
    })
}

/// The fields, one per line.
fn list(answer: &Fields<'_>) -> String {
    let mut text = String::new();
    let width = answer.fields.iter().map(|field| field.path.len()).max().unwrap_or_default();
    for field in &answer.fields {
        let style = match field.state {
            State::Required => AnsiColor::BrightRed.on_default().bold(),
            State::Forbidden => AnsiColor::BrightRed.on_default(),
            State::Advised | State::Discouraged => AnsiColor::Yellow.on_default(),
            State::Given => Style::new().bold(),
            State::Optional => Style::new(),
        };
        let (state, rules) = (field.state.name(), field.rules.join(", "));
        let mut line = format!("{style}{state:11}{style:#}  {:width$}  {rules}", field.path);
        let needs = facts(field.needs());
        if !needs.is_empty() {
            let before = if rules.is_empty() { "" } else { " " };
            _ = write!(line, "{before}(depends on {needs})");
        }
        _ = writeln!(text, "{}", line.trim_end());
    }
    if !answer.complete {
        text.push_str("… and more: the body is too long to examine every member\n");
    }
    text
}
