//! The canonical JSON form of a report: the same bytes in every face.

use super::message::Escaped;
use super::{Finding, Obligation, Report, Segment, Unchecked};
use crate::facts::Fact;
use crate::feature::Feature;
use crate::rule::Param;
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
        out.write_str(r#","total":"#)?;
        or_null(out, self.total)?;
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
        or_null(out, self.valid_until)?;
        out.write_str("}")
    }
}

fn finding<W: Write>(out: &mut W, finding: Finding<'_>) -> fmt::Result {
    let rule = finding.rule();
    out.write_str(r#"{"rule":""#)?;
    out.write_str(rule.name)?;
    out.write_str(r#"","level":""#)?;
    out.write_str(finding.level().name())?;
    out.write_str(r#"","basis":""#)?;
    out.write_str(rule.basis.name())?;
    match rule.source {
        None => out.write_str(r#"","source":null,"path":""#)?,
        Some(source) => {
            out.write_str(r#"","source":""#)?;
            Escaped(out).write_str(source)?;
            out.write_str(r#"","path":""#)?;
        }
    }
    finding.path().walk(|step| {
        out.write_str("/")?;
        match step {
            Segment::Name(name) => out.write_str(name),
            Segment::Index(index) => write!(out, "{index}"),
        }
    })?;
    out.write_str(r#"","message":""#)?;
    finding.message().write(&mut Escaped(out))?;
    out.write_str(r#"","params":"#)?;
    params(out, finding)?;
    out.write_str("}")
}

fn params<W: Write>(out: &mut W, finding: Finding<'_>) -> fmt::Result {
    out.write_str("{")?;
    for (index, (name, param)) in finding.params().enumerate() {
        if index > 0 {
            out.write_str(",")?;
        }
        text(out, name)?;
        out.write_str(":")?;
        match param {
            Param::Word(word) => text(out, word)?,
            Param::Integer(integer) => write!(out, "{integer}")?,
            Param::Pair(..) | Param::Members(..) => {
                let mut before = "[\"";
                param.items(|item| {
                    out.write_str(core::mem::replace(&mut before, "\",\""))?;
                    out.write_str(item)
                })?;
                // No item: the opening bracket is still to be written.
                out.write_str(if before == "[\"" { "[]" } else { "\"]" })?;
            }
            other => plain(out, &other)?,
        }
    }
    out.write_str("}")
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
    or_null(out, obligation.by())?;
    out.write_str("}")
}

/// A JSON array of names, in which nothing is to be escaped.
fn names<'a, W: Write>(out: &mut W, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    let mut before = "[\"";
    for name in names {
        out.write_str(core::mem::replace(&mut before, "\",\""))?;
        out.write_str(name)?;
    }
    out.write_str(if before == "[\"" { "[]" } else { "\"]" })
}

/// A JSON string of a text.
fn text<W: Write>(out: &mut W, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    Escaped(out).write_str(text)?;
    out.write_str("\"")
}

/// A JSON string of whatever displays itself.
pub(super) fn string<W: Write>(out: &mut W, value: &dyn Display) -> fmt::Result {
    out.write_str("\"")?;
    write!(Escaped(out), "{value}")?;
    out.write_str("\"")
}

/// The same of a number, an instant or a type, in which nothing is to be escaped.
fn plain<W: Write>(out: &mut W, value: &dyn Display) -> fmt::Result {
    write!(out, "\"{value}\"")
}

fn or_null<W: Write>(out: &mut W, value: Option<impl Display>) -> fmt::Result {
    match value {
        Some(value) => plain(out, &value),
        None => out.write_str("null"),
    }
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
