package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
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
                report.all("unchecked", rule -> new Unchecked(
                        rule.text("rule"), rule.name("level", Level.class), rule.texts("needs"))),
                report.all("obligations", duty -> new Obligation(
                        duty.text("kind"), duty.optional("by").map(Instant::parse), duty.texts("needs"))),
                report.optional("valid_until").map(Instant::parse),
                new String(json, UTF_8));
    }

    private static Finding finding(Members json) {
        return new Finding(json.text("rule"), json.name("level", Level.class), json.text("basis"),
                json.optional("source"), json.text("path"), json.text("message"), json.object("params").asMap());
    }

    /** Whether the verdict is ACCEPT. */
    public boolean isAccepted() {
        return verdict == Verdict.ACCEPT;
    }

    /** The findings at a path. */
    public List<Finding> at(String path) {
        return findings.stream().filter(finding -> finding.path().equals(path)).toList();
    }

    /** The verdict and, a line each, the findings, or the unchecked rules if these alone reject. */
    public String summary() {
        var lines = new ArrayList<String>();
        findings.forEach(finding -> lines.add(
                finding.level() + "[" + finding.rule() + "] " + finding.path() + ": " + finding.message()));
        if (!isAccepted() && findings.stream().noneMatch(finding -> finding.level() == Level.DENY)) {
            // A rule about an unknown total needs no fact.
            unchecked.forEach(rule -> lines.add(rule.level() + "[" + rule.rule() + "] can't be decided"
                    + (rule.needs().isEmpty() ? ": the total isn't known"
                            : " without " + String.join(", ", rule.needs()))));
        }
        var verdict = "the " + operation + " is " + this.verdict + "ed";
        return lines.isEmpty() ? verdict : verdict + ":\n  " + String.join("\n  ", lines);
    }
}
