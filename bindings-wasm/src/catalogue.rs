//! Names and rules as JSON. None of these texts has a character that JSON escapes but the messages,
//! which go through [`string`].

use paylint::facts::Fact;
use paylint::rule::{Level, Rule};
use paylint::{Decimal, Feature, Operation, catalogue, unknown_name};

/// The names that the exported functions use numbers for; the rules' by their number.
pub(crate) fn names() -> String {
    let mut out = String::from("{");
    let all = Operation::ALL;
    list(&mut out, "operations", all.len(), &|index| all.get(index).map(|known| known.name()));
    let all = Feature::ALL;
    list(&mut out, "features", all.len(), &|index| all.get(index).map(|known| known.name()));
    let all = Fact::ALL;
    list(&mut out, "facts", all.len(), &|index| all.get(index).map(|known| known.name()));
    let all = Level::ALL;
    list(&mut out, "levels", all.len(), &|index| all.get(index).map(|known| known.name()));
    key(&mut out, "rules");
    out.push('{');
    for rule in catalogue() {
        let mut number = String::new();
        Decimal::from_integer(rule.number.into()).write(&mut number);
        key(&mut out, &number);
        string(&mut out, rule.name);
    }
    out.push_str("}}");
    out
}

/// Every rule without its prose, in the order of the catalogue.
pub(crate) fn rules() -> String {
    let mut out = String::from("[");
    for rule in catalogue() {
        write_rule(&mut out, rule);
    }
    out.push(']');
    out
}

fn write_rule(out: &mut String, rule: &Rule) {
    separate(out);
    out.push('{');
    member(out, "rule", rule.name);
    member(out, "family", rule.family());
    let all = Operation::ALL;
    list(out, "operations", all.len(), &|index| {
        all.get(index).filter(|known| rule.on.contains(**known)).map(|known| known.name())
    });
    member(out, "level", rule.level.name());
    key(out, "locked");
    out.push_str(if rule.locked { "true" } else { "false" });
    member(out, "basis", rule.basis.name());
    match rule.source {
        Some(source) => member(out, "source", source),
        None => {
            key(out, "source");
            out.push_str("null");
        }
    }
    let all = rule.needs;
    list(out, "needs", all.len(), &|index| all.get(index).map(|known| known.name()));
    texts(out, "params", rule.params);
    member(out, "message", rule.message);
    out.push('}');
}

/// A member that is an array of those of `count` names that are there.
fn list<'t>(out: &mut String, name: &str, count: usize, nth: &dyn Fn(usize) -> Option<&'t str>) {
    key(out, name);
    out.push('[');
    for text in (0..count).filter_map(nth) {
        string(out, text);
    }
    out.push(']');
}

/// A member that is an array of texts.
#[inline(never)]
fn texts(out: &mut String, name: &str, all: &[&str]) {
    list(out, name, all.len(), &|index| all.get(index).copied());
}

/// A member that is a string.
#[inline(never)]
fn member(out: &mut String, name: &str, text: &str) {
    key(out, name);
    string(out, text);
}

fn key(out: &mut String, name: &str) {
    string(out, name);
    out.push(':');
}

/// A comma, but for the first in an object or array, and a member's value.
fn separate(out: &mut String) {
    if !matches!(out.as_bytes().last(), Some(b'{' | b'[' | b':')) {
        out.push(',');
    }
}

fn string(out: &mut String, text: &str) {
    separate(out);
    out.push('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
}

/// `unknown operation "…"; did you mean "…"?`
pub(crate) fn unknown(what: u8, name: &str) -> String {
    match what {
        0 => unknown_name("operation", name, Operation::ALL.iter().map(|known| known.name())),
        1 => unknown_name("feature", name, Feature::ALL.iter().map(|known| known.name())),
        _ => unknown_name("rule", name, catalogue().iter().map(|rule| rule.name)),
    }
}
