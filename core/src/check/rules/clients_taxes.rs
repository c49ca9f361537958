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
    name: "client.email_required",
    on: Operations::of(&[Operation::Client]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; every client {deny:needs|should have} it",
    docs: Docs::new(
        "a new client has an e-mail address",
        "the e-mail address is all that creating a client takes, and nothing else would say who it \
         is",
        Example::new("client", "{}"),
        Example::new("client", r#"{"email":"ada@mail.example"}"#),
    ),
    check: email_required,
    ..Rule::DEFAULT
};

fn email_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(client) = c.request.new_client() {
        require(findings, client.email());
    }
    HOLDS
}

const NAME_REQUIRED: Rule = Rule {
    number: 92,
    name: "tax.name_required",
    on: Operations::of(&[Operation::Tax]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; every tax {deny:needs|should have} it",
    docs: Docs::new(
        "a new tax has a name",
        "name and percent are required on creation; the name tells the tax from others",
        Example::new("tax", r#"{"percent":21}"#),
        Example::new("tax", r#"{"name":"VAT","percent":21}"#),
    ),
    check: name_required,
    ..Rule::DEFAULT
};

fn name_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(tax) = c.request.tax() else { return HOLDS };
    require(findings, tax.name());
    HOLDS
}

const PERCENT_REQUIRED: Rule = Rule {
    number: 93,
    name: "tax.percent_required",
    on: Operations::of(&[Operation::Tax]),
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; every tax {deny:needs|should have} it",
    docs: Docs::new(
        "a new tax has its percentage",
        "name and percent are required on creation; for a tax of nothing, send 0",
        Example::new("tax", r#"{"name":"VAT"}"#),
        Example::new("tax", r#"{"name":"VAT","percent":0}"#),
    ),
    check: percent_required,
    ..Rule::DEFAULT
};

fn percent_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(tax) = c.request.tax() else { return HOLDS };
    require(findings, tax.percent());
    HOLDS
}

const PERCENT_RANGE: Rule = Rule {
    number: 94,
    name: "tax.percent_range",
    on: Operations::of(&[Operation::Tax]),
    level: Warn,
    basis: Inferred,
    message: "{member} {deny:must|should} be from {minimum} to {maximum}, not {actual}",
    params: &["minimum", "maximum", "actual"],
    constants: &[Param::Limit(Decimal::ZERO), Param::Limit(Decimal::from_integer(100))],
    docs: Docs::new(
        "a tax is 0 to 100 percent",
        "the document sets no limits, but a tax below zero or above the price itself is most often \
         in the wrong unit: 21 was meant, and 0.21 or 2100 was sent",
        Example::new("tax", r#"{"name":"VAT","percent":2100}"#),
        Example::new("tax", r#"{"name":"VAT","percent":21}"#),
    ),
    check: percent_range,
    ..Rule::DEFAULT
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
