//! What the catalogue doesn't say of its rules.

/// Whether the rule assumes a value when the fact is missing, so that it is never unchecked because
/// of it.
pub fn has_default(rule: &str, fact: &str) -> bool {
    matches!(
        (rule, fact),
        ("compat.pair" | "compat.disputed", "subsequent" | "account_funding")
            | (
                "avs.address_required"
                    | "avs.zip_code_required"
                    | "avs.issuer_support"
                    | "avs.later_charge_without_address",
                "subsequent"
            )
            | ("saving.three_ds_required", "key.three_ds")
            | ("funding.recipient_required" | "funding.client_advised", "account_funding")
            | ("payment.saved_by_merchant_missing", "saving_side")
            | ("payment.of_payout" | "payment.field_required", "order.scenario")
            | ("payment.csc_required" | "payment.csc_with_moto", "order.capabilities")
            | ("refund.repeated", "order.last_refund")
            | ("key.test_in_live", "key.test" | "environment")
            | ("key.brand", "key.brands")
            | ("key.website", "key.websites")
    )
}
