//! Clients and taxes.

use super::prelude::*;
use crate::base::decimal::Decimal;

section! {
    [
        EMAIL_REQUIRED,
        NAME_REQUIRED,
        PERCENT_REQUIRED,
        PERCENT_RANGE,
        PERCENT_FRACTION,
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

const PERCENT_FRACTION: Rule = Rule {
    number: 143,
    on: Operations::of(&[Operation::Tax]),
    level: Warn,
    basis: Inferred,
    message: "{member} is {actual}, which is less than one percent; write 21 percent as 21, not as 0.21",
    params: &["actual"],
    check: percent_fraction,
    ..page!("tax.percent_fraction")
};

fn percent_fraction(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(tax) = c.request.tax() else { return HOLDS };
    if let Some(percent) = tax.percent().valid()
        && percent > Decimal::ZERO
        && percent < Decimal::ONE
    {
        findings.with(tax.percent(), [Param::Decimal(percent)]);
    }
    HOLDS
}
