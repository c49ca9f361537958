/* What the header promises: lengths, untouched out-parameters after failures, lifetimes. */
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

static void lengths(void) {
    const size_t limit = 1048576;
    const int32_t kind = PAYLINT_OPERATION_ORDER;
    char *body = malloc(limit + 1);
    paylint_finding finding;
    paylint_engine *made = UNTOUCHED;
    size_t length = 7;
    if (body == NULL) exit(2);
    memset(body, ' ', limit + 1);
    memcpy(body, order, order_length);
    OK(paylint_check_into(engine, kind, body, limit, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(finding.rule == PAYLINT_RULE_PRODUCT_PRICE_MINIMUM);
    EXPECT(text_is(finding.path, "/products/0/price"));
    EXPECT(memcmp(body + finding.span_start, "0.001", finding.span_end - finding.span_start) == 0);
    OK(paylint_check_into(engine, kind, body, limit + 1, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(finding.rule == PAYLINT_RULE_JSON_TOO_LARGE);
    OK(paylint_check_into(engine, kind, body, 0, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(finding.rule == PAYLINT_RULE_BODY_REQUIRED);
    OK(paylint_check_into(engine, kind, NULL, 0, NULL, NULL, report, NULL));
    OK(paylint_check_into(engine, kind, body, 1, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(finding.rule == PAYLINT_RULE_JSON_MALFORMED);
    EXPECT_STATUS(paylint_check_into(engine, kind, body, SIZE_MAX, NULL, NULL, report, NULL),
                  INVALID_LENGTH);
    EXPECT(last_error_is("the length of body is larger than PTRDIFF_MAX"));
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
    EXPECT_STATUS(paylint_check_json(NULL, kind, order, SIZE_MAX, NULL, 0, NULL, 0, NULL, &length,
                                     NULL),
                  INVALID_LENGTH);
    EXPECT_STATUS(paylint_check_json(NULL, kind, order, 1, "{}", SIZE_MAX, NULL, 0, NULL, &length,
                                     NULL),
                  INVALID_LENGTH);
    EXPECT(made == UNTOUCHED && length == 7);
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
    EXPECT(last_error_is("unknown operation 99"));
    verdict = 0;
    EXPECT_STATUS(paylint_report_verdict(new, &verdict), EMPTY_REPORT);
    EXPECT_STATUS(paylint_report_json(new, &text), EMPTY_REPORT);
    EXPECT_STATUS(paylint_report_problem(new, &text), EMPTY_REPORT);
    EXPECT(verdict == 0);
    paylint_report_free(new);
}

static void errors(void) {
    static const char policy[] = "{\"levels\":{\"avs.adress_required\":\"deny\"}}";
    paylint_engine *made = UNTOUCHED;
    paylint_facts *other = UNTOUCHED;
    char small[4] = "abc";
    size_t length = 0;
    EXPECT_STATUS(paylint_engine_new(policy, strlen(policy), &made, NULL), INVALID_POLICY);
    paylint_text error;
    OK(paylint_last_error(&error));
    EXPECT(text_contains(error, "did you mean \"avs.address_required\"?"));
    EXPECT_STATUS(paylint_last_error_copy(small, sizeof small, &length), BUFFER_TOO_SMALL);
    EXPECT(length == error.length && strcmp(small, "abc") == 0);
    EXPECT_STATUS(paylint_facts_from_json("{\"merchant\":{\"hold_days\":40}}", 29, &other, NULL),
                  INVALID_FACTS);
    EXPECT(last_error_is("invalid facts: merchant.hold_days: 40 is not in 6..=28"));
    EXPECT(made == UNTOUCHED && other == UNTOUCHED);
}

/* Each call's own error: new if the call fails, else NULL. */
static void own_errors(void) {
    static const char *const wrong = "{\"max_findings\":0}";
    paylint_engine *made = NULL;
    paylint_error *first = UNTOUCHED, *second = UNTOUCHED;
    paylint_text again;
    char small[4];
    int32_t number = 0, accepts = 0;
    size_t length = 0;
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
    EXPECT(second != NULL);
    /* The last error says the same. */
    OK(paylint_last_error(&again));
    EXPECT(text_contains(again, "invalid facts: now: "));
    char copied[128];
    snprintf(copied, sizeof copied, "%.*s", (int)again.length, again.data);
    EXPECT(error_is(second, copied));
    EXPECT_STATUS(paylint_check_json(NULL, 1, order, 1, NULL, 0, small, sizeof small, NULL, &length,
                                     &second),
                  BUFFER_TOO_SMALL);
    OK(paylint_error_text(second, &again));
    EXPECT(text_contains(again, "buffer is too small: it has 4 bytes, "));
    paylint_error_free(second);
    EXPECT_STATUS(paylint_facts_set_bool(NULL, PAYLINT_FACT_NOW, 1, &second), NULL_POINTER);
    EXPECT(error_is(second, "facts is NULL"));
    EXPECT(strcmp(paylint_status_message(PAYLINT_STATUS_EMPTY_REPORT),
                  "the report holds no result") == 0);
    EXPECT(strcmp(paylint_status_message(INT32_MIN), "unknown status") == 0);
}

static void wrong_facts(void) {
    const int32_t now = PAYLINT_FACT_NOW, amount = PAYLINT_FACT_ORDER_AMOUNT;
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
    EXPECT_STATUS(paylint_facts_set_time(facts, now, -1, 0, NULL), INVALID_FACTS);
    EXPECT(last_error_is("invalid facts: now: not a time from 1970 to 2199"));
    EXPECT_STATUS(paylint_facts_set_time(facts, now, INT64_MAX, 999999999, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, now, 0, 1000000000, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, now, 0, -1, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, PAYLINT_FACT_WEBSITE, -1, 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, PAYLINT_FACT_WEBSITE, 0, 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_time(facts, 99, 0, 0, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_facts_set_amount(facts, amount, -1, 2, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_amount(facts, amount, INT64_MAX, 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_amount(facts, amount, 1, 9, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_facts_set_amount(facts, amount, 1, -1, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_facts_set_amount(facts, now, 1, 0, NULL), INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_add_text(facts, PAYLINT_FACT_WEBHOOK_ALLOWED_SOURCES, "home", 4,
                                         NULL),
                  INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_capabilities(facts, PAYLINT_BIT(PAYLINT_FEATURE_TWO_STEP),
                  NULL),
                  INVALID_FACTS);
    EXPECT_STATUS(paylint_facts_set_capabilities(facts, 1, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_facts_set_capabilities(facts, UINT64_MAX, NULL), INVALID_NUMBER);
    /* None of them changed the facts: the report is the same as without facts. */
    paylint_text text;
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, "{\"total\":1}", 11, facts, NULL,
                          report, NULL));
    OK(paylint_report_json(report, &text));
    buffer kept = {malloc(text.length), text.length};
    if (kept.data == NULL) exit(2);
    memcpy(kept.data, text.data, text.length);
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, "{\"total\":1}", 11, NULL, NULL,
                          report, NULL));
    OK(paylint_report_json(report, &text));
    EXPECT(text.length == kept.length && memcmp(text.data, kept.data, kept.length) == 0);
    free(kept.data);
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
    int64_t until = 0;
    OK(paylint_facts_from_json("{\"merchant\":{\"hold_days\":10}}", 29, &standing, NULL));
    OK(paylint_facts_clear(facts));
    OK(paylint_facts_set_time(facts, PAYLINT_FACT_NOW, 1600000000, 5, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_SCENARIO, "two_step", 8, NULL));
    OK(paylint_facts_set_capabilities(facts, PAYLINT_BIT(PAYLINT_FEATURE_MOTO), NULL));
    OK(paylint_facts_set_amount(facts, PAYLINT_FACT_ORDER_AMOUNT, 6050, 2, NULL));
    OK(paylint_facts_set_amount(facts, PAYLINT_FACT_ORDER_CAPTURED, 0, 0, NULL));
    OK(paylint_facts_set_bool(facts, PAYLINT_FACT_ORDER_REVERSED, 0, NULL));
    OK(paylint_facts_set_time(facts, PAYLINT_FACT_ORDER_PAID_AT, 1599900000, 999999999, NULL));
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, body, strlen(body), standing, facts,
                          report, NULL));
    OK(paylint_report_valid_until(report, &until));
    EXPECT(until == 1599900000 + 10 * 86400);
    EXPECT_STATUS(paylint_report_finding(report, 0, &finding), NONE);
    OK(paylint_facts_set_amount(facts, PAYLINT_FACT_ORDER_AMOUNT, 6049999999, 8, NULL));
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, body, strlen(body), standing, facts,
                          report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(finding.rule == PAYLINT_RULE_CAPTURE_EXCEEDS_ORDER);
    OK(paylint_facts_set_integer(facts, PAYLINT_FACT_MERCHANT_HOLD_DAYS, 6, NULL));
    OK(paylint_facts_set_amount(facts, PAYLINT_FACT_ORDER_AMOUNT, 61, 0, NULL));
    OK(paylint_check_into(engine, PAYLINT_OPERATION_CAPTURE, body, strlen(body), standing, facts,
                          report, NULL));
    OK(paylint_report_valid_until(report, &until));
    EXPECT(until == 1599900000 + 6 * 86400);
    paylint_facts_free(standing);
}

static void catalogue(void) {
    size_t count = 0;
    paylint_rule_info info, same;
    paylint_text param;
    OK(paylint_catalogue_count(&count));
    EXPECT(count >= 119);
    EXPECT_STATUS(paylint_catalogue_at(count, &info), NONE);
    EXPECT_STATUS(paylint_catalogue_at(SIZE_MAX, &info), NONE);
    EXPECT_STATUS(paylint_catalogue_rule(0, &info), INVALID_NUMBER);
    EXPECT_STATUS(paylint_catalogue_rule(-1, &info), INVALID_NUMBER);
    EXPECT_STATUS(paylint_catalogue_find("no.rule", 7, &info, NULL), NONE);
    for (size_t i = 0; i < count; i++) {
        OK(paylint_catalogue_at(i, &info));
        OK(paylint_catalogue_rule(info.rule, &same));
        EXPECT(same.name.data == info.name.data);
        OK(paylint_catalogue_find(info.name.data, info.name.length, &same, NULL));
        EXPECT(same.rule == info.rule);
        EXPECT(info.family.length > 0 && info.name.data[info.family.length] == '.');
        EXPECT(info.operations != 0 && info.message.length > 0);
        for (size_t p = 0; p < info.param_count; p++) {
            OK(paylint_catalogue_param(info.rule, p, &param));
            EXPECT(param.length > 0);
        }
        EXPECT_STATUS(paylint_catalogue_param(info.rule, info.param_count, &param), NONE);
    }
    OK(paylint_catalogue_rule(PAYLINT_RULE_AVS_ADDRESS_REQUIRED, &info));
    EXPECT(text_is(info.name, "avs.address_required") && text_is(info.family, "avs"));
    EXPECT(info.level == PAYLINT_LEVEL_DENY && info.basis == PAYLINT_BASIS_STATED && !info.locked);
    EXPECT(info.operations == PAYLINT_BIT(PAYLINT_OPERATION_ORDER));
    EXPECT(info.needs == (PAYLINT_BIT(PAYLINT_FACT_SUBSEQUENT) | PAYLINT_BIT(PAYLINT_FACT_MERCHANT_AVS_PERMISSION)));
    OK(paylint_catalogue_rule(PAYLINT_RULE_JSON_MALFORMED, &info));
    EXPECT(info.locked && info.param_count == 4 && info.source.data == NULL);
}

/* A policy with a label, levels and a rule of its own: what the engine tells of it, and the report. */
static void policies(void) {
    static const char json[] =
        "{\"label\":\"acme-1\",\"levels\":{\"*\":\"warn\",\"custom.low\":\"deny\"},\"rules\":[{"
        "\"name\":\"custom.cheap\",\"renamed_from\":\"custom.low\",\"on\":[\"order\"],\"member\":\"/products/*/price\","
        "\"minimum\":1,\"message\":\"{actual} is \\\"cheap\\\"\"}]}";
    static const char wrong[] = "{\"levels\":{\"avz.*\":\"warn\"}}";
    paylint_engine *own = NULL;
    paylint_engine *made = UNTOUCHED;
    paylint_engine_rule rule;
    paylint_finding finding;
    paylint_text text, rules, other;
    size_t count = 0, catalogue_count = 0;
    int32_t level = -1, verdict = -1;
    OK(paylint_engine_new(json, sizeof json - 1, &own, NULL));
    OK(paylint_engine_label(own, &text));
    EXPECT(text_is(text, "acme-1"));
    EXPECT_STATUS(paylint_engine_label(engine, &text), NONE);
    OK(paylint_engine_policy_note(own, 0, &text));
    EXPECT(text_is(text, "levels.custom.low: the rule is now called custom.cheap"));
    EXPECT_STATUS(paylint_engine_policy_note(own, 1, &text), NONE);
    EXPECT_STATUS(paylint_engine_policy_note(engine, 0, &text), NONE);
    OK(paylint_engine_rules_fingerprint(own, &rules));
    OK(paylint_engine_rules_fingerprint(engine, &other));
    EXPECT(rules.length == 16 && other.length == 16 && memcmp(rules.data, other.data, 16) == 0);
    OK(paylint_engine_policy_fingerprint(own, &text));
    OK(paylint_engine_policy_fingerprint(engine, &other));
    EXPECT(text.length == 16 && other.length == 16 && memcmp(text.data, other.data, 16) != 0);
    OK(paylint_engine_level(own, PAYLINT_RULE_PRODUCT_PRICE_MINIMUM, &level));
    EXPECT(level == PAYLINT_LEVEL_WARN);
    OK(paylint_engine_level(own, PAYLINT_RULE_JSON_MALFORMED, &level));
    EXPECT(level == PAYLINT_LEVEL_DENY);
    OK(paylint_engine_level(own, PAYLINT_RULE_AVS_ISSUER_SUPPORT, &level));
    EXPECT(level == PAYLINT_LEVEL_ALLOW);
    EXPECT_STATUS(paylint_engine_level(own, 0, &level), INVALID_NUMBER);
    OK(paylint_catalogue_count(&catalogue_count));
    OK(paylint_engine_rule_count(own, &count));
    EXPECT(count == catalogue_count + 1);
    OK(paylint_engine_rule_at(own, count - 1, &rule));
    EXPECT(rule.rule == 0 && rule.level == PAYLINT_LEVEL_DENY && text_is(rule.name, "custom.cheap"));
    EXPECT_STATUS(paylint_engine_rule_at(own, count, &rule), NONE);
    EXPECT_STATUS(paylint_engine_rule_at(NULL, 0, &rule), NULL_POINTER);
    OK(paylint_check_into(own, PAYLINT_OPERATION_ORDER, order, order_length, NULL, NULL, report,
                          NULL));
    paylint_engine_free(own);
    OK(paylint_report_finding_count(report, &count));
    OK(paylint_report_finding(report, count - 1, &finding));
    EXPECT(finding.rule == 0 && text_is(finding.name, "custom.cheap"));
    EXPECT(text_is(finding.message, "{actual} is \"cheap\""));
    OK(paylint_report_verdict(report, &verdict));
    EXPECT(verdict == PAYLINT_VERDICT_REJECT);
    EXPECT_STATUS(paylint_engine_new(wrong, sizeof wrong - 1, &made, NULL), INVALID_POLICY);
    EXPECT(last_error_is("invalid policy: levels.\"avz.*\": unknown family \"avz\"; did you mean "
                         "\"avs\"?"));
    EXPECT(made == UNTOUCHED);
}

/* Policies one over another, those that have a name, and what an engine knows of declared members. */
static void layers(void) {
    static char text[131072];
    static const char over[] = "{\"label\":\"over\",\"levels\":{\"field.unknown\":\"deny\"}}";
    static const char body[] =
        "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":1}],"
        "\"success_redirect\":\"https://shop.example/\"}";
    const int32_t kind = PAYLINT_OPERATION_ORDER;
    paylint_engine *own = NULL;
    paylint_engine *made = UNTOUCHED;
    paylint_text policies[2];
    paylint_text rules, other;
    size_t length = 0, plain = 0;
    // All its bytes are written: none of -1 is left.
    int32_t accepts = -1;
    policies[0].data = "shop-members";
    policies[0].length = 12;
    policies[1].data = over;
    policies[1].length = sizeof over - 1;
    OK(paylint_engine_new_in_layers(policies, 2, &own, NULL));
    OK(paylint_engine_label(own, &other));
    EXPECT(text_is(other, "over"));
    OK(paylint_accepts(own, kind, body, sizeof body - 1, NULL, NULL, &accepts, NULL));
    EXPECT(accepts == 1);
    OK(paylint_members_json(kind, text, sizeof text, &plain, NULL));
    OK(paylint_engine_members_json(own, kind, text, sizeof text, &length, NULL));
    EXPECT(length > plain);
    EXPECT_STATUS(paylint_engine_members_json(own, kind, text, length - 1, &plain, NULL),
                  BUFFER_TOO_SMALL);
    OK(paylint_schema_json("order", 5, text, sizeof text, &plain, NULL));
    OK(paylint_engine_schema_json(own, "order", 5, text, sizeof text, &length, NULL));
    EXPECT(length > plain);
    EXPECT_STATUS(paylint_engine_schema_json(NULL, "order", 5, text, sizeof text, &length, NULL),
                  NULL_POINTER);
    EXPECT_STATUS(paylint_engine_schema_json(own, "ordr", 4, text, sizeof text, &length, NULL),
                  NONE);
    paylint_engine_free(own);
    OK(paylint_engine_new_in_layers(&policies[1], 1, &own, NULL));
    OK(paylint_accepts(own, kind, body, sizeof body - 1, NULL, NULL, &accepts, NULL));
    EXPECT(accepts == 0);
    paylint_engine_free(own);
    OK(paylint_engine_new_in_layers(NULL, 0, &own, NULL));
    OK(paylint_engine_policy_fingerprint(own, &rules));
    OK(paylint_engine_policy_fingerprint(engine, &other));
    EXPECT(rules.length == 16 && memcmp(rules.data, other.data, 16) == 0);
    paylint_engine_free(own);
    policies[1].length--;
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, 2, &made, NULL), INVALID_POLICY);
    EXPECT_STATUS(paylint_engine_new_in_layers(NULL, 1, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, 2, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, SIZE_MAX, &made, NULL), INVALID_LENGTH);
    policies[1].data = NULL;
    EXPECT_STATUS(paylint_engine_new_in_layers(policies, 2, &made, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_engine_new("chekout", 7, &made, NULL), INVALID_POLICY);
    EXPECT(last_error_is("invalid policy: unknown preset \"chekout\"; did you mean \"checkout\"? "
                         "(presets are default, checkout, shop-members, strict)"));
    EXPECT_STATUS(paylint_engine_new("null", 4, &made, NULL), INVALID_POLICY);
    EXPECT_STATUS(paylint_policy_preset("chekout", 7, &other, NULL), NONE);
    EXPECT(made == UNTOUCHED);
    OK(paylint_policy_preset("checkout", 8, &other, NULL));
    OK(paylint_engine_new(other.data, other.length, &own, NULL));
    paylint_engine_free(own);
    OK(paylint_engine_new("checkout", 8, &own, NULL));
    OK(paylint_engine_label(own, &other));
    EXPECT(text_is(other, "checkout"));
    paylint_engine_free(own);
}

/* An engine's limits and what it does with unchecked rules; the facts that an obligation needs. */
static void strict(void) {
    static const char json[] =
        "{\"unchecked\":\"reject\",\"max_findings\":1,\"max_body_bytes\":80}";
    static const char good[] =
        "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":1}]}";
    static const char saving[] = "{\"setup_future_use\":\"one-click\"}";
    const int32_t kind = PAYLINT_OPERATION_ORDER;
    paylint_engine *own = NULL;
    paylint_finding finding;
    paylint_obligation obligation;
    paylint_text text;
    size_t count = 7;
    int32_t accepts = -1, truncated = -1;
    int32_t verdict = -1;
    OK(paylint_engine_new(json, sizeof json - 1, &own, NULL));
    OK(paylint_check_into(own, kind, good, sizeof good - 1, NULL, NULL, report, NULL));
    OK(paylint_report_verdict(report, &verdict));
    OK(paylint_report_finding_count(report, &count));
    EXPECT(verdict == PAYLINT_VERDICT_REJECT && count == 0);
    OK(paylint_accepts(own, kind, good, sizeof good - 1, NULL, NULL, &accepts, NULL));
    EXPECT(accepts == 0);
    OK(paylint_report_problem(report, &text));
    EXPECT(text_contains(text, "\"needs\":[\"merchant.avs_permission\"]"));
    OK(paylint_check_into(own, kind, "{\"client\":1}", 12, NULL, NULL, report, NULL));
    OK(paylint_report_finding_count(report, &count));
    OK(paylint_report_truncated(report, &truncated));
    EXPECT(count == 1 && truncated == 1);
    char large[81];
    memset(large, ' ', sizeof large);
    OK(paylint_check_into(own, kind, large, sizeof large, NULL, NULL, report, NULL));
    OK(paylint_report_finding(report, 0, &finding));
    EXPECT(finding.rule == PAYLINT_RULE_JSON_TOO_LARGE);
    paylint_engine_free(own);
    OK(paylint_facts_clear(facts));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_CARD_ISSUER_COUNTRY, "DE", 2, NULL));
    OK(paylint_check_into(engine, kind, saving, sizeof saving - 1, facts, NULL, report, NULL));
    OK(paylint_report_obligation(report, 0, &obligation));
    EXPECT(obligation.kind == PAYLINT_OBLIGATION_KIND_THREE_DS && !obligation.has_by);
    EXPECT(obligation.needs == PAYLINT_BIT(PAYLINT_FACT_MERCHANT_COUNTRY));
}

static void schemas(void) {
    static char schema[65536];
    static const char begin[] = "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",";
    size_t length = 0, again = 0;
    EXPECT_STATUS(paylint_schema_json("order", 5, NULL, 0, &length, NULL), BUFFER_TOO_SMALL);
    EXPECT(length > sizeof begin && length < sizeof schema);
    EXPECT_STATUS(paylint_schema_json("order", 5, schema, length - 1, &again, NULL),
                  BUFFER_TOO_SMALL);
    OK(paylint_schema_json("order", 5, schema, length, &again, NULL));
    EXPECT(again == length && memcmp(schema, begin, sizeof begin - 1) == 0);
    EXPECT(schema[length - 1] == '}');
    OK(paylint_schema_json("facts", 5, schema, sizeof schema, &again, NULL));
    OK(paylint_schema_json("policy", 6, schema, sizeof schema, &again, NULL));
    length = 7;
    EXPECT_STATUS(paylint_schema_json("ordr", 4, schema, sizeof schema, &length, NULL), NONE);
    EXPECT_STATUS(paylint_schema_json(NULL, 0, schema, sizeof schema, &length, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_schema_json("order", SIZE_MAX, NULL, 0, &length, NULL), INVALID_LENGTH);
    EXPECT_STATUS(paylint_schema_json("\xff", 1, NULL, 0, &length, NULL), INVALID_TEXT);
    EXPECT_STATUS(paylint_schema_json("order", 5, NULL, 1, &length, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_schema_json("order", 5, schema, sizeof schema, NULL, NULL), NULL_POINTER);
    EXPECT(length == 7);
}

static void members(void) {
    static char json[65536];
    static const char tax[] = "[\n{\"operation\":\"tax\",\"path\":\"/name\",\"type\":\"string\",\"example\":\"VAT\",";
    size_t length = 0, again = 0;
    EXPECT_STATUS(paylint_members_json(PAYLINT_OPERATION_TAX, NULL, 0, &length, NULL),
                  BUFFER_TOO_SMALL);
    EXPECT(length > sizeof tax && length < 1024);
    EXPECT_STATUS(paylint_members_json(PAYLINT_OPERATION_TAX, json, length - 1, &again, NULL),
                  BUFFER_TOO_SMALL);
    OK(paylint_members_json(PAYLINT_OPERATION_TAX, json, length, &again, NULL));
    EXPECT(again == length && memcmp(json, tax, sizeof tax - 1) == 0 && json[length - 1] == ']');
    OK(paylint_members_json(0, json, sizeof json, &again, NULL));
    EXPECT(again > 10 * length && json[again - 1] == ']');
    OK(paylint_members_json(PAYLINT_OPERATION_REVERSAL, json, sizeof json, &again, NULL));
    EXPECT(again == 3 && memcmp(json, "[\n]", 3) == 0);
    again = 7;
    EXPECT_STATUS(paylint_members_json(99, json, sizeof json, &again, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_members_json(-1, json, sizeof json, &again, NULL), INVALID_NUMBER);
    EXPECT_STATUS(paylint_members_json(0, NULL, 1, &again, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_members_json(0, json, sizeof json, NULL, NULL), NULL_POINTER);
    EXPECT(again == 7);
}

static void table(void) {
    const uint64_t funding = PAYLINT_BIT(PAYLINT_FEATURE_ACCOUNT_FUNDING);
    uint64_t others = 0;
    paylint_pair pair;
    int32_t number = 0;
    OK(paylint_compatibility(PAYLINT_FEATURE_ZERO_AMOUNT, PAYLINT_FEATURE_AVS, &pair));
    EXPECT(pair.kind == PAYLINT_COMPATIBILITY_KIND_DISPUTED);
    EXPECT(pair.row_of_a_lists_b == 1 && pair.row_of_b_lists_a == 0);
    EXPECT(text_is(pair.row_of_a, "Zero-Amount Payment") && text_is(pair.row_of_b, "AVS"));
    OK(paylint_compatibility(PAYLINT_FEATURE_RECURRING, PAYLINT_FEATURE_ONE_STEP, &pair));
    EXPECT(pair.kind == PAYLINT_COMPATIBILITY_KIND_COMPATIBLE && pair.row_of_a_lists_b == -1);
    EXPECT(pair.row_of_a.data == NULL);
    OK(paylint_compatibility(PAYLINT_FEATURE_TWO_STEP, PAYLINT_FEATURE_ACCOUNT_FUNDING, &pair));
    EXPECT(pair.kind == PAYLINT_COMPATIBILITY_KIND_INCOMPATIBLE);
    EXPECT_STATUS(paylint_compatibility(1, 1, &pair), NONE);
    EXPECT_STATUS(paylint_compatibility(0, 1, &pair), INVALID_NUMBER);
    EXPECT_STATUS(paylint_compatibility(1, 99, &pair), INVALID_NUMBER);
    OK(paylint_compatible_with(funding, &others));
    EXPECT(others & PAYLINT_BIT(PAYLINT_FEATURE_TAXES));
    EXPECT(!(others & PAYLINT_BIT(PAYLINT_FEATURE_TWO_STEP)) && !(others & funding));
    EXPECT_STATUS(paylint_compatible_with(UINT64_MAX, &others), INVALID_NUMBER);
    OK(paylint_operation_route("POST", 4, "/api/v0.6/orders/", 17, &number, NULL));
    EXPECT(number == PAYLINT_OPERATION_ORDER);
    EXPECT_STATUS(paylint_operation_route("GET", 3, "/orders/", 8, &number, NULL), NONE);
}

int main(void) {
    paylint_text error;
    OK(paylint_last_error(&error));
    EXPECT(error.length == 0 && error.data != NULL);
    EXPECT(strcmp(paylint_version(), PAYLINT_VERSION) == 0);
    EXPECT(paylint_abi() == PAYLINT_ABI);
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_new(&facts));
    OK(paylint_report_new(&report));
    lengths();
    empty_reports();
    errors();
    own_errors();
    wrong_facts();
    unread_facts();
    overlay();
    catalogue();
    policies();
    layers();
    strict();
    schemas();
    members();
    table();
    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    return summary("C, the contract");
}
