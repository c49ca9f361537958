/* Questions: every answer is that of the engine in Rust, byte for byte. The first file has a question
 * on each line, the second its answer, or "error". */
#include "common.h"

int main(int count, char **arguments) {
    if (count != 3) return 2;
    buffer questions = read_file(arguments[1]), expected = read_file(arguments[2]);
    char *lines = questions.data, *rest = expected.data;
    int asked = 0;
    for (; *lines != '\0'; asked++) {
        const char *question = cut(&lines, '\n'), *right = cut(&rest, '\n');
        int fails = strcmp(right, "error") == 0;
        paylint_answer *answer = NULL;
        paylint_text text = {NULL, 0};
        paylint_status status = paylint_ask(NULL, question, strlen(question), &answer);
        OK(paylint_answer_text(answer, &text));
        if (fails != (status != PAYLINT_STATUS_OK) ||
            !(fails ? text_contains(text, "{\"error\":") : text_is(text, right))) {
            fprintf(stderr, "line %d: unexpected answer\n", asked + 1);
            failures++;
        }
        paylint_answer_free(answer);
    }
    EXPECT(asked > 2000 && *rest == '\0');
    free(questions.data);
    free(expected.data);
    return summary("C, every question");
}
