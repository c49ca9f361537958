package io.github.paylint;

/** Something that you passed can't be used. A rejected request isn't an exception. No message shows a value. */
public class PaylintException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PaylintException(String message) {
        super(message);
    }
}
