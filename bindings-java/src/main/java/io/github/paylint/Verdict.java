package io.github.paylint;

import java.util.Locale;

/** Whether the gateway can accept a request. */
public enum Verdict {
    ACCEPT,
    REJECT;

    /** The name in JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
