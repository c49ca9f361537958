//! No form of a report shows a card number written as a JSON number. Only the report's `total`, the sum of an order,
//! may have twelve digits.

use std::collections::BTreeSet;

use paylint::rule::ParamValue;
use paylint::{Operation, Report};
use serde_json::json;

use crate::leak::{Parts, Secret};
use crate::{all_of, engines, facts, full, plant, read};

/// Numbers of twelve to nineteen digits. No four of them in a row are a length, a column or a year.
const NUMBERS: [Secret; 8] = [
    Secret("899889888898"),
    Secret("8998898888989"),
    Secret("89988988889899"),
    Secret("899889888898998"),
    Secret("8998898888989988"),
    Secret("89988988889899889"),
    Secret("899889888898998898"),
    Secret("8998898888989988989"),
];

/// A placeholder for a number in a body.
const PLACE: &str = "here";

/// The ways in which a number can be written.
fn literals(Secret(digits): Secret) -> Vec<String> {
    let (first, rest) = digits.split_at(1);
    vec![
        digits.to_owned(),
        format!("-{digits}"),
        format!("{digits}.00"),
        format!("-{digits}.5"),
        format!("{digits}.125"),
        format!("{digits}000e-3"),
        format!("-{first}.{rest}e{}", rest.len()),
        format!("{first}.{rest}E+{}", rest.len()),
        format!("\"{digits}.5\""),
        format!("\"-{digits}\""),
    ]
}

/// Everything in a report except its `total`.
fn all_but_total(report: &Report) -> String {
    let mut out = String::new();
    all_of(report, &mut out);
    match report.total() {
        Some(total) => out
            .replace(&format!("\"total\":\"{total}\""), "")
            .replace(&format!(", total {total}"), ""),
        None => out,
    }
}

#[test]
fn long_numbers_of_a_body_stay_hidden() {
    let (parts, engines) = (Parts::new(&NUMBERS, 4), engines());
    let all_facts = [read(&json!({})), read(&facts())];
    let mut hiding = BTreeSet::new();
    for operation in Operation::ALL {
        let whole = full(*operation);
        for place in plant::places(&whole) {
            let body = plant::replaced(&whole, &place, &json!(PLACE)).to_string();
            let ways =
                NUMBERS.into_iter().flat_map(|number| literals(number).into_iter().enumerate());
            for (turn, (way, literal)) in ways.enumerate() {
                let body = body.replace(&format!("\"{PLACE}\""), &literal);
                // Each way of writing a number meets both.
                let facts = all_facts[(turn / 10 + way) % 2].as_facts();
                let report = engines[0].check(*operation, body.as_bytes(), &facts);
                let out = all_but_total(&report);
                assert_eq!(parts.leak(&out), None, "{operation}: {literal} is shown for {body}");
                let hides = |(_, param)| matches!(param, ParamValue::Hidden);
                let hidden = report.findings().filter(|found| found.params().any(hides));
                hiding.extend(hidden.map(|found| found.rule().name.to_owned()));
            }
        }
    }
    let expected = [
        "amount.minor_units",
        "capture.exceeds_order",
        "capture.total_minimum",
        "payout.amount_minimum",
        "product.price_minimum",
        "product.quantity_positive",
        "refund.amount_minimum",
        "refund.exceeds_remaining",
        "tax.percent_range",
        "travel.leg_count",
    ];
    assert!(hiding.iter().eq(expected), "{hiding:?}");
}
