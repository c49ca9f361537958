//! The numbers of the C binding, which are stable and never reused.
//!
//! Generated: `PAYLINT_BLESS=1 cargo test -p paylint-c` numbers new items.

use paylint_core::{Feature, Operation, facts::Fact};

/// What a request asks the gateway to do, or the webhook that the gateway sends.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum paylint_operation {
    /// order
    PAYLINT_OPERATION_ORDER = 1,
    /// capture
    PAYLINT_OPERATION_CAPTURE = 2,
    /// refund
    PAYLINT_OPERATION_REFUND = 3,
    /// reversal
    PAYLINT_OPERATION_REVERSAL = 4,
    /// payout_a2a
    PAYLINT_OPERATION_PAYOUT_A2A = 5,
    /// payout_b2p
    PAYLINT_OPERATION_PAYOUT_B2P = 6,
    /// payout_p2p
    PAYLINT_OPERATION_PAYOUT_P2P = 7,
    /// payout_og
    PAYLINT_OPERATION_PAYOUT_OG = 8,
    /// payout_sdwo
    PAYLINT_OPERATION_PAYOUT_SDWO = 9,
    /// client
    PAYLINT_OPERATION_CLIENT = 10,
    /// tax
    PAYLINT_OPERATION_TAX = 11,
    /// payment
    PAYLINT_OPERATION_PAYMENT = 12,
    /// card_webhook
    PAYLINT_OPERATION_CARD_WEBHOOK = 13,
}

/// A scenario or a capability. Its bit in a mask is PAYLINT_BIT(feature).
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum paylint_feature {
    /// one_step
    PAYLINT_FEATURE_ONE_STEP = 1,
    /// two_step
    PAYLINT_FEATURE_TWO_STEP = 2,
    /// zero_amount
    PAYLINT_FEATURE_ZERO_AMOUNT = 3,
    /// full_refund
    PAYLINT_FEATURE_FULL_REFUND = 4,
    /// partial_refund
    PAYLINT_FEATURE_PARTIAL_REFUND = 5,
    /// reversal
    PAYLINT_FEATURE_REVERSAL = 6,
    /// recurring
    PAYLINT_FEATURE_RECURRING = 7,
    /// recurring_automatic
    PAYLINT_FEATURE_RECURRING_AUTOMATIC = 8,
    /// one_click
    PAYLINT_FEATURE_ONE_CLICK = 9,
    /// payment_method_saving
    PAYLINT_FEATURE_PAYMENT_METHOD_SAVING = 10,
    /// travel_data
    PAYLINT_FEATURE_TRAVEL_DATA = 11,
    /// account_funding
    PAYLINT_FEATURE_ACCOUNT_FUNDING = 12,
    /// dynamic_descriptor
    PAYLINT_FEATURE_DYNAMIC_DESCRIPTOR = 13,
    /// service_location
    PAYLINT_FEATURE_SERVICE_LOCATION = 14,
    /// qcash
    PAYLINT_FEATURE_QCASH = 15,
    /// moto
    PAYLINT_FEATURE_MOTO = 16,
    /// sdwo_funding
    PAYLINT_FEATURE_SDWO_FUNDING = 17,
    /// sdwo_purchase
    PAYLINT_FEATURE_SDWO_PURCHASE = 18,
    /// taxes
    PAYLINT_FEATURE_TAXES = 19,
    /// avs
    PAYLINT_FEATURE_AVS = 20,
    /// payout_a2a
    PAYLINT_FEATURE_PAYOUT_A2A = 21,
    /// payout_b2p
    PAYLINT_FEATURE_PAYOUT_B2P = 22,
    /// payout_p2p
    PAYLINT_FEATURE_PAYOUT_P2P = 23,
    /// payout_og
    PAYLINT_FEATURE_PAYOUT_OG = 24,
    /// payout_sdwo
    PAYLINT_FEATURE_PAYOUT_SDWO = 25,
}

/// A fact that you can pass. Its bit in a mask is PAYLINT_BIT(fact).
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum paylint_fact {
    /// now
    PAYLINT_FACT_NOW = 1,
    /// environment
    PAYLINT_FACT_ENVIRONMENT = 2,
    /// website
    PAYLINT_FACT_WEBSITE = 3,
    /// terminal
    PAYLINT_FACT_TERMINAL = 4,
    /// account_funding
    PAYLINT_FACT_ACCOUNT_FUNDING = 5,
    /// saving_side
    PAYLINT_FACT_SAVING_SIDE = 6,
    /// subsequent
    PAYLINT_FACT_SUBSEQUENT = 7,
    /// merchant.country
    PAYLINT_FACT_MERCHANT_COUNTRY = 8,
    /// merchant.utc_offset
    PAYLINT_FACT_MERCHANT_UTC_OFFSET = 9,
    /// merchant.avs_permission
    PAYLINT_FACT_MERCHANT_AVS_PERMISSION = 10,
    /// merchant.ipsp_partner
    PAYLINT_FACT_MERCHANT_IPSP_PARTNER = 11,
    /// merchant.hold_days
    PAYLINT_FACT_MERCHANT_HOLD_DAYS = 12,
    /// acquirer.requires_recurring_number
    PAYLINT_FACT_ACQUIRER_REQUIRES_RECURRING_NUMBER = 13,
    /// card.issuer_country
    PAYLINT_FACT_CARD_ISSUER_COUNTRY = 14,
    /// card.brand
    PAYLINT_FACT_CARD_BRAND = 15,
    /// key.test
    PAYLINT_FACT_KEY_TEST = 16,
    /// key.three_ds
    PAYLINT_FACT_KEY_THREE_DS = 17,
    /// key.brands
    PAYLINT_FACT_KEY_BRANDS = 18,
    /// key.websites
    PAYLINT_FACT_KEY_WEBSITES = 19,
    /// order.scenario
    PAYLINT_FACT_ORDER_SCENARIO = 20,
    /// order.capabilities
    PAYLINT_FACT_ORDER_CAPABILITIES = 21,
    /// order.amount
    PAYLINT_FACT_ORDER_AMOUNT = 22,
    /// order.captured
    PAYLINT_FACT_ORDER_CAPTURED = 23,
    /// order.refunded
    PAYLINT_FACT_ORDER_REFUNDED = 24,
    /// order.currency
    PAYLINT_FACT_ORDER_CURRENCY = 25,
    /// order.paid_at
    PAYLINT_FACT_ORDER_PAID_AT = 26,
    /// order.reversed
    PAYLINT_FACT_ORDER_REVERSED = 27,
    /// order.chargeback
    PAYLINT_FACT_ORDER_CHARGEBACK = 28,
    /// order.billing_address
    PAYLINT_FACT_ORDER_BILLING_ADDRESS = 29,
    /// request.method
    PAYLINT_FACT_REQUEST_METHOD = 30,
    /// request.path
    PAYLINT_FACT_REQUEST_PATH = 31,
    /// request.source_address
    PAYLINT_FACT_REQUEST_SOURCE_ADDRESS = 32,
    /// request.headers
    PAYLINT_FACT_REQUEST_HEADERS = 33,
    /// webhook.host
    PAYLINT_FACT_WEBHOOK_HOST = 34,
    /// webhook.allowed_sources
    PAYLINT_FACT_WEBHOOK_ALLOWED_SOURCES = 35,
    /// order.last_refund
    PAYLINT_FACT_ORDER_LAST_REFUND = 36,
}

/// The item with number n is at index n - 1.
pub(crate) const OPERATIONS: &[Operation] = &[
    Operation::Order,
    Operation::Capture,
    Operation::Refund,
    Operation::Reversal,
    Operation::PayoutA2a,
    Operation::PayoutB2p,
    Operation::PayoutP2p,
    Operation::PayoutOg,
    Operation::PayoutSdwo,
    Operation::Client,
    Operation::Tax,
    Operation::Payment,
    Operation::CardWebhook,
];

/// The item with number n is at index n - 1.
pub(crate) const FEATURES: &[Feature] = &[
    Feature::OneStep,
    Feature::TwoStep,
    Feature::ZeroAmount,
    Feature::FullRefund,
    Feature::PartialRefund,
    Feature::Reversal,
    Feature::Recurring,
    Feature::RecurringAutomatic,
    Feature::OneClick,
    Feature::PaymentMethodSaving,
    Feature::TravelData,
    Feature::AccountFunding,
    Feature::DynamicDescriptor,
    Feature::ServiceLocation,
    Feature::Qcash,
    Feature::Moto,
    Feature::SdwoFunding,
    Feature::SdwoPurchase,
    Feature::Taxes,
    Feature::Avs,
    Feature::PayoutA2a,
    Feature::PayoutB2p,
    Feature::PayoutP2p,
    Feature::PayoutOg,
    Feature::PayoutSdwo,
];

/// The item with number n is at index n - 1.
pub(crate) const FACTS: &[Fact] = &[
    Fact::Now,
    Fact::Environment,
    Fact::Website,
    Fact::Terminal,
    Fact::AccountFunding,
    Fact::SavingSide,
    Fact::Subsequent,
    Fact::MerchantCountry,
    Fact::MerchantUtcOffset,
    Fact::MerchantAvsPermission,
    Fact::MerchantIpspPartner,
    Fact::MerchantHoldDays,
    Fact::AcquirerRequiresRecurringNumber,
    Fact::CardIssuerCountry,
    Fact::CardBrand,
    Fact::KeyTest,
    Fact::KeyThreeDs,
    Fact::KeyBrands,
    Fact::KeyWebsites,
    Fact::OrderScenario,
    Fact::OrderCapabilities,
    Fact::OrderAmount,
    Fact::OrderCaptured,
    Fact::OrderRefunded,
    Fact::OrderCurrency,
    Fact::OrderPaidAt,
    Fact::OrderReversed,
    Fact::OrderChargeback,
    Fact::OrderBillingAddress,
    Fact::RequestMethod,
    Fact::RequestPath,
    Fact::RequestSourceAddress,
    Fact::RequestHeaders,
    Fact::WebhookHost,
    Fact::WebhookAllowedSources,
    Fact::OrderLastRefund,
];
