//! `paylint schema openapi`: one OpenAPI document of all endpoints, from which clients and stand-ins of the gateway can
//! be generated. Bodies are the JSON Schemas; the rest is what §4 to §7 and §9 of the source show.

mod described;

use paylint::{Engine, JsonSchema, Operation, schema};
use serde_json::{Map, Value, json};

type Members = Map<String, Value>;

/// The document as JSON, without white space. Every operation is a POST.
pub(crate) fn document(engine: &Engine) -> String {
    let [mut paths, mut webhooks, mut schemas] = [(); 3].map(|()| Members::new());
    for operation in Operation::ALL {
        let post = post(*operation, add_schemas(engine, *operation, &mut schemas));
        let mut item = json!({ "post": post });
        match operation {
            Operation::CardWebhook => webhooks.insert(operation.name().to_owned(), item),
            _ => {
                if *operation == Operation::Payment {
                    // It goes to an address of its own.
                    item["servers"] = json!([described::payment_server()]);
                }
                paths.insert(operation.endpoint().unwrap_or("/").to_owned(), item)
            }
        };
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": described::info(),
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [described::server()],
        "security": [described::security()],
        "paths": paths,
        "webhooks": webhooks,
        "components": { "securitySchemes": described::security_schemes(), "schemas": schemas },
    });
    document.to_string()
}

fn post(operation: Operation, examples: Members) -> Value {
    let (summary, description) = described::operation(operation);
    let mut post = json!({
        "operationId": operation.name(),
        "summary": summary,
        "description": description,
        "parameters": described::parameters(operation),
        "responses": described::responses(operation),
    });
    if operation == Operation::CardWebhook {
        // The token is for requests to the service.
        post["security"] = json!([]);
    }
    if schema::body(operation).is_some() {
        let reference = format!("{COMPONENTS}{}", type_name(operation));
        let media = json!({ "schema": { "$ref": reference }, "examples": examples });
        post["requestBody"] = json!({
            // A Full Refund sends none.
            "required": operation != Operation::Refund,
            "content": { "application/json": media },
        });
    }
    post
}

const COMPONENTS: &str = "#/components/schemas/";

/// Adds the schema of an operation's body, and the schemas in it, side by side, where generators look for types. Gives
/// its examples.
fn add_schemas(engine: &Engine, operation: Operation, schemas: &mut Members) -> Members {
    if schema::body(operation).is_none() {
        return Members::new();
    }
    let outer = type_name(operation);
    let text = JsonSchema::Body(operation).to_json_for(engine);
    let text = text.replace("\"#/$defs/", &format!("\"{COMPONENTS}{outer}."));
    let mut body: Members = serde_json::from_str(&text).unwrap_or_default();
    body.remove("$schema");
    if let Some(Value::Object(inner)) = body.remove("$defs") {
        let inner = inner.into_iter().map(|(name, schema)| (format!("{outer}.{name}"), schema));
        schemas.extend(inner);
    }
    let examples = body.get("examples").and_then(Value::as_array).into_iter().flatten().zip(1..);
    let examples = examples
        .map(|(value, number)| (format!("{operation}_{number}"), json!({ "value": value })))
        .collect();
    schemas.insert(outer, body.into());
    examples
}

/// The name of a body's type: `PayoutA2a`.
fn type_name(operation: Operation) -> String {
    let words = operation.name().split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    words.collect()
}
