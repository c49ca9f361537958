package io.github.paylint;

import java.util.Locale;

/** How strict the policy is about a rule. */
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
