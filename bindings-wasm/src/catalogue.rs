//! Names and rules as JSON. None of these texts has a character that JSON escapes but the messages,
//! which go through [`string`].

use core::fmt::Write;
use paylint::facts::Fact;
use paylint::rule::{Level, Rule};
use paylint::{Feature, Operation, Policy, catalogue};

/// The names that the exported functions use numbers for; the rules' by their number.
pub(crate) fn names() -> String {
    let mut out = String::from("{\"operations\":");
    strings(&mut out, Operation::ALL.iter().map(|operation| operation.name()));
    out.push_str(",\"features\":");
    strings(&mut out, Feature::ALL.iter().map(|feature| feature.name()));
    out.push_str(",\"facts\":");
    strings(&mut out, Fact::ALL.iter().map(|fact| fact.name()));
    out.push_str(",\"levels\":");
    strings(&mut out, Level::ALL.iter().map(|level| level.name()));
    out.push_str(",\"rules\":{");
    for (index, rule) in catalogue().iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        _ = write!(out, "{comma}\"{}\":\"{}\"", rule.number, rule.name);
    }
    out.push_str("}}");
    out
}

/// Every rule without its prose, in the order of the catalogue.
pub(crate) fn rules() -> String {
    let mut out = String::from("[");
    for (index, rule) in catalogue().iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_rule(&mut out, rule);
    }
    out.push(']');
    out
}

fn write_rule(out: &mut String, rule: &Rule) {
    _ = write!(
        out,
        "{{\"rule\":\"{}\",\"family\":\"{}\",\"operations\":",
        rule.name,
        rule.family()
    );
    strings(out, rule.on.iter().map(Operation::name));
    _ = write!(out, ",\"level\":\"{}\",\"locked\":{}", rule.level, rule.locked);
    _ = write!(out, ",\"basis\":\"{}\",\"source\":", rule.basis.name());
    match rule.source {
        Some(source) => string(out, source),
        None => out.push_str("null"),
    }
    out.push_str(",\"needs\":");
    strings(out, rule.needs.iter().map(|fact| fact.name()));
    out.push_str(",\"params\":");
    strings(out, rule.params.iter().copied());
    out.push_str(",\"message\":");
    string(out, rule.message);
    out.push('}');
}

fn strings<'t>(out: &mut String, texts: impl Iterator<Item = &'t str>) {
    out.push('[');
    for (index, text) in texts.enumerate() {
        if index > 0 {
            out.push(',');
        }
        string(out, text);
    }
    out.push(']');
}

fn string(out: &mut String, text: &str) {
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
        0 => unknown_of("operation", name, Operation::ALL.iter().map(|operation| operation.name())),
        1 => unknown_of("feature", name, Feature::ALL.iter().map(|feature| feature.name())),
        // The policy knows the rules, and says it in these words.
        _ => match Policy::default().with_level(name, Level::Warn) {
            Err(error) => error.problem().to_owned(),
            Ok(_) => String::new(),
        },
    }
}

fn unknown_of(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    // What stands where a name is expected can be a secret; and a long text has no near name.
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    if !(1..=64).contains(&name.len()) || !name.bytes().all(is_plain) || digits > 6 {
        return format!("unknown {what}, whose name is not shown");
    }
    let distance = |known: &'static str| (strsim::damerau_levenshtein(name, known), known);
    let nearest = known.map(distance).min_by_key(|(distance, _)| *distance);
    match nearest {
        Some((distance, known)) if distance * 3 <= name.len().max(3) => {
            format!("unknown {what} \"{name}\"; did you mean \"{known}\"?")
        }
        _ => format!("unknown {what} \"{name}\""),
    }
}
