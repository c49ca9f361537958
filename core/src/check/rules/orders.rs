//! Orders: what every order must carry, and what its scenario asks for.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::check::classify::{products_present, saving_present};

section! {
    [
        CLIENT_REQUIRED,
        EMAIL_MISSING,
        PRODUCTS_REQUIRED,
        AUTH_WITH_PRODUCTS,
        TOTAL_OUT_OF_RANGE,
    ],
    if |c| c.products.is_any_odd => [
        TITLE_REQUIRED,
        PRICE_REQUIRED,
        PRICE_MINIMUM,
        QUANTITY_POSITIVE,
    ],
    if |c| c.is(Feature::ZeroAmount) => [
        SAVING_REQUIRED,
        SAVES_NOTHING,
        PAYMENT_SYSTEM,
        PAYMENT_SYSTEM_MISSING,
        SKIP_CAPTURE,
    ],
}

const CLIENT_REQUIRED: Rule = Rule {
    number: 11,
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every order {deny:needs|should have} it",
    constraints: &[Constraint::new(Objects::Order, &["client"], Must::BePresent)],
    ..page!("order.client_required")
};

const EMAIL_MISSING: Rule = Rule {
    number: 139,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    message: "{member} is missing; an order {deny:needs|should have} it, or the `original_client` to write to",
    check: email_missing,
    ..page!("order.email_missing")
};

fn email_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let (Some(_), Some(client)) = (c.order, c.client)
        && client.original_client().is_absent()
    {
        require(findings, client.email());
    }
    HOLDS
}

const PRODUCTS_REQUIRED: Rule = Rule {
    number: 12,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    message: "{member} {missing:is missing|is empty}; only an order that saves a payment method or \
              has `payment_system` AUTH goes without products",
    params: &["missing"],
    check: products_required,
    ..page!("order.products_required")
};

fn products_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let products = order.products();
    let is_empty = products.valid().is_some_and(List::is_empty);
    if !c.is(Feature::ZeroAmount) && (products.is_absent() || is_empty) {
        findings.with(products, [Param::Is(!is_empty)]);
    }
    HOLDS
}

const AUTH_WITH_PRODUCTS: Rule = Rule {
    number: 13,
    revision: 2,
    on: Operations::ORDER,
    fix: Fix::RemoveAuthOrProducts,
    level: Warn,
    basis: Inferred,
    message: "{member} is AUTH, but the order has products; AUTH is for Zero-Amount orders, which \
              have none",
    check: auth_with_products,
    ..page!("order.auth_with_products")
};

fn auth_with_products(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if order.payment_system().is("AUTH") && products_present(order) {
        findings.at(order.payment_system());
    }
    HOLDS
}

const TOTAL_OUT_OF_RANGE: Rule = Rule {
    number: 14,
    on: Operations::ORDER,
    level: Deny,
    basis: Inferred,
    message: "{member} {deny:must|should} come to less than {below}, each product and all together",
    params: &["below"],
    constants: &[Param::Word("1000000000000")],
    check: total_out_of_range,
    ..page!("order.total_out_of_range")
};

fn total_out_of_range(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if c.products.out_of_range {
        findings.at(order.products());
    }
    HOLDS
}

const TITLE_REQUIRED: Rule = Rule {
    number: 15,
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every product {deny:needs|should have} it",
    constraints: &[Constraint::new(Objects::Products, &["title"], Must::BePresent)],
    ..page!("product.title_required")
};

const PRICE_REQUIRED: Rule = Rule {
    number: 16,
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every product {deny:needs|should have} it",
    constraints: &[Constraint::new(Objects::Products, &["price"], Must::BePresent)],
    ..page!("product.price_required")
};

const PRICE_MINIMUM: Rule = Rule {
    number: 17,
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}; leave out what is free, \
              and take discounts off the other prices",
    constraints: &[Constraint::new(Objects::Products, &["price"], Must::BeAtLeast(Decimal::CENT))],
    ..page!("product.price_minimum")
};

const QUANTITY_POSITIVE: Rule = Rule {
    number: 18,
    on: Operations::ORDER,
    level: Deny,
    basis: Inferred,
    message: "{member} {deny:must|should} be more than {above}, not {actual}",
    constraints: &[Constraint::new(
        Objects::Products,
        &["quantity"],
        Must::BeMoreThan(Decimal::ZERO),
    )],
    ..page!("product.quantity_positive")
};

const SAVING_REQUIRED: Rule = Rule {
    number: 19,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; an order without products that has `payment_system` AUTH is \
              a Zero-Amount order, which {deny:needs|should have} it or `force_save_method`",
    check: saving_required,
    ..page!("zero_amount.saving_required")
};

fn saving_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if c.is(Feature::ZeroAmount) && !saving_present(order) {
        findings.at(order.setup_future_use());
    }
    HOLDS
}

const SAVES_NOTHING: Rule = Rule {
    number: 20,
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is false, so nothing is saved; an order without products that has it is a \
              Zero-Amount order",
    check: saves_nothing,
    ..page!("zero_amount.saves_nothing")
};

fn saves_nothing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let force = order.force_save_method();
    if c.is(Feature::ZeroAmount) && order.setup_future_use().is_absent() && force.is_false() {
        findings.at(force);
    }
    HOLDS
}

const PAYMENT_SYSTEM: Rule = Rule {
    number: 21,
    on: Operations::ORDER,
    fix: Fix::Set(Applicability::Unsafe, "\"AUTH\""),
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be {expected}, because an order without products that saves a \
              payment method is a Zero-Amount order",
    params: &["expected"],
    constants: &[Param::Word("AUTH")],
    check: payment_system,
    ..page!("zero_amount.payment_system")
};

fn payment_system(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let system = order.payment_system();
    if c.is(Feature::ZeroAmount) && system.is_valid() && !system.is("AUTH") {
        findings.at(system);
    }
    HOLDS
}

const PAYMENT_SYSTEM_MISSING: Rule = Rule {
    number: 22,
    on: Operations::ORDER,
    fix: Fix::SetAuth,
    level: Warn,
    basis: Stated,
    message: "{member} is missing; an order without products that saves a payment method is a \
              Zero-Amount order, which is sent with {expected}",
    params: &["expected"],
    constants: &[Param::Word("AUTH")],
    check: payment_system_missing,
    ..page!("zero_amount.payment_system_missing")
};

fn payment_system_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if c.is(Feature::ZeroAmount) {
        require(findings, order.payment_system());
    }
    HOLDS
}

const SKIP_CAPTURE: Rule = Rule {
    number: 23,
    on: Operations::ORDER,
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Inferred,
    message: "{member} is true, but an order without products that saves a payment method or has \
              `payment_system` AUTH is a Zero-Amount order, which holds nothing to capture",
    check: skip_capture,
    ..page!("zero_amount.skip_capture")
};

fn skip_capture(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if c.is(Feature::ZeroAmount) && order.skip_capture().is_true() {
        findings.at(order.skip_capture());
    }
    HOLDS
}
