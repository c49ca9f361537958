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

/// A rule of the catalogue.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum paylint_rule {
    /// json.too_large
    PAYLINT_RULE_JSON_TOO_LARGE = 1,
    /// json.malformed
    PAYLINT_RULE_JSON_MALFORMED = 2,
    /// body.required
    PAYLINT_RULE_BODY_REQUIRED = 3,
    /// json.duplicate_key
    PAYLINT_RULE_JSON_DUPLICATE_KEY = 4,
    /// field.type
    PAYLINT_RULE_FIELD_TYPE = 5,
    /// number.out_of_range
    PAYLINT_RULE_NUMBER_OUT_OF_RANGE = 6,
    /// field.null
    PAYLINT_RULE_FIELD_NULL = 7,
    /// field.blank
    PAYLINT_RULE_FIELD_BLANK = 8,
    /// field.unknown
    PAYLINT_RULE_FIELD_UNKNOWN = 9,
    /// field.control_characters
    PAYLINT_RULE_FIELD_CONTROL_CHARACTERS = 10,
    /// order.client_required
    PAYLINT_RULE_ORDER_CLIENT_REQUIRED = 11,
    /// order.products_required
    PAYLINT_RULE_ORDER_PRODUCTS_REQUIRED = 12,
    /// order.auth_with_products
    PAYLINT_RULE_ORDER_AUTH_WITH_PRODUCTS = 13,
    /// order.total_out_of_range
    PAYLINT_RULE_ORDER_TOTAL_OUT_OF_RANGE = 14,
    /// product.title_required
    PAYLINT_RULE_PRODUCT_TITLE_REQUIRED = 15,
    /// product.price_required
    PAYLINT_RULE_PRODUCT_PRICE_REQUIRED = 16,
    /// product.price_minimum
    PAYLINT_RULE_PRODUCT_PRICE_MINIMUM = 17,
    /// product.quantity_positive
    PAYLINT_RULE_PRODUCT_QUANTITY_POSITIVE = 18,
    /// zero_amount.saving_required
    PAYLINT_RULE_ZERO_AMOUNT_SAVING_REQUIRED = 19,
    /// zero_amount.saves_nothing
    PAYLINT_RULE_ZERO_AMOUNT_SAVES_NOTHING = 20,
    /// zero_amount.payment_system
    PAYLINT_RULE_ZERO_AMOUNT_PAYMENT_SYSTEM = 21,
    /// zero_amount.payment_system_missing
    PAYLINT_RULE_ZERO_AMOUNT_PAYMENT_SYSTEM_MISSING = 22,
    /// zero_amount.skip_capture
    PAYLINT_RULE_ZERO_AMOUNT_SKIP_CAPTURE = 23,
    /// compat.pair
    PAYLINT_RULE_COMPAT_PAIR = 24,
    /// compat.disputed
    PAYLINT_RULE_COMPAT_DISPUTED = 25,
    /// saving.setup_future_use_value
    PAYLINT_RULE_SAVING_SETUP_FUTURE_USE_VALUE = 26,
    /// saving.recurring_number_misplaced
    PAYLINT_RULE_SAVING_RECURRING_NUMBER_MISPLACED = 27,
    /// saving.recurring_number_required
    PAYLINT_RULE_SAVING_RECURRING_NUMBER_REQUIRED = 28,
    /// saving.original_client_required
    PAYLINT_RULE_SAVING_ORIGINAL_CLIENT_REQUIRED = 29,
    /// saving.travel_mode
    PAYLINT_RULE_SAVING_TRAVEL_MODE = 30,
    /// saving.travel_mode_missing
    PAYLINT_RULE_SAVING_TRAVEL_MODE_MISSING = 31,
    /// saving.three_ds_required
    PAYLINT_RULE_SAVING_THREE_DS_REQUIRED = 32,
    /// avs.address_required
    PAYLINT_RULE_AVS_ADDRESS_REQUIRED = 33,
    /// avs.zip_code_required
    PAYLINT_RULE_AVS_ZIP_CODE_REQUIRED = 34,
    /// avs.issuer_support
    PAYLINT_RULE_AVS_ISSUER_SUPPORT = 35,
    /// funding.recipient_required
    PAYLINT_RULE_FUNDING_RECIPIENT_REQUIRED = 36,
    /// funding.recipient_field_required
    PAYLINT_RULE_FUNDING_RECIPIENT_FIELD_REQUIRED = 37,
    /// funding.recipient_address_required
    PAYLINT_RULE_FUNDING_RECIPIENT_ADDRESS_REQUIRED = 38,
    /// funding.same_as_client_missing
    PAYLINT_RULE_FUNDING_SAME_AS_CLIENT_MISSING = 39,
    /// funding.same_as_client_mismatch
    PAYLINT_RULE_FUNDING_SAME_AS_CLIENT_MISMATCH = 40,
    /// funding.account_type_format
    PAYLINT_RULE_FUNDING_ACCOUNT_TYPE_FORMAT = 41,
    /// funding.client_field_required
    PAYLINT_RULE_FUNDING_CLIENT_FIELD_REQUIRED = 42,
    /// funding.client_state_required
    PAYLINT_RULE_FUNDING_CLIENT_STATE_REQUIRED = 43,
    /// funding.client_advised
    PAYLINT_RULE_FUNDING_CLIENT_ADVISED = 44,
    /// travel.exactly_one
    PAYLINT_RULE_TRAVEL_EXACTLY_ONE = 45,
    /// travel.date_format
    PAYLINT_RULE_TRAVEL_DATE_FORMAT = 46,
    /// travel.date_calendar
    PAYLINT_RULE_TRAVEL_DATE_CALENDAR = 47,
    /// travel.date_order
    PAYLINT_RULE_TRAVEL_DATE_ORDER = 48,
    /// travel.airport_code
    PAYLINT_RULE_TRAVEL_AIRPORT_CODE = 49,
    /// travel.carrier_code
    PAYLINT_RULE_TRAVEL_CARRIER_CODE = 50,
    /// travel.leg_count
    PAYLINT_RULE_TRAVEL_LEG_COUNT = 51,
    /// capture.total_required
    PAYLINT_RULE_CAPTURE_TOTAL_REQUIRED = 52,
    /// capture.total_minimum
    PAYLINT_RULE_CAPTURE_TOTAL_MINIMUM = 53,
    /// capture.exceeds_order
    PAYLINT_RULE_CAPTURE_EXCEEDS_ORDER = 54,
    /// capture.two_step_only
    PAYLINT_RULE_CAPTURE_TWO_STEP_ONLY = 55,
    /// capture.only_once
    PAYLINT_RULE_CAPTURE_ONLY_ONCE = 56,
    /// capture.hold_expired
    PAYLINT_RULE_CAPTURE_HOLD_EXPIRED = 57,
    /// capture.reversed
    PAYLINT_RULE_CAPTURE_REVERSED = 58,
    /// refund.amount_required
    PAYLINT_RULE_REFUND_AMOUNT_REQUIRED = 59,
    /// refund.amount_minimum
    PAYLINT_RULE_REFUND_AMOUNT_MINIMUM = 60,
    /// refund.exceeds_remaining
    PAYLINT_RULE_REFUND_EXCEEDS_REMAINING = 61,
    /// refund.nothing_left
    PAYLINT_RULE_REFUND_NOTHING_LEFT = 62,
    /// refund.full_after_partial
    PAYLINT_RULE_REFUND_FULL_AFTER_PARTIAL = 63,
    /// refund.not_captured
    PAYLINT_RULE_REFUND_NOT_CAPTURED = 64,
    /// refund.too_old
    PAYLINT_RULE_REFUND_TOO_OLD = 65,
    /// refund.chargeback
    PAYLINT_RULE_REFUND_CHARGEBACK = 66,
    /// refund.reversed
    PAYLINT_RULE_REFUND_REVERSED = 67,
    /// refund.of_avs
    PAYLINT_RULE_REFUND_OF_AVS = 68,
    /// reversal.body_forbidden
    PAYLINT_RULE_REVERSAL_BODY_FORBIDDEN = 69,
    /// reversal.same_day
    PAYLINT_RULE_REVERSAL_SAME_DAY = 70,
    /// reversal.after_refund
    PAYLINT_RULE_REVERSAL_AFTER_REFUND = 71,
    /// reversal.already_reversed
    PAYLINT_RULE_REVERSAL_ALREADY_REVERSED = 72,
    /// payout.amount_required
    PAYLINT_RULE_PAYOUT_AMOUNT_REQUIRED = 73,
    /// payout.amount_minimum
    PAYLINT_RULE_PAYOUT_AMOUNT_MINIMUM = 74,
    /// payout.ipsp_partner_only
    PAYLINT_RULE_PAYOUT_IPSP_PARTNER_ONLY = 75,
    /// payout.account_type_format
    PAYLINT_RULE_PAYOUT_ACCOUNT_TYPE_FORMAT = 76,
    /// payout.field_missing
    PAYLINT_RULE_PAYOUT_FIELD_MISSING = 77,
    /// payout.field_not_used
    PAYLINT_RULE_PAYOUT_FIELD_NOT_USED = 78,
    /// payment.field_required
    PAYLINT_RULE_PAYMENT_FIELD_REQUIRED = 79,
    /// payment.csc_required
    PAYLINT_RULE_PAYMENT_CSC_REQUIRED = 80,
    /// payment.csc_with_moto
    PAYLINT_RULE_PAYMENT_CSC_WITH_MOTO = 81,
    /// payment.card_number_format
    PAYLINT_RULE_PAYMENT_CARD_NUMBER_FORMAT = 82,
    /// payment.card_number_checksum
    PAYLINT_RULE_PAYMENT_CARD_NUMBER_CHECKSUM = 83,
    /// payment.csc_format
    PAYLINT_RULE_PAYMENT_CSC_FORMAT = 84,
    /// payment.exp_year_digits
    PAYLINT_RULE_PAYMENT_EXP_YEAR_DIGITS = 85,
    /// payment.card_expired
    PAYLINT_RULE_PAYMENT_CARD_EXPIRED = 86,
    /// payment.ip_address_format
    PAYLINT_RULE_PAYMENT_IP_ADDRESS_FORMAT = 87,
    /// payment.saving_not_set_up
    PAYLINT_RULE_PAYMENT_SAVING_NOT_SET_UP = 88,
    /// payment.avs_without_address
    PAYLINT_RULE_PAYMENT_AVS_WITHOUT_ADDRESS = 89,
    /// card.exp_month_range
    PAYLINT_RULE_CARD_EXP_MONTH_RANGE = 90,
    /// client.email_required
    PAYLINT_RULE_CLIENT_EMAIL_REQUIRED = 91,
    /// tax.name_required
    PAYLINT_RULE_TAX_NAME_REQUIRED = 92,
    /// tax.percent_required
    PAYLINT_RULE_TAX_PERCENT_REQUIRED = 93,
    /// tax.percent_range
    PAYLINT_RULE_TAX_PERCENT_RANGE = 94,
    /// date.format
    PAYLINT_RULE_DATE_FORMAT = 95,
    /// date.birth_in_future
    PAYLINT_RULE_DATE_BIRTH_IN_FUTURE = 96,
    /// code.currency
    PAYLINT_RULE_CODE_CURRENCY = 97,
    /// code.country
    PAYLINT_RULE_CODE_COUNTRY = 98,
    /// code.region
    PAYLINT_RULE_CODE_REGION = 99,
    /// code.language
    PAYLINT_RULE_CODE_LANGUAGE = 100,
    /// amount.minor_units
    PAYLINT_RULE_AMOUNT_MINOR_UNITS = 101,
    /// contact.email_format
    PAYLINT_RULE_CONTACT_EMAIL_FORMAT = 102,
    /// descriptor.length
    PAYLINT_RULE_DESCRIPTOR_LENGTH = 103,
    /// http.method
    PAYLINT_RULE_HTTP_METHOD = 104,
    /// http.path
    PAYLINT_RULE_HTTP_PATH = 105,
    /// http.version_prefix
    PAYLINT_RULE_HTTP_VERSION_PREFIX = 106,
    /// http.authorization
    PAYLINT_RULE_HTTP_AUTHORIZATION = 107,
    /// http.content_type
    PAYLINT_RULE_HTTP_CONTENT_TYPE = 108,
    /// key.test_in_live
    PAYLINT_RULE_KEY_TEST_IN_LIVE = 109,
    /// key.brand
    PAYLINT_RULE_KEY_BRAND = 110,
    /// key.website
    PAYLINT_RULE_KEY_WEBSITE = 111,
    /// webhook.method
    PAYLINT_RULE_WEBHOOK_METHOD = 112,
    /// webhook.content_type
    PAYLINT_RULE_WEBHOOK_CONTENT_TYPE = 113,
    /// webhook.event
    PAYLINT_RULE_WEBHOOK_EVENT = 114,
    /// webhook.version
    PAYLINT_RULE_WEBHOOK_VERSION = 115,
    /// webhook.host
    PAYLINT_RULE_WEBHOOK_HOST = 116,
    /// webhook.source_address
    PAYLINT_RULE_WEBHOOK_SOURCE_ADDRESS = 117,
    /// webhook.field_missing
    PAYLINT_RULE_WEBHOOK_FIELD_MISSING = 118,
    /// webhook.pan_not_masked
    PAYLINT_RULE_WEBHOOK_PAN_NOT_MASKED = 119,
    /// travel.field_missing
    PAYLINT_RULE_TRAVEL_FIELD_MISSING = 120,
    /// payment.saved_by_merchant_missing
    PAYLINT_RULE_PAYMENT_SAVED_BY_MERCHANT_MISSING = 121,
    /// json.ambiguous_key
    PAYLINT_RULE_JSON_AMBIGUOUS_KEY = 122,
    /// field.number_as_string
    PAYLINT_RULE_FIELD_NUMBER_AS_STRING = 123,
    /// number.binary_tail
    PAYLINT_RULE_NUMBER_BINARY_TAIL = 124,
    /// field.misspelt
    PAYLINT_RULE_FIELD_MISSPELT = 125,
    /// avs.later_charge_without_address
    PAYLINT_RULE_AVS_LATER_CHARGE_WITHOUT_ADDRESS = 126,
    /// travel.leg_order
    PAYLINT_RULE_TRAVEL_LEG_ORDER = 127,
    /// travel.leg_airports
    PAYLINT_RULE_TRAVEL_LEG_AIRPORTS = 128,
    /// reversal.after_partial_capture
    PAYLINT_RULE_REVERSAL_AFTER_PARTIAL_CAPTURE = 129,
    /// payout.a2a_one_person
    PAYLINT_RULE_PAYOUT_A2A_ONE_PERSON = 130,
    /// payment.of_payout
    PAYLINT_RULE_PAYMENT_OF_PAYOUT = 131,
    /// payment.saved_by_merchant_misplaced
    PAYLINT_RULE_PAYMENT_SAVED_BY_MERCHANT_MISPLACED = 132,
    /// code.state
    PAYLINT_RULE_CODE_STATE = 133,
    /// amount.total_minor_units
    PAYLINT_RULE_AMOUNT_TOTAL_MINOR_UNITS = 134,
    /// descriptor.characters
    PAYLINT_RULE_DESCRIPTOR_CHARACTERS = 135,
    /// http.version
    PAYLINT_RULE_HTTP_VERSION = 136,
    /// webhook.event_not_shown
    PAYLINT_RULE_WEBHOOK_EVENT_NOT_SHOWN = 137,
    /// field.misplaced
    PAYLINT_RULE_FIELD_MISPLACED = 138,
    /// order.email_missing
    PAYLINT_RULE_ORDER_EMAIL_MISSING = 139,
    /// refund.repeated
    PAYLINT_RULE_REFUND_REPEATED = 140,
    /// payment.card_number_length
    PAYLINT_RULE_PAYMENT_CARD_NUMBER_LENGTH = 141,
    /// payment.csc_length
    PAYLINT_RULE_PAYMENT_CSC_LENGTH = 142,
    /// tax.percent_fraction
    PAYLINT_RULE_TAX_PERCENT_FRACTION = 143,
    /// text.card_number
    PAYLINT_RULE_TEXT_CARD_NUMBER = 144,
    /// text.placeholder
    PAYLINT_RULE_TEXT_PLACEHOLDER = 145,
    /// text.markup
    PAYLINT_RULE_TEXT_MARKUP = 146,
    /// http.placeholder
    PAYLINT_RULE_HTTP_PLACEHOLDER = 147,
    /// http.trailing_slash
    PAYLINT_RULE_HTTP_TRAILING_SLASH = 148,
    /// capture.total_missing
    PAYLINT_RULE_CAPTURE_TOTAL_MISSING = 149,
    /// webhook.other_version
    PAYLINT_RULE_WEBHOOK_OTHER_VERSION = 150,
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
