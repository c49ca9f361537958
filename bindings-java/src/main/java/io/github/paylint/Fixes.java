package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * What to change in a body so that its findings go away.
 *
 * @param fixes the findings that have a fix, in the report's order
 * @param unfixable the findings at level DENY that no choice fixes
 * @param json the canonical JSON, which is the same, byte for byte, in every binding
 */
public record Fixes(List<Fix> fixes, List<Unfixable> unfixable, String json) {
    /**
     * A finding that has a fix.
     *
     * @param finding its place among the report's findings, from 0
     * @param rule the rule that is violated
     * @param path where it is violated, as a JSON Pointer
     * @param choices what can be changed, the best first: at most four
     */
    public record Fix(int finding, String rule, String path, List<Choice> choices) {}

    /**
     * A change that makes a finding go away.
     *
     * @param applicability who may make it
     * @param patch the change, as a JSON Patch (RFC 6902)
     */
    public record Choice(Applicability applicability, String patch) {}

    /** Who may make a change. */
    public enum Applicability {
        /** A program: the request means the same and is only written right. */
        SAFE,
        /** A person must confirm it: it is what the sender likely means. */
        UNSAFE,
        /** Nobody as it is: the patch has an example in place of a value that only the sender knows. */
        PLACEHOLDER
    }

    /**
     * A finding that no choice fixes.
     *
     * @param rule the rule that is violated
     * @param path where it is violated, as a JSON Pointer
     */
    public record Unfixable(String rule, String path) {}

    static Fixes of(byte[] json) {
        var fixes = Members.of(Json.read(json));
        return new Fixes(
                fixes.all("fixes", it -> new Fix(it.integer("finding"), it.text("rule"), it.text("path"),
                        it.all("choices", Fixes::choice))),
                fixes.all("unfixable", it -> new Unfixable(it.text("rule"), it.text("path"))),
                new String(json, UTF_8));
    }

    private static Choice choice(Members it) {
        var patch = new String(Json.write(it.all().get("patch")), UTF_8);
        return new Choice(it.name("applicability", Applicability.class), patch);
    }
}
