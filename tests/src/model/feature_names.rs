//! The names of the features.

/// Every feature, in the order that counts.
pub(crate) const FEATURES: &[&str] = &[
    "one_step",
    "two_step",
    "zero_amount",
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
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
];

/// The features that aren't scenarios.
pub(crate) const CAPABILITIES: &[&str] = &[
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

/// The features that are.
pub(crate) const SCENARIOS: &[&str] = &[
    "one_step",
    "two_step",
    "zero_amount",
    "full_refund",
    "partial_refund",
    "reversal",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
];

/// The scenarios that a payment acted on can have had.
pub(crate) const ORIGINAL_SCENARIOS: &[&str] = &[
    "one_step",
    "two_step",
    "zero_amount",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
];
