/* Eight threads share an engine, standing facts and a finished report, and each fails in its own way.
 * The second argument, if given, is the number of rounds. */
#define _POSIX_C_SOURCE 200809L
#include "common.h"
#include <pthread.h>

enum { THREADS = 8 };

static buffer cases;
static paylint_engine *engine;
static paylint_facts *standing;
static paylint_report *shared;
static paylint_text first_json;
static int failed[THREADS];
static int rounds = 10;

static const char order[] = "{\"client\":{},\"products\":[{\"title\":\"Cup\",\"price\":\"dear\"}]}";

/* A copy of the lines, because reading the cases cuts them in place. */
static char *copy(buffer text) {
    char *copied = malloc(text.length + 1);
    if (copied == NULL) exit(2);
    memcpy(copied, text.data, text.length + 1);
    return copied;
}

static int check_all(paylint_report *report, paylint_facts *scratch) {
    char *lines = copy(cases), *line = lines;
    test_case one;
    int wrong = 0;
    while (next_case(&line, &one)) {
        paylint_text json;
        if (one.policy != NULL || expects_error(&one)) continue;
        (void)paylint_facts_clear(scratch);
        if (one.facts != NULL &&
            paylint_facts_read_json(scratch, one.facts, one.facts_length,
                                    NULL) != PAYLINT_STATUS_OK) {
            wrong++;
            continue;
        }
        wrong += paylint_check_into(engine, one.operation, one.body, one.body_length, NULL, scratch,
                                    report, NULL) != PAYLINT_STATUS_OK;
        wrong += paylint_report_json(report, &json) != PAYLINT_STATUS_OK;
        wrong += !text_is(json, one.expected);
    }
    free(lines);
    return wrong;
}

/* The wrong policy of a thread, and what is said about it. */
static void policy_of(size_t number, char *policy, char *expected, size_t size) {
    snprintf(policy, size, "{\"max_findings\":%zu}", 20000 + number);
    snprintf(expected, size, "invalid policy: max_findings: %zu is not in 1..=10000",
             20000 + number);
}

/* Each thread provokes a different error, and must find its own as the last one. */
static int last_error(size_t thread) {
    char policy[64], expected[64];
    paylint_engine *none = NULL;
    paylint_text error;
    policy_of(thread, policy, expected, sizeof policy);
    return paylint_engine_new(policy, strlen(policy), &none,
                              NULL) != PAYLINT_STATUS_INVALID_POLICY ||
           paylint_last_error(&error) != PAYLINT_STATUS_OK || !text_is(error, expected);
}

static void *work(void *argument) {
    size_t thread = (size_t)argument;
    paylint_report *report = NULL;
    paylint_facts *scratch = NULL;
    paylint_finding finding;
    paylint_text json;
    int wrong = paylint_report_new(&report) != PAYLINT_STATUS_OK;
    wrong += paylint_facts_new(&scratch) != PAYLINT_STATUS_OK;
    /* The texts of the shared report are written by whichever thread comes first. */
    wrong += paylint_report_finding(shared, 0, &finding) != PAYLINT_STATUS_OK;
    wrong += paylint_report_json(shared, &json) != PAYLINT_STATUS_OK;
    wrong += !text_is(finding.path, "/products/0/price");
    wrong += json.length < 100;
    for (int round = 0; round < rounds; round++) {
        wrong += last_error(thread);
        wrong += check_all(report, scratch);
        wrong += paylint_check_into(engine, PAYLINT_OPERATION_ORDER, order, strlen(order), standing,
                                    NULL, report, NULL) != PAYLINT_STATUS_OK;
        wrong += paylint_report_json(report, &json) != PAYLINT_STATUS_OK;
        wrong += json.length != first_json.length ||
                 memcmp(json.data, first_json.data, json.length) != 0;
    }
    paylint_facts_free(scratch);
    paylint_report_free(report);
    failed[thread] = wrong;
    return NULL;
}

int main(int count, char **arguments) {
    static const char facts[] = "{\"merchant\":{\"avs_permission\":true,\"country\":\"LV\"}}";
    pthread_t threads[THREADS];
    if (count != 2 && count != 3) return 2;
    if (count == 3) rounds = atoi(arguments[2]);
    cases = read_file(arguments[1]);
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_from_json(facts, strlen(facts), &standing, NULL));
    paylint_report *first = NULL;
    OK(paylint_check(engine, PAYLINT_OPERATION_ORDER, order, strlen(order), standing, NULL,
                     &first, NULL));
    OK(paylint_check(engine, PAYLINT_OPERATION_ORDER, order, strlen(order), standing, NULL,
                     &shared, NULL));
    OK(paylint_report_json(first, &first_json));
    for (size_t i = 0; i < THREADS; i++) {
        EXPECT(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        EXPECT(pthread_join(threads[i], NULL) == 0);
        EXPECT(failed[i] == 0);
    }
    paylint_report_free(shared);
    paylint_report_free(first);
    paylint_facts_free(standing);
    paylint_engine_free(engine);
    free(cases.data);
    return summary("C, eight threads");
}
