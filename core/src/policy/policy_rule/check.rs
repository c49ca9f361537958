//! How a policy rule decides: without allocating, along steps that were found when it was compiled.

use super::{Constraint, PolicyRule};
use crate::decimal::Decimal;
use crate::document::{Object, Present, Tag, Text};
use crate::facts::Known;
use crate::findings::Findings;
use crate::rule::{Context, HOLDS, Outcome, Param};
use crate::schema;
use crate::text::characters;
use core::cmp::Ordering;

/// A violation, with its params if it has any.
type Violation = Option<[Param; 2]>;

impl PolicyRule {
    pub(in crate::policy) fn check(&self, c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
        let is_in_currency = self.is_in_currency(c);
        if is_in_currency == Ok(false) {
            return HOLDS;
        }
        let mut outcome = HOLDS;
        let mut report = |object: Object<'_>, index: u8, violation: Violation| {
            let field = object.field::<Present>(index);
            match (is_in_currency, violation) {
                // What the body settles needs no fact.
                (Err(missing), _) => outcome = Err(missing),
                (_, Some(params)) => findings.with(field, params),
                _ => findings.at(field),
            }
        };
        let steps = invariant!(self.steps.get(c.operation as usize).copied()).unwrap_or(0);
        if steps > 0 {
            each(c, steps, &mut |object, index| {
                if let Some(violation) = self.of_member(object, index) {
                    report(object, index, violation);
                }
            });
        } else if let (Some(order), Some(total)) = (c.order, c.total()) {
            let (object, index) = order.products().parts();
            let is_minimum = self.constraint == Some(Constraint::Minimum);
            let violating = if is_minimum { Ordering::Less } else { Ordering::Greater };
            if total.partial_cmp(&self.limit) == Some(violating) {
                report(object, index, Some([Param::Limit(self.limit), Param::Total(total)]));
            }
        }
        outcome
    }

    /// Whether the request is in the currency that the rule is about.
    fn is_in_currency(&self, c: &Context<'_>) -> Known<bool> {
        let Some(currency) = &self.when else { return Ok(true) };
        let own = match (c.order, c.payout) {
            (Some(order), _) => order.currency(),
            (_, Some(payout)) => payout.currency(),
            _ => return Ok(c.facts.order_currency()? == currency),
        };
        Ok(own.is(currency))
    }

    fn of_member(&self, object: Object<'_>, index: u8) -> Option<Violation> {
        let field = object.field::<Present>(index);
        let text = || object.field::<Text<'_>>(index).valid().map(Text::as_str);
        let (is_violated, params) = match self.constraint? {
            Constraint::Required => (field.is_absent(), None),
            Constraint::Forbidden => (!field.is_absent(), None),
            Constraint::OneOf => {
                let text = text()?;
                let known = self.texts.binary_search_by(|known| known.as_str().cmp(text));
                (known.is_err(), None)
            }
            Constraint::MaxLength => {
                let length = characters(text()?) as i64;
                let params = [self.length, length].map(Param::Integer);
                (length > self.length, Some(params))
            }
            constraint => {
                let number = object.field::<Decimal>(index).valid()?;
                let is_minimum = constraint == Constraint::Minimum;
                let (less, more) =
                    if is_minimum { (number, self.limit) } else { (self.limit, number) };
                (less < more, Some([Param::Limit(self.limit), Param::Decimal(number)]))
            }
        };
        is_violated.then_some(params)
    }
}

/// Calls `then` for the member at the end of a way, in every valid object that may have it, in document order.
fn each(c: &Context<'_>, mut steps: u32, then: &mut dyn FnMut(Object<'_>, u8)) {
    let mut object = c.request.whole();
    let mut shape = schema::body(c.operation);
    while object.slot.is(Tag::Object) {
        let index = steps as u8 - 1;
        steps >>= 8;
        if steps == 0 {
            return then(object, index);
        }
        shape = shape.and_then(|shape| shape.member(index)?.kind.inner());
        let inner = Object { slot: object.member(index), ..object };
        if inner.slot.is(Tag::Array) {
            // No array of the schema has objects in its elements' members: one step is left.
            let members = shape.map_or(0, |shape| shape.members.len());
            let last = steps as u8 - 1;
            return inner.objects(members).for_each(|element| then(element, last));
        }
        object = inner;
    }
}
