//! The parts of the catalogue that scripts know without asking the module.

use crate::members;
use paylint::rule::Rule;
use paylint::{CardBrand, Engine, Feature, Policy, catalogue};
use serde_json::{Map, Value, json};

/// The script that every page loads: what a form needs to know of rules, and what is passed by number.
pub(crate) fn form() -> String {
    let brand = |brand: &CardBrand| {
        json!({
            "brand": brand.name(), "title": brand.title(), "lengths": brand.lengths(),
            "lengths_in_use": brand.lengths_in_use(), "gaps": brand.gaps(),
            "code_name": brand.code_name(), "code_length": brand.code_length(),
        })
    };
    let brands: Vec<_> = CardBrand::ALL.iter().map(brand).collect();
    let fingerprint = Engine::default().rules_fingerprint().text().to_string();
    let unreadable = rules(|rule| rule.locked || rule.name == "field.type");
    let open = catalogue().iter().filter(|rule| !rule.unchecked_members.is_empty());
    let undecided = object(open.map(|rule| (rule.name, json!(rule.unchecked_members))));
    module(
        "CardBrand",
        [
            ("fingerprint", "string", json!(fingerprint)),
            ("maxBodyBytes", "number", json!(Policy::MAX_BODY_BYTES)),
            // In the order of the module's numbers.
            ("brands", "readonly CardBrand[]", json!(brands)),
            // Whose findings say that a member is missing, and that a body or an object can't be read.
            ("asking", "readonly string[]", json!(rules(Rule::asks_for_a_member))),
            ("unreadable", "readonly string[]", json!(unreadable)),
            // The members that stay undecided while a rule is unchecked.
            ("undecided", "{ readonly [rule: string]: readonly string[] }", undecided),
        ],
    )
}

/// The script that translations are made from and checked against: the names of features and members, and the params of rules.
pub(crate) fn texts() -> String {
    let features = Feature::ALL.iter().map(|feature| (feature.name(), json!(feature.words())));
    let members = members::names().into_iter().map(|name| (name, json!(members::label(name))));
    let params = catalogue().iter().map(|rule| (rule.name, json!(rule.params)));
    module(
        "Feature, Member, RuleName",
        [
            ("features", "{ readonly [feature in Feature]: string }", object(features)),
            ("members", "{ readonly [member in Member]: string }", object(members)),
            ("params", "{ readonly [rule in RuleName]: readonly string[] }", object(params)),
            ("forShoppers", "readonly RuleName[]", json!(rules(Rule::is_for_shoppers))),
        ],
    )
}

fn rules(is: fn(&Rule<'static>) -> bool) -> Vec<&'static str> {
    catalogue().iter().filter(|rule| is(rule)).map(|rule| rule.name).collect()
}

fn object<'n>(members: impl Iterator<Item = (&'n str, Value)>) -> Value {
    members.map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>().into()
}

/// A script that exports values, each with its type.
fn module<const N: usize>(types: &str, values: [(&str, &str, Value); N]) -> String {
    let values =
        values.map(|(name, kind, value)| format!("export const {name}: {kind} = {value};\n"));
    format!("import type {{ {types} }} from '../types.js';\n\n{}", values.concat())
}
