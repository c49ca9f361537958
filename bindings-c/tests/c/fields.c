/* Fields: in every case, the answer is that of the engine in Rust, byte for byte. The second file has
 * it on each line, or "error". */
#include "common.h"

static char answer[1 << 20];

static paylint_status fields_of(const paylint_engine *engine, const test_case *one,
                                size_t capacity, size_t *length) {
    return paylint_fields_json(engine, one->operation, one->body, one->body_length, one->facts,
                               one->facts_length, answer, capacity, length, NULL);
}

static void ask(const paylint_engine *engine, const test_case *one) {
    size_t length = 0, needed = 0;
    paylint_status status = fields_of(engine, one, sizeof answer, &length);
    if (strcmp(one->expected, "error") == 0) {
        EXPECT(status != PAYLINT_STATUS_OK && length == 0);
        return;
    }
    if (status != PAYLINT_STATUS_OK || length != strlen(one->expected) ||
        memcmp(answer, one->expected, length) != 0) {
        fprintf(stderr, "%s: unexpected answer\n", one->id);
        failures++;
        return;
    }
    /* A buffer that is too small is left as it is. */
    answer[0] = '~';
    EXPECT_STATUS(fields_of(engine, one, length - 1, &needed), BUFFER_TOO_SMALL);
    EXPECT(needed == length && answer[0] == '~');
}

static void every_case(const char *cases, const char *expected) {
    buffer lines = read_file(cases), answers = read_file(expected);
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
        ask(engine, &one);
        paylint_engine_free(engine);
        count++;
    }
    EXPECT(count > 500);
    free(lines.data);
    free(answers.data);
}

/* The fields of an order under the default policy. */
static paylint_status of_order(const char *body, size_t body_length, const char *facts,
                               size_t facts_length, char *buffer, size_t capacity,
                               size_t *length) {
    return paylint_fields_json(NULL, PAYLINT_OPERATION_ORDER, body, body_length, facts,
                               facts_length, buffer, capacity, length, NULL);
}

static void contract(void) {
    const size_t size = sizeof answer;
    size_t length = 0;
    EXPECT_STATUS(of_order("{}", 2, NULL, 0, NULL, 0, NULL), NULL_POINTER);
    EXPECT_STATUS(of_order("{}", 2, NULL, 0, NULL, 10, &length), NULL_POINTER);
    EXPECT_STATUS(of_order(NULL, 2, NULL, 0, answer, size, &length), NULL_POINTER);
    EXPECT_STATUS(of_order("{}", SIZE_MAX, NULL, 0, answer, size, &length), INVALID_LENGTH);
    EXPECT_STATUS(of_order("{}", 2, "{\"no\":1}", 8, answer, size, &length), INVALID_FACTS);
    EXPECT_STATUS(paylint_fields_json(NULL, -1, "{}", 2, NULL, 0, answer, size, &length, NULL),
                  INVALID_NUMBER);
    /* How large a buffer it takes. */
    EXPECT_STATUS(of_order("{}", 2, NULL, 0, NULL, 0, &length), BUFFER_TOO_SMALL);
    size_t needed = length;
    OK(of_order("{}", 2, NULL, 0, answer, needed, &length));
    EXPECT(length == needed);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    contract();
    every_case(arguments[1], arguments[2]);
    return summary("fields");
}
