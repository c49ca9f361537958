package io.github.paylint.spi;

import io.github.paylint.LibraryUnavailableException;

/** A backend that may be usable here. */
public interface BackendProvider {
    /** Which one is tried first: the one with the higher number. */
    int priority();

    /**
     * Makes the backend. Called once.
     *
     * @throws LibraryUnavailableException if it can't be used, with a message that says what to do
     */
    Backend load();
}
