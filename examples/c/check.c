/*
 * Checks a request before it is sent:
 *
 *     check order order.json facts.json
 *
 * Prints what is wrong with the body and where. Exit code: 0 the gateway can accept it, 1 it
 * cannot, 2 it could not be checked.
 */
#include <paylint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The library's texts don't end in NUL: print them by their length. */
#define PRINT(text) (int)(text).length, (text).data

/* Reads a whole file; the caller frees the memory. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0) text = malloc((size_t)size + 1);
    if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(2);
    }
    fclose(file);
    *length = (size_t)size;
    return text;
}

/* Ends the program if a call failed, and says why it did. Not every call has an error. */
static void must(paylint_status status, const paylint_error *error, const char *what) {
    paylint_text text;
    if (status == PAYLINT_STATUS_OK) return;
    if (error != NULL && paylint_error_text(error, &text) == PAYLINT_STATUS_OK)
        fprintf(stderr, "%s: %.*s\n", what, PRINT(text));
    else
        fprintf(stderr, "%s: %s\n", what, paylint_status_message(status));
    exit(2);
}

static void print_findings(const paylint_report *report) {
    size_t count = 0;
    must(paylint_report_finding_count(report, &count), NULL, "report");
    for (size_t i = 0; i < count; i++) {
        paylint_finding finding;
        must(paylint_report_finding(report, i, &finding), NULL, "finding");
        printf("%s %.*s: %.*s [%.*s]\n", finding.level == PAYLINT_LEVEL_DENY ? "error" : "warning",
               PRINT(finding.path), PRINT(finding.message), PRINT(finding.name));
    }
}

int main(int count, char **arguments) {
    paylint_engine *engine = NULL;
    paylint_facts *facts = NULL;
    paylint_report *report = NULL;
    paylint_error *error = NULL;
    paylint_status status;
    int32_t operation = 0, verdict = 0;
    size_t body_length = 0, facts_length = 0;
    if (count != 3 && count != 4) {
        fprintf(stderr, "usage: %s OPERATION BODY [FACTS]\n", arguments[0]);
        return 2;
    }
    if (paylint_operation_from_name(arguments[1], strlen(arguments[1]), &operation, NULL) !=
        PAYLINT_STATUS_OK) {
        fprintf(stderr, "there is no operation %s\n", arguments[1]);
        return 2;
    }
    char *body = read_file(arguments[2], &body_length);
    if (count == 4) {
        char *json = read_file(arguments[3], &facts_length);
        status = paylint_facts_from_json(json, facts_length, &facts, &error);
        must(status, error, arguments[3]);
        free(json);
    }

    /* Once, when the program starts; any number of threads may use it. */
    status = paylint_engine_new(NULL, 0, &engine, &error);
    must(status, error, "engine");
    /* For each request. */
    status = paylint_check(engine, operation, body, body_length, facts, NULL, &report, &error);
    must(status, error, arguments[2]);

    print_findings(report);
    must(paylint_report_verdict(report, &verdict), NULL, "report");
    printf("%s\n", verdict == PAYLINT_VERDICT_ACCEPT ? "accept" : "reject");

    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    free(body);
    return verdict == PAYLINT_VERDICT_ACCEPT ? 0 : 1;
}
