//! Clients and taxes.

use super::prelude::*;
use crate::base::decimal::Decimal;

section! {
    [
        EMAIL_REQUIRED,
        NAME_REQUIRED,
        PERCENT_REQUIRED,
        PERCENT_RANGE,
    ],
}

const EMAIL_REQUIRED: Rule = Rule {
    number: 91,
    on: Operations::of(&[Operation::Client]),
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every client {deny:needs|should have} it",
    constraints: &[Constraint::new(Objects::NewClient, &["email"], Must::BePresent)],
    ..page!("client.email_required")
};

const NAME_REQUIRED: Rule = Rule {
    number: 92,
    on: Operations::of(&[Operation::Tax]),
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every tax {deny:needs|should have} it",
    constraints: &[Constraint::new(Objects::Tax, &["name"], Must::BePresent)],
    ..page!("tax.name_required")
};

const PERCENT_REQUIRED: Rule = Rule {
    number: 93,
    on: Operations::of(&[Operation::Tax]),
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every tax {deny:needs|should have} it",
    constraints: &[Constraint::new(Objects::Tax, &["percent"], Must::BePresent)],
    ..page!("tax.percent_required")
};

const PERCENT_RANGE: Rule = Rule {
    number: 94,
    on: Operations::of(&[Operation::Tax]),
    level: Warn,
    basis: Inferred,
    message: "{member} {deny:must|should} be from {minimum} to {maximum}, not {actual}",
    constraints: &[Constraint::new(
        Objects::Tax,
        &["percent"],
        Must::BeWithin(Decimal::ZERO, Decimal::from_integer(100)),
    )],
    ..page!("tax.percent_range")
};
