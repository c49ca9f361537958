//! Messages, paths and params of findings, as text.

use super::{Finding, Segment};
use crate::base::append::text_of;
use crate::base::card::CardBrand;
use crate::base::decimal::{ascii, put_integer};
use crate::base::json::put_escaped;
use crate::base::level::Level;
use crate::base::text::cut;
use crate::base::time::text_of_second;
use crate::check::rule::{ParamValue, Piece, Rule, Show, cut_piece};
use crate::check::rules::{Metadata, message_of};
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use crate::model::path::put_pointer;
use alloc::string::String;
use arrayvec::ArrayVec;
use core::fmt;

/// Receives the texts of a rule. In JSON, those of added rules may need escapes.
pub(super) struct Sink<'o> {
    pub(super) out: &'o mut String,
    pub(super) is_escaped: bool,
}

impl Sink<'_> {
    #[inline]
    pub(super) fn put(&mut self, text: &str) {
        if self.is_escaped { put_escaped(self.out, text) } else { self.out.push_str(text) }
    }
}

impl Finding<'_> {
    /// Appends the message.
    pub fn write_message(self, out: &mut String) {
        Resolved::of(self).put_message(&mut Sink { out, is_escaped: false });
    }
}

/// A finding with its rule and its path, looked up once for all its texts.
pub(super) struct Resolved<'r> {
    pub(super) finding: Finding<'r>,
    pub(super) rule: Metadata<'r>,
    /// The steps of its path: at most three members, an element, and a member of it.
    steps: ArrayVec<Segment<'r>, 5>,
}

impl<'r> Resolved<'r> {
    pub(super) fn of(finding: Finding<'r>) -> Resolved<'r> {
        let mut steps = ArrayVec::new();
        for step in finding.steps() {
            _ = invariant!(steps.try_push(step).ok());
        }
        Resolved { finding, rule: finding.metadata(), steps }
    }

    pub(super) fn param(&self, at: usize) -> Option<ParamValue<'r>> {
        let Finding { report, entry } = self.finding;
        match at.checked_sub(self.rule.constants.len()) {
            None => self.rule.constants.get(at).copied(),
            Some(at) => {
                let param = entry.params(&report.collected.details).get(at)?;
                Some(self.finding.shown(*param))
            }
        }
    }

    /// Appends the message, with escapes if the sink asks for them. Without the feature `full`, the rule's name.
    pub(super) fn put_message(&self, out: &mut Sink<'_>) {
        if !cfg!(feature = "full") {
            return out.put(self.rule.name);
        }
        match message_of(self.finding.entry.rule) {
            Some(pieces) => pieces.iter().for_each(|piece| self.put_piece(piece, out)),
            None => self.put_added_message(out),
        }
    }

    /// Appends the message of an added rule.
    #[cold]
    fn put_added_message(&self, out: &mut Sink<'_>) {
        let Finding { report, entry } = self.finding;
        let Rule { message, literal, params, .. } = report.added_rule(entry.rule);
        if literal {
            return out.put(message);
        }
        let mut rest = message;
        while let Some((piece, after)) = cut_piece(rest, params) {
            self.put_piece(&piece, out);
            rest = after;
        }
    }

    #[inline(always)]
    fn put_piece(&self, piece: &Piece<'_>, out: &mut Sink<'_>) {
        match *piece {
            Piece::Text(text) => out.put(text),
            Piece::Member { after, body } => self.put_member(after, body, out),
            Piece::Level(deny, warn) => {
                let denies = self.finding.level() == Level::Deny;
                out.put(if denies { deny } else { warn });
            }
            Piece::Param(at, show) => {
                if let Some(param) = self.param(at.into()) {
                    self.put_param(param, show, out);
                }
            }
        }
    }

    fn put_param(&self, param: ParamValue<'_>, show: Show<'_>, out: &mut Sink<'_>) {
        match (param, show) {
            (_, Show::Choice(one, more)) => out.put(if param.is_one() { one } else { more }),
            (ParamValue::Nothing, _) => {}
            (ParamValue::Feature(feature), _)
            | (ParamValue::Pair(feature, _), Show::First)
            | (ParamValue::Pair(_, feature), Show::Second) => {
                out.put(feature.words());
                out.put(feature.reason_in(self.finding.report.operation));
            }
            (_, Show::Between(before, after)) => {
                out.put(before);
                param.write_to(out);
                out.put(after);
            }
            _ => param.write_to(out),
        }
    }

    /// Appends the member at the path with the object around it, then `after`. For the body as a whole, only `body`.
    fn put_member(&self, after: &str, body: &str, out: &mut Sink<'_>) {
        let is_name = |step: &Segment<'_>| matches!(step, Segment::Name(_));
        let steps = &self.steps;
        let Some(last) = steps.iter().rposition(is_name) else { return out.put(body) };
        let (before, member) = invariant!(steps.split_at_checked(last)).unwrap_or_default();
        if let [Segment::Name("*"), ..] = member {
            return out.put("a member");
        }
        out.put("`");
        if let Some(around) = before.iter().rposition(is_name) {
            put_steps(before.get(around..).unwrap_or_default(), out);
            out.put(".");
        }
        put_steps(member, out);
        out.put("`");
        out.put(after);
    }

    pub(super) fn put_path(&self, out: &mut String) {
        put_pointer(out, self.steps.iter().copied());
    }
}

/// Appends a member and, if it is an array, the index of the element that the path leads to.
fn put_steps(steps: &[Segment<'_>], out: &mut Sink<'_>) {
    for step in steps {
        match *step {
            Segment::Name(name) => out.put(name),
            Segment::Index(index) => {
                out.put("[");
                put_integer(out.out, index.into());
                out.put("]");
            }
        }
    }
}

impl Feature {
    /// The reason that an order has this scenario, as messages add it to the scenario's words. Empty for other
    /// features.
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

impl ParamValue<'_> {
    /// Appends the value as messages show it.
    pub fn write(&self, out: &mut String) {
        self.write_to(&mut Sink { out, is_escaped: false });
    }

    /// Appends the value as messages show it, with escapes if the sink asks for them.
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
            ParamValue::Place(root, steps) => {
                let mut shape = Some(root);
                for index in steps.into_iter().filter_map(|step| step.checked_sub(1)) {
                    let Some(member) = shape.and_then(|shape| shape.member(index)) else { break };
                    out.put("/");
                    out.put(member.name());
                    shape = member.kind.inner();
                }
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
            ParamValue::Pair(..)
            | ParamValue::Members(..)
            | ParamValue::Words(_)
            | ParamValue::Brands(_) => {
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
            ParamValue::Brands(bits) => {
                let brands = (0..).zip(CardBrand::ALL).filter(|(at, _)| bits >> at & 1 == 1);
                brands.for_each(|(_, brand)| each(brand.name()));
            }
            _ => {} // not covered: asked for lists only; a match must be exhaustive
        }
    }
}

/// Writes the value as messages show it.
impl fmt::Display for ParamValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(|text| self.write(text)))
    }
}
