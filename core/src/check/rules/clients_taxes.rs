//! Clients and taxes.

use super::prelude::*;
use crate::base::decimal::Decimal;

const TAX: Operations = Operations::of(&[Operation::Tax]);

section! {
    [EMAIL_REQUIRED, NAME_REQUIRED, PERCENT_REQUIRED, PERCENT_RANGE, PERCENT_FRACTION],
}

const EMAIL_REQUIRED: Rule = Rule {
    message: "{member} is missing; every client {deny:needs|should have} it",
    constraints: &[Objects::NewClient.must(&["email"], Must::BePresent)],
    ..rule!(91, "client.email_required", Deny, Stated, Operations::of(&[Operation::Client]))
};

const NAME_REQUIRED: Rule = Rule {
    message: "{member} is missing; every tax {deny:needs|should have} it",
    constraints: &[Objects::Tax.must(&["name"], Must::BePresent)],
    ..rule!(92, "tax.name_required", Deny, Stated, TAX)
};

const PERCENT_REQUIRED: Rule = Rule {
    message: "{member} is missing; every tax {deny:needs|should have} it",
    constraints: &[Objects::Tax.must(&["percent"], Must::BePresent)],
    ..rule!(93, "tax.percent_required", Deny, Stated, TAX)
};

const PERCENT_RANGE: Rule = Rule {
    message: "{member} {deny:must|should} be from {minimum} to {maximum}, not {actual}",
    constraints: &[
        Objects::Tax.must(&["percent"], Must::BeWithin(Decimal::ZERO, Decimal::from_integer(100)))
    ],
    ..rule!(94, "tax.percent_range", Warn, Inferred, TAX)
};

const PERCENT_FRACTION: Rule = Rule {
    message: "{member} is {actual}, which is less than one percent; write 21 percent as 21, not as 0.21",
    params: &["actual"],
    check: |c, findings| {
        let Some(tax) = c.request.tax() else { return HOLDS };
        if let Some(percent) = tax.percent().valid()
            && percent > Decimal::ZERO
            && percent < Decimal::ONE
        {
            findings.with(tax.percent(), [Param::Decimal(percent)]);
        }
        HOLDS
    },
    ..rule!(143, "tax.percent_fraction", Warn, Inferred, TAX)
};
