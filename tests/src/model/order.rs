//! `order.*`, `product.*` and `zero_amount.*`.

use super::decimal::{Decimal, Sum};
use super::features::{products_present, saving_present, scenario};
use super::ledger::Ledger;
use super::request::Request;

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    if request.operation == "order" {
        of_order(request, ledger);
        of_products(request, ledger);
        if scenario(request) == Some("zero_amount") {
            of_zero_amount(request, ledger);
        }
    }
}

fn of_order(request: &Request, ledger: &mut Ledger) {
    let body = &request.body;
    ledger.fire_if("order.client_required", body.absent("client"), "/client");
    let empty = body.list("products").is_some_and(|list| list.is_empty());
    let missing = body.absent("products") || empty;
    let zero_amount = scenario(request) == Some("zero_amount");
    ledger.fire_if("order.products_required", !zero_amount && missing, "/products");
    let auth = body.text("payment_system") == Some("AUTH");
    ledger.fire_if(
        "order.auth_with_products",
        auth && products_present(request),
        "/payment_system",
    );
    let lines = lines(request);
    let sum = lines.iter().fold(Sum::zero(), |sum, line| sum.plus(line));
    let too_much = lines.iter().any(Sum::is_out_of_range) || sum.is_out_of_range();
    ledger.fire_if("order.total_out_of_range", too_much, "/products");
}

/// Price × quantity of the products of which both are known.
fn lines(request: &Request) -> Vec<Sum> {
    let mut out = Vec::new();
    for product in request.body.list("products").unwrap_or_default() {
        let Some(price) = product.number("price") else {
            continue;
        };
        if product.absent("quantity") {
            out.push(price.times(Decimal::ONE));
        } else if let Some(quantity) = product.number("quantity") {
            out.push(price.times(quantity));
        }
    }
    out
}

/// The sum of an order that has products, if each of them has one and the sum is in range.
pub(crate) fn sum_of_products(request: &Request) -> Option<Sum> {
    if request.operation != "order" {
        return None;
    }
    let count = request.body.list("products")?.len();
    let lines = lines(request);
    if count == 0 || lines.len() != count {
        return None;
    }
    let sum = lines.iter().fold(Sum::zero(), |sum, line| sum.plus(line));
    if sum.is_out_of_range() { None } else { Some(sum) }
}

fn of_products(request: &Request, ledger: &mut Ledger) {
    for product in request.body.list("products").unwrap_or_default() {
        for (rule, member) in
            [("product.title_required", "title"), ("product.price_required", "price")]
        {
            ledger.fire_if(rule, product.absent(member), product.at(member));
        }
        let low = product.number("price").is_some_and(|price| price < Decimal::MINIMUM);
        ledger.fire_if("product.price_minimum", low, product.at("price"));
        let none = product.number("quantity").is_some_and(|quantity| quantity <= Decimal::ZERO);
        ledger.fire_if("product.quantity_positive", none, product.at("quantity"));
    }
}

fn of_zero_amount(request: &Request, ledger: &mut Ledger) {
    let body = &request.body;
    ledger.fire_if("zero_amount.saving_required", !saving_present(request), "/setup_future_use");
    ledger.fire_if(
        "zero_amount.saves_nothing",
        body.absent("setup_future_use") && body.flag("force_save_method") == Some(false),
        "/force_save_method",
    );
    let other = body.text("payment_system").is_some_and(|text| text != "AUTH");
    ledger.fire_if("zero_amount.payment_system", other, "/payment_system");
    ledger.fire_if(
        "zero_amount.payment_system_missing",
        body.absent("payment_system"),
        "/payment_system",
    );
    ledger.fire_if(
        "zero_amount.skip_capture",
        body.flag("skip_capture") == Some(true),
        "/skip_capture",
    );
}
