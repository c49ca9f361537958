//! `paylint ask`: questions in, answers out, a line each.

use crate::args::AskArguments;
use crate::cases::Cache;
use crate::exit::{Exit, Result};
use crate::host;
use crate::output::print;
use crate::schema::indented;
use paylint::Engine;
use paylint::door::{self, AskError, AskStatus, Question, in_one_line};
use std::io::{self, BufRead, Write};

/// Runs `paylint ask`.
pub(crate) fn run(arguments: &AskArguments) -> Result<Exit> {
    if arguments.schema {
        print(&(indented(&door::schema().to_string()) + "\n"))?;
        return Ok(Exit::Accepted);
    }
    let engine = Engine::new(&host::policy(&arguments.policy)?);
    let mut engines = Cache::default();
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let mut answer = answered(&engine, &mut engines, line.trim_ascii_end());
        answer.push('\n');
        // Whoever asks waits for it.
        output.write_all(answer.as_bytes()).and_then(|()| output.flush())?;
        line.clear();
    }
    Ok(Exit::Accepted)
}

/// The line that answers a question.
fn answered(engine: &Engine, engines: &mut Cache<Engine>, line: &[u8]) -> String {
    let id = door::id(line).map(|id| format!("\"id\":{id},")).unwrap_or_default();
    match answer(engine, engines, line) {
        Ok(answer) => format!("{{{id}\"answer\":{}}}", in_one_line(&answer)),
        Err(error) => format!("{{{id}{}", &error.to_json()[1..]),
    }
}

fn answer(
    standing: &Engine,
    engines: &mut Cache<Engine>,
    line: &[u8],
) -> std::result::Result<String, AskError> {
    let question = Question::read(line)?;
    let Some(policy) = question.policy_text() else { return question.answer(standing) };
    let engine = engines.get(policy, |_| match question.policy() {
        Some(Err(error)) => Err(error.text),
        policy => Ok(Engine::new(&policy.transpose().unwrap_or_default().unwrap_or_default())),
    });
    match engine {
        Ok(engine) => question.answer(engine),
        Err(text) => Err(AskError {
            status: AskStatus::InvalidPolicy,
            member: String::new(),
            text: text.to_owned(),
        }),
    }
}
