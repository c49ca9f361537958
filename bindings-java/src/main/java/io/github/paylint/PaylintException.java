package io.github.paylint;

/** Something that you passed can't be used. A rejected request isn't an exception. No message shows a value. */
public class PaylintException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PaylintException(String message) {
        super(message);
    }

    /** The exception for a failed call of {@code paylint.h}. */
    static PaylintException of(int status, String message) {
        return switch (status) {
            case 6 -> new InvalidPolicyException(message);
            case 7 -> new InvalidFactsException(message);
            case 11 -> new InvalidHistoryException(message);
            default -> new PaylintException(message);
        };
    }
}
