/* Measures a check through the library, with its report copied as JSON: calls FACTS ORDER... */
#define _POSIX_C_SOURCE 199309L
#include <paylint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AT_ONCE = 1000 };

static char *read_file(const char *name, size_t *length) {
    static char text[1 << 20];
    FILE *file = fopen(name, "rb");
    char *copy;
    if (file == NULL) exit(2);
    *length = fread(text, 1, sizeof text, file);
    fclose(file);
    copy = malloc(*length);
    if (copy == NULL) exit(2);
    return memcpy(copy, text, *length);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    static char copy[1 << 16];
    paylint_engine *engine;
    paylint_facts *facts;
    paylint_report *report;
    size_t length;
    char *text;
    if (count < 3) return 2;
    text = read_file(arguments[1], &length);
    if (paylint_engine_new(NULL, 0, &engine, NULL) || paylint_report_new(&report) ||
        paylint_facts_from_json(text, length, &facts, NULL))
        return 2;
    for (int i = 2; i < count; i++) {
        char *body = read_file(arguments[i], &length);
        double start = now(), taken = 0;
        long calls = 0;
        for (; taken < 1; taken = now() - start) {
            for (int j = 0; j < AT_ONCE; j++) {
                paylint_text json;
                if (paylint_check_into(engine, PAYLINT_OPERATION_ORDER, body, length, facts, NULL,
                                       report, NULL) ||
                    paylint_report_json(report, &json) || json.length > sizeof copy)
                    return 2;
                memcpy(copy, json.data, json.length);
            }
            calls += AT_ONCE;
        }
        printf("C   %-24s %8.1f µs, %8.0f a second\n", arguments[i], taken / (double)calls * 1e6,
               (double)calls / taken);
        free(body);
    }
    paylint_report_free(report);
    paylint_facts_free(facts);
    paylint_engine_free(engine);
    free(text);
    return 0;
}
