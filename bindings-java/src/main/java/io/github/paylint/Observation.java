package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A verdict and the answer to its request. {@link #toString} is a line of JSON as {@code paylint calibrate} reads it,
 * without anything of the two bodies.
 *
 * @param report what was found
 * @param status the answer's; empty where there was none, since the request wasn't sent or failed
 */
public record Observation(Report report, OptionalInt status) {
    @Override
    public String toString() {
        var rules = new LinkedHashMap<String, Object>();
        report.findings().forEach(it -> rules.put(it.rule(), it.level()));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("operation", report.operation());
        members.put("verdict", report.verdict());
        members.put("rules", rules);
        members.put("status", status.isPresent() ? status.getAsInt() : null);
        if (report.truncated()) {
            members.put("truncated", true);
        }
        return new String(Json.write(members), UTF_8);
    }
}
