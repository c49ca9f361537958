package io.github.paylint;

/** A history can't be used. The message names the event and says why. */
public final class InvalidHistoryException extends PaylintException {
    private static final long serialVersionUID = 1;

    InvalidHistoryException(String message) {
        super(message);
    }
}
