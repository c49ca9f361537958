/* Histories: the facts of each are those of the engine in Rust, byte for byte. The first file has a
 * policy or -, and events; the second has the facts on each line, or "error". */
#include "common.h"

static char answer[1 << 16];

static void ask(const paylint_engine *engine, const char *events, const char *expected) {
    size_t length = 0, needed = 0;
    paylint_status status = paylint_history_json(engine, events, strlen(events), answer,
                                                 sizeof answer, &length, NULL);
    if (strcmp(expected, "error") == 0) {
        EXPECT(status == PAYLINT_STATUS_INVALID_HISTORY && length == 0);
        return;
    }
    if (status != PAYLINT_STATUS_OK || length != strlen(expected) ||
        memcmp(answer, expected, length) != 0) {
        fprintf(stderr, "unexpected facts of %s\n", events);
        failures++;
        return;
    }
    /* A buffer that is too small is left as it is. */
    answer[0] = '~';
    EXPECT_STATUS(paylint_history_json(engine, events, strlen(events),
                  answer, length - 1, &needed, NULL),
                  BUFFER_TOO_SMALL);
    EXPECT(needed == length && answer[0] == '~');
}

static void every_history(const char *histories, const char *expected) {
    buffer lines = read_file(histories), answers = read_file(expected);
    char *rest = lines.data, *orders = answers.data;
    int count = 0;
    while (*rest != '\0') {
        char *line = cut(&rest, '\n');
        size_t policy_length;
        const char *policy = field(&line, &policy_length);
        paylint_engine *engine = NULL;
        if (policy != NULL) OK(paylint_engine_new(policy, policy_length, &engine, NULL));
        ask(engine, line, cut(&orders, '\n'));
        paylint_engine_free(engine);
        count++;
    }
    EXPECT(count > 40);
    free(lines.data);
    free(answers.data);
}

static void contract(void) {
    size_t length = 0;
    EXPECT_STATUS(paylint_history_json(NULL, "[]", 2, answer, 9, NULL, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_history_json(NULL, "[]", 2, NULL, 9, &length, NULL), INVALID_HISTORY);
    EXPECT_STATUS(paylint_history_json(NULL, NULL, 2, answer, 9, &length, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_history_json(NULL, NULL, 0, answer, 9, &length, NULL), NULL_POINTER);
    EXPECT_STATUS(paylint_history_json(NULL, "[]", SIZE_MAX, answer, 9, &length, NULL),
                  INVALID_LENGTH);
    EXPECT_STATUS(paylint_history_json(NULL, "[{}]", 4, answer, 9, &length, NULL), INVALID_HISTORY);
    EXPECT(last_error_is("invalid history: [0]: has neither operation nor event"));
    EXPECT(length == 0);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    contract();
    every_history(arguments[1], arguments[2]);
    return summary("history");
}
