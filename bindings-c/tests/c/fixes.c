/* Fixes: in every case, the answer and the bodies with changes applied are those of the engine in Rust,
 * byte for byte. The second file has the answer on each line, the third the body with the safe changes and
 * the body with all that may be applied, in base64; or "error". */
#include "common.h"

static char answer[1 << 20];
static char expected[1 << 20];

static paylint_status fixes_of(const paylint_engine *engine, const test_case *one, size_t capacity,
                               size_t *length) {
    return paylint_fixes_json(engine, one->operation, one->body, one->body_length, one->facts,
                              one->facts_length, answer, capacity, length, NULL);
}

static paylint_status applied(const paylint_engine *engine, const test_case *one,
                              int32_t also_unsafe, size_t capacity, size_t *length) {
    return paylint_apply(engine, one->operation, one->body, one->body_length, one->facts,
                         one->facts_length, also_unsafe, answer, capacity, length, NULL);
}

static void compare(const test_case *one, paylint_status status, size_t length,
                    const char *wanted, size_t wanted_length) {
    if (status != PAYLINT_STATUS_OK || length != wanted_length ||
        memcmp(answer, wanted, length) != 0) {
        fprintf(stderr, "%s: unexpected answer\n", one->id);
        failures++;
    }
}

static void ask(const paylint_engine *engine, const test_case *one) {
    size_t length = 0, needed = 0;
    paylint_status status = fixes_of(engine, one, sizeof answer, &length);
    if (strcmp(one->expected, "error") == 0) {
        EXPECT(status != PAYLINT_STATUS_OK && length == 0);
        return;
    }
    compare(one, status, length, one->expected, strlen(one->expected));
    /* A buffer that is too small is left as it is. */
    answer[0] = '~';
    EXPECT_STATUS(fixes_of(engine, one, length - 1, &needed), BUFFER_TOO_SMALL);
    EXPECT(needed == length && answer[0] == '~');
}

static void apply(const paylint_engine *engine, const test_case *one) {
    size_t length = 0;
    paylint_status status = applied(engine, one, 0, sizeof answer, &length);
    if (strcmp(one->expected, "error") == 0) {
        EXPECT(status != PAYLINT_STATUS_OK && length == 0);
        return;
    }
    strcpy(expected, one->expected);
    char *safe = expected, *all = strchr(safe, ' ');
    *all++ = '\0';
    compare(one, status, length, safe, base64(safe));
    status = applied(engine, one, 1, sizeof answer, &length);
    compare(one, status, length, all, base64(all));
}

static void every_case(const char *cases, const char *wanted,
                       void (*test)(const paylint_engine *, const test_case *)) {
    buffer lines = read_file(cases), answers = read_file(wanted);
    char *line = lines.data, *rest = answers.data;
    int count = 0;
    test_case one;
    while (next_case(&line, &rest, &one)) {
        paylint_engine *engine = NULL;
        if (one.policy != NULL &&
            paylint_engine_new(one.policy, one.policy_length, &engine, NULL) != PAYLINT_STATUS_OK) {
            EXPECT(strcmp(one.expected, "error") == 0);
            continue;
        }
        test(engine, &one);
        paylint_engine_free(engine);
        count++;
    }
    EXPECT(count > 500);
    free(lines.data);
    free(answers.data);
}

/* The fixes of an order under the default policy, and the order with the safe ones applied. */
static paylint_status of_order(const char *body, size_t body_length, const char *facts,
                               size_t facts_length, char *buffer, size_t capacity,
                               size_t *length) {
    paylint_status first = paylint_fixes_json(NULL, PAYLINT_OPERATION_ORDER, body, body_length,
                                              facts, facts_length, buffer, capacity, length, NULL);
    paylint_status second = paylint_apply(NULL, PAYLINT_OPERATION_ORDER, body, body_length, facts,
                                          facts_length, 0, buffer, capacity, length, NULL);
    EXPECT(first == second);
    return second;
}

static void contract(void) {
    const size_t size = sizeof answer;
    size_t length = 0;
    EXPECT_STATUS(of_order("{}", 2, NULL, 0, NULL, 0, NULL), NULL_POINTER);
    EXPECT_STATUS(of_order("{}", 2, NULL, 0, NULL, 10, &length), NULL_POINTER);
    EXPECT_STATUS(of_order(NULL, 2, NULL, 0, answer, size, &length), NULL_POINTER);
    EXPECT_STATUS(of_order("{}", SIZE_MAX, NULL, 0, answer, size, &length), INVALID_LENGTH);
    EXPECT_STATUS(of_order("{}", 2, "{\"no\":1}", 8, answer, size, &length), INVALID_FACTS);
    EXPECT_STATUS(paylint_fixes_json(NULL, -1, "{}", 2, NULL, 0, answer, size, &length, NULL),
                  INVALID_NUMBER);
    EXPECT_STATUS(paylint_apply(NULL, -1, "{}", 2, NULL, 0, 0, answer, size, &length, NULL),
                  INVALID_NUMBER);
    /* How large a buffer it takes. */
    EXPECT_STATUS(of_order("{}", 2, NULL, 0, NULL, 0, &length), BUFFER_TOO_SMALL);
    size_t needed = length;
    OK(of_order("{}", 2, NULL, 0, answer, size, &length));
    EXPECT(length == needed);
    /* A body that is gone has no bytes, and needs no buffer. */
    OK(paylint_apply(NULL, PAYLINT_OPERATION_REVERSAL, "{}", 2, NULL, 0, 0, NULL, 0, &length,
                     NULL));
    EXPECT(length == 0);
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    contract();
    every_case(arguments[1], arguments[2], ask);
    every_case(arguments[1], arguments[3], apply);
    return summary("fixes");
}
