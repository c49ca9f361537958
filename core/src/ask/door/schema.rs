//! The JSON Schemas of questions and answers.

use super::members::{ANY, MEMBERS};
use super::{QUESTIONS, QuestionKind, answers};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// One JSON Schema (2020-12) of all questions and answers: below `$defs`, `QUESTION.question` and `QUESTION.answer` for
/// each, and `error`.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut defs = Map::new();
    let mut any = Vec::new();
    for kind in QUESTIONS {
        let name = format!("{}.question", kind.name);
        any.push(json!({ "$ref": format!("#/$defs/{name}") }));
        defs.insert(name, question(kind));
        defs.insert(format!("{}.answer", kind.name), (kind.schema)(&mut generator).to_value());
    }
    defs.insert(String::from("error"), generator.subschema_for::<answers::Failed<'_>>().to_value());
    defs.extend(generator.take_definitions(true));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A question of paylint",
        "anyOf": any,
        "$defs": defs,
    })
}

fn question(kind: &QuestionKind) -> Value {
    let mut properties = Map::new();
    let names = ANY.iter().chain(kind.needs).chain(kind.takes);
    for member in names.filter_map(|name| MEMBERS.iter().find(|member| member.name == *name)) {
        let mut schema: Map<String, Value> =
            serde_json::from_str(member.schema).unwrap_or_default();
        schema.insert("description".to_owned(), member.about.into());
        if member.name == "ask" {
            schema.insert("const".to_owned(), kind.name.into());
        }
        properties.insert(member.name.to_owned(), schema.into());
    }
    let required: Vec<_> = core::iter::once("ask").chain(kind.needs.iter().copied()).collect();
    json!({
        "type": "object",
        "description": kind.about,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The shape of every answer in a line, for people: the question's name, what it takes, and what it answers, as
/// `brand(digits)` and `{"brand":string,"lengths":[integer],"code_length":integer}|null`. A `?` behind a name: it may be
/// missing.
pub fn shapes() -> impl Iterator<Item = (&'static QuestionKind, String, String)> {
    let defs = schema().get_mut("$defs").map(Value::take).unwrap_or_default();
    QUESTIONS.iter().map(move |kind| {
        let optional = kind.takes.iter().map(|name| format!("{name}?"));
        let takes: Vec<String> =
            kind.needs.iter().map(|name| (*name).to_owned()).chain(optional).collect();
        let answer = json!({ "$ref": format!("#/$defs/{}.answer", kind.name) });
        (kind, takes.join(", "), shape(&answer, &defs))
    })
}

/// The types of the answers contain no circle, so this ends.
fn shape(schema: &Value, defs: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if let Some(name) =
        schema["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/"))
    {
        return shape(&defs[name], defs);
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(these) = schema[several].as_array() {
            return these.iter().map(|schema| shape(schema, defs)).collect::<Vec<_>>().join("|");
        }
    }
    if schema["const"].is_string() {
        return schema["const"].to_string();
    }
    if let Some(types) = schema["type"].as_array() {
        let one = |kind: &Value| {
            let mut schema = schema.as_object().cloned().unwrap_or_default();
            schema.insert("type".to_owned(), kind.clone());
            shape(&schema.into(), defs)
        };
        return types.iter().map(one).collect::<Vec<_>>().join("|");
    }
    match (schema["type"].as_str(), schema["properties"].as_object()) {
        (Some("array"), _) => format!("[{}]", shape(&schema["items"], defs)),
        (Some("object"), Some(members)) => {
            // In the order of the declaration, which the list of required members has.
            let required: Vec<String> =
                schema["required"].as_array().into_iter().flatten().map(text).collect();
            let optional = members.keys().filter(|name| !required.contains(name));
            let required =
                required.iter().map(|name| format!("\"{name}\":{}", shape(&members[name], defs)));
            let optional = optional.map(|name| {
                let shape = shape(&members[name], defs);
                // What is left out isn't null.
                format!("\"{name}\"?:{}", shape.strip_suffix("|null").unwrap_or(&shape))
            });
            format!("{{{}}}", required.chain(optional).collect::<Vec<_>>().join(","))
        }
        (Some("object"), None) => "{…}".to_owned(),
        (Some(one), _) => one.to_owned(),
        _ => "any".to_owned(),
    }
}
