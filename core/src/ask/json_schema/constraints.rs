//! The rules that JSON Schema can express, as constraints: the one place for them.
//!
//! A constraint is about a rule that doesn't depend on facts, or about what a rule asks for whatever
//! the facts are. It must be *necessary*: every body that the engine accepts satisfies it, with
//! nulls, blank strings and all. It counts only for the rule's operations, and only while the rule's
//! default level is deny. `tests/tests/it/json_schema.rs` compares the constraints with what the engine
//! accepts and rejects.

use crate::base::level::Level;
use crate::check::rule::Rule;
use crate::check::rules::{catalogue, position_of, saving};
use crate::model::operation::Operation;
use crate::model::schema::{
    AIRLINE, CAPTURE, CAR_RENTAL, CARD_WEBHOOK, CLIENT, CRUISE, GROUND_TRANSPORTATION, LEG,
    LODGING, NEW_CLIENT, ORDER, PAYMENT, PAYOUT, PRODUCT, RECIPIENT, REFUND, Shape, TAX,
    TRAVEL_DATA,
};

/// What a rule demands of members of a type, or of the type as a whole.
pub(super) struct Constraint {
    position: u16,
    shape: &'static Shape,
    /// The names of the members, separated by spaces. Empty if it is about the whole.
    pub(super) members: &'static str,
    pub(super) demand: Demand,
}

/// A demand that JSON Schema can express.
#[derive(Clone, Copy)]
pub(super) enum Demand {
    /// It isn't absent.
    Required,
    /// A string that isn't blank matches this regular expression.
    Pattern(&'static str),
    /// A string that isn't blank is a day, YYYY-MM-DD.
    Day,
    /// A string that isn't blank is one of these.
    OneOf(&'static [&'static str]),
    /// A number isn't less.
    Minimum(&'static str),
    /// A number is more.
    MoreThan(&'static str),
    /// A number isn't more.
    Maximum(&'static str),
    /// It is absent.
    Absent,
    /// It is absent, or `false`.
    AbsentOrFalse,
    /// The whole object satisfies this schema.
    Whole(&'static str),
}

use Demand::*;

impl Constraint {
    /// The rule that it belongs to.
    pub(super) fn rule(&self) -> Option<&'static Rule<'static>> {
        invariant!(catalogue().get(usize::from(self.position)))
    }
}

/// The constraints of an operation's rules on a type.
pub(super) fn constraints(
    operation: Operation,
    shape: &Shape,
) -> impl Iterator<Item = &'static Constraint> {
    let counts = move |rule: &Rule| rule.level == Level::Deny && rule.on.contains(operation);
    CONSTRAINTS.iter().filter(move |it| it.shape == shape && it.rule().is_some_and(counts))
}

const TWO_DIGITS: Demand = Pattern("^[0-9]{2}$");
const SIX_DIGITS: Demand = Pattern("^[0-9]{6}$");
const EIGHT_DIGITS: Demand = Pattern("^[0-9]{8}$");
const A_CENT: Demand = Minimum("0.01");

/// Lists constraints. A rule that doesn't exist doesn't compile.
macro_rules! constraints {
    ($($rule:literal: $shape:ident $members:literal $demand:expr;)*) => {
        &[$(Constraint {
            position: const { position_of($rule) },
            shape: &$shape,
            members: $members,
            demand: $demand,
        }),*]
    };
}

/// In the order of the catalogue. What a [`Whole`] refers to is in `features.rs`, `absent`
/// in `bodies.rs`.
#[rustfmt::skip]
static CONSTRAINTS: &[Constraint] = constraints! {
    "order.client_required": ORDER "client" Required;
    "order.products_required": ORDER "" Whole(any_of!(
        def!("with_products"), def!("saving"), has!("payment_system", this!(r#""AUTH""#))));
    "order.auth_with_products": ORDER "" Whole(
        when!(def!("with_products") => may_have!("payment_system", not!(this!(r#""AUTH""#)))));
    "product.title_required": PRODUCT "title" Required;
    "product.price_required": PRODUCT "price" Required;
    "product.price_minimum": PRODUCT "price" A_CENT;
    "product.quantity_positive": PRODUCT "quantity" MoreThan("0");
    "zero_amount.saving_required": ORDER "" Whole(
        when!(def!("with_products") => _ else def!("saving")));
    "zero_amount.payment_system": ORDER "" Whole(when!(def!("with_products") => _ else
        may_have!("payment_system", any_of!(def!("absent"), this!(r#""AUTH""#)))));
    "zero_amount.skip_capture": ORDER "" Whole(when!(def!("with_products") => _ else
        may_have!("skip_capture", not!(this!("true")))));
    // The pairs of orders are in `features.rs`, from the table.
    "compat.pair": PAYOUT "setup_future_use travel_data recipient_client" Absent;
    "compat.pair": PAYOUT "dynamic_descriptor service_location sdwo_merchant_id" Absent;
    "compat.pair": PAYOUT "force_save_method is_moto" AbsentOrFalse;
    "saving.setup_future_use_value": ORDER "setup_future_use" OneOf(&saving::MODES);
    "saving.recurring_number_misplaced": ORDER "" Whole(when!(
        has!("recurring_number", present!()) => has!("setup_future_use", this!(r#""recurring""#))));
    "saving.travel_mode": ORDER "" Whole(not!(all_of!(
        has!("setup_future_use", this!(r#""recurring""#)),
        has!("travel_data", of_type!("object")))));
    "funding.recipient_field_required": RECIPIENT
        "first_name last_name birth_date city country account_type account_number" Required;
    "funding.account_type_format": RECIPIENT "account_type" TWO_DIGITS;
    // Null isn't an object, but JSON Schema finds every member and none in it.
    "travel.exactly_one": TRAVEL_DATA "" Whole(when!(of_type!("object") => one_of!(
        has!("airline_addendum", of_type!("object")),
        has!("lodging", of_type!("object")),
        has!("car_rental", of_type!("object")),
        has!("cruise", of_type!("object")),
        has!("ground_transportation", of_type!("object")))));
    "travel.date_format": AIRLINE "ticket_issue_date" SIX_DIGITS;
    "travel.date_format": LEG "departure_date" EIGHT_DIGITS;
    "travel.date_format": LODGING "checkin_date checkout_date" EIGHT_DIGITS;
    "travel.date_format": CAR_RENTAL "pickup_date return_date" EIGHT_DIGITS;
    "travel.date_format": CRUISE "departure_date return_date" EIGHT_DIGITS;
    "travel.date_format": GROUND_TRANSPORTATION "departure_date return_date" EIGHT_DIGITS;
    "capture.total_required": CAPTURE "total" Required;
    "capture.total_minimum": CAPTURE "total" A_CENT;
    "refund.amount_required": REFUND "amount" Required;
    "refund.amount_minimum": REFUND "amount" A_CENT;
    "payout.amount_required": PAYOUT "amount" Required;
    "payout.amount_minimum": PAYOUT "amount" A_CENT;
    "payout.account_type_format": PAYOUT "sender_account_type" TWO_DIGITS;
    "payment.field_required": PAYMENT "cardholder_name card_number exp_month exp_year" Required;
    // Whatever the order was: with AVS the code is needed.
    "payment.csc_required": PAYMENT "" Whole(
        when!(has!("avs", this!("true")) => has!("csc", present!())));
    "payment.card_number_format": PAYMENT "card_number" Pattern("^[0-9]{12,19}$");
    "card.exp_month_range": PAYMENT "exp_month" Minimum("1");
    "card.exp_month_range": PAYMENT "exp_month" Maximum("12");
    "card.exp_month_range": CARD_WEBHOOK "exp_month" Minimum("1");
    "card.exp_month_range": CARD_WEBHOOK "exp_month" Maximum("12");
    "client.email_required": NEW_CLIENT "email" Required;
    "tax.name_required": TAX "name" Required;
    "tax.percent_required": TAX "percent" Required;
    "date.format": CLIENT "birth_date" Day;
    "date.format": RECIPIENT "birth_date" Day;
    "date.format": PAYOUT "sender_birth_date" Day;
    "webhook.pan_not_masked": CARD_WEBHOOK "masked_pan"
        Pattern("^([^0-9]*[0-9]){0,12}[^0-9]*$");
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The rules that decide without facts, and that JSON Schema can't express.
    const UNCONSTRAINED: &[(&str, &str)] = &[
        ("json.too_large", "the length of the text"),
        ("json.malformed", "what isn't JSON has no schema"),
        ("body.required", "what isn't there has no schema"),
        ("json.duplicate_key", "a parser has dropped it"),
        ("json.ambiguous_key", "a pattern for each member that isn't it in other letters"),
        ("number.binary_tail", "a parser has rounded it"),
        ("field.type", "the types of the members are in the schema"),
        ("field.number_as_string", "the types of the members are in the schema"),
        ("number.out_of_range", "the limits of all numbers are in the schema"),
        ("order.total_out_of_range", "a sum of products"),
        ("reversal.body_forbidden", "the schema of a reversal has it"),
    ];

    #[test]
    fn every_rule_that_decides_by_the_body_has_a_constraint_or_a_reason() {
        let constrained: BTreeSet<&str> =
            CONSTRAINTS.iter().map(|it| it.rule().unwrap().name).collect();
        for rule in catalogue().iter().filter(|rule| rule.level == Level::Deny) {
            let has_reason = UNCONSTRAINED.iter().any(|(name, _)| *name == rule.name);
            let is_constrained = constrained.contains(rule.name);
            assert!(!(is_constrained && has_reason), "{} stands in both lists", rule.name);
            assert!(
                is_constrained || has_reason || !rule.needs.is_empty(),
                "{} stands in neither list",
                rule.name
            );
        }
        for rule in CONSTRAINTS.iter().map(|it| it.rule().unwrap()) {
            assert_eq!(rule.level, Level::Deny, "{}: its constraint doesn't count", rule.name);
        }
    }

    #[test]
    fn the_members_that_are_named_exist() {
        for constraint in CONSTRAINTS {
            for member in constraint.members.split_terminator(' ') {
                let is_known = constraint.shape.position(member.as_bytes()).is_some();
                assert!(is_known, "{}: {member}", constraint.rule().unwrap().name);
            }
            assert_eq!(constraint.members.is_empty(), matches!(constraint.demand, Whole(_)));
        }
    }

    #[test]
    fn a_constraint_counts_only_for_its_operations() {
        assert!(constraints(Operation::Capture, &CAPTURE).count() > 0);
        assert_eq!(constraints(Operation::Refund, &CAPTURE).count(), 0);
    }
}
