//! Orders: what every order must carry, and what its scenario asks for.

use super::prelude::*;
use crate::classify::{products_present, saving_present};
use crate::decimal::Decimal;

family! {
    super::reading::END;
    CLIENT_REQUIRED,
    PRODUCTS_REQUIRED,
    AUTH_WITH_PRODUCTS,
    TOTAL_OUT_OF_RANGE,
    TITLE_REQUIRED,
    PRICE_REQUIRED,
    PRICE_MINIMUM,
    QUANTITY_POSITIVE,
    SAVING_REQUIRED,
    SAVES_NOTHING,
    PAYMENT_SYSTEM,
    PAYMENT_SYSTEM_MISSING,
    SKIP_CAPTURE,
}

const CLIENT_REQUIRED: Rule = Rule {
    number: 11,
    name: "order.client_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "an order needs a client",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        require(found, order.client());
        HOLDS
    }),
};

const PRODUCTS_REQUIRED: Rule = Rule {
    number: 12,
    name: "order.products_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "an order that is paid needs at least one product",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        let products = order.products();
        let is_empty = products.valid().is_some_and(List::is_empty);
        if !c.is(Feature::ZeroAmount) && (products.is_absent() || is_empty) {
            found.at(products);
        }
        HOLDS
    }),
};

const AUTH_WITH_PRODUCTS: Rule = Rule {
    number: 13,
    name: "order.auth_with_products",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "payment system AUTH is for Zero-Amount orders, which have no products",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if order.payment_system().is("AUTH") && products_present(order) {
            found.at(order.payment_system());
        }
        HOLDS
    }),
};

const TOTAL_OUT_OF_RANGE: Rule = Rule {
    number: 14,
    name: "order.total_out_of_range",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "a product or the sum of all comes to {limit} or more",
    params: &["limit"],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if c.sum.out_of_range {
            found.with(order.products(), [Param::Word("1000000000000")]);
        }
        HOLDS
    }),
};

const TITLE_REQUIRED: Rule = Rule {
    number: 15,
    name: "product.title_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a product needs a title",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        for product in order.products().valid().into_iter().flat_map(List::objects) {
            require(found, product.title());
        }
        HOLDS
    }),
};

const PRICE_REQUIRED: Rule = Rule {
    number: 16,
    name: "product.price_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a product needs a price",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        for product in order.products().valid().into_iter().flat_map(List::objects) {
            require(found, product.price());
        }
        HOLDS
    }),
};

const PRICE_MINIMUM: Rule = Rule {
    number: 17,
    name: "product.price_minimum",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2, §8"),
    needs: &[],
    message: "a price is at least {minimum}, not {actual}",
    params: &["minimum", "actual"],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        for product in order.products().valid().into_iter().flat_map(List::objects) {
            at_least_a_cent(found, product.price());
        }
        HOLDS
    }),
};

const QUANTITY_POSITIVE: Rule = Rule {
    number: 18,
    name: "product.quantity_positive",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "a quantity is more than 0, not {actual}",
    params: &["actual"],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        for product in order.products().valid().into_iter().flat_map(List::objects) {
            if let Some(quantity) = product.quantity().valid()
                && quantity <= Decimal::ZERO
            {
                found.with(product.quantity(), [Param::Decimal(quantity)]);
            }
        }
        HOLDS
    }),
};

const SAVING_REQUIRED: Rule = Rule {
    number: 19,
    name: "zero_amount.saving_required",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a Zero-Amount order needs setup_future_use or force_save_method",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if c.is(Feature::ZeroAmount) && !saving_present(order) {
            found.at(order.setup_future_use());
        }
        HOLDS
    }),
};

const SAVES_NOTHING: Rule = Rule {
    number: 20,
    name: "zero_amount.saves_nothing",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "a Zero-Amount order with force_save_method false saves nothing",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        let force = order.force_save_method();
        if c.is(Feature::ZeroAmount) && order.setup_future_use().is_absent() && force.is_false() {
            found.at(force);
        }
        HOLDS
    }),
};

const PAYMENT_SYSTEM: Rule = Rule {
    number: 21,
    name: "zero_amount.payment_system",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a Zero-Amount order uses payment system AUTH",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        let system = order.payment_system();
        if c.is(Feature::ZeroAmount) && system.is_valid() && !system.is("AUTH") {
            found.at(system);
        }
        HOLDS
    }),
};

const PAYMENT_SYSTEM_MISSING: Rule = Rule {
    number: 22,
    name: "zero_amount.payment_system_missing",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Stated,
    source: Some("§4"),
    needs: &[],
    message: "a Zero-Amount order is sent with payment system AUTH",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if c.is(Feature::ZeroAmount) {
            require(found, order.payment_system());
        }
        HOLDS
    }),
};

const SKIP_CAPTURE: Rule = Rule {
    number: 23,
    name: "zero_amount.skip_capture",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "a Zero-Amount order holds nothing that could be captured later",
    params: &[],
    docs: Docs::NONE,
    check: Check::Function(|c, found| {
        let Some(order) = c.request.order() else { return HOLDS };
        if c.is(Feature::ZeroAmount) && order.skip_capture().is_true() {
            found.at(order.skip_capture());
        }
        HOLDS
    }),
};
