//! Clients and taxes.

use super::prelude::*;
use crate::decimal::Decimal;

family! {
    super::payment::END;
    EMAIL_REQUIRED,
    NAME_REQUIRED,
    PERCENT_REQUIRED,
    PERCENT_RANGE,
}

const EMAIL_REQUIRED: Rule = Rule {
    number: 91,
    name: "client.email_required",
    on: Operations::of(&[Operation::Client]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a new client needs an e-mail address",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        if let Some(client) = c.request.new_client() {
            require(found, client.email());
        }
        HOLDS
    }),
};

const NAME_REQUIRED: Rule = Rule {
    number: 92,
    name: "tax.name_required",
    on: Operations::of(&[Operation::Tax]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a new tax needs a name",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(tax) = c.request.tax() else { return HOLDS };
        require(found, tax.name());
        HOLDS
    }),
};

const PERCENT_REQUIRED: Rule = Rule {
    number: 93,
    name: "tax.percent_required",
    on: Operations::of(&[Operation::Tax]),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a new tax needs its percentage",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(tax) = c.request.tax() else { return HOLDS };
        require(found, tax.percent());
        HOLDS
    }),
};

const PERCENT_RANGE: Rule = Rule {
    number: 94,
    name: "tax.percent_range",
    on: Operations::of(&[Operation::Tax]),
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "a percentage is 0 to 100, not {actual}",
    params: &["actual"],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(tax) = c.request.tax() else { return HOLDS };
        if let Some(percent) = tax.percent().valid()
            && !(Decimal::ZERO..=Decimal::from_integer(100)).contains(&percent)
        {
            found.with(tax.percent(), [Param::Decimal(percent)]);
        }
        HOLDS
    }),
};
