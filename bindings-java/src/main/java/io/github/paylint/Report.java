package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of checking a request.
 *
 * @param verdict whether the gateway can accept it
 * @param status the HTTP status that the gateway would answer with: 200, 400 or 403
 * @param operation the operation that was checked
 * @param scenario the scenario, if the operation has one and the body can be read
 * @param capabilities the active capabilities of an order or a payout
 * @param total the sum of an order's products, if it can be computed
 * @param findings what is wrong, in the order of the catalogue of rules, then of the body
 * @param truncated whether findings were left out because a level had more than the policy keeps
 * @param unchecked the rules that can't be decided, each with the facts that are missing
 * @param obligations what you must do besides sending the request
 * @param validUntil the last moment at which the operation's time rule holds if no other fact changes
 * @param json the canonical JSON, which is the same, byte for byte, in every binding
 */
public record Report(Verdict verdict, int status, Operation operation, Optional<String> scenario,
        List<String> capabilities, Optional<BigDecimal> total, List<Finding> findings, boolean truncated,
        List<Unchecked> unchecked, List<Obligation> obligations, Optional<Instant> validUntil, String json) {

    /**
     * A report from the result of {@link #json}, even of an earlier program or another language.
     *
     * @throws IllegalArgumentException if it isn't a report
     */
    public static Report ofJson(String json) {
        try {
            return of(json.getBytes(UTF_8));
        } catch (ClassCastException | IllegalArgumentException | NullPointerException | DateTimeException error) {
            // Their messages may show a part of the text.
            throw new IllegalArgumentException("not a report");
        }
    }

    static Report of(byte[] json) {
        var report = Members.of(Json.read(json));
        return new Report(
                report.name("verdict", Verdict.class),
                report.integer("status"),
                report.name("operation", Operation.class),
                report.optional("scenario"),
                report.texts("capabilities"),
                report.optional("total").map(BigDecimal::new),
                report.all("findings", Report::finding),
                report.flag("truncated"),
                report.all("unchecked", it -> new Unchecked(
                        it.text("rule"), it.name("level", Level.class), it.texts("needs"))),
                report.all("obligations", it -> new Obligation(
                        it.text("kind"), it.optional("by").map(Instant::parse), it.texts("needs"))),
                report.optional("valid_until").map(Instant::parse),
                new String(json, UTF_8));
    }

    private static Finding finding(Members it) {
        return new Finding(it.text("rule"), it.name("level", Level.class), it.text("basis"), it.optional("source"),
                it.text("path"), it.text("message"), it.object("params").asMap());
    }

    /** Whether the verdict is ACCEPT. */
    public boolean isAccepted() {
        return verdict == Verdict.ACCEPT;
    }

    /** The findings at a path. */
    public List<Finding> at(String path) {
        return findings.stream().filter(it -> it.path().equals(path)).toList();
    }

    /** The verdict and, a line each, the findings, or the unchecked rules if these alone reject. */
    public String summary() {
        var lines = new ArrayList<String>();
        findings.forEach(it -> lines.add(it.level() + "[" + it.rule() + "] " + it.path() + ": " + it.message()));
        if (!isAccepted() && findings.stream().noneMatch(it -> it.level() == Level.DENY)) {
            // A rule about an unknown total needs no fact.
            unchecked.forEach(it -> lines.add(it.level() + "[" + it.rule() + "] can't be decided"
                    + (it.needs().isEmpty() ? ": the total isn't known" : " without " + String.join(", ", it.needs()))));
        }
        var verdict = "the " + operation + " is " + this.verdict + "ed";
        return lines.isEmpty() ? verdict : verdict + ":\n  " + String.join("\n  ", lines);
    }
}
