//! `paylint fields` and `paylint repair`: what may be given, and how to mend it.

use crate::args::{Format, RepairArguments, WhatIfArguments};
use crate::exit::{Error, Exit, Result, complain, note};
use crate::host::{self, StandingFacts};
use crate::input::{self, Body};
use crate::members;
use crate::names::counted;
use anstyle::{AnsiColor, Style};
use paylint::facts::FactSet;
use paylint::whatif::{Change, Fields, Op, Repair, Repairs, State};
use paylint::{Engine, Level, Report, Verdict};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const NAME: Style = Style::new().bold();

/// Runs `paylint fields`.
pub(crate) fn fields(arguments: &WhatIfArguments) -> Result<Exit> {
    let question = Question::read(arguments)?;
    let facts = question.facts.as_facts();
    let answer = question.engine.fields(arguments.operation, &question.body, &facts);
    write(match arguments.format {
        Format::Human if answer.fields.is_empty() => members::none_of(arguments.operation),
        Format::Human => list(&answer),
        Format::Json => answer.to_json() + "\n",
    })?;
    Ok(Exit::Accepted)
}

/// Runs `paylint repair`.
pub(crate) fn repair(arguments: &RepairArguments) -> Result<Exit> {
    let question = Question::read(&arguments.question)?;
    let facts = question.facts.as_facts();
    let operation = arguments.question.operation;
    let answer = question.engine.repairs(operation, &question.body, &facts);
    let check = |body: &[u8]| question.engine.check(operation, body, &facts);
    if arguments.apply {
        return apply(&question.body, &answer, check);
    }
    let report = check(&question.body);
    let exit = exit(report.verdict());
    exit.unless_output_fails(write(match arguments.question.format {
        Format::Human => ways(&answer, &report),
        Format::Json => answer.to_json() + "\n",
    }))
}

/// The missing facts that reject the request.
fn missing(report: &Report) -> Option<String> {
    let denied = report.unchecked().filter(|rule| rule.level() == Level::Deny);
    let needs: FactSet = denied.flat_map(|rule| rule.needs()).collect();
    let is_rejected = report.verdict() == Verdict::Reject && !needs.is_empty();
    let names = needs.iter().map(|fact| fact.name());
    is_rejected.then(|| names.collect::<Vec<_>>().join(", "))
}

/// Why there is no repair.
fn none(answer: &Repairs<'_>) -> &'static str {
    if answer.complete {
        "no change of the body makes it acceptable"
    } else {
        "no repair was found, but not every change was tried"
    }
}

/// A body and what is known about it.
struct Question {
    engine: Engine,
    facts: StandingFacts,
    body: Vec<u8>,
}

impl Question {
    fn read(arguments: &WhatIfArguments) -> Result<Question> {
        let facts = StandingFacts::read(&arguments.standing.facts)?;
        let policy = host::policy(arguments.standing.policy.as_deref())?;
        let engine = Engine::new(&policy);
        let file: Vec<PathBuf> = arguments.file.iter().cloned().collect();
        let file = input::or_standard_input(&file, "the body")?;
        let file = file.first().map_or(Path::new("-"), PathBuf::as_path);
        match input::read(file, engine.max_body_bytes())? {
            Body::Whole(body) => Ok(Question { engine, facts, body }),
            Body::TooLarge(length) => Err(Error::unusable(format!(
                "{} has {length} bytes, more than the policy allows ({})",
                input::name_of(file),
                engine.max_body_bytes(),
            ))),
        }
    }
}

fn exit(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Accept => Exit::Accepted,
        Verdict::Reject => Exit::Rejected,
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
            State::Given => NAME,
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

/// The repairs, a paragraph each.
fn ways(answer: &Repairs<'_>, report: &Report) -> String {
    let Repairs { repairs, beyond, .. } = answer;
    let mut text = String::new();
    if answer.verdict == Verdict::Accept {
        return match missing(report) {
            None => "nothing to repair: the request is acceptable\n".to_owned(),
            Some(facts) => {
                format!("nothing to repair: it is rejected because facts are missing: {facts}\n")
            }
        };
    }
    for (index, repair) in repairs.iter().enumerate() {
        _ = writeln!(text, "{NAME}repair {}{NAME:#}", index + 1);
        for change in &repair.changes {
            let value = change.value.as_deref().unwrap_or_default();
            let mut line = format!("  {:7}  {}  {value}", change.op.name(), change.path);
            if repair.fill.contains(&change.path) {
                line.push_str("  (an example: put in your own)");
            }
            _ = writeln!(text, "{}", line.trim_end());
        }
        text.push('\n');
    }
    if repairs.is_empty() {
        _ = writeln!(text, "{}\n", none(answer));
    }
    if !beyond.is_empty() {
        let findings = counted(beyond.len() as u64, "finding", "findings");
        _ = writeln!(text, "{NAME}beyond any change of the body: {findings}{NAME:#}");
        for beyond in beyond {
            _ = writeln!(text, "{}", format!("  {}  {}", beyond.rule, beyond.path).trim_end());
        }
        text.push('\n');
    }
    if !answer.complete && !repairs.is_empty() {
        text.push_str("not every change was tried: there may be a smaller repair\n\n");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Writes the body with the first repair done, and says what to fill in. Writes nothing if there is
/// no repair.
fn apply(body: &[u8], answer: &Repairs<'_>, check: impl FnOnce(&[u8]) -> Report) -> Result<Exit> {
    let repair = answer.repairs.first();
    if repair.is_none() && answer.verdict == Verdict::Reject {
        complain(&none(answer));
        return Ok(Exit::Rejected);
    }
    let repaired = repair.map_or(body.into(), |repair| Cow::from(repair.apply(body)));
    let written = write_as_it_is(&repaired);
    if let Some(Repair { fill, .. }) = repair
        && !fill.is_empty()
    {
        note(&format!("put in your own values, these are examples: {}", fill.join(", ")));
    }
    for beyond in &answer.beyond {
        note(&format!("it stays rejected by {}", beyond.rule));
    }
    let report = check(&repaired);
    if answer.beyond.is_empty()
        && let Some(facts) = missing(&report)
    {
        note(&format!("it stays rejected because facts are missing: {facts}"));
    }
    exit(report.verdict()).unless_output_fails(written)
}

/// A repair in a sentence: what to add, to replace and to remove.
pub(crate) fn sentence(repair: &Repair, answer: &Repairs<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (op, verb) in [(Op::Add, "add"), (Op::Replace, "replace"), (Op::Remove, "remove")] {
        let of_it = repair.changes.iter().filter(|change| change.op == op);
        let paths: Vec<String> = of_it.map(|Change { path, .. }| format!("`{path}`")).collect();
        if !paths.is_empty() {
            parts.push(format!("{verb} {}", paths.join(", ")));
        }
    }
    let mut text = format!("to make it acceptable, {}", parts.join("; "));
    if let Some(beyond) = answer.beyond.first() {
        _ = write!(text, " (that leaves {}", beyond.rule);
        let more = answer.beyond.len() - 1;
        if more > 0 {
            _ = write!(text, " and {more} more");
        }
        text.push(')');
    }
    text
}

fn write(text: impl AsRef<[u8]>) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_ref())?;
    out.flush()?;
    Ok(())
}

/// Writes a body, from which nothing may be taken as if it were a terminal's colours.
fn write_as_it_is(body: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(body)?;
    out.flush()?;
    Ok(())
}
