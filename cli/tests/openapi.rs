//! `schema openapi`: one document of all endpoints. The Python tests hold it against the specification.

mod common;

use common::run;
use jsonschema::Registry;
use paylint::{Engine, Facts, Operation, Verdict};
use serde_json::{Value, json};

fn document(arguments: &[&str]) -> Value {
    let run = run(&[&["schema", "openapi"], arguments].concat(), b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    document
}

/// A document's entry for an operation.
fn post(document: &Value, operation: Operation) -> &Value {
    let item = match operation {
        Operation::CardWebhook => &document["webhooks"]["card_webhook"],
        Operation::Payment => &document["paths"]["/"],
        _ => &document["paths"][operation.endpoint().unwrap()],
    };
    &item["post"]
}

/// A third-party validator compiles every schema, so each reference leads somewhere.
#[test]
fn the_schemas_take_the_examples() {
    for policy in [&[][..], &["--policy", "shop-members"]] {
        let document = document(policy);
        let url = "https://paylint.example/openapi.json";
        let registry = Registry::new().add(url, &document).unwrap().prepare().unwrap();
        let options = jsonschema::options().with_registry(&registry);
        let compiled = |at: &str| {
            let schema = options.build(&json!({ "$ref": format!("{url}{at}") }));
            schema.unwrap_or_else(|error| panic!("{at}: {error}"))
        };
        for name in document["components"]["schemas"].as_object().unwrap().keys() {
            drop(compiled(&format!("#/components/schemas/{name}")));
        }
        for operation in Operation::ALL {
            let post = post(&document, *operation);
            assert_eq!(post["operationId"], operation.name());
            let Some(body) = post.get("requestBody") else { continue };
            let media = &body["content"]["application/json"];
            let schema = compiled(media["schema"]["$ref"].as_str().unwrap());
            let examples = media["examples"].as_object().unwrap();
            assert!(!examples.is_empty(), "{operation}");
            for example in examples.values() {
                let valid = schema.validate(&example["value"]);
                valid.unwrap_or_else(|error| panic!("{operation}: {error}"));
                let body = example["value"].to_string();
                let report =
                    Engine::default().check(*operation, body.as_bytes(), &Facts::default());
                assert_eq!(report.verdict(), Verdict::Accept, "{operation}");
            }
            assert!(!schema.is_valid(&json!(5)), "{operation}");
        }
    }
}

#[test]
fn declared_members_are_in_it() {
    let phone = |document: &Value| {
        document["components"]["schemas"]["Order.Client"]["properties"].get("phone").cloned()
    };
    assert_eq!(phone(&document(&[])), None);
    let with = phone(&document(&["--policy", "shop-members"])).unwrap();
    assert_eq!(with["description"], "Declared by the policy.");
}
