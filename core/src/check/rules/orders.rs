//! Orders: what every order must carry, and what its scenario asks for.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::check::classify::{products_present, saving_present};

section! {
    [
        CLIENT_REQUIRED,
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

/// An order that only saves a card.
const AUTH: &str = concat!(
    r#"{"client":{"email":"ada@mail.example"},"payment_system":"AUTH","#,
    r#""force_save_method":true}"#
);

const CLIENT_REQUIRED: Rule = Rule {
    number: 11,
    name: "order.client_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; every order {deny:needs|should have} it",
    docs: Docs::new(
        "an order has a client",
        "every order requires the client object; without it the gateway answers 400, because a \
         mandatory parameter is missing",
        Example::new("order", r#"{"products":[{"title":"Mug","price":12}]}"#),
        Example::new("order", ORDER),
    ),
    check: client_required,
    ..Rule::DEFAULT
};

fn client_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    require(findings, order.client());
    HOLDS
}

const PRODUCTS_REQUIRED: Rule = Rule {
    number: 12,
    name: "order.products_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {missing:is missing|is empty}; only an order that saves a payment method or \
              has `payment_system` AUTH goes without products",
    params: &["missing"],
    docs: Docs::new(
        "an order that is paid has at least one product",
        "the amount to pay comes from the products; only a Zero-Amount order has none, and it says \
         what it saves instead",
        Example::new("order", r#"{"client":{"email":"ada@mail.example"},"products":[]}"#),
        Example::new("order", ORDER),
    ),
    check: products_required,
    ..Rule::DEFAULT
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
    name: "order.auth_with_products",
    on: Operations::ORDER,
    fix: Fix::RemoveOneOf(&["payment_system", "products"]),
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is AUTH, but the order has products; AUTH is for Zero-Amount orders, which \
              have none",
    docs: Docs::new(
        "payment system AUTH comes without products",
        "AUTH marks a Zero-Amount order, and products ask for a payment: the two contradict each \
         other, and the gateway would have to decide whether money moves",
        Example::new("order", order!(r#""payment_system":"AUTH""#)),
        Example::new("order", AUTH),
    ),
    check: auth_with_products,
    ..Rule::DEFAULT
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
    name: "order.total_out_of_range",
    on: Operations::ORDER,
    level: Deny,
    basis: Inferred,
    message: "{member} {deny:must|should} come to less than {below}, each product and all together",
    params: &["below"],
    constants: &[Param::Word("1000000000000")],
    docs: Docs::new(
        "each product and their sum stay under 1,000,000,000,000",
        "the document sets no upper limit, but no card payment comes to a trillion: more likely \
         price and quantity were swapped, or one is in the wrong unit",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":1000000000,"quantity":1000}]}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":1000000000,"quantity":999}]}"#
            ),
        ),
    ),
    check: total_out_of_range,
    ..Rule::DEFAULT
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
    name: "product.title_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; every product {deny:needs|should have} it",
    docs: Docs::new(
        "every product has a title",
        "the title is a required field, and it is what the payer sees at the checkout",
        Example::new(
            "order",
            r#"{"client":{"email":"ada@mail.example"},"products":[{"price":12}]}"#,
        ),
        Example::new("order", ORDER),
    ),
    check: title_required,
    ..Rule::DEFAULT
};

fn title_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    for product in order.products().objects() {
        require(findings, product.title());
    }
    HOLDS
}

const PRICE_REQUIRED: Rule = Rule {
    number: 16,
    name: "product.price_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; every product {deny:needs|should have} it",
    docs: Docs::new(
        "every product has a price",
        "the price is a required field; without it there is nothing to pay",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""quantity":2}]}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12,"quantity":2}]}"#
            ),
        ),
    ),
    check: price_required,
    ..Rule::DEFAULT
};

fn price_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    for product in order.products().objects() {
        require(findings, product.price());
    }
    HOLDS
}

const PRICE_MINIMUM: Rule = Rule {
    number: 17,
    name: "product.price_minimum",
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    source: Some("§2, §8"),
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}; leave out what is free, \
              and take discounts off the other prices",
    params: &["minimum", "actual"],
    constants: &[Param::Limit(Decimal::CENT)],
    docs: Docs::new(
        "every price is at least 0.01",
        "the gateway refuses a price under 0.01; the number is compared by its digits, so \
         0.00999999 is too little, whatever a floating-point reader would make of it",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Sticker","#,
                r#""price":0.00999999}]}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Sticker","#,
                r#""price":0.01}]}"#
            ),
        ),
    ),
    check: price_minimum,
    ..Rule::DEFAULT
};

fn price_minimum(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    for product in order.products().objects() {
        at_least_a_cent(findings, product.price());
    }
    HOLDS
}

const QUANTITY_POSITIVE: Rule = Rule {
    number: 18,
    name: "product.quantity_positive",
    on: Operations::ORDER,
    level: Deny,
    basis: Inferred,
    message: "{member} {deny:must|should} be more than {above}, not {actual}",
    params: &["above", "actual"],
    constants: &[Param::Limit(Decimal::ZERO)],
    docs: Docs::new(
        "a quantity, if given, is more than 0",
        "nobody buys none of a product, or less than none; the document only asks for a number, so \
         fractions such as 0.5 are accepted",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12,"quantity":0}]}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Cheese, kg","#,
                r#""price":12,"quantity":0.5}]}"#
            ),
        ),
    ),
    check: quantity_positive,
    ..Rule::DEFAULT
};

fn quantity_positive(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    for product in order.products().objects() {
        if let Some(quantity) = product.quantity().valid()
            && quantity <= Decimal::ZERO
        {
            findings.with(product.quantity(), [Param::Decimal(quantity)]);
        }
    }
    HOLDS
}

const SAVING_REQUIRED: Rule = Rule {
    number: 19,
    name: "zero_amount.saving_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; an order without products that has `payment_system` AUTH is \
              a Zero-Amount order, which {deny:needs|should have} it or `force_save_method`",
    docs: Docs::new(
        "a Zero-Amount order says that a payment method is saved",
        "saving a method is what a Zero-Amount order is for, so it must carry \
         setup_future_use or force_save_method",
        Example::new("order", r#"{"client":{"email":"ada@mail.example"},"payment_system":"AUTH"}"#),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"payment_system":"AUTH","#,
                r#""setup_future_use":"one-click"}"#
            ),
        ),
    ),
    check: saving_required,
    ..Rule::DEFAULT
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
    name: "zero_amount.saves_nothing",
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is false, so nothing is saved; an order without products that has it is a \
              Zero-Amount order",
    docs: Docs::new(
        "a Zero-Amount order does save the payment method",
        "force_save_method is present, as the document asks, but it is false and there is no \
         setup_future_use: nothing is saved and nothing is paid, which is probably not what you \
         meant",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"payment_system":"AUTH","#,
                r#""force_save_method":false}"#
            ),
        ),
        Example::new("order", AUTH),
    ),
    check: saves_nothing,
    ..Rule::DEFAULT
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
    name: "zero_amount.payment_system",
    on: Operations::ORDER,
    fix: Fix::Set(Applicability::Unsafe, "\"AUTH\""),
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be {expected}, because an order without products that saves a \
              payment method is a Zero-Amount order",
    params: &["expected"],
    constants: &[Param::Word("AUTH")],
    docs: Docs::new(
        "a Zero-Amount order names no payment system other than AUTH",
        "Zero-Amount orders use the value AUTH, in capitals; any other asks for a payment that the \
         order doesn't make",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"payment_system":"auth","#,
                r#""force_save_method":true}"#
            ),
        ),
        Example::new("order", AUTH),
    ),
    check: payment_system,
    ..Rule::DEFAULT
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
    name: "zero_amount.payment_system_missing",
    on: Operations::ORDER,
    fix: Fix::Set(Applicability::Safe, "\"AUTH\""),
    level: Warn,
    basis: Stated,
    source: Some("§4"),
    message: "{member} is missing; an order without products that saves a payment method is a \
              Zero-Amount order, which is sent with {expected}",
    params: &["expected"],
    constants: &[Param::Word("AUTH")],
    docs: Docs::new(
        "a Zero-Amount order is sent with payment system AUTH",
        "the Zero-Amount flow (§4.3) sends AUTH, but the field table (§2) calls the member \
         optional and the endpoint table has a Zero-Amount order without it, so this is a warning",
        Example::new(
            "order",
            r#"{"client":{"email":"ada@mail.example"},"force_save_method":true}"#,
        ),
        Example::new("order", AUTH),
    ),
    check: payment_system_missing,
    ..Rule::DEFAULT
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
    name: "zero_amount.skip_capture",
    on: Operations::ORDER,
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Inferred,
    message: "{member} is true, but an order without products that saves a payment method or has \
              `payment_system` AUTH is a Zero-Amount order, which holds nothing to capture",
    docs: Docs::new(
        "a Zero-Amount order doesn't ask for a later capture",
        "skip_capture holds money to be captured later, and a Zero-Amount order moves none; the \
         document doesn't say which of the two would win",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"payment_system":"AUTH","#,
                r#""force_save_method":true,"skip_capture":true}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"payment_system":"AUTH","#,
                r#""force_save_method":true,"skip_capture":false}"#
            ),
        ),
    ),
    check: skip_capture,
    ..Rule::DEFAULT
};

fn skip_capture(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if c.is(Feature::ZeroAmount) && order.skip_capture().is_true() {
        findings.at(order.skip_capture());
    }
    HOLDS
}
