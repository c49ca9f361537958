//! `paylint ask`: reads a question per line, and writes its answer on a line.

use crate::args::AskArguments;
use crate::cases::{Engines, longest_line};
use crate::exit::{Exit, Result};
use crate::host;
use crate::output::print;
use crate::schema::indented;
use paylint::door::{self, AskError, Question, in_one_line};
use paylint::{Engine, Policy};
use std::io::{self, BufRead, Read, Write};

/// Runs `paylint ask`.
pub(crate) fn run(arguments: &AskArguments) -> Result<Exit> {
    if arguments.schema {
        print(&(indented(&door::schema().to_string()) + "\n"))?;
        return Ok(Exit::Accepted);
    }
    let engine = Engine::new(&host::policy(&arguments.policy)?);
    let (mut engines, longest) = (Engines::default(), longest_line(Policy::MAX_BODY_BYTES));
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while read_line(&mut input, &mut line, longest)? {
        let mut answer = match line.strip_suffix(b"\n").unwrap_or(&line) {
            line if line.len() > longest => format!(
                r#"{{"error":"invalid question: longer than {longest} bytes","status":"invalid_question","member":""}}"#
            ),
            line => answered(&engine, &mut engines, line.trim_ascii_end()),
        };
        answer.push('\n');
        // The asking program waits for it.
        output.write_all(answer.as_bytes()).and_then(|()| output.flush())?;
        line.clear();
    }
    Ok(Exit::Accepted)
}

/// Answers a question, as a line.
fn answered(engine: &Engine, engines: &mut Engines, line: &[u8]) -> String {
    let id = door::id(line).map(|id| format!("\"id\":{id},")).unwrap_or_default();
    match answer(engine, engines, line) {
        Ok(answer) => format!("{{{id}\"answer\":{}}}", in_one_line(&answer)),
        Err(error) => format!("{{{id}{}", &error.to_json()[1..]),
    }
}

fn answer(
    standing: &Engine,
    engines: &mut Engines,
    line: &[u8],
) -> std::result::Result<String, AskError> {
    let question = Question::read(line)?;
    let Some(policy) = question.policy_text() else { return question.answer(standing) };
    question.answer(engines.of(policy).map_err(AskError::clone)?)
}

/// Reads a line, with its end, into an empty buffer. A line with more than `longest` bytes is truncated. Returns `false`
/// at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, longest: usize) -> io::Result<bool> {
    input.by_ref().take(longest as u64 + 1).read_until(b'\n', line)?;
    if line.len() > longest && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(!line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_line_the_beginning_is_kept() {
        let (mut input, mut line, mut lines) =
            (&b"four\n\nfifty-fifty\nfour"[..], Vec::new(), Vec::new());
        while read_line(&mut input, &mut line, 4).unwrap() {
            lines.push(String::from_utf8(std::mem::take(&mut line)).unwrap());
        }
        assert_eq!(lines, ["four\n", "\n", "fifty", "four"]);
    }
}
