/* Runs every case in every way that the library offers, and expects the core's reports byte for
 * byte. */
#include "common.h"

static paylint_engine *standard;
static paylint_report *kept;

static void compare(const char *way, const test_case *one, const paylint_report *report) {
    paylint_text json = {NULL, 0};
    OK(paylint_report_json(report, &json));
    if (!text_is(json, one->expected)) {
        fprintf(stderr, "%s (%s): unexpected report\n", one->id, way);
        failures++;
    }
}

static void put_string(FILE *out, const char *before, paylint_text text) {
    fprintf(out, "%s\"", before);
    for (size_t i = 0; i < text.length; i++) {
        unsigned char character = (unsigned char)text.data[i];
        if (character == '"' || character == '\\') fputc('\\', out);
        if (character < 0x20) fprintf(out, "\\u%04x", (unsigned)character);
        else fputc(character, out);
    }
    fputc('"', out);
}

static void put_finding(FILE *out, const paylint_finding *finding) {
    static const char *const bases[] = {"",           "stated",    "inferred",
                                        "convention", "integrity", "custom"};
    EXPECT(finding->rule != 0 || finding->basis == PAYLINT_BASIS_CUSTOM);
    EXPECT(finding->span_start <= finding->span_end);
    put_string(out, "{\"rule\":", finding->name);
    fprintf(out, ",\"level\":\"%s\",\"basis\":\"%s\"",
            finding->level == PAYLINT_LEVEL_DENY ? "deny" : "warn", bases[finding->basis]);
    if (finding->source.data == NULL) fputs(",\"source\":null", out);
    else put_string(out, ",\"source\":", finding->source);
    put_string(out, ",\"path\":", finding->path);
    put_string(out, ",\"message\":", finding->message);
    fprintf(out, ",\"params\":%.*s}", (int)finding->params.length, finding->params.data);
}

/* The accessors agree with the JSON: they give its first members and its findings. */
static void compare_parts(const test_case *one, const paylint_report *report) {
    int32_t verdict = 0, status = 0;
    size_t count = 0, length = 0;
    char head[64], *rebuilt = NULL;
    FILE *out = open_memstream(&rebuilt, &length);
    if (out == NULL) exit(2);
    OK(paylint_report_verdict(report, &verdict));
    OK(paylint_report_status(report, &status));
    snprintf(head, sizeof head, "{\"verdict\":\"%s\",\"status\":%d,",
             verdict == PAYLINT_VERDICT_ACCEPT ? "accept" : "reject", (int)status);
    EXPECT(strncmp(one->expected, head, strlen(head)) == 0);
    fputs("\"findings\":[", out);
    OK(paylint_report_finding_count(report, &count));
    for (size_t i = 0; i < count; i++) {
        paylint_finding finding;
        OK(paylint_report_finding(report, i, &finding));
        if (i > 0) fputc(',', out);
        put_finding(out, &finding);
    }
    fputs("],\"truncated\":", out);
    fclose(out);
    if (strstr(one->expected, rebuilt) == NULL) {
        fprintf(stderr, "%s: the accessors disagree:\n%s\n", one->id, rebuilt);
        failures++;
    }
    free(rebuilt);
}

static void check(const test_case *one, const paylint_engine *engine, const paylint_facts *facts) {
    paylint_report *report = NULL;
    int32_t accepts = 0;
    int32_t verdict = 0;
    OK(paylint_check(engine, one->operation, one->body, one->body_length, facts, NULL, &report,
                     NULL));
    compare("standing facts", one, report);
    paylint_report_free(report);
    OK(paylint_check_into(engine, one->operation, one->body, one->body_length, NULL, facts, kept,
                          NULL));
    compare("changing facts", one, kept);
    compare_parts(one, kept);
    OK(paylint_check_into(engine, one->operation, one->body, one->body_length, facts, facts, kept,
                          NULL));
    compare("facts over themselves", one, kept);
    OK(paylint_report_verdict(kept, &verdict));
    OK(paylint_accepts(engine, one->operation, one->body, one->body_length, facts, NULL, &accepts,
                       NULL));
    EXPECT(accepts == (verdict == PAYLINT_VERDICT_ACCEPT));
}

/* Returns whether the case has a report. */
static int run(const test_case *one) {
    paylint_engine *own = NULL;
    paylint_facts *facts = NULL;
    paylint_error *error = NULL;
    int usable = one->operation != 0;
    if (one->policy != NULL &&
        paylint_engine_new(one->policy, one->policy_length, &own, NULL) != PAYLINT_STATUS_OK) {
        usable = 0;
    }
    if (one->facts != NULL &&
        paylint_facts_from_json(one->facts, one->facts_length, &facts, &error) !=
            PAYLINT_STATUS_OK) {
        EXPECT(error_is(error, one->error));
        usable = 0;
    }
    if (usable) {
        check(one, own != NULL ? own : standard, facts);
    }
    paylint_facts_free(facts);
    paylint_engine_free(own);
    return usable;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    FILE *cases = fopen(arguments[1], "r");
    if (cases == NULL) return 2;
    test_case one;
    int reports = 0, errors = 0;
    OK(paylint_engine_new(NULL, 0, &standard, NULL));
    OK(paylint_report_new(&kept));
    while (next_case(cases, &one)) {
        if (strcmp(one.operation_name, "history") == 0) continue;
        int usable = run(&one);
        if (usable == expects_error(&one)) {
            fprintf(stderr, "%s: %s\n", one.id, usable ? "expected an error" : "unexpected error");
            failures++;
        }
        reports += usable;
        errors += !usable;
    }
    EXPECT(reports > 500 && errors >= 5);
    printf("%d reports, %d errors\n", reports, errors);
    paylint_report_free(kept);
    paylint_engine_free(standard);
    fclose(cases);
    return summary("C, every case");
}
