//! The JSON Schemas describe every member, and their examples are valid. `bindings-python/tests/test_schemas.py`
//! compares them with what the engine accepts.

use paylint::facts::Fact;
use paylint::{Engine, Facts, FactsBuf, JsonSchema, Operation, Policy, members};
use paylint_tests::cases;
use paylint_tests::engine::ready;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

fn read(schema: JsonSchema) -> Value {
    serde_json::from_str(&schema.to_json()).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

/// Every schema of a member has a title, a description, and an example unless it has members or doesn't belong there.
#[test]
fn every_member_is_described() {
    fn look(schema: &Value, path: &str) {
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let path = format!("{path}/{name}");
            let is_text = |name: &str| member[name].as_str().is_some_and(|text| !text.is_empty());
            assert!(is_text("description"), "{path}");
            if !path.contains("/levels/") {
                assert!(is_text("title"), "{path}");
                let has_members = ["properties", "$ref", "items", "anyOf", "const"];
                // A payout recognises members of any type.
                let may_lack = has_members.iter().any(|name| member.get(name).is_some())
                    || member.get("type").is_none();
                let examples = member["examples"].as_array();
                assert!(may_lack || examples.is_some_and(|example| !example.is_empty()), "{path}");
            }
            look(member, &path);
        }
    }
    for schema in JsonSchema::ALL {
        let value = read(*schema);
        assert!(value["title"].is_string() && value["description"].is_string(), "{schema}");
        look(&value, schema.name());
        // Names in lower case are conditions.
        let defs = value["$defs"].as_object().into_iter().flatten();
        for (name, inner) in defs.filter(|(name, _)| {
            *name == "rule" || name.starts_with(|first: char| first.is_ascii_uppercase())
        }) {
            look(inner, &format!("{schema}/$defs/{name}"));
        }
    }
    let order = read(JsonSchema::Body(Operation::Order));
    let description = order["description"].as_str().expect("a text");
    assert!(description.contains("Whatever paylint accepts with the default policy satisfies"));
}

/// The schema of each member of an operation's body, by the path of the catalogue of members.
fn schema_at(root: &Value, path: &str) -> Option<Value> {
    let mut at = root;
    for name in path.split('/').skip(1) {
        at = if name == "*" { &at["items"] } else { &at["properties"][name] };
        if let Some(reference) =
            at["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'))
            && !reference.ends_with("/absent")
        {
            at = root.pointer(reference)?;
        }
    }
    at.is_object().then(|| at.clone())
}

#[test]
fn every_catalogued_member_is_in_its_schema() {
    for operation in Operation::ALL {
        let root = read(JsonSchema::Body(*operation));
        for member in members(*operation) {
            let schema = schema_at(&root, &member.path);
            assert!(schema.is_some(), "{operation} {}", member.path);
        }
    }
}

#[test]
fn examples_are_accepted() {
    for schema in JsonSchema::ALL {
        let examples = read(*schema)["examples"].as_array().cloned().unwrap_or_default();
        let is_reversal = *schema == JsonSchema::Body(Operation::Reversal);
        assert_eq!(examples.is_empty(), is_reversal, "{schema}");
        for example in examples {
            let text = example.to_string();
            match schema {
                JsonSchema::Body(operation) => {
                    let engine = Engine::default();
                    let report = engine.check(*operation, text.as_bytes(), &Facts::default());
                    assert_eq!(report.findings().count(), 0, "{operation}: {}", report.to_json());
                }
                JsonSchema::Facts => drop(FactsBuf::from_json(text.as_bytes()).expect("facts")),
                JsonSchema::Policy => drop(Policy::from_json(text.as_bytes()).expect("a policy")),
                other => panic!("{other} is new here"),
            }
        }
    }
}

/// The examples of each fact and of each member of a policy are valid on their own.
#[test]
fn examples_of_members_are_valid() {
    let root = read(JsonSchema::Facts);
    for fact in Fact::ALL {
        let path = format!("/properties/{}", fact.name().replace('.', "/properties/"));
        let examples = root.pointer(&path).expect(&path)["examples"].as_array().expect(&path);
        for example in examples {
            let mut facts = FactsBuf::new();
            facts.set_json(*fact, example.to_string().as_bytes()).expect(&path);
        }
    }
    let root = read(JsonSchema::Policy);
    for (name, member) in root["properties"].as_object().expect("members") {
        for example in member["examples"].as_array().into_iter().flatten() {
            let policy = json!({ name: example }).to_string();
            drop(Policy::from_json(policy.as_bytes()).expect(&policy));
        }
    }
    let own = |name: &str| root["$defs"]["rule"]["properties"][name]["examples"][0].clone();
    for constraint in ["minimum", "maximum"] {
        let mut rule = json!({ "name": own("name"), "on": own("on"), "member": own("member") });
        rule[constraint] = own(constraint);
        let policy = json!({ "rules": [rule] }).to_string();
        drop(Policy::from_json(policy.as_bytes()).expect(&policy));
    }
}

#[test]
fn schemas_with_policy_rules_are_json() {
    for case in cases::all() {
        let (operation, _, _, policy) = case.parts();
        let Some((engine, operation, _)) = ready(operation, None, policy) else { continue };
        let schema = JsonSchema::Body(operation).to_json_for(&engine);
        assert!(serde_json::from_str::<IgnoredAny>(&schema).is_ok(), "{}", case.name());
    }
}

/// A member's schema for editors: its title and description, and the rules that restrict more than its type.
#[test]
fn member_has_title_description_and_rules() {
    let order = read(JsonSchema::Body(Operation::Order));
    assert_eq!(
        order["properties"]["recurring_number"],
        json!({
            "title": "Recurring number", "description": "The number of the recurring agreement",
            "type": ["string", "null"], "examples": ["RN-1001"],
        })
    );
    // The examples of an object are those of its members.
    assert_eq!(
        order["properties"]["client"],
        json!({
            "title": "Client", "description": "Who pays", "$comment": "order.client_required",
            "type": "object", "$ref": "#/$defs/Client",
        })
    );
    assert_eq!(order["$defs"]["ServiceLocation"]["title"], "Service location");
    // A member that doesn't belong there has none.
    let payout = read(JsonSchema::Body(Operation::PayoutA2a));
    assert_eq!(
        payout["properties"]["travel_data"],
        json!({
            "title": "Travel data", "description": "Belongs in orders",
            "$comment": "compat.pair", "$ref": "#/$defs/absent",
        })
    );
}

#[test]
fn declared_members_are_in_schema_and_catalogue() {
    let policy =
        br#"{"members": [{"member": "/client/loyalty", "on": ["order"], "type": "string"}]}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let order: Value =
        serde_json::from_str(&JsonSchema::Body(Operation::Order).to_json_for(&engine))
            .expect("JSON");
    assert_eq!(
        order["$defs"]["Client"]["properties"]["loyalty"],
        json!({
            "title": "Loyalty", "description": "Declared by the policy.", "type": ["string", "null"],
        })
    );
    let members: Value =
        serde_json::from_str(&engine.members_json(&[Operation::Order])).expect("JSON");
    let loyalty = members
        .as_array()
        .expect("members")
        .iter()
        .find(|member| member["path"] == "/client/loyalty");
    assert_eq!(loyalty.expect("the member")["about"], "declared by the policy");
}
