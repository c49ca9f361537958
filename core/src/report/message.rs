//! Sentences and parameters of findings.

use super::Message;
use crate::operation::cut;
use crate::read::scan::plain_run;
use crate::rule::Param;
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
            (Some((_, param)), _) => write!(out, "{param}"),
            (None, _) => Ok(()),
        }
    }
}

impl Param {
    /// Calls `item` with each text that the parameter consists of.
    pub(super) fn items(self, mut item: impl FnMut(&'static str) -> fmt::Result) -> fmt::Result {
        match self {
            Param::Pair(a, b) => {
                item(a.name())?;
                item(b.name())
            }
            Param::Members(shape, bits) => {
                let members = shape.members.iter().enumerate();
                let chosen = members.filter(|(index, _)| bits.wrapping_shr(*index as u32) & 1 == 1);
                chosen.map(|(_, member)| member.name).try_for_each(item)
            }
            _ => Ok(()),
        }
    }
}

/// As it stands in a sentence.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Param::Decimal(decimal) => decimal.fmt(f),
            Param::Total(total) => total.fmt(f),
            Param::Integer(integer) => integer.fmt(f),
            Param::Word(word) => f.write_str(word),
            Param::Type(json_type) => f.write_str(json_type.name()),
            Param::Time(time) => time.fmt(f),
            Param::Pair(..) | Param::Members(..) => {
                let mut first = true;
                self.items(|item| {
                    if !core::mem::take(&mut first) {
                        f.write_str(", ")?;
                    }
                    f.write_str(item)
                })?;
                if first { f.write_str("none") } else { Ok(()) }
            }
        }
    }
}

/// Writes what stands in a JSON string, escaped where RFC 8259 asks for it and nowhere else.
pub(super) struct Escaped<'w, W>(pub(super) &'w mut W);

impl<W: Write> Write for Escaped<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        loop {
            let (at, _) = plain_run(rest.as_bytes(), 0);
            self.0.write_str(rest.get(..at).unwrap_or_default())?;
            let Some(special) = rest.as_bytes().get(at) else { return Ok(()) };
            match *special {
                b'"' => self.0.write_str("\\\"")?,
                b'\\' => self.0.write_str("\\\\")?,
                0x08 => self.0.write_str("\\b")?,
                0x0C => self.0.write_str("\\f")?,
                b'\n' => self.0.write_str("\\n")?,
                b'\r' => self.0.write_str("\\r")?,
                b'\t' => self.0.write_str("\\t")?,
                other => write!(self.0, "\\u{other:04x}")?,
            }
            rest = rest.get(at.saturating_add(1)..).unwrap_or_default();
        }
    }
}
