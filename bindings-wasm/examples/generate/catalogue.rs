//! What scripts know of the catalogue without asking the module.

use crate::{members, quoted};
use paylint::rule::Rule;
use paylint::{CardBrand, Engine, Feature, Policy, catalogue};
use std::fmt::Write;

const HEAD: &str = "// Generated from the catalogue (examples/generate). Do not edit.\n\n";

/// What every page loads: what a form needs to know of rules, and what is passed by number.
pub(crate) fn form() -> String {
    let mut out = format!("{HEAD}import type {{ CardBrand }} from '../types.js';\n");
    let fingerprint = Engine::default().rules_fingerprint().text();
    _ = write!(
        out,
        "\n/** The fingerprint of the rules. */\nexport const fingerprint = '{fingerprint}';\n"
    );
    out.push_str("\n/** The longest body that a policy can allow. */\n");
    _ = writeln!(out, "export const maxBodyBytes = {};", Policy::MAX_BODY_BYTES);
    brands(&mut out);
    out.push_str("\n/** The rules whose findings say that a member is missing. */\n");
    array(&mut out, "asking", names(|rule| rule.asks_for_a_member()));
    out.push_str("\n/** The rules whose findings say that a body or an object can't be read. */\n");
    array(&mut out, "unreadable", names(|rule| rule.locked || rule.name == "field.type"));
    out.push_str("\n/** The members that stay undecided while a rule is unchecked. */\n");
    out.push_str("export const undecided: { readonly [rule: string]: readonly string[] } = {\n");
    for rule in catalogue().iter().filter(|rule| !rule.unchecked_members.is_empty()) {
        let paths: Vec<_> = rule.unchecked_members.iter().map(|path| quoted(path)).collect();
        _ = writeln!(out, "  {}: [{}],", quoted(rule.name), paths.join(","));
    }
    out.push_str("};\n");
    out
}

fn names(is: impl Fn(&Rule) -> bool) -> impl Iterator<Item = &'static str> {
    catalogue().iter().filter(move |rule| is(rule)).map(|rule| rule.name)
}

/// The card networks.
fn brands(out: &mut String) {
    out.push_str("\n/** The card networks, in the order of the module's numbers. */\n");
    out.push_str("export const brands: readonly CardBrand[] = [\n");
    for brand in CardBrand::ALL {
        _ = writeln!(
            out,
            "  {{ brand: '{}', title: '{}', lengths: {:?}, lengths_in_use: {:?}, gaps: {:?}, code_name: '{}', code_length: {} }},",
            brand.name(),
            brand.title(),
            brand.lengths(),
            brand.lengths_in_use(),
            brand.gaps(),
            brand.code_name(),
            brand.code_length()
        );
    }
    out.push_str("];\n");
}

/// What translations are made from and checked against.
pub(crate) fn texts() -> String {
    let mut out = format!("{HEAD}import type {{ Feature, Member, RuleName }} from './types.js';\n");
    out.push_str("\n/** The features as messages show them. */\n");
    out.push_str("export const features: { readonly [feature in Feature]: string } = {\n");
    for feature in Feature::ALL {
        _ = writeln!(out, "  {}: {},", feature.name(), quoted(feature.words()));
    }
    out.push_str("};\n\n/** The members of bodies as messages can call them. */\n");
    out.push_str("export const members: { readonly [member in Member]: string } = {\n");
    for name in members::names() {
        _ = writeln!(out, "  {name}: {},", quoted(&members::label(name)));
    }
    out.push_str("};\n\n/** The params of each rule. */\n");
    out.push_str("export const params: { readonly [rule in RuleName]: readonly string[] } = {\n");
    for rule in catalogue() {
        let names: Vec<_> = rule.params.iter().map(|name| quoted(name)).collect();
        _ = writeln!(out, "  {}: [{}],", quoted(rule.name), names.join(","));
    }
    out.push_str("};\n");
    out
}

fn array<'n>(out: &mut String, name: &str, texts: impl Iterator<Item = &'n str>) {
    let texts: Vec<_> = texts.map(quoted).collect();
    _ = writeln!(out, "export const {name}: readonly string[] = [{}];", texts.join(","));
}
