//! The table of scenarios and capabilities, row by row as in the source document.

use super::features::FEATURES;

/// How two features go together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Every existing row lists the other feature.
    Compatible,
    /// No existing row lists the other feature.
    Incompatible,
    /// There are two rows, and they disagree.
    Disputed,
}

const ONE_STEP: &[&str] = &[
    "full_refund",
    "partial_refund",
    "reversal",
    "recurring",
    "recurring_automatic",
    "one_click",
    "payment_method_saving",
    "travel_data",
    "account_funding",
    "dynamic_descriptor",
    "service_location",
    "qcash",
    "moto",
    "sdwo_funding",
    "sdwo_purchase",
    "taxes",
    "avs",
];

/// Each of full refund, partial refund and reversal.
const GIVEN_BACK: &[&str] = &[
    "one_step",
    "two_step",
    "recurring",
    "recurring_automatic",
    "one_click",
    "payment_method_saving",
    "travel_data",
    "account_funding",
    "dynamic_descriptor",
    "service_location",
    "qcash",
    "moto",
    "sdwo_funding",
    "sdwo_purchase",
    "taxes",
];

const SAVING: &[&str] = &[
    "one_step",
    "two_step",
    "zero_amount",
    "full_refund",
    "partial_refund",
    "reversal",
    "travel_data",
    "dynamic_descriptor",
    "service_location",
    "qcash",
    "moto",
    "sdwo_funding",
    "sdwo_purchase",
    "taxes",
    "avs",
];

const TRAVEL: &[&str] = &[
    "one_step",
    "two_step",
    "zero_amount",
    "full_refund",
    "partial_refund",
    "reversal",
    "recurring_automatic",
    "one_click",
    "payment_method_saving",
    "dynamic_descriptor",
    "service_location",
    "qcash",
    "moto",
    "taxes",
    "avs",
];

const QCASH: &[&str] = &[
    "one_step",
    "two_step",
    "full_refund",
    "partial_refund",
    "reversal",
    "recurring",
    "recurring_automatic",
    "one_click",
    "payment_method_saving",
    "travel_data",
    "dynamic_descriptor",
    "service_location",
    "taxes",
    "avs",
];

const MOTO: &[&str] = &[
    "one_step",
    "two_step",
    "zero_amount",
    "full_refund",
    "partial_refund",
    "reversal",
    "travel_data",
    "dynamic_descriptor",
    "service_location",
    "taxes",
    "avs",
];

/// Each of SDWO funding and SDWO purchase.
const SDWO: &[&str] = &[
    "one_step",
    "two_step",
    "full_refund",
    "partial_refund",
    "reversal",
    "recurring",
    "recurring_automatic",
    "one_click",
    "payment_method_saving",
    "dynamic_descriptor",
    "service_location",
    "taxes",
    "avs",
];

const TAXES: &[&str] = &[
    "one_step",
    "two_step",
    "full_refund",
    "partial_refund",
    "reversal",
    "recurring",
    "recurring_automatic",
    "one_click",
    "payment_method_saving",
    "travel_data",
    "account_funding",
    "dynamic_descriptor",
    "service_location",
    "qcash",
    "moto",
    "sdwo_funding",
    "sdwo_purchase",
    "avs",
];

const AVS: &[&str] = &[
    "one_step",
    "two_step",
    "payment_method_saving",
    "travel_data",
    "account_funding",
    "dynamic_descriptor",
    "service_location",
    "qcash",
    "moto",
    "sdwo_funding",
    "sdwo_purchase",
    "taxes",
];

const ZERO_AMOUNT: &[&str] = &[
    "payment_method_saving",
    "travel_data",
    "dynamic_descriptor",
    "service_location",
    "moto",
    "avs",
];

const FUNDING: &[&str] = &["one_step", "dynamic_descriptor", "service_location", "taxes", "avs"];

/// Whether the row of `item` lists `other`; `None` if there is no such row.
fn row_lists(item: &str, other: &str) -> Option<bool> {
    let row = match item {
        "one_step" => ONE_STEP,
        "two_step" => return Some(other != "account_funding" && ONE_STEP.contains(&other)),
        "zero_amount" => ZERO_AMOUNT,
        "full_refund" | "partial_refund" | "reversal" => GIVEN_BACK,
        "payment_method_saving" => SAVING,
        "travel_data" => TRAVEL,
        "account_funding" => FUNDING,
        // Every scenario and capability listed; payouts are kept apart from them.
        "dynamic_descriptor" | "service_location" => return Some(!other.starts_with("payout_")),
        "qcash" => QCASH,
        "moto" => MOTO,
        "sdwo_funding" | "sdwo_purchase" => SDWO,
        "taxes" => TAXES,
        "avs" => AVS,
        payout if payout.starts_with("payout_") => &["recurring_automatic"],
        _ => return None,
    };
    Some(row.contains(&other))
}

/// What the table says of two features.
pub(crate) fn relation(a: &str, b: &str) -> Relation {
    debug_assert!(FEATURES.contains(&a) && FEATURES.contains(&b));
    match (row_lists(a, b), row_lists(b, a)) {
        (Some(true), Some(true)) | (Some(true), None) | (None, Some(true)) => Relation::Compatible,
        (Some(false), Some(true)) | (Some(true), Some(false)) => Relation::Disputed,
        _ => Relation::Incompatible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all pairs that can arise, five are disputed.
    #[test]
    fn five_pairs_are_disputed() {
        let mut disputed = Vec::new();
        for (index, a) in FEATURES.iter().enumerate() {
            for b in &FEATURES[index + 1..] {
                if relation(a, b) == Relation::Disputed {
                    disputed.push((*a, *b));
                }
            }
        }
        let expected = [
            ("zero_amount", "avs"),
            ("full_refund", "account_funding"),
            ("partial_refund", "account_funding"),
            ("reversal", "account_funding"),
            ("payment_method_saving", "moto"),
        ];
        assert_eq!(disputed, expected);
    }
}
