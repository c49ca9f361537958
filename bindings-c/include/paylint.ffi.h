/* paylint.h without comments and preprocessor directives, for FFI parsers that have no preprocessor,
 * such as LuaJIT's. Generated. Do not edit. */
enum { PAYLINT_ABI = 0 };
enum paylint_status {
    PAYLINT_STATUS_OK = 0,
    PAYLINT_STATUS_NONE = 1,
    PAYLINT_STATUS_NULL_POINTER = 2,
    PAYLINT_STATUS_INVALID_LENGTH = 3,
    PAYLINT_STATUS_INVALID_NUMBER = 4,
    PAYLINT_STATUS_INVALID_TEXT = 5,
    PAYLINT_STATUS_INVALID_POLICY = 6,
    PAYLINT_STATUS_INVALID_FACTS = 7,
    PAYLINT_STATUS_EMPTY_REPORT = 8,
    PAYLINT_STATUS_BUFFER_TOO_SMALL = 9,
    PAYLINT_STATUS_INTERNAL_ERROR = 10,
    PAYLINT_STATUS_INVALID_HISTORY = 11,
    PAYLINT_STATUS_INVALID_QUESTION = 12,
};
typedef int32_t paylint_status;
enum paylint_verdict {
    PAYLINT_VERDICT_ACCEPT = 1,
    PAYLINT_VERDICT_REJECT = 2,
};
typedef int32_t paylint_verdict;
enum paylint_level {
    PAYLINT_LEVEL_ALLOW = 1,
    PAYLINT_LEVEL_WARN = 2,
    PAYLINT_LEVEL_DENY = 3,
};
typedef int32_t paylint_level;
enum paylint_basis {
    PAYLINT_BASIS_STATED = 1,
    PAYLINT_BASIS_INFERRED = 2,
    PAYLINT_BASIS_CONVENTION = 3,
    PAYLINT_BASIS_INTEGRITY = 4,
    PAYLINT_BASIS_CUSTOM = 5,
};
typedef int32_t paylint_basis;
enum paylint_obligation_kind {
    PAYLINT_OBLIGATION_KIND_THREE_DS = 1,
    PAYLINT_OBLIGATION_KIND_CAPTURE = 2,
};
typedef int32_t paylint_obligation_kind;
enum paylint_compatibility_kind {
    PAYLINT_COMPATIBILITY_KIND_COMPATIBLE = 1,
    PAYLINT_COMPATIBILITY_KIND_INCOMPATIBLE = 2,
    PAYLINT_COMPATIBILITY_KIND_DISPUTED = 3,
};
typedef int32_t paylint_compatibility_kind;
enum paylint_operation {
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
};
typedef int32_t paylint_operation;
enum paylint_feature {
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
};
typedef int32_t paylint_feature;
enum paylint_fact {
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
};
typedef int32_t paylint_fact;
enum paylint_rule {
    PAYLINT_RULE_JSON_TOO_LARGE = 1,
    PAYLINT_RULE_JSON_MALFORMED = 2,
    PAYLINT_RULE_BODY_REQUIRED = 3,
    PAYLINT_RULE_JSON_DUPLICATE_KEY = 4,
    PAYLINT_RULE_FIELD_TYPE = 5,
    PAYLINT_RULE_NUMBER_OUT_OF_RANGE = 6,
    PAYLINT_RULE_FIELD_NULL = 7,
    PAYLINT_RULE_FIELD_BLANK = 8,
    PAYLINT_RULE_FIELD_UNKNOWN = 9,
    PAYLINT_RULE_FIELD_CONTROL_CHARACTERS = 10,
    PAYLINT_RULE_ORDER_CLIENT_REQUIRED = 11,
    PAYLINT_RULE_ORDER_PRODUCTS_REQUIRED = 12,
    PAYLINT_RULE_ORDER_AUTH_WITH_PRODUCTS = 13,
    PAYLINT_RULE_ORDER_TOTAL_OUT_OF_RANGE = 14,
    PAYLINT_RULE_PRODUCT_TITLE_REQUIRED = 15,
    PAYLINT_RULE_PRODUCT_PRICE_REQUIRED = 16,
    PAYLINT_RULE_PRODUCT_PRICE_MINIMUM = 17,
    PAYLINT_RULE_PRODUCT_QUANTITY_POSITIVE = 18,
    PAYLINT_RULE_ZERO_AMOUNT_SAVING_REQUIRED = 19,
    PAYLINT_RULE_ZERO_AMOUNT_SAVES_NOTHING = 20,
    PAYLINT_RULE_ZERO_AMOUNT_PAYMENT_SYSTEM = 21,
    PAYLINT_RULE_ZERO_AMOUNT_PAYMENT_SYSTEM_MISSING = 22,
    PAYLINT_RULE_ZERO_AMOUNT_SKIP_CAPTURE = 23,
    PAYLINT_RULE_COMPAT_PAIR = 24,
    PAYLINT_RULE_COMPAT_DISPUTED = 25,
    PAYLINT_RULE_SAVING_SETUP_FUTURE_USE_VALUE = 26,
    PAYLINT_RULE_SAVING_RECURRING_NUMBER_MISPLACED = 27,
    PAYLINT_RULE_SAVING_RECURRING_NUMBER_REQUIRED = 28,
    PAYLINT_RULE_SAVING_ORIGINAL_CLIENT_REQUIRED = 29,
    PAYLINT_RULE_SAVING_TRAVEL_MODE = 30,
    PAYLINT_RULE_SAVING_TRAVEL_MODE_MISSING = 31,
    PAYLINT_RULE_SAVING_THREE_DS_REQUIRED = 32,
    PAYLINT_RULE_AVS_ADDRESS_REQUIRED = 33,
    PAYLINT_RULE_AVS_ZIP_CODE_REQUIRED = 34,
    PAYLINT_RULE_AVS_ISSUER_SUPPORT = 35,
    PAYLINT_RULE_FUNDING_RECIPIENT_REQUIRED = 36,
    PAYLINT_RULE_FUNDING_RECIPIENT_FIELD_REQUIRED = 37,
    PAYLINT_RULE_FUNDING_RECIPIENT_ADDRESS_REQUIRED = 38,
    PAYLINT_RULE_FUNDING_SAME_AS_CLIENT_MISSING = 39,
    PAYLINT_RULE_FUNDING_SAME_AS_CLIENT_MISMATCH = 40,
    PAYLINT_RULE_FUNDING_ACCOUNT_TYPE_FORMAT = 41,
    PAYLINT_RULE_FUNDING_CLIENT_FIELD_REQUIRED = 42,
    PAYLINT_RULE_FUNDING_CLIENT_STATE_REQUIRED = 43,
    PAYLINT_RULE_FUNDING_CLIENT_ADVISED = 44,
    PAYLINT_RULE_TRAVEL_EXACTLY_ONE = 45,
    PAYLINT_RULE_TRAVEL_DATE_FORMAT = 46,
    PAYLINT_RULE_TRAVEL_DATE_CALENDAR = 47,
    PAYLINT_RULE_TRAVEL_DATE_ORDER = 48,
    PAYLINT_RULE_TRAVEL_AIRPORT_CODE = 49,
    PAYLINT_RULE_TRAVEL_CARRIER_CODE = 50,
    PAYLINT_RULE_TRAVEL_LEG_COUNT = 51,
    PAYLINT_RULE_CAPTURE_TOTAL_REQUIRED = 52,
    PAYLINT_RULE_CAPTURE_TOTAL_MINIMUM = 53,
    PAYLINT_RULE_CAPTURE_EXCEEDS_ORDER = 54,
    PAYLINT_RULE_CAPTURE_TWO_STEP_ONLY = 55,
    PAYLINT_RULE_CAPTURE_ONLY_ONCE = 56,
    PAYLINT_RULE_CAPTURE_HOLD_EXPIRED = 57,
    PAYLINT_RULE_CAPTURE_REVERSED = 58,
    PAYLINT_RULE_REFUND_AMOUNT_REQUIRED = 59,
    PAYLINT_RULE_REFUND_AMOUNT_MINIMUM = 60,
    PAYLINT_RULE_REFUND_EXCEEDS_REMAINING = 61,
    PAYLINT_RULE_REFUND_NOTHING_LEFT = 62,
    PAYLINT_RULE_REFUND_FULL_AFTER_PARTIAL = 63,
    PAYLINT_RULE_REFUND_NOT_CAPTURED = 64,
    PAYLINT_RULE_REFUND_TOO_OLD = 65,
    PAYLINT_RULE_REFUND_CHARGEBACK = 66,
    PAYLINT_RULE_REFUND_REVERSED = 67,
    PAYLINT_RULE_REFUND_OF_AVS = 68,
    PAYLINT_RULE_REVERSAL_BODY_FORBIDDEN = 69,
    PAYLINT_RULE_REVERSAL_SAME_DAY = 70,
    PAYLINT_RULE_REVERSAL_AFTER_REFUND = 71,
    PAYLINT_RULE_REVERSAL_ALREADY_REVERSED = 72,
    PAYLINT_RULE_PAYOUT_AMOUNT_REQUIRED = 73,
    PAYLINT_RULE_PAYOUT_AMOUNT_MINIMUM = 74,
    PAYLINT_RULE_PAYOUT_IPSP_PARTNER_ONLY = 75,
    PAYLINT_RULE_PAYOUT_ACCOUNT_TYPE_FORMAT = 76,
    PAYLINT_RULE_PAYOUT_FIELD_MISSING = 77,
    PAYLINT_RULE_PAYOUT_FIELD_NOT_USED = 78,
    PAYLINT_RULE_PAYMENT_FIELD_REQUIRED = 79,
    PAYLINT_RULE_PAYMENT_CSC_REQUIRED = 80,
    PAYLINT_RULE_PAYMENT_CSC_WITH_MOTO = 81,
    PAYLINT_RULE_PAYMENT_CARD_NUMBER_FORMAT = 82,
    PAYLINT_RULE_PAYMENT_CARD_NUMBER_CHECKSUM = 83,
    PAYLINT_RULE_PAYMENT_CSC_FORMAT = 84,
    PAYLINT_RULE_PAYMENT_EXP_YEAR_DIGITS = 85,
    PAYLINT_RULE_PAYMENT_CARD_EXPIRED = 86,
    PAYLINT_RULE_PAYMENT_IP_ADDRESS_FORMAT = 87,
    PAYLINT_RULE_PAYMENT_SAVING_NOT_SET_UP = 88,
    PAYLINT_RULE_PAYMENT_AVS_WITHOUT_ADDRESS = 89,
    PAYLINT_RULE_CARD_EXP_MONTH_RANGE = 90,
    PAYLINT_RULE_CLIENT_EMAIL_REQUIRED = 91,
    PAYLINT_RULE_TAX_NAME_REQUIRED = 92,
    PAYLINT_RULE_TAX_PERCENT_REQUIRED = 93,
    PAYLINT_RULE_TAX_PERCENT_RANGE = 94,
    PAYLINT_RULE_DATE_FORMAT = 95,
    PAYLINT_RULE_DATE_BIRTH_IN_FUTURE = 96,
    PAYLINT_RULE_CODE_CURRENCY = 97,
    PAYLINT_RULE_CODE_COUNTRY = 98,
    PAYLINT_RULE_CODE_REGION = 99,
    PAYLINT_RULE_CODE_LANGUAGE = 100,
    PAYLINT_RULE_AMOUNT_MINOR_UNITS = 101,
    PAYLINT_RULE_CONTACT_EMAIL_FORMAT = 102,
    PAYLINT_RULE_DESCRIPTOR_LENGTH = 103,
    PAYLINT_RULE_HTTP_METHOD = 104,
    PAYLINT_RULE_HTTP_PATH = 105,
    PAYLINT_RULE_HTTP_VERSION_PREFIX = 106,
    PAYLINT_RULE_HTTP_AUTHORIZATION = 107,
    PAYLINT_RULE_HTTP_CONTENT_TYPE = 108,
    PAYLINT_RULE_KEY_TEST_IN_LIVE = 109,
    PAYLINT_RULE_KEY_BRAND = 110,
    PAYLINT_RULE_KEY_WEBSITE = 111,
    PAYLINT_RULE_WEBHOOK_METHOD = 112,
    PAYLINT_RULE_WEBHOOK_CONTENT_TYPE = 113,
    PAYLINT_RULE_WEBHOOK_EVENT = 114,
    PAYLINT_RULE_WEBHOOK_VERSION = 115,
    PAYLINT_RULE_WEBHOOK_HOST = 116,
    PAYLINT_RULE_WEBHOOK_SOURCE_ADDRESS = 117,
    PAYLINT_RULE_WEBHOOK_FIELD_MISSING = 118,
    PAYLINT_RULE_WEBHOOK_PAN_NOT_MASKED = 119,
    PAYLINT_RULE_TRAVEL_FIELD_MISSING = 120,
    PAYLINT_RULE_PAYMENT_SAVED_BY_MERCHANT_MISSING = 121,
    PAYLINT_RULE_JSON_AMBIGUOUS_KEY = 122,
    PAYLINT_RULE_FIELD_NUMBER_AS_STRING = 123,
    PAYLINT_RULE_NUMBER_BINARY_TAIL = 124,
    PAYLINT_RULE_FIELD_MISSPELT = 125,
    PAYLINT_RULE_AVS_LATER_CHARGE_WITHOUT_ADDRESS = 126,
    PAYLINT_RULE_TRAVEL_LEG_ORDER = 127,
    PAYLINT_RULE_TRAVEL_LEG_AIRPORTS = 128,
    PAYLINT_RULE_REVERSAL_AFTER_PARTIAL_CAPTURE = 129,
    PAYLINT_RULE_PAYOUT_A2A_ONE_PERSON = 130,
    PAYLINT_RULE_PAYMENT_OF_PAYOUT = 131,
    PAYLINT_RULE_PAYMENT_SAVED_BY_MERCHANT_MISPLACED = 132,
    PAYLINT_RULE_CODE_STATE = 133,
    PAYLINT_RULE_AMOUNT_TOTAL_MINOR_UNITS = 134,
    PAYLINT_RULE_DESCRIPTOR_CHARACTERS = 135,
    PAYLINT_RULE_HTTP_VERSION = 136,
    PAYLINT_RULE_WEBHOOK_EVENT_NOT_SHOWN = 137,
    PAYLINT_RULE_FIELD_MISPLACED = 138,
    PAYLINT_RULE_ORDER_EMAIL_MISSING = 139,
    PAYLINT_RULE_REFUND_REPEATED = 140,
    PAYLINT_RULE_PAYMENT_CARD_NUMBER_LENGTH = 141,
    PAYLINT_RULE_PAYMENT_CSC_LENGTH = 142,
    PAYLINT_RULE_TAX_PERCENT_FRACTION = 143,
    PAYLINT_RULE_TEXT_CARD_NUMBER = 144,
    PAYLINT_RULE_TEXT_PLACEHOLDER = 145,
    PAYLINT_RULE_TEXT_MARKUP = 146,
    PAYLINT_RULE_HTTP_PLACEHOLDER = 147,
    PAYLINT_RULE_HTTP_TRAILING_SLASH = 148,
    PAYLINT_RULE_CAPTURE_TOTAL_MISSING = 149,
    PAYLINT_RULE_WEBHOOK_OTHER_VERSION = 150,
};
typedef int32_t paylint_rule;
typedef struct paylint_answer paylint_answer;
typedef struct paylint_engine paylint_engine;
typedef struct paylint_error paylint_error;
typedef struct paylint_facts paylint_facts;
typedef struct paylint_report paylint_report;
typedef struct paylint_text {
    const char *data;
    size_t length;
} paylint_text;
typedef struct paylint_engine_rule {
    int32_t rule;
    int32_t level;
    struct paylint_text name;
} paylint_engine_rule;
typedef struct paylint_finding {
    int32_t rule;
    int32_t level;
    int32_t basis;
    int32_t reserved;
    struct paylint_text name;
    struct paylint_text source;
    struct paylint_text path;
    struct paylint_text message;
    struct paylint_text params;
    size_t span_start;
    size_t span_end;
} paylint_finding;
typedef struct paylint_unchecked {
    int32_t rule;
    int32_t level;
    uint64_t needs;
    struct paylint_text name;
} paylint_unchecked;
typedef struct paylint_obligation {
    int32_t kind;
    int32_t has_by;
    int64_t by;
    uint64_t needs;
} paylint_obligation;
typedef struct paylint_example {
    struct paylint_text operation;
    struct paylint_text body;
    struct paylint_text facts;
    struct paylint_text policy;
} paylint_example;
typedef struct paylint_rule_info {
    int32_t rule;
    int32_t level;
    int32_t basis;
    int32_t locked;
    uint64_t operations;
    uint64_t needs;
    struct paylint_text name;
    struct paylint_text family;
    struct paylint_text source;
    struct paylint_text summary;
    struct paylint_text why;
    struct paylint_text message;
    size_t param_count;
    struct paylint_example violated_by;
    struct paylint_example held_by;
    struct paylint_text since;
    struct paylint_text renamed_from;
    struct paylint_text deprecated;
} paylint_rule_info;
typedef struct paylint_pair {
    int32_t kind;
    int32_t row_of_a_lists_b;
    int32_t row_of_b_lists_a;
    int32_t reserved;
    struct paylint_text row_of_a;
    struct paylint_text row_of_b;
} paylint_pair;
const char *paylint_version(void);
int32_t paylint_abi(void);
const char *paylint_status_message(int32_t status);
paylint_status paylint_error_text(const struct paylint_error *error,
                                  struct paylint_text *text);
void paylint_error_free(struct paylint_error *error);
paylint_status paylint_last_error(struct paylint_text *text);
paylint_status paylint_last_error_copy(char *buffer,
                                       size_t capacity,
                                       size_t *length);
paylint_status paylint_engine_new(const char *policy,
                                  size_t length,
                                  struct paylint_engine **engine,
                                  struct paylint_error **error);
paylint_status paylint_engine_new_in_layers(const struct paylint_text *policies,
                                            size_t count,
                                            struct paylint_engine **engine,
                                            struct paylint_error **error);
paylint_status paylint_policy_preset(const char *name,
                                     size_t name_length,
                                     struct paylint_text *policy,
                                     struct paylint_error **error);
void paylint_engine_free(struct paylint_engine *engine);
paylint_status paylint_engine_rule_count(const struct paylint_engine *engine,
                                         size_t *count);
paylint_status paylint_engine_rule_at(const struct paylint_engine *engine,
                                      size_t index,
                                      struct paylint_engine_rule *rule);
paylint_status paylint_engine_level(const struct paylint_engine *engine,
                                    int32_t rule,
                                    int32_t *level);
paylint_status paylint_engine_label(const struct paylint_engine *engine,
                                    struct paylint_text *label);
paylint_status paylint_engine_policy_note(const struct paylint_engine *engine,
                                          size_t index,
                                          struct paylint_text *note);
paylint_status paylint_engine_rules_fingerprint(const struct paylint_engine *engine,
                                                struct paylint_text *fingerprint);
paylint_status paylint_engine_policy_fingerprint(const struct paylint_engine *engine,
                                                 struct paylint_text *fingerprint);
paylint_status paylint_facts_new(struct paylint_facts **facts);
paylint_status paylint_facts_from_json(const char *json,
                                       size_t length,
                                       struct paylint_facts **facts,
                                       struct paylint_error **error);
paylint_status paylint_facts_read_json(struct paylint_facts *facts,
                                       const char *json,
                                       size_t length,
                                       struct paylint_error **error);
void paylint_facts_free(struct paylint_facts *facts);
paylint_status paylint_facts_clear(struct paylint_facts *facts);
paylint_status paylint_facts_set_text(struct paylint_facts *facts,
                                      int32_t fact,
                                      const char *text,
                                      size_t length,
                                      struct paylint_error **error);
paylint_status paylint_facts_set_bool(struct paylint_facts *facts,
                                      int32_t fact,
                                      int32_t value,
                                      struct paylint_error **error);
paylint_status paylint_facts_set_integer(struct paylint_facts *facts,
                                         int32_t fact,
                                         int64_t value,
                                         struct paylint_error **error);
paylint_status paylint_facts_set_amount(struct paylint_facts *facts,
                                        int32_t fact,
                                        int64_t units,
                                        int32_t decimals,
                                        struct paylint_error **error);
paylint_status paylint_facts_set_time(struct paylint_facts *facts,
                                      int32_t fact,
                                      int64_t seconds,
                                      int32_t nanos,
                                      struct paylint_error **error);
paylint_status paylint_facts_add_text(struct paylint_facts *facts,
                                      int32_t fact,
                                      const char *text,
                                      size_t length,
                                      struct paylint_error **error);
paylint_status paylint_facts_add_header(struct paylint_facts *facts,
                                        const char *name,
                                        size_t name_length,
                                        const char *value,
                                        size_t value_length,
                                        struct paylint_error **error);
paylint_status paylint_facts_open_headers(struct paylint_facts *facts);
paylint_status paylint_facts_set_capabilities(struct paylint_facts *facts,
                                              uint64_t capabilities,
                                              struct paylint_error **error);
paylint_status paylint_check(const struct paylint_engine *engine,
                             int32_t operation,
                             const char *body,
                             size_t body_length,
                             const struct paylint_facts *standing,
                             const struct paylint_facts *changing,
                             struct paylint_report **report,
                             struct paylint_error **error);
paylint_status paylint_check_into(const struct paylint_engine *engine,
                                  int32_t operation,
                                  const char *body,
                                  size_t body_length,
                                  const struct paylint_facts *standing,
                                  const struct paylint_facts *changing,
                                  struct paylint_report *report,
                                  struct paylint_error **error);
paylint_status paylint_accepts(const struct paylint_engine *engine,
                               int32_t operation,
                               const char *body,
                               size_t body_length,
                               const struct paylint_facts *standing,
                               const struct paylint_facts *changing,
                               int32_t *accepts,
                               struct paylint_error **error);
paylint_status paylint_check_json(const struct paylint_engine *engine,
                                  int32_t operation,
                                  const char *body,
                                  size_t body_length,
                                  const char *facts,
                                  size_t facts_length,
                                  char *buffer,
                                  size_t capacity,
                                  int32_t *verdict,
                                  size_t *length,
                                  struct paylint_error **error);
paylint_status paylint_ask(const struct paylint_engine *engine,
                           const char *question,
                           size_t length,
                           struct paylint_answer **answer);
paylint_status paylint_answer_text(const struct paylint_answer *answer,
                                   struct paylint_text *text);
void paylint_answer_free(struct paylint_answer *answer);
paylint_status paylint_fields_json(const struct paylint_engine *engine,
                                   int32_t operation,
                                   const char *body,
                                   size_t body_length,
                                   const char *facts,
                                   size_t facts_length,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *length,
                                   struct paylint_error **error);
paylint_status paylint_fixes_json(const struct paylint_engine *engine,
                                  int32_t operation,
                                  const char *body,
                                  size_t body_length,
                                  const char *facts,
                                  size_t facts_length,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length,
                                  struct paylint_error **error);
paylint_status paylint_apply(const struct paylint_engine *engine,
                             int32_t operation,
                             const char *body,
                             size_t body_length,
                             const char *facts,
                             size_t facts_length,
                             int32_t also_unsafe,
                             char *buffer,
                             size_t capacity,
                             size_t *length,
                             struct paylint_error **error);
paylint_status paylint_history_json(const struct paylint_engine *engine,
                                    const char *events,
                                    size_t events_length,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length,
                                    struct paylint_error **error);
paylint_status paylint_schema_json(const char *name,
                                   size_t name_length,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *length,
                                   struct paylint_error **error);
paylint_status paylint_engine_schema_json(const struct paylint_engine *engine,
                                          const char *name,
                                          size_t name_length,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length,
                                          struct paylint_error **error);
paylint_status paylint_members_json(int32_t operation,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length,
                                    struct paylint_error **error);
paylint_status paylint_engine_members_json(const struct paylint_engine *engine,
                                           int32_t operation,
                                           char *buffer,
                                           size_t capacity,
                                           size_t *length,
                                           struct paylint_error **error);
paylint_status paylint_report_new(struct paylint_report **report);
void paylint_report_free(struct paylint_report *report);
paylint_status paylint_report_verdict(const struct paylint_report *report,
                                      int32_t *verdict);
paylint_status paylint_report_status(const struct paylint_report *report,
                                     int32_t *status);
paylint_status paylint_report_operation(const struct paylint_report *report,
                                        int32_t *operation);
paylint_status paylint_report_scenario(const struct paylint_report *report,
                                       int32_t *scenario);
paylint_status paylint_report_capabilities(const struct paylint_report *report,
                                           uint64_t *capabilities);
paylint_status paylint_report_total(const struct paylint_report *report,
                                    struct paylint_text *total);
paylint_status paylint_report_finding_count(const struct paylint_report *report,
                                            size_t *count);
paylint_status paylint_report_finding(const struct paylint_report *report,
                                      size_t index,
                                      struct paylint_finding *finding);
paylint_status paylint_report_truncated(const struct paylint_report *report,
                                        int32_t *truncated);
paylint_status paylint_report_unchecked_count(const struct paylint_report *report,
                                              size_t *count);
paylint_status paylint_report_unchecked(const struct paylint_report *report,
                                        size_t index,
                                        struct paylint_unchecked *unchecked);
paylint_status paylint_report_obligation_count(const struct paylint_report *report,
                                               size_t *count);
paylint_status paylint_report_obligation(const struct paylint_report *report,
                                         size_t index,
                                         struct paylint_obligation *obligation);
paylint_status paylint_report_valid_until(const struct paylint_report *report,
                                          int64_t *seconds);
paylint_status paylint_report_json(const struct paylint_report *report,
                                   struct paylint_text *json);
paylint_status paylint_report_problem(const struct paylint_report *report,
                                      struct paylint_text *problem);
paylint_status paylint_catalogue_count(size_t *count);
paylint_status paylint_catalogue_at(size_t index,
                                    struct paylint_rule_info *info);
paylint_status paylint_catalogue_rule(int32_t rule,
                                      struct paylint_rule_info *info);
paylint_status paylint_catalogue_find(const char *name,
                                      size_t length,
                                      struct paylint_rule_info *info,
                                      struct paylint_error **error);
paylint_status paylint_catalogue_param(int32_t rule,
                                       size_t index,
                                       struct paylint_text *name);
paylint_status paylint_compatibility(int32_t a,
                                     int32_t b,
                                     struct paylint_pair *pair);
paylint_status paylint_compatible_with(uint64_t features,
                                       uint64_t *compatible);
paylint_status paylint_operation_name(int32_t operation,
                                      struct paylint_text *name);
paylint_status paylint_operation_from_name(const char *name,
                                           size_t length,
                                           int32_t *number,
                                           struct paylint_error **error);
paylint_status paylint_operation_route(const char *method,
                                       size_t method_length,
                                       const char *path,
                                       size_t path_length,
                                       int32_t *operation,
                                       struct paylint_error **error);
paylint_status paylint_feature_name(int32_t feature,
                                    struct paylint_text *name);
paylint_status paylint_feature_from_name(const char *name,
                                         size_t length,
                                         int32_t *number,
                                         struct paylint_error **error);
paylint_status paylint_fact_name(int32_t fact,
                                 struct paylint_text *name);
paylint_status paylint_fact_from_name(const char *name,
                                      size_t length,
                                      int32_t *number,
                                      struct paylint_error **error);
