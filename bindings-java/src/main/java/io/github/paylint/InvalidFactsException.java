package io.github.paylint;

/** Facts can't be used. The message names the member and says why. */
public final class InvalidFactsException extends PaylintException {
    private static final long serialVersionUID = 1;

    InvalidFactsException(String message) {
        super(message);
    }
}
