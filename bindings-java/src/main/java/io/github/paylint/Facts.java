package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/**
 * What you know and a body can't say: about the merchant, the time, the order. Immutable, so any number of threads can
 * share them; make those that stand once. {@link #toString} shows nothing of them.
 */
public final class Facts {
    final byte[] json;

    private Facts(byte[] json) {
        this.json = json;
        Engine.read(this);
    }

    /**
     * Facts from JSON.
     *
     * @throws InvalidFactsException if they can't be used
     */
    public static Facts ofJson(String json) {
        return new Facts(json.getBytes(UTF_8));
    }

    /**
     * Facts from the members that they have in JSON: maps, collections, strings, booleans, numbers, instants, and dates
     * with an offset.
     *
     * @throws InvalidFactsException if they can't be used
     */
    public static Facts of(Map<String, ?> members) {
        try {
            return new Facts(Json.write(members));
        } catch (IllegalArgumentException error) {
            throw new InvalidFactsException("invalid facts: " + error.getMessage());
        }
    }

    /** The facts as JSON. They may hold secrets, such as the header Authorization. */
    public String json() {
        return new String(json, UTF_8);
    }
}
