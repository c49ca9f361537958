//! Sentences and parameters of findings.

use super::Message;
use crate::feature::Feature;
use crate::operation::cut;
use crate::read::scan::plain_run;
use crate::rule::{Basis, Param, Rule};
use core::fmt::{self, Write};

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl Message<'_> {
    pub(super) fn write(&self, out: &mut impl Write) -> fmt::Result {
        let mut rest = self.finding.rule().message;
        loop {
            let (before, after) = cut(rest, b'{');
            out.write_str(before)?;
            let Some(after) = after else { return Ok(()) };
            let (name, behind) = cut(after, b'}');
            self.write_param(out, name)?;
            rest = behind.unwrap_or_default();
        }
    }

    /// Writes the parameter of that name; `name.0` and `name.1` are the two of a pair.
    fn write_param(&self, out: &mut impl Write, name: &str) -> fmt::Result {
        let (name, part) = cut(name, b'.');
        let param = self.finding.params().find(|(known, _)| *known == name);
        match (param, part) {
            (Some((_, Param::Pair(a, _))), Some("0")) => out.write_str(a.words()),
            (Some((_, Param::Pair(_, b))), Some("1")) => out.write_str(b.words()),
            (Some((_, Param::Word(word))), _) => out.write_str(word),
            (Some((_, param)), _) => param.write(out),
            (None, _) => Ok(()),
        }
    }
}

impl Param {
    /// As it stands in a sentence.
    pub(super) fn write(self, out: &mut dyn Write) -> fmt::Result {
        match self {
            Param::Decimal(decimal) => decimal.write(out),
            Param::Total(total) => total.write(out),
            Param::Integer(integer) => write_integer(out, integer),
            Param::Word(word) => out.write_str(word),
            Param::Type(json_type) => out.write_str(json_type.name()),
            Param::Time(time) => time.write(out),
            Param::Pair(a, b) => write_list(out, [a, b].map(Feature::name).into_iter()),
            Param::Members(shape, bits) => write_list(out, shape.names(bits)),
        }
    }
}

fn write_list<'a>(out: &mut dyn Write, mut names: impl Iterator<Item = &'a str>) -> fmt::Result {
    out.write_str(names.next().unwrap_or("none"))?;
    names.try_for_each(|name| {
        out.write_str(", ")?;
        out.write_str(name)
    })
}

/// Most are of one digit.
pub(super) fn write_integer(out: &mut (impl Write + ?Sized), integer: i64) -> fmt::Result {
    match u8::try_from(integer) {
        Ok(digit @ 0..=9) => out.write_char(char::from(b'0'.wrapping_add(digit))),
        _ => write!(out, "{integer}"),
    }
}

/// As it stands in a sentence.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Writes what stands in a JSON string, escaped where RFC 8259 asks for it and nowhere else.
pub(super) struct Escaped<'w, W> {
    out: &'w mut W,
    is_plain: bool,
}

impl<'w, W> Escaped<'w, W> {
    pub(super) fn all(out: &'w mut W) -> Escaped<'w, W> {
        Escaped { out, is_plain: false }
    }

    /// For what a rule says: nothing of that is to be escaped in those of the catalogue.
    pub(super) fn of(rule: &Rule, out: &'w mut W) -> Escaped<'w, W> {
        Escaped { out, is_plain: rule.basis != Basis::Custom }
    }
}

impl<W: Write> Write for Escaped<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.is_plain {
            return self.out.write_str(text);
        }
        let mut rest = text;
        loop {
            let (at, _) = plain_run(rest.as_bytes(), 0);
            self.out.write_str(rest.get(..at).unwrap_or_default())?;
            let Some(special) = rest.as_bytes().get(at) else { return Ok(()) };
            match *special {
                b'"' => self.out.write_str("\\\"")?,
                b'\\' => self.out.write_str("\\\\")?,
                0x08 => self.out.write_str("\\b")?,
                0x0C => self.out.write_str("\\f")?,
                b'\n' => self.out.write_str("\\n")?,
                b'\r' => self.out.write_str("\\r")?,
                b'\t' => self.out.write_str("\\t")?,
                other => write!(self.out, "\\u{other:04x}")?,
            }
            rest = rest.get(at.saturating_add(1)..).unwrap_or_default();
        }
    }
}
