//! `paylint schema` and `paylint members`: the contents of bodies, facts and policies.

use crate::args::{Format, MembersArguments, Schema, SchemaArguments};
use crate::exit::Result;
use crate::host;
use crate::members::none_of;
use crate::openapi;
use anstyle::Style;
use paylint::{Engine, KnownMember, Operation};
use std::fmt::Write;

const HEAD: Style = Style::new().bold();

/// Runs `paylint schema`.
pub(crate) fn schema(arguments: &SchemaArguments) -> Result<String> {
    let engine = Engine::new(&host::policy(&arguments.policy)?);
    let json = match arguments.schema {
        Schema::Json(schema) => schema.to_json_for(&engine),
        Schema::OpenApi => openapi::document(&engine),
    };
    Ok(indented(&json) + "\n")
}

/// Runs `paylint members`.
pub(crate) fn list(arguments: &MembersArguments) -> Result<String> {
    let operations = match &arguments.operation {
        Some(operation) => vec![*operation],
        None => Operation::ALL.to_vec(),
    };
    let engine = Engine::new(&host::policy(&arguments.policy)?);
    Ok(match arguments.format {
        Format::Human => table(&engine, &operations),
        Format::Json => engine.members_json(&operations) + "\n",
    })
}

/// Indents JSON, and keeps the order of its members.
pub(crate) fn indented(json: &str) -> String {
    let mut text = Vec::new();
    let mut from = serde_json::Deserializer::from_str(json);
    _ = serde_transcode::transcode(&mut from, &mut serde_json::Serializer::pretty(&mut text));
    String::from_utf8(text).unwrap_or_default()
}

/// The members, one per line. Objects and arrays have no example, since their members have.
fn table(engine: &Engine, operations: &[Operation]) -> String {
    let mut text = String::new();
    for operation in operations {
        let known = engine.members(*operation);
        match operations {
            _ if !known.is_empty() => {}
            [only] => return none_of(*only),
            _ => continue,
        }
        let width = known.iter().map(|member| member.path.len()).max().unwrap_or_default();
        let kinds = known.iter().map(|member| member.json_type().len()).max().unwrap_or_default();
        _ = writeln!(text, "{HEAD}{operation}{HEAD:#}");
        for member in &known {
            let (path, kind) = (&member.path, member.json_type());
            _ = write!(text, "  {path:width$}  {kind:kinds$}  {}", member.about());
            let example = example(member).map(|example| format!(" (e.g. {example})"));
            _ = writeln!(text, "{}", example.unwrap_or_default());
        }
        text.push('\n');
    }
    text.push_str("`paylint explain PATH` shows one in full\n");
    text
}

fn example(member: &KnownMember) -> Option<String> {
    Some(member.example()).filter(|example| !example.starts_with(['{', '[']))
}
