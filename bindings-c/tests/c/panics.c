/* In every function, a panic inside becomes a status, and nothing is printed. Needs a library built
 * with the feature provoke-panic. */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

void paylint_provoke_panic(int32_t armed);

#define PANICS(call) EXPECT_STATUS(call, INTERNAL_ERROR)

static const char good[] =
    "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":1}]}";
static paylint_engine *engine;
static paylint_facts *facts;
static paylint_report *report;

static void checks_panic(void) {
    paylint_report *made = NULL;
    paylint_answer *answer = NULL;
    int32_t accepts = -1;
    PANICS(paylint_check(engine, 1, good, strlen(good), facts, facts, &made, NULL));
    PANICS(paylint_check_into(engine, 1, good, strlen(good), facts, facts, report, NULL));
    PANICS(paylint_ask(engine, "{}", 2, &answer));
    PANICS(paylint_accepts(engine, 1, good, strlen(good), facts, facts, &accepts, NULL));
    EXPECT(made == NULL && answer == NULL && accepts == -1);
}

static void makers_panic(void) {
    paylint_engine *one = NULL;
    paylint_facts *two = NULL;
    paylint_report *three = NULL;
    paylint_text text;
    size_t length;
    PANICS(paylint_engine_new(NULL, 0, &one, NULL));
    PANICS(paylint_facts_new(&two));
    PANICS(paylint_facts_from_json("{}", 2, &two, NULL));
    PANICS(paylint_report_new(&three));
    EXPECT(one == NULL && two == NULL && three == NULL);
    PANICS(paylint_last_error(&text));
    PANICS(paylint_last_error_copy(NULL, 0, &length));
}

static void setters_panic(void) {
    PANICS(paylint_facts_read_json(facts, "{}", 2, NULL));
    PANICS(paylint_facts_clear(facts));
    PANICS(paylint_facts_set_text(facts, PAYLINT_FACT_WEBSITE, "a", 1, NULL));
    PANICS(paylint_facts_set_bool(facts, PAYLINT_FACT_KEY_TEST, 1, NULL));
    PANICS(paylint_facts_set_integer(facts, PAYLINT_FACT_MERCHANT_HOLD_DAYS, 7, NULL));
    PANICS(paylint_facts_set_amount(facts, PAYLINT_FACT_ORDER_AMOUNT, 1, 0, NULL));
    PANICS(paylint_facts_set_time(facts, PAYLINT_FACT_NOW, 1, 0, NULL));
    PANICS(paylint_facts_add_text(facts, PAYLINT_FACT_KEY_BRANDS, "a", 1, NULL));
    PANICS(paylint_facts_add_header(facts, "a", 1, "b", 1, NULL));
    PANICS(paylint_facts_open_headers(facts));
    PANICS(paylint_facts_set_capabilities(facts, 0, NULL));
}

static void accessors_panic(void) {
    int32_t number;
    int64_t seconds;
    uint64_t mask;
    size_t count;
    int32_t flag;
    paylint_text text;
    paylint_finding finding;
    paylint_unchecked unchecked;
    paylint_obligation obligation;
    PANICS(paylint_report_verdict(report, &number));
    PANICS(paylint_report_status(report, &number));
    PANICS(paylint_report_operation(report, &number));
    PANICS(paylint_report_scenario(report, &number));
    PANICS(paylint_report_capabilities(report, &mask));
    PANICS(paylint_report_total(report, &text));
    PANICS(paylint_report_finding_count(report, &count));
    PANICS(paylint_report_finding(report, 0, &finding));
    PANICS(paylint_report_truncated(report, &flag));
    PANICS(paylint_report_unchecked_count(report, &count));
    PANICS(paylint_report_unchecked(report, 0, &unchecked));
    PANICS(paylint_report_obligation_count(report, &count));
    PANICS(paylint_report_obligation(report, 0, &obligation));
    PANICS(paylint_report_valid_until(report, &seconds));
    PANICS(paylint_report_json(report, &text));
}

static void names_panic(void) {
    int32_t number;
    paylint_text text;
    PANICS(paylint_operation_name(1, &text));
    PANICS(paylint_operation_from_name("a", 1, &number, NULL));
    PANICS(paylint_feature_name(1, &text));
    PANICS(paylint_feature_from_name("a", 1, &number, NULL));
    PANICS(paylint_fact_name(1, &text));
    PANICS(paylint_fact_from_name("a", 1, &number, NULL));
}

int main(void) {
    paylint_text error;
    int32_t verdict = 0;
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_new(&facts));
    OK(paylint_check(engine, 1, good, strlen(good), facts, NULL, &report, NULL));
    paylint_provoke_panic(1);
    checks_panic();
    makers_panic();
    setters_panic();
    accessors_panic();
    names_panic();
    paylint_engine *other = NULL;
    paylint_error *told = NULL, *freed = NULL;
    PANICS(paylint_engine_new(NULL, 0, &other, &told));
    PANICS(paylint_engine_new(NULL, 0, &other, &freed));
    PANICS(paylint_error_text(told, &error));
    paylint_error_free(freed);
    paylint_provoke_panic(0);
    OK(paylint_error_text(told, &error));
    EXPECT(text_contains(error, "internal error in libpaylint at "));
    EXPECT(!text_contains(error, "secret"));
    paylint_error_free(told);
    OK(paylint_last_error(&error));
    EXPECT(text_contains(error, "internal error in libpaylint at "));
    EXPECT(!text_contains(error, "secret"));
    /* The handles still work. */
    OK(paylint_check_into(engine, 1, good, strlen(good), facts, NULL, report, NULL));
    OK(paylint_report_verdict(report, &verdict));
    EXPECT(verdict == PAYLINT_VERDICT_ACCEPT);
    OK(paylint_engine_new(NULL, 0, &other, NULL));
    /* Freeing works even if the call panics. */
    paylint_provoke_panic(1);
    paylint_engine_free(other);
    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    return summary("C, panics inside");
}
