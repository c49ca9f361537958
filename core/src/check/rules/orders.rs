//! Orders: what every order must carry, and what its scenario asks for.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::check::classify::{products_present, saving_present};
use crate::model::schema::Client;

section! {
    [CLIENT_REQUIRED, EMAIL_MISSING, PRODUCTS_REQUIRED, AUTH_WITH_PRODUCTS, TOTAL_OUT_OF_RANGE],
    if |c| c.products.is_any_odd => [
        TITLE_REQUIRED, PRICE_REQUIRED, PRICE_MINIMUM, QUANTITY_POSITIVE,
    ],
    if |c| c.is(Feature::ZeroAmount) => [
        SAVING_REQUIRED, SAVES_NOTHING, PAYMENT_SYSTEM, PAYMENT_SYSTEM_MISSING, SKIP_CAPTURE,
    ],
}

const CLIENT_REQUIRED: Rule = Rule {
    message: "{member} is missing; every order {deny:needs|should have} it",
    constraints: &[Objects::Order.must(&["client"], Must::BePresent)],
    ..rule!(11, "order.client_required", Deny, Stated, Operations::ORDER)
};

const EMAIL_MISSING: Rule = Rule {
    message: "{member} is missing; an order {deny:needs|should have} it, or the `original_client` to write to",
    constraints: &[Objects::Client.must(&["email"], Must::BePresent)],
    when: Some(|c| {
        let has_other = |client: Client<'_>| !client.original_client().is_absent();
        Ok(!c.client.is_some_and(has_other))
    }),
    ..rule!(139, "order.email_missing", Warn, Inferred, Operations::ORDER)
};

const PRODUCTS_REQUIRED: Rule = Rule {
    fix: Fix::Add,
    message: "{member} {missing:is missing|is empty}; only an order that saves a payment method or \
              has `payment_system` AUTH goes without products",
    params: &["missing"],
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        let products = order.products();
        let is_empty = products.valid().is_some_and(List::is_empty);
        if !c.is(Feature::ZeroAmount) && (products.is_absent() || is_empty) {
            findings.with(products, [Param::Is(!is_empty)]);
        }
        HOLDS
    },
    ..rule!(12, "order.products_required", Deny, Stated, Operations::ORDER)
};

const AUTH_WITH_PRODUCTS: Rule = Rule {
    fix: Fix::RemoveAuthOrProducts,
    message: "{member} is AUTH, but the order has products; AUTH is for Zero-Amount orders, which \
              have none",
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        let system = order.payment_system();
        findings.at_if(system, system.is("AUTH") && products_present(order))
    },
    ..rule!(13, "order.auth_with_products", Warn, Inferred, Operations::ORDER)
};

const TOTAL_OUT_OF_RANGE: Rule = Rule {
    message: "{member} {deny:must|should} come to less than {below}, each product and all together",
    params: &["below"],
    constants: &[Param::Word("1000000000000")],
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        findings.at_if(order.products(), c.products.out_of_range)
    },
    ..rule!(14, "order.total_out_of_range", Deny, Inferred, Operations::ORDER)
};

const TITLE_REQUIRED: Rule = Rule {
    message: "{member} is missing; every product {deny:needs|should have} it",
    constraints: &[Objects::Products.must(&["title"], Must::BePresent)],
    ..rule!(15, "product.title_required", Deny, Stated, Operations::ORDER)
};

const PRICE_REQUIRED: Rule = Rule {
    message: "{member} is missing; every product {deny:needs|should have} it",
    constraints: &[Objects::Products.must(&["price"], Must::BePresent)],
    ..rule!(16, "product.price_required", Deny, Stated, Operations::ORDER)
};

const PRICE_MINIMUM: Rule = Rule {
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}; leave out what is free, \
              and take discounts off the other prices",
    constraints: &[Objects::Products.must(&["price"], Must::BeAtLeast(Decimal::CENT))],
    ..rule!(17, "product.price_minimum", Deny, Stated, Operations::ORDER)
};

const QUANTITY_POSITIVE: Rule = Rule {
    message: "{member} {deny:must|should} be more than {above}, not {actual}",
    constraints: &[Objects::Products.must(&["quantity"], Must::BeMoreThan(Decimal::ZERO))],
    ..rule!(18, "product.quantity_positive", Deny, Inferred, Operations::ORDER)
};

const SAVING_REQUIRED: Rule = Rule {
    message: "{member} is missing; an order without products that has `payment_system` AUTH is \
              a Zero-Amount order, which {deny:needs|should have} it or `force_save_method`",
    constraints: &[Objects::Order.must(&["setup_future_use"], Must::BePresent)],
    when: Some(|c| Ok(!c.order.is_some_and(saving_present))),
    ..rule!(19, "zero_amount.saving_required", Deny, Stated, Operations::ORDER)
};

const SAVES_NOTHING: Rule = Rule {
    message: "{member} is false, so nothing is saved; an order without products that has it is a \
              Zero-Amount order",
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        let force = order.force_save_method();
        findings.at_if(force, order.setup_future_use().is_absent() && force.is_false())
    },
    ..rule!(20, "zero_amount.saves_nothing", Warn, Inferred, Operations::ORDER)
};

const PAYMENT_SYSTEM: Rule = Rule {
    fix: Fix::Set(Applicability::Unsafe, "\"AUTH\""),
    message: "{member} {deny:must|should} be {expected}, because an order without products that saves a \
              payment method is a Zero-Amount order",
    params: &["expected"],
    constants: &[Param::Word("AUTH")],
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        let system = order.payment_system();
        findings.at_if(system, system.is_valid() && !system.is("AUTH"))
    },
    ..rule!(21, "zero_amount.payment_system", Deny, Stated, Operations::ORDER)
};

const PAYMENT_SYSTEM_MISSING: Rule = Rule {
    fix: Fix::Set(Applicability::Safe, "\"AUTH\""),
    message: "{member} is missing; an order without products that saves a payment method is a \
              Zero-Amount order, which is sent with {expected}",
    params: &["expected"],
    constants: &[Param::Word("AUTH")],
    constraints: &[Objects::Order.must(&["payment_system"], Must::BePresent)],
    ..rule!(22, "zero_amount.payment_system_missing", Warn, Stated, Operations::ORDER)
};

const SKIP_CAPTURE: Rule = Rule {
    fix: Fix::Remove(Applicability::Unsafe),
    message: "{member} is true, but an order without products that saves a payment method or has \
              `payment_system` AUTH is a Zero-Amount order, which holds nothing to capture",
    constraints: &[Objects::Order.must(&["skip_capture"], Must::NotBeTrue)],
    when: Some(|c| Ok(c.is(Feature::ZeroAmount))),
    ..rule!(23, "zero_amount.skip_capture", Deny, Inferred, Operations::ORDER)
};
