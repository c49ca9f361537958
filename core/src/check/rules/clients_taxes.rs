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
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every client {deny:needs|should have} it",
    check: email_required,
    ..page!("client.email_required")
};

fn email_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(client) = c.request.new_client() {
        require(findings, client.email());
    }
    HOLDS
}

const NAME_REQUIRED: Rule = Rule {
    number: 92,
    on: Operations::of(&[Operation::Tax]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every tax {deny:needs|should have} it",
    check: name_required,
    ..page!("tax.name_required")
};

fn name_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(tax) = c.request.tax() else { return HOLDS };
    require(findings, tax.name());
    HOLDS
}

const PERCENT_REQUIRED: Rule = Rule {
    number: 93,
    on: Operations::of(&[Operation::Tax]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every tax {deny:needs|should have} it",
    check: percent_required,
    ..page!("tax.percent_required")
};

fn percent_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(tax) = c.request.tax() else { return HOLDS };
    require(findings, tax.percent());
    HOLDS
}

const PERCENT_RANGE: Rule = Rule {
    number: 94,
    on: Operations::of(&[Operation::Tax]),
    level: Warn,
    basis: Inferred,
    message: "{member} {deny:must|should} be from {minimum} to {maximum}, not {actual}",
    params: &["minimum", "maximum", "actual"],
    constants: &[Param::Limit(Decimal::ZERO), Param::Limit(Decimal::from_integer(100))],
    check: percent_range,
    ..page!("tax.percent_range")
};

fn percent_range(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(tax) = c.request.tax() else { return HOLDS };
    if let Some(percent) = tax.percent().valid()
        && !(Decimal::ZERO..=Decimal::from_integer(100)).contains(&percent)
    {
        findings.with(tax.percent(), [Param::Decimal(percent)]);
    }
    HOLDS
}
