/* Runs every case in every way that the library offers, and expects the core's reports byte for
 * byte. */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

typedef struct {
    char *data;
    size_t length, capacity;
} writer;

static paylint_engine *standard;
static paylint_report *kept;
static writer rebuilt;

static void compare(const char *way, const test_case *one, const paylint_report *report) {
    paylint_text json = {NULL, 0};
    OK(paylint_report_json(report, &json));
    if (!text_is(json, one->expected)) {
        fprintf(stderr, "%s (%s): unexpected report\n", one->id, way);
        failures++;
    }
}

static void put_bytes(writer *out, const char *text, size_t length) {
    if (out->length + length > out->capacity) {
        out->capacity = (out->length + length) * 2;
        out->data = realloc(out->data, out->capacity);
        if (out->data == NULL) exit(2);
    }
    memcpy(out->data + out->length, text, length);
    out->length += length;
}

static void put(writer *out, const char *text) { put_bytes(out, text, strlen(text)); }

static void put_string(writer *out, paylint_text text) {
    put(out, "\"");
    for (size_t i = 0; i < text.length; i++) {
        char character = text.data[i], escaped[8];
        if (character == '"' || character == '\\') put(out, "\\");
        if ((unsigned char)character < 0x20) {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)character);
            put(out, escaped);
        } else {
            put_bytes(out, &character, 1);
        }
    }
    put(out, "\"");
}

static void put_finding(writer *out, const paylint_finding *finding) {
    static const char *const bases[] = {"",           "stated",    "inferred",
                                        "convention", "integrity", "custom"};
    EXPECT(finding->rule != 0 || finding->basis == PAYLINT_BASIS_CUSTOM);
    EXPECT(finding->span_start <= finding->span_end);
    put(out, "{\"rule\":");
    put_string(out, finding->name);
    put(out, finding->level == PAYLINT_LEVEL_DENY ? ",\"level\":\"deny\"" : ",\"level\":\"warn\"");
    put(out, ",\"basis\":\"");
    put(out, bases[finding->basis]);
    put(out, "\",\"source\":");
    if (finding->source.data == NULL) put(out, "null");
    else put_string(out, finding->source);
    put(out, ",\"path\":");
    put_string(out, finding->path);
    put(out, ",\"message\":");
    put_string(out, finding->message);
    put(out, ",\"params\":");
    put_bytes(out, finding->params.data, finding->params.length);
    put(out, "}");
}

/* The accessors agree with the JSON, of which they give the beginning and the findings. */
static void compare_parts(const test_case *one, const paylint_report *report) {
    int32_t verdict = 0, status = 0;
    size_t count = 0;
    char head[64];
    OK(paylint_report_verdict(report, &verdict));
    OK(paylint_report_status(report, &status));
    snprintf(head, sizeof head, "{\"verdict\":\"%s\",\"status\":%d,",
             verdict == PAYLINT_VERDICT_ACCEPT ? "accept" : "reject", (int)status);
    EXPECT(strncmp(one->expected, head, strlen(head)) == 0);
    rebuilt.length = 0;
    put(&rebuilt, "\"findings\":[");
    OK(paylint_report_finding_count(report, &count));
    for (size_t i = 0; i < count; i++) {
        paylint_finding finding;
        OK(paylint_report_finding(report, i, &finding));
        if (i > 0) put(&rebuilt, ",");
        put_finding(&rebuilt, &finding);
    }
    put_bytes(&rebuilt, "],\"truncated\":", sizeof "],\"truncated\":");
    if (strstr(one->expected, rebuilt.data) == NULL) {
        fprintf(stderr, "%s: the accessors disagree:\n%s\n", one->id, rebuilt.data);
        failures++;
    }
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
    buffer cases = read_file(arguments[1]);
    char *lines = cases.data;
    test_case one;
    int reports = 0, errors = 0;
    OK(paylint_engine_new(NULL, 0, &standard, NULL));
    OK(paylint_report_new(&kept));
    while (next_case(&lines, &one)) {
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
    free(rebuilt.data);
    free(cases.data);
    return summary("C, every case");
}
