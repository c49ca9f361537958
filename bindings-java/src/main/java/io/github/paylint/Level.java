package io.github.paylint;

import java.util.Locale;

/** The level that a policy gives a rule. */
public enum Level {
    ALLOW,
    WARN,
    DENY;

    /** The name in JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
