//! Sentences, paths and parameters of findings.

use super::{Finding, Message, Segment};
use crate::host::position;
use crate::operation::cut;
use crate::output::{put, put_integer, text_of};
use crate::rule::{Basis, Param, Rule};
use core::fmt;

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Message<'_> {
    /// The sentence as a text.
    #[must_use]
    pub fn text(&self) -> String {
        text_of(|text| self.write(text, false))
    }

    /// Appends the sentence: as what stands in a JSON string, if it may have to be escaped.
    pub(super) fn write(&self, out: &mut String, may_escape: bool) {
        let rule = self.finding.rule();
        let mut rest = rule.message;
        loop {
            let (before, after) = cut(rest, b'{');
            put_said(out, before, may_escape);
            let Some(after) = after else { return };
            let (name, behind) = cut(after, b'}');
            // `name.0` and `name.1` are the two of a pair.
            let (name, part) = cut(name, b'.');
            let at = position(rule.params, name);
            match (at.and_then(|at| self.finding.entry.params().nth(at)), part) {
                (Some(Param::Pair(a, _)), Some("0")) => put(out, a.words()),
                (Some(Param::Pair(_, b)), Some("1")) => put(out, b.words()),
                (Some(param), _) => param.write(out, may_escape),
                (None, _) => {}
            }
            rest = behind.unwrap_or_default();
        }
    }
}

impl Param {
    /// Appends it as it stands in a sentence.
    pub(super) fn write(&self, out: &mut String, may_escape: bool) {
        match *self {
            Param::Decimal(decimal) => decimal.write(out),
            Param::Total(total) => total.write(out),
            Param::Integer(integer) => put_integer(out, integer),
            Param::Word(word) => put_said(out, word, may_escape),
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
            _ => {}
        }
    }
}

/// As it stands in a sentence.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(|text| self.write(text, false)))
    }
}

/// Appends a finding's path.
#[cfg_attr(target_family = "wasm", inline(never))]
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

impl Rule {
    /// Whether what it says may have characters that JSON escapes: nothing that the catalogue's rules say has.
    pub(super) fn may_escape(&self) -> bool {
        self.basis == Basis::Custom
    }
}

/// Appends what a rule says.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn put_said(out: &mut String, text: &str, may_escape: bool) {
    if may_escape {
        put_escaped(out, text);
    } else {
        put(out, text);
    }
}

/// Appends what stands in a JSON string, escaped where RFC 8259 asks for it and nowhere else.
#[cold]
#[inline(never)]
fn put_escaped(out: &mut String, text: &str) {
    const SHORT: [u8; 7] = *b"\x08\t\n\x0C\r\"\\";
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || SHORT.contains(&byte)) {
        let (plain, special) = rest.split_at_checked(at).unwrap_or_default();
        put(out, plain);
        let byte = special.bytes().next().unwrap_or_default();
        match SHORT.iter().position(|short| *short == byte) {
            Some(at) => {
                put(out, "\\");
                put(out, nth("btnfr\"\\", at));
            }
            None => {
                put(out, if byte < 0x10 { "\\u000" } else { "\\u001" });
                put(out, nth("0123456789abcdef", usize::from(byte & 0x0F)));
            }
        }
        rest = special.get(1..).unwrap_or_default();
    }
    put(out, rest);
}

/// A character of an ASCII text.
pub(super) fn nth(text: &str, at: usize) -> &str {
    text.get(at..at.wrapping_add(1)).unwrap_or_default()
}
