//! The numbers of the C binding, which are stable and never reused.
//!
//! Generated: `PAYLINT_BLESS=1 cargo test -p paylint-c` numbers new items.

use paylint_core::{Operation, facts::Fact};

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
    Fact::OrderPaid,
];
