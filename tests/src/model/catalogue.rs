//! The model's own list of the rules, in the order of findings.

/// How strict a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The verdict becomes *reject*.
    Deny,
    /// Reported, without changing the verdict.
    Warn,
    /// Off.
    Allow,
}

/// A rule as the catalogue lists it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// Its level where a policy says nothing.
    pub level: Level,
    /// Whether no policy can change that.
    pub locked: bool,
    /// Whether an absent fact can leave it unchecked.
    pub can_be_unchecked: bool,
    /// The operations that it belongs to.
    pub operations: &'static [&'static str],
}

impl Rule {
    /// What stands before the point in its name.
    pub fn family(&self) -> &'static str {
        self.name.split('.').next().unwrap_or_default()
    }
}

const fn rule(name: &'static str, level: Level, operations: &'static [&'static str]) -> Rule {
    Rule { name, level, locked: false, can_be_unchecked: false, operations }
}

/// A rule whose level cannot be changed.
const fn locked(name: &'static str, operations: &'static [&'static str]) -> Rule {
    Rule { locked: true, ..rule(name, Level::Deny, operations) }
}

/// A rule that reads facts without a default.
const fn asks(name: &'static str, level: Level, operations: &'static [&'static str]) -> Rule {
    Rule { can_be_unchecked: true, ..rule(name, level, operations) }
}

/// Every operation.
pub const OPERATIONS: &[&str] = &[
    "order",
    "capture",
    "refund",
    "reversal",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
    "client",
    "tax",
    "payment",
    "card_webhook",
];
const PARSED: &[&str] = &[
    "order",
    "capture",
    "refund",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
    "client",
    "tax",
    "payment",
    "card_webhook",
];
const WITH_BODY: &[&str] = &[
    "order",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
    "client",
    "tax",
    "payment",
    "card_webhook",
];
const API: &[&str] = &[
    "order",
    "capture",
    "refund",
    "reversal",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
    "client",
    "tax",
    "payment",
];
const PATHS: &[&str] = &[
    "order",
    "capture",
    "refund",
    "reversal",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
    "client",
    "tax",
];
const ORDER: &[&str] = &["order"];
const CAPTURE: &[&str] = &["capture"];
const REFUND: &[&str] = &["refund"];
const REVERSAL: &[&str] = &["reversal"];
const REFUNDS: &[&str] = &["refund", "reversal"];
const PAYOUTS: &[&str] = &["payout_a2a", "payout_b2p", "payout_p2p", "payout_og", "payout_sdwo"];
const A2A: &[&str] = &["payout_a2a"];
const PAYMENT: &[&str] = &["payment"];
const SAVING: &[&str] = &["order", "payment"];
const COMPAT: &[&str] = &[
    "order",
    "refund",
    "reversal",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
];
const CARDS: &[&str] = &["payment", "card_webhook"];
const CLIENT: &[&str] = &["client"];
const TAX: &[&str] = &["tax"];
const WEBHOOK: &[&str] = &["card_webhook"];
const BODIES: &[&str] =
    &["order", "payout_a2a", "payout_b2p", "payout_p2p", "payout_og", "payout_sdwo"];
const COUNTRIES: &[&str] = &[
    "order",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
    "card_webhook",
];
const SUMS: &[&str] = &[
    "order",
    "capture",
    "refund",
    "payout_a2a",
    "payout_b2p",
    "payout_p2p",
    "payout_og",
    "payout_sdwo",
];
const EMAILS: &[&str] =
    &["order", "payout_a2a", "payout_b2p", "payout_p2p", "payout_og", "payout_sdwo", "client"];

/// Every rule, in the catalogue's order.
pub const RULES: &[Rule] = &[
    locked("json.too_large", OPERATIONS),
    locked("json.malformed", PARSED),
    locked("body.required", WITH_BODY),
    rule("json.duplicate_key", Level::Deny, PARSED),
    rule("json.ambiguous_key", Level::Deny, PARSED),
    rule("field.number_as_string", Level::Deny, PARSED),
    rule("field.type", Level::Deny, PARSED),
    rule("number.out_of_range", Level::Deny, PARSED),
    rule("number.binary_tail", Level::Warn, PARSED),
    rule("field.null", Level::Warn, PARSED),
    rule("field.blank", Level::Warn, PARSED),
    rule("field.misspelt", Level::Warn, PARSED),
    rule("field.unknown", Level::Warn, PARSED),
    rule("field.control_characters", Level::Warn, PARSED),
    rule("order.client_required", Level::Deny, ORDER),
    rule("order.products_required", Level::Deny, ORDER),
    rule("order.auth_with_products", Level::Deny, ORDER),
    rule("order.total_out_of_range", Level::Deny, ORDER),
    rule("product.title_required", Level::Deny, ORDER),
    rule("product.price_required", Level::Deny, ORDER),
    rule("product.price_minimum", Level::Deny, ORDER),
    rule("product.quantity_positive", Level::Deny, ORDER),
    rule("zero_amount.saving_required", Level::Deny, ORDER),
    rule("zero_amount.saves_nothing", Level::Warn, ORDER),
    rule("zero_amount.payment_system", Level::Deny, ORDER),
    rule("zero_amount.payment_system_missing", Level::Warn, ORDER),
    rule("zero_amount.skip_capture", Level::Deny, ORDER),
    asks("compat.pair", Level::Deny, COMPAT),
    asks("compat.disputed", Level::Warn, COMPAT),
    rule("saving.setup_future_use_value", Level::Deny, ORDER),
    rule("saving.recurring_number_misplaced", Level::Deny, ORDER),
    asks("saving.recurring_number_required", Level::Deny, ORDER),
    asks("saving.original_client_required", Level::Deny, ORDER),
    rule("saving.travel_mode", Level::Deny, ORDER),
    rule("saving.travel_mode_missing", Level::Warn, ORDER),
    asks("saving.three_ds_required", Level::Deny, SAVING),
    asks("avs.address_required", Level::Deny, ORDER),
    asks("avs.zip_code_required", Level::Deny, ORDER),
    asks("avs.issuer_support", Level::Allow, ORDER),
    asks("avs.later_charge_without_address", Level::Warn, ORDER),
    rule("funding.recipient_required", Level::Deny, ORDER),
    rule("funding.recipient_field_required", Level::Deny, ORDER),
    asks("funding.recipient_address_required", Level::Deny, ORDER),
    rule("funding.same_as_client_missing", Level::Warn, ORDER),
    rule("funding.same_as_client_mismatch", Level::Warn, ORDER),
    rule("funding.account_type_format", Level::Deny, ORDER),
    asks("funding.client_field_required", Level::Deny, ORDER),
    asks("funding.client_state_required", Level::Deny, ORDER),
    rule("funding.client_advised", Level::Warn, ORDER),
    rule("travel.exactly_one", Level::Deny, ORDER),
    rule("travel.date_format", Level::Deny, ORDER),
    rule("travel.date_calendar", Level::Warn, ORDER),
    rule("travel.date_order", Level::Warn, ORDER),
    rule("travel.leg_order", Level::Warn, ORDER),
    rule("travel.leg_airports", Level::Warn, ORDER),
    rule("travel.field_missing", Level::Warn, ORDER),
    rule("travel.airport_code", Level::Warn, ORDER),
    rule("travel.carrier_code", Level::Warn, ORDER),
    rule("travel.leg_count", Level::Warn, ORDER),
    rule("capture.total_required", Level::Deny, CAPTURE),
    rule("capture.total_minimum", Level::Deny, CAPTURE),
    asks("capture.exceeds_order", Level::Deny, CAPTURE),
    asks("capture.two_step_only", Level::Deny, CAPTURE),
    asks("capture.only_once", Level::Deny, CAPTURE),
    asks("capture.hold_expired", Level::Deny, CAPTURE),
    asks("capture.reversed", Level::Deny, CAPTURE),
    rule("refund.amount_required", Level::Deny, REFUND),
    rule("refund.amount_minimum", Level::Deny, REFUND),
    asks("refund.exceeds_remaining", Level::Deny, REFUND),
    asks("refund.nothing_left", Level::Deny, REFUND),
    asks("refund.full_after_partial", Level::Warn, REFUND),
    asks("refund.not_captured", Level::Warn, REFUND),
    asks("refund.too_old", Level::Deny, REFUND),
    asks("refund.chargeback", Level::Warn, REFUND),
    asks("refund.reversed", Level::Deny, REFUND),
    asks("refund.of_avs", Level::Warn, REFUNDS),
    rule("reversal.body_forbidden", Level::Deny, REVERSAL),
    asks("reversal.same_day", Level::Deny, REVERSAL),
    asks("reversal.after_partial_capture", Level::Warn, REVERSAL),
    asks("reversal.after_refund", Level::Deny, REVERSAL),
    asks("reversal.already_reversed", Level::Deny, REVERSAL),
    rule("payout.amount_required", Level::Deny, PAYOUTS),
    rule("payout.amount_minimum", Level::Deny, PAYOUTS),
    asks("payout.ipsp_partner_only", Level::Deny, PAYOUTS),
    rule("payout.account_type_format", Level::Deny, PAYOUTS),
    rule("payout.field_missing", Level::Warn, PAYOUTS),
    rule("payout.field_not_used", Level::Warn, PAYOUTS),
    rule("payout.a2a_one_person", Level::Warn, A2A),
    rule("payment.of_payout", Level::Warn, PAYMENT),
    rule("payment.field_required", Level::Deny, PAYMENT),
    rule("payment.csc_required", Level::Deny, PAYMENT),
    rule("payment.csc_with_moto", Level::Warn, PAYMENT),
    rule("payment.card_number_format", Level::Deny, PAYMENT),
    rule("payment.card_number_checksum", Level::Warn, PAYMENT),
    rule("payment.csc_format", Level::Warn, PAYMENT),
    rule("payment.exp_year_digits", Level::Warn, PAYMENT),
    asks("payment.card_expired", Level::Warn, PAYMENT),
    rule("payment.ip_address_format", Level::Warn, PAYMENT),
    asks("payment.saving_not_set_up", Level::Warn, PAYMENT),
    asks("payment.saved_by_merchant_missing", Level::Warn, PAYMENT),
    asks("payment.saved_by_merchant_misplaced", Level::Warn, PAYMENT),
    asks("payment.avs_without_address", Level::Deny, PAYMENT),
    rule("card.exp_month_range", Level::Deny, CARDS),
    rule("client.email_required", Level::Deny, CLIENT),
    rule("tax.name_required", Level::Deny, TAX),
    rule("tax.percent_required", Level::Deny, TAX),
    rule("tax.percent_range", Level::Warn, TAX),
    rule("date.format", Level::Deny, BODIES),
    asks("date.birth_in_future", Level::Warn, BODIES),
    rule("code.currency", Level::Warn, BODIES),
    rule("code.country", Level::Warn, COUNTRIES),
    rule("code.region", Level::Warn, ORDER),
    rule("code.state", Level::Warn, BODIES),
    rule("code.language", Level::Warn, BODIES),
    asks("amount.minor_units", Level::Warn, SUMS),
    rule("amount.total_minor_units", Level::Warn, ORDER),
    rule("contact.email_format", Level::Warn, EMAILS),
    rule("descriptor.length", Level::Warn, ORDER),
    rule("descriptor.characters", Level::Warn, ORDER),
    asks("http.method", Level::Deny, API),
    asks("http.path", Level::Deny, PATHS),
    asks("http.version_prefix", Level::Warn, PATHS),
    asks("http.version", Level::Warn, PATHS),
    asks("http.authorization", Level::Deny, API),
    asks("http.content_type", Level::Warn, API),
    rule("key.test_in_live", Level::Deny, API),
    asks("key.brand", Level::Deny, API),
    asks("key.website", Level::Deny, API),
    asks("webhook.method", Level::Deny, WEBHOOK),
    asks("webhook.content_type", Level::Deny, WEBHOOK),
    asks("webhook.event", Level::Deny, WEBHOOK),
    asks("webhook.version", Level::Deny, WEBHOOK),
    asks("webhook.host", Level::Deny, WEBHOOK),
    asks("webhook.source_address", Level::Deny, WEBHOOK),
    asks("webhook.event_not_shown", Level::Warn, WEBHOOK),
    rule("webhook.field_missing", Level::Warn, WEBHOOK),
    rule("webhook.pan_not_masked", Level::Deny, WEBHOOK),
];
