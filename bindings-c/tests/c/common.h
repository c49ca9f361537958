/* Shared by the C tests: expectations, and the tab-separated cases. */
#ifndef COMMON_H
#define COMMON_H

#define _GNU_SOURCE

#include <paylint.h>
#include <resolv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: expected: %s\n", __FILE__, __LINE__, #condition);              \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

#define EXPECT_STATUS(call, status) EXPECT((call) == PAYLINT_STATUS_##status)
#define OK(call) EXPECT_STATUS(call, OK)

static inline int text_is(paylint_text text, const char *expected) {
    return text.length == strlen(expected) && memcmp(text.data, expected, text.length) == 0;
}

static inline int text_contains(paylint_text text, const char *part) {
    return memmem(text.data, text.length, part, strlen(part)) != NULL;
}

/* Checks the text of a call's own error, and frees it. */
static inline int error_is(paylint_error *error, const char *expected) {
    paylint_text text = {NULL, 0};
    OK(paylint_error_text(error, &text));
    int is = text_is(text, expected);
    if (!is) fprintf(stderr, "error: %.*s\n", (int)text.length, text.data);
    paylint_error_free(error);
    return is;
}

/* Asks a question; checks the status, and that the answer contains a text. */
static inline int tells(const paylint_engine *engine, const char *question, paylint_status status,
                        const char *part) {
    paylint_answer *answer = NULL;
    paylint_text text = {NULL, 0};
    int is = paylint_ask(engine, question, strlen(question), &answer) == status &&
             paylint_answer_text(answer, &text) == PAYLINT_STATUS_OK && text_contains(text, part);
    if (!is) fprintf(stderr, "%s: %.*s\n", question, (int)text.length, text.data);
    paylint_answer_free(answer);
    return is;
}

typedef struct {
    const char *id;
    const char *operation_name;
    int32_t operation;
    const char *body;
    size_t body_length;
    const char *facts;
    size_t facts_length;
    const char *policy;
    size_t policy_length;
    /* The report; "!" if there is an error instead, whose text is next. */
    const char *expected;
    const char *error;
} test_case;

static inline char *field(char **line, size_t *length) {
    char *text = strsep(line, "\t");
    if (strcmp(text, "-") == 0) {
        *length = 0;
        return NULL;
    }
    *length = strlen(text);
    return text;
}

/* Reads the next case, as tests/examples/expected.rs writes it, in place of the last; returns 0 at
 * the end. An unknown operation becomes 0. */
static inline int next_case(FILE *cases, test_case *one) {
    static char *text;
    static size_t capacity;
    ssize_t length = getline(&text, &capacity, cases);
    if (length <= 0) {
        free(text);
        return 0;
    }
    text[length - 1] = '\0';
    char *line = text;
    one->id = strsep(&line, "\t");
    one->operation_name = strsep(&line, "\t");
    one->operation = 0;
    (void)paylint_operation_from_name(one->operation_name, strlen(one->operation_name),
                                      &one->operation, NULL);
    char *body = field(&line, &one->body_length);
    if (body != NULL) {
        one->body_length = (size_t)b64_pton(body, (unsigned char *)body, one->body_length);
    }
    one->body = body;
    one->facts = field(&line, &one->facts_length);
    one->policy = field(&line, &one->policy_length);
    one->expected = strsep(&line, "\t");
    one->error = strsep(&line, "\t");
    return 1;
}

static inline int expects_error(const test_case *one) { return strcmp(one->expected, "!") == 0; }

static inline int summary(const char *what) {
    printf("%s: %s\n", what, failures == 0 ? "passed" : "FAILED");
    return failures != 0;
}

#endif
