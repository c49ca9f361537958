//! The numbers of the C binding, which are stable and never reused.
//!
//! Generated: `PAYLINT_BLESS=1 cargo test -p paylint-c` numbers new items.

#![allow(missing_docs, reason = "a name says what it is")]

use paylint_core::{Feature, Operation, facts::Fact};

/// What a request asks the gateway to do, or the webhook that the gateway sends.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum paylint_operation {
    PAYLINT_OPERATION_ORDER = 1,
    PAYLINT_OPERATION_CAPTURE = 2,
    PAYLINT_OPERATION_REFUND = 3,
    PAYLINT_OPERATION_REVERSAL = 4,
    PAYLINT_OPERATION_PAYOUT_A2A = 5,
    PAYLINT_OPERATION_PAYOUT_B2P = 6,
    PAYLINT_OPERATION_PAYOUT_P2P = 7,
    PAYLINT_OPERATION_PAYOUT_OG = 8,
    PAYLINT_OPERATION_PAYOUT_SDWO = 9,
    PAYLINT_OPERATION_CLIENT = 10,
    PAYLINT_OPERATION_TAX = 11,
    PAYLINT_OPERATION_PAYMENT = 12,
    PAYLINT_OPERATION_CARD_WEBHOOK = 13,
}

/// A scenario or a capability. Its bit in a mask is PAYLINT_BIT(feature).
#[repr(C)]
#[derive(Clone, Copy)]
pub enum paylint_feature {
    PAYLINT_FEATURE_ONE_STEP = 1,
    PAYLINT_FEATURE_TWO_STEP = 2,
    PAYLINT_FEATURE_ZERO_AMOUNT = 3,
    PAYLINT_FEATURE_FULL_REFUND = 4,
    PAYLINT_FEATURE_PARTIAL_REFUND = 5,
    PAYLINT_FEATURE_REVERSAL = 6,
    PAYLINT_FEATURE_RECURRING = 7,
    PAYLINT_FEATURE_RECURRING_AUTOMATIC = 8,
    PAYLINT_FEATURE_ONE_CLICK = 9,
    PAYLINT_FEATURE_PAYMENT_METHOD_SAVING = 10,
    PAYLINT_FEATURE_TRAVEL_DATA = 11,
    PAYLINT_FEATURE_ACCOUNT_FUNDING = 12,
    PAYLINT_FEATURE_DYNAMIC_DESCRIPTOR = 13,
    PAYLINT_FEATURE_SERVICE_LOCATION = 14,
    PAYLINT_FEATURE_QCASH = 15,
    PAYLINT_FEATURE_MOTO = 16,
    PAYLINT_FEATURE_SDWO_FUNDING = 17,
    PAYLINT_FEATURE_SDWO_PURCHASE = 18,
    PAYLINT_FEATURE_TAXES = 19,
    PAYLINT_FEATURE_AVS = 20,
    PAYLINT_FEATURE_PAYOUT_A2A = 21,
    PAYLINT_FEATURE_PAYOUT_B2P = 22,
    PAYLINT_FEATURE_PAYOUT_P2P = 23,
    PAYLINT_FEATURE_PAYOUT_OG = 24,
    PAYLINT_FEATURE_PAYOUT_SDWO = 25,
}

/// A fact that you can pass. Its bit in a mask is PAYLINT_BIT(fact).
#[repr(C)]
#[derive(Clone, Copy)]
pub enum paylint_fact {
    PAYLINT_FACT_NOW = 1,
    PAYLINT_FACT_ENVIRONMENT = 2,
    PAYLINT_FACT_WEBSITE = 3,
    PAYLINT_FACT_TERMINAL = 4,
    PAYLINT_FACT_ACCOUNT_FUNDING = 5,
    PAYLINT_FACT_SAVING_SIDE = 6,
    PAYLINT_FACT_SUBSEQUENT = 7,
    PAYLINT_FACT_MERCHANT_COUNTRY = 8,
    PAYLINT_FACT_MERCHANT_UTC_OFFSET = 9,
    PAYLINT_FACT_MERCHANT_AVS_PERMISSION = 10,
    PAYLINT_FACT_MERCHANT_IPSP_PARTNER = 11,
    PAYLINT_FACT_MERCHANT_HOLD_DAYS = 12,
    PAYLINT_FACT_ACQUIRER_REQUIRES_RECURRING_NUMBER = 13,
    PAYLINT_FACT_CARD_ISSUER_COUNTRY = 14,
    PAYLINT_FACT_CARD_BRAND = 15,
    PAYLINT_FACT_KEY_TEST = 16,
    PAYLINT_FACT_KEY_THREE_DS = 17,
    PAYLINT_FACT_KEY_BRANDS = 18,
    PAYLINT_FACT_KEY_WEBSITES = 19,
    PAYLINT_FACT_ORDER_SCENARIO = 20,
    PAYLINT_FACT_ORDER_CAPABILITIES = 21,
    PAYLINT_FACT_ORDER_AMOUNT = 22,
    PAYLINT_FACT_ORDER_CAPTURED = 23,
    PAYLINT_FACT_ORDER_REFUNDED = 24,
    PAYLINT_FACT_ORDER_CURRENCY = 25,
    PAYLINT_FACT_ORDER_PAID_AT = 26,
    PAYLINT_FACT_ORDER_REVERSED = 27,
    PAYLINT_FACT_ORDER_CHARGEBACK = 28,
    PAYLINT_FACT_ORDER_BILLING_ADDRESS = 29,
    PAYLINT_FACT_REQUEST_METHOD = 30,
    PAYLINT_FACT_REQUEST_PATH = 31,
    PAYLINT_FACT_REQUEST_SOURCE_ADDRESS = 32,
    PAYLINT_FACT_REQUEST_HEADERS = 33,
    PAYLINT_FACT_WEBHOOK_HOST = 34,
    PAYLINT_FACT_WEBHOOK_ALLOWED_SOURCES = 35,
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
