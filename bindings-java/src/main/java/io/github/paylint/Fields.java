package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;

/**
 * Which members of a body may be given, and which must be.
 *
 * @param operation the operation that was asked about
 * @param fields the members, in document order
 * @param complete whether all members were looked at: an answer takes a bounded amount of work
 * @param json the canonical JSON, which is the same, byte for byte, in every binding
 */
public record Fields(Operation operation, List<Field> fields, boolean complete, String json) {
    /**
     * A member.
     *
     * @param path where it is or would be, as a JSON Pointer
     * @param type what it expects, such as {@code string}
     * @param state whether it may or must be given
     * @param under the outermost absent object that it would be in, if there is one
     * @param rules the rules that make it so; if it is given, those with findings at it
     * @param needs the missing facts that the state depends on
     */
    public record Field(String path, String type, State state, Optional<String> under, List<String> rules,
            List<String> needs) {}

    /** Whether a member may or must be given. */
    public enum State {
        GIVEN,
        /** Findings at level DENY ask for it. */
        REQUIRED,
        /** Giving it adds a finding at level DENY. */
        FORBIDDEN,
        /** Warnings ask for it. */
        ADVISED,
        /** Giving it adds a warning. */
        DISCOURAGED,
        OPTIONAL
    }

    static Fields of(byte[] json) {
        var fields = Members.of(Json.read(json));
        return new Fields(fields.name("operation", Operation.class), fields.all("fields", Fields::field),
                fields.flag("complete"), new String(json, UTF_8));
    }

    private static Field field(Members it) {
        return new Field(it.text("path"), it.text("type"), it.name("state", State.class), it.optional("under"),
                it.texts("rules"), it.texts("needs"));
    }
}
