//! How a policy rule decides: without allocating, along a way that was found when it was compiled.

use super::{Constraint, PolicyRule};
use crate::base::decimal::Decimal;
use crate::base::text::characters;
use crate::check::findings::Findings;
use crate::check::rule::{Context, HOLDS, Outcome, Param};
use crate::model::document::{MemberRef, Object};
use crate::model::facts::{FactSet, Missing};
use core::cmp::Ordering;

/// The params of a violation: none, or the limit and what was compared.
type Params = Option<[Param; 2]>;

impl PolicyRule {
    pub(in crate::check::policy) fn check(
        &self,
        c: &Context<'_>,
        findings: &mut Findings<'_>,
    ) -> Outcome {
        let is_meant = self.when.holds(c);
        if is_meant == Ok(false) {
            return HOLDS;
        }
        let mut outcome = HOLDS;
        let mut report = |object: Object<'_>, member: MemberRef, params: Params| match &is_meant {
            // What the body settles needs no fact.
            Err(missing) => outcome = Err(*missing),
            Ok(_) => findings.at_member(object, member, params.as_ref().map_or(&[], |it| it)),
        };
        match invariant!(self.ways.get(c.operation as usize)).copied().flatten() {
            Some(way) => way.each(c, &mut |object, member| {
                if let Some(params) = self.violation(object, member) {
                    report(object, member, params);
                }
            }),
            None if c.products.is_total_hidden => {
                outcome = Err(is_meant.err().unwrap_or(Missing(FactSet::EMPTY)));
            }
            None => {
                if let (Some(order), Some(total)) = (c.order, c.total()) {
                    let (object, index) = order.products().parts();
                    let is_minimum = self.constraint == Some(Constraint::Minimum);
                    let beyond = if is_minimum { Ordering::Less } else { Ordering::Greater };
                    if total.partial_cmp(&self.limit) == Some(beyond) {
                        let params = [Param::Limit(self.limit), Param::Total(total)];
                        report(object, MemberRef::Own(index), Some(params));
                    }
                }
            }
        }
        outcome
    }

    /// Whether a member violates the rule, and the params.
    fn violation(&self, object: Object<'_>, member: MemberRef) -> Option<Params> {
        let value = object.value(member);
        let (is_violated, params) = match self.constraint? {
            Constraint::Required => (value.is_absent(), None),
            Constraint::Forbidden => (!value.is_absent(), None),
            Constraint::OneOf => {
                let text = value.text()?.as_str();
                let known = self.texts.binary_search_by(|known| known.as_str().cmp(text));
                (known.is_err(), None)
            }
            constraint @ (Constraint::MinLength | Constraint::MaxLength) => {
                let length = characters(value.text()?.as_str()) as i64;
                let is_minimum = constraint == Constraint::MinLength;
                let is_beyond =
                    if is_minimum { length < self.length } else { length > self.length };
                (is_beyond, Some([self.length, length].map(Param::Integer)))
            }
            constraint @ (Constraint::Minimum | Constraint::Maximum) => {
                let number: Decimal = value.decimal()?;
                let is_minimum = constraint == Constraint::Minimum;
                let is_beyond = if is_minimum { number < self.limit } else { number > self.limit };
                let actual = match member {
                    MemberRef::Own(_) => Param::Decimal(number),
                    // The values of declared members are never shown.
                    MemberRef::Declared(_) => Param::Hidden,
                };
                (is_beyond, Some([Param::Limit(self.limit), actual]))
            }
        };
        is_violated.then_some(params)
    }
}
