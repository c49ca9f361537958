//! `schema openapi`: one document of all endpoints. The Python tests hold it against the specification.

mod common;

use boon::{Compiler, Schemas};
use common::run;
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

/// Compiled by a validator of others: whatever is referred to is there.
#[test]
fn the_schemas_take_the_examples() {
    for policy in [&[][..], &["--policy", "shop-members"]] {
        let document = document(policy);
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.set_default_draft(boon::Draft::V2020_12);
        compiler.add_resource("https://paylint.example/openapi.json", document.clone()).unwrap();
        for name in document["components"]["schemas"].as_object().unwrap().keys() {
            let at = format!("https://paylint.example/openapi.json#/components/schemas/{name}");
            compiler.compile(&at, &mut schemas).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        }
        for operation in Operation::ALL {
            let post = post(&document, *operation);
            assert_eq!(post["operationId"], operation.name());
            let Some(body) = post.get("requestBody") else { continue };
            let media = &body["content"]["application/json"];
            let schema = media["schema"]["$ref"].as_str().unwrap();
            let at = format!("https://paylint.example/openapi.json{schema}");
            let schema = compiler.compile(&at, &mut schemas).unwrap();
            let examples = media["examples"].as_object().unwrap();
            assert!(!examples.is_empty(), "{operation}");
            for example in examples.values() {
                let valid = schemas.validate(&example["value"], schema);
                valid.unwrap_or_else(|error| panic!("{operation}: {error:#}"));
                let body = example["value"].to_string();
                let report =
                    Engine::default().check(*operation, body.as_bytes(), &Facts::default());
                assert_eq!(report.verdict(), Verdict::Accept, "{operation}");
            }
            assert!(schemas.validate(&json!(5), schema).is_err(), "{operation}");
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
