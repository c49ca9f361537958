//! Writes into a folder what the package's types and texts are made of (`../generate.mjs`): `catalogue.json`, the rules,
//! features and card networks; `members.json`, the catalogue of members; `policies.json` and `compiled.json`, the presets;
//! `schemas/`, the JSON Schemas of bodies, facts and policies; `answers.json`, that of questions and answers.

use paylint::rule::{Example, Rule};
use paylint::{CardBrand, Engine, Feature, JsonSchema, Operation, Policy, catalogue, door};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).expect("usage: generate FOLDER"));
    fs::create_dir_all(folder.join("schemas"))?;
    for schema in JsonSchema::ALL {
        fs::write(folder.join(format!("schemas/{schema}.json")), schema.to_json() + "\n")?;
    }
    fs::write(folder.join("answers.json"), door::schema().to_string())?;
    fs::write(folder.join("members.json"), paylint::members_json(Operation::ALL) + "\n")?;
    let presets = door::ask(&Engine::default(), br#"{"ask":"presets"}"#).expect("an answer");
    fs::write(folder.join("policies.json"), presets)?;
    fs::write(folder.join("compiled.json"), compiled().to_string())?;
    let catalogue = json!({
        "fingerprint": Engine::default().rules_fingerprint().text(),
        "max_body_bytes": Policy::MAX_BODY_BYTES,
        "features": Feature::ALL.iter().map(|feature| (feature.name(), feature.words())).collect::<Vec<_>>(),
        // In the order of the module's numbers.
        "brands": CardBrand::ALL.iter().map(brand).collect::<Vec<_>>(),
        "rules": catalogue().iter().map(rule).collect::<Vec<_>>(),
    });
    fs::write(folder.join("catalogue.json"), catalogue.to_string())
}

/// The presets by name, compiled.
fn compiled() -> Value {
    let compiled = |name| {
        let policy = Policy::preset(name).map(|json| Policy::from_json(json.as_bytes()));
        let policy = policy.expect("a preset").expect("a policy");
        (name.to_owned(), Engine::new(&policy).compiled().expect("without rules").into())
    };
    Value::Object(Policy::presets().map(compiled).collect())
}

fn brand(brand: &CardBrand) -> Value {
    json!({
        "brand": brand.name(), "title": brand.title(), "lengths": brand.lengths(),
        "lengths_in_use": brand.lengths_in_use(), "gaps": brand.gaps(),
        "code_name": brand.code_name(), "code_length": brand.code_length(),
    })
}

fn rule(rule: &Rule) -> Value {
    let docs = &rule.docs;
    let (violated_by, held_by) = (example(&docs.violated_by), example(&docs.held_by));
    json!({
        "name": rule.name, "family": rule.family(), "params": rule.params, "locked": rule.locked,
        "shopper": rule.is_for_shoppers(), "asks": rule.asks_for_a_member(),
        "undecided": rule.unchecked_members,
        "prose": { "summary": docs.summary, "why": docs.why, "violated_by": violated_by, "held_by": held_by },
    })
}

fn example(example: &Example) -> Value {
    let or_null = |text: &'static str| Some(text).filter(|text| !text.is_empty());
    let (body, facts, policy) =
        (or_null(example.body), or_null(example.facts), or_null(example.policy));
    json!({ "operation": example.operation, "body": body, "facts": facts, "policy": policy })
}
