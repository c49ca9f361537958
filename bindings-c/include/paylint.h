/*
 * libpaylint validates card-payment requests before you send them: it tells you whether the gateway
 * can accept a request and, if not, everything that is wrong and where.
 *
 * Generated from the library's source. Do not edit.
 *
 * Conventions
 *
 * Status. A function that can fail returns a paylint_status; PAYLINT_STATUS_OK is 0. A rejected
 * request is not a failed call. paylint_status_message() says what a status means.
 *
 * Errors. A function to which you pass a text or the value of a fact also tells you what is wrong
 * with it: its last parameter is "struct paylint_error **error". If the call fails, it is set to a
 * new error, which you own: paylint_error_text() says why, and paylint_error_free() frees it. If the
 * call succeeds or returns PAYLINT_STATUS_NONE, it is set to NULL. Pass NULL if you don't want to
 * know. All other functions can only fail because of a NULL pointer, a number that is not in its
 * enumeration, or a report without a result. A function lists its statuses only where they aren't obvious.
 *
 * Parameters are always in this order: the handle that the function is about, its inputs, its outputs, and the error.
 * Every pointer is checked for NULL. Outputs need not be initialised, and are written only if the status is
 * PAYLINT_STATUS_OK, unless the function says otherwise; the error is always written.
 *
 * Texts. You pass a text as a pointer and a length in bytes, without a terminating NUL; it is
 * borrowed for the call. Functions return texts as a paylint_text and say who owns the memory.
 *
 * Handles (paylint_engine, paylint_facts, paylint_report, paylint_answer, paylint_error). You own every handle that a
 * function makes for you, and free it with the _free function of its type, which accepts NULL, while
 * no other call is using it.
 *
 * Truth values are int32_t: you get 0 or 1, and may pass any other number for true.
 *
 * Enumerations are passed as int32_t. Later versions may add numbers but never change or reuse
 * them, so expect numbers that are not listed here.
 *
 * Threads. You can call any function from any thread at any time. Several threads can share a
 * handle in functions that take it as a pointer to const; all other functions need it to
 * themselves.
 *
 * Memory. If the system runs out of memory, the library aborts the process, as Rust does.
 *
 * Questions. paylint_ask() answers everything except checks in a loop: a question is a JSON object,
 * {"ask":"fields","operation":"order","body":{…},"facts":{…}}, and so is its answer. A question may have a "policy",
 * which replaces the engine's: an object, the name of a preset, or an array of these, the last on top. A body is a
 * "body" (any JSON, whose exact bytes are checked), a "raw" text, or a text in base64, "raw_base64". "facts" are an
 * object, or an array of these, each laid over the previous ones. null means absent, except for "body".
 * docs/languages.md of the project lists the questions, and `paylint ask --schema` prints the JSON Schemas of questions
 * and answers.
 *
 * The library prints nothing, reads no files and has no clock: the current time is a fact that you
 * pass. No text that it returns shows a secret (card number, security code, account number, token).
 */

#ifndef PAYLINT_H
#define PAYLINT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PAYLINT_MUST_USE __attribute__((warn_unused_result))
#else
#define PAYLINT_MUST_USE
#endif

/** The version of paylint that this header belongs to. */
#define PAYLINT_VERSION "0.1.0"

/// A kind of request to the gateway, or the webhook that the gateway sends.
typedef enum paylint_operation {
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
} paylint_operation;

/// A fact that you can pass.
typedef enum paylint_fact {
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
    PAYLINT_FACT_ORDER_PAID = 37,
} paylint_fact;

/// The number of the binary interface that this header describes. It is raised, together with the
/// number in the shared library's name, whenever a program that is already built would break.
#define PAYLINT_ABI 0

/// The outcome of a call.
enum paylint_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The call succeeded.
    PAYLINT_STATUS_OK = 0,
    /// There is nothing to return, for an unknown name or an index out of range. Not a failure.
    PAYLINT_STATUS_NONE = 1,
    /// A pointer is NULL but must not be.
    PAYLINT_STATUS_NULL_POINTER = 2,
    /// A length is larger than PTRDIFF_MAX.
    PAYLINT_STATUS_INVALID_LENGTH = 3,
    /// A number does not belong to its enumeration.
    PAYLINT_STATUS_INVALID_NUMBER = 4,
    /// A text is not valid UTF-8.
    PAYLINT_STATUS_INVALID_TEXT = 5,
    /// The policy is invalid: the error names the member and says why.
    PAYLINT_STATUS_INVALID_POLICY = 6,
    /// The facts are invalid: the error names the member and says why.
    PAYLINT_STATUS_INVALID_FACTS = 7,
    /// The report holds no result: no request was checked into it, or the last check failed.
    PAYLINT_STATUS_EMPTY_REPORT = 8,
    /// There is a bug in the library. You can still use and free the handles that you passed.
    PAYLINT_STATUS_INTERNAL_ERROR = 10,
    /// The history is invalid: the error names the event and says why.
    PAYLINT_STATUS_INVALID_HISTORY = 11,
    /// The question is invalid: the error names the member and says why.
    PAYLINT_STATUS_INVALID_QUESTION = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum paylint_status paylint_status;
#else
typedef int32_t paylint_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Whether the gateway can accept the request.
typedef enum paylint_verdict {
    /// No finding is at level deny, and no unchecked rule rejects.
    PAYLINT_VERDICT_ACCEPT = 1,
    /// At least one finding is at level deny; or one rule at level deny is unchecked, and the policy
    /// says that such rules reject.
    PAYLINT_VERDICT_REJECT = 2,
} paylint_verdict;

/// The level that a policy gives a rule.
typedef enum paylint_level {
    /// The rule is not checked.
    PAYLINT_LEVEL_ALLOW = 1,
    /// Violations are reported, but the request is not rejected.
    PAYLINT_LEVEL_WARN = 2,
    /// Violations are reported, and the request is rejected.
    PAYLINT_LEVEL_DENY = 3,
} paylint_level;

/// A rule's basis: why it exists.
typedef enum paylint_basis {
    /// Stated by the gateway's documentation.
    PAYLINT_BASIS_STATED = 1,
    /// Follows from the documentation, which does not state it.
    PAYLINT_BASIS_INFERRED = 2,
    /// Common practice in card payments.
    PAYLINT_BASIS_CONVENTION = 3,
    /// Needed to read the input.
    PAYLINT_BASIS_INTEGRITY = 4,
    /// A policy rule.
    PAYLINT_BASIS_CUSTOM = 5,
} paylint_basis;

/// An answer, or the error in its place.
typedef struct paylint_answer paylint_answer;

/// A compiled policy. It never changes, so any number of threads can use it at once.
typedef struct paylint_engine paylint_engine;

/// Why a call failed. It belongs to no thread: you can read and free it on any.
typedef struct paylint_error paylint_error;

/// Facts: what you know about a request beyond its body, such as the merchant or the current time.
///
/// Keep one handle for the standing facts, and one in each thread for the facts that change with
/// each request. Clearing a handle keeps its memory, so that filling it again soon allocates
/// nothing. Any number of threads can read a handle at once, as long as none calls a setter.
///
/// A setter that fails changes nothing. PAYLINT_STATUS_INVALID_FACTS says that the fact has another
/// type, or can't have this value. Facts keep a copy of each text.
typedef struct paylint_facts paylint_facts;

/// The result of checking a request. Any number of threads can read a report at once, as long as
/// none checks a request into it. The texts that it returns stay valid until a request is checked
/// into it or it is freed.
typedef struct paylint_report paylint_report;

/// A text: UTF-8, without a terminating NUL. Print it with
/// printf("%.*s", (int)text.length, text.data).
///
/// You do not own the memory of a text that a function returns: the function says how long it stays
/// valid. One that you pass is borrowed for the call.
typedef struct paylint_text {
    /// The first byte. NULL if there is no text, but not if the text is empty.
    const char *data;
    /// The length in bytes.
    size_t length;
} paylint_text;

/// A finding: a violation of a rule at one place.
typedef struct paylint_finding {
    /// The rule's number in the catalogue, which is stable; 0 for a policy rule.
    int32_t rule;
    /// The finding's level in the policy, PAYLINT_LEVEL_….
    int32_t level;
    /// The rule's basis, PAYLINT_BASIS_….
    int32_t basis;
    /// Always 0.
    int32_t reserved;
    /// The rule's name. Owned by the report.
    struct paylint_text name;
    /// The section of the gateway's documentation, or the standard; no text if there is none. Static.
    struct paylint_text source;
    /// The place, as a JSON Pointer (RFC 6901). Of a missing member, where it should be. Owned
    /// by the report.
    struct paylint_text path;
    /// The message: one English sentence that says what is wrong. Owned by the report.
    struct paylint_text message;
    /// The values that you need to write your own message, as a JSON object. A number in the body
    /// that could be a card number is null here, and … in the message. Owned by the report.
    struct paylint_text params;
    /// The finding's first byte in the body. The span is the value, the key of an unknown
    /// or repeated member, or the object in which a member is missing.
    size_t span_start;
    /// The byte after the finding's last one.
    size_t span_end;
} paylint_finding;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// Returns the library's version, such as "0.1.0", as a static C string. Never NULL.
const char *paylint_version(void);

/// Returns the binary interface number of the loaded library. Compare it with PAYLINT_ABI.
int32_t paylint_abi(void);

/// Returns what a status means, as a static C string. Never NULL: it is "unknown status" for other
/// numbers.
///
/// @param status  the status, PAYLINT_STATUS_….
const char *paylint_status_message(int32_t status);

/// Returns why a call failed, as one English sentence. It contains no secrets and no personal data,
/// so you can log it.
///
/// @param text  set to the text, which the error owns.
paylint_status paylint_error_text(const struct paylint_error *error, struct paylint_text *text);

/// Frees an error.
void paylint_error_free(struct paylint_error *error);

/// Compiles a policy. Do this once and keep the engine.
///
/// A word of small letters and hyphens is the name of a preset: "default", "checkout", "shop-members"
/// or "strict". An unknown one is an invalid policy. Anything else is JSON.
///
/// @param policy  the policy as JSON, the name of a preset, or NULL for the default policy. An empty
///                text is an error.
PAYLINT_MUST_USE
paylint_status paylint_engine_new(const char *policy,
                                  size_t length,
                                  struct paylint_engine **engine,
                                  struct paylint_error **error);

/// Compiles policies in layers, the last on top: a later layer replaces an earlier one's selectors in "levels" and its
/// other values; "members" and "rules" are joined.
///
/// @param policies  the policies, each as paylint_engine_new() takes it. NULL if the count is 0.
/// @param count     their number. If it is 0, the default policy is compiled.
PAYLINT_MUST_USE
paylint_status paylint_engine_new_in_layers(const struct paylint_text *policies,
                                            size_t count,
                                            struct paylint_engine **engine,
                                            struct paylint_error **error);

/// Frees an engine. Reports made with it stay valid.
void paylint_engine_free(struct paylint_engine *engine);

/// Makes an empty set of facts.
PAYLINT_MUST_USE paylint_status paylint_facts_new(struct paylint_facts **facts);

/// Makes facts from JSON.
PAYLINT_MUST_USE
paylint_status paylint_facts_from_json(const char *json,
                                       size_t length,
                                       struct paylint_facts **facts,
                                       struct paylint_error **error);

/// Replaces all facts with those read from JSON, and reuses the memory. If the JSON can't be used,
/// there are none.
PAYLINT_MUST_USE
paylint_status paylint_facts_read_json(struct paylint_facts *facts,
                                       const char *json,
                                       size_t length,
                                       struct paylint_error **error);

/// Frees facts.
void paylint_facts_free(struct paylint_facts *facts);

/// Removes all facts but keeps the memory.
paylint_status paylint_facts_clear(struct paylint_facts *facts);

/// Sets a fact that is a string in JSON: a text, a choice, a country, a UTC offset, an IP address,
/// a time (RFC 3339) or an amount ("12.50").
PAYLINT_MUST_USE
paylint_status paylint_facts_set_text(struct paylint_facts *facts,
                                      int32_t fact,
                                      const char *text,
                                      size_t length,
                                      struct paylint_error **error);

/// Sets a boolean fact.
PAYLINT_MUST_USE
paylint_status paylint_facts_set_bool(struct paylint_facts *facts,
                                      int32_t fact,
                                      int32_t value,
                                      struct paylint_error **error);

/// Sets an integer fact: PAYLINT_FACT_MERCHANT_HOLD_DAYS, in days.
PAYLINT_MUST_USE
paylint_status paylint_facts_set_integer(struct paylint_facts *facts,
                                         int32_t fact,
                                         int64_t value,
                                         struct paylint_error **error);

/// Sets a fact that is a point in time.
///
/// @param seconds  seconds since 1970-01-01T00:00:00Z, from 0 to the end of the year 2199.
/// @param nanos    nanoseconds after the second, 0 to 999999999.
PAYLINT_MUST_USE
paylint_status paylint_facts_set_time(struct paylint_facts *facts,
                                      int32_t fact,
                                      int64_t seconds,
                                      int32_t nanos,
                                      struct paylint_error **error);

/// Adds a text to a fact that is a list: brands, websites, names of capabilities, allowed source
/// addresses. To start a list again, clear the facts.
PAYLINT_MUST_USE
paylint_status paylint_facts_add_text(struct paylint_facts *facts,
                                      int32_t fact,
                                      const char *text,
                                      size_t length,
                                      struct paylint_error **error);

/// Adds a header of the HTTP request to PAYLINT_FACT_REQUEST_HEADERS. If several headers have the same name, the first
/// one counts; those named Authorization must all have the same value. The value has no line ending, may be empty, and
/// is never shown.
PAYLINT_MUST_USE
paylint_status paylint_facts_add_header(struct paylint_facts *facts,
                                        const char *name,
                                        size_t name_length,
                                        const char *value,
                                        size_t value_length,
                                        struct paylint_error **error);

/// Makes a list known even if you add nothing to it: PAYLINT_FACT_REQUEST_HEADERS or PAYLINT_FACT_ORDER_CAPABILITIES.
paylint_status paylint_facts_open_list(struct paylint_facts *facts,
                                       int32_t fact,
                                       struct paylint_error **error);

/// Checks a request into a new report.
///
/// You can pass two sets of facts, or NULL for either. The changing facts, for this request only, replace the standing
/// ones by top-level member: if both have a merchant, all of the standing one is replaced.
///
/// A rejected request is not a failed call: ask the report for its verdict.
///
/// @param body  the body, exactly as it will be sent. NULL or white space means no body.
PAYLINT_MUST_USE
paylint_status paylint_check(const struct paylint_engine *engine,
                             int32_t operation,
                             const char *body,
                             size_t body_length,
                             const struct paylint_facts *standing,
                             const struct paylint_facts *changing,
                             struct paylint_report **report,
                             struct paylint_error **error);

/// Checks a request like paylint_check(), but into an existing report, whose memory is reused. Its previous result and
/// all texts that it returned become invalid. If the call fails, it holds no result.
PAYLINT_MUST_USE
paylint_status paylint_check_into(const struct paylint_engine *engine,
                                  int32_t operation,
                                  const char *body,
                                  size_t body_length,
                                  const struct paylint_facts *standing,
                                  const struct paylint_facts *changing,
                                  struct paylint_report *report,
                                  struct paylint_error **error);

/// Checks whether the gateway can accept a request. Takes the parameters of paylint_check() and less time, and
/// allocates nothing for an ordinary request. As in a report, an unchecked rule does not reject the request unless the
/// policy says so.
///
/// @param accepts  set to 1 if the verdict is accept, else 0.
PAYLINT_MUST_USE
paylint_status paylint_accepts(const struct paylint_engine *engine,
                               int32_t operation,
                               const char *body,
                               size_t body_length,
                               const struct paylint_facts *standing,
                               const struct paylint_facts *changing,
                               int32_t *accepts,
                               struct paylint_error **error);

/// Answers a question: a JSON object whose member "ask" names it, as in
/// {"ask":"fields","operation":"order","body":{…},"facts":{…}}. The top of this header says more.
///
/// @param engine    the engine, or NULL for the default policy. A "policy" in the question takes
///                  its place.
/// @param question  the question.
/// @param answer    set to a new answer, which you own: free it with paylint_answer_free(). If the
///                  question, or a policy, facts or history in it, can't be used, it is
///                  {"error":"…","status":"invalid_facts","member":"now"}. NULL if the call fails otherwise.
PAYLINT_MUST_USE
paylint_status paylint_ask(const struct paylint_engine *engine,
                           const char *question,
                           size_t length,
                           struct paylint_answer **answer);

/// Returns an answer's text: JSON.
///
/// @param text  set to the text. The answer owns the memory.
paylint_status paylint_answer_text(const struct paylint_answer *answer, struct paylint_text *text);

/// Frees an answer and its text.
void paylint_answer_free(struct paylint_answer *answer);

/// Makes an empty report, for paylint_check_into().
paylint_status paylint_report_new(struct paylint_report **report);

/// Frees a report and every text that it returned.
void paylint_report_free(struct paylint_report *report);

/// Returns the verdict, PAYLINT_VERDICT_…: whether the gateway can accept the request. Unchecked
/// rules, which the JSON names, reject it only if the policy says so.
PAYLINT_MUST_USE
paylint_status paylint_report_verdict(const struct paylint_report *report,
                                      int32_t *verdict);

/// Returns the HTTP status that the gateway would answer with: 403 if the authorization is wrong,
/// otherwise 400 if the verdict is reject, otherwise 200.
paylint_status paylint_report_status(const struct paylint_report *report, int32_t *status);

/// Returns the number of findings.
paylint_status paylint_report_finding_count(const struct paylint_report *report, size_t *count);

/// Returns a finding, by its index from 0. Findings are in the order of the catalogue, then of the
/// body. The report owns their texts, or they are static.
///
/// @return PAYLINT_STATUS_NONE if the index is out of range.
paylint_status paylint_report_finding(const struct paylint_report *report,
                                      size_t index,
                                      struct paylint_finding *finding);

/// Returns the report as canonical JSON, which is the same, byte for byte, in every binding. The
/// report owns the text.
paylint_status paylint_report_json(const struct paylint_report *report, struct paylint_text *json);

/// Looks up an operation by its name.
///
/// @param number  set to the operation, PAYLINT_OPERATION_….
/// @return PAYLINT_STATUS_NONE if no operation has this name.
paylint_status paylint_operation_from_name(const char *name,
                                           size_t length,
                                           int32_t *number,
                                           struct paylint_error **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PAYLINT_H */
