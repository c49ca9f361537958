/* Planted faults: a tool that doesn't find them proves nothing. */
#include "common.h"

static const char order[] = "{\"client\":{},\"products\":[]}";

/* A report that is never freed. */
static void leak(paylint_engine *engine) {
    paylint_report *report = NULL;
    OK(paylint_check(engine, 1, order, strlen(order), NULL, NULL, &report, NULL));
    report = NULL;
}

/* Reads a text after freeing its report. */
static void use_after_free(paylint_engine *engine) {
    paylint_report *report = NULL;
    paylint_text json = {NULL, 0};
    OK(paylint_check(engine, 1, order, strlen(order), NULL, NULL, &report, NULL));
    OK(paylint_report_json(report, &json));
    paylint_report_free(report);
    if (json.length > 0 && json.data[json.length - 1] == '}') printf("read\n");
}

/* Passes a length that is larger than the body. */
static void overflow(paylint_engine *engine) {
    int32_t accepts = 0;
    char *small = calloc(4, 1);
    (void)!paylint_accepts(engine, 1, memset(small, ' ', 4), 64, NULL, NULL, &accepts, NULL);
    free(small);
}

/* Passes a body that is not initialised. */
static void uninitialised(paylint_engine *engine) {
    int32_t accepts = 0;
    char *body = malloc(64);
    OK(paylint_accepts(engine, 1, body, 64, NULL, NULL, &accepts, NULL));
    free(body);
}

/* A signed sum that overflows. */
static void undefined(int count) {
    int32_t number = INT32_MAX;
    number += count;
    printf("%d\n", number);
}

int main(int count, char **arguments) {
    paylint_engine *engine = NULL;
    if (count != 2) return 2;
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    if (strcmp(arguments[1], "leak") == 0) leak(engine);
    if (strcmp(arguments[1], "use_after_free") == 0) use_after_free(engine);
    if (strcmp(arguments[1], "overflow") == 0) overflow(engine);
    if (strcmp(arguments[1], "uninitialised") == 0) uninitialised(engine);
    if (strcmp(arguments[1], "undefined") == 0) undefined(count);
    paylint_engine_free(engine);
    return 0;
}
