//! Messages, paths and params of findings, as text.

use super::{Finding, Message, Segment};
use crate::append::{put, text_of};
use crate::config::position;
use crate::decimal::{ascii, put_integer, with_scaled};
use crate::feature::Feature;
use crate::json::put_escaped;
use crate::operation::Operation;
use crate::rule::{Param, Rule};
use crate::text::cut;
use crate::time::text_of_second;
use alloc::string::String;
use core::fmt;

/// Whether the texts of a rule must be escaped in JSON: those of the catalogue need no escapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// Nothing must be escaped.
    None,
    /// What RFC 8259 asks for.
    Json,
}

/// Receives a text piece by piece.
type Pieces<'p> = dyn FnMut(&str) -> fmt::Result + 'p;

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces(&mut |piece| f.write_str(piece))
    }
}

impl Message<'_> {
    /// The message as a string.
    #[must_use]
    pub fn text(&self) -> String {
        text_of(|text| self.write(text, Escapes::None))
    }

    /// Appends the message, escaped for a JSON string if it may need that.
    pub(super) fn write(&self, out: &mut String, escapes: Escapes) {
        // Writing to a string can't fail.
        _ = self.pieces(&mut |piece| {
            put_said(out, piece, escapes);
            Ok(())
        });
    }

    fn pieces(&self, each: &mut Pieces<'_>) -> fmt::Result {
        let rule = self.finding.rule();
        let mut rest = rule.message;
        if rule.literal {
            return each(rest);
        }
        loop {
            let (before, after) = cut(rest, b'{');
            each(before)?;
            let Some(after) = after else { return Ok(()) };
            let (name, behind) = cut(after, b'}');
            self.fill_in(&rule, name, each)?;
            rest = behind.unwrap_or_default();
        }
    }

    /// Fills in what is in braces: see [`Rule::message`](crate::Rule::message).
    fn fill_in(&self, rule: &Rule<'_>, name: &str, each: &mut Pieces<'_>) -> fmt::Result {
        let (name, choice) = cut(name, b':');
        let (name, around) = cut(name, b'|');
        let (name, part) = cut(name, b'.');
        let at = position(rule.params, name);
        let Some(param) = self.finding.param_values(rule).nth(at) else {
            return match name {
                "member" => self.put_member("the body", "", each),
                "at" => self.put_member("", ": ", each),
                _ => Ok(()),
            };
        };
        if let Some(choice) = choice {
            let (one, more) = cut(choice, b'|');
            return each(if param.is_one() { one } else { more.unwrap_or_default() });
        }
        let (before, behind) = cut(around.unwrap_or_default(), b'|');
        match (*param, part) {
            (Param::Nothing, _) => Ok(()),
            (Param::Feature(feature), _)
            | (Param::Pair(feature, _), Some("0"))
            | (Param::Pair(_, feature), Some("1")) => {
                each(feature.words())?;
                each(feature.reason_in(self.finding.report.operation))
            }
            _ => {
                each(before)?;
                param.pieces(each)?;
                each(behind.unwrap_or_default())
            }
        }
    }

    /// The member at the path with the object around it, then `behind`. For the body as a whole,
    /// only `body`.
    fn put_member(&self, body: &str, behind: &str, each: &mut Pieces<'_>) -> fmt::Result {
        let (mut around, mut last): (Option<Named<'_>>, Option<Named<'_>>) = (None, None);
        self.finding.path().walk(|step| {
            match (step, &mut last) {
                (Segment::Index(index), Some(array)) => array.index = Some(index),
                (Segment::Name(name), last) => {
                    (around, *last) = (*last, Some(Named { name, index: None }));
                }
                (Segment::Index(_), None) => {} // not covered: no body is an array
            }
            Ok(())
        })?;
        let Some(last) = last else { return each(body) };
        if last.name == "*" {
            return each("a member");
        }
        each("`")?;
        if let Some(around) = around {
            around.put(each)?;
            each(".")?;
        }
        last.put(each)?;
        each("`")?;
        each(behind)
    }
}

impl Feature {
    /// Why an order has this scenario: what messages say behind its words. Empty for other features.
    #[must_use]
    pub fn reason_in(self, operation: Operation) -> &'static str {
        match (operation, self) {
            (Operation::Order, Feature::TwoStep) => " (an order with `skip_capture`)",
            (Operation::Order, Feature::ZeroAmount) => {
                " (an order without products that saves a payment method or has `payment_system` AUTH)"
            }
            _ => "",
        }
    }
}

/// A member and, if it is an array, the index of the element that the path leads to.
#[derive(Clone, Copy)]
struct Named<'r> {
    name: &'r str,
    index: Option<u32>,
}

impl Named<'_> {
    fn put(self, each: &mut Pieces<'_>) -> fmt::Result {
        each(self.name)?;
        let Some(index) = self.index else { return Ok(()) };
        each("[")?;
        with_scaled(index.into(), 0, &mut *each)?;
        each("]")
    }
}

impl Param {
    /// Appends the value as messages show it.
    pub fn write(&self, out: &mut String) {
        self.write_said(out, Escapes::None);
    }

    /// Appends the value as messages show it, escaped for a JSON string if it may need that.
    pub(super) fn write_said(&self, out: &mut String, escapes: Escapes) {
        // Writing to a string can't fail.
        _ = self.pieces(&mut |piece| {
            put_said(out, piece, escapes);
            Ok(())
        });
    }

    fn pieces(&self, each: &mut Pieces<'_>) -> fmt::Result {
        match *self {
            Param::Decimal(number) | Param::Limit(number) => number.with_text(each),
            Param::Hidden => each("…"),
            Param::Nothing => Ok(()),
            Param::Total(total) => total.with_text(each),
            Param::Integer(integer) => with_scaled(integer.into(), 0, each),
            Param::Word(word) => each(word),
            Param::Is(holds) => each(if holds { "true" } else { "false" }),
            Param::Code(code) => each(cut(ascii(&code), 0).0),
            Param::Type(json_type) => each(json_type.name()),
            Param::Time(time) => time.with_text(each),
            Param::Day { year, month, day } => {
                let text = text_of_second([year, month, day], 0);
                let length = if day == 0 { 7 } else { 10 };
                each(ascii(text.get(..length).unwrap_or_default()))
            }
            Param::Feature(feature) => each(feature.name()),
            Param::Pair(..) | Param::Members(..) | Param::Words(_) => {
                let quote = if matches!(self, Param::Members(..)) { "`" } else { "" };
                let (mut before, mut outcome) = ("", Ok(()));
                self.each_name(&mut |name| {
                    for piece in [before, quote, name, quote] {
                        outcome = outcome.and_then(|()| each(piece));
                    }
                    before = ", ";
                });
                if before.is_empty() { each("none") } else { outcome }
            }
        }
    }

    /// Whether the value is 1 or true.
    fn is_one(&self) -> bool {
        matches!(self, Param::Integer(1) | Param::Is(true))
    }

    /// Calls `each` for every name, if the value is an array in JSON.
    pub fn each_name(&self, each: &mut dyn FnMut(&str)) {
        match *self {
            Param::Pair(a, b) => {
                each(a.name());
                each(b.name());
            }
            Param::Members(shape, bits) => shape.names(bits).for_each(each),
            Param::Words(words) => words.iter().copied().for_each(each),
            _ => {} // not covered: asked for lists only; a match must be exhaustive
        }
    }
}

/// As messages show it.
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
            // No known name has a character that JSON Pointer escapes, and no unknown name that is
            // shown.
            Segment::Name(name) => put(out, name),
            Segment::Index(index) => put_integer(out, index.into()),
        }
        Ok(())
    });
}

/// Appends a text of a rule, escaped if it is a custom rule's.
pub(super) fn put_said(out: &mut String, text: &str, escapes: Escapes) {
    match escapes {
        Escapes::Json => put_escaped(out, text),
        Escapes::None => put(out, text),
    }
}
