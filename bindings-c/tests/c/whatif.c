/* What if: in every case, the answers are those of the engine in Rust, byte for byte. The second
 * file has on each line the fields, a tab and the repairs, or "error". */
#include "common.h"

typedef paylint_status question(const paylint_engine *, int32_t, const char *, size_t,
                                const char *, size_t, char *, size_t, size_t *);

static char answer[1 << 20];

static void ask(question *question, const paylint_engine *engine, const test_case *one,
                const char *expected) {
    size_t length = 0, needed = 0;
    paylint_status status =
        question(engine, one->operation, one->body, one->body_length, one->facts,
                 one->facts_length, answer, sizeof answer, &length);
    if (strcmp(expected, "error") == 0) {
        EXPECT(status != PAYLINT_STATUS_OK && length == 0);
        return;
    }
    if (status != PAYLINT_STATUS_OK || length != strlen(expected) ||
        memcmp(answer, expected, length) != 0) {
        fprintf(stderr, "%s: unexpected answer\n", one->id);
        failures++;
        return;
    }
    /* A buffer that is too small is left as it is. */
    answer[0] = '~';
    EXPECT_STATUS(question(engine, one->operation, one->body, one->body_length, one->facts,
                           one->facts_length, answer, length - 1, &needed),
                  BUFFER_TOO_SMALL);
    EXPECT(needed == length && answer[0] == '~');
}

static void every_case(const char *cases, const char *expected) {
    buffer lines = read_file(cases), answers = read_file(expected);
    char *line = lines.data, *rest = answers.data;
    int count = 0;
    test_case one;
    while (next_case(&line, &rest, &one)) {
        char *repairs = (char *)one.expected;
        const char *fields = cut(&repairs, '\t');
        paylint_engine *engine = NULL;
        if (one.policy != NULL &&
            paylint_engine_new(one.policy, one.policy_length, &engine) != PAYLINT_STATUS_OK) {
            EXPECT(strcmp(fields, "error") == 0);
            continue;
        }
        ask(paylint_fields_json, engine, &one, fields);
        ask(paylint_repairs_json, engine, &one, *repairs == '\0' ? "error" : repairs);
        paylint_engine_free(engine);
        count++;
    }
    EXPECT(count > 500);
    free(lines.data);
    free(answers.data);
}

static void contract(question *question) {
    const int32_t order = PAYLINT_OPERATION_ORDER;
    const size_t size = sizeof answer;
    size_t length = 0;
    EXPECT_STATUS(question(NULL, order, "{}", 2, NULL, 0, NULL, 0, NULL), NULL_POINTER);
    EXPECT_STATUS(question(NULL, order, "{}", 2, NULL, 0, NULL, 10, &length), NULL_POINTER);
    EXPECT_STATUS(question(NULL, order, NULL, 2, NULL, 0, answer, size, &length), NULL_POINTER);
    EXPECT_STATUS(question(NULL, order, "{}", SIZE_MAX, NULL, 0, answer, size, &length),
                  INVALID_LENGTH);
    EXPECT_STATUS(question(NULL, -1, "{}", 2, NULL, 0, answer, size, &length), INVALID_NUMBER);
    EXPECT_STATUS(question(NULL, order, "{}", 2, "{\"no\":1}", 8, answer, size, &length),
                  INVALID_FACTS);
    /* How large a buffer it takes. */
    EXPECT_STATUS(question(NULL, order, "{}", 2, NULL, 0, NULL, 0, &length), BUFFER_TOO_SMALL);
    size_t needed = length;
    OK(question(NULL, order, "{}", 2, NULL, 0, answer, needed, &length));
    EXPECT(length == needed);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    contract(paylint_fields_json);
    contract(paylint_repairs_json);
    every_case(arguments[1], arguments[2]);
    return summary("what if");
}
