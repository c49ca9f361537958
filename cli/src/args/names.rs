//! Parsers of arguments that are names.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use paylint::{Feature, JsonSchema, Operation};

/// A parser that accepts only these names.
fn named<T: Clone + Send + Sync + 'static>(
    names: impl Iterator<Item = &'static str>,
    from: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    // Other names have already been refused.
    PossibleValuesParser::new(names).try_map(move |name| from(&name).ok_or("it isn't listed"))
}

pub(super) fn operation() -> impl TypedValueParser<Value = Operation> {
    named(Operation::ALL.iter().map(|operation| operation.name()), Operation::from_name)
}

/// A document that the command `schema` writes.
#[derive(Clone, Copy)]
pub(crate) enum Schema {
    Json(JsonSchema),
    OpenApi,
}

pub(super) fn schema() -> impl TypedValueParser<Value = Schema> {
    let names = JsonSchema::ALL.iter().map(|schema| schema.name());
    named(names.chain(["openapi"]), |name| {
        Some(JsonSchema::from_name(name).map_or(Schema::OpenApi, Schema::Json))
    })
}

pub(super) fn feature() -> impl TypedValueParser<Value = Feature> {
    named(Feature::ALL.iter().map(|feature| feature.name()), Feature::from_name)
}
