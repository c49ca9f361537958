//! The canonical JSON form of a report: the same bytes in every face.

use super::message::Escaped;
use super::{Finding, Obligation, Report, Unchecked};
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
        out.write_str("{\"verdict\":")?;
        text(out, self.verdict().name())?;
        write!(out, ",\"status\":{}", self.status())?;
        out.write_str(",\"operation\":")?;
        text(out, self.operation.name())?;
        out.write_str(",\"scenario\":")?;
        or_null(out, self.scenario)?;
        out.write_str(",\"capabilities\":")?;
        array(out, self.capabilities.iter(), |out, feature| text(out, feature.name()))?;
        out.write_str(",\"total\":")?;
        or_null(out, self.total)?;
        out.write_str(",\"findings\":")?;
        array(out, self.findings(), finding)?;
        write!(out, ",\"truncated\":{}", self.truncated)?;
        out.write_str(",\"unchecked\":")?;
        array(out, self.unchecked(), unchecked)?;
        out.write_str(",\"obligations\":")?;
        array(out, self.obligations.iter().copied(), obligation)?;
        out.write_str(",\"valid_until\":")?;
        or_null(out, self.valid_until)?;
        out.write_str("}")
    }
}

fn finding<W: Write>(out: &mut W, finding: Finding<'_>) -> fmt::Result {
    let rule = finding.rule();
    out.write_str("{\"rule\":")?;
    text(out, rule.name)?;
    out.write_str(",\"level\":")?;
    text(out, finding.level().name())?;
    out.write_str(",\"basis\":")?;
    text(out, rule.basis.name())?;
    out.write_str(",\"source\":")?;
    or_null(out, rule.source)?;
    out.write_str(",\"path\":")?;
    string(out, finding.path())?;
    out.write_str(",\"message\":")?;
    string(out, finding.message())?;
    out.write_str(",\"params\":")?;
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
            Param::Integer(integer) => write!(out, "{integer}")?,
            Param::Pair(..) | Param::Members(..) => {
                let mut separator = "[";
                param.items(|item| {
                    out.write_str(core::mem::replace(&mut separator, ","))?;
                    text(out, item)
                })?;
                // No item: the opening bracket is still to be written.
                out.write_str(if separator == "[" { "[]" } else { "]" })?;
            }
            other => string(out, other)?,
        }
    }
    out.write_str("}")
}

fn unchecked<W: Write>(out: &mut W, unchecked: Unchecked<'_>) -> fmt::Result {
    out.write_str("{\"rule\":")?;
    text(out, unchecked.rule().name)?;
    out.write_str(",\"level\":")?;
    text(out, unchecked.level().name())?;
    out.write_str(",\"needs\":")?;
    array(out, unchecked.needs(), |out, fact| text(out, fact.name()))?;
    out.write_str("}")
}

fn obligation<W: Write>(out: &mut W, obligation: Obligation) -> fmt::Result {
    out.write_str("{\"kind\":")?;
    text(out, obligation.kind())?;
    out.write_str(",\"by\":")?;
    or_null(out, obligation.by())?;
    out.write_str("}")
}

/// A JSON string of a text.
fn text<W: Write>(out: &mut W, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    Escaped(out).write_str(text)?;
    out.write_str("\"")
}

/// A JSON string of whatever displays itself.
pub(super) fn string<W: Write>(out: &mut W, value: impl Display) -> fmt::Result {
    out.write_str("\"")?;
    write!(Escaped(out), "{value}")?;
    out.write_str("\"")
}

fn or_null<W: Write>(out: &mut W, value: Option<impl Display>) -> fmt::Result {
    match value {
        Some(value) => string(out, value),
        None => out.write_str("null"),
    }
}

pub(super) fn array<W: Write, T>(
    out: &mut W,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut W, T) -> fmt::Result,
) -> fmt::Result {
    out.write_str("[")?;
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.write_str(",")?;
        }
        write(out, item)?;
    }
    out.write_str("]")
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
