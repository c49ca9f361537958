/* Prints the report of each case in a file, or "error", one per line. */
#include "common.h"

/* The report of a case; no text if there is an error. */
static paylint_text answer(const test_case *one, const paylint_engine *standard,
                           paylint_report *report) {
    paylint_text json = {NULL, 0};
    paylint_engine *own = NULL;
    paylint_facts *facts = NULL;
    if ((one->policy == NULL ||
         paylint_engine_new(one->policy, one->policy_length, &own, NULL) == PAYLINT_STATUS_OK) &&
        (one->facts == NULL ||
         paylint_facts_from_json(one->facts, one->facts_length, &facts,
                                 NULL) == PAYLINT_STATUS_OK) &&
        paylint_check_into(own != NULL ? own : standard, one->operation, one->body,
                           one->body_length, facts, NULL, report, NULL) == PAYLINT_STATUS_OK) {
        OK(paylint_report_json(report, &json));
    }
    paylint_facts_free(facts);
    paylint_engine_free(own);
    return json;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    buffer cases = read_file(arguments[1]);
    char *lines = cases.data;
    paylint_engine *standard = NULL;
    paylint_report *report = NULL;
    test_case one;
    OK(paylint_engine_new(NULL, 0, &standard, NULL));
    OK(paylint_report_new(&report));
    while (next_case(&lines, &one)) {
        paylint_text json = answer(&one, standard, report);
        if (json.data == NULL) {
            puts("error");
        } else {
            fwrite(json.data, 1, json.length, stdout);
            putchar('\n');
        }
    }
    paylint_report_free(report);
    paylint_engine_free(standard);
    free(cases.data);
    return failures != 0 || fflush(stdout) != 0;
}
