/* A program that sets facts with setters and reuses a report soon allocates nothing, and neither
 * does paylint_accepts(). Linked with wrappers that count allocations. */
#include "common.h"

static size_t allocations;

/* The linker redirects each function to __wrap_…; the original is __real_…. */
#define COUNTED(result, function, parameters, arguments)                                           \
    result __real_##function parameters;                                                           \
    result __wrap_##function parameters;                                                           \
    result __wrap_##function parameters {                                                          \
        allocations++;                                                                             \
        return __real_##function arguments;                                                        \
    }

COUNTED(void *, malloc, (size_t size), (size))
COUNTED(void *, calloc, (size_t count, size_t size), (count, size))
COUNTED(void *, realloc, (void *memory, size_t size), (memory, size))
COUNTED(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))
COUNTED(int, posix_memalign, (void **memory, size_t alignment, size_t size),
        (memory, alignment, size))

static const char good[] = "{\"total\":60.5}";
static const char bad[] = "{\"total\":true,\"unknown\":null}";

static void fill(paylint_facts *facts, int64_t now) {
    OK(paylint_facts_clear(facts));
    OK(paylint_facts_set_time(facts, PAYLINT_FACT_NOW, now, 0, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_SCENARIO, "two_step", 8, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_CURRENCY, "EUR", 3, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_AMOUNT, "60.50", 5, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_ORDER_CAPTURED, "0", 1, NULL));
    OK(paylint_facts_set_bool(facts, PAYLINT_FACT_ORDER_REVERSED, 0, NULL));
    OK(paylint_facts_set_time(facts, PAYLINT_FACT_ORDER_PAID_AT, 1599900000, 0, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_REQUEST_METHOD, "POST", 4, NULL));
    OK(paylint_facts_set_text(facts, PAYLINT_FACT_REQUEST_PATH, "/api/v0.6/orders/1/capture/", 27,
                              NULL));
    OK(paylint_facts_add_header(facts, "Authorization", 13, "Bearer abcdef", 13, NULL));
    OK(paylint_facts_add_header(facts, "Content-Type", 12, "application/json; charset=utf-8", 31,
                                NULL));
    OK(paylint_facts_add_text(facts, PAYLINT_FACT_KEY_BRANDS, "visa", 4, NULL));
}

int main(void) {
    paylint_engine *engine = NULL;
    paylint_facts *standing = NULL, *changing = NULL;
    paylint_report *report = NULL, *other = NULL;
    paylint_text json;
    size_t before;
    int32_t accepts = 0;
    const int32_t capture = PAYLINT_OPERATION_CAPTURE;
    OK(paylint_engine_new(NULL, 0, &engine, NULL));
    OK(paylint_facts_from_json("{\"merchant\":{\"hold_days\":10}}", 29, &standing, NULL));
    OK(paylint_facts_new(&changing));
    OK(paylint_report_new(&report));

    before = allocations;
    OK(paylint_accepts(engine, capture, good, strlen(good), standing, NULL, &accepts, NULL));
    EXPECT(accepts && allocations == before);

    for (int64_t request = 0; request < 100; request++) {
        /* The first requests, two of them with unknown members, allocate what the others reuse. */
        if (request == 6) before = allocations;
        int rejects = request % 3 == 2;
        const char *body = rejects ? bad : good;
        int32_t verdict = 0;
        fill(changing, 1600000000 + request);
        OK(paylint_check_into(engine, capture, body, strlen(body), standing, changing, report,
                              NULL));
        OK(paylint_report_verdict(report, &verdict));
        EXPECT(verdict == (rejects ? PAYLINT_VERDICT_REJECT : PAYLINT_VERDICT_ACCEPT));
        OK(paylint_report_json(report, &json));
        OK(paylint_accepts(engine, capture, body, strlen(body), standing, changing, &accepts,
                           NULL));
        EXPECT(accepts == !rejects);
    }
    if (allocations != before) fprintf(stderr, "%zu allocations\n", allocations - before);
    EXPECT(allocations == before);

    /* The counter works. */
    OK(paylint_check(engine, capture, good, strlen(good), standing, changing, &other, NULL));
    EXPECT(allocations > before);
    paylint_report_free(other);
    paylint_report_free(report);
    paylint_facts_free(changing);
    paylint_facts_free(standing);
    paylint_engine_free(engine);
    return summary("C, no allocations");
}
