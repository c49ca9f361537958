//! `paylint schema openapi`: one OpenAPI document of all endpoints, from which clients and stand-ins of the gateway can
//! be generated. Bodies are the JSON Schemas; the rest is what §4 to §7 and §9 of the source show.

mod described;
mod map;

use map::{Map, json};
use paylint::{Engine, JsonSchema, Operation};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    openapi: &'static str,
    info: Value,
    json_schema_dialect: &'static str,
    servers: [Value; 1],
    security: [Value; 1],
    paths: Map,
    webhooks: Map,
    components: Components,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Components {
    security_schemes: Value,
    schemas: Map,
}

/// What is at a path. Every operation is a POST.
#[derive(Serialize)]
struct Item {
    #[serde(skip_serializing_if = "Option::is_none")]
    servers: Option<[Value; 1]>,
    post: Post,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Post {
    operation_id: &'static str,
    summary: &'static str,
    description: &'static str,
    /// Of a webhook none: the token is for requests to the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    security: Option<[Value; 0]>,
    parameters: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_body: Option<RequestBody>,
    responses: Value,
}

#[derive(Serialize)]
struct RequestBody {
    required: bool,
    content: Map,
}

/// The document as JSON, without white space.
pub(crate) fn document(engine: &Engine) -> String {
    let (mut paths, mut webhooks, mut schemas) = (Map::default(), Map::default(), Map::default());
    for operation in Operation::ALL {
        let item = json(&item(*operation, add_schemas(engine, *operation, &mut schemas)));
        match operation {
            Operation::CardWebhook => webhooks.add(operation.name(), item),
            // A card post goes to an address of its own, which is the item's server.
            _ => paths.add(operation.endpoint().unwrap_or("/"), item),
        }
    }
    let document = Document {
        openapi: "3.1.0",
        info: described::info(),
        json_schema_dialect: "https://json-schema.org/draft/2020-12/schema",
        servers: [described::server()],
        security: [described::security()],
        paths,
        webhooks,
        components: Components { security_schemes: described::security_schemes(), schemas },
    };
    serde_json::to_string(&document).unwrap_or_default()
}

fn item(operation: Operation, examples: Map) -> Item {
    let (summary, description) = described::operation(operation);
    let is_webhook = operation == Operation::CardWebhook;
    let content = paylint::schema::body(operation).map(|_| {
        let mut media = Map::default();
        let reference = format!("{COMPONENTS}{}", type_name(operation));
        media.add("schema", json(&serde_json::json!({ "$ref": reference })));
        media.add("examples", json(&examples));
        let mut content = Map::default();
        content.add("application/json", json(&media));
        content
    });
    let request_body = content.map(|content| RequestBody {
        // A Full Refund sends none.
        required: operation != Operation::Refund,
        content,
    });
    Item {
        servers: (operation == Operation::Payment).then(|| [described::payment_server()]),
        post: Post {
            operation_id: operation.name(),
            summary,
            description,
            security: is_webhook.then_some([]),
            parameters: described::parameters(operation),
            request_body,
            responses: described::responses(operation),
        },
    }
}

const COMPONENTS: &str = "#/components/schemas/";

/// Adds the schema of an operation's body, and the schemas in it, side by side, where generators look for types. Gives
/// its examples.
fn add_schemas(engine: &Engine, operation: Operation, schemas: &mut Map) -> Map {
    let mut examples = Map::default();
    if paylint::schema::body(operation).is_none() {
        return examples;
    }
    let outer = type_name(operation);
    let text = JsonSchema::Body(operation).to_json_for(engine);
    let text = text.replace("\"#/$defs/", &format!("\"{COMPONENTS}{outer}."));
    let (mut body, mut inner) = (Map::default(), Map::default());
    for (name, value) in Map::read(&text) {
        match name.as_str() {
            "$schema" => {}
            "$defs" => inner = Map::read(value.get()),
            "examples" => {
                let all: Vec<Box<RawValue>> = serde_json::from_str(value.get()).unwrap_or_default();
                for (number, value) in (1..).zip(all) {
                    let mut example = Map::default();
                    example.add("value", value);
                    examples.add(&format!("{operation}_{number}"), json(&example));
                }
                body.add("examples", value);
            }
            _ => body.add(&name, value),
        }
    }
    schemas.add(&outer, json(&body));
    for (name, schema) in inner {
        schemas.add(&format!("{outer}.{name}"), schema);
    }
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
