/* Questions about every case: the fields and fixes of the engine in Rust, byte for byte, or an error. */
#include "common.h"

static const char *or_null(const char *json) { return strcmp(json, "-") == 0 ? "null" : json; }

static int tell(const char *ask, const char *request, const char *expected) {
    char *question = malloc(strlen(request) + 32);
    paylint_answer *answer = NULL;
    paylint_text text = {NULL, 0};
    if (question == NULL) exit(2);
    sprintf(question, "{\"ask\":\"%s\",%s}", ask, request);
    paylint_status status = paylint_ask(NULL, question, strlen(question), &answer);
    OK(paylint_answer_text(answer, &text));
    int is = expected == NULL ? status != PAYLINT_STATUS_OK && text_contains(text, "{\"error\":")
                              : status == PAYLINT_STATUS_OK && text_is(text, expected);
    if (!is) fprintf(stderr, "%s: unexpected answer: %.*s\n", ask, (int)text.length, text.data);
    paylint_answer_free(answer);
    free(question);
    return !is;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    buffer cases = read_file(arguments[1]);
    char *lines = cases.data;
    int asked = 0;
    for (; *lines != '\0'; asked++) {
        char *line = cut(&lines, '\n'), *fields[9];
        size_t length = strlen(line) + 128;
        for (int i = 0; i < 9; i++) fields[i] = cut(&line, '\t');
        char *request = malloc(length);
        if (request == NULL) exit(2);
        snprintf(request, length,
                 "\"operation\":\"%s\",\"raw_base64\":\"%s\",\"facts\":%s,\"policy\":%s",
                 fields[1], strcmp(fields[2], "-") == 0 ? "" : fields[2], or_null(fields[3]),
                 or_null(fields[4]));
        int fails = strcmp(fields[5], "!") == 0;
        /* A long body has no fields. */
        if (fails || *fields[7] != '\0') {
            failures += tell("fields", request, fails ? NULL : fields[7]);
            failures += tell("fixes", request, fails ? NULL : fields[8]);
        }
        free(request);
    }
    EXPECT(asked > 1000);
    free(cases.data);
    return summary("C, questions about every case");
}
