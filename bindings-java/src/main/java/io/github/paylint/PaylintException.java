package io.github.paylint;

/**
 * Something that you passed can't be used: the message says what, and why. A rejected request isn't an exception. No
 * message shows a value.
 */
public final class PaylintException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PaylintException(String message) {
        super(message);
    }
}
