/* A panic in the library becomes a status, and nothing is printed. Needs a library built with the feature
 * provoke-panic. */
#include "common.h"

void paylint_provoke_panic(int32_t armed);

#define PANICS(call) EXPECT_STATUS(call, INTERNAL_ERROR)

static const char good[] =
    "{\"client\":{\"email\":\"a@b.example\"},\"products\":[{\"title\":\"Cup\",\"price\":1}]}";
static paylint_engine *engine;
static paylint_facts *facts;
static paylint_report *report;

/* One function of each kind: a test of the source checks that all go through the same boundary. */
static void panic(void) {
    paylint_engine *one = NULL;
    paylint_report *made = NULL;
    paylint_answer *answer = NULL;
    int32_t number = -1;
    paylint_finding finding;
    PANICS(paylint_engine_new(NULL, 0, &one, NULL));
    PANICS(paylint_facts_set_text(facts, PAYLINT_FACT_WEBSITE, "a", 1, NULL));
    PANICS(paylint_check(engine, 1, good, strlen(good), facts, facts, &made, NULL));
    PANICS(paylint_check_into(engine, 1, good, strlen(good), facts, facts, report, NULL));
    PANICS(paylint_accepts(engine, 1, good, strlen(good), facts, facts, &number, NULL));
    PANICS(paylint_ask(engine, "{}", 2, &answer));
    PANICS(paylint_report_verdict(report, &number));
    PANICS(paylint_report_finding(report, 0, &finding));
    PANICS(paylint_operation_from_name("a", 1, &number, NULL));
    EXPECT(one == NULL && made == NULL && answer == NULL && number == -1);
}

int main(void) {
    paylint_text error;
    int32_t verdict = 0;
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_new(&facts));
    OK(paylint_check(engine, 1, good, strlen(good), facts, NULL, &report, NULL));
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
    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    return summary("C, panics inside");
}
