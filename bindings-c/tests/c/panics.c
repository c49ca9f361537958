/* A panic in any function of the library becomes a status, and nothing is printed. Needs a library built with the
 * feature provoke-panic. */
#include "common.h"

void paylint_provoke_panic(int32_t armed);

#define PANICS(call) EXPECT_STATUS(call, INTERNAL_ERROR)

static const char good[] =
    "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":1}]}";
static paylint_engine *engine;
static paylint_facts *facts;
static paylint_report *report;
static paylint_answer *answer;

/* All functions with a status, which test-c.sh checks. */
static void panic(void) {
    paylint_engine *one = NULL;
    paylint_report *made = NULL;
    paylint_facts *read = NULL;
    paylint_answer *asked = NULL;
    int32_t number = -1;
    size_t count = 7;
    paylint_finding finding;
    paylint_text text = {NULL, 7};
    PANICS(paylint_engine_new(NULL, 0, &one, NULL));
    PANICS(paylint_engine_new_in_layers(NULL, 0, &one, NULL));
    PANICS(paylint_facts_new(&read));
    PANICS(paylint_facts_from_json("{}", 2, &read, NULL));
    PANICS(paylint_facts_read_json(facts, "{}", 2, NULL));
    PANICS(paylint_facts_clear(facts));
    PANICS(paylint_facts_set_text(facts, PAYLINT_FACT_WEBSITE, "a", 1, NULL));
    PANICS(paylint_facts_set_bool(facts, PAYLINT_FACT_KEY_TEST, 1, NULL));
    PANICS(paylint_facts_set_integer(facts, PAYLINT_FACT_MERCHANT_HOLD_DAYS, 7, NULL));
    PANICS(paylint_facts_set_time(facts, PAYLINT_FACT_NOW, 0, 0, NULL));
    PANICS(paylint_facts_add_text(facts, PAYLINT_FACT_KEY_BRANDS, "visa", 4, NULL));
    PANICS(paylint_facts_add_header(facts, "a", 1, "b", 1, NULL));
    PANICS(paylint_facts_open_list(facts, PAYLINT_FACT_REQUEST_HEADERS, NULL));
    PANICS(paylint_check(engine, 1, good, strlen(good), facts, facts, &made, NULL));
    PANICS(paylint_check_into(engine, 1, good, strlen(good), facts, facts, report, NULL));
    PANICS(paylint_accepts(engine, 1, good, strlen(good), facts, facts, &number, NULL));
    PANICS(paylint_ask(engine, "{}", 2, &asked));
    PANICS(paylint_answer_text(answer, &text));
    PANICS(paylint_report_new(&made));
    PANICS(paylint_report_verdict(report, &number));
    PANICS(paylint_report_status(report, &number));
    PANICS(paylint_report_finding_count(report, &count));
    PANICS(paylint_report_finding(report, 0, &finding));
    PANICS(paylint_report_json(report, &text));
    PANICS(paylint_operation_from_name("a", 1, &number, NULL));
    EXPECT(one == NULL && made == NULL && read == NULL && asked == NULL && number == -1);
    EXPECT(count == 7 && text.length == 7);
}

int main(void) {
    paylint_text error;
    int32_t verdict = 0;
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_new(&facts));
    OK(paylint_check(engine, 1, good, strlen(good), facts, NULL, &report, NULL));
    OK(paylint_ask(engine, "{\"ask\":\"notes\"}", 15, &answer));
    paylint_provoke_panic(1);
    panic();
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
    /* The handles still work. */
    OK(paylint_check_into(engine, 1, good, strlen(good), facts, NULL, report, NULL));
    OK(paylint_report_verdict(report, &verdict));
    EXPECT(verdict == PAYLINT_VERDICT_ACCEPT);
    OK(paylint_engine_new(NULL, 0, &other, NULL));
    /* Freeing works even if the call panics. */
    paylint_provoke_panic(1);
    paylint_engine_free(other);
    paylint_answer_free(answer);
    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    return summary("C, panics inside");
}
