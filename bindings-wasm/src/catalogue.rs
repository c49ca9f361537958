//! Names and rules as lines of text, which JavaScript takes apart: no name has a space, and nothing that is
//! said of a rule a tab or a line feed.

use crate::state::first_line;
use paylint::facts::Fact;
use paylint::rule::{Level, Rule};
use paylint::{Decimal, Feature, Operation, catalogue, unknown_name};

/// The names that the exported functions use numbers for, a line for each kind: operations, features, facts,
/// levels. Then a line for each rule, in the order of the catalogue, without its prose.
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

/// The name at a position, of each kind.
static KINDS: [fn(usize) -> Option<&'static str>; 4] = [
    |position| Operation::ALL.get(position).map(|known| known.name()),
    |position| Feature::ALL.get(position).map(|known| known.name()),
    |position| Fact::ALL.get(position).map(|known| known.name()),
    |position| Level::ALL.get(position).map(|known| known.name()),
];

/// Its number, name, level, whether it is locked, its basis, source and message, and three lists: the
/// operations, needs and params. A tab between any two.
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

/// A name, behind a space if it is not the first of a list.
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

/// `unknown operation "…"; did you mean "…"?` for lines that say what it is that is not known, its name, and
/// the names that are known.
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
