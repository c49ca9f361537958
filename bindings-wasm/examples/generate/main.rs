//! Generates the parts of the package that come from the catalogue and the schema, into a folder:
//! `types.ts`, the names and bodies as TypeScript types (`../bundle.mjs` adds those that have schemas); `form.ts` and `texts.ts`, what the scripts know of rules,
//! members and features; `prose.json`, the prose of the rules; `compiled.json`, the presets, compiled; `members.json`, the catalogue of members; `schemas/`, the
//! JSON Schemas; `answers.json`, that of questions and answers.

mod bodies;
mod catalogue;
mod members;

use paylint::rule::{Basis, Example, Rule};
use paylint::{CardBrand, Engine, Feature, JsonSchema, Operation, Policy, catalogue, door};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).expect("usage: generate FOLDER"));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("types.ts"), types())?;
    fs::write(folder.join("form.ts"), catalogue::form())?;
    fs::write(folder.join("texts.ts"), catalogue::texts())?;
    fs::write(folder.join("prose.json"), prose())?;
    fs::write(folder.join("compiled.json"), compiled())?;
    fs::write(folder.join("members.json"), paylint::members_json(Operation::ALL) + "\n")?;
    fs::create_dir_all(folder.join("schemas"))?;
    for schema in JsonSchema::ALL {
        fs::write(folder.join(format!("schemas/{schema}.json")), schema.to_json() + "\n")?;
    }
    fs::write(folder.join("answers.json"), door::schema().to_string())
}

/// The presets by name, compiled.
fn compiled() -> String {
    let compiled = |name| {
        let policy = Policy::preset(name).map(|json| Policy::from_json(json.as_bytes()));
        let policy = policy.expect("a preset").expect("a policy");
        (name.to_owned(), Engine::new(&policy).compiled().expect("without rules").into())
    };
    Value::Object(Policy::presets().map(compiled).collect()).to_string()
}

fn types() -> String {
    let mut out = String::from(
        "// Generated from the catalogue and the schema (examples/generate). Do not edit.\n\n",
    );
    let operations = Operation::ALL.iter().map(|operation| operation.name());
    union(
        &mut out,
        "What a request asks the gateway to do, or the webhook that the gateway sends.",
        "Operation",
        operations,
    );
    let features = Feature::ALL.iter().map(|feature| feature.name());
    union(&mut out, "A scenario or a capability, in the order of reports.", "Feature", features);
    let rules = catalogue().iter().map(|rule| rule.name);
    union(&mut out, "The name of a rule, in the order of findings.", "RuleName", rules);
    let locked = catalogue().iter().filter(|rule| rule.locked).map(|rule| rule.name);
    union(&mut out, "A rule whose level can't be changed.", "LockedRuleName", locked);
    let mut families: Vec<&str> = catalogue().iter().map(|rule| rule.family()).collect();
    families.sort_unstable();
    families.dedup();
    union(
        &mut out,
        "The part of a rule's name before the dot.",
        "RuleFamily",
        families.into_iter(),
    );
    let bases =
        [Basis::Stated, Basis::Inferred, Basis::Convention, Basis::Integrity, Basis::Custom];
    let bases = bases.into_iter().map(Basis::name);
    let doc = "What a rule is based on: the source, an inference from it, common practice, \
               integrity, or you.";
    union(&mut out, doc, "BasisName", bases);
    let brands = CardBrand::ALL.iter().map(|brand| brand.name());
    union(&mut out, "A card network.", "BrandName", brands);
    params(&mut out);
    bodies::write(&mut out);
    let members = members::names();
    union(&mut out, "The name of a member of a body.", "Member", members.into_iter());
    out
}

/// A union of names.
fn union<'n>(out: &mut String, doc: &str, name: &str, members: impl Iterator<Item = &'n str>) {
    _ = writeln!(out, "/** {doc} */\nexport type {name} =");
    for member in members {
        _ = writeln!(out, "  | '{member}'");
    }
    out.truncate(out.trim_end().len());
    out.push_str(";\n\n");
}

/// The `params` of each rule's findings.
fn params(out: &mut String) {
    out.push_str(
        "/**\n * The `params` of each rule's findings. Decimals are strings. A number in the body with twelve \
         or more\n * digits before the decimal point could be a card number, and is `null`.\n */\n",
    );
    out.push_str("export interface ParamsOf {\n");
    for rule in catalogue() {
        if !rule.docs.summary.is_empty() {
            _ = writeln!(out, "  /** {} */", rule.docs.summary);
        }
        let members: Vec<String> =
            rule.params.iter().map(|name| format!("{name}: {}", param_type(rule, name))).collect();
        match members.is_empty() {
            true => _ = writeln!(out, "  '{}': Record<string, never>;", rule.name),
            false => _ = writeln!(out, "  '{}': {{ {} }};", rule.name, members.join("; ")),
        }
    }
    out.push_str("}\n\n");
}

/// The TypeScript type of a parameter. A test compiles every report's with it.
fn param_type(rule: &Rule, param: &str) -> &'static str {
    match (rule.name, param) {
        (_, "features") => "[Feature, Feature]",
        (_, "present") => "(keyof TravelData)[]",
        (_, "members") => "(keyof Client)[]",
        (_, "one_of") => "string[]",
        (
            _,
            "missing" | "incomplete" | "left" | "in_cents" | "refundable" | "forwarded"
            | "without_letter" | "cut",
        ) => "boolean",
        (_, "line" | "column" | "digits" | "integer_digits" | "decimal_places") => "number",
        (_, "minimum_digits" | "maximum_digits" | "minor_units" | "legs") => "number",
        ("json.too_large" | "descriptor.length", "maximum" | "actual") => "number",
        ("payment.card_number_length" | "payment.card_number_unusual", "actual") => "number",
        ("payment.csc_length", "minimum") => "number",
        (_, "scenario" | "payout") => "Feature",
        ("field.type", "actual") => "string",
        (_, "why" | "mistake") => "string | null",
        ("http.path", "leads_to") => "Operation | null",
        (_, "too_late_to_reverse") | ("reversal.same_day", "captured") => "boolean | null",
        (_, "actual" | "value") => "string | null",
        (_, "expected" | "found" | "header" | "format" | "nearest" | "example") => "string",
        ("key.brand", "brand") => "string | null",
        ("key.brand", "brands") => "string[] | null",
        (_, "place" | "brand") => "string",
        (_, "country" | "currency" | "issuer_country") => "string",
        (_, "minimum" | "maximum" | "above" | "below") => "string",
        (_, "amount" | "captured" | "refunded" | "remaining") => "string",
        (_, "paid_at" | "held_until" | "refundable_until" | "now") => "string",
        (_, "first" | "second" | "paid_on" | "today" | "month") => "string",
        (rule, param) => panic!("the parameter {param} of {rule} has no type here"),
    }
}

/// The prose of every rule as JSON.
fn prose() -> String {
    let prose = |rule: &Rule| {
        let docs = &rule.docs;
        let (violated_by, held_by) = (example(&docs.violated_by), example(&docs.held_by));
        json!({ "summary": docs.summary, "why": docs.why, "violated_by": violated_by, "held_by": held_by })
    };
    let all: Map<_, _> =
        catalogue().iter().map(|rule| (rule.name.to_owned(), prose(rule))).collect();
    Value::from(all).to_string()
}

fn example(example: &Example) -> Value {
    let or_null = |text: &'static str| Some(text).filter(|text| !text.is_empty());
    let (body, facts, policy) =
        (or_null(example.body), or_null(example.facts), or_null(example.policy));
    json!({ "operation": example.operation, "body": body, "facts": facts, "policy": policy })
}
