package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A verdict and the answer to its request. {@link #toString} is a line of JSON as {@code paylint calibrate} reads it,
 * without anything of the two bodies.
 *
 * @param report what was found
 * @param status the answer's; empty where there was none, since the request wasn't sent or failed
 * @param at when it was sent
 */
public record Observation(Report report, OptionalInt status, Instant at) {
    @Override
    public String toString() {
        var findings = report.findings().stream().map(it -> List.of(it.rule(), it.path(), it.level())).toList();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("operation", report.operation());
        members.put("at", at);
        members.put("verdict", report.verdict());
        members.put("findings", findings);
        members.put("status", status.isPresent() ? status.getAsInt() : null);
        return new String(Json.write(members), UTF_8);
    }
}
