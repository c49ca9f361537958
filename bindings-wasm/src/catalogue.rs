//! Writes names and rules as lines of text for JavaScript to split. No name contains a space, and
//! no part of a rule a tab or a line feed.

use crate::state::first_line;
use alloc::string::String;
use paylint::facts::Fact;
use paylint::rule::{Level, Rule};
use paylint::{Decimal, Feature, Operation, catalogue, unknown_name};

/// One line with all names of each kind that the exported functions pass by number: operations,
/// features, facts, levels. Then one line per rule, in the order of the catalogue, without its
/// prose.
pub(crate) fn lines() -> String {
    let mut out = String::new();
    for nth in &KINDS {
        let mut position = 0;
        while let Some(name) = nth(position) {
            put_name(&mut out, name);
            position += 1;
        }
        put(&mut out, "\n");
    }
    for rule in catalogue() {
        put_rule(&mut out, rule);
    }
    out
}

/// For each kind, the name at a position.
static KINDS: [fn(usize) -> Option<&'static str>; 4] = [
    |position| Operation::ALL.get(position).map(|known| known.name()),
    |position| Feature::ALL.get(position).map(|known| known.name()),
    |position| Fact::ALL.get(position).map(|known| known.name()),
    |position| Level::ALL.get(position).map(|known| known.name()),
];

/// Writes a rule's number, name, level, whether it is locked, basis, source, message, operations,
/// needs and params, separated by tabs. The last three are lists.
fn put_rule(out: &mut String, rule: &Rule) {
    Decimal::from_integer(rule.number.into()).write(out);
    put_text(out, rule.name);
    put_text(out, rule.level.name());
    put_text(out, if rule.locked { "locked" } else { "" });
    put_text(out, rule.basis.name());
    put_text(out, rule.source.unwrap_or_default());
    put_text(out, rule.message);
    put(out, "\t");
    for operation in rule.on.iter() {
        put_name(out, operation.name());
    }
    put(out, "\t");
    for fact in rule.needs {
        put_name(out, fact.name());
    }
    put(out, "\t");
    for param in rule.params {
        put_name(out, param);
    }
    put(out, "\n");
}

#[inline(never)]
fn put_text(out: &mut String, text: &str) {
    put(out, "\t");
    put(out, text);
}

/// Writes a name, after a space if it isn't the first of a list.
#[inline(never)]
fn put_name(out: &mut String, name: &str) {
    if !matches!(out.as_bytes().last(), None | Some(b'\t' | b'\n')) {
        put(out, " ");
    }
    put(out, name);
}

#[inline(never)]
fn put(out: &mut String, piece: &str) {
    out.push_str(piece);
}

/// Makes the message `unknown operation "…"; did you mean "…"?`. The lines are the kind, the
/// unknown name, and all known names.
pub(crate) fn unknown(lines: &str) -> String {
    let (what, lines) = first_line(lines).unwrap_or_default();
    let (name, mut lines) = first_line(lines).unwrap_or_default();
    let known = core::iter::from_fn(|| {
        let (known, rest) = first_line(lines)?;
        lines = rest;
        Some(known)
    });
    unknown_name(what, name, known)
}
