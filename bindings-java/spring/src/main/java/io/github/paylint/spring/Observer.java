package io.github.paylint.spring;

import io.github.paylint.Observation;

/**
 * Is told of every request, once: that it was checked, or why it wasn't. A bean of it is found by the auto-configuration.
 * What it throws is logged, and changes no outcome.
 */
public interface Observer {
    /** A request was checked, and its answer is there, or it's known that there is none. */
    default void observed(Observation observation) {}

    /** A request wasn't checked. The reason shows no value of it. */
    default void unchecked(String why) {}
}
