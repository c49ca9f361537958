//! `paylint fields`: which members of a body may be given, and which must be.

use crate::args::{FieldsArguments, Format};
use crate::exit::{Error, Exit, Result};
use crate::host::{self, StandingFacts};
use crate::input::{self, Body};
use crate::members;
use anstyle::{AnsiColor, Style};
use paylint::fields::{Fields, State};
use paylint::{Engine, Policy};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Runs `paylint fields`.
pub(crate) fn run(arguments: &FieldsArguments) -> Result<Exit> {
    let facts = StandingFacts::read(&arguments.standing.facts)?;
    let policy = host::policy(&arguments.standing.policy)?;
    let body = body(arguments.file.as_ref())?;
    let engine = Engine::new(&policy);
    let answer = engine.fields(arguments.operation, &body, &facts.as_facts());
    let text = match arguments.format {
        Format::Human if answer.fields.is_empty() => members::none_of(arguments.operation),
        Format::Human => list(&answer),
        Format::Json => answer.to_json() + "\n",
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Accepted)
}

/// Reads the body. The policy's size limit doesn't matter here.
fn body(file: Option<&PathBuf>) -> Result<Vec<u8>> {
    let file: Vec<PathBuf> = file.into_iter().cloned().collect();
    let file = input::or_standard_input(&file, "the body")?;
    let file = file.first().map_or(Path::new("-"), PathBuf::as_path);
    match input::read(file, Policy::MAX_BODY_BYTES)? {
        Body::Whole(body) => Ok(body),
        Body::TooLarge(length) => Err(Error::unusable(format!(
            "{} has {length} bytes, more than can be read ({})",
            input::name_of(file),
            Policy::MAX_BODY_BYTES,
        ))),
    }
}

/// The fields, one on each line.
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
        let needs: Vec<&str> = field.needs().map(|fact| fact.name()).collect();
        if !needs.is_empty() {
            let before = if rules.is_empty() { "" } else { " " };
            _ = write!(line, "{before}(depends on {})", needs.join(", "));
        }
        _ = writeln!(text, "{}", line.trim_end());
    }
    if !answer.complete {
        text.push_str("… and more: the body is too long to look at every member\n");
    }
    text
}
