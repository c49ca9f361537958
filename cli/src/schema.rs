//! `paylint schema` and `paylint members`: what bodies, facts and policies can have.

use crate::args::{Format, MembersArguments, Schema, SchemaArguments};
use crate::exit::{Exit, Result};
use crate::host;
use crate::learn;
use crate::members::none_of;
use crate::openapi;
use crate::output::print;
use anstyle::Style;
use paylint::{Engine, KnownMember, Operation};
use std::fmt::Write;

const HEAD: Style = Style::new().bold();

/// Runs `paylint schema`.
pub(crate) fn schema(arguments: &SchemaArguments) -> Result<Exit> {
    let engine = Engine::new(&host::policy(&arguments.policy)?);
    let json = match arguments.schema {
        Schema::Json(schema) => schema.to_json_for(&engine),
        Schema::OpenApi => openapi::document(&engine),
    };
    print(&(indented(&json) + "\n"))?;
    Ok(Exit::Accepted)
}

/// Runs `paylint members`.
pub(crate) fn list(arguments: &MembersArguments) -> Result<Exit> {
    if let Some(files) = &arguments.learn {
        return learn::run(arguments, files);
    }
    let operations = match &arguments.operation {
        Some(operation) => vec![*operation],
        None => Operation::ALL.to_vec(),
    };
    let engine = Engine::new(&host::policy(&arguments.policy)?);
    print(&match arguments.format {
        Format::Human => table(&engine, &operations),
        Format::Json => engine.members_json(&operations) + "\n",
    })?;
    Ok(Exit::Accepted)
}

/// JSON without white space, two spaces deeper in every object and array. Its members keep their
/// order.
pub(crate) fn indented(json: &str) -> String {
    let mut text = String::new();
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    let mut rest = json.chars().peekable();
    while let Some(c) = rest.next() {
        if in_string {
            text.push(c);
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        let is_empty = matches!((c, rest.peek()), ('{', Some('}')) | ('[', Some(']')));
        match c {
            '{' | '[' if is_empty => text.extend([Some(c), rest.next()].into_iter().flatten()),
            '{' | '[' | ',' => {
                depth += usize::from(c != ',');
                text.push(c);
                new_line(&mut text, depth);
            }
            '}' | ']' => {
                depth -= 1;
                new_line(&mut text, depth);
                text.push(c);
            }
            ':' => text.push_str(": "),
            _ => {
                in_string = c == '"';
                text.push(c);
            }
        }
    }
    text
}

fn new_line(text: &mut String, depth: usize) {
    _ = write!(text, "\n{:width$}", "", width = 2 * depth);
}

/// The members, one on each line. What is an object or an array has its example in its members.
fn table(engine: &Engine, operations: &[Operation]) -> String {
    if let [operation] = operations
        && engine.members(*operation).is_empty()
    {
        return none_of(*operation);
    }
    let mut text = String::new();
    for operation in operations {
        let known = engine.members(*operation);
        if known.is_empty() {
            continue;
        }
        let width = known.iter().map(|member| member.path.len()).max().unwrap_or_default();
        let kinds = known.iter().map(|member| member.json_type().len()).max().unwrap_or_default();
        _ = writeln!(text, "{HEAD}{operation}{HEAD:#}");
        for member in &known {
            let (path, kind) = (&member.path, member.json_type());
            _ = write!(text, "  {path:width$}  {kind:kinds$}  {}", member.about());
            let example = example(member).map(|it| format!(" (e.g. {it})"));
            _ = writeln!(text, "{}", example.unwrap_or_default());
        }
        text.push('\n');
    }
    text.push_str("`paylint explain PATH` says which rules look at one\n");
    text
}

fn example(member: &KnownMember) -> Option<String> {
    Some(member.example()).filter(|it| !it.starts_with(['{', '[']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use paylint::JsonSchema;
    use serde_json::Value;

    #[test]
    fn what_is_indented_is_the_same_json() {
        let json = r#"{"a":[],"b":{},"c":[1,{"d":"x\\\"{,:[]}"},null],"e":"\\"}"#;
        let text = "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \
                    \"d\": \"x\\\\\\\"{,:[]}\"\n    },\n    null\n  ],\n  \"e\": \"\\\\\"\n}";
        assert_eq!(indented(json), text);
        for schema in JsonSchema::ALL {
            let json = schema.to_json();
            let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            assert_eq!(read(&indented(&json)), read(&json));
        }
    }
}
