//! How a tenant's rule decides: without allocating, along a way that was found when it was compiled.

use super::{Constraint, TenantRule};
use crate::decimal::Decimal;
use crate::document::{Object, Present, Tag, Text};
use crate::facts::Known;
use crate::findings::Findings;
use crate::rule::{Context, HOLDS, Outcome, Param};
use crate::schema;
use crate::text::characters;

/// A violation, with its params if it has any.
type Violation = Option<[Param; 2]>;

impl TenantRule {
    pub(in crate::policy) fn check(&self, c: &Context<'_>, found: &mut Findings<'_>) -> Outcome {
        let mut outcome = HOLDS;
        // Asked where it fires and not before: what the body settles needs no fact.
        let mut report =
            |object: Object<'_>, index: u8, violation: Violation| match self.is_in_currency(c) {
                Err(missing) => outcome = Err(missing),
                Ok(false) => {}
                Ok(true) => {
                    let field = object.field::<Present>(index);
                    match violation {
                        Some(params) => found.with(field, params),
                        None => found.at(field),
                    }
                }
            };
        let steps = self.steps.get(c.operation as usize).copied().unwrap_or(0);
        match (steps, c.order) {
            (0, Some(order)) => {
                let (object, index) = order.products().parts();
                if let Some(violation) = self.of_total(c) {
                    report(object, index, violation);
                }
            }
            _ => each(c, steps, &mut |object, index| {
                if let Some(violation) = self.of_member(object, index) {
                    report(object, index, violation);
                }
            }),
        }
        outcome
    }

    /// Whether the request is in the currency that the rule is about.
    fn is_in_currency(&self, c: &Context<'_>) -> Known<bool> {
        let Some(Some(currency)) = &self.when else { return Ok(true) };
        let own = match (c.order, c.payout) {
            (Some(order), _) => order.currency(),
            (_, Some(payout)) => payout.currency(),
            _ => return Ok(c.facts.order_currency()? == currency),
        };
        Ok(own.is(currency))
    }

    fn of_total(&self, c: &Context<'_>) -> Option<Violation> {
        let total = c.total()?;
        let is_beyond = match self.constraint? {
            Constraint::Minimum => total < self.limit,
            _ => total > self.limit,
        };
        is_beyond.then_some(Some([Param::Limit(self.limit), Param::Total(total)]))
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
                let is_beyond = match constraint {
                    Constraint::Minimum => number < self.limit,
                    _ => number > self.limit,
                };
                (is_beyond, Some([Param::Limit(self.limit), Param::Decimal(number)]))
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
        let index = (steps as u8).wrapping_sub(1);
        steps >>= 8;
        if steps == 0 {
            return then(object, index);
        }
        shape = shape.and_then(|shape| shape.member(index)?.kind.inner());
        let inner = Object { slot: object.member(index), ..object };
        if inner.slot.is(Tag::Array) {
            // No array of the schema has objects in its elements' members: one step is left.
            let members = shape.map_or(0, |shape| shape.members.len());
            let last = (steps as u8).wrapping_sub(1);
            return inner.objects(members).for_each(|element| then(element, last));
        }
        object = inner;
    }
}
