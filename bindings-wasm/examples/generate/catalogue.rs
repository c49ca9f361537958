//! The names that the module passes by number, and what reports say about rules.

use crate::json;
use paylint::facts::{Fact, FactKind};
use paylint::rule::{Level, Param, Rule};
use paylint::{CardBrand, Engine, Feature, Operation, Policy, catalogue};
use std::fmt::Write;

pub(crate) fn text() -> String {
    let mut out = String::from(
        "// Generated from the catalogue (examples/generate). Do not edit.\n\n\
         import type { CardBrand } from '../types.js';\n\n\
         // The names of each kind, in the order of the numbers that the module passes.\n",
    );
    array(&mut out, "operations", Operation::ALL.iter().map(|operation| operation.name()));
    array(&mut out, "features", Feature::ALL.iter().map(|feature| feature.name()));
    array(&mut out, "facts", Fact::ALL.iter().map(|fact| fact.name()));
    array(&mut out, "levels", Level::ALL.iter().map(|level| level.name()));
    let fingerprint = Engine::default().rules_fingerprint().text();
    _ = write!(
        out,
        "\n/** The fingerprint of the rules. */\nexport const fingerprint = '{fingerprint}';\n"
    );
    out.push_str("\n/** The longest body that a policy can allow. */\n");
    _ = writeln!(out, "export const maxBodyBytes = {};", Policy::MAX_BODY_BYTES);
    let times = Fact::ALL.iter().filter(|fact| fact.kind() == FactKind::Time);
    let times: Vec<_> = times.map(|fact| (*fact as u8).to_string()).collect();
    _ = write!(
        out,
        "\n/** The facts that are times. */\nexport const times: readonly number[] = [{}];\n",
        times.join(",")
    );
    brands(&mut out);
    out.push_str("\n/** The features as messages show them. */\n");
    array(&mut out, "featureTexts", Feature::ALL.iter().map(|feature| feature.words()));
    reasons(&mut out);
    out.push_str(
        "\n/**\n * The rules in the order of findings: name, level, whether it is locked, basis, source, operations,\n \
         * needs, params, message; then the values of the first params, if these are the same in\n \
         * every finding, each with the text that messages show.\n */\n\
         export const rules: readonly (readonly [\n  \
         name: string,\n  level: string,\n  locked: boolean,\n  basis: string,\n  \
         source: string | null,\n  operations: string,\n  needs: string,\n  params: string,\n  \
         message: string,\n  \
         constants?: readonly (readonly [value: string | number | string[], text: string])[],\n\
         ])[] = [\n",
    );
    for rule in catalogue() {
        row(&mut out, rule);
    }
    out.push_str("];\n");
    inputs(&mut out);
    out
}

/// The card networks.
fn brands(out: &mut String) {
    out.push_str("\n/** The card networks, in the order of the module's numbers. */\n");
    out.push_str("export const brands: readonly CardBrand[] = [\n");
    for brand in CardBrand::ALL {
        _ = writeln!(
            out,
            "  {{ brand: '{}', lengths: {:?}, code_length: {} }},",
            brand.name(),
            brand.lengths(),
            brand.code_length()
        );
    }
    out.push_str("];\n");
}

/// What a form needs to know of rules, by their places among them.
fn inputs(out: &mut String) {
    let asking = catalogue().iter().enumerate().filter(|(_, rule)| rule.asks_for_a_member());
    let asking: Vec<_> = asking.map(|(place, _)| place.to_string()).collect();
    _ = write!(
        out,
        "\n/** The rules whose findings say that a member is missing. */\n\
         export const asking: readonly number[] = [{}];\n",
        asking.join(",")
    );
    out.push_str("\n/** The members that stay undecided while a rule is unchecked. */\n");
    out.push_str("export const undecided: Record<number, readonly string[]> = {\n");
    for (place, rule) in catalogue().iter().enumerate() {
        if !rule.undecided.is_empty() {
            let paths: Vec<_> = rule.undecided.iter().map(|path| json(path)).collect();
            _ = writeln!(out, "  {place}: [{}],", paths.join(","));
        }
    }
    out.push_str("};\n");
}

fn array<'n>(out: &mut String, name: &str, texts: impl Iterator<Item = &'n str>) {
    let texts: Vec<_> = texts.map(json).collect();
    _ = writeln!(out, "export const {name}: readonly string[] = [{}];", texts.join(","));
}

/// Why a request of an operation has a feature, by the feature's number.
fn reasons(out: &mut String) {
    out.push_str("\n/** What messages say after a feature, for each operation. */\n");
    out.push_str("export const reasons: Record<string, Record<number, string>> = {\n");
    for operation in Operation::ALL {
        let reasons = Feature::ALL.iter().map(|feature| (feature, feature.reason_in(*operation)));
        let reasons: Vec<_> = reasons
            .filter(|(_, reason)| !reason.is_empty())
            .map(|(feature, reason)| format!("{}: {}", *feature as u8, json(reason)))
            .collect();
        if !reasons.is_empty() {
            _ = writeln!(out, "  {}: {{ {} }},", operation.name(), reasons.join(", "));
        }
    }
    out.push_str("};\n");
}

fn row(out: &mut String, rule: &Rule) {
    let operations: Vec<_> = rule.on.iter().map(|operation| operation.name()).collect();
    let needs: Vec<_> = rule.needs.iter().map(|fact| fact.name()).collect();
    let mut cells = vec![
        json(rule.name),
        json(rule.level.name()),
        rule.locked.to_string(),
        json(rule.basis.name()),
        rule.source.map_or("null".to_owned(), json),
        json(&operations.join(" ")),
        json(&needs.join(" ")),
        json(&rule.params.join(" ")),
        json(rule.message),
    ];
    if !rule.constants.is_empty() {
        let constants: Vec<_> = rule.constants.iter().map(constant).collect();
        cells.push(format!("[{}]", constants.join(",")));
    }
    _ = writeln!(out, "  [{}],", cells.join(","));
}

/// A constant param: its value in JSON, and its text in messages.
fn constant(param: &Param) -> String {
    let mut names = Vec::new();
    param.each_name(&mut |name| names.push(json(name)));
    let value = match param {
        Param::Integer(integer) => integer.to_string(),
        _ if !names.is_empty() => format!("[{}]", names.join(",")),
        Param::Word(_) | Param::Limit(_) => json(&param.to_string()),
        other => panic!("a constant {other:?} can't be written yet"),
    };
    format!("[{value},{}]", json(&param.to_string()))
}
