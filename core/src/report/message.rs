//! Messages, paths and params of findings, as text.

use super::{Finding, Message, Segment};
use crate::append::{put, text_of};
use crate::config::position;
use crate::decimal::{ascii, put_integer};
use crate::feature::Feature;
use crate::json::put_escaped;
use crate::level::Level;
use crate::operation::Operation;
use crate::rule::{ParamValue, Rule};
use crate::text::cut;
use crate::time::text_of_second;
use alloc::string::String;
use core::fmt;

/// Where the texts of a rule are appended. In JSON those of a rule that isn't of the catalogue may need escapes.
pub(super) struct Sink<'o> {
    pub(super) out: &'o mut String,
    pub(super) is_escaped: bool,
}

impl Sink<'_> {
    #[inline]
    pub(super) fn put(&mut self, text: &str) {
        if self.is_escaped { put_escaped(self.out, text) } else { put(self.out, text) }
    }
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Message<'_> {
    /// The message as a string.
    #[must_use]
    pub fn text(&self) -> String {
        text_of(|out| self.write(out))
    }

    /// Appends the message.
    pub fn write(&self, out: &mut String) {
        self.write_to(&self.finding.rule(), &mut Sink { out, is_escaped: false });
    }

    /// Appends the message, escaped for a JSON string if it may need that.
    pub(super) fn write_to(&self, rule: &Rule<'_>, out: &mut Sink<'_>) {
        let mut rest = rule.message;
        if rule.literal {
            return out.put(rest);
        }
        loop {
            let (before, after) = cut(rest, b'{');
            out.put(before);
            let Some(after) = after else { return };
            let (name, behind) = cut(after, b'}');
            self.fill_in(rule, name, out);
            rest = behind.unwrap_or_default();
        }
    }

    /// Fills in what is in braces: see [`Rule::message`](crate::Rule::message).
    fn fill_in(&self, rule: &Rule<'_>, placeholder: &str, out: &mut Sink<'_>) {
        // Unless a param has that name.
        let is_free = || !rule.params.contains(&placeholder);
        match placeholder {
            "member" if is_free() => return self.put_member("the body", "", out),
            "at" if is_free() => return self.put_member("", ": ", out),
            _ => {}
        }
        // A sign behind the name says how the value is shown.
        let end = placeholder.bytes().take_while(|byte| !b".:|".contains(byte)).count();
        let (name, how) = invariant!(placeholder.split_at_checked(end)).unwrap_or_default();
        let (sign, how) = how.split_at_checked(1).unwrap_or_default();
        let at = position(rule.params, name);
        let (first, second) = cut(how, b'|');
        let second = second.unwrap_or_default();
        if name == "deny" && at == rule.params.len() {
            let denies = self.finding.level() == Level::Deny;
            return out.put(if denies { first } else { second });
        }
        let Some(param) = self.finding.param_values(rule).nth(at) else { return };
        match (param, sign, first) {
            (param, ":", one) => out.put(if param.is_one() { one } else { second }),
            (ParamValue::Nothing, ..) => {}
            (ParamValue::Feature(feature), ..)
            | (ParamValue::Pair(feature, _), ".", "0")
            | (ParamValue::Pair(_, feature), ".", "1") => {
                out.put(feature.words());
                out.put(feature.reason_in(self.finding.report.operation));
            }
            (param, "|", before) => {
                out.put(before);
                param.write_to(out);
                out.put(second);
            }
            (param, ..) => param.write_to(out),
        }
    }

    /// The member at the path with the object around it, then `behind`. For the body as a whole,
    /// only `body`.
    fn put_member(&self, body: &str, behind: &str, out: &mut Sink<'_>) {
        let (mut around, mut last): (Option<Named<'_>>, Option<Named<'_>>) = (None, None);
        _ = self.finding.path().walk(|step| {
            match (step, &mut last) {
                (Segment::Index(index), Some(array)) => array.index = Some(index),
                (Segment::Name(name), last) => {
                    (around, *last) = (*last, Some(Named { name, index: None }));
                }
                (Segment::Index(_), None) => debug_assert!(false, "no body is an array"), // not covered
            }
            Ok(())
        });
        let Some(last) = last else { return out.put(body) };
        if last.name == "*" {
            return out.put("a member");
        }
        out.put("`");
        if let Some(around) = around {
            around.put(out);
            out.put(".");
        }
        last.put(out);
        out.put("`");
        out.put(behind);
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
    fn put(self, out: &mut Sink<'_>) {
        out.put(self.name);
        if let Some(index) = self.index {
            out.put("[");
            put_integer(out.out, index.into());
            out.put("]");
        }
    }
}

impl ParamValue<'_> {
    /// Appends the value as messages show it.
    pub fn write(&self, out: &mut String) {
        self.write_to(&mut Sink { out, is_escaped: false });
    }

    /// Appends the value as messages show it, escaped for a JSON string if it may need that.
    pub(super) fn write_to(&self, out: &mut Sink<'_>) {
        match *self {
            ParamValue::Decimal(number) | ParamValue::Limit(number) => number.write(out.out),
            ParamValue::Hidden => out.put("…"),
            ParamValue::Nothing | ParamValue::Declared(_) => {}
            ParamValue::Total(total) => total.write(out.out),
            ParamValue::Integer(integer) => put_integer(out.out, integer),
            ParamValue::Word(word) => out.put(word),
            ParamValue::Is(holds) => out.put(if holds { "true" } else { "false" }),
            ParamValue::Code(code) => {
                let code = core::str::from_utf8(&code).unwrap_or_default();
                out.put(cut(code, 0).0);
            }
            ParamValue::Type(json_type) => out.put(json_type.name()),
            ParamValue::Time(time) => time.write(out.out),
            ParamValue::Day { year, month, day } => {
                // A custom rule can pass any numbers.
                let text = text_of_second([year % 10_000, month % 100, day % 100], 0);
                let length = if day == 0 { 7 } else { 10 };
                out.put(ascii(invariant!(text.get(..length)).unwrap_or_default()));
            }
            ParamValue::Feature(feature) => out.put(feature.name()),
            ParamValue::Pair(..) | ParamValue::Members(..) | ParamValue::Words(_) => {
                let quote = if matches!(self, ParamValue::Members(..)) { "`" } else { "" };
                let mut before = "";
                self.each_name(&mut |name| {
                    for piece in [before, quote, name, quote] {
                        out.put(piece);
                    }
                    before = ", ";
                });
                if before.is_empty() {
                    out.put("none");
                }
            }
        }
    }

    /// Whether the value is 1 or true.
    fn is_one(&self) -> bool {
        matches!(self, ParamValue::Integer(1) | ParamValue::Is(true))
    }

    /// Calls `each` for every name, if the value is an array in JSON.
    pub fn each_name(&self, each: &mut dyn FnMut(&str)) {
        match *self {
            ParamValue::Pair(a, b) => {
                each(a.name());
                each(b.name());
            }
            ParamValue::Members(shape, bits) => shape.names(bits).for_each(each),
            ParamValue::Words(words) => words.iter().copied().for_each(each),
            _ => {} // not covered: asked for lists only; a match must be exhaustive
        }
    }
}

/// As messages show it.
impl fmt::Display for ParamValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(|text| self.write(text)))
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
