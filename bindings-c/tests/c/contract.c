/* Tests the header's promises: lengths, untouched out-parameters after failures, lifetimes. */
#include "common.h"

/* A pointer to no object, to see whether an out-parameter was written. */
#define UNTOUCHED ((void *)(uintptr_t)0x5a5a)

static paylint_engine *engine;
static paylint_facts *facts;
static paylint_report *report;
static const char order[] =
    "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":0.001}]}";
static const size_t order_length = sizeof order - 1;

static void lengths(void) {
    const size_t limit = 1048576;
    const int32_t kind = PAYLINT_OPERATION_ORDER;
    char *body = malloc(limit + 1);
    paylint_finding finding;
    paylint_engine *made = UNTOUCHED;
    paylint_error *error = NULL;
    if (body == NULL) exit(2);
    memset(body, ' ', limit + 1);
    memcpy(body, order, order_length);
    OK(paylint_check_into(engine, kind, body, limit, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(text_is(finding.name, "product.price_minimum"));
    EXPECT(text_is(finding.path, "/products/0/price"));
    EXPECT(memcmp(body + finding.span_start, "0.001", finding.span_end - finding.span_start) == 0);
    OK(paylint_check_into(engine, kind, body, limit + 1, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(text_is(finding.name, "json.too_large"));
    OK(paylint_check_into(engine, kind, body, 0, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(text_is(finding.name, "body.required"));
    OK(paylint_check_into(engine, kind, NULL, 0, NULL, NULL, report, NULL));
    OK(paylint_check_into(engine, kind, body, 1, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(text_is(finding.name, "json.malformed"));
    EXPECT_STATUS(paylint_check_into(engine, kind, body, SIZE_MAX, NULL, NULL, report, &error),
                  INVALID_LENGTH);
    EXPECT(error_is(error, "the length of body is larger than PTRDIFF_MAX"));
    EXPECT_STATUS(
        paylint_check_into(engine, kind, body, (size_t)PTRDIFF_MAX + 1, NULL, NULL, report, NULL),
        INVALID_LENGTH);
    EXPECT_STATUS(paylint_engine_new("{}", SIZE_MAX, &made, NULL), INVALID_LENGTH);
    EXPECT_STATUS(paylint_engine_new("", 0, &made, NULL), INVALID_POLICY);
    EXPECT_STATUS(paylint_engine_new("{", 1, &made, NULL), INVALID_POLICY);
    EXPECT_STATUS(paylint_facts_read_json(facts, "", 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_read_json(facts, "{}", SIZE_MAX, NULL), INVALID_LENGTH);
    EXPECT_STATUS(paylint_facts_set_text(facts, PAYLINT_FACT_WEBSITE, "a", SIZE_MAX, NULL),
                  INVALID_LENGTH);
    EXPECT_STATUS(paylint_facts_add_header(facts, "a", SIZE_MAX, "b", 1, NULL), INVALID_LENGTH);
    EXPECT_STATUS(paylint_facts_add_header(facts, "a", 1, "b", SIZE_MAX, NULL), INVALID_LENGTH);
    EXPECT(made == UNTOUCHED);
    free(body);
}

/* A caller who ignores the status must not find an earlier verdict. */
static void empty_reports(void) {
    static const char good[] =
        "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":1}]}";
    paylint_report *new = NULL;
    paylint_text text;
    int32_t verdict = 0;
    OK(paylint_report_new(&new));
    EXPECT_STATUS(paylint_report_verdict(new, &verdict), EMPTY_REPORT);
    OK(paylint_check_into(engine, PAYLINT_OPERATION_ORDER, good, strlen(good), NULL, NULL, new,
                          NULL));
    OK(paylint_report_verdict(new, &verdict));
    EXPECT(verdict == PAYLINT_VERDICT_ACCEPT);
    OK(paylint_report_json(new, &text));
    EXPECT_STATUS(paylint_check_into(engine, 99, good, strlen(good), NULL, NULL, new, NULL),
                  INVALID_NUMBER);
    verdict = 0;
    EXPECT_STATUS(paylint_report_verdict(new, &verdict), EMPTY_REPORT);
    EXPECT_STATUS(paylint_report_json(new, &text), EMPTY_REPORT);
    EXPECT(verdict == 0);
    paylint_report_free(new);
}

/* Each call's own error: new if the call fails, else NULL. */
static void own_errors(void) {
    static const char *const wrong = "{\"max_findings\":0}";
    paylint_engine *made = NULL;
    paylint_error *first = UNTOUCHED, *second = UNTOUCHED;
    int32_t number = 0, accepts = 0;
    OK(paylint_engine_new("{}", 2, &made, &first));
    EXPECT(first == NULL);
    paylint_engine_free(made);
    EXPECT_STATUS(paylint_engine_new(wrong, strlen(wrong), &made, &first), INVALID_POLICY);
    /* Later calls don't change it. */
    EXPECT_STATUS(paylint_accepts(engine, 99, order, 1, NULL, NULL, &accepts, &second),
                  INVALID_NUMBER);
    EXPECT(error_is(second, "unknown operation 99"));
    OK(paylint_accepts(engine, 1, order, order_length, NULL, NULL, &accepts, &second));
    EXPECT(second == NULL);
    EXPECT(error_is(first, "invalid policy: max_findings: 0 is not in 1..=10000"));
    second = UNTOUCHED;
    EXPECT_STATUS(paylint_operation_from_name("ordr", 4, &number, &second), NONE);
    EXPECT(second == NULL);
    EXPECT_STATUS(paylint_operation_from_name("\xff", 1, &number, &second), INVALID_TEXT);
    EXPECT(error_is(second, "name is not valid UTF-8"));
    EXPECT_STATUS(paylint_facts_set_bool(facts, PAYLINT_FACT_NOW, 1, &second), INVALID_FACTS);
    EXPECT(error_is(second, "invalid facts: now: isn't a flag"));
    EXPECT_STATUS(paylint_facts_set_bool(NULL, PAYLINT_FACT_NOW, 1, &second), NULL_POINTER);
    EXPECT(error_is(second, "facts is NULL"));
    EXPECT(strcmp(paylint_status_message(PAYLINT_STATUS_EMPTY_REPORT),
                  "the report holds no result") == 0);
    EXPECT(strcmp(paylint_status_message(INT32_MIN), "unknown status") == 0);
}

static void wrong_facts(void) {
    const int32_t now = PAYLINT_FACT_NOW;
    paylint_error *error = NULL;
    OK(paylint_facts_clear(facts));
    EXPECT_STATUS(paylint_facts_set_text(facts, 0, "a", 1, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_facts_set_text(facts, PAYLINT_FACT_WEBSITE, " ", 1, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_text(facts, PAYLINT_FACT_WEBSITE, "", 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_text(facts, PAYLINT_FACT_WEBSITE, "\xc3", 1, NULL),
                  INVALID_TEXT);
    EXPECT_STATUS(paylint_facts_set_text(facts, PAYLINT_FACT_KEY_TEST, "true", 4, NULL),
                  INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_bool(facts, now, 1, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_integer(facts, PAYLINT_FACT_MERCHANT_HOLD_DAYS, INT64_MAX,
                                            NULL),
                  INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, now, -1, 0, &error), INVALID_FACTS);
    EXPECT(error_is(error, "invalid facts: now: not a time from 1970 to 2199"));
    EXPECT_STATUS(paylint_facts_set_time(facts, now, INT64_MAX, 999999999, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, now, 0, 1000000000, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, now, 0, -1, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, PAYLINT_FACT_WEBSITE, -1, 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, PAYLINT_FACT_WEBSITE, 0, 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, 99, 0, 0, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_AMOUNT, "-1", 2, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_add_text(facts, PAYLINT_FACT_WEBHOOK_ALLOWED_SOURCES, "home", 4,
                                         NULL),
                  INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_add_text(facts, PAYLINT_FACT_ORDER_CAPABILITIES, "two_step", 8,
                                         NULL),
                  INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_open_list(facts, now, NULL), INVALID_FACTS);
    /* Failed setters changed nothing: the report is the same as without facts. */
    paylint_text text;
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, "{\"total\":1}", 11, facts, NULL,
                          report, NULL));
    OK(paylint_report_json(report, &text));
    char *kept = strndup(text.data, text.length);
    if (kept == NULL) exit(2);
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, "{\"total\":1}", 11, NULL, NULL,
                          report, NULL));
    OK(paylint_report_json(report, &text));
    EXPECT(text_is(text, kept));
    free(kept);
}

/* Facts that can't be read must not leave the last request's. */
static void unread_facts(void) {
    static const struct {
        const char *json;
        size_t length;
        paylint_status status;
    } wrong[] = {{NULL, 0, PAYLINT_STATUS_NULL_POINTER},
                 {"{}", SIZE_MAX, PAYLINT_STATUS_INVALID_LENGTH},
                 {"{", 1, PAYLINT_STATUS_INVALID_FACTS}};
    static const char captured[] = "{\"order\":{\"captured\":\"1.00\"}}";
    paylint_text text;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        OK(paylint_facts_read_json(facts, captured, strlen(captured), NULL));
        EXPECT(paylint_facts_read_json(facts, wrong[i].json, wrong[i].length,
                                       NULL) == wrong[i].status);
        OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, "{\"total\":1}", 11, facts, NULL,
                              report, NULL));
        OK(paylint_report_json(report, &text));
        EXPECT(text_contains(text, "[\"order.captured\"]"));
    }
}

/* A capture with standing and changing facts, laid over each other by member. */
static void overlay(void) {
    static const char body[] = "{\"total\":60.5}";
    paylint_facts *standing = NULL;
    paylint_finding finding;
    paylint_text json;
    OK(paylint_facts_from_json("{\"merchant\":{\"hold_days\":10}}", 29, &standing, NULL));
    OK(paylint_facts_clear(facts));
    OK(paylint_facts_set_time(facts, PAYLINT_FACT_NOW, 1600000000, 5, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_SCENARIO, "two_step", 8, NULL));
    OK(paylint_facts_open_list(facts, PAYLINT_FACT_ORDER_CAPABILITIES, NULL));
    OK(paylint_facts_add_text(facts, PAYLINT_FACT_ORDER_CAPABILITIES, "moto", 4, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_AMOUNT, "60.50", 5, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_CAPTURED, "0", 1, NULL));
    OK(paylint_facts_set_bool(facts, PAYLINT_FACT_ORDER_REVERSED, 0, NULL));
    OK(paylint_facts_set_time(facts, PAYLINT_FACT_ORDER_PAID_AT, 1599900000, 999999999, NULL));
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, body, strlen(body), standing, facts,
                          report, NULL));
    OK(paylint_report_json(report, &json));
    EXPECT(text_contains(json, "\"valid_until\":\"2020-09-22T08:40:00Z\""));
    EXPECT_STATUS(paylint_report_finding(report, 0, &finding), NONE);
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_AMOUNT, "60.49999999", 11, NULL));
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, body, strlen(body), standing, facts,
                          report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(text_is(finding.name, "capture.exceeds_order"));
    OK(paylint_facts_set_integer(facts, PAYLINT_FACT_MERCHANT_HOLD_DAYS, 6, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_AMOUNT, "61", 2, NULL));
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, body, strlen(body), standing, facts,
                          report, NULL));
    OK(paylint_report_json(report, &json));
    EXPECT(text_contains(json, "\"valid_until\":\"2020-09-18T08:40:00Z\""));
    paylint_facts_free(standing);
}

/* NULL where a pointer is needed: a handle, a text with a length, an out-parameter. */
static void null_pointers(void) {
    paylint_report *made = UNTOUCHED;
    paylint_text text = {UNTOUCHED, 7};
    int32_t number = 7;
    EXPECT_STATUS(paylint_engine_new(NULL, 1, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_check(NULL, 1, order, 1, NULL, NULL, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_check(engine, 1, NULL, 1, NULL, NULL, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_check(engine, 1, order, 1, NULL, NULL, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_check_into(engine, 1, order, 1, NULL, NULL, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_add_header(facts, "a", 1, NULL, 1, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_operation_from_name(NULL, 0, &number, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_facts_open_list(facts, 0, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_facts_open_list(facts, INT32_MIN, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_report_json(NULL, &text), NULL_POINTER);
    EXPECT_STATUS(paylint_report_verdict(report, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_error_text(NULL, &text), NULL_POINTER);
    EXPECT(made == UNTOUCHED && text.length == 7 && number == 7);
    paylint_engine_free(NULL);
    paylint_facts_free(NULL);
    paylint_report_free(NULL);
    paylint_error_free(NULL);
}

/* Errors of invalid questions. */
static void questions(void) {
    paylint_answer *answer = UNTOUCHED;
    paylint_text text = {UNTOUCHED, 7};
    EXPECT(tells(NULL, "{", PAYLINT_STATUS_INVALID_QUESTION,
                   "{\"error\":\"invalid question: not JSON: line 1, column 2\",\"status\":\"invalid_question\",\"member\":\"\"}"));
    EXPECT(tells(NULL, "{\"ask\":\"notes\",\"policy\":\"strct\"}", PAYLINT_STATUS_INVALID_POLICY,
                   "did you mean"));
    EXPECT(tells(NULL, "{\"ask\":\"check\",\"operation\":\"tax\",\"facts\":{\"now\":7}}",
                   PAYLINT_STATUS_INVALID_FACTS, "\"status\":\"invalid_facts\",\"member\":\"now\"}"));
    EXPECT(tells(NULL, "{\"ask\":\"history\",\"events\":[]}", PAYLINT_STATUS_INVALID_HISTORY,
                   "\"status\":\"invalid_history\""));
    EXPECT_STATUS(paylint_ask(NULL, NULL, 0, &answer), NULL_POINTER);
    EXPECT(answer == NULL);
    EXPECT_STATUS(paylint_ask(NULL, "{}", SIZE_MAX, &answer), INVALID_LENGTH);
    EXPECT(answer == NULL);
    EXPECT_STATUS(paylint_ask(NULL, "{}", 2, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_answer_text(NULL, &text), NULL_POINTER);
    EXPECT(text.length == 7);
    OK(paylint_ask(NULL, "{\"ask\":\"notes\"}", 15, &answer));
    EXPECT_STATUS(paylint_answer_text(answer, NULL), NULL_POINTER);
    paylint_answer_free(answer);
    paylint_answer_free(NULL);
}

/* Policies in layers, and presets. */
static void layers(void) {
    static const char over[] = "{\"label\":\"over\",\"levels\":{\"field.unknown\":\"deny\"}}";
    static const char body[] =
        "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":1}],"
        "\"success_redirect\":\"https://shop.example/\"}";
    const int32_t kind = PAYLINT_OPERATION_ORDER;
    paylint_engine *own = NULL;
    paylint_engine *made = UNTOUCHED;
    paylint_text policies[2];
    // All its bytes are written: none of -1 is left.
    int32_t accepts = -1;
    policies[0].data = "shop-members";
    policies[0].length = 12;
    policies[1].data = over;
    policies[1].length = sizeof over - 1;
    OK(paylint_engine_new_in_layers(policies, 2, &own, NULL));
    EXPECT(tells(own, "{\"ask\":\"fingerprints\"}", PAYLINT_STATUS_OK, "\"label\":\"over\""));
    OK(paylint_accepts(own, kind, body, sizeof body - 1, NULL, NULL, &accepts, NULL));
    EXPECT(accepts == 1);
    paylint_engine_free(own);
    OK(paylint_engine_new_in_layers(&policies[1], 1, &own, NULL));
    OK(paylint_accepts(own, kind, body, sizeof body - 1, NULL, NULL, &accepts, NULL));
    EXPECT(accepts == 0);
    paylint_engine_free(own);
    OK(paylint_engine_new_in_layers(NULL, 0, &own, NULL));
    paylint_engine_free(own);
    policies[1].length--;
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, 2, &made, NULL), INVALID_POLICY);
    EXPECT_STATUS(paylint_engine_new_in_layers(NULL, 1, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, 2, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, SIZE_MAX, &made, NULL), INVALID_LENGTH);
    policies[1].data = NULL;
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, 2, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_engine_new("null", 4, &made, NULL), INVALID_POLICY);
    EXPECT(made == UNTOUCHED);
    OK(paylint_engine_new("checkout", 8, &own, NULL));
    EXPECT(tells(own, "{\"ask\":\"fingerprints\"}", PAYLINT_STATUS_OK, "\"label\":\"checkout\""));
    paylint_engine_free(own);
}

int main(void) {
    EXPECT(strcmp(paylint_version(), PAYLINT_VERSION) == 0);
    EXPECT(paylint_abi() == PAYLINT_ABI);
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_new(&facts));
    OK(paylint_report_new(&report));
    lengths();
    empty_reports();
    own_errors();
    wrong_facts();
    unread_facts();
    overlay();
    null_pointers();
    questions();
    layers();
    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    return summary("C, the contract");
}
