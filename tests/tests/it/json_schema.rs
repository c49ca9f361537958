//! The JSON Schemas agree with the engine, by a third-party validator: everything that the engine accepts satisfies
//! them, and they refuse what they can.
//!
//! `PAYLINT_CASES` sets the number of random cases (20,000 by default), `PAYLINT_SEED` the first seed.

use jsonschema::Validator;
use paylint::facts::Fact;
use paylint::{
    Engine, Facts, FactsBuf, JsonSchema, Level, Operation, Policy, Report, Verdict, catalogue,
    members,
};
use paylint_tests::cases::{self, Case, Parts, of_example};
use paylint_tests::generate::{self, Generated, Rng};
use paylint_tests::number;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every schema, compiled with formats as assertions.
pub(super) struct Compiled(Vec<(JsonSchema, Validator)>);

impl Compiled {
    pub(super) fn new() -> Compiled {
        let options = jsonschema::options().should_validate_formats(true);
        let compiled = JsonSchema::ALL.iter().map(|schema| {
            let validator = options.build(&read(*schema));
            (*schema, validator.unwrap_or_else(|error| panic!("{schema}: {error}")))
        });
        Compiled(compiled.collect())
    }

    /// The schema's first objection to a value.
    pub(super) fn refuses(&self, schema: JsonSchema, value: &Value) -> Option<String> {
        let (_, validator) = self.0.iter().find(|(of, _)| *of == schema).expect("a schema");
        validator.validate(value).err().map(|error| error.to_string())
    }

    /// The schema's objection to a body. `None` if it isn't JSON.
    fn refuses_body(&self, operation: Operation, body: &[u8]) -> Option<String> {
        let value: Value = parsed(body)?;
        self.refuses(JsonSchema::Body(operation), &value)
    }
}

fn read(schema: JsonSchema) -> Value {
    serde_json::from_str(&schema.to_json()).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

fn parsed(text: &[u8]) -> Option<Value> {
    serde_json::from_slice(text).ok()
}

/// Whether a schema can't tell if the body is accepted: none describes a payout's card post or other events, and the
/// validator rounds a number with more digits than a double has.
fn is_opaque(report: &Report) -> bool {
    let opaque = ["payment.of_payout", "webhook.event_not_shown", "number.binary_tail"];
    report.findings().any(|finding| opaque.contains(&finding.rule().name))
}

/// Fails if the engine accepts a body and its schema doesn't. Returns whether the engine accepts it.
fn holds(
    compiled: &Compiled,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
    what: &dyn Fn() -> String,
) -> bool {
    let report = Engine::default().check(operation, body, facts);
    if report.verdict() != Verdict::Accept {
        return false;
    }
    if is_opaque(&report) {
        return false;
    }
    if let Some(error) = compiled.refuses_body(operation, body) {
        let body = String::from_utf8_lossy(body);
        panic!("{}: {operation} is accepted, but {error}\n{body}", what());
    }
    true
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
    let compiled = Compiled::new();
    for schema in JsonSchema::ALL {
        let examples = read(*schema)["examples"].as_array().cloned().unwrap_or_default();
        let is_reversal = *schema == JsonSchema::Body(Operation::Reversal);
        assert_eq!(examples.is_empty(), is_reversal, "{schema}");
        for example in examples {
            let text = example.to_string();
            assert_eq!(compiled.refuses(*schema, &example), None, "{text}");
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

/// The facts, policies and bodies that the engine accepted, and that satisfied their schemas.
#[derive(Default, Debug)]
struct Accepted {
    facts: u64,
    policies: u64,
    bodies: u64,
}

impl Accepted {
    /// Fails if the engine accepts a part of a request and its schema doesn't.
    fn add(&mut self, compiled: &Compiled, parts: Parts<'_>, what: &dyn Fn() -> String) {
        let (operation, body, facts, policy) = parts;
        let satisfied = |schema, text: &[u8]| {
            let value = parsed(text).expect("JSON");
            assert_eq!(compiled.refuses(schema, &value), None, "{}: {value}", what());
        };
        let read = facts.and_then(|text| Some((text, FactsBuf::from_json(text).ok()?)));
        if let Some((text, _)) = &read {
            satisfied(JsonSchema::Facts, text);
            self.facts += 1;
        }
        if let Some(text) = policy.filter(|text| Policy::from_json(text).is_ok()) {
            satisfied(JsonSchema::Policy, text);
            self.policies += 1;
        }
        let Some(operation) = Operation::from_name(operation) else { return };
        for facts in [read.map(|(_, facts)| facts), Some(FactsBuf::new())].into_iter().flatten() {
            self.bodies += u64::from(holds(compiled, operation, body, &facts.as_facts(), what));
        }
    }

    fn are_more_than(&self, least: u64) -> bool {
        [self.facts, self.policies, self.bodies].iter().all(|count| *count > least)
    }
}

#[test]
fn accepted_cases_satisfy_their_schemas() {
    let (compiled, mut accepted) = (Compiled::new(), Accepted::default());
    for case in cases::all() {
        accepted.add(&compiled, case.parts(), &|| case.name());
    }
    assert!(accepted.are_more_than(50), "{accepted:?}");
}

#[test]
fn accepted_random_cases_satisfy_their_schemas() {
    let (compiled, mut accepted) = (Compiled::new(), Accepted::default());
    let (count, start) = (number("PAYLINT_CASES", 20_000), number("PAYLINT_SEED", 0));
    for seed in start..start + count {
        let Generated { operation, body, facts, policy } = generate::case(&mut Rng::new(seed));
        let parts = (&*operation, &*body, facts.as_deref(), policy.as_deref());
        accepted.add(&compiled, parts, &|| format!("seed {seed}"));
    }
    assert!(accepted.are_more_than(count / 20), "{accepted:?}");
}

/// The rules that JSON Schema can't express, or that a validator can't see after parsing.
const UNSAID: [&str; 7] = [
    "json.too_large",
    "json.malformed",
    "body.required",
    "json.duplicate_key",
    "json.ambiguous_key",
    "order.total_out_of_range",
    "capture.total_required",
];

/// An engine with the rules and members of a policy alone, and those of its rules that JSON Schema can express.
fn with_own_rules(policy: &[u8]) -> Option<(Engine, Vec<String>)> {
    let policy = parsed(policy)?;
    let members = policy.get("members").cloned().unwrap_or(json!([]));
    let part = json!({ "rules": policy.get("rules")?, "members": members }).to_string();
    let engine = Engine::new(&Policy::from_json(part.as_bytes()).ok()?);
    let is_unsaid = |rule: &&Value| {
        let members = ["when", "from", "until", "level", "same_as", "differs_from"];
        let compares = ["minimum", "maximum"].iter().any(|name| rule[name].is_object());
        compares || rule["member"] == "total" || members.iter().any(|name| !rule[name].is_null())
    };
    let said = policy["rules"].as_array()?.iter().filter(|rule| !is_unsaid(rule));
    let said = said.filter_map(|rule| rule["name"].as_str().map(str::to_owned)).collect();
    Some((engine, said))
}

/// A schema refuses the bodies of cases and examples that are denied without facts, if JSON Schema can express the reason,
/// and none that is accepted. The schema has the policy's rules.
#[test]
fn schema_refuses_denied_bodies() {
    let (compiled, cases) = (Compiled::new(), cases::all());
    let examples = catalogue().iter().map(|rule| of_example(&rule.docs.violated_by));
    let mut refused = BTreeSet::new();
    for (operation, body, _, policy) in cases.iter().map(Case::parts).chain(examples) {
        let Some(operation) = Operation::from_name(operation) else { continue };
        let own = policy.and_then(with_own_rules);
        let (engine, said) = own.clone().unwrap_or_default();
        let refusal = match (own, parsed(body)) {
            (_, None) => None,
            (None, Some(value)) => compiled.refuses(JsonSchema::Body(operation), &value),
            (_, Some(value)) => {
                let schema = JsonSchema::Body(operation).to_json_for(&engine);
                let schema = serde_json::from_str(&schema).expect("JSON");
                let validator = jsonschema::validator_for(&schema).expect("a schema");
                validator.validate(&value).err().map(|error| error.to_string())
            }
        };
        let shown = String::from_utf8_lossy(body);
        let report = engine.check(operation, body, &Facts::default());
        let is_accepted = report.verdict() == Verdict::Accept && !is_opaque(&report);
        assert!(!is_accepted || refusal.is_none(), "{operation} {refusal:?}: {shown}");
        for finding in report.findings().filter(|finding| finding.level() == Level::Deny) {
            let name = finding.rule().name;
            // A schema can't compare numbers in strings, or count digits.
            let is_custom = finding.rule().family() == "custom";
            let text = body[finding.span()].strip_prefix(b"\"").unwrap_or_default();
            let is_number = text.first().is_some_and(u8::is_ascii_digit) && is_custom;
            let is_of_digits = name.ends_with("_minimum") || name.ends_with("_range");
            let is_of_digits = is_of_digits && !text.is_empty();
            // A fact decides whether a card post may lack the code.
            let is_unsaid = ["number.out_of_range", "payment.csc_required"].contains(&name)
                || is_custom && !said.iter().any(|known| known == name)
                || UNSAID.contains(&name);
            assert!(refusal.is_some() || is_unsaid || is_number || is_of_digits, "{name}: {shown}");
            if refusal.is_some() && !UNSAID.contains(&name) {
                refused.insert(name.to_owned());
            }
        }
    }
    let needless =
        catalogue().iter().filter(|rule| rule.needs.is_empty() && rule.level == Level::Deny);
    let never: Vec<_> =
        needless.map(|rule| rule.name).filter(|name| !refused.contains(*name)).collect();
    assert_eq!(never, UNSAID);
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
