//! The canonical JSON form of a report: the same bytes in every face.

use super::message::{Escaped, write_integer};
use super::{Finding, Obligation, Report, Segment, Unchecked};
use crate::facts::Fact;
use crate::feature::Feature;
use crate::rule::{Level, Param, Rule};
use crate::time::Timestamp;
use core::fmt::{self, Display, Write};

impl Report {
    /// The canonical JSON form.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = String::with_capacity(256);
        // Writing to a string cannot fail.
        _ = self.write_json(&mut json);
        json
    }

    /// Writes the canonical JSON form.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_json(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(match (self.forbidden, self.denied) {
            (true, _) => r#"{"verdict":"reject","status":403,"operation":""#,
            (false, true) => r#"{"verdict":"reject","status":400,"operation":""#,
            (false, false) => r#"{"verdict":"accept","status":200,"operation":""#,
        })?;
        out.write_str(self.operation.name())?;
        match self.scenario {
            None => out.write_str(r#"","scenario":null,"capabilities":"#)?,
            Some(scenario) => {
                out.write_str(r#"","scenario":""#)?;
                out.write_str(scenario.name())?;
                out.write_str(r#"","capabilities":"#)?;
            }
        }
        names(out, self.capabilities.iter().map(Feature::name))?;
        match self.total {
            None => out.write_str(r#","total":null"#)?,
            Some(total) => {
                out.write_str(r#","total":""#)?;
                total.write(out)?;
                out.write_str("\"")?;
            }
        }
        if self.entries.is_empty() && self.undecided.is_empty() && !self.truncated {
            // As most are, and the whole is one piece then.
            out.write_str(r#","findings":[],"truncated":false,"unchecked":[],"obligations":"#)?;
        } else {
            out.write_str(r#","findings":"#)?;
            array(out, self.findings(), finding)?;
            out.write_str(if self.truncated {
                r#","truncated":true,"unchecked":"#
            } else {
                r#","truncated":false,"unchecked":"#
            })?;
            array(out, self.unchecked(), unchecked)?;
            out.write_str(r#","obligations":"#)?;
        }
        array(out, self.obligations.iter().copied(), obligation)?;
        out.write_str(r#","valid_until":"#)?;
        instant(out, self.valid_until)?;
        out.write_str("}")
    }
}

fn instant<W: Write>(out: &mut W, instant: Option<Timestamp>) -> fmt::Result {
    let Some(instant) = instant else { return out.write_str("null") };
    out.write_str("\"")?;
    instant.write(out)?;
    out.write_str("\"")
}

fn finding<W: Write>(out: &mut W, finding: Finding<'_>) -> fmt::Result {
    let rule = finding.rule();
    out.write_str(r#"{"rule":""#)?;
    out.write_str(rule.name)?;
    out.write_str(match finding.level() {
        Level::Deny => r#"","level":"deny","basis":""#,
        // A rule that is allowed finds nothing.
        Level::Warn | Level::Allow => r#"","level":"warn","basis":""#,
    })?;
    out.write_str(rule.basis.name())?;
    match rule.source {
        None => out.write_str(r#"","source":null,"path":""#)?,
        Some(source) => {
            out.write_str(r#"","source":""#)?;
            Escaped::of(rule, out).write_str(source)?;
            out.write_str(r#"","path":""#)?;
        }
    }
    finding.path().walk(|step| {
        out.write_str("/")?;
        match step {
            Segment::Name(name) => out.write_str(name),
            Segment::Index(index) => write_integer(out, index.into()),
        }
    })?;
    out.write_str(r#"","message":""#)?;
    finding.message().write(&mut Escaped::of(rule, out))?;
    out.write_str(r#"","params":"#)?;
    params(out, finding)?;
    out.write_str("}")
}

fn params<W: Write>(out: &mut W, finding: Finding<'_>) -> fmt::Result {
    let rule = finding.rule();
    let mut before = "{";
    for (name, param) in finding.params() {
        out.write_str(core::mem::replace(&mut before, ","))?;
        text(out, rule, name)?;
        out.write_str(":")?;
        match param {
            Param::Word(word) => text(out, rule, word)?,
            Param::Integer(integer) => write_integer(out, integer)?,
            Param::Pair(a, b) => names(out, [a, b].map(Feature::name).into_iter())?,
            Param::Members(shape, bits) => names(out, shape.names(bits))?,
            // Of the others nothing is to be escaped.
            other => {
                out.write_str("\"")?;
                other.write(out)?;
                out.write_str("\"")?;
            }
        }
    }
    out.write_str(if before == "{" { "{}" } else { "}" })
}

fn unchecked<W: Write>(out: &mut W, unchecked: Unchecked<'_>) -> fmt::Result {
    out.write_str(r#"{"rule":""#)?;
    out.write_str(unchecked.rule().name)?;
    out.write_str(r#"","level":""#)?;
    out.write_str(unchecked.level().name())?;
    out.write_str(r#"","needs":"#)?;
    names(out, unchecked.needs().map(Fact::name))?;
    out.write_str("}")
}

fn obligation<W: Write>(out: &mut W, obligation: Obligation) -> fmt::Result {
    out.write_str(r#"{"kind":""#)?;
    out.write_str(obligation.kind())?;
    out.write_str(r#"","by":"#)?;
    instant(out, obligation.by())?;
    out.write_str("}")
}

/// A JSON array of names, in which nothing is to be escaped.
fn names<'a, W: Write>(out: &mut W, mut names: impl Iterator<Item = &'a str>) -> fmt::Result {
    let Some(first) = names.next() else { return out.write_str("[]") };
    out.write_str("[\"")?;
    out.write_str(first)?;
    for name in names {
        out.write_str("\",\"")?;
        out.write_str(name)?;
    }
    out.write_str("\"]")
}

/// A JSON string of a text of a rule.
fn text<W: Write>(out: &mut W, rule: &Rule, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    Escaped::of(rule, out).write_str(text)?;
    out.write_str("\"")
}

/// A JSON string of whatever displays itself.
pub(super) fn string<W: Write>(out: &mut W, value: &dyn Display) -> fmt::Result {
    out.write_str("\"")?;
    write!(Escaped::all(out), "{value}")?;
    out.write_str("\"")
}

pub(super) fn array<W: Write, T>(
    out: &mut W,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut W, T) -> fmt::Result,
) -> fmt::Result {
    let mut before = "[";
    for item in items {
        out.write_str(core::mem::replace(&mut before, ","))?;
        write(out, item)?;
    }
    out.write_str(if before == "[" { "[]" } else { "]" })
}

impl Finding<'_> {
    /// The `params` of the canonical JSON form.
    #[must_use]
    pub fn params_json(self) -> String {
        let mut json = String::new();
        _ = params(&mut json, self);
        json
    }
}

/// The canonical JSON form.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_json(f)
    }
}

impl fmt::Debug for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        finding(f, *self)
    }
}

impl fmt::Debug for Unchecked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        unchecked(f, *self)
    }
}
