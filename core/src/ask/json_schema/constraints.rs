//! The rules in JSON Schema, as far as it can express them: their constraints, and the demands listed here.
//!
//! A demand is a rule, or the part of a rule, that doesn't depend on facts. It must be *necessary*: every body that the
//! engine accepts satisfies it, including those with nulls and blank strings. It applies only to the rule's operations,
//! and only while the rule's default level is deny. `bindings-python/tests/test_schemas.py` compares the schemas
//! with the engine's verdicts.

use crate::base::decimal::Decimal;
use crate::base::level::Level;
use crate::check::rule::{Must, Rule, positions};
use crate::check::rules::{catalogue, position_of};
use crate::model::operation::Operation;
use crate::model::schema::{CARD_WEBHOOK, ORDER, PAYMENT, PAYOUT, Shape, TRAVEL_DATA};

/// A rule's demand on members of a type, or on the type as a whole.
#[derive(Clone, Copy)]
pub(super) struct Demanded {
    position: u16,
    shape: &'static Shape,
    /// The members, as bits by position; 0 if it is about the whole object.
    pub(super) members: u32,
    pub(super) demand: Demand,
}

#[derive(Clone, Copy)]
pub(super) enum Demand {
    That(Must),
    /// The member is absent; an invalid one isn't.
    Absent,
    /// The member is absent or `false`.
    AbsentOrFalse,
    /// The whole object satisfies this schema.
    Whole(&'static str),
}

use Demand::*;

impl Demanded {
    pub(super) fn rule(&self) -> Option<&'static Rule<'static>> {
        invariant!(catalogue().get(usize::from(self.position)))
    }
}

/// The demands of all rules: their constraints, then those listed here.
fn all() -> impl Iterator<Item = Demanded> {
    let always = (0..).zip(catalogue()).filter(|(_, rule)| rule.when.is_none());
    let of_rules = always.flat_map(|(position, rule)| {
        rule.constraints.iter().map(move |constraint| Demanded {
            position,
            shape: constraint.of.shape(),
            members: constraint.members,
            demand: That(constraint.must),
        })
    });
    of_rules.chain(DEMANDS.iter().copied())
}

pub(super) fn demands(operation: Operation, shape: &Shape) -> impl Iterator<Item = Demanded> {
    let counts = move |rule: &Rule| rule.level == Level::Deny && rule.on.contains(operation);
    all().filter(move |demand| demand.shape == shape && demand.rule().is_some_and(counts))
}

/// Lists demands. A rule or a member that doesn't exist is a compile error.
macro_rules! demands {
    ($($rule:literal: $shape:ident [$($member:literal),*] $demand:expr;)*) => {
        &[$(Demanded {
            position: const { position_of($rule) },
            shape: &$shape,
            members: const { positions(&$shape, &[$($member),*]) },
            demand: $demand,
        }),*]
    };
}

const A_MONTH: Must = Must::BeWithin(Decimal::ONE, Decimal::from_integer(12));

/// The demands besides the rules' constraints, in the order of the catalogue. The definitions that a [`Whole`] refers
/// to are in `features.rs`, and `absent` is in `bodies.rs`.
#[rustfmt::skip]
static DEMANDS: &[Demanded] = demands! {
    "order.products_required": ORDER [] Whole(of!("anyOf",
        def!("with_products"), def!("saving"), has!("payment_system", r#"{"const":"AUTH"}"#)));
    "zero_amount.saving_required": ORDER [] Whole(
        when!(def!("with_products") => _ else def!("saving")));
    "zero_amount.payment_system": ORDER [] Whole(when!(def!("with_products") => _ else
        may_have!("payment_system", of!("anyOf", def!("absent"), r#"{"const":"AUTH"}"#))));
    "zero_amount.skip_capture": ORDER [] Whole(when!(def!("with_products") => _ else
        may_have!("skip_capture", not!(r#"{"const":true}"#))));
    // `features.rs` makes the pairs of orders from the table.
    "compat.pair": PAYOUT ["setup_future_use", "travel_data", "recipient_client"] Absent;
    "compat.pair": PAYOUT ["dynamic_descriptor", "service_location", "sdwo_merchant_id"] Absent;
    "compat.pair": PAYOUT ["force_save_method", "is_moto"] AbsentOrFalse;
    "saving.recurring_number_misplaced": ORDER [] Whole(when!(
        has!("recurring_number", present!()) => has!("setup_future_use", r#"{"const":"recurring"}"#)));
    "saving.travel_mode": ORDER [] Whole(not!(of!("allOf",
        has!("setup_future_use", r#"{"const":"recurring"}"#), has!("travel_data", r#"{"type":"object"}"#))));
    // JSON Schema checks members only in objects, so null would satisfy any of this.
    "travel.exactly_one": TRAVEL_DATA [] Whole(when!(r#"{"type":"object"}"# => of!("oneOf",
        has!("airline_addendum", r#"{"type":"object"}"#),
        has!("lodging", r#"{"type":"object"}"#),
        has!("car_rental", r#"{"type":"object"}"#),
        has!("cruise", r#"{"type":"object"}"#),
        has!("ground_transportation", r#"{"type":"object"}"#))));
    // AVS needs the code, whatever the order was.
    "payment.csc_required": PAYMENT [] Whole(
        when!(has!("avs", r#"{"const":true}"#) => has!("csc", present!())));
    "card.exp_month_range": PAYMENT ["exp_month"] That(A_MONTH);
    "card.exp_month_range": CARD_WEBHOOK ["exp_month"] That(A_MONTH);
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::schema::CAPTURE;
    use std::collections::BTreeSet;

    /// Rules that need no facts, but that JSON Schema can't express.
    const UNCONSTRAINED: &[(&str, &str)] = &[
        ("json.too_large", "the length of the text"),
        ("json.malformed", "what isn't JSON has no schema"),
        ("body.required", "what isn't there has no schema"),
        ("json.duplicate_key", "a parser has dropped it"),
        ("json.ambiguous_key", "a pattern for each member that isn't it in other letters"),
        ("number.binary_tail", "a parser has rounded it"),
        ("field.type", "the types of the members are in the schema"),
        ("number.out_of_range", "the limits of all numbers are in the schema"),
        ("order.total_out_of_range", "a sum of products"),
        ("capture.total_required", "a capture without members is accepted"),
        ("reversal.body_forbidden", "the schema of a reversal has it"),
    ];

    #[test]
    fn body_rules_have_a_demand_or_a_reason() {
        let demanding: BTreeSet<&str> = all().map(|demand| demand.rule().unwrap().name).collect();
        for rule in catalogue().iter().filter(|rule| rule.level == Level::Deny) {
            let has_reason = UNCONSTRAINED.iter().any(|(name, _)| *name == rule.name);
            let demands = demanding.contains(rule.name);
            assert!(!(demands && has_reason), "{} stands in both lists", rule.name);
            assert!(
                demands || has_reason || !rule.needs.is_empty(),
                "{} stands in neither list",
                rule.name
            );
            for constraint in rule.constraints {
                let is_said = match constraint.must {
                    Must::Match(format) => !format.pattern.is_empty(),
                    _ => true,
                };
                assert!(is_said, "{} has no pattern", rule.name);
            }
        }
        for rule in DEMANDS.iter().map(|demand| demand.rule().unwrap()) {
            assert_eq!(rule.level, Level::Deny, "{}: its demand doesn't count", rule.name);
            let is_said = rule.constraints.is_empty() || rule.when.is_some();
            assert!(is_said, "{} says the same twice", rule.name);
        }
    }

    #[test]
    fn a_demand_counts_only_for_its_operations() {
        assert!(demands(Operation::Capture, &CAPTURE).count() > 0);
        assert_eq!(demands(Operation::Refund, &CAPTURE).count(), 0);
    }
}
