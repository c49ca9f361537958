//! Sentences, paths and parameters of findings.

use super::{Finding, Message, Segment};
use crate::append::{put, text_of};
use crate::config::position;
use crate::decimal::{put_integer, with_scaled};
use crate::json::put_escaped;
use crate::rule::Param;
use crate::text::cut;
use core::fmt;

/// Whether what a rule says is to be escaped in JSON: the texts of the catalogue's rules need no escapes, those of
/// others may.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// Nothing is to be escaped.
    None,
    /// What RFC 8259 asks for.
    Json,
}

/// What takes a text piece by piece.
type Pieces<'p> = dyn FnMut(&str) -> fmt::Result + 'p;

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces(&mut |piece| f.write_str(piece))
    }
}

impl Message<'_> {
    /// The sentence as a text.
    #[must_use]
    pub fn text(&self) -> String {
        text_of(|text| self.write(text, Escapes::None))
    }

    /// Appends the sentence: as what stands in a JSON string, if it may have to be escaped.
    pub(super) fn write(&self, out: &mut String, escapes: Escapes) {
        // A text takes every piece.
        _ = self.pieces(&mut |piece| {
            put_said(out, piece, escapes);
            Ok(())
        });
    }

    fn pieces(&self, each: &mut Pieces<'_>) -> fmt::Result {
        let rule = self.finding.rule();
        let mut rest = rule.message;
        if self.finding.is_literal() {
            return each(rest);
        }
        loop {
            let (before, after) = cut(rest, b'{');
            each(before)?;
            let Some(after) = after else { return Ok(()) };
            let (name, behind) = cut(after, b'}');
            // `name.0` and `name.1` are the two of a pair.
            let (name, part) = cut(name, b'.');
            let at = position(rule.params, name);
            match (self.finding.entry.params().nth(at), part) {
                (Some(Param::Pair(a, _)), Some("0")) => each(a.words())?,
                (Some(Param::Pair(_, b)), Some("1")) => each(b.words())?,
                (Some(param), _) => param.pieces(each)?,
                (None, _) => {}
            }
            rest = behind.unwrap_or_default();
        }
    }
}

impl Param {
    /// Appends it as it stands in a sentence.
    pub(super) fn write(&self, out: &mut String, escapes: Escapes) {
        // A text takes every piece.
        _ = self.pieces(&mut |piece| {
            put_said(out, piece, escapes);
            Ok(())
        });
    }

    fn pieces(&self, each: &mut Pieces<'_>) -> fmt::Result {
        match *self {
            Param::Decimal(number) | Param::Limit(number) => number.with_text(each),
            Param::Hidden => each("…"),
            Param::Total(total) => total.with_text(each),
            Param::Integer(integer) => with_scaled(integer.into(), 0, each),
            Param::Word(word) => each(word),
            Param::Type(json_type) => each(json_type.name()),
            Param::Time(time) => time.with_text(each),
            Param::Pair(..) | Param::Members(..) => {
                let (mut before, mut outcome) = ("", Ok(()));
                self.each_name(&mut |name| {
                    outcome = outcome.and_then(|()| each(before)).and_then(|()| each(name));
                    before = ", ";
                });
                if before.is_empty() { each("none") } else { outcome }
            }
        }
    }

    /// Calls `each` with every name of a list.
    pub(super) fn each_name(&self, each: &mut dyn FnMut(&str)) {
        match *self {
            Param::Pair(a, b) => {
                each(a.name());
                each(b.name());
            }
            Param::Members(shape, bits) => shape.names(bits).for_each(each),
            _ => {} // not covered: asked for lists only; a match must be whole
        }
    }
}

/// As it stands in a sentence.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces(&mut |piece| f.write_str(piece))
    }
}

/// Appends a finding's path.
pub(super) fn put_path(out: &mut String, finding: Finding<'_>) {
    _ = finding.path().walk(|step| {
        put(out, "/");
        match step {
            // No known name, and no unknown name that is shown, has a character that JSON Pointer escapes.
            Segment::Name(name) => put(out, name),
            Segment::Index(index) => put_integer(out, index.into()),
        }
        Ok(())
    });
}

/// Appends what a rule says.
pub(super) fn put_said(out: &mut String, text: &str, escapes: Escapes) {
    match escapes {
        Escapes::Json => put_escaped(out, text),
        Escapes::None => put(out, text),
    }
}
