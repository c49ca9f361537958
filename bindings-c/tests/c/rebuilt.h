/* Rebuilds a report's canonical JSON from its accessors, to test every one of them. */
#ifndef REBUILT_H
#define REBUILT_H

#include "common.h"
#include <time.h>

typedef struct {
    char *data;
    size_t length, capacity;
} writer;

static inline void put_bytes(writer *out, const char *text, size_t length) {
    if (out->length + length > out->capacity) {
        out->capacity = (out->length + length) * 2;
        out->data = realloc(out->data, out->capacity);
        if (out->data == NULL) exit(2);
    }
    memcpy(out->data + out->length, text, length);
    out->length += length;
}

static inline void put(writer *out, const char *text) { put_bytes(out, text, strlen(text)); }

static inline void put_string(writer *out, paylint_text text) {
    put(out, "\"");
    for (size_t i = 0; i < text.length; i++) {
        char character = text.data[i], escaped[8];
        if (character == '"' || character == '\\') {
            put(out, "\\");
            put_bytes(out, &character, 1);
        } else if ((unsigned char)character < 0x20) {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)character);
            put(out, escaped);
        } else {
            put_bytes(out, &character, 1);
        }
    }
    put(out, "\"");
}

static inline void put_key(writer *out, const char *key) {
    put(out, ",\"");
    put(out, key);
    put(out, "\":");
}

static inline void put_number(writer *out, long long number) {
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", number);
    put(out, digits);
}

static inline void put_time(writer *out, int64_t seconds) {
    time_t time = (time_t)seconds;
    struct tm parts;
    char text[32];
    gmtime_r(&time, &parts);
    strftime(text, sizeof text, "\"%Y-%m-%dT%H:%M:%SZ\"", &parts);
    put(out, text);
}

typedef paylint_status (*name_function)(int32_t, paylint_text *);

/* Writes the names of the bits in a mask, in the order of their numbers. */
static inline void put_names(writer *out, uint64_t mask, name_function name) {
    int first = 1;
    put(out, "[");
    for (int32_t number = 1; number < 64; number++) {
        paylint_text text;
        if ((mask & PAYLINT_BIT(number)) == 0) continue;
        if (!first) put(out, ",");
        first = 0;
        OK(name(number, &text));
        put_string(out, text);
    }
    put(out, "]");
}

static inline void put_level(writer *out, int32_t level) {
    put(out, level == PAYLINT_LEVEL_DENY ? "\"deny\"" : "\"warn\"");
}

static inline void put_finding(writer *out, const paylint_finding *finding) {
    static const char *const bases[] = {"",           "stated",    "inferred",
                                        "convention", "integrity", "custom"};
    EXPECT((finding->rule == 0) == (finding->basis == PAYLINT_BASIS_CUSTOM));
    EXPECT(finding->span_start <= finding->span_end);
    put(out, "{\"rule\":");
    put_string(out, finding->name);
    put_key(out, "level");
    put_level(out, finding->level);
    put_key(out, "basis");
    put(out, "\"");
    put(out, bases[finding->basis]);
    put(out, "\"");
    put_key(out, "source");
    if (finding->source.data == NULL) put(out, "null");
    else put_string(out, finding->source);
    put_key(out, "path");
    put_string(out, finding->path);
    put_key(out, "message");
    put_string(out, finding->message);
    put_key(out, "params");
    put_bytes(out, finding->params.data, finding->params.length);
    put(out, "}");
}

static inline void put_head(writer *out, const paylint_report *report, const char *operation) {
    int32_t number;
    paylint_text text;
    uint64_t mask;
    OK(paylint_report_verdict(report, &number));
    put(out, "{\"verdict\":");
    put(out, number == PAYLINT_VERDICT_ACCEPT ? "\"accept\"" : "\"reject\"");
    put_key(out, "status");
    OK(paylint_report_status(report, &number));
    put_number(out, number);
    put_key(out, "operation");
    put_string(out, (paylint_text){operation, strlen(operation)});
    put_key(out, "scenario");
    paylint_status status = paylint_report_scenario(report, &number);
    if (status == PAYLINT_STATUS_OK && paylint_feature_name(number, &text) == PAYLINT_STATUS_OK) {
        put_string(out, text);
    } else {
        EXPECT(status == PAYLINT_STATUS_NONE);
        put(out, "null");
    }
    put_key(out, "capabilities");
    OK(paylint_report_capabilities(report, &mask));
    put_names(out, mask, paylint_feature_name);
    put_key(out, "total");
    status = paylint_report_total(report, &text);
    if (status == PAYLINT_STATUS_OK) put_string(out, text);
    else put(out, "null");
}

static inline void put_lists(writer *out, const paylint_report *report) {
    size_t count;
    int32_t truncated;
    put_key(out, "findings");
    put(out, "[");
    OK(paylint_report_finding_count(report, &count));
    for (size_t i = 0; i < count; i++) {
        paylint_finding finding;
        OK(paylint_report_finding(report, i, &finding));
        if (i > 0) put(out, ",");
        put_finding(out, &finding);
    }
    put(out, "]");
    put_key(out, "truncated");
    OK(paylint_report_truncated(report, &truncated));
    put(out, truncated ? "true" : "false");
    put_key(out, "unchecked");
    put(out, "[");
    OK(paylint_report_unchecked_count(report, &count));
    for (size_t i = 0; i < count; i++) {
        paylint_unchecked unchecked;
        OK(paylint_report_unchecked(report, i, &unchecked));
        put(out, i > 0 ? ",{\"rule\":" : "{\"rule\":");
        put_string(out, unchecked.name);
        put_key(out, "level");
        put_level(out, unchecked.level);
        put_key(out, "needs");
        put_names(out, unchecked.needs, paylint_fact_name);
        put(out, "}");
    }
    put(out, "]");
}

static inline void put_outlook(writer *out, const paylint_report *report) {
    size_t count;
    int64_t seconds;
    put_key(out, "obligations");
    put(out, "[");
    OK(paylint_report_obligation_count(report, &count));
    for (size_t i = 0; i < count; i++) {
        paylint_obligation obligation;
        OK(paylint_report_obligation(report, i, &obligation));
        put(out, i > 0 ? ",{\"kind\":" : "{\"kind\":");
        put(out,
            obligation.kind == PAYLINT_OBLIGATION_KIND_CAPTURE ? "\"capture\"" : "\"three_ds\"");
        put_key(out, "by");
        if (obligation.has_by) put_time(out, obligation.by);
        else put(out, "null");
        put_key(out, "needs");
        put_names(out, obligation.needs, paylint_fact_name);
        put(out, "}");
    }
    put(out, "]");
    put_key(out, "valid_until");
    if (paylint_report_valid_until(report, &seconds) == PAYLINT_STATUS_OK) put_time(out, seconds);
    else put(out, "null");
    put(out, "}");
}

static inline void rebuild(writer *out, const paylint_report *report, const char *operation) {
    out->length = 0;
    put_head(out, report, operation);
    put_lists(out, report);
    put_outlook(out, report);
}

#endif
