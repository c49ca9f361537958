package io.github.paylint.spring;

import io.github.paylint.Observation;

/**
 * Is called once for every request, whether it was checked or not. The auto-configuration uses a bean of this type.
 * Exceptions from it are logged and change no outcome.
 */
public interface Observer {
    /** A request was checked, and there is an answer or there can't be one. */
    default void observed(Observation observation) {}

    /** A request wasn't checked. The reason shows no value of it. */
    default void unchecked(String why) {}
}
