//! What JSON Schema can say of the rules: the one place for it.
//!
//! A line is about a rule that doesn't depend on facts, or about what it asks for whatever the
//! facts are. It must be *necessary*: a body that the engine accepts satisfies it, with nulls,
//! blank strings and all. It counts only for the rule's operations, and only while the rule's
//! default level is deny. `tests/tests/json_schema.rs` holds the lines against what the engine
//! accepts and refuses.

use crate::level::Level;
use crate::operation::Operation;
use crate::rule::Rule;
use crate::rules::{catalogue, position_of, saving};
use crate::schema::{
    AIRLINE, CAPTURE, CAR_RENTAL, CARD_WEBHOOK, CLIENT, CRUISE, GROUND_TRANSPORTATION, LEG,
    LODGING, NEW_CLIENT, ORDER, PAYMENT, PAYOUT, PRODUCT, RECIPIENT, REFUND, Shape, TAX,
    TRAVEL_DATA,
};

/// What a rule says of members of a type, or of the type as a whole.
pub(super) struct Said {
    position: u16,
    shape: &'static Shape,
    /// The names of the members, separated by spaces. Empty if it is about the whole.
    pub(super) members: &'static str,
    pub(super) says: Says,
}

/// What can be said.
#[derive(Clone, Copy)]
pub(super) enum Says {
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
    /// What this schema says of the whole object.
    Whole(&'static str),
}

use Says::*;

impl Said {
    /// The rule that says it.
    pub(super) fn rule(&self) -> Option<&'static Rule<'static>> {
        catalogue().get(usize::from(self.position))
    }
}

/// What the rules of an operation say of a type.
pub(super) fn said(operation: Operation, shape: &Shape) -> impl Iterator<Item = &'static Said> {
    let counts = move |rule: &Rule| rule.level == Level::Deny && rule.on.contains(operation);
    SAID.iter().filter(move |said| said.shape == shape && said.rule().is_some_and(counts))
}

const TWO_DIGITS: Says = Pattern("^[0-9]{2}$");
const SIX_DIGITS: Says = Pattern("^[0-9]{6}$");
const EIGHT_DIGITS: Says = Pattern("^[0-9]{8}$");
const A_CENT: Says = Minimum("0.01");

/// Lists what rules say. A rule that doesn't exist doesn't compile.
macro_rules! said {
    ($($rule:literal: $shape:ident $members:literal $says:expr;)*) => {
        &[$(Said {
            position: const { position_of($rule) },
            shape: &$shape,
            members: $members,
            says: $says,
        }),*]
    };
}

/// In the order of the catalogue. What a [`Whole`] refers to is defined in `features.rs`, `absent`
/// in `bodies.rs`.
#[rustfmt::skip]
static SAID: &[Said] = said! {
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
    // Of orders, `features.rs` says the pairs, from the table.
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
    // Null in its place is no object, but JSON Schema finds every member and none in it.
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

    /// The rules that decide without facts, and that JSON Schema has no words for.
    const UNSAID: &[(&str, &str)] = &[
        ("json.too_large", "the length of the text"),
        ("json.malformed", "what isn't JSON has no schema"),
        ("body.required", "what isn't there has no schema"),
        ("json.duplicate_key", "a parser has dropped it"),
        ("field.type", "the kinds of the members say it"),
        ("number.out_of_range", "the limits of all numbers say it"),
        ("order.total_out_of_range", "a sum of products"),
        ("reversal.body_forbidden", "the schema of a reversal says it"),
    ];

    #[test]
    fn every_rule_that_decides_by_the_body_is_said_or_has_a_reason() {
        let said: BTreeSet<&str> = SAID.iter().map(|said| said.rule().unwrap().name).collect();
        for rule in catalogue().iter().filter(|rule| rule.level == Level::Deny) {
            let is_unsaid = UNSAID.iter().any(|(name, _)| *name == rule.name);
            let is_said = said.contains(rule.name);
            assert!(!(is_said && is_unsaid), "{} stands in both lists", rule.name);
            assert!(is_said || is_unsaid || !rule.needs.is_empty(), "{}: say it", rule.name);
        }
        for rule in SAID.iter().map(|said| said.rule().unwrap()) {
            assert_eq!(rule.level, Level::Deny, "{} says nothing any more", rule.name);
        }
    }

    #[test]
    fn the_members_that_are_named_exist() {
        for said in SAID {
            for member in said.members.split_terminator(' ') {
                let is_known = said.shape.position(member.as_bytes()).is_some();
                assert!(is_known, "{}: {member}", said.rule().unwrap().name);
            }
            assert_eq!(said.members.is_empty(), matches!(said.says, Whole(_)));
        }
    }

    #[test]
    fn a_rule_says_nothing_of_other_operations() {
        assert!(said(Operation::Capture, &CAPTURE).count() > 0);
        assert_eq!(said(Operation::Refund, &CAPTURE).count(), 0);
    }
}
