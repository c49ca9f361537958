//! The total of an order.

use super::decimal::{Decimal, Sum};
use super::reading::{is_absent, member, number};
use super::{Decision, Json};
use paylint::schema::Kind;

pub(crate) fn judge(body: &Json, decision: &mut Decision) {
    let Some(Json::List(products)) = member(body, "products") else { return };
    let lines: Vec<Sum> = products.iter().filter_map(line).collect();
    let sum = lines.iter().fold(Sum::zero(), |sum, line| sum.plus(line));
    let too_much = lines.iter().any(Sum::is_out_of_range) || sum.is_out_of_range();
    decision.fire_if("order.total_out_of_range", too_much, "/products");
    let has_tax = |product: &Json| {
        let tax = member(product, "tax").filter(|tax| !is_absent(Kind::OpaqueOrText, tax));
        matches!(tax, Some(Json::Object(_) | Json::Text(_)))
    };
    let is_known = lines.len() == products.len() && !products.iter().any(has_tax);
    if !products.is_empty() && is_known && !sum.is_out_of_range() {
        decision.total = Some(sum.to_text());
    }
}

/// Price × quantity, if both are known.
fn line(product: &Json) -> Option<Sum> {
    let price = number(Kind::Number, member(product, "price")?)?.value?;
    let quantity = member(product, "quantity");
    let quantity = match quantity.filter(|value| !is_absent(Kind::Number, value)) {
        Some(json) => number(Kind::Number, json)?.value?,
        None => Decimal::ONE,
    };
    Some(price.times(quantity))
}
