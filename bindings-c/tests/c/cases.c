/* Runs every case in every way that the library offers, and expects the core's reports byte for
 * byte. */
#define _POSIX_C_SOURCE 200809L
#include "rebuilt.h"

static paylint_engine *standard;
static paylint_report *kept;
static writer rebuilt;

static void compare(const char *way, const test_case *one, const paylint_report *report) {
    paylint_text json = {NULL, 0};
    OK(paylint_report_json(report, &json));
    if (!text_is(json, one->expected)) {
        fprintf(stderr, "%s (%s): unexpected report\n", one->id, way);
        failures++;
    }
}

/* The accessors agree with the JSON. */
static void compare_parts(const test_case *one, const paylint_report *report) {
    rebuild(&rebuilt, report, one->operation_name);
    paylint_text text = {rebuilt.data, rebuilt.length};
    if (!text_is(text, one->expected)) {
        fprintf(stderr, "%s: the accessors disagree:\n%.*s\n", one->id, (int)text.length,
                text.data);
        failures++;
    }
}

static void check(const test_case *one, const paylint_engine *engine, const paylint_facts *facts) {
    paylint_report *report = NULL;
    int32_t accepts = 0;
    int32_t verdict = 0;
    OK(paylint_check(engine, one->operation, one->body, one->body_length, facts, NULL, &report,
                     NULL));
    compare("standing facts", one, report);
    paylint_report_free(report);
    OK(paylint_check_into(engine, one->operation, one->body, one->body_length, NULL, facts, kept,
                          NULL));
    compare("changing facts", one, kept);
    compare_parts(one, kept);
    OK(paylint_check_into(engine, one->operation, one->body, one->body_length, facts, facts, kept,
                          NULL));
    compare("facts over themselves", one, kept);
    OK(paylint_report_verdict(kept, &verdict));
    OK(paylint_accepts(engine, one->operation, one->body, one->body_length, facts, NULL, &accepts,
                       NULL));
    EXPECT(accepts == (verdict == PAYLINT_VERDICT_ACCEPT));
}

/* Returns whether the case has a report. */
static int run(const test_case *one) {
    paylint_engine *own = NULL;
    paylint_facts *facts = NULL;
    int usable = one->operation != 0;
    if (one->policy != NULL &&
        paylint_engine_new(one->policy, one->policy_length, &own, NULL) != PAYLINT_STATUS_OK) {
        usable = 0;
    }
    if (one->facts != NULL &&
        paylint_facts_from_json(one->facts, one->facts_length, &facts, NULL) != PAYLINT_STATUS_OK) {
        EXPECT(last_error_is(one->error));
        usable = 0;
    }
    if (usable) {
        check(one, own != NULL ? own : standard, facts);
    }
    paylint_facts_free(facts);
    paylint_engine_free(own);
    return usable;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    buffer cases = read_file(arguments[1]);
    char *lines = cases.data;
    test_case one;
    int reports = 0, errors = 0;
    OK(paylint_engine_new(NULL, 0, &standard, NULL));
    OK(paylint_report_new(&kept));
    while (next_case(&lines, &one)) {
        int usable = run(&one);
        if (usable == expects_error(&one)) {
            fprintf(stderr, "%s: %s\n", one.id, usable ? "expected an error" : "unexpected error");
            failures++;
        }
        reports += usable;
        errors += !usable;
    }
    EXPECT(reports > 500 && errors >= 5);
    printf("%d reports, %d errors\n", reports, errors);
    paylint_report_free(kept);
    paylint_engine_free(standard);
    free(rebuilt.data);
    free(cases.data);
    return summary("C, every case");
}
