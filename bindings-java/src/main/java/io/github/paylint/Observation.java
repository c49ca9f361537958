package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A verdict and the gateway's answer. {@link #toString} is a line of JSON for {@code paylint calibrate}, with nothing
 * from the two bodies.
 *
 * @param report the report
 * @param status the answer's status; empty if the request wasn't sent or failed
 * @param at when the request was sent
 */
public record Observation(Report report, OptionalInt status, Instant at) {
    @Override
    public String toString() {
        var findings = report.findings().stream()
                .map(finding -> List.of(finding.rule(), finding.path(), finding.level())).toList();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("operation", report.operation());
        members.put("at", at);
        members.put("verdict", report.verdict());
        members.put("findings", findings);
        members.put("status", status.isPresent() ? status.getAsInt() : null);
        return new String(Json.write(members), UTF_8);
    }
}
