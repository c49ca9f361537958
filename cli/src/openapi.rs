//! `paylint schema openapi`: one OpenAPI document of all endpoints, for generating clients and mock gateways. Bodies are
//! the JSON Schemas; the rest comes from §4 to §7 and §9 of the source.

use paylint::{Engine, JsonSchema, Operation, schema};
use serde_json::{Map, Value, json};

type Members = Map<String, Value>;

/// The document without the operations.
const FRAME: &str = include_str!("openapi/openapi.json");
/// Purpose and responses of each operation.
const OPERATIONS: &str = include_str!("openapi/operations.json");
const COMPONENTS: &str = "#/components/schemas/";

/// The document as JSON, without white space. Every operation is a POST.
pub(crate) fn document(engine: &Engine) -> String {
    let mut document: Value = serde_json::from_str(FRAME).unwrap_or_default();
    let texts: Value = serde_json::from_str(OPERATIONS).unwrap_or_default();
    let mut schemas = Members::new();
    for operation in Operation::ALL {
        let examples = add_schemas(engine, *operation, &mut schemas);
        let (part, at) = match operation {
            Operation::CardWebhook => ("webhooks", operation.name()),
            _ => ("paths", operation.endpoint().unwrap_or("/")),
        };
        document[part][at]["post"] = post(*operation, &texts[operation.name()], examples);
    }
    document["components"]["schemas"] = schemas.into();
    document.to_string()
}

fn post(operation: Operation, texts: &Value, examples: Members) -> Value {
    let mut post = json!({
        "operationId": operation.name(),
        "summary": texts["summary"],
        "description": texts["description"],
        "parameters": parameters(operation),
        "responses": responses(operation, texts),
    });
    if operation == Operation::CardWebhook {
        // The merchant's own endpoint needs no token.
        post["security"] = json!([]);
    }
    if schema::body(operation).is_some() {
        let reference = format!("{COMPONENTS}{}", type_name(operation));
        let media = json!({ "schema": { "$ref": reference }, "examples": examples });
        post["requestBody"] = json!({
            // A Full Refund has no body.
            "required": operation != Operation::Refund,
            "content": { "application/json": media },
        });
    }
    post
}

/// The headers and path parameters. OpenAPI has other places for `Authorization` (the security scheme), `Accept` and
/// `Content-Type` (the media types).
fn parameters(operation: Operation) -> Vec<Value> {
    let parameter = |place: &str, name: &str, required: bool, about: &str, example: &str| {
        json!({
            "name": name, "in": place, "required": required, "description": about,
            "schema": { "type": "string" }, "example": example,
        })
    };
    if operation == Operation::CardWebhook {
        return vec![
            parameter("header", "X-Webhook-Event", true, "The kind of event (§6).", "card.created"),
            parameter(
                "header",
                "X-Webhook-Version",
                true,
                "The version of the payload (§6).",
                "v0.6",
            ),
        ];
    }
    let mut all = vec![parameter("header", "Accept-Language", false, "Shown in §5.", "en")];
    if operation.endpoint().is_some_and(|path| path.contains("{order_id}")) {
        all.push(parameter("path", "order_id", true, "The order.", "order-1001"));
    }
    all
}

/// The statuses in §7, with the responses in §4.
fn responses(operation: Operation, texts: &Value) -> Value {
    if operation == Operation::CardWebhook {
        return json!({ "default": { "description": "What the service expects isn't shown (§6)." } });
    }
    let unknown = "The requested data, whose members aren't shown (§4).";
    let holds = texts["answer"].as_str().unwrap_or(unknown);
    let members = texts.get("members").cloned().unwrap_or_else(|| json!({}));
    let body = |schema: Value| json!({ "application/json": { "schema": schema } });
    let error = |why: &str| {
        let description = format!("{why} The shape of error bodies isn't shown (§7).");
        json!({ "description": description, "content": body(json!({})) })
    };
    json!({
        "200": {
            "description": format!("The request was executed. {holds}"),
            "content": body(json!({ "type": "object", "properties": members })),
        },
        "400": error("Mandatory parameters are missing from the JSON."),
        "403": error("The authorization token is wrong."),
    })
}

/// Adds the schema of an operation's body, and those nested in it, to the top level, where generators look for types.
/// Returns the body's examples.
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
