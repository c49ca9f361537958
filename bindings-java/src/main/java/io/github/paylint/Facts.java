package io.github.paylint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/**
 * Facts: what you know about a request beyond its body, such as the merchant, the time and the order. They are
 * immutable, so threads can share them; make standing facts once. {@link #toString} shows nothing of them.
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
     * @throws PaylintException if they can't be used
     */
    public static Facts ofJson(String json) {
        return new Facts(json.getBytes(UTF_8));
    }

    /**
     * Facts from the members of their JSON: maps, collections, strings, booleans, numbers, instants, and dates with an
     * offset.
     *
     * @throws PaylintException if they can't be used
     */
    public static Facts of(Map<String, ?> members) {
        try {
            return new Facts(Json.write(members));
        } catch (IllegalArgumentException error) {
            throw new PaylintException("invalid facts: " + error.getMessage());
        }
    }

    /** The facts as JSON. They may hold secrets, such as the header Authorization. */
    public String json() {
        return new String(json, UTF_8);
    }
}
