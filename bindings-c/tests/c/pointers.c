/* Passes NULL for every pointer of every function, and wrong names and numbers. */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

/* A pointer to no object, to see whether an out-parameter was written. */
#define UNTOUCHED ((void *)(uintptr_t)0x5a5a)

static paylint_engine *engine;
static paylint_facts *facts;
static paylint_report *report;
static const char order[] =
    "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":0.001}]}";
static const size_t order_length = sizeof order - 1;

static void null_makers(void) {
    paylint_engine *made = UNTOUCHED;
    paylint_facts *other = UNTOUCHED;
    size_t length = 7;
    EXPECT_STATUS(paylint_engine_new(NULL, 0, NULL, NULL), NULL_POINTER);
    EXPECT(last_error_is("engine is NULL"));
    EXPECT_STATUS(paylint_engine_new(NULL, 1, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_new(NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_from_json(NULL, 2, &other, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_from_json(NULL, 0, &other, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_from_json("{}", 2, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_read_json(NULL, "{}", 2, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_read_json(facts, NULL, 2, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_report_new(NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_last_error(NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_last_error_copy(NULL, 1, &length), NULL_POINTER);
    EXPECT_STATUS(paylint_last_error_copy(NULL, 0, NULL), NULL_POINTER);
    EXPECT(made == UNTOUCHED && other == UNTOUCHED && length == 7);
    paylint_text text;
    paylint_error *error = NULL;
    EXPECT_STATUS(paylint_error_text(NULL, &text), NULL_POINTER);
    EXPECT_STATUS(paylint_engine_new("", 0, NULL, &error), NULL_POINTER);
    EXPECT_STATUS(paylint_error_text(error, NULL), NULL_POINTER);
    EXPECT(error_is(error, "engine is NULL"));
    paylint_error_free(NULL);
    paylint_engine_free(NULL);
    paylint_facts_free(NULL);
    paylint_report_free(NULL);
}

static void null_setters(void) {
    const int32_t website = PAYLINT_FACT_WEBSITE;
    EXPECT_STATUS(paylint_facts_clear(NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_text(NULL, website, "a", 1, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_text(facts, website, NULL, 1, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_text(facts, website, NULL, 0, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_bool(NULL, PAYLINT_FACT_KEY_TEST, 1, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_integer(NULL, PAYLINT_FACT_MERCHANT_HOLD_DAYS, 7, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_amount(NULL, PAYLINT_FACT_ORDER_AMOUNT, 1, 0, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_time(NULL, PAYLINT_FACT_NOW, 1, 0, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_add_text(NULL, PAYLINT_FACT_KEY_BRANDS, "a", 1, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_facts_add_text(facts, PAYLINT_FACT_KEY_BRANDS, NULL, 1, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_facts_add_header(NULL, "a", 1, "b", 1, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_add_header(facts, NULL, 1, "b", 1, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_add_header(facts, "a", 1, NULL, 1, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_open_headers(NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_set_capabilities(NULL, 0, NULL), NULL_POINTER);
}

static void null_checks(void) {
    const int32_t kind = PAYLINT_OPERATION_ORDER;
    paylint_report *made = UNTOUCHED;
    int32_t accepts = 7;
    EXPECT_STATUS(paylint_check(NULL, kind, order, order_length, NULL, NULL, &made, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_check(engine, kind, NULL, 1, NULL, NULL, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_check(engine, kind, order, order_length, NULL, NULL, NULL, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_check_into(NULL, kind, order, 1, NULL, NULL, report, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_check_into(engine, kind, NULL, 1, NULL, NULL, report, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_check_into(engine, kind, order, 1, NULL, NULL, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_accepts(NULL, kind, order, 1, NULL, NULL, &accepts, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_accepts(engine, kind, NULL, 1, NULL, NULL, &accepts, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_accepts(engine, kind, order, 1, NULL, NULL, NULL, NULL), NULL_POINTER);
    EXPECT(made == UNTOUCHED && accepts == 7);
}

static void null_accessors(void) {
    int32_t number = 7;
    int64_t seconds = 7;
    uint64_t mask = 7;
    size_t count = 7;
    int32_t flag = 7;
    paylint_text text = {UNTOUCHED, 7};
    paylint_finding finding;
    paylint_unchecked unchecked;
    paylint_obligation obligation;
    OK(paylint_check_into(engine, PAYLINT_OPERATION_ORDER, order, order_length, NULL, NULL,
                          report, NULL));
#define BOTH_NULL(function, out)                                                                   \
    EXPECT_STATUS(function(NULL, out), NULL_POINTER);                                              \
    EXPECT_STATUS(function(report, NULL), NULL_POINTER)
    BOTH_NULL(paylint_report_verdict, &number);
    BOTH_NULL(paylint_report_status, &number);
    BOTH_NULL(paylint_report_operation, &number);
    BOTH_NULL(paylint_report_scenario, &number);
    BOTH_NULL(paylint_report_capabilities, &mask);
    BOTH_NULL(paylint_report_total, &text);
    BOTH_NULL(paylint_report_finding_count, &count);
    BOTH_NULL(paylint_report_truncated, &flag);
    BOTH_NULL(paylint_report_unchecked_count, &count);
    BOTH_NULL(paylint_report_obligation_count, &count);
    BOTH_NULL(paylint_report_valid_until, &seconds);
    BOTH_NULL(paylint_report_json, &text);
    EXPECT_STATUS(paylint_report_finding(NULL, 0, &finding), NULL_POINTER);
    EXPECT_STATUS(paylint_report_finding(report, 0, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_report_unchecked(NULL, 0, &unchecked), NULL_POINTER);
    EXPECT_STATUS(paylint_report_unchecked(report, 0, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_report_obligation(NULL, 0, &obligation), NULL_POINTER);
    EXPECT_STATUS(paylint_report_obligation(report, 0, NULL), NULL_POINTER);
    EXPECT(number == 7 && seconds == 7 && mask == 7 && count == 7 && flag == 7 && text.length == 7);
}

static void null_names(void) {
    paylint_text text;
    int32_t number = 7;
#define NAMES_NULL(name, from_name)                                                                \
    EXPECT_STATUS(name(1, NULL), NULL_POINTER);                                                    \
    EXPECT_STATUS(from_name(NULL, 1, &number, NULL), NULL_POINTER);                                \
    EXPECT_STATUS(from_name("now", 3, NULL, NULL), NULL_POINTER);                                  \
    EXPECT_STATUS(name(0, &text), INVALID_NUMBER);                                                 \
    EXPECT_STATUS(name(-1, &text), INVALID_NUMBER);                                                \
    EXPECT_STATUS(name(1000, &text), INVALID_NUMBER);                                              \
    EXPECT_STATUS(name(INT32_MIN, &text), INVALID_NUMBER);                                         \
    EXPECT_STATUS(from_name("no such", 7, &number, NULL), NONE);                                   \
    EXPECT_STATUS(from_name("\xff", 1, &number, NULL), INVALID_TEXT)
    NAMES_NULL(paylint_operation_name, paylint_operation_from_name);
    NAMES_NULL(paylint_feature_name, paylint_feature_from_name);
    NAMES_NULL(paylint_fact_name, paylint_fact_from_name);
    EXPECT(number == 7);
}

int main(void) {
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_new(&facts));
    OK(paylint_report_new(&report));
    null_makers();
    null_setters();
    null_checks();
    null_accessors();
    null_names();
    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    return summary("C, NULL pointers");
}
