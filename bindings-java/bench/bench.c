/* How long a check takes in C: bench FACTS BODY… */
#include <paylint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t read_file(const char *path, char *buffer, size_t capacity) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) exit(2);
    size_t length = fread(buffer, 1, capacity, file);
    fclose(file);
    return length;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

int main(int count, char **arguments) {
    static char json[65536], body[65536];
    enum { CALLS = 100000 };
    size_t length = read_file(arguments[1], json, sizeof json);
    paylint_engine *engine = NULL;
    paylint_facts *facts = NULL;
    paylint_report *report = NULL;
    if (paylint_engine_new(NULL, 0, &engine, NULL) || paylint_facts_from_json(json, length, &facts, NULL) ||
        paylint_report_new(&report))
        return 2;
    for (int i = 2; i < count; i++) {
        const char *slash = strrchr(arguments[i], '/');
        length = read_file(arguments[i], body, sizeof body);
        for (int with_report = 0; with_report < 2; with_report++) {
            double best = 1e9;
            for (int round = 0; round < 10; round++) {
                double start = now();
                for (int call = 0; call < CALLS; call++) {
                    int32_t accepts;
                    paylint_text text;
                    if (with_report
                            ? paylint_check_into(engine, PAYLINT_OPERATION_ORDER, body, length, facts, NULL, report, NULL) ||
                                  paylint_report_json(report, &text)
                            : paylint_accepts(engine, PAYLINT_OPERATION_ORDER, body, length, facts, NULL, &accepts, NULL))
                        return 2;
                }
                double each = (now() - start) / CALLS;
                if (each < best) best = each;
            }
            printf("C     %s, %-*s %7.2f µs %10.0f a second\n", slash ? slash + 1 : arguments[i],
                   (int)(34 - strlen(slash ? slash + 1 : arguments[i])), with_report ? "the report" : "the verdict", best,
                   1e6 / best);
        }
    }
    return 0;
}
