//! Sentences, paths and parameters of findings.

use super::{Finding, Message, Segment};
use crate::append::{put, text_of};
use crate::config::position;
use crate::decimal::put_integer;
use crate::policy::Custom;
use crate::rule::Param;
use crate::text::cut;
use core::fmt;

/// Who escapes what a rule says; nobody for a rule of the catalogue.
pub(super) type Escapes<'r> = Option<&'r dyn Custom>;

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Message<'_> {
    /// The sentence as a text.
    #[must_use]
    pub fn text(&self) -> String {
        text_of(|text| self.write(text, None))
    }

    /// Appends the sentence: as what stands in a JSON string, if it may have to be escaped.
    pub(super) fn write(&self, out: &mut String, escapes: Escapes<'_>) {
        let rule = self.finding.rule();
        let mut rest = rule.message;
        loop {
            let (before, after) = cut(rest, b'{');
            put_said(out, before, escapes);
            let Some(after) = after else { return };
            let (name, behind) = cut(after, b'}');
            // `name.0` and `name.1` are the two of a pair.
            let (name, part) = cut(name, b'.');
            let at = position(rule.params, name);
            match (self.finding.entry.params().nth(at), part) {
                (Some(Param::Pair(a, _)), Some("0")) => put(out, a.words()),
                (Some(Param::Pair(_, b)), Some("1")) => put(out, b.words()),
                (Some(param), _) => param.write(out, escapes),
                (None, _) => {}
            }
            rest = behind.unwrap_or_default();
        }
    }
}

impl Param {
    /// Appends it as it stands in a sentence.
    pub(super) fn write(&self, out: &mut String, escapes: Escapes<'_>) {
        match *self {
            Param::Decimal(number) | Param::Limit(number) => number.write(out),
            Param::Hidden => put(out, "…"),
            Param::Total(total) => total.write(out),
            Param::Integer(integer) => put_integer(out, integer),
            Param::Word(word) => put_said(out, word, escapes),
            Param::Type(json_type) => put(out, json_type.name()),
            Param::Time(time) => time.write(out),
            Param::Pair(..) | Param::Members(..) => {
                let mut before = "";
                self.each_name(&mut |name| {
                    put(out, before);
                    put(out, name);
                    before = ", ";
                });
                if before.is_empty() {
                    put(out, "none");
                }
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
        f.write_str(&text_of(|text| self.write(text, None)))
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

/// Appends what a rule says, by a report's custom rules if it may have to be escaped.
pub(super) fn put_said(out: &mut String, text: &str, escapes: Escapes<'_>) {
    match escapes {
        Some(custom) => custom.put_escaped(out, text),
        None => put(out, text),
    }
}
