//! The total of an order: the sum of its products, changed by members that the policy declares.

use super::body::State;
use super::decimal::{Decimal, Sum};
use super::declared::Change;
use super::order::sum_of_products;
use super::request::Request;

/// What the total is.
pub(crate) enum Total {
    /// The products give none.
    None,
    /// They give one, but another member changes it by what isn't known.
    Hidden,
    Sum(Sum),
}

pub(crate) fn total(request: &Request) -> Total {
    let Some(mut sum) = sum_of_products(request) else {
        return Total::None;
    };
    for member in request.declared.iter().filter(|it| it.operation == request.operation) {
        let Some(change) = member.change else { continue };
        if request.body.state(&member.key) == Some(State::Absent) {
            continue;
        }
        let Some(value) = request.body.number(&member.key) else {
            return Total::Hidden;
        };
        let value = value.times(Decimal::ONE);
        sum = match change {
            Change::Adds => sum.plus(&value),
            Change::Subtracts => sum.minus(&value),
            Change::Replaces => value,
            Change::Hides => return Total::Hidden,
        };
        if sum.is_out_of_range() {
            return Total::Hidden;
        }
    }
    Total::Sum(sum)
}

/// The total if it is known.
pub(crate) fn known_total(request: &Request) -> Option<Sum> {
    match total(request) {
        Total::Sum(sum) => Some(sum),
        Total::None | Total::Hidden => None,
    }
}
