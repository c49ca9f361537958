//! The JSON Schemas of questions and answers.

use super::members::{ANY, MEMBERS};
use super::{QUESTIONS, QuestionKind, answers};
use crate::ask::json_schema;
use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// One JSON Schema (2020-12) for all questions and answers: its `$defs` have `QUESTION.question` and `QUESTION.answer`
/// for each, and `error`.
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

/// The facts `order`, as in the schema of facts.
pub(super) struct OrderFacts;

impl JsonSchema for OrderFacts {
    fn schema_name() -> Cow<'static, str> {
        "OrderFacts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let facts: Value =
            serde_json::from_str(&json_schema::JsonSchema::Facts.to_json()).unwrap_or_default();
        let order = facts.pointer("/properties/order").cloned();
        order.and_then(|order| Schema::try_from(order).ok()).unwrap_or_default()
    }
}
